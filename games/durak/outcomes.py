"""Who is the fool, who went out when, and what that is worth."""

from __future__ import annotations

from games.game import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.durak.state import DurakState


def outcome_of(state: DurakState) -> Outcome:
    """The outcome of a deal that is over; a loss is one point down, epaulettes may add to it."""
    losers = losers_of(state)
    honours = [0] * len(state.hands)
    if state.straps:
        honours[state.fool if not state.rules.teams else state.defender] = state.straps
    weight = state.rules.epaulettes_weight
    points = [-int(seat in losers) - weight * honour for seat, honour in enumerate(honours)]
    places = _side_places(state, losers) if state.rules.teams else _single_places(state)
    return Outcome(places, state.end, honours, points, losers, _next_dealer(state, losers))


def losers_of(state: DurakState) -> list[int]:
    """The seats of the losing side; none in a draw."""
    return [seat for seat, side in enumerate(state.rules.sides) if side == state.fool]


def finish_order(state: DurakState) -> list[int]:
    """Those who went out, first to last, without the fool."""
    return [seat for seat in state.finished if seat != state.fool or state.rules.teams]


def result_of(state: DurakState) -> dict[str, Any]:
    """The end of the deal in the words of the scenarios."""
    epaulettes: bool | int = bool(state.straps)
    if state.rules.epaulettes == "one_strap_per_six":
        epaulettes = state.straps
    if state.fool < 0:
        return {"outcome": "draw", "finish_order": finish_order(state)}
    if state.rules.teams:
        return {
            "outcome": "team_loss",
            "losing_team": state.fool,
            "losers": losers_of(state),
            "holders": [seat for seat, hand in enumerate(state.hands) if hand],
            "epaulettes": epaulettes,
        }
    return {
        "outcome": "fool",
        "fool": state.fool,
        "finish_order": finish_order(state),
        "epaulettes": epaulettes,
    }


def _single_places(state: DurakState) -> list[int]:
    """
    Places by order of going out, the fool last.

    In a draw those still holding cards share the last place; if nobody does, the last defender
    shares the place of the one who went out before him, for neither is the fool.
    """
    seats = len(state.hands)
    order = finish_order(state)
    places = [0] * seats
    for place, seat in enumerate(order, start=1):
        places[seat] = place
    if state.fool < 0 and len(order) == seats:
        places[order[-1]] = places[order[-2]]
    return [place or len(order) + 1 for place in places]


def _side_places(state: DurakState, losers: Sequence[int]) -> list[int]:
    behind = 1 + len(state.hands) - len(losers)
    return [behind if seat in losers else 1 for seat in range(len(state.hands))]


def _next_dealer(state: DurakState, losers: Sequence[int]) -> int | None:
    """
    The fool deals [source 000, 003]; of a losing team the last defender if he holds cards.

    Else the first loser with cards clockwise from the old dealer's left; after a draw the lot.
    """
    if not losers:
        return None
    seats = len(state.hands)
    clockwise = [(state.dealer + step) % seats for step in range(1, seats + 1)]
    holders = [seat for seat in clockwise if seat in losers and state.hands[seat]]
    if not holders:
        return state.defender
    return state.defender if state.defender in holders else holders[0]
