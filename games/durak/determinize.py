"""From what one seat knows to a whole deal: the unseen cards are put in random places."""

from __future__ import annotations

from games.cards import BITS, mask_of
from games.durak.rules import MOST_ATTACK_CARDS, OVER, PHASES
from games.durak.state import DurakState
from games.errors import SetupError
from games.reading import check_hand, unseen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.durak.podkidnoy import Podkidnoy
    from games.durak.view import DurakView
    from games.game import Shuffler


def determinize(game: Podkidnoy, view: DurakView, rng: Shuffler) -> DurakState:
    """
    A state whose view from the same seat equals *view*, and that goes on by the same public course.

    Raises:
        SetupError: If the cards of the view do not add up to the game's pack, or it contradicts
            itself.
    """
    _check_turn(view)
    hands, stock = _placed(game, view, rng)
    state = game.STATE(game, game.rules, hands, stock, view.trump, view.turnup, view.dealer)
    state.taken = list(view.known)
    state.discard = view.discard
    state.discarded = view.discarded
    state.bout = view.bout
    state.emptied = view.emptied
    state.finished = view.finished
    state.leader = view.leader
    state.leader_seat = view.leader_seat
    state.defender = view.defender
    state.defender_seat = view.defender_seat
    state.moved = _moved(view)
    state.positions = _positions(view, hands, state.moved)
    state.repetition = view.repetition
    state.lay_table(view.table, view.led)
    state.limit = view.limit
    state.room = view.room
    state.seat_others()
    state.passed = mask_of(view.passed)
    state.taking = view.taking
    state.phase = view.phase
    state.to_act = view.to_act
    return state


def _check_turn(view: DurakView) -> None:
    """Whether the phase, the seats and the room for further cards fit together."""
    acts = (view.leader, view.defender, view.to_act, None)[view.phase]
    if view.to_act != acts or (view.to_act is None) != (view.phase == OVER):
        raise SetupError(f"seat {view.to_act} is not to act in the phase {PHASES[view.phase]}")
    if not view.room + len(view.table) == view.limit <= MOST_ATTACK_CARDS:
        raise SetupError(f"{view.room} more cards do not fit the table and a limit of {view.limit}")


def _placed(game: Podkidnoy, view: DurakView, rng: Shuffler) -> tuple[list[int], list[int]]:
    """The hands and the stock: known cards where they are, the others dealt out at random."""
    check_hand(view)
    hands = list(view.known)
    if view.seat is not None:
        if hands[view.seat] & ~view.hand:
            raise SetupError("the seat does not hold the cards it is known to hold")
        hands[view.seat] = view.hand
    bottom = [] if view.turnup is None or not view.stock else [view.turnup]
    table = [card for pair in view.table for card in pair if card is not None]
    left = unseen(game, [view.discard, *hands], table + bottom)
    rng.shuffle(left)
    for seat, count in enumerate(view.counts):
        missing = count - hands[seat].bit_count()
        if missing < 0 or missing > len(left):
            raise SetupError(f"seat {seat} cannot hold {count} cards in this view")
        for _ in range(missing):
            hands[seat] |= BITS[left.pop()]
    if len(left) + len(bottom) != view.stock:
        raise SetupError(f"the view leaves {len(left)} unseen cards for a stock of {view.stock}")
    return hands, left + bottom


def _moved(view: DurakView) -> int:
    """The cards that have lain on the table since the earlier starts of bouts."""
    moved = 0
    for _, held, _ in view.earlier:
        for cards in held:
            moved |= cards
    return moved


def _positions(view: DurakView, hands: list[int], moved: int) -> dict[tuple[int, ...], int]:
    """The earlier starts of bouts: cards that never moved were where they are now."""
    positions = {
        (
            leader,
            *(now & ~moved | then for now, then in zip(hands, held, strict=True)),
        ): times
        for leader, held, times in view.earlier
    }
    if len(positions) != len(view.earlier):
        raise SetupError("the view tells the same start of a bout twice")
    return positions
