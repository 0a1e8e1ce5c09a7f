"""A move: one decision of one seat, as a number inside and as text or JSON outside.

The number is `payload << 4 | verb`. For attack, throw and transfer the payload is the card, or of
several cards `set << 6 | 63`; for beat `card << 6 | target`; for play and transfer_show the card;
for declare the suit; else 0. So the numbers of all common moves are small, and small is fast.
"""

from __future__ import annotations

from games.cards import BITS, NAMES, SUITS, by_rank, card, mask_of
from games.errors import InvalidCard, InvalidMove, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

VERBS = (
    "attack",
    "beat",
    "throw",
    "take",
    "pass",
    "transfer",
    "transfer_show",
    "play",
    "draw",
    "declare",
    "lay",
    "swap",
)
ATTACK, BEAT, THROW, TAKE, PASS, TRANSFER, TRANSFER_SHOW, PLAY, DRAW, DECLARE, LAY, SWAP = range(12)
SEVERAL = 63
_SEAT_DIGITS = 3
# The texts of moves asked for before: few are played often, and are told to everybody at the table.
_TEXTS: dict[int, str] = {}
_TEXTS_KEPT = 4096
_VERB_OF = {name: verb for verb, name in enumerate(VERBS)}
_OF_SETS = frozenset((ATTACK, THROW, TRANSFER))
_OF_ONE_CARD = frozenset((TRANSFER_SHOW, PLAY))
_BARE = frozenset((TAKE, PASS, DRAW, LAY, SWAP))


def code_of_set(verb: int, cards: int) -> int:
    """The number of an attack, throw or transfer with a set of one or more cards."""
    if cards & cards - 1:
        return (cards << 6 | SEVERAL) << 4 | verb
    return cards.bit_length() - 1 << 4 | verb


def set_of_code(code: int) -> int:
    """The set of cards of an attack, throw or transfer, from its number."""
    payload = code >> 4
    return payload >> 6 if payload & 63 == SEVERAL else BITS[payload]


class Move(int):
    """
    One decision of one seat; equal moves are equal numbers, `str` and `parse` are inverse.

    The seat is not part of it: at any moment exactly one seat can move. Where it must be told, as
    in a record, it stands before the text: `2 beat 7S 9S`.
    """

    __slots__ = ()

    @staticmethod
    def of_cards(verb: int, cards: int) -> Move:
        """An attack, throw or transfer of a set of cards."""
        return Move(code_of_set(verb, cards))

    @staticmethod
    def beat(target: int, with_card: int) -> Move:
        """Beating the attack card *target*."""
        return Move((with_card << 6 | target) << 4 | BEAT)

    @staticmethod
    def of_card(verb: int, one: int) -> Move:
        """Playing or showing one card; for declare, *one* is a suit."""
        return Move(one << 4 | verb)

    @staticmethod
    def parse(text: str) -> Move:
        """
        The move of a text such as `attack 7S 7D`, `beat 7S 9S` or `take`.

        Raises:
            InvalidMove: If the text is no move of any game.
        """
        words = text.split() if isinstance(text, str) else []
        if not words:
            raise InvalidMove(text, "a move is a verb and its cards, as in 'attack 7S 7D'")
        return _assembled(text, words[0], words[1:])

    @staticmethod
    def from_json(data: Mapping[str, object]) -> Move:
        """
        The move of an object with exactly one key, such as `{"beat": {"7S": "9S"}}`.

        Raises:
            InvalidMove: If the object is not of that form.
        """
        if not isinstance(data, dict) or len(data) != 1:
            raise InvalidMove(data, "the object must have exactly one key, the verb")
        ((name, value),) = data.items()
        return _assembled(data, name, _words_of(data, name, value))

    @staticmethod
    def checked(number: int) -> Move:
        """
        The move of a number.

        Raises:
            InvalidMove: If the number stands for no move.
        """
        try:
            text = str(Move(number))
            well_formed = Move.parse(text) == number
        except (IndexError, InvalidMove):
            well_formed = False
        if not well_formed:
            raise InvalidMove(int(number), "the number stands for no move")
        return Move(number)

    @property
    def verb(self) -> str:
        """The word the text begins with."""
        return VERBS[self & 15]

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of the move by rank; for beat first the attack card, then the card laid."""
        verb, payload = self & 15, self >> 4
        if verb in _OF_SETS:
            return tuple(by_rank(set_of_code(self)))
        if verb == BEAT:
            return payload & 63, payload >> 6
        return (payload,) if verb in _OF_ONE_CARD else ()

    @property
    def suit(self) -> str | None:
        """The declared suit, else None."""
        return SUITS[self >> 4] if self & 15 == DECLARE else None

    def to_json(self) -> dict[str, object]:
        """An object with one key, the verb."""
        verb = self & 15
        names = [NAMES[one] for one in self.cards]
        if verb in _OF_SETS:
            return {VERBS[verb]: names}
        if verb == BEAT:
            return {"beat": {names[0]: names[1]}}
        if verb in _OF_ONE_CARD:
            return {VERBS[verb]: names[0]}
        return {VERBS[verb]: self.suit if verb == DECLARE else True}

    def __str__(self) -> str:
        text = _TEXTS.get(self)
        if text is None:
            words = [self.verb, *(NAMES[one] for one in self.cards)]
            if self.suit:
                words.append(self.suit)
            text = " ".join(words)
            if len(_TEXTS) < _TEXTS_KEPT:
                _TEXTS[self] = text
        return text

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"


def read_move(move: object) -> Move:
    """
    A move given as `Move`, text or JSON object.

    Raises:
        InvalidMove: If it is none of these.
    """
    if isinstance(move, Move):
        return move
    if isinstance(move, str):
        return Move.parse(move)
    if isinstance(move, dict):
        return Move.from_json(move)
    raise InvalidMove(move, "expected a Move, its text or its JSON object")


def number_of(move: object) -> int:
    """
    The number of a move given in any form, a plain number among them; true is not taken for 1.

    Raises:
        InvalidMove: If it is none of these. Whether a plain number stands for a move is not asked.
    """
    return move if type(move) is int else read_move(move)


def with_seat(seat: int, move: Move) -> str:
    """The text of a move in a record or an event: `2 beat 7S 9S`."""
    return f"{seat} {move!s}"


def parse_with_seat(text: str) -> tuple[int, Move]:
    """
    The seat and the move of a text such as `2 beat 7S 9S`.

    Raises:
        InvalidMove: If it does not begin with a seat.
    """
    seat, _, move = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if not (seat.isascii() and seat.isdigit() and len(seat) <= _SEAT_DIGITS):
        raise InvalidMove(text, "it must begin with the number of a seat")
    return int(seat), Move.parse(move)


def _assembled(source: object, name: str, words: Sequence[str]) -> Move:
    verb = _VERB_OF.get(name)
    if verb is None:
        raise InvalidMove(source, f"unknown verb; there is: {', '.join(VERBS)}")
    try:
        return _with_payload(source, verb, words)
    except InvalidCard as error:
        raise InvalidMove(source, str(error)) from None


def _with_payload(source: object, verb: int, words: Sequence[str]) -> Move:
    if verb in _OF_SETS:
        cards = [card(word) for word in words]
        if not cards or len(set(cards)) != len(cards):
            raise InvalidMove(source, "it names no card, or one card twice")
        return Move.of_cards(verb, mask_of(cards))
    expected = 0 if verb in _BARE else 2 if verb == BEAT else 1
    if len(words) != expected:
        raise InvalidMove(source, f"{VERBS[verb]!r} takes {expected} words after it")
    if verb == BEAT:
        return Move.beat(card(words[0]), card(words[1]))
    if verb == DECLARE:
        if words[0] not in tuple(SUITS):
            raise InvalidMove(source, f"a suit is one of {' '.join(SUITS)}")
        return Move.of_card(DECLARE, SUITS.index(words[0]))
    return Move.of_card(verb, card(words[0]) if words else 0)


def _words_of(source: object, name: str, value: object) -> list[str]:
    """The words after the verb, out of the value of a JSON object."""
    verb = _VERB_OF.get(name)
    if verb in _BARE and value is True:
        return []
    if verb in _OF_SETS and isinstance(value, list) and all(isinstance(v, str) for v in value):
        return value
    if verb == BEAT and isinstance(value, dict) and len(value) == 1:
        ((target, laid),) = value.items()
        if isinstance(target, str) and isinstance(laid, str):
            return [target, laid]
    if (verb in _OF_ONE_CARD or verb == DECLARE) and isinstance(value, str):
        return [value]
    raise InvalidMove(source, f"the value of {shown(name)} has the wrong form")
