"""Positions of Armenian Durak made up for examples and tests, and their state told."""

from __future__ import annotations

from games.armenian.state import ArmenianState
from games.cards import NAMES, card, cards, cards_of, mask_of, names_of
from games.common import listed, name_or_none
from games.errors import SetupError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from games.armenian.game import Armenian
    from games.game import Outcome


def position(game: Armenian, setup: Mapping[str, Any]) -> ArmenianState:
    """
    The state of a setup: `deck_order` and `dealer`, or `hands`, `open`, `down` and `leader`.

    `tricks`, `match` and `dealer` may be given. Cards that are not listed were played before.

    Raises:
        SetupError: If a card is named twice or the seats do not fit.
    """
    if "deck_order" in setup:
        deck = cards(setup["deck_order"])
        state = game.deal(deck, dealer=setup.get("dealer", 0), leader=setup.get("leader"))
    else:
        state = _made_up(game, setup)
    state.match = tuple(setup.get("match", state.match))
    return state


def _made_up(game: Armenian, setup: Mapping[str, Any]) -> ArmenianState:
    hands = [cards(names) for names in setup["hands"]]
    rows, down = _rows(game, setup["open"]), _rows(game, setup["down"])
    piles = [*hands, *([one for one in row if one is not None] for row in (*rows, *down))]
    known = listed(game, piles, "hands", len(hands))
    if any(len(row) != len(under) for row, under in zip(rows, down, strict=True)):
        raise SetupError("an open row and the covered one must have the same number of places")
    leader = setup["leader"]
    dealer = setup.get("dealer", (leader - 1) % game.seats)
    state = ArmenianState(game, [mask_of(hand) for hand in hands], rows, down, dealer, leader)
    state.tricks = list(setup.get("tricks", state.tricks))
    state.gone = list(cards_of(mask_of(game.deck) & ~mask_of(known)))
    return state


def _rows(game: Armenian, given: Sequence[Sequence[str | None]]) -> list[list[int | None]]:
    if len(given) != game.seats:
        raise SetupError(f"{len(given)} rows for {game.seats} seats")
    return [[None if name is None else card(name) for name in row] for row in given]


def ended(game: Armenian, previous: Mapping[str, Any]) -> Outcome:
    """
    The outcome of a deal of which little is told: its `dealer`, and the `tricks` of each seat.

    Instead of the tricks the `winner` (or `deal_winner`) will do, null in a draw, or the `loser`;
    the others have equally many then.

    Raises:
        SetupError: If there is no such seat, or not a number of tricks for each.
    """
    dealer, loser = previous["dealer"], previous.get("loser")
    winner = previous.get("winner", previous.get("deal_winner"))
    for seat in (dealer, winner, loser):
        if seat is not None and not 0 <= seat < game.seats:
            raise SetupError(f"there is no seat {seat} at a table of {game.seats}")
    if winner is None and loser is not None:
        winner = (loser + 1) % game.seats
    tricks = [2 * (seat == winner) - (seat == loser) + 1 for seat in range(game.seats)]
    tricks = list(previous.get("tricks", tricks))
    if len(tricks) != game.seats:
        raise SetupError(f"{tricks} are no tricks for {game.seats} seats")
    rows: list[list[int | None]] = [[] for _ in range(game.seats)]
    state = ArmenianState(game, [0] * game.seats, rows, rows, dealer, dealer)
    state.to_act = None
    state.tricks = tricks
    outcome = state.outcome
    assert outcome is not None
    return outcome


def snapshot(state: ArmenianState) -> dict[str, Any]:
    """Everything about a state in the words of the scenarios."""
    return {
        "to_act": state.to_act,
        "over": state.to_act is None,
        "legal": state.menu(),
        "hands": [names_of(hand) for hand in state.hands],
        "open": [[name_or_none(one) for one in row] for row in state.rows],
        "down": [[name_or_none(one) for one in row] for row in state.down],
        "trick": [[seat, NAMES[one]] for seat, one in state.trick],
        "tricks": list(state.tricks),
        "match": list(state.match),
        "dealer": state.dealer,
        "leader": state.leader,
        "result": state.result(),
    }
