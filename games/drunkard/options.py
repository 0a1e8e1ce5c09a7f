"""What may be chosen in Drunkard, with the words for a form in English and Russian."""

from __future__ import annotations

from games.choices import Option

OPTIONS: tuple[Option, ...] = (
    Option(
        "deck_size",
        36,
        choices=(36, 52),
        label={"en": "Pack", "ru": "Колода"},
        help={
            "en": "Number of cards. If it is left open: 36 for two players, 52 for more.",
            "ru": "Число карт. Если не выбрано: 36 для двоих, 52 для большего числа игроков.",
        },
    ),
    Option(
        "tie_rule",
        "first_card_stands",
        choices=("first_card_stands", "all_tied_draw", "one_down_one_up", "three_down_one_up"),
        label={"en": "Dispute of equal cards", "ru": "Спор равных карт"},
        help={
            "en": "Who lays further cards when the highest cards are equal.",
            "ru": "Кто докладывает карты, когда старшие карты равны.",
        },
        choice_labels={
            "first_card_stands": {
                "en": "the first card stands, the others lay one more",
                "ru": "первая карта остаётся, остальные кладут ещё по одной",
            },
            "all_tied_draw": {
                "en": "all tied lay one more",
                "ru": "все спорящие кладут ещё по одной",
            },
            "one_down_one_up": {
                "en": "all tied lay one down and one up",
                "ru": "все спорящие кладут одну закрытую и одну открытую",
            },
            "three_down_one_up": {
                "en": "all tied lay three down and one up",
                "ru": "все спорящие кладут три закрытых и одну открытую",
            },
        },
    ),
    Option(
        "dispute_shortage",
        "forfeit",
        choices=("forfeit", "last_card_counts"),
        label={"en": "No card for a dispute", "ru": "Нет карты для спора"},
        help={
            "en": "What happens to a tied player who has no card left to lay.",
            "ru": "Что бывает с участником спора, у которого кончились карты.",
        },
        choice_labels={
            "forfeit": {"en": "he loses the dispute", "ru": "он проигрывает спор"},
            "last_card_counts": {
                "en": "his tied card still counts",
                "ru": "его спорная карта остаётся в силе",
            },
        },
    ),
    Option(
        "end_mode",
        "first_bust",
        choices=("first_bust", "last_standing"),
        label={"en": "End of the deal", "ru": "Конец сдачи"},
        help={
            "en": "Whether the deal ends with the first player who has lost all his cards.",
            "ru": "Кончается ли сдача, когда первый игрок лишился всех карт.",
        },
        choice_labels={
            "first_bust": {"en": "when one is stripped", "ru": "когда лишился карт один"},
            "last_standing": {"en": "when one is left", "ru": "когда остался один"},
        },
    ),
    Option(
        "remainder",
        "set_aside",
        choices=("set_aside", "deal_out", "first_trick_pot"),
        label={"en": "Cards that do not divide", "ru": "Карты, которые не делятся"},
        help={
            "en": "What is done with the last cards when the pack cannot be dealt out equally.",
            "ru": "Что делать с последними картами, если колода не делится поровну.",
        },
        choice_labels={
            "set_aside": {"en": "set aside unseen", "ru": "отложить закрытыми"},
            "deal_out": {"en": "dealt out all the same", "ru": "раздать всё равно"},
            "first_trick_pot": {
                "en": "go to the winner of the first trick",
                "ru": "достаются взявшему первую взятку",
            },
        },
    ),
    Option(
        "collect_order",
        "play_order",
        choices=("play_order", "winner_first", "shuffled"),
        label={"en": "Order of the cards taken", "ru": "Порядок взятых карт"},
        help={
            "en": "In which order the cards of a trick go under the winner's pack.",
            "ru": "В каком порядке взятка кладётся под низ колоды взявшего.",
        },
        choice_labels={
            "play_order": {"en": "as they were laid", "ru": "как были выложены"},
            "winner_first": {"en": "the winner's own first", "ru": "сначала карты взявшего"},
            "shuffled": {"en": "shuffled", "ru": "перемешанными"},
        },
    ),
    Option(
        "low_beats_ace",
        False,
        choices=(True, False),
        label={"en": "The lowest card beats the ace", "ru": "Младшая карта бьёт туза"},
        help={
            "en": "Where an ace would win, a six (in 52 cards a two) in the same contest wins.",
            "ru": "Там, где взял бы туз, берёт шестёрка (в 52 картах — двойка), если она есть.",
        },
    ),
    Option(
        "next_dealer",
        "drunkard",
        choices=("drunkard", "rotate"),
        label={"en": "Next dealer", "ru": "Кто сдаёт следующим"},
        help={
            "en": "Who deals after a deal that had a Drunkard; otherwise the dealer is drawn.",
            "ru": "Кто сдаёт после сдачи, в которой был Пьяница; иначе сдающий — по жребию.",
        },
        choice_labels={
            "drunkard": {"en": "the Drunkard", "ru": "Пьяница"},
            "rotate": {"en": "the next in turn", "ru": "следующий по кругу"},
        },
    ),
    Option(
        "max_tricks",
        5000,
        low=1,
        high=100000,
        label={"en": "Most tricks", "ru": "Наибольшее число взяток"},
        help={
            "en": "After so many tricks the larger pack wins; equal packs are a draw.",
            "ru": "После стольких взяток побеждает большая колода; поровну — ничья.",
        },
    ),
)
