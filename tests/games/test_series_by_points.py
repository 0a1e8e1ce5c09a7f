"""Matches whose deals are worth different points: Armenian Durak to 21, payments in British."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.catalogue import find_game
from games.errors import RecordError
from games.game import Outcome
from games.records import Record, record_of, verify, verify_match
from games.series import Length, Series
from tests.games.helpers import SECRET, play_out

ARMENIAN = find_game("armenian")()
BRITISH = find_game("british")(seats=3)


def gained(*points: int) -> Outcome:
    """A deal that gives these points; the most come first."""
    places = [1 + sum(other > own for other in points) for own in points]
    return Outcome(places, "tricks", [0] * len(points), points, (), 0)


def test_armenian_durak_goes_to_21_by_its_own_custom() -> None:
    match = Series(ARMENIAN)
    for own, other in ((10, 0), (0, 4), (8, 0), (2, 0)):
        assert not match.decided
        match.add(gained(own, other))
    assert (match.scores, match.decided) == ((20, 4), False)
    match.add(gained(2, 0))
    assert (match.scores, match.decided, match.winner) == ((22, 4), True, 0)


def test_british_durak_goes_round_once_or_to_a_target() -> None:
    assert Series(BRITISH).length == Length("deals", 3)
    to_target = find_game("british")(seats=3, match="target_points", target=125)
    match = Series(to_target)
    assert match.length == Length("points", 125)
    match.add(gained(130, -60, -70))
    assert (match.decided, match.winner) == (True, 0)


def test_a_match_level_at_the_goal_is_played_on() -> None:
    match = Series(ARMENIAN, Length("points", 5))
    match.add(gained(4, 0))
    match.add(gained(0, 4))
    match.add(gained(1, 1))
    assert (match.scores, match.decided) == ((5, 5), False)
    match.add(gained(0, 2))
    assert (match.decided, match.winner) == (True, 1)


def test_a_deal_shows_how_the_match_stands() -> None:
    match = Series(ARMENIAN)
    match.add(gained(6, 0))
    state = match.deal(SECRET).state
    assert state.view(0).to_json()["match"] == [6, 0]


def test_payments_of_british_durak_add_up_to_nothing() -> None:
    match = Series(BRITISH, Length("deals", 6))
    rng = Random(1)
    dealers = []
    while not match.decided:
        dealt = match.deal(SECRET)
        dealers.append(dealt.dealer)
        assert dealt.leader == (dealt.dealer + 1) % 3
        outcome = play_out(dealt.state, rng).outcome
        assert outcome is not None
        match.add(outcome)
        assert sum(match.scores) == 0
    assert [(dealer - dealers[0]) % 3 for dealer in dealers] == [0, 1, 2, 0, 1, 2]


def test_a_match_of_two_in_british_durak_counts_points_not_deals() -> None:
    match = Series(find_game("british")(), Length("deals", 2))
    match.add(gained(44, -44))
    match.add(gained(-10, 10))
    assert (match.scores, match.winner) == ((34, -34), 0)


@pytest.mark.parametrize(
    ("length", "earlier", "scores"),
    [
        (Length("points", 21), (), (0, 21)),
        (Length("points", 21), ((20, 0),), (20, 21)),
        (Length("deals", 4), ((10, 0),), (10, 11)),
        (Length("deals", 4), ((0, 8),), (0, 8)),
    ],
)
def test_a_forfeit_puts_the_other_ahead(
    length: Length, earlier: tuple[Any, ...], scores: tuple[int, int]
) -> None:
    match = Series(ARMENIAN, length)
    for points in earlier:
        match.add(gained(*points))
    match.forfeit(0)
    assert (match.scores, match.decided, match.winner) == (scores, True, 1)


@pytest.mark.parametrize(
    ("rule", "winner", "expected"),
    [
        ("alternate", 0, 1),
        ("alternate", 1, 1),
        ("winner", 0, 0),
        ("winner", 1, 1),
        ("loser", 0, 1),
        ("loser", 1, 0),
    ],
)
def test_who_deals_next_in_armenian_durak(rule: str, winner: int, expected: int) -> None:
    game = find_game("armenian")(next_dealer=rule)
    rng = Random(3)
    for _ in range(200):
        deck = game.deck
        rng.shuffle(deck)
        outcome = play_out(game.deal(deck, dealer=0), rng).outcome
        assert outcome is not None
        if outcome.places[winner] == 1 and outcome.losers:
            assert outcome.next_dealer == expected
            return
    pytest.fail("no deal was won by that seat")


@pytest.mark.parametrize(
    ("key", "options"),
    [("british", {}), ("drunkard", {"collect_order": "shuffled"}), ("armenian", {})],
)
def test_a_match_verifies_with_all_that_was_drawn_by_lot(key: str, options: dict[str, Any]) -> None:
    records = match_of(key, options)
    verify_match(records, SECRET)
    for record in records:
        hidden = Record.from_json({**record.to_json(), "secret": None})
        verify(hidden)


def match_of(key: str, options: dict[str, Any]) -> list[Record]:
    """The records of some deals of one match."""
    game = find_game(key)(seats=3, **options)
    length = Length("deals", 3)
    match = Series(game, length)
    records = []
    rng = Random(5)
    while not match.decided:
        dealt = match.deal(SECRET)
        state = play_out(dealt.state, rng)
        assert state.outcome is not None
        records.append(
            record_of(
                state,
                deal=dealt.number,
                series=length,
                secret=SECRET,
                published=True,
                dealer_by_lot=dealt.dealer_by_lot,
            )
        )
        match.add(state.outcome)
    return records


def test_lots_that_do_not_follow_from_the_secret_are_found() -> None:
    record = next(r for r in match_of("drunkard", {"collect_order": "shuffled"}) if r.lots)
    data = record.to_json()
    assert len(data["lots"]) > 10
    for change, message in (
        (data["lots"][:-1], "lots are recorded|lot"),
        ([99, *data["lots"][1:]], "lot 1 is 99"),
        ([*data["lots"], 0], "lot"),
    ):
        changed = Record.from_json({**data, "lots": change, "secret": None})
        with pytest.raises(RecordError, match=message):
            verify(changed)
    other = [1 - lot if lot < 2 else lot for lot in data["lots"]]
    with pytest.raises(RecordError, match="drawn by lot"):
        verify(Record.from_json({**data, "lots": other}), SECRET)


def test_the_lots_of_a_record_are_numbers() -> None:
    data = match_of("armenian", {})[0].to_json()
    assert "lots" not in data
    for wrong in ("12", [1, "2"], [True], None):
        with pytest.raises(RecordError, match="lots has the wrong form"):
            Record.from_json({**data, "lots": wrong})
