"""What may be chosen in throw-in Durak, with the words for a form in English and Russian."""

from __future__ import annotations

from games.choices import SWITCH, Only, Option

THROWING = ("all", "neighbours", "leader_only")
NOBODY_THROWS = Only(
    {"throwers": THROWING},
    why={"en": "otherwise nobody throws in", "ru": "иначе никто не подкидывает"},
)
# Packs with sixes; a smaller one begins with the seven or the nine.
WITH_SIXES = (36, 52)
NO_SIXES = {
    "en": "with a pack without sixes there is nothing to hang on the fool",
    "ru": "в колоде без шестёрок погонам взяться неоткуда",
}

OPTIONS: tuple[Option, ...] = (
    Option(
        "deck_size",
        36,
        choices=(24, 32, 36, 52),
        label={"en": "Pack", "ru": "Колода"},
        help={
            "en": "Number of cards: 24 from the nine up, 32 from the seven, 36 from the six, "
            "52 from the two. Six are dealt to each seat. Usual: 36 (sources 000, 003).",
            "ru": "Число карт: 24 — от девятки, 32 — от семёрки, 36 — от шестёрки, 52 — от двойки. "
            "Каждому сдают по шесть. Обычно 36 (источники 000, 003).",
        },
        needs=(
            Only(
                {"seats": (2, 3, 4)},
                values=(24,),
                why={"en": "six cards are dealt to each seat", "ru": "каждому сдают по шесть карт"},
            ),
            Only(
                {"seats": (2, 3, 4, 5)},
                values=(32,),
                why={"en": "six cards are dealt to each seat", "ru": "каждому сдают по шесть карт"},
            ),
        ),
    ),
    Option(
        "misdeal",
        "off",
        choices=SWITCH,
        label={"en": "Deal again for a hand of one colour", "ru": "Пересдача одноцветной руки"},
        help={
            "en": "If somebody is dealt six red or six black cards, the same dealer shuffles and "
            "deals again. Usual: no; yes is a custom.",
            "ru": "Если кому-то пришли только красные или только чёрные карты, тот же сдающий "
            "тасует и сдаёт заново. Обычно нет; «да» — обычай некоторых компаний.",
        },
        choice_labels={"off": {"en": "no", "ru": "нет"}, "on": {"en": "yes", "ru": "да"}},
    ),
    Option(
        "multi_lead",
        True,
        choices=(True, False),
        label={"en": "Lead several cards", "ru": "Ход несколькими картами"},
        help={
            "en": "Whether two or more cards of one rank may be led together. "
            "Usual: yes (sources 000, 003).",
            "ru": "Можно ли ходить сразу двумя и более картами одного достоинства. "
            "Обычно да (источники 000, 003).",
        },
    ),
    Option(
        "first_bout_max",
        6,
        choices=(5, 6),
        label={"en": "Most cards in the first attack", "ru": "Предел первого отбоя"},
        help={
            "en": "The most cards that may be led and thrown in at the first attack of a deal; "
            "later ones have up to six. Usual: 6 (source 000); 5 is a custom.",
            "ru": "Сколькими картами самое большее можно ходить и подкидывать в первый раз за "
            "сдачу; дальше — шестью. Обычно 6 (источник 000); «первый отбой — 5» — обычай.",
        },
        matters=(NOBODY_THROWS,),
    ),
    Option(
        "first_bout_scope",
        "first_bout",
        choices=("first_bout", "until_first_discard"),
        label={"en": "How long the first limit holds", "ru": "Сколько действует первый предел"},
        help={
            "en": "Whether the limit of five ends with the first attack, even if the defender "
            "takes, or only once an attack has been beaten off. Usual: with the first (custom).",
            "ru": "Кончается ли предел в пять карт вместе с первым заходом, даже если карты взяты, "
            "или лишь тогда, когда впервые отбились. Обычно с первым заходом (обычай).",
        },
        choice_labels={
            "first_bout": {"en": "for the first attack", "ru": "первый заход"},
            "until_first_discard": {
                "en": "until an attack is beaten off",
                "ru": "пока впервые не отобьются",
            },
        },
        matters=(
            Only(
                {"first_bout_max": (5,), "throwers": THROWING},
                why={
                    "en": "otherwise the first attack has no limit of its own",
                    "ru": "иначе у первого захода нет особого предела",
                },
            ),
        ),
    ),
    Option(
        "follow_suit_before_trump",
        False,
        choices=(True, False),
        label={"en": "Beat in suit before trump", "ru": "Сначала бить в масть"},
        help={
            "en": "Whether a card may be beaten with a trump only by one who cannot beat it with a "
            "higher card of its suit. Usual: no, any trump will do (source 003); yes follows the "
            "letter of source 000.",
            "ru": "Можно ли бить козырем только тогда, когда нечем побить старшей картой той же "
            "масти. Обычно нет, годится любой козырь (источник 003); «да» — по букве "
            "источника 000.",
        },
    ),
    Option(
        "trump_six_swap",
        "off",
        choices=SWITCH,
        label={"en": "Swapping the six of trumps", "ru": "Обмен козырной шестёрки"},
        help={
            "en": "Whether its holder, before leading or defending, may swap the six of trumps for "
            "the turned-up card while there is a stock. Usual: no; yes is a custom.",
            "ru": "Может ли её владелец перед своим ходом или отбоем обменять козырную шестёрку на "
            "открытый козырь, пока есть колода. Обычно нет; «да» — обычай.",
        },
        choice_labels={"off": {"en": "no", "ru": "нет"}, "on": {"en": "yes", "ru": "да"}},
        needs=(
            Only(
                {"deck_size": WITH_SIXES},
                values=("on",),
                why={
                    "en": "with a pack without sixes there is nothing to swap",
                    "ru": "в колоде без шестёрок менять нечего",
                },
            ),
        ),
        matters=(
            Only(
                {"deck_size": (52,)},
                {"seats": (2, 3, 4, 5)},
                values=("on",),
                why={
                    "en": "otherwise all cards are dealt and none is left to swap for",
                    "ru": "иначе розданы все карты и обменять не на что",
                },
            ),
        ),
    ),
    Option(
        "throwers",
        "all",
        choices=("all", "neighbours", "leader_only", "none"),
        label={"en": "Who throws in", "ru": "Кто подкидывает"},
        help={
            "en": "Who may add cards to an attack; in sides only opponents of the defender do. "
            "Usual: everyone (source 000); only the two neighbours, only the attacker, or nobody "
            "are customs.",
            "ru": "Кто может добавлять карты к атаке; при игре командами — только соперники "
            "отбивающегося. Обычно все (источник 000); только соседи, только ходивший или "
            "никто — обычаи.",
        },
        choice_labels={
            "all": {"en": "everyone", "ru": "все"},
            "neighbours": {
                "en": "the attacker and the defender's neighbours",
                "ru": "ходивший и соседи отбивающегося",
            },
            "leader_only": {"en": "the attacker only", "ru": "только ходивший"},
            "none": {"en": "nobody", "ru": "никто"},
        },
        matters=(
            Only(
                {"sides": ("single",), "seats": (4, 5, 6)},
                {"sides": ("threes",)},
                values=("neighbours",),
                why={
                    "en": "at a smaller table it is the same as everyone",
                    "ru": "за меньшим столом это то же, что все",
                },
            ),
            Only(
                {"seats": (3, 4, 5, 6)},
                values=("leader_only",),
                why={
                    "en": "with two seats it is the same as everyone",
                    "ru": "вдвоём это то же, что все",
                },
            ),
        ),
    ),
    Option(
        "throw_after_take",
        True,
        choices=(True, False),
        label={"en": "Throw in after “I take”", "ru": "Подкидывать вдогонку"},
        help={
            "en": "Whether more cards may be added once the defender has said that he takes. "
            "Usual: yes (custom).",
            "ru": "Можно ли подкидывать ещё после слова «беру». Обычно да (обычай).",
        },
        matters=(NOBODY_THROWS,),
    ),
    Option(
        "pass_is_final",
        False,
        choices=(True, False),
        label={"en": "Who passes throws in no more", "ru": "Спасовавший больше не подкидывает"},
        help={
            "en": "Whether one who had nothing to throw in, or did not wish to, is left out for "
            "the rest of the attack, even if new ranks come to the table. Usual: no (custom).",
            "ru": "Выбывает ли до конца захода тот, кому нечего было подкинуть или кто не захотел, "
            "даже если на столе появились новые достоинства. Обычно нет (обычай).",
        },
        matters=(
            Only(
                {"throwers": ("all", "neighbours"), "seats": (3, 4, 5, 6)},
                why={
                    "en": "otherwise one player at most throws in, and that pass ends the attack",
                    "ru": "иначе подкидывает самое большее один, и после его паса заход окончен",
                },
            ),
        ),
    ),
    Option(
        "no_trump_leader",
        "dealer_left",
        choices=("dealer_left", "lowest_card", "random", "redeal"),
        label={"en": "Nobody was dealt a trump", "ru": "Козырей нет ни у кого"},
        help={
            "en": "Who leads first when the lowest trump should lead but nobody has a trump. "
            "Usual: left of the dealer (custom).",
            "ru": "Кто ходит первым, если ходить должен младший козырь, а козырей нет ни у кого. "
            "Обычно сидящий слева от сдающего (обычай).",
        },
        choice_labels={
            "dealer_left": {
                "en": "left of the dealer leads",
                "ru": "ходит сидящий слева от сдающего",
            },
            "lowest_card": {"en": "the lowest card leads", "ru": "ходит владелец младшей карты"},
            "random": {"en": "the leader is drawn by lot", "ru": "ходит тот, на кого пал жребий"},
            "redeal": {"en": "deal again", "ru": "пересдача"},
        },
        matters=(
            Only(
                {"deck_size": (24,), "seats": (2, 3)},
                {"deck_size": (32, 36), "seats": (2, 3, 4)},
                {"deck_size": (52,)},
                why={
                    "en": "otherwise so many cards are dealt that somebody has a trump",
                    "ru": "иначе карт роздано столько, что козырь у кого-нибудь есть",
                },
            ),
        ),
    ),
    Option(
        "next_leader",
        "from_under_fool",
        choices=("from_under_fool", "under_fool", "lowest_trump", "fool_leads"),
        label={"en": "First lead of the next deal", "ru": "Первый ход следующей сдачи"},
        help={
            "en": "The fool deals; this says who leads. Usual: the fool's left neighbour, “from "
            "under the fool” (source 000); “under the fool”, so that the fool is attacked, is "
            "the rule of source 003.",
            "ru": "Сдаёт дурак; здесь — кто ходит. Обычно сосед дурака слева, «из-под дурака» "
            "(источник 000); «под дурака», то есть на него, — правило источника 003.",
        },
        choice_labels={
            "from_under_fool": {"en": "left of the fool", "ru": "из-под дурака (сосед слева)"},
            "under_fool": {"en": "right of the fool", "ru": "под дурака (сосед справа)"},
            "lowest_trump": {"en": "holder of the lowest trump", "ru": "владелец младшего козыря"},
            "fool_leads": {"en": "the fool", "ru": "дурак"},
        },
        matters=(
            Only(
                {"seats": (3, 4, 5, 6)},
                values=("under_fool",),
                why={
                    "en": "with two seats both neighbours of the fool are the same player",
                    "ru": "вдвоём оба соседа дурака — один и тот же игрок",
                },
            ),
        ),
    ),
    Option(
        "simultaneous_out",
        "draw",
        choices=("draw", "defender_loses"),
        label={"en": "Nobody is left with cards", "ru": "Карт не осталось ни у кого"},
        help={
            "en": "What holds when the last attack is beaten off with the last card, so that there "
            "is no fool. Usual: a draw (source 000 knows deals without a winner); that the "
            "defender loses is a custom.",
            "ru": "Что считать, если последнюю атаку отбили последней картой и дурака нет. Обычно "
            "ничья (источник 000 знает сдачи без победителя); что проигрывает "
            "отбивавшийся — обычай.",
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
            "en": "When the fool is a “fool with epaulettes”: he takes a last attack made with "
            "sixes. An honour that changes no place. Usual: two sixes led together and nothing "
            "else (sources 000, 003).",
            "ru": "Когда дурак становится «дураком с погонами»: он берёт последнюю атаку, "
            "сделанную шестёрками. Места это не меняет. Обычно — ход ровно двумя шестёрками "
            "(источники 000, 003).",
        },
        choice_labels={
            "led_pair": {"en": "two sixes led together", "ru": "ход двумя шестёрками"},
            "any_two_sixes": {
                "en": "two or more sixes, led or thrown in",
                "ru": "две и более шестёрки, в ход или подкинутые",
            },
            "one_strap_per_six": {"en": "one strap for each six", "ru": "погон за каждую шестёрку"},
            "off": {"en": "never", "ru": "никогда"},
        },
        matters=(
            Only({"deck_size": WITH_SIXES}, why=NO_SIXES),
            Only(
                {"multi_lead": (True,)},
                values=("led_pair",),
                why={
                    "en": "otherwise two sixes are never led together",
                    "ru": "иначе двумя шестёрками не ходят",
                },
            ),
        ),
    ),
    Option(
        "epaulettes_weight",
        0,
        low=0,
        high=10,
        label={"en": "Points for epaulettes", "ru": "Очки за погоны"},
        help={
            "en": "How many points each mark of epaulettes costs the fool, besides the one point "
            "for being the fool. Usual: 0, epaulettes are only an honour (custom).",
            "ru": "Сколько очков стоят дураку погоны (каждый погон, если их считают) сверх одного "
            "очка за дурака. Обычно 0: погоны — только для смеха (обычай).",
        },
        matters=(
            Only(
                {"epaulettes": ("led_pair",), "multi_lead": (True,)},
                {"epaulettes": ("any_two_sixes", "one_strap_per_six")},
                why={"en": "otherwise there are no epaulettes", "ru": "иначе погон не бывает"},
            ),
            Only({"deck_size": WITH_SIXES}, why=NO_SIXES),
        ),
    ),
    Option(
        "repetition",
        True,
        choices=(True, False),
        label={"en": "Draw by repetition", "ru": "Ничья при повторении"},
        help={
            "en": "Whether the deal is a draw when, with the stock empty, all have the same cards "
            "and the same player leads for the third time. Usual: yes; a safeguard against deals "
            "without end.",
            "ru": "Ничья ли, если при пустой колоде у всех в третий раз те же карты и тот же ход. "
            "Обычно да: это защита от бесконечных сдач.",
        },
    ),
    Option(
        "max_bouts",
        1000,
        low=1,
        high=100000,
        label={"en": "Most attacks in a deal", "ru": "Наибольшее число заходов"},
        help={
            "en": "A deal that has not ended after so many attacks is a draw. Usual: 1000; a "
            "safeguard that people never meet.",
            "ru": "Сдача, не кончившаяся за столько заходов, — ничья. Обычно 1000: это защита, до "
            "которой за столом дело не доходит.",
        },
    ),
)
