"""Whatever is played, and whatever is tried, at every table: what must hold holds."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import NAMES
from games.catalogue import GAMES, find_game
from games.chance import Recorded
from games.errors import GameError, IllegalMove, InvalidMove
from games.game import Game, Outcome, State
from games.moves import VERBS, Move
from games.records import Record, record_of, replay, verify
from games.scenarios import snapshot
from tests.games.helpers import dealt
from tests.games.hostile import TEXTS, VALUES, tries
from tests.games.test_conformance import piles

TABLES = [
    kind(seats=seats, sides=sides)
    for kind in GAMES
    for sides, counts in kind.SIDES.items()
    for seats in counts
]
at_every_table = pytest.mark.parametrize(
    "game", TABLES, ids=lambda game: f"{game.key}-{game.seats}-{game.sides}"
)
SECRETS = st.binary(min_size=32, max_size=32)
# Which of the legal moves is played, over and over in this order.
CHOICES = st.lists(st.integers(0, 200), min_size=1, max_size=40)
# No deal of the default rules has come near this; the longest are those of Drunkard.
MOST_MOVES = 60_000


def play_on(state: State, choices: list[int], most: int = MOST_MOVES) -> State:
    """The legal moves that *choices* pick, to the end or for *most* moves."""
    for time in range(most):
        codes = state.legal_codes()
        if not codes:
            return state
        state.play(codes[choices[time % len(choices)] % len(codes)])
    return state


def assert_all_cards_are_there(state: State) -> None:
    told, pack = snapshot(state), sorted(NAMES[card] for card in state.game.deck)
    lying = [card for pile in piles(told, state.view(None).to_json()) for card in pile if card]
    assert sorted(lying) == pack


@at_every_table
@tries(8)
@given(secret=SECRETS, choices=CHOICES)
def test_any_moves_keep_the_cards_together_end_and_replay(
    game: Game, secret: bytes, choices: list[int]
) -> None:
    state = dealt(game, 0, secret)
    for _ in range(40):
        assert_all_cards_are_there(state)
        play_on(state, choices, most=1)
        choices = choices[1:] + choices[:1]
    play_on(state, choices)
    assert state.to_act is None
    assert_all_cards_are_there(state)
    record = record_of(state, secret=secret, published=True, dealer_by_lot=True)
    again = Record.from_json(json.loads(json.dumps(record.to_json())))
    verify(again)
    assert replay(again) == state
    assert snapshot(replay(again)) == snapshot(state)


# What is tried that is not legal

CARDS = st.sampled_from(NAMES)
WELL_FORMED = st.one_of(
    st.builds(
        lambda verb, cards: " ".join([verb, *sorted(cards)]),
        st.sampled_from(["attack", "throw", "transfer"]),
        st.sets(CARDS, min_size=1, max_size=5),
    ),
    st.builds("beat {} {}".format, CARDS, CARDS),
    st.builds("{} {}".format, st.sampled_from(["play", "transfer_show"]), CARDS),
    st.sampled_from(["take", "pass", "draw", "lay", "swap", *(f"declare {s}" for s in "SCDH")]),
)
NUMBERS = st.one_of(
    st.integers(),
    st.integers(-20, 1 << 12),
    st.builds(
        lambda payload, verb: payload << 4 | verb, st.integers(0, 1 << 60), st.integers(0, 15)
    ),
    st.sampled_from([2**63, 2**64, -(2**70), 10**300, -1, -16, True, False]),
)
ANYTHING = st.one_of(
    WELL_FORMED,
    WELL_FORMED.map(Move.parse),
    WELL_FORMED.map(lambda text: Move.parse(text).to_json()),
    NUMBERS,
    NUMBERS.map(Move),
    TEXTS,
    VALUES,
    st.builds(lambda verb, value: {verb: value}, st.sampled_from(VERBS), VALUES),
)


def near(state: State, data: st.DataObject) -> object:
    """A legal move with one thing changed: its verb, a card, a card more or less, its number."""
    codes = state.legal_codes()
    if not codes:
        return "pass"
    move = Move(codes[data.draw(st.integers(0, len(codes) - 1))])
    words = str(move).split()
    at = data.draw(st.integers(0, len(words) - 1))
    how = data.draw(st.sampled_from(["other", "without", "twice", "more", "number", "reversed"]))
    if how == "number":
        return int(move) ^ 1 << data.draw(st.integers(0, 70))
    if how == "reversed":
        words = [words[0], *words[:0:-1]]
    elif how == "without":
        del words[at]
    elif how == "twice":
        words.insert(at, words[at])
    elif how == "more":
        words.append(data.draw(CARDS))
    else:
        words[at] = data.draw(CARDS if at else st.sampled_from(VERBS))
    return " ".join(words)


def is_legal(state: State, tried: Any) -> bool:
    return tried in (state.legal_codes() if isinstance(tried, int) else state.legal_moves)


def assert_refused(state: State, tried: Any, before: State) -> None:
    with pytest.raises((InvalidMove, IllegalMove)) as caught:
        state.play(tried)
    error: GameError = caught.value
    assert error.code.replace("_", "").isalpha()
    assert error.code.isupper()
    assert len(str(error)) < 1_000
    if isinstance(error, IllegalMove):
        assert error.position == before
    assert state == before


@at_every_table
@tries(20)
@given(secret=SECRETS, choices=CHOICES, data=st.data())
def test_anything_else_is_refused_with_a_code_and_changes_nothing(
    game: Game, secret: bytes, choices: list[int], data: st.DataObject
) -> None:
    state = play_on(dealt(game, 0, secret), choices, most=len(choices))
    before, told = state.copy(), snapshot(state)
    for tried in [near(state, data), near(state, data), *data.draw(st.lists(ANYTHING, max_size=6))]:
        if is_legal(state, tried):
            after = state.copy()
            after.play(tried)
            assert len(after.moves) == len(state.moves) + 1
        else:
            assert_refused(state, tried, before)
    assert snapshot(state) == told


@at_every_table
def test_nothing_can_be_played_when_the_deal_is_over(game: Game) -> None:
    state = play_on(dealt(game), [0])
    before = state.copy()
    for verb in VERBS:
        for tried in (verb, f"{verb} 7S", f"{verb} 7S 8S", f"{verb} S", {verb: True}):
            assert_refused(state, tried, before)
    nothing: Any
    for nothing in (None, 0, -1, 10**300, {}, []):
        assert_refused(state, nothing, before)


@at_every_table
def test_moves_of_all_other_games_are_refused(game: Game) -> None:
    state = dealt(game)
    before = state.copy()
    own = {move.verb for choice in range(4) for move in seen(game, choice)}
    for other in TABLES:
        if other.key != game.key:
            for move in seen(other, 1):
                if move.verb not in own:
                    assert_refused(state, move, before)


def seen(game: Game, choice: int) -> set[Move]:
    """The moves of a deal."""
    return {move for _, move in play_on(dealt(game), [choice], most=60).moves}


# Chance during a deal

SHUFFLED_IN_PLAY = [
    find_game("british")(seats=5),
    find_game("drunkard")(seats=3, collect_order="shuffled"),
]


@pytest.mark.parametrize("game", SHUFFLED_IN_PLAY, ids=lambda game: game.key)
@tries(8)
@given(secret=SECRETS, choices=CHOICES, steps=st.lists(st.integers(1, 30), min_size=2, max_size=8))
def test_copies_draw_the_same_lots_apart_from_each_other(
    game: Game, secret: bytes, choices: list[int], steps: list[int]
) -> None:
    """However the moves of a deal and of its copies take turns, each has the chance of its own."""
    alone = play_on(dealt(game, 0, secret), choices)
    twins = [dealt(game, 0, secret)]
    twins += [twins[0].copy(), twins[0].copy().copy()]
    played = 0
    while twins[0].to_act is not None:
        step = steps[played % len(steps)]
        for twin in twins:
            for time in range(played, played + step):
                play_on(twin, [choices[time % len(choices)]], most=1)
        played += step
        assert twins[0] == twins[1] == twins[2]
        twins[2] = twins[1].copy()
    assert twins == [alone, alone, alone]
    assert [twin.lots for twin in twins] == [alone.lots] * 3


@pytest.mark.parametrize("game", SHUFFLED_IN_PLAY, ids=lambda game: game.key)
def test_copies_of_a_replay_and_of_a_made_up_deal_draw_apart_too(game: Game) -> None:
    """The chance of a record and of a made-up deal is copied like that of the secret."""
    over = play_on(dealt(game), [1, 0, 2, 5])
    assert over.lots
    opened = game.deal(
        over.deck, dealer=over.dealer, leader=over.first_leader, chance=Recorded(over.lots)
    )
    made_up = game.determinize(dealt(game).view(0), Random(6))
    for state in (opened, made_up):
        twin = state.copy()
        for other in (twin, state):
            play_on(other, [1, 0, 2, 5])
        assert twin == state
        assert twin.lots == state.lots
    assert opened.lots == over.lots


def test_outcomes_and_legal_moves_are_shown_so_that_people_can_read_them() -> None:
    for game in TABLES:
        state = dealt(game)
        assert str(state.legal_moves[0]) in repr(state.legal_moves)
        assert f"<{len(state.legal_moves)} legal" in repr(state.legal_moves)
        outcome = play_on(state, [3, 1]).outcome
        assert eval(repr(outcome), {"Outcome": Outcome}) == outcome
        assert len({outcome, eval(repr(outcome), {"Outcome": Outcome})}) == 1
