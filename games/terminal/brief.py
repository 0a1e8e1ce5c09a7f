"""What a player reads who asks for help: the game in a paragraph, and what can be typed."""

from __future__ import annotations

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


def help_lines(key: str, lang: str) -> list[str]:
    """The game of this key in a paragraph, then a line for each thing that can be typed."""
    parts = {"podkidnoy": ["durak"], "passing": ["durak", "passing"]}.get(key, [key])
    told = [" ".join(RULES_IN_BRIEF[part][lang] for part in parts)]
    return told if key == "drunkard" else [*told, *KEYS[lang]]
