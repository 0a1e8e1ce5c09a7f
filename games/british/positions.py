"""Positions of British Durak made up for examples and tests, and their state told."""

from __future__ import annotations

from games.british.rules import PHASES
from games.british.state import BritishState
from games.cards import NAMES, SUITS, cards, mask_of, names_of
from games.common import listed, name_or_none
from games.errors import SetupError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from games.british.game import British
    from games.game import Outcome


def position(game: British, setup: Mapping[str, Any]) -> BritishState:
    """
    The state of a setup: `deck_order` and `dealer`, or `hands`, `stock`, `pile` and `turn`.

    `declared`, `ace_open`, `dealer` and `reshuffle_order` may be given; otherwise a pile that
    becomes the stock keeps its order. Cards that are not listed are out of play.

    Raises:
        SetupError: If a card is named twice or the seats do not fit.
    """
    if "deck_order" in setup:
        deck = cards(setup["deck_order"])
        state = game.deal(deck, dealer=setup.get("dealer", 0), leader=setup.get("leader"))
    else:
        hands = [cards(names) for names in setup["hands"]]
        stock, pile = cards(setup.get("stock", ())), cards(setup.get("pile", ()))
        listed(game, [*hands, stock, pile], "hands", len(hands))
        turn = setup["turn"]
        dealer = setup.get("dealer", (turn - 1) % game.seats)
        held = [mask_of(hand) for hand in hands]
        state = BritishState(game, held, stock, pile, dealer, turn)
        state.ace_open = bool(setup.get("ace_open", False))
        if setup.get("declared") is not None:
            state.declared = SUITS.index(setup["declared"])
    if "reshuffle_order" in setup:
        state.orders = (tuple(cards(setup["reshuffle_order"])),)
    return state


def ended(game: British, previous: Mapping[str, Any]) -> Outcome:
    """
    The outcome of a deal of which little is told: its `dealer`, and its `winner`, null in a draw.

    Everybody else is taken to have one card left, all of the same value.

    Raises:
        SetupError: If there is no such seat.
    """
    winner, dealer = previous.get("winner"), previous["dealer"]
    for seat in (dealer, winner):
        if seat is not None and not 0 <= seat < game.seats:
            raise SetupError(f"there is no seat {seat} at a table of {game.seats}")
    tens = iter(cards(("TS", "JS", "QS", "KS", "TC")))
    hands = [0 if seat == winner else mask_of([next(tens)]) for seat in range(game.seats)]
    state = BritishState(game, hands, (), (), dealer, game.leader_after(dealer))
    state.to_act = None
    state.end = "blocked" if winner is None else "out"
    outcome = state.outcome
    assert outcome is not None
    return outcome


def snapshot(state: BritishState) -> dict[str, Any]:
    """Everything about a state in the words of the scenarios."""
    penalty = None
    if state.last_penalty is not None:
        seat, drew = state.last_penalty
        penalty = {"seat": seat, "drew": [NAMES[card] for card in drew]}
    return {
        "to_act": state.to_act,
        "over": state.to_act is None,
        "legal": state.menu(),
        "hands": [names_of(hand) for hand in state.hands],
        "hand_counts": [hand.bit_count() for hand in state.hands],
        "result": state.result(),
        "top": name_or_none(state.top),
        "phase": PHASES[state.phase],
        "declared": None if state.declared is None else SUITS[state.declared],
        "required_suit": None if state.required is None else SUITS[state.required],
        "ace_open": state.ace_open,
        "drawn": name_or_none(state.drawn),
        "pending": state.pending,
        "stock": [NAMES[card] for card in state.stock],
        "stock_count": len(state.stock),
        "pile": [NAMES[card] for card in state.pile],
        "pile_count": len(state.pile),
        "last_penalty": penalty,
        "dealer": state.dealer,
    }
