"""What may be chosen in British Durak, with the words for a form in English and Russian."""

from __future__ import annotations

from games.choices import Only, Option

OPTIONS: tuple[Option, ...] = (
    Option(
        "forced_play",
        True,
        choices=(True, False),
        label={"en": "Must play if able", "ru": "Обязан класть, если есть чем"},
        help={
            "en": "Whether one who has a card that fits must lay it; if not, one may draw instead, "
            "but never to the lead. Usual: must (source 002).",
            "ru": "Обязан ли класть карту тот, у кого есть подходящая; если нет, он может вместо "
            "этого взять из колоды, но не тогда, когда ходит первым. Обычно обязан (источник 002).",
        },
    ),
    Option(
        "drawn_playable",
        "forced",
        choices=("forced", "optional", "not_allowed"),
        label={"en": "A drawn card that fits", "ru": "Взятая карта подошла"},
        help={
            "en": "What may be done with a card just drawn if it fits. Usual: it is laid "
            "(source 002).",
            "ru": "Что делать с картой, только что взятой из колоды, если она подходит. Обычно её "
            "кладут (источник 002).",
        },
        choice_labels={
            "forced": {"en": "it must be laid", "ru": "её надо положить"},
            "optional": {"en": "it may be laid or kept", "ru": "можно положить или оставить"},
            "not_allowed": {
                "en": "it is kept: drawing ends the turn",
                "ru": "её оставляют: взявший пропускает ход",
            },
        },
    ),
    Option(
        "ace_followup",
        "forced",
        choices=("forced", "optional"),
        label={"en": "A card on one's own ace", "ru": "Карта на своего туза"},
        help={
            "en": "Whether one who has laid an ace must lay a card of its suit on it, or draw for "
            "one, and name a new suit; or may decline, and the right to name passes on. "
            "Usual: must (source 002).",
            "ru": "Обязан ли положивший туза положить на него карту той же масти (или взять за "
            "ней из колоды) и заказать масть, или может отказаться, и право заказа переходит "
            "дальше. Обычно обязан (источник 002).",
        },
        choice_labels={
            "forced": {"en": "compulsory", "ru": "обязательна"},
            "optional": {"en": "may be declined", "ru": "можно отказаться"},
        },
    ),
    Option(
        "ace_on_ace",
        "forced",
        choices=("forced", "optional"),
        label={"en": "Another ace on one's own ace", "ru": "Второй туз на своего туза"},
        help={
            "en": "Whether one who has laid an ace, and has another but no card of the suit, must "
            "lay the other, or may draw instead. Usual: must (custom).",
            "ru": "Обязан ли положивший туза, у кого нет карты его масти, но есть другой туз, "
            "положить его, или может взять из колоды. Обычно обязан (обычай).",
        },
        choice_labels={
            "forced": {"en": "must be laid", "ru": "надо положить"},
            "optional": {"en": "lay it or draw", "ru": "положить или взять карту"},
        },
    ),
    Option(
        "declare_inherit",
        "until_covered",
        choices=("until_covered", "next_only"),
        label={"en": "How far the right to name a suit goes", "ru": "Переход права заказа"},
        help={
            "en": "When nobody has covered an ace, the right to name a suit passes on: to player "
            "after player until one covers it, or to the next one alone. Usual: until it is "
            "covered (source 002 speaks of the next player only).",
            "ru": "Если туза не покрыли, право заказать масть переходит: от игрока к игроку, пока "
            "туза не покроют, или только к следующему. Обычно пока не покроют (источник 002 "
            "говорит лишь о следующем).",
        },
        choice_labels={
            "until_covered": {"en": "until the ace is covered", "ru": "пока туза не покроют"},
            "next_only": {"en": "to the next player only", "ru": "только к следующему"},
        },
    ),
    Option(
        "out_on_ace",
        "obligation_first",
        choices=("obligation_first", "immediate"),
        label={"en": "An ace as the last card", "ru": "Туз — последняя карта"},
        help={
            "en": "Whether one whose last card is an ace is out at once, or must first draw and is "
            "out only with a card that fits. Usual: must draw (custom).",
            "ru": "Выходит ли сразу тот, чья последняя карта — туз, или должен взять из колоды и "
            "выходит, лишь если карта подошла. Обычно должен взять (обычай).",
        },
        choice_labels={
            "obligation_first": {
                "en": "a card must follow first",
                "ru": "сперва нужна карта на туза",
            },
            "immediate": {"en": "out at once", "ru": "вышел сразу"},
        },
    ),
    Option(
        "last_six_penalty",
        False,
        choices=(True, False),
        label={"en": "Penalty of a last six", "ru": "Штраф последней шестёрки"},
        help={
            "en": "Whether the next player still draws two cards, and pays for them, when somebody "
            "goes out with a six. Usual: no (custom).",
            "ru": "Берёт ли следующий две карты и платит ли за них, когда кто-то вышел "
            "шестёркой. Обычно нет (обычай).",
        },
    ),
    Option(
        "six_stacking",
        False,
        choices=(True, False),
        label={"en": "Sixes add up", "ru": "Шестёрки складываются"},
        help={
            "en": "Whether one who should draw two cards for a six may lay a six instead; the next "
            "then draws two more. Usual: no (source 002).",
            "ru": "Может ли тот, кто должен взять две карты за шестёрку, ответить шестёркой; тогда "
            "следующий берёт на две больше. Обычно нет (источник 002).",
        },
    ),
    Option(
        "max_turns",
        5000,
        low=1,
        high=100000,
        label={"en": "Most turns in a deal", "ru": "Наибольшее число ходов"},
        help={
            "en": "After so many turns the deal counts as blocked, and the fewest points win. "
            "Usual: 5000, a safeguard against deals without end.",
            "ru": "После стольких ходов сдача считается закрытой, и побеждает тот, у кого меньше "
            "очков. Обычно 5000: это защита от бесконечных сдач.",
        },
    ),
    Option(
        "match",
        "n_deals",
        choices=("n_deals", "target_points"),
        label={"en": "How a match ends", "ru": "Чем кончается матч"},
        help={
            "en": "What ends a match for which no other length is agreed. Usual: a number of deals "
            "(custom); source 002 does not say.",
            "ru": "Чем кончается матч, если о длине не договорились иначе. Обычно числом сдач "
            "(обычай); источник 002 об этом молчит.",
        },
        choice_labels={
            "n_deals": {"en": "after a number of deals", "ru": "после нескольких сдач"},
            "target_points": {
                "en": "when somebody has won enough points",
                "ru": "когда кто-то набрал нужные очки",
            },
        },
    ),
    Option(
        "target",
        101,
        low=1,
        high=1000,
        label={"en": "Points to win a match", "ru": "Очки до победы в матче"},
        help={
            "en": "How many points win a match that is played for points. Usual: 101 (custom).",
            "ru": "Сколько очков надо набрать в матче на очки. Обычно 101 (обычай).",
        },
        matters=(
            Only(
                {"match": ("target_points",)},
                why={
                    "en": "otherwise a match ends with its deals",
                    "ru": "иначе матч кончается вместе со сдачами",
                },
            ),
        ),
    ),
)
