"""What may be chosen in throw-in Durak, with the words for a form in English and Russian."""

from __future__ import annotations

from games.choices import Option

OPTIONS: tuple[Option, ...] = (
    Option(
        "deck_size",
        36,
        choices=(24, 32, 36, 52),
        label={"en": "Pack", "ru": "Колода"},
        help={
            "en": "Number of cards; six are dealt to each seat.",
            "ru": "Число карт; каждому сдают по шесть.",
        },
    ),
    Option(
        "multi_lead",
        True,
        choices=(True, False),
        label={"en": "Lead several cards", "ru": "Ход несколькими картами"},
        help={
            "en": "Several cards of one rank may be led together.",
            "ru": "Можно ходить сразу несколькими картами одного достоинства.",
        },
    ),
    Option(
        "first_bout_max",
        6,
        choices=(5, 6),
        label={"en": "Limit of the first bout", "ru": "Предел первого отбоя"},
        help={
            "en": "Most attack cards in the first bout; later bouts allow six.",
            "ru": "Наибольшее число карт атаки в первом отбое; дальше — шесть.",
        },
    ),
    Option(
        "first_bout_scope",
        "first_bout",
        choices=("first_bout", "until_first_discard"),
        label={"en": "The first limit holds", "ru": "Первый предел действует"},
        help={
            "en": "In the first bout only, or until a bout has been beaten off.",
            "ru": "Только в первом отбое или пока не отбита первая атака.",
        },
        choice_labels={
            "first_bout": {"en": "in the first bout", "ru": "в первом отбое"},
            "until_first_discard": {
                "en": "until a bout is beaten off",
                "ru": "до первой отбитой атаки",
            },
        },
    ),
    Option(
        "follow_suit_before_trump",
        False,
        choices=(True, False),
        label={"en": "Suit before trump", "ru": "Масть раньше козыря"},
        help={
            "en": "Trump only if no card of the suit beats.",
            "ru": "Бить козырем можно, только если нечем бить в масть.",
        },
    ),
    Option(
        "trump_six_swap",
        "off",
        choices=("off", "on"),
        label={"en": "Swapping the six of trumps", "ru": "Обмен козырной шестёрки"},
        help={
            "en": "Before leading or defending its holder may take the turned-up trump for it.",
            "ru": "Перед ходом или отбоем её можно обменять на открытый козырь под колодой.",
        },
        choice_labels={"off": {"en": "no", "ru": "нет"}, "on": {"en": "yes", "ru": "да"}},
    ),
    Option(
        "throwers",
        "all",
        choices=("all", "neighbours", "leader_only", "none"),
        label={"en": "Who throws in", "ru": "Кто подкидывает"},
        help={
            "en": "The seats that may add cards to an attack.",
            "ru": "Кто может добавлять карты к атаке.",
        },
        choice_labels={
            "all": {"en": "everyone", "ru": "все"},
            "neighbours": {"en": "the defender's neighbours", "ru": "соседи отбивающегося"},
            "leader_only": {"en": "the leader only", "ru": "только ходивший"},
            "none": {"en": "nobody", "ru": "никто"},
        },
    ),
    Option(
        "throw_after_take",
        True,
        choices=(True, False),
        label={"en": "Throw in after “take”", "ru": "Подкидывать «вдогонку»"},
        help={
            "en": "Cards may be added after the defender has said that he takes.",
            "ru": "Можно подкидывать и после слова «беру».",
        },
    ),
    Option(
        "pass_is_final",
        False,
        choices=(True, False),
        label={"en": "A pass is final", "ru": "Пас окончателен"},
        help={
            "en": "A seat that passed is not asked again in the bout.",
            "ru": "Спасовавшего в этом отбое больше не спрашивают.",
        },
    ),
    Option(
        "no_trump_leader",
        "dealer_left",
        choices=("dealer_left", "lowest_card", "random", "redeal"),
        label={"en": "First lead without trumps", "ru": "Первый ход, если нет козырей"},
        help={
            "en": "Who leads first when nobody was dealt a trump.",
            "ru": "Кто ходит первым, если козырей нет ни у кого.",
        },
        choice_labels={
            "dealer_left": {"en": "left of the dealer", "ru": "сидящий слева от сдающего"},
            "lowest_card": {"en": "holder of the lowest card", "ru": "владелец младшей карты"},
            "random": {"en": "by lot", "ru": "по жребию"},
            "redeal": {"en": "deal again", "ru": "пересдача"},
        },
    ),
    Option(
        "next_leader",
        "from_under_fool",
        choices=("from_under_fool", "under_fool", "lowest_trump", "fool_leads"),
        label={"en": "First lead of the next deal", "ru": "Первый ход следующей сдачи"},
        help={
            "en": "The fool deals; this says who leads.",
            "ru": "Сдаёт дурак; здесь — кто ходит.",
        },
        choice_labels={
            "from_under_fool": {"en": "left of the fool", "ru": "из-под дурака (слева)"},
            "under_fool": {"en": "right of the fool", "ru": "под дурака (справа)"},
            "lowest_trump": {"en": "holder of the lowest trump", "ru": "владелец младшего козыря"},
            "fool_leads": {"en": "the fool", "ru": "дурак"},
        },
    ),
    Option(
        "simultaneous_out",
        "draw",
        choices=("draw", "defender_loses"),
        label={"en": "Everyone out at once", "ru": "Все вышли разом"},
        help={
            "en": "When the last cards of all are beaten off together.",
            "ru": "Когда последние карты всех ушли в одном отбое.",
        },
        choice_labels={
            "draw": {"en": "a draw", "ru": "ничья"},
            "defender_loses": {"en": "the defender loses", "ru": "проигрывает отбивавшийся"},
        },
    ),
    Option(
        "epaulettes",
        "led_pair",
        choices=("led_pair", "any_two_sixes", "one_strap_per_six", "off"),
        label={"en": "Epaulettes", "ru": "Погоны"},
        help={
            "en": "When the fool is hung with sixes.",
            "ru": "Когда на дурака вешают шестёрки.",
        },
        choice_labels={
            "led_pair": {"en": "two sixes led together", "ru": "ход двумя шестёрками"},
            "any_two_sixes": {"en": "any two sixes in the attack", "ru": "любые две шестёрки"},
            "one_strap_per_six": {"en": "a strap for each six", "ru": "погон за каждую шестёрку"},
            "off": {"en": "none", "ru": "нет"},
        },
    ),
    Option(
        "epaulettes_weight",
        0,
        low=0,
        high=10,
        label={"en": "Points for epaulettes", "ru": "Очки за погоны"},
        help={
            "en": "Points lost for each honour besides the one for being the fool.",
            "ru": "Сколько очков теряется за каждое отличие сверх очка за дурака.",
        },
    ),
    Option(
        "repetition",
        True,
        choices=(True, False),
        label={"en": "Draw by repetition", "ru": "Ничья при повторении"},
        help={
            "en": "The same hands and leader for the third time, with no stock left, are a draw.",
            "ru": "Те же карты и тот же ход в третий раз при пустой колоде — ничья.",
        },
    ),
    Option(
        "max_bouts",
        1000,
        low=1,
        high=100000,
        label={"en": "Most bouts", "ru": "Наибольшее число отбоев"},
        help={
            "en": "A deal that has not ended after so many bouts is a draw.",
            "ru": "Сдача, не кончившаяся за столько отбоев, — ничья.",
        },
    ),
)
