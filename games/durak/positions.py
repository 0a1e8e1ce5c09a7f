"""Positions of Durak made up for examples and tests, and their state told in the same words."""

from __future__ import annotations

from games.cards import NAMES, SUITS, card, cards, cards_of, mask_of, names_of
from games.durak.outcomes import result_of
from games.durak.rules import PHASES
from games.durak.state import DurakState
from games.errors import SetupError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from games.durak.podkidnoy import Podkidnoy


def position(game: Podkidnoy, setup: Mapping[str, Any]) -> DurakState:
    """
    The state of a setup: `deck_order` and `dealer`, or `hands`, `stock`, `trump` and `leader`.

    Cards that are not listed are out of play. `first_bout`, `finished` and `dealer` may be given.

    Raises:
        SetupError: If a card is named twice or the seats do not fit.
    """
    if "deck_order" in setup:
        deck = cards(setup["deck_order"])
        return game.deal(deck, dealer=setup.get("dealer", 0), leader=setup.get("leader"))
    hands = [mask_of(cards(names)) for names in setup["hands"]]
    stock = cards(setup.get("stock", ()))
    laid_aside = _unlisted(game, setup, hands, stock)
    leader = setup["leader"]
    dealer = setup.get("dealer", (leader - 1) % game.seats)
    turnup = stock[-1] if stock else None
    trump = SUITS.index(setup["trump"])
    state = game.STATE(game, game.rules, hands, stock, trump, turnup, dealer)
    state.discard = state.laid_aside = laid_aside
    state.finished = finished = tuple(setup.get("finished", ()))
    if not stock:
        out = [seat for seat, hand in enumerate(hands) if not hand and seat not in finished]
        state.finished = (*finished, *out)
    first_bout = setup.get("first_bout", False)
    state.discarded = not first_bout
    state.bout = 0 if first_bout else 1
    state.start_bout(leader)
    return state


def _unlisted(game: Podkidnoy, setup: Mapping[str, Any], hands: list[int], stock: list[int]) -> int:
    listed = [card(name) for names in setup["hands"] for name in names] + stock
    if len(hands) != game.seats:
        raise SetupError(f"{len(hands)} hands for {game.seats} seats")
    if len(set(listed)) != len(listed) or not set(listed) <= set(game.deck):
        raise SetupError("a card is named twice, or is not of this pack")
    if sum(hand > 0 for hand in hands) < 2:
        raise SetupError("at least two seats must hold cards")
    return mask_of(game.deck) & ~mask_of(listed)


def snapshot(state: DurakState) -> dict[str, Any]:
    """Everything about a state in the words of the scenarios."""
    over = state.to_act is None
    return {
        "to_act": state.to_act,
        "over": over,
        "legal": state.menu(),
        "hands": [names_of(hand) for hand in state.hands],
        "result": result_of(state) if over else None,
        "trump": SUITS[state.trump],
        "turnup": None if state.turnup is None else NAMES[state.turnup],
        "stock": [NAMES[one] for one in state.stock[len(state.stock) - state.stock_count :]],
        "stock_last": NAMES[state.stock[-1]] if state.stock_count else None,
        "stock_count": state.stock_count,
        "discard_count": (state.discard & ~state.laid_aside).bit_count(),
        "dealer": state.dealer,
        "leader": state.leader,
        "defender": state.defender,
        "leader_seat": state.leader_seat,
        "defender_seat": state.defender_seat,
        "cap": state.limit,
        "table": [
            [NAMES[attack], None if answer is None else NAMES[answer]]
            for attack, answer in state.pairs.items()
        ],
        "finished": list(state.finished),
        "passed": list(cards_of(state.passed)),
        "phase": PHASES[state.phase],
        "bout": state.bout,
        "last_bout": _last_bout(state),
    }


def _last_bout(state: DurakState) -> dict[str, Any] | None:
    """How the bout before ended, and the cards that were drawn after it."""
    if state.last_bout is None:
        return None
    taken, defender, draws = state.last_bout
    refill = []
    first = len(state.stock) - state.stock_count - sum(count for _, count in draws)
    for seat, count in draws:
        refill.append([seat, [NAMES[card] for card in state.stock[first : first + count]]])
        first += count
    return {"taken": taken, "defender": defender, "refill": refill}
