"""What the terminal says besides cards and moves, in English and Russian."""

from __future__ import annotations

TEXT: dict[str, dict[str, str]] = {
    "en": {
        "you": "You",
        "player": "Player",
        "error": "error",
        "ask": "Your move: ",
        "ask_help": "Your move (? moves, h help, u take back, q quit): ",
        "ask_trick": "Enter: next trick, a number: so many, e: to the end, h: help, q: quit: ",
        "ask_more_tricks": "Enter, a number, e, h, q: ",
        "ask_next_deal": "Enter: next deal, q: quit: ",
        "ask_another_deal": "Another deal? (y/n) ",
        "ask_another_match": "Another match? (y/n) ",
        "welcome": "{game}, {seats} players{sides}. {match}.",
        "sides_pairs": ", two against two",
        "sides_threes": ", three against three",
        "match_open": "As many deals as you like",
        "match_deals": "A match of {count} deals",
        "match_deal": "One deal",
        "match_points": "A match to {points}",
        "option": "{label}: {value}",
        "commitment": "Commitment: the SHA-256 of the secret from which all cards follow:",
        "secret": "The secret of the shuffle, with which anyone can check it (docs/shuffle.md):",
        "again": "--secret with it plays the same cards again.",
        "recorded": "Recorded in {path}: python -m games verify, or replay, that file.",
        "not_recorded": "Nothing is recorded: no deal was finished.",
        "record_failed": "The record could not be written to {path}: {error}.",
        "unfinished": "You leave; this deal is not finished and not counted.",
        "bye": "Good-bye.",
        "header": "{game} · deal {deal}",
        "bout": "bout {bout}",
        "trick_number": "trick {trick}",
        "match_score": "match {score}",
        "trump": "Trump: {suit}",
        "turnup_below": " ({card} lies under the stock)",
        "stock": "Stock: {count}",
        "discard": "Beaten: {count}",
        "table": "Table:",
        "row_attack": "Attack:",
        "row_answer": "Beaten by:",
        "empty": "empty",
        "limit": "room for {room} more",
        "leads": "leads",
        "lead_you": "lead",
        "defends": "defends",
        "defend_you": "defend",
        "takes": "takes",
        "take_you": "take",
        "passed": "passed",
        "out": "out",
        "deals": "dealer",
        "partner": "partner",
        "plays_for": "in the place of {who}",
        "tricks": "tricks: {count}",
        "row": "row:",
        "hand": "Your hand:",
        "no_cards": "no cards",
        "top": "Top card: {card}",
        "no_top": "No card lies yet: any may be led",
        "follow": "Follow: {suit} or {rank}",
        "asked": "Asked for: {suit}",
        "ace_open": "The ace waits: whoever covers it with its suit names one",
        "followup": "You have laid an ace: another card must go on it",
        "pending": "For sixes: {count} cards to draw",
        "drawn": "You have drawn {card}",
        "pile": "Pile: {count}",
        "covered": "(* on a covered card)",
        "trick": "Trick:",
        "lead_word": "lead",
        "beat_word": "beat {target} with",
        "throw_word": "throw in",
        "transfer_word": "pass on with",
        "transfer_show_word": "pass on showing",
        "play_word": "play",
        "declare_word": "ask for",
        "several": "several at once: their numbers together, as in 1 2",
        "take_choice": "take",
        "pass_choice": "pass",
        "draw_choice": "draw a card",
        "penalty_choice": "draw {count}",
        "swap_choice": "swap the six of trumps",
        "lay_choice": "lay the top card",
        "forced": "{did} (nothing else is possible).",
        "passes": "{who} pass.",
        "undone": "Taken back.",
        "nothing_to_undo": "There is nothing to take back: you have not decided anything yet.",
        "taken_back": "Moves taken back: {count}.",
        "empty_answer": "A number, a card or a word, please; ? explains the moves.",
        "no_such_number": "There is no choice {number}; ? explains the moves.",
        "not_understood": "I do not understand “{word}”; h tells what can be typed.",
        "which_card": "With which card? As in: 7S, 10h, Q♦.",
        "which_one": "That can mean several moves: {choices}. Type the number.",
        "one_at_a_time": "One card at a time, please.",
        "yes_or_no": "y or n, please.",
        "enter_or_number": "Enter, a number, e, h or q, please.",
        "bout_beaten": "The bout is over: beaten off. {count} out of play.",
        "bout_taken": "The bout is over: {who} takes {count}.",
        "bout_taken_you": "The bout is over: you take {count}.",
        "drew": "Drawn from the stock: {drawn}.",
        "you_drew": "You drew: {cards}.",
        "is_out": "{who} is out.",
        "you_are_out": "You are out of cards and out of danger.",
        "penalty": "{who} draws {count} for the six and misses a turn.",
        "penalty_you": "You draw {count} for the six and miss a turn: {cards}.",
        "reshuffled": "The pile is shuffled and is the stock again.",
        "drawn_fits": "It is {card}: it fits.",
        "drawn_unfit": "It is {card}: it does not fit, and you keep it.",
        "trick_taken": "{who} takes the trick.",
        "trick_taken_you": "You take the trick.",
        "turned_up": "Turned up: {cards}.",
        "drunkard_trick": "Trick {number}. {laid}: {who} takes {count}. {counts}",
        "drunkard_trick_you": "Trick {number}. {laid}: you take {count}. {counts}",
        "equal": "equal!",
        "after_tricks": "After trick {number}: {counts}",
        "deal_won": "{who} wins the deal",
        "deal_won_you": "You win the deal",
        "all_tricks": "Tricks: {counts}",
        "left": "Left in hand: {who} {cards}",
        "left_worth": "Left in hand: {who} {cards} = {points}",
        "place": "Place",
        "points": "Points",
        "total": "Match",
        "reason_blocked": "Nobody can lay or draw any more.",
        "reason_turn_limit": "So many turns are the most: the fewest points win.",
        "reason_repetition": "The same cards and lead for the third time.",
        "reason_bout_limit": "So many bouts are the most.",
        "match_won": "The match is over: {who} has won.",
        "match_won_you": "The match is over: you have won!",
        "match_lost_you": "The match is over: your side has lost.",
        "match_level": "The match is over and ends level.",
        "all_rules": "All the rules: python -m games rules {game}",
        "explain": "You may:",
        "not_now": "Not now: {cards}. Type one to hear why.",
    },
    "ru": {
        "you": "Вы",
        "player": "Игрок",
        "error": "ошибка",
        "ask": "Ваш ход: ",
        "ask_help": "Ваш ход (? — ходы, п — помощь, о — отмена, в — выход): ",
        "ask_trick": "Ввод — взятка, число — столько взяток, к — до конца, п — помощь, в — выход: ",
        "ask_more_tricks": "Ввод, число, к, п, в: ",
        "ask_next_deal": "Ввод — следующая сдача, в — выход: ",
        "ask_another_deal": "Ещё одну сдачу? (д/н) ",
        "ask_another_match": "Ещё один матч? (д/н) ",
        "welcome": "{game}, игроков: {seats}{sides}. {match}.",
        "sides_pairs": ", двое на двое",
        "sides_threes": ", трое на трое",
        "match_open": "Сдач — сколько захотите",
        "match_deals": "Матч, сдач: {count}",
        "match_deal": "Одна сдача",
        "match_points": "Матч до {points}",
        "option": "{label}: {value}",
        "commitment": "Обязательство: SHA-256 секрета, из которого следуют все карты:",
        "secret": "Секрет тасовки, по которому её может проверить каждый (docs/shuffle.md):",
        "again": "С ним ключ --secret сдаст те же карты ещё раз.",
        "recorded": "Записано в {path}: проверка — python -m games verify, просмотр — replay.",
        "not_recorded": "Записывать нечего: ни одна сдача не доиграна.",
        "record_failed": "Запись в {path} не удалась: {error}.",
        "unfinished": "Вы выходите; эта сдача не доиграна и не считается.",
        "bye": "До свидания.",
        "header": "{game} · сдача {deal}",
        "bout": "заход {bout}",
        "trick_number": "взятка {trick}",
        "match_score": "счёт матча {score}",
        "trump": "Козырь: {suit}",
        "turnup_below": " ({card} под колодой)",
        "stock": "Колода: {count}",
        "discard": "Бито: {count}",
        "table": "Стол:",
        "row_attack": "Атака:",
        "row_answer": "Отбито:",
        "empty": "пусто",
        "limit": "можно ещё {room}",
        "leads": "ходит",
        "lead_you": "ходите",
        "defends": "отбивается",
        "defend_you": "отбиваетесь",
        "takes": "берёт",
        "take_you": "берёте",
        "passed": "пас",
        "out": "без карт",
        "deals": "сдаёт",
        "partner": "партнёр",
        "plays_for": "вместо: {who}",
        "tricks": "взяток: {count}",
        "row": "ряд:",
        "hand": "Ваши карты:",
        "no_cards": "нет карт",
        "top": "Верхняя карта: {card}",
        "no_top": "Карт ещё нет: ходить можно любой",
        "follow": "Класть: {suit} или {rank}",
        "asked": "Заказана масть: {suit}",
        "ace_open": "Туз ждёт: кто покроет его картой той же масти, закажет масть",
        "followup": "Вы положили туза: на него нужна ещё карта",
        "pending": "За шестёрки надо взять карт: {count}",
        "drawn": "Вы взяли {card}",
        "pile": "Стопка: {count}",
        "covered": "(* — под картой лежит закрытая)",
        "trick": "Взятка:",
        "lead_word": "ход",
        "beat_word": "бить {target}",
        "throw_word": "подкинуть",
        "transfer_word": "перевести",
        "transfer_show_word": "перевести, показав",
        "play_word": "положить",
        "declare_word": "заказать",
        "several": "несколько сразу — их номера вместе, например 1 2",
        "take_choice": "беру",
        "pass_choice": "пас",
        "draw_choice": "взять карту",
        "penalty_choice": "взять {count}",
        "swap_choice": "обменять козырную шестёрку",
        "lay_choice": "открыть верхнюю карту",
        "forced": "{did} (другого хода нет).",
        "passes": "{who}: пас.",
        "undone": "Ход отменён.",
        "nothing_to_undo": "Отменять нечего: вы ещё ничего не решали.",
        "taken_back": "Отменено ходов: {count}.",
        "empty_answer": "Нужны номер, карта или слово; ? объяснит ходы.",
        "no_such_number": "Хода {number} нет; ? объяснит ходы.",
        "not_understood": "Непонятно: «{word}»; п — что можно набирать.",
        "which_card": "Какой картой? Например: 7П, 10ч, Д♦.",
        "which_one": "Так можно понять несколько ходов: {choices}. Наберите номер.",
        "one_at_a_time": "По одной карте, пожалуйста.",
        "yes_or_no": "Да или нет: д или н.",
        "enter_or_number": "Ввод, число, к, п или в.",
        "bout_beaten": "Заход окончен: бито. Вышло из игры: {count}.",
        "bout_taken": "Заход окончен: {who} берёт {count}.",
        "bout_taken_you": "Заход окончен: вы берёте {count}.",
        "drew": "Из колоды взято карт: {drawn}.",
        "you_drew": "Вам пришли: {cards}.",
        "is_out": "{who} выходит из игры без карт.",
        "you_are_out": "Вы вышли: карт у вас больше нет.",
        "penalty": "{who} берёт за шестёрку {count} и пропускает ход.",
        "penalty_you": "Вы берёте за шестёрку {count} и пропускаете ход: {cards}.",
        "reshuffled": "Стопку перетасовали, она снова стала колодой.",
        "drawn_fits": "Это {card}: подходит.",
        "drawn_unfit": "Это {card}: не подходит и остаётся у вас.",
        "trick_taken": "Взятку берёт {who}.",
        "trick_taken_you": "Взятка ваша.",
        "turned_up": "Открылись: {cards}.",
        "drunkard_trick": "Взятка {number}. {laid}: {who} берёт {count}. {counts}",
        "drunkard_trick_you": "Взятка {number}. {laid}: вы берёте {count}. {counts}",
        "equal": "поровну!",
        "after_tricks": "После взятки {number}: {counts}",
        "deal_won": "Сдачу выигрывает {who}",
        "deal_won_you": "Сдачу выигрываете вы",
        "all_tricks": "Взятки: {counts}",
        "left": "Осталось на руках: {who} {cards}",
        "left_worth": "Осталось на руках: {who} {cards} = {points}",
        "place": "Место",
        "points": "Очки",
        "total": "Матч",
        "reason_blocked": "Никто больше не может ни положить, ни взять карту.",
        "reason_turn_limit": "Больше ходов не разрешено: побеждает меньшее число очков.",
        "reason_repetition": "Те же карты и тот же ход в третий раз.",
        "reason_bout_limit": "Больше заходов не разрешено.",
        "match_won": "Матч окончен, победа: {who}.",
        "match_won_you": "Матч окончен: вы победили!",
        "match_lost_you": "Матч окончен: ваша сторона проиграла.",
        "match_level": "Матч окончен вничью.",
        "all_rules": "Все правила: python -m games rules {game} --lang ru",
        "explain": "Можно:",
        "not_now": "Сейчас нельзя: {cards}. Наберите карту, чтобы узнать почему.",
    },
}

# Who sits round the table, from the left of the player at the keyboard on.
COMPANY = {
    "en": ("Anna", "Boris", "Clara", "David", "Elsa", "Felix", "Greta"),
    "ru": ("Анна", "Борис", "Вера", "Глеб", "Дина", "Егор", "Зоя"),
}

RANK_NAMES = {
    "en": {
        **{digit: f"a {digit}" for digit in "2345679"},
        "8": "an 8",
        "T": "a ten",
        "J": "a jack",
        "Q": "a queen",
        "K": "a king",
        "A": "an ace",
    },
    "ru": {
        "2": "двойка",
        "3": "тройка",
        "4": "четвёрка",
        "5": "пятёрка",
        "6": "шестёрка",
        "7": "семёрка",
        "8": "восьмёрка",
        "9": "девятка",
        "T": "десятка",
        "J": "валет",
        "Q": "дама",
        "K": "король",
        "A": "туз",
    },
}

# What happens in a game, and what can be typed at the prompt.
KEYS = {
    "en": (
        "Type the number of a choice, or the card (7S, 10h, Q♦), or the whole move (beat 8S 9S).",
        "Several cards of one rank: their numbers or names together.",
        "?  what you may play, and why      t  the table again",
        "u  take your last choice back      q  leave",
    ),
    "ru": (
        "Наберите номер хода, карту (7П, 10ч, Д♦; можно и QD) или весь ход (бью 8П 9П).",
        "Несколько карт одного достоинства — их номера или названия вместе.",
        "?  что можно сыграть и почему      с  стол ещё раз",
        "о  отменить последний выбор        в  выйти",
    ),
}
RULES_IN_BRIEF = {
    "durak": {
        "en": (
            "Get rid of your cards: the last one who holds any is the fool. The leader attacks "
            "the next player with a card, or several of one rank; each must be beaten by a higher "
            "card of its suit or by a trump. Others may throw in cards of ranks that lie on the "
            "table. If all is beaten the cards leave the game and the defender leads; otherwise "
            "he takes them all and misses his lead. After each bout hands are filled up to six."
        ),
        "ru": (
            "Цель — избавиться от карт: кто останется с ними последним, тот дурак. Ходят под "
            "соседа одной картой или несколькими одного достоинства; каждую надо побить старшей "
            "картой той же масти или козырем. Остальные могут подкидывать карты тех достоинств, "
            "что лежат на столе. Если всё бито, карты выходят из игры и ходит отбившийся; иначе "
            "он берёт всё и пропускает свой ход. После захода добирают до шести."
        ),
    },
    "passing": {
        "en": (
            "Besides, a defender who has beaten nothing yet may lay a card of the same rank and "
            "so pass the whole attack on to the next player."
        ),
        "ru": (
            "Кроме того, пока ничего не бито, можно положить карту того же достоинства и тем "
            "перевести всю атаку на следующего."
        ),
    },
    "drunkard": {
        "en": (
            "Everyone lays the top card of his pack; the highest takes the trick and puts it "
            "under his pack, suits do not matter. Of equal cards the first stands and the others "
            "lay one more; of equal aces the first wins. Who has lost all cards is the Drunkard. "
            "There is nothing to decide."
        ),
        "ru": (
            "Каждый открывает верхнюю карту своей колоды; старшая забирает взятку под низ "
            "колоды, масть не важна. Из равных карт первая остаётся, остальные докладывают по "
            "одной; из равных тузов старше первый. Кто лишился всех карт, тот Пьяница. Решать "
            "здесь нечего."
        ),
    },
    "british": {
        "en": (
            "Lay a card of the suit or the rank of the top card; who cannot, draws one. After a "
            "six the next player draws two cards and misses a turn. On an ace its player lays one "
            "more card of its suit and asks for a suit. The first without cards wins; the others "
            "lose to him the points they hold: an ace 11, king to ten 10, the rest face value."
        ),
        "ru": (
            "Кладут карту масти или достоинства верхней; кому нечем, берёт одну из колоды. После "
            "шестёрки следующий берёт две карты и пропускает ход. На туза положивший кладёт ещё "
            "карту его масти и заказывает масть. Кто первым остался без карт, победил; остальные "
            "отдают ему очки своих карт: туз 11, от короля до десятки 10, прочие по числу."
        ),
    },
    "armenian": {
        "en": (
            "Play from your hand or your open row; the suit led must be followed if you can. The "
            "highest card of that suit takes the trick, there are no trumps. Under a card that "
            "leaves the row a covered one is turned up. The most tricks win the deal and score "
            "the difference; a match goes to 21."
        ),
        "ru": (
            "Ходят с руки или из своего открытого ряда; в масть хода надо класть, если есть чем. "
            "Взятку берёт старшая карта этой масти, козырей нет. Под картой, ушедшей из ряда, "
            "открывается закрытая. Кто взял больше взяток, получает разницу; матч идёт до 21."
        ),
    },
}


def counted(count: int, lang: str) -> str:
    """So many cards: `1 card`, `5 cards`; in Russian `1 карту`, `2 карты`, `5 карт`."""
    if lang == "en":
        return f"{count} card" if count == 1 else f"{count} cards"
    if count % 10 == 1 and count % 100 != 11:
        return f"{count} карту"
    if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14):
        return f"{count} карты"
    return f"{count} карт"


def held(count: int, lang: str) -> str:
    """How many cards somebody holds: as `counted`, but in Russian `1 карта`."""
    return counted(count, lang).replace("карту", "карта")


def points(count: int, lang: str) -> str:
    """So many points, after "to": `21 points`; in Russian `21 очка`."""
    if lang == "en":
        return f"{count} point" if count == 1 else f"{count} points"
    return f"{count} очка" if count % 10 == 1 and count % 100 != 11 else f"{count} очков"
