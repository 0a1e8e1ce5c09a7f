"""What may be chosen in Armenian Durak, with the words for a form in English and Russian."""

from __future__ import annotations

from games.choices import Option

OPTIONS: tuple[Option, ...] = (
    Option(
        "follow_scope",
        "hand_and_open",
        choices=(
            "hand_and_open",
            "hand_only",
        ),
        label={"en": "Following suit", "ru": "Ход в масть"},
        help={
            "en": "Which cards oblige one to follow suit.",
            "ru": "По каким картам обязательна масть.",
        },
        choice_labels={
            "hand_and_open": {"en": "hand and face-up row", "ru": "рука и открытый ряд"},
            "hand_only": {"en": "the hand only", "ru": "только рука"},
        },
    ),
    Option(
        "reveal",
        "after_trick",
        choices=(
            "after_trick",
            "immediate",
        ),
        label={"en": "Covered cards are turned", "ru": "Закрытая карта открывается"},
        help={
            "en": "When the card under a face-up card that was played is turned.",
            "ru": "Когда переворачивают карту, лежавшую под сыгранной открытой.",
        },
        choice_labels={
            "after_trick": {"en": "after the trick", "ru": "после взятки"},
            "immediate": {"en": "at once", "ru": "сразу"},
        },
    ),
    Option(
        "draw_bonus",
        0,
        choices=(
            0,
            1,
        ),
        label={"en": "Bonus of a draw", "ru": "Премия за ничью"},
        help={
            "en": "Points for each of those who tie for the most tricks.",
            "ru": "Очки каждому из тех, кто взял поровну больше всех.",
        },
    ),
    Option(
        "next_dealer",
        "alternate",
        choices=(
            "alternate",
            "loser",
            "winner",
        ),
        label={"en": "Next dealer", "ru": "Кто сдаёт следующим"},
        help={
            "en": "Who deals the next deal; after a draw always the next in turn.",
            "ru": "Кто сдаёт в следующий раз; после ничьей — всегда следующий по кругу.",
        },
        choice_labels={
            "alternate": {"en": "the next in turn", "ru": "по очереди"},
            "loser": {"en": "the loser", "ru": "проигравший"},
            "winner": {"en": "the winner", "ru": "победитель"},
        },
    ),
    Option(
        "target",
        21,
        low=1,
        high=1000,
        label={"en": "Points of a match", "ru": "Очки до победы"},
        help={
            "en": "A match is won with so many points, by whoever is ahead alone.",
            "ru": "Матч выигрывает набравший столько очков и обогнавший остальных.",
        },
    ),
)
