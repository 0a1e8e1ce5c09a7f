"""What may be chosen in Drunkard, with the words for a form in English and Russian."""

from __future__ import annotations

from games.choices import Only, Option

OPTIONS: tuple[Option, ...] = (
    Option(
        "deck_size",
        36,
        choices=(36, 52),
        defaults=dict.fromkeys(range(3, 9), 52),
        label={"en": "Pack", "ru": "Колода"},
        help={
            "en": "Number of cards: 36 from the six up, 52 from the two. If left open: 36 for two "
            "players, 52 for more (source 000).",
            "ru": "Число карт: 36 — от шестёрки, 52 — от двойки. Если не выбрать: вдвоём 36, при "
            "большем числе игроков 52 (источник 000).",
        },
    ),
    Option(
        "tie_rule",
        "first_card_stands",
        choices=("first_card_stands", "all_tied_draw", "one_down_one_up", "three_down_one_up"),
        label={"en": "Dispute of equal cards", "ru": "Спор равных карт"},
        help={
            "en": "Who lays further cards when the highest cards of a trick are equal. Usual: the "
            "owner of the first card need not, and of two aces the first wins (source 000); the "
            "others are customs.",
            "ru": "Кто докладывает карты, когда старшие карты взятки равны. Обычно хозяин первой "
            "карты не докладывает, а из двух тузов старше первый (источник 000); остальное — "
            "обычаи.",
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
        label={"en": "No card left for a dispute", "ru": "Нет карты для спора"},
        help={
            "en": "What happens to one who should lay another card in a dispute and has none. "
            "Usual: the dispute is lost (custom).",
            "ru": "Что бывает с тем, кто в споре должен положить ещё карту, а карт нет. "
            "Обычно спор проигран (обычай).",
        },
        choice_labels={
            "forfeit": {"en": "the dispute is lost", "ru": "спор проигран"},
            "last_card_counts": {
                "en": "the equal card goes on counting",
                "ru": "спорная карта остаётся в силе",
            },
        },
        matters=(
            Only(
                {"seats": (3, 4, 5, 6, 7, 8)},
                {"tie_rule": ("all_tied_draw", "one_down_one_up", "three_down_one_up")},
                values=("last_card_counts",),
                why={
                    "en": "with two seats the first card stands, and the equal one cannot beat it",
                    "ru": "вдвоём первая карта остаётся, а равной её не побить",
                },
            ),
        ),
    ),
    Option(
        "end_mode",
        "first_bust",
        choices=("first_bust", "last_standing"),
        label={"en": "End of the deal", "ru": "Конец сдачи"},
        help={
            "en": "Whether the deal ends as soon as one player has lost all cards, or goes on "
            "without him until one is left. Usual: as soon as one has (source 000).",
            "ru": "Кончается ли сдача, как только кто-то лишился всех карт, или продолжается без "
            "него, пока не останется один. Обычно сразу (источник 000).",
        },
        choice_labels={
            "first_bust": {"en": "when one has no cards", "ru": "когда без карт остался один"},
            "last_standing": {
                "en": "when only one still has cards",
                "ru": "когда карты остались только у одного",
            },
        },
        matters=(
            Only(
                {"seats": (3, 4, 5, 6, 7, 8)},
                values=("last_standing",),
                why={
                    "en": "with two seats the first to lose all cards leaves one",
                    "ru": "вдвоём, когда один лишился карт, другой и есть последний",
                },
            ),
        ),
    ),
    Option(
        "remainder",
        "set_aside",
        choices=("set_aside", "deal_out", "first_trick_pot"),
        label={"en": "Cards that do not divide", "ru": "Карты, которые не делятся поровну"},
        help={
            "en": "What is done with the last cards when the pack cannot be dealt out equally. "
            "Usual: they are set aside unseen (custom); source 000 does not say.",
            "ru": "Что делать с последними картами, если колода не делится поровну. Обычно их "
            "откладывают не глядя (обычай); источник 000 об этом молчит.",
        },
        choice_labels={
            "set_aside": {"en": "set aside unseen", "ru": "отложить закрытыми"},
            "deal_out": {"en": "dealt out all the same", "ru": "раздать всё равно"},
            "first_trick_pot": {
                "en": "go to the winner of the first trick",
                "ru": "достаются взявшему первую взятку",
            },
        },
        matters=(
            Only(
                {"deck_size": (36,), "seats": (5, 7, 8)},
                {"deck_size": (52,), "seats": (3, 5, 6, 7, 8)},
                why={
                    "en": "otherwise the pack divides equally",
                    "ru": "иначе колода делится поровну",
                },
            ),
        ),
    ),
    Option(
        "collect_order",
        "play_order",
        choices=("play_order", "winner_first", "shuffled"),
        label={"en": "Order of the cards taken", "ru": "Порядок взятых карт"},
        help={
            "en": "In which order the cards of a trick go under the winner's pack. Usual: as they "
            "were laid (custom). Shuffled is by lot, and deals become shorter.",
            "ru": "В каком порядке взятка ложится под низ карт взявшего. Обычно как были выложены "
            "(обычай). Перемешанные — по жребию, и сдачи выходят короче.",
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
            "en": "Whether a six (in a pack of 52 a two) wins where otherwise an ace would. "
            "Usual: no; yes is a custom.",
            "ru": "Берёт ли шестёрка (в колоде из 52 карт — двойка) там, где иначе взял бы туз. "
            "Обычно нет; «да» — обычай.",
        },
    ),
    Option(
        "next_dealer",
        "drunkard",
        choices=("drunkard", "rotate"),
        label={"en": "Next dealer", "ru": "Кто сдаёт следующим"},
        help={
            "en": "Who deals after a deal that had a Drunkard; if it had none the dealer is drawn "
            "by lot. The dealer leads. Usual: the Drunkard (custom, as in Durak).",
            "ru": "Кто сдаёт после сдачи, в которой был Пьяница; если его не было, сдающего "
            "выбирает жребий. Сдающий и ходит первым. Обычно Пьяница (обычай, как в дураке).",
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
        label={"en": "Most tricks in a deal", "ru": "Наибольшее число взяток"},
        help={
            "en": "After so many tricks the larger pack wins; equal packs share a place. "
            "Usual: 5000, a safeguard against deals without end.",
            "ru": "После стольких взяток побеждает тот, у кого больше карт; поровну — места "
            "делятся. Обычно 5000: это защита от бесконечных сдач.",
        },
    ),
)
