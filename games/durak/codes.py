"""The legal moves of a deal of Durak as numbers."""

from __future__ import annotations

from itertools import combinations

from games.cards import BITS, RANK_MASKS, cards_of
from games.durak.rules import DEFEND, LEAD, THROW
from games.moves import ATTACK, BEAT, PASS, SWAP, TAKE, code_of_set
from games.moves import THROW as THROW_IN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.durak.state import DurakState

    Codes = tuple[int, ...]

# One number object a move, shared by all lists and tables: what fits into the processor's cache is
# fast. For the same reason tables are kept only where they save much and stay small.
_LEADS = tuple(card << 4 | ATTACK for card in range(52))
_THROWS = tuple(card << 4 | THROW_IN for card in range(52))
_BEATS = tuple(tuple(card << 10 | target << 4 | BEAT for card in range(52)) for target in range(52))
# Leads with cards of one rank: by room, then by the set of them that is held.
_LEADS_OF_RANK: tuple[dict[int, Codes], ...] = tuple({} for _ in range(7))
# By the pattern of the ranks that are held (13 bits): the whole rank of each.
_ROWS: dict[int, Codes] = {}
# By the length in bits of the set of cards that fit, if there is at most one: pass, or throw it in.
_PASS_OR_THROW = ((PASS,), *((PASS, code) for code in _THROWS))
# Throwing in out of several cards: by room, then by the set of cards times _SPREAD, for a
# dictionary looks at the low bits of a number, where sets of cards hardly differ.
_THROWS_OF_SEVERAL: tuple[dict[int, Codes], ...] = tuple({} for _ in range(7))
_SPREAD = 1 << 40 | 1 << 20 | 1
_MOST_KEPT = 4096


def groups(cards: int, room: int) -> list[int]:
    """The sets of two or more out of a set of cards, as far as there is room."""
    bits = [BITS[card] for card in cards_of(cards)]
    return [
        sum(some)
        for size in range(2, min(room, len(bits)) + 1)
        for some in combinations(bits, size)
    ]


def legal_codes(state: DurakState) -> Sequence[int]:
    """
    The legal moves as plain numbers, which `play` takes as well: for search bots.

    Their order is none that may be relied on. They may be shared: do not change them.
    """
    phase = state.phase
    if phase == THROW:
        fitting = state.hands[state.to_act] & state.ranks  # type: ignore[index]
        if not fitting & fitting - 1:
            return _PASS_OR_THROW[fitting.bit_length()]
        room = state.room
        return _THROWS_OF_SEVERAL[room].get(fitting * _SPREAD) or _throwing(fitting, room)
    if phase == DEFEND:
        return _answers(state)
    return _leads(state) if phase == LEAD else ()


def _answers(state: DurakState) -> list[int]:
    """Taking, and each way to beat an open card."""
    hand = state.hands[state.defender]
    beaters = state.beaters
    unusual = state.rules.unusual_answers
    unbeaten = state.open
    codes = [TAKE]
    while unbeaten:
        target = unbeaten.bit_length() - 1
        unbeaten ^= BITS[target]
        able = state.able(target) if unusual else hand & beaters[target]
        if able:
            beats = _BEATS[target]
            while able:
                card = able.bit_length() - 1
                able ^= BITS[card]
                codes.append(beats[card])
    if unusual and state.may_swap():
        codes.append(SWAP)
    return codes


def _leads(state: DurakState) -> Codes:
    """Each card, and each set of one rank for which there is room."""
    hand = state.hands[state.leader]
    rules = state.rules
    room = state.room if rules.multi_lead else 1
    leads = _LEADS_OF_RANK[room]
    codes: Codes = ()
    try:
        for row in _ROWS[(hand | hand >> 13 | hand >> 26 | hand >> 39) & 8191]:
            codes += leads[hand & row]
    except KeyError:
        _learn_leads(hand, room)
        return _leads(state)
    return (*codes, SWAP) if rules.swap and state.may_swap() else codes


def _learn_leads(hand: int, room: int) -> None:
    """Enter the leads out of a hand, with so much room, into the tables."""
    ranks = (hand | hand >> 13 | hand >> 26 | hand >> 39) & 8191
    rows = _ROWS[ranks] = tuple([RANK_MASKS[rank] for rank in cards_of(ranks)])
    for row in rows:
        singles = [_LEADS[card] for card in cards_of(hand & row)]
        sets = [code_of_set(ATTACK, some) for some in groups(hand & row, room)]
        _LEADS_OF_RANK[room][hand & row] = (*singles, *sets)


def _throwing(fitting: int, room: int) -> Codes:
    """Passing, each of two or more cards that fit, and each set for which there is room."""
    known = _THROWS_OF_SEVERAL[room]
    singles = [_THROWS[card] for card in cards_of(fitting)]
    codes = (PASS, *singles, *[code_of_set(THROW_IN, some) for some in groups(fitting, room)])
    if len(known) < _MOST_KEPT:
        known[fitting * _SPREAD] = codes
    return codes
