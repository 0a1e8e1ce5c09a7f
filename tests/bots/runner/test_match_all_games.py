"""Every game, every number of seats, every series from one loop, whatever the bots do."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from bots import matches
from bots.reference import make
from bots.reports import FAULTS, DealReport, FinishedDeal, HouseProgram, MatchReport, MatchSpec
from bots.runner.match import play_match
from bots.runner.players import Failure, InProcessPlayer, Player, ScriptedPlayer
from games.catalogue import GAMES, find_game
from games.records import Record, verify_match
from games.series import Length

TABLES = [
    (game.key, seats, sides)
    for game in GAMES
    for sides, counts in game.SIDES.items()
    for seats in counts
]
SERIES: list[dict[str, Any]] = [
    {"kind": "deals", "count": 3},
    {"kind": "deals", "count": 2, "mirrored": True},
    {"kind": "deals", "count": 4, "seating": "each_deal"},
    {"kind": "deals", "count": 3, "dealing": "in_turn"},
    {"kind": "losses", "count": 2},
]


def spec_of(game: str, seats: int, sides: str, series: dict[str, Any], seed: int) -> MatchSpec:
    rng = Random(seed)
    own = [HouseProgram("lowest")] * seats
    secret = rng.randbytes(32).hex()
    return matches.spec_of(
        "m_all", find_game(game)(seats, sides), Length.from_json(series), secret, own
    )


def play(spec: MatchSpec, players: list[Player]) -> tuple[list[DealReport], MatchReport]:
    *deals, match = play_match(spec, players)
    assert isinstance(match, MatchReport)
    return [deal for deal in deals if isinstance(deal, DealReport)], match


def random_player() -> InProcessPlayer:
    return InProcessPlayer(lambda: make("random"))


@pytest.mark.parametrize(("game", "seats", "sides"), TABLES)
def test_every_table_plays_every_series(game: str, seats: int, sides: str) -> None:
    for seed, series in enumerate(SERIES[:2] if game == "drunkard" else SERIES):
        spec = spec_of(game, seats, sides, series, seed)
        deals, match = play(spec, [random_player() for _ in range(seats)])
        records = [Record.from_json(deal.record) for deal in deals]
        counted = verify_match(records, bytes.fromhex(spec.secret), whole=True)
        assert (match.scores, match.winner) == (counted.scores, counted.winner)
        assert match.decided
        assert not match.faults


class Unreliable(ScriptedPlayer):
    """Plays at random and fails now and then, in one of the ways there are."""

    def __init__(self, rng: Random) -> None:
        super().__init__(())
        self._rng = rng

    def start(self) -> Failure | None:
        return Failure("no_start", "by lot") if self._rng.random() < 0.03 else None

    def choose(self, ask: Any) -> Any:
        if self._rng.random() < 0.03:
            return Failure(self._rng.choice([kind for kind in FAULTS if kind != "no_start"]))
        if self._rng.random() < 0.03:
            self._answers = iter(["play AS", "declare S"][: self._rng.randrange(1, 3)])
        return super().choose(ask)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_bots_do_the_reports_add_up(seed: int) -> None:
    rng = Random(seed)
    game, seats, sides = rng.choice(TABLES)
    series = rng.choice(SERIES)
    spec = spec_of(game, seats, sides, series, seed)
    deals, match = play(spec, [Unreliable(rng) for _ in range(seats)])
    records = [Record.from_json(deal.record) for deal in deals]
    verify_match(records, bytes.fromhex(spec.secret))
    failed = [fault.seat for fault in match.faults]
    assert len(failed) == len(set(failed)), "who has failed is not asked again"
    assert [fault for deal in deals for fault in deal.faults] == list(match.faults)
    first = next((n for n, deal in enumerate(deals) if deal.faults), len(deals))
    assert [deal.rated for deal in deals] == [n <= first for n in range(len(deals))]
    rules = find_game(game)(seats=seats, sides=sides)
    out: set[int] = set()
    for deal in deals:
        out |= {rules.side_of(fault.seat) for fault in deal.faults}
        others = [deal.places[s] for s in range(seats) if rules.side_of(s) not in out]
        for seat in range(seats):
            if rules.side_of(seat) in out and others:
                assert deal.places[seat] > max(others), "a side that failed comes last"
    if rules.side_count == 2 and match.faults:
        assert len(deals) == first + 1, "two sides: what is left is not played"


@pytest.mark.parametrize("seed", range(10))
def test_an_interruption_anywhere_changes_nothing(seed: int) -> None:
    rng = Random(1000 + seed)
    game, seats, sides = rng.choice(TABLES)
    spec = spec_of(game, seats, sides, rng.choice(SERIES), seed)

    def lowest() -> list[Player]:
        return [InProcessPlayer(lambda: make("lowest")) for _ in range(seats)]

    deals, match = play(spec, lowest())
    cut = rng.randrange(len(deals) + 1)
    done = tuple(FinishedDeal(d.outcome, d.awarded, d.faults, d.again) for d in deals[:cut])
    rest, again = play(_resumed(spec, done), lowest())
    assert [deal.record for deal in rest] == [deal.record for deal in deals[cut:]]
    assert (again.scores, again.winner) == (match.scores, match.winner)


def _resumed(spec: MatchSpec, done: tuple[FinishedDeal, ...]) -> MatchSpec:
    data = {name: getattr(spec, name) for name in spec.__slots__}
    return MatchSpec(**{**data, "previous": done})


def test_the_unreliable_do_fail_in_many_ways() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(60):
        rng = Random(seed)
        spec = spec_of("podkidnoy", 4, "single", SERIES[0], seed)
        _, match = play(spec, [Unreliable(rng) for _ in range(4)])
        kinds.update(fault.kind for fault in match.faults)
    assert set(kinds) == set(FAULTS), kinds
