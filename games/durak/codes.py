"""The legal moves of a deal of Durak as numbers, put together out of tables."""

from __future__ import annotations

from itertools import combinations

from games.cards import BITS, RANK_MASKS, SUIT_MASKS, SUIT_OF, cards_of
from games.durak.rules import BEATERS, DEFEND, LEAD, THROW
from games.moves import ATTACK, BEAT, PASS, SWAP, TAKE, code_of_set
from games.moves import THROW as THROW_IN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from games.durak.state import DurakState

# There are too many sets of cards to keep the moves with each.
_MOST_KEPT = 4096
# One number object a move, shared by all lists: a small memory is a fast one.
_LEAD_CODES = tuple(card << 4 | ATTACK for card in range(52))
_THROW_CODES = tuple(card << 4 | THROW_IN for card in range(52))
_BEAT_CODES = tuple(
    tuple(card << 10 | target << 4 | BEAT for card in range(52)) for target in range(52)
)
_OWN_SUIT = tuple(SUIT_MASKS[suit] for suit in SUIT_OF)


def groups(cards: int, room: int) -> list[int]:
    """The sets of two or more out of a set of cards, as far as there is room."""
    bits = [BITS[card] for card in cards_of(cards)]
    return [
        sum(some)
        for size in range(2, min(room, len(bits)) + 1)
        for some in combinations(bits, size)
    ]


# A dictionary looks at the low bits of a number, where sets of cards hardly differ. Times this
# they spread; and a set of cards of one suit, modulo the other, is its pattern of ranks.
_SPREAD = 1 << 40 | 1 << 20 | 1
_RANKS_ALONE = 8191


class _MovesWith(dict[int, tuple[int, ...]]):
    """Moves by the cards they may be made with; what comes up first is worked out once."""

    def __init__(self, moves: Callable[[int, int], tuple[int, ...]], of: int) -> None:
        super().__init__()
        self._moves = moves
        self._of = of

    def __missing__(self, key: int) -> tuple[int, ...]:
        codes = self._moves(self._of, key)
        if len(self) < _MOST_KEPT:
            self[key] = codes
        return codes


def _single_leads(suit: int, ranks: int) -> tuple[int, ...]:
    return tuple(_LEAD_CODES[card] for card in cards_of(ranks << 13 * suit))


def _leads_of_several(room: int, spread: int) -> tuple[int, ...]:
    return tuple(code_of_set(ATTACK, some) for some in groups(spread // _SPREAD, room))


def _answers(suit_and_target: int, ranks: int) -> tuple[int, ...]:
    suit, target = divmod(suit_and_target, 52)
    cards = cards_of((ranks or _RANKS_ALONE) << 13 * suit)
    return tuple(_BEAT_CODES[target][card] for card in cards)


def _throws(room: int, spread: int) -> tuple[int, ...]:
    fitting = spread // _SPREAD
    singles = [_THROW_CODES[card] for card in cards_of(fitting)]
    return (*singles, *[code_of_set(THROW_IN, some) for some in groups(fitting, room)])


# By the suit; by room; by the suit of the answer and the card to be beaten; by room.
_LEADS_S, _LEADS_C, _LEADS_D, _LEADS_H = (_MovesWith(_single_leads, suit) for suit in range(4))
_LEADS_OF_SEVERAL = tuple(_MovesWith(_leads_of_several, room) for room in range(7))
_ANSWERS = tuple(
    tuple(_MovesWith(_answers, 52 * suit + target) for target in range(52)) for suit in range(4)
)
_THROWS = tuple(_MovesWith(_throws, room) for room in range(7))


def legal_codes(state: DurakState) -> list[int]:
    """The legal moves as plain numbers, which `play` takes as well: for search bots."""
    phase = state.phase
    if phase == THROW:
        fitting = state.choice
        return [PASS, *_THROWS[state.room][fitting * _SPREAD]] if fitting else [PASS]
    if phase == DEFEND:
        return _beating_codes(state)
    return _leading_codes(state) if phase == LEAD else []


def _beating_codes(state: DurakState) -> list[int]:
    """Taking, and each way to beat an open card."""
    found = [TAKE]
    rules = state.rules
    unbeaten = state.open
    while unbeaten:
        target = unbeaten.bit_length() - 1
        unbeaten ^= BITS[target]
        able = state.choice & BEATERS[state.trump][target]
        if able:
            if rules.follow_suit:
                able = state.able(target)
            in_suit = able & _OWN_SUIT[target]
            if in_suit:
                found += _ANSWERS[SUIT_OF[target]][target][in_suit % _RANKS_ALONE]
            if able != in_suit:
                found += _ANSWERS[state.trump][target][(able ^ in_suit) % _RANKS_ALONE]
    if rules.swap and state.may_swap():
        found.append(SWAP)
    return found


def _leading_codes(state: DurakState) -> list[int]:
    """Each card, and each set of one rank for which there is room."""
    hand = state.choice
    spades = hand & 8191
    clubs = hand >> 13 & 8191
    diamonds = hand >> 26 & 8191
    hearts = hand >> 39
    found = [*_LEADS_S[spades], *_LEADS_C[clubs], *_LEADS_D[diamonds], *_LEADS_H[hearts]]
    if state.room > 1 and state.rules.multi_lead:
        black = spades | clubs
        doubled = spades & clubs | black & diamonds | (black | diamonds) & hearts
        of_several = _LEADS_OF_SEVERAL[state.room]
        while doubled:
            rank = doubled.bit_length() - 1
            doubled ^= BITS[rank]
            found += of_several[(hand & RANK_MASKS[rank]) * _SPREAD]
    if state.rules.swap and state.may_swap():
        found.append(SWAP)
    return found
