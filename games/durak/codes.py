"""The legal moves of a deal of Durak as numbers."""

from __future__ import annotations

from games.cards import BITS, cards_of
from games.durak.move_tables import (
    LEADS_OF_RANK,
    ONLY_TAKE,
    PASS_OR_THROW,
    ROWS,
    SPREAD,
    THROWS_OF_SEVERAL,
    beating,
    learn_leads,
    throwing,
)
from games.durak.rules import DEFEND, LEAD, THROW
from games.moves import SWAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.durak.move_tables import Codes
    from games.durak.state import DurakState


def legal_codes(state: DurakState) -> Codes:
    """The legal moves as plain numbers, which `play` takes as well: for search bots."""
    phase = state.phase
    if phase == THROW:
        fitting = state.hands[state.to_act] & state.ranks  # type: ignore[index]
        if not fitting & fitting - 1:
            return PASS_OR_THROW[fitting.bit_length()]
        room = state.room
        return THROWS_OF_SEVERAL[room].get(fitting * SPREAD) or throwing(fitting, room)
    if phase == DEFEND:
        return _unusual_answers(state) if state.rules.unusual_answers else _answers(state)
    return _leads(state) if phase == LEAD else ()


def _answers(state: DurakState) -> Codes:
    """Taking, and each way to beat an open card."""
    hand = state.hands[state.defender]
    answers = state.answers
    unbeaten = state.open
    codes: Codes = ONLY_TAKE
    while unbeaten:
        target = unbeaten.bit_length() - 1
        unbeaten ^= BITS[target]
        one, ones, in_suit, two, twos, low, three, threes, high = answers[target]
        try:
            codes += (
                in_suit[hand >> one & ones] + low[hand >> two & twos] + high[hand >> three & threes]
            )
        except TypeError:
            codes += state.tables.learn_answers(target, state.trump, hand)
    return codes


def _unusual_answers(state: DurakState) -> Codes:
    """The same where a rule allows more, or less, than to beat with any card that beats."""
    codes: Codes = ONLY_TAKE
    for target in reversed(cards_of(state.open)):
        codes += beating(target, state.able(target))
    return (*codes, SWAP) if state.may_swap() else codes


def _leads(state: DurakState) -> Codes:
    """Each card, and each set of one rank for which there is room."""
    hand = state.hands[state.leader]
    rules = state.rules
    room = state.room if rules.multi_lead else 1
    leads = LEADS_OF_RANK[room]
    codes: Codes = ()
    try:
        for row in ROWS[(hand | hand >> 13 | hand >> 26 | hand >> 39) & 8191]:
            codes += leads[hand & row]
    except KeyError:
        learn_leads(hand, room)
        return _leads(state)
    return (*codes, SWAP) if rules.swap and state.may_swap() else codes
