"""What may be chosen in Armenian Durak, with the words for a form in English and Russian."""

from __future__ import annotations

from games.choices import Option

OPTIONS: tuple[Option, ...] = (
    Option(
        "follow_scope",
        "hand_and_open",
        choices=("hand_and_open", "hand_only"),
        label={"en": "Which cards must follow suit", "ru": "Чем обязаны ходить в масть"},
        help={
            "en": "Whether one who has the suit in the face-up row alone must follow with it, or "
            "may then lay any card. Usual: must (custom); source 004 leaves it open.",
            "ru": "Обязан ли дать масть тот, у кого она только в открытом ряду, или он может "
            "положить любую карту. Обычно обязан (обычай); источник 004 оставляет это открытым.",
        },
        choice_labels={
            "hand_and_open": {"en": "hand and face-up row", "ru": "рука и открытый ряд"},
            "hand_only": {"en": "the hand only", "ru": "только рука"},
        },
    ),
    Option(
        "reveal",
        "after_trick",
        choices=("after_trick", "immediate"),
        label={"en": "When a covered card is turned", "ru": "Когда открывают закрытую карту"},
        help={
            "en": "When the card under a face-up card that was played is turned up; at once shows "
            "it to those who have yet to play to the trick. Usual: after the trick (source 004).",
            "ru": "Когда переворачивают карту, лежавшую под сыгранной открытой; если сразу, её "
            "видят и те, кому ещё ходить в этой взятке. Обычно после взятки (источник 004).",
        },
        choice_labels={
            "after_trick": {"en": "after the trick", "ru": "после взятки"},
            "immediate": {"en": "at once", "ru": "сразу"},
        },
    ),
    Option(
        "draw_bonus",
        0,
        choices=(0, 1),
        label={"en": "Bonus of a draw", "ru": "Премия за ничью"},
        help={
            "en": "Points for each of those who tie for the most tricks. Usual: none; one each by "
            "agreement (source 004). Without it two players score even numbers only, and a match "
            "to 21 is decided at 22.",
            "ru": "Очки каждому из тех, кто взял поровну больше всех. Обычно нет; по уговору — по "
            "одному (источник 004). Без премии двое набирают только чётные числа, и матч до 21 "
            "решается на 22.",
        },
    ),
    Option(
        "next_dealer",
        "alternate",
        choices=("alternate", "loser", "winner"),
        label={"en": "Next dealer", "ru": "Кто сдаёт следующим"},
        help={
            "en": "Who deals the next deal; after a draw always the next in turn. The dealer's "
            "left neighbour leads. Usual: in turn (custom).",
            "ru": "Кто сдаёт в следующий раз; после ничьей — всегда следующий по кругу. Ходит "
            "сосед сдающего слева. Обычно по очереди (обычай).",
        },
        choice_labels={
            "alternate": {"en": "the next in turn", "ru": "следующий по кругу"},
            "loser": {"en": "the loser", "ru": "проигравший"},
            "winner": {"en": "the winner", "ru": "победитель"},
        },
    ),
    Option(
        "target",
        21,
        low=1,
        high=1000,
        label={"en": "Points to win a match", "ru": "Очки до победы в матче"},
        help={
            "en": "A match is won by whoever has so many points and is ahead alone. Usual: 21 "
            "(source 004).",
            "ru": "Матч выигрывает тот, кто набрал столько очков и впереди всех один. Обычно 21 "
            "(источник 004).",
        },
    ),
)
