"""Playing one deal in the engine and in a naive program at once, and comparing all there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Protocol

import pytest

from games.cards import NAMES
from games.choices import Option
from games.errors import GameError
from games.game import Game, State
from games.scenarios import play, snapshot
from games.series import Length, Series
from games.shuffle import Stream


class Naive(Protocol):
    """What a naive program tells of a deal; cards and moves are texts."""

    @property
    def to_act(self) -> int | None: ...
    def menu(self) -> dict[str, Any]: ...
    def moves(self) -> list[str]: ...
    def play(self, move: str) -> None: ...
    def refusal(self, move: str) -> set[str]:
        """The codes with which a move that is not in `moves` may be refused; empty: any code."""

    def told(self) -> dict[str, Any]:
        """Fields of the snapshot."""

    def result(self) -> dict[str, Any]: ...
    def places(self) -> list[int]: ...
    def points(self) -> list[int]: ...
    def losers(self) -> list[int]: ...
    def next_dealer(self) -> int | None: ...
    def next_leader(self) -> int | None: ...


class Shuffle:
    """Shuffles as docs/shuffle.md has it, from a stream; `drawn` are the numbers it took."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.drawn: list[int] = []

    def __call__(self, cards: list[str]) -> list[str]:
        cards = list(cards)
        for last in range(len(cards) - 1, 0, -1):
            other = self.stream.below(last + 1)
            self.drawn.append(other)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


def play_both(
    state: State,
    other: Naive,
    rng: Random,
    wish: str = "",
    every_move: list[str] | None = None,
    told_as_json: bool = False,
) -> str:
    """
    Play random moves to the end in both; after each compare state, menu, result and outcome.

    wish: a verb to prefer. every_move: texts of which some that are not legal are tried now and
    then. told_as_json: whether moves go in as those of scenario files do.

    Returns:
        Why the deal ended.
    """
    compare(state, other)
    while other.to_act is not None:
        if every_move and rng.random() < 0.2:
            probe(state, other, rng.sample(every_move, min(6, len(every_move))))
        legal = other.moves()
        move = rng.choice([move for move in legal if wish and move.startswith(wish)] or legal)
        if told_as_json:
            play(state, as_json(move, other.to_act))
        else:
            state.play(move)
        other.play(move)
        compare(state, other)
    if every_move:
        probe(state, other, every_move[:3])
    return compare_ends(state, other)


def play_match(
    game: Game,
    secret: bytes,
    begin: Callable[[list[str], int, list[int], Shuffle], Naive],
    length: Length | None = None,
) -> tuple[list[int], Naive]:
    """
    Play a match deal by deal in both: who deals, who leads, the score.

    begin: starts the naive program from a deck, a dealer, the score before and later shuffles.
    length: the game's own if it is not given.

    Returns:
        The points added up by the naive program, and its last deal.
    """
    series = Series(game, length)
    rng = Random(secret)
    score = [0] * game.seats
    before: Naive | None = None
    while not series.decided:
        stream = Stream(secret, series.number)
        names = [NAMES[card] for card in stream.shuffled(game.deck)]
        dealer = None if before is None else before.next_dealer()
        dealer = stream.below(game.seats) if dealer is None else dealer
        begun = series.deal(secret)
        assert begun.dealer == dealer
        other = begin(names, dealer, score, Shuffle(stream))
        play_both(begun.state, other, rng)
        outcome = begun.state.outcome
        assert outcome is not None
        series.add(outcome)
        score = [had + won for had, won in zip(score, other.points(), strict=True)]
        assert list(series.scores) == score
        before = other
    best = [seat for seat in range(game.seats) if score[seat] == max(score)]
    assert series.winner == (best[0] if len(best) == 1 else None)
    assert before is not None
    return score, before


def compare(state: State, other: Naive) -> None:
    """All fields the naive program knows, the menu, and the legal moves one by one."""
    told, expected = plain(snapshot(state)), plain(other.told())
    differing = {n: (told[n], want) for n, want in expected.items() if told[n] != want}
    assert not differing, f"engine, naive program: {differing}"
    assert plain(told["legal"]) == plain(other.menu())
    assert state.to_act == other.to_act
    assert sorted(str(move) for move in state.legal_moves) == sorted(other.moves())
    assert (state.outcome is None) == (other.to_act is not None)


def plain(told: dict[str, Any]) -> dict[str, Any]:
    """The same with hands and menus in a fixed order."""
    ordered = {}
    for name, value in told.items():
        if name == "hands":
            value = [sorted(hand) for hand in value]
        elif name in ("play", "declare"):
            value = sorted(value)
        ordered[name] = value
    return ordered


def compare_ends(state: State, other: Naive) -> str:
    """The result of a deal that is over, its places and points, and who deals and leads next."""
    outcome = state.outcome
    assert outcome is not None
    assert snapshot(state)["result"] == other.result()
    assert list(outcome.places) == other.places()
    assert list(outcome.points) == other.points()
    assert list(outcome.losers) == other.losers()
    assert not any(outcome.honours)
    series = Series(state.game, Length("deals", 2))
    series.add(outcome)
    assert series.next_deal() == (other.next_dealer(), other.next_leader())
    return outcome.reason


def probe(state: State, other: Naive, moves: list[str]) -> None:
    """Moves that are not legal are refused with the right code, and change nothing."""
    before = state.copy()
    for move in moves:
        if move in other.moves():
            continue
        assert move not in state.legal_moves
        with pytest.raises(GameError) as caught:
            state.play(move)
        codes = other.refusal(move)
        assert not codes or caught.value.code in codes, move
        assert state == before
    if other.to_act is not None:
        out_of_turn = as_json(moves[0], (other.to_act + 1) % state.game.seats)
        with pytest.raises(GameError) as caught:
            play(state, out_of_turn)
        assert caught.value.code == "NOT_YOUR_TURN"
        assert state == before


def as_json(move: str, seat: int) -> dict[str, Any]:
    """A move as it stands in a scenario file."""
    verb, _, what = move.partition(" ")
    key = {"play": "card", "declare": "suit"}.get(verb)
    return {"seat": seat, "type": verb, **({key: what} if key else {})}


def each_choice(options: tuple[Option, ...], extremes: dict[str, list[Any]]) -> Iterator[Any]:
    """No choice at all, then each value of each option; *extremes* for those without a list."""
    yield {}
    for option in options:
        for value in option.choices or extremes[option.name]:
            yield {option.name: value}


def mixed_choices(
    options: tuple[Option, ...], extremes: dict[str, list[Any]], count: int, rng: Random
) -> Iterator[dict[str, Any]]:
    """So many sets of options, in each of which several are chosen at random."""
    for _ in range(count):
        some = rng.sample(options, rng.randrange(2, len(options) + 1))
        yield {
            option.name: rng.choice(list(option.choices) or extremes[option.name])
            for option in some
        }


def named(options: dict[str, Any]) -> str:
    return "-".join(str(value) for value in options.values()) or "usual"


def choices_of(game: Callable[..., Game], seed: int, mixed: int, **extremes: Any) -> list[Any]:
    """Every value of every option, and *mixed* sets of several."""
    options = game.OPTIONS  # type: ignore[attr-defined]
    return [
        *each_choice(options, extremes),
        *mixed_choices(options, extremes, mixed, Random(seed)),
    ]
