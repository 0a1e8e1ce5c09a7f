"""Endings played out: whatever every line through the rules engine says, the search says too."""

from collections.abc import Iterator
from random import Random

import pytest

from bots.reference.endgame import DRAW, LOSS, WIN, Endgame, OutOfNodesError
from games.cards import NAMES, mask_of
from games.catalogue import find_game
from games.durak.podkidnoy import Podkidnoy
from games.durak.positions import position
from games.durak.state import DurakState

Memo = dict[tuple[object, ...], int]

PLENTY = 1_000_000


def game_with(**options: object) -> Podkidnoy:
    game = find_game("podkidnoy")(seats=2, **options)
    assert isinstance(game, Podkidnoy)
    return game


def value_by_all_lines(state: DurakState, seat: int, memo: Memo) -> int:
    """What *seat* reaches if both play as well as can be, by playing every legal move."""
    if state.to_act is None:
        assert state.outcome is not None
        losers = state.outcome.losers
        return DRAW if not losers else LOSS if seat in losers else WIN
    key = (
        *(tuple(state.hands), state.table, state.open, state.to_act, state.phase),
        *(state.taking, state.stock_count, state.room),
    )
    if key not in memo:
        values = []
        best, choose = (WIN, max) if state.to_act == seat else (LOSS, min)
        for code in state.legal_codes():
            after = state.copy()
            after.play(code)
            values.append(value_by_all_lines(after, seat, memo))
            if values[-1] == best:
                break
        memo[key] = choose(values)
    return memo[key]


def endings(game: Podkidnoy, count: int, stock: int, seed: int) -> Iterator[DurakState]:
    """Small random endings, some in the middle of a bout; *stock* cards are left to draw."""
    random = Random(seed)
    while count:
        names = [NAMES[one] for one in game.deck]
        random.shuffle(names)
        hands = [[names.pop() for _ in range(random.randint(1, 4))] for _ in range(2)]
        left = [names.pop() for _ in range(stock)]
        trump = left[-1][1] if left else random.choice("SCDH")
        state = position(game, {"hands": hands, "stock": left, "trump": trump, "leader": 0})
        for _ in range(random.choice((0, 0, 1, 2, 3, 4))):
            if state.to_act is not None:
                state.play(random.choice(list(state.legal_codes())))
        if state.to_act is not None:
            count -= 1
            yield state


def endgame_of(state: DurakState) -> Endgame:
    stock = state.stock[len(state.stock) - state.stock_count :]
    live = state.hands[0] | state.hands[1] | state.table | mask_of(stock)
    return Endgame(live, state.trump, state.game.rules, stock)


@pytest.mark.parametrize("stock", [0, 1, 2])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"throw_after_take": False},
        {"multi_lead": False},
        {"throwers": "none"},
        {"follow_suit_before_trump": True},
        {"simultaneous_out": "defender_loses"},
        {"throw_after_take": False, "follow_suit_before_trump": True},
    ],
    ids=lambda options: " ".join(options) or "usual",
)
def test_value_and_move_are_those_of_all_lines(options: dict[str, object], stock: int) -> None:
    for state in endings(game_with(**options), 25, stock, seed=stock):
        seat = state.to_act
        assert seat is not None
        memo: Memo = {}
        expected = value_by_all_lines(state, seat, memo)
        found, move = endgame_of(state).best(state.view(seat), state.hands[1 - seat], PLENTY)
        assert found == expected, state.view(None)
        assert (move is None) == (expected == LOSS)
        if move is not None:
            state.play(move)
            assert value_by_all_lines(state, seat, memo) == expected


def test_what_was_found_out_serves_the_moves_that_follow() -> None:
    """One ending for a deal: after each move it agrees with one that begins anew."""
    random = Random(3)
    for state in endings(game_with(), 30, 0, seed=9):
        ending = endgame_of(state)
        while (seat := state.to_act) is not None:
            view, other = state.view(seat), state.hands[1 - seat]
            assert (
                ending.best(view, other, PLENTY)[0]
                == endgame_of(state).best(view, other, PLENTY)[0]
            )
            state.play(random.choice(list(state.legal_codes())))


def test_a_search_that_may_look_at_too_little_says_so_and_can_go_on() -> None:
    hands = [["6S", "8C", "9D", "TS", "QD", "KH"], ["7S", "9C", "TD", "JS", "KD", "AC"]]
    state = position(game_with(), {"hands": hands, "stock": [], "trump": "H", "leader": 0})
    ending, view = endgame_of(state), state.view(0)
    with pytest.raises(OutOfNodesError):
        ending.best(view, state.hands[1], 5)
    fresh = endgame_of(state).best(view, state.hands[1], PLENTY)
    assert ending.best(view, state.hands[1], PLENTY) == fresh
