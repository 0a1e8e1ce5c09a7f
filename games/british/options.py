"""What may be chosen in British Durak, with the words for a form in English and Russian."""

from __future__ import annotations

from games.choices import Option

OPTIONS: tuple[Option, ...] = (
    Option(
        "forced_play",
        True,
        choices=(
            True,
            False,
        ),
        label={"en": "Must play if able", "ru": "Обязан класть, если есть чем"},
        help={
            "en": "Whether one who can follow must; if not, one may draw instead (but not lead).",
            "ru": "Обязан ли класть карту тот, кто может; если нет, можно взять из колоды.",
        },
    ),
    Option(
        "drawn_playable",
        "forced",
        choices=(
            "forced",
            "optional",
            "not_allowed",
        ),
        label={"en": "A drawn card that fits", "ru": "Взятая карта подошла"},
        help={
            "en": "What may be done with a card that was drawn and fits.",
            "ru": "Что делать со взятой из колоды картой, если она подходит.",
        },
        choice_labels={
            "forced": {"en": "it must be played", "ru": "её надо положить"},
            "optional": {"en": "it may be played or kept", "ru": "можно положить или оставить"},
            "not_allowed": {"en": "drawing ends the turn", "ru": "взявший карту пропускает ход"},
        },
    ),
    Option(
        "ace_followup",
        "forced",
        choices=(
            "forced",
            "optional",
        ),
        label={"en": "A card on one's own ace", "ru": "Карта на своего туза"},
        help={
            "en": "Whether an ace obliges its player to lay another card on it.",
            "ru": "Обязан ли положивший туза положить на него ещё карту.",
        },
        choice_labels={
            "forced": {"en": "compulsory", "ru": "обязательна"},
            "optional": {"en": "may be declined", "ru": "можно отказаться"},
        },
    ),
    Option(
        "ace_on_ace",
        "forced",
        choices=(
            "forced",
            "optional",
        ),
        label={"en": "Ace on ace", "ru": "Туз на туза"},
        help={
            "en": "Whether one who has another ace but no card of the suit must lay it.",
            "ru": "Обязан ли класть другого туза тот, у кого нет карты нужной масти.",
        },
        choice_labels={
            "forced": {"en": "compulsory", "ru": "обязательно"},
            "optional": {"en": "lay it or draw", "ru": "положить или взять карту"},
        },
    ),
    Option(
        "declare_inherit",
        "until_covered",
        choices=(
            "until_covered",
            "next_only",
        ),
        label={"en": "The right to name a suit passes on", "ru": "Право заказа переходит"},
        help={
            "en": "How far the right goes when nobody covers the ace.",
            "ru": "Как далеко переходит право, если туза никто не покрыл.",
        },
        choice_labels={
            "until_covered": {"en": "until the ace is covered", "ru": "пока туза не покроют"},
            "next_only": {"en": "to the next player only", "ru": "только к следующему"},
        },
    ),
    Option(
        "out_on_ace",
        "obligation_first",
        choices=(
            "obligation_first",
            "immediate",
        ),
        label={"en": "Ace as the last card", "ru": "Туз — последняя карта"},
        help={
            "en": "Whether one is out with an ace, or must first find a card for it.",
            "ru": "Выходит ли игрок с тузом или сперва должен найти карту на него.",
        },
        choice_labels={
            "obligation_first": {
                "en": "a card must follow first",
                "ru": "сперва нужна карта на туза",
            },
            "immediate": {"en": "he is out", "ru": "он вышел"},
        },
    ),
    Option(
        "last_six_penalty",
        False,
        choices=(
            True,
            False,
        ),
        label={"en": "Penalty of a last six", "ru": "Штраф последней шестёрки"},
        help={
            "en": "The next player still draws two cards when a six was the last card.",
            "ru": "Следующий берёт две карты и тогда, когда шестёрка была последней картой.",
        },
    ),
    Option(
        "six_stacking",
        False,
        choices=(
            True,
            False,
        ),
        label={"en": "Sixes add up", "ru": "Шестёрки складываются"},
        help={
            "en": "The player who should draw may lay a six; the next then draws two more.",
            "ru": "Тот, кто должен брать, может положить шестёрку; следующий берёт на две больше.",
        },
    ),
    Option(
        "max_turns",
        5000,
        low=1,
        high=100000,
        label={"en": "Most turns", "ru": "Наибольшее число ходов"},
        help={
            "en": "After so many turns the deal counts as blocked: the fewest points win.",
            "ru": "После стольких ходов сдача считается закрытой: побеждает меньшее число очков.",
        },
    ),
    Option(
        "match",
        "n_deals",
        choices=("n_deals", "target_points"),
        label={"en": "A match ends", "ru": "Матч кончается"},
        help={
            "en": "What ends a match for which no other length is agreed.",
            "ru": "Чем кончается матч, если о длине не договорились иначе.",
        },
        choice_labels={
            "n_deals": {"en": "after a number of deals", "ru": "после нескольких сдач"},
            "target_points": {"en": "when someone has won so much", "ru": "по набранным очкам"},
        },
    ),
    Option(
        "target",
        101,
        low=1,
        high=1000,
        label={"en": "Points of a match", "ru": "Очки до победы"},
        help={
            "en": "Points to be won, in a match that ends by points.",
            "ru": "Сколько очков надо набрать в матче по очкам.",
        },
    ),
)
