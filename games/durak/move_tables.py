"""Tables of the moves that can be made with some cards, to list legal moves fast."""

from __future__ import annotations

from itertools import combinations

from games.cards import BITS, RANK_MASKS, RANK_OF, RANKS, SUIT_OF, cards_of
from games.moves import ATTACK, BEAT, PASS, TAKE, THROW, code_of_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Codes = tuple[int, ...]
    # The ways to beat a card: for its own suit, for the trumps up to nine and for those from ten
    # up, how far to shift a hand, what to keep of it, and the moves by what is left. A trump is
    # beaten in its suit alone.
    Answers = tuple[int, int, list[Any], int, int, list[Any], int, int, list[Any]]

# One number object a move, shared by all tables: what fits into the processor's cache is fast.
_LEADS = tuple(card << 4 | ATTACK for card in range(52))
_THROWS = tuple(card << 4 | THROW for card in range(52))
_BEATS = tuple(tuple(card << 10 | target << 4 | BEAT for card in range(52)) for target in range(52))
ONLY_TAKE = (TAKE,)
# By the length in bits of the set of cards that fit, if there is at most one: pass, or throw it in.
PASS_OR_THROW = ((PASS,), *((PASS, code) for code in _THROWS))
# Leads with cards of one rank: by room, then by the set of them that is held.
LEADS_OF_RANK: tuple[dict[int, Codes], ...] = tuple({} for _ in range(7))
# By the pattern of the ranks that are held: the whole rank of each.
ROWS: dict[int, Codes] = {}
# Throwing in out of several cards: by room, then by the set of cards times SPREAD, for a dictionary
# looks at the low bits of a number, where sets of cards hardly differ.
THROWS_OF_SEVERAL: tuple[dict[int, Codes], ...] = tuple({} for _ in range(7))
SPREAD = 1 << 40 | 1 << 20 | 1
_MOST_KEPT = 4096
_TEN = RANKS.index("T")


class Tables:
    """
    The moves with a pack whose lowest rank is *lowest*, by patterns of the ranks of a suit.

    A pattern has one bit a rank, the lowest first. An entry is None until it has been learnt;
    adding it to others then raises TypeError.

    leads: for each suit, leads of one card. rows: by the ranks held twice or more, the whole rank
    of each. answers: by trump suit, then by the card to be beaten, see `Answers`.
    """

    __slots__ = ("answers", "leads", "lowest", "rows")

    def __init__(self, lowest: int) -> None:
        size = 1 << 13 - lowest
        self.lowest = lowest
        self.leads: tuple[list[Any], ...] = tuple([None] * size for _ in range(4))
        self.rows: list[Any] = [None] * size
        in_suit = tuple([None] * (1 << 12 - rank) for rank in RANK_OF)
        self.answers = tuple(
            tuple(self._answers(target, trump, in_suit[target]) for target in range(52))
            for trump in range(4)
        )

    def _answers(self, target: int, trump: int, in_suit: list[Any]) -> Answers:
        first = 13 * trump
        unlearnt = () if SUIT_OF[target] == trump else None
        low = [unlearnt] * (1 << max(_TEN - self.lowest, 0))
        high = [unlearnt] * (1 << 13 - _TEN)
        own_suit = target + 1, len(in_suit) - 1, in_suit
        low_trumps = first + self.lowest, len(low) - 1, low
        return *own_suit, *low_trumps, first + _TEN, len(high) - 1, high

    def learn_answers(self, target: int, trump: int, hand: int) -> Codes:
        """Enter the ways to beat a card out of a hand, and return them."""
        one, ones, in_suit, two, twos, low, three, threes, high = self.answers[trump][target]
        parts = [(one, ones, in_suit)]
        if SUIT_OF[target] != trump:
            parts += [(two, twos, low), (three, threes, high)]
        codes: Codes = ()
        for shift, kept, table in parts:
            held = hand >> shift & kept
            table[held] = beating(target, held << shift)
            codes += table[held]
        return codes


_TABLES: dict[int, Tables] = {}


def tables_of(lowest: int) -> Tables:
    """The tables of the pack whose lowest rank is *lowest* (0 to 12), shared by all its deals."""
    if lowest not in _TABLES:
        _TABLES[lowest] = Tables(lowest)
    return _TABLES[lowest]


def groups(cards: int, room: int) -> list[int]:
    """The sets of two or more out of a set of cards, as far as there is room."""
    bits = [BITS[card] for card in cards_of(cards)]
    return [
        sum(some)
        for size in range(2, min(room, len(bits)) + 1)
        for some in combinations(bits, size)
    ]


def beating(target: int, cards: int) -> Codes:
    """Beating a card with each of a set."""
    codes = _BEATS[target]
    return tuple([codes[card] for card in cards_of(cards)])


def learn_leads(hand: int, room: int) -> None:
    """Enter the leads out of a hand, with so much room, into the tables."""
    ranks = (hand | hand >> 13 | hand >> 26 | hand >> 39) & 8191
    rows = ROWS[ranks] = tuple([RANK_MASKS[rank] for rank in cards_of(ranks)])
    for row in rows:
        singles = [_LEADS[card] for card in cards_of(hand & row)]
        sets = [code_of_set(ATTACK, some) for some in groups(hand & row, room)]
        LEADS_OF_RANK[room][hand & row] = (*singles, *sets)


def throwing(fitting: int, room: int) -> Codes:
    """Passing, each of two or more cards that fit, and each set for which there is room."""
    known = THROWS_OF_SEVERAL[room]
    singles = [_THROWS[card] for card in cards_of(fitting)]
    codes = (PASS, *singles, *[code_of_set(THROW, some) for some in groups(fitting, room)])
    if len(known) < _MOST_KEPT:
        known[fitting * SPREAD] = codes
    return codes
