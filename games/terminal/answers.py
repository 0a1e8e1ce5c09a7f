"""What was typed, read: a number, cards in either alphabet, a whole move, or a command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.cards import BITS, NAMES, RANK_OF, SUITS, card, mask_of
from games.game import State
from games.moves import VERBS, Move
from games.terminal.choices import Choice

_RANKS = {
    **{rank: rank for rank in "23456789TJQKA"},
    "10": "T",
    "В": "J",
    "Д": "Q",
    "К": "K",
    "Т": "A",
    "А": "A",
}
_SUITS = {
    **{suit: suit for suit in SUITS},
    **dict(zip("♠♣♦♥♤♧♢♡", "SCDHSCDH", strict=True)),
    "П": "S",
    "Т": "C",
    "К": "C",
    "Б": "D",
    "Ч": "H",
}
_RANK = f"(10|[{''.join(rank for rank in _RANKS if rank != '10')}])"
_SUIT = f"([{''.join(_SUITS)}])"
_CARD = re.compile(_RANK + _SUIT)
_CARD_BY_SUIT = re.compile(_SUIT + _RANK)
_SUIT_WORDS = {
    "S": ("spades", "spade", "пики", "пик", "пика"),
    "C": ("clubs", "club", "трефы", "треф", "трефа", "крести", "кресты"),
    "D": ("diamonds", "diamond", "бубны", "бубен", "бубна", "буби"),
    "H": ("hearts", "heart", "червы", "черви", "червей", "черва"),
}
# Words for moves besides those of the records; one word may stand for several.
VERB_WORDS = {
    "attack": ("lead", "ход", "хожу", "ходить"),
    "beat": ("бить", "бью", "бита", "побить"),
    "throw": ("подкинуть", "подкидываю", "подкину", "подбросить"),
    "take": ("беру", "взять", "беру!"),
    "pass": ("пас", "пасую", "бито", "done"),
    "transfer": ("перевод", "перевести", "перевожу"),
    "transfer_show": ("show", "показать", "показываю", "проездной"),
    "play": ("класть", "положить", "кладу"),
    "draw": ("беру", "взять", "карту", "тяну"),
    "declare": ("ask", "заказать", "заказываю", "масть"),
    "lay": ("открыть", "открываю"),
    "swap": ("обмен", "обменять", "меняю"),
}
COMMANDS = {
    "explain": ("?",),
    "help": ("h", "help", "п", "помощь", "р"),
    "undo": ("u", "undo", "о", "отмена", "назад", "г"),
    "table": ("t", "table", "с", "стол", "е"),
    "quit": ("q", "quit", "exit", "в", "выход", "й"),
}
_IN_SETS = ("attack", "throw", "transfer")


@dataclass(frozen=True)
class Command:
    """Something to do that is no move: explain, help, undo, table, quit."""

    name: str


class Unclear(Exception):
    """An answer that is not understood; *key* and *facts* say what to tell the player."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


def read_command(text: str) -> str | None:
    """The command that a text is, if any."""
    word = text.strip().lower()
    return next((name for name, words in COMMANDS.items() if word in words), None)


def read_card(word: str) -> int | None:
    """The card of `7S`, `10♦`, `qh`, `ДЧ` or, the suit first, `♠7`; None if it is none."""
    sign = word.replace("\ufe0f", "").upper()
    found = _CARD.fullmatch(sign)
    if found is not None:
        return card(_RANKS[found[1]] + _SUITS[found[2]])
    found = _CARD_BY_SUIT.fullmatch(sign)
    return None if found is None else card(_RANKS[found[2]] + _SUITS[found[1]])


def read_answer(text: str, state: State, choices: Sequence[Choice]) -> Move | Command:
    """
    The move or the command that an answer means; the move need not be legal.

    While a suit is to be named, a letter is a suit first.

    Raises:
        Unclear: If it can be read in no way, or in several.
    """
    named = _suit(text.strip()) if "declare" in state.menu() else None
    if named is not None:
        return Move.parse(f"declare {named}")
    command = read_command(text)
    if command is not None:
        return Command(command)
    words = text.replace(",", " ").replace("/", " ").replace(";", " ").split()
    if not words:
        raise Unclear("empty_answer")
    if all(word.isascii() and word.isdigit() for word in words):
        return _by_number([int(word[:9]) for word in words], choices)
    verbs = [
        verb for verb in VERBS if words[0].lower() == verb or words[0].lower() in VERB_WORDS[verb]
    ]
    if verbs:
        return _by_verb(verbs, words[1:], state)
    return _by_cards([_needed_card(word) for word in words], state, choices)


def _suit(word: str) -> str | None:
    if word.upper() in _SUITS:
        return _SUITS[word.upper()]
    return next((suit for suit, words in _SUIT_WORDS.items() if word.lower() in words), None)


def _needed_card(word: str) -> int:
    found = read_card(word)
    if found is None:
        raise _not_understood(word)
    return found


def _not_understood(word: str) -> Unclear:
    """Quotes the word without what would upset a screen."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in word)
    return Unclear("not_understood", word=shown if len(shown) <= 20 else f"{shown[:20]}…")


def _by_number(numbers: Sequence[int], choices: Sequence[Choice]) -> Move:
    """One choice; of several the cards together, if they can be laid together."""
    known = {choice.number: choice.move for choice in choices}
    for number in numbers:
        if number not in known:
            raise Unclear("no_such_number", number=number)
    moves = [known[number] for number in numbers]
    if len(moves) == 1:
        return moves[0]
    if len({move.verb for move in moves}) > 1 or moves[0].verb not in _IN_SETS:
        raise Unclear("one_at_a_time")
    together = mask_of(one for move in moves for one in move.cards)
    return Move.of_cards(moves[0] & 15, together)


def _by_verb(verbs: Sequence[str], words: Sequence[str], state: State) -> Move:
    """A move with its verb; of several that the word may mean, the one that is possible."""
    found = [_assembled(verb, words) for verb in verbs]
    return next((move for move in found if move in state.legal_moves), found[0])


def _assembled(verb: str, words: Sequence[str]) -> Move:
    if verb == "declare":
        suit = _suit(words[0]) if len(words) == 1 else None
        if suit is None:
            raise _not_understood(" ".join(words) or verb)
        return Move.parse(f"declare {suit}")
    named = [_needed_card(word) for word in words]
    if verb in ("take", "pass", "draw", "lay", "swap"):
        if named:
            raise _not_understood(words[0])
        return Move.parse(verb)
    if not named or (verb == "beat" and len(named) == 1):
        raise Unclear("which_card")
    if len(set(named)) < len(named) or len(named) > {"beat": 2}.get(verb, _most(verb)):
        raise Unclear("one_at_a_time")
    return Move.parse(" ".join([verb, *(NAMES[one] for one in named)]))


def _most(verb: str) -> int:
    return 52 if verb in _IN_SETS else 1


def _by_cards(named: Sequence[int], state: State, choices: Sequence[Choice]) -> Move:
    """The one legal move that these cards can mean; else the attempt that comes nearest."""
    if len(set(named)) < len(named):
        raise Unclear("one_at_a_time")
    fitting = [move for move in state.legal_moves if _means(move, named)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        listed = [choice for choice in choices if choice.move in fitting]
        told = ", ".join(f"[{one.number}] {one.title} {one.label}" for one in listed)
        raise Unclear("which_one", choices=told)
    return _attempt(named, state)


def _means(move: Move, named: Sequence[int]) -> bool:
    if move.verb == "beat":
        return list(named) == [move.cards[1]] or set(named) == set(move.cards)
    return bool(move.cards) and set(named) == set(move.cards)


def _attempt(named: Sequence[int], state: State) -> Move:
    """The move that someone who lays these cards tries, so that it can be said why it fails."""
    menu = state.menu()
    for verb in ("attack", "throw"):
        if verb in menu:
            return Move.parse(" ".join([verb, *(NAMES[one] for one in named)]))
    if "beat" in menu:
        return _attempt_to_beat(named, menu["beat"], state)
    if len(named) > 1:
        raise Unclear("one_at_a_time")
    return Move.parse(f"play {NAMES[named[0]]}")


def _attempt_to_beat(named: Sequence[int], targets: dict[str, list[str]], state: State) -> Move:
    open_cards = [card(name) for name in targets]
    if len(named) == 2:
        first, second = named
        if first not in open_cards and second in open_cards:
            first, second = second, first
        return Move.beat(first, second)
    if len(named) > 2:
        raise Unclear("one_at_a_time")
    laid = named[0]
    same_rank = [one for one in open_cards if RANK_OF[one] == RANK_OF[laid]]
    if same_rank and "transfer" in state.menu():
        return Move.of_cards(VERBS.index("transfer"), BITS[laid])
    same_suit = [one for one in open_cards if one // 13 == laid // 13]
    return Move.beat((same_suit or open_cards)[0], laid)
