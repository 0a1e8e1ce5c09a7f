"""Positions of Drunkard made up for examples and tests, and their state told in the same words."""

from __future__ import annotations

from games.cards import NAMES, cards
from games.chance import AsItLies
from games.common import listed, name_or_none
from games.drunkard.state import DrunkardState
from games.errors import SetupError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from games.drunkard.game import Drunkard
    from games.game import Outcome


def position(game: Drunkard, setup: Mapping[str, Any]) -> DrunkardState:
    """
    The state of a setup: `deck_order` and `dealer`, or `stacks` (top card first) and `leader`.

    Cards that are not listed are out of play.

    Raises:
        SetupError: If a card is named twice or the seats do not fit.
    """
    if "deck_order" in setup:
        deck = cards(setup["deck_order"])
        dealer, leader = setup.get("dealer", 0), setup.get("leader")
        return game.deal(deck, dealer=dealer, leader=leader, chance=AsItLies())
    stacks = [cards(names) for names in setup["stacks"]]
    listed(game, stacks, "packs", len(stacks))
    leader = setup["leader"]
    return DrunkardState(game, stacks, (), setup.get("dealer", leader), leader)


def ended(game: Drunkard, previous: Mapping[str, Any]) -> Outcome:
    """
    The outcome of a deal of which little is told: its `dealer`, and who lost all his cards.

    `drunkards` are those who did (or `drunkard`, if one); without any the tricks had run out.
    `counts` may say how many cards each has in the end.

    Raises:
        SetupError: If the counts do not fit the table or its Drunkards.
    """
    drunkards = list(previous.get("drunkards", ()))
    if "drunkard" in previous:
        drunkards.append(previous["drunkard"])
    counts = previous.get("counts", [int(seat not in drunkards) for seat in range(game.seats)])
    if len(counts) != game.seats or not 0 < sum(counts) <= len(game.deck):
        raise SetupError(f"{counts} are no cards for {game.seats} seats")
    if any(not 0 <= seat < game.seats or counts[seat] for seat in drunkards):
        raise SetupError(f"{drunkards} are not seats that have lost all their cards")
    deck = iter(game.deck)
    stacks = [[next(deck) for _ in range(count)] for count in counts]
    dealer = previous["dealer"]
    state = DrunkardState(game, stacks, (), dealer, dealer)
    state.to_act = None
    state.out = (tuple(drunkards),) if drunkards else ()
    state.end = "stripped" if drunkards else "trick_limit"
    outcome = state.outcome
    assert outcome is not None
    return outcome


def snapshot(state: DrunkardState) -> dict[str, Any]:
    """Everything about a state in the words of the scenarios."""
    last = None
    if state.last is not None:
        winner, played, disputes = state.last
        last = {
            "winner": winner,
            "played": [[seat, name_or_none(card)] for seat, card, _ in played],
            "disputes": disputes,
        }
    stacks = [[NAMES[card] for card in stack] for stack in state.stacks]
    return {
        "to_act": state.to_act,
        "over": state.to_act is None,
        "legal": state.menu(),
        "hands": stacks,
        "stacks": stacks,
        "stack_counts": [len(stack) for stack in stacks],
        "tops": [stack[0] if stack else None for stack in stacks],
        "set_aside": [NAMES[card] for card in state.aside],
        "trick": [[seat, NAMES[card]] for seat, card, _ in state.trick],
        "tricks": state.tricks,
        "dealer": state.dealer,
        "leader": state.leader,
        "last": last,
        "result": state.result(),
    }
