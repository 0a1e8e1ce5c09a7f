"""Of what the runner tells of a match nothing is believed that our own count does not give."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bots.protocol import Ask
from bots.reading import BadReport
from bots.reports import FAULTS, DealReport, Fault, MatchReport, Note
from bots.runner.match import play_match
from bots.runner.players import Choice, Failure, Player, ScriptedPlayer
from bots.runner.table import StarvedError
from games.shuffle import commitment
from league.models import Attempt, Bot, Match
from league.services import attempts
from tests.factories import LadderFactory, RulesetFactory, bot_match, house_bot

pytestmark = [pytest.mark.django_db, pytest.mark.database]

CRASH = Failure("crashed", "by design")
SECRET = bytes(31) + bytes([12])
"""Whoever plays the first move there is wins the first deal in seat 0."""


class Unsteady(ScriptedPlayer):
    """Plays the first move there is, and fails now and then; the runner is held up as well."""

    def __init__(self, rng: Random) -> None:
        super().__init__([])
        self._rng = rng

    def start(self) -> Failure | None:
        return self._failure("no_start") if self._rng.random() < 0.05 else None

    def choose(self, ask: Ask) -> Choice | Failure:
        if self._rng.random() < 0.02:
            return self._failure(self._rng.choice([k for k in FAULTS if k != "no_start"]))
        return super().choose(ask)

    def _failure(self, kind: str) -> Failure:
        return Failure(kind, "by lot", starved=self._rng.random() < 0.05)


def a_match(
    game: str = "podkidnoy",
    seats: int = 2,
    sides: str = "single",
    secret: bytes = SECRET,
    **length: Any,
) -> Match:
    ruleset = RulesetFactory.create(
        game=game, seats=seats, sides=sides, length={"kind": "deals", "count": 3, **length}
    )
    house = [house_bot(f"Бот {Bot.objects.count()}") for _ in range(seats)]
    match = bot_match(*house, ladder=LadderFactory.create(ruleset=ruleset))
    match.secret, match.commitment = secret.hex(), commitment(secret)
    match.save(update_fields=["secret", "commitment"])
    return match


def claimed(match: Match) -> Attempt:
    attempt = attempts.claim(match_id=match.pk, worker="test")
    assert attempt is not None
    return attempt


def told(attempt: Attempt, players: Sequence[Player]) -> Iterator[DealReport | MatchReport]:
    """What a runner tells, as it comes over the line."""
    for report in play_match(attempts.spec(attempt), players):
        yield type(report).from_json(report.to_json())  # type: ignore[misc]


def take(attempt: Attempt, report: DealReport | MatchReport) -> None:
    if isinstance(report, MatchReport):
        attempts.finish(attempt, report)
    else:
        attempts.store_deal(attempt, report)


TABLES = [
    {"seats": 2},
    {"seats": 2, "mirrored": True},
    {"seats": 2, "kind": "points", "count": 2},
    {"seats": 3},
    {"seats": 3, "mirrored": True},
    {"seats": 4, "sides": "pairs", "seating": "each_deal"},
    {"seats": 4, "game": "passing", "seating": "each_round"},
]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_an_honest_runner_tells_is_believed_whoever_fails(table: dict[str, Any]) -> None:
    rng = Random(str(table))
    results = []
    for _ in range(6):
        match = a_match(**table, secret=rng.randbytes(32))
        while match.status != Match.Status.FINISHED:
            attempt = claimed(match)
            with suppress(StarvedError):
                for report in told(attempt, [Unsteady(rng) for _ in range(table["seats"])]):
                    take(attempt, report)
                    if rng.random() < 0.2:
                        break
            attempts.interrupt(attempt, detail="left in the middle")
            match.refresh_from_db()
        results.append(match.results.get())
    assert any(result.faults for result in results)


def first_deal(match: Match, first: Player | None = None) -> tuple[Attempt, DealReport]:
    attempt = claimed(match)
    report = next(told(attempt, [first or ScriptedPlayer([]), ScriptedPlayer([])]))
    assert isinstance(report, DealReport)
    return attempt, report


def awarding(report: DealReport, award: dict[str, Any] | None) -> DealReport:
    """The same deal awarded otherwise, in the record too, so that the report agrees with itself."""
    counts = award or report.outcome
    return replace(
        report,
        record={**report.record, "awarded": award},
        awarded=award,
        places=tuple(counts["places"]),
        points=tuple(counts["points"]),
    )


def last(seat: int) -> dict[str, Any]:
    return {"places": [1 + (seat == 0), 1 + (seat == 1)], "points": [-(seat == 0), -(seat == 1)]}


FAULTLESS_LIES: dict[str, Callable[[DealReport], DealReport]] = {
    "the winner is awarded the last place": lambda deal: awarding(deal, last(0)),
    "the winner is said to have failed": lambda deal: replace(
        awarding(deal, last(0)), faults=(Fault(0, 0, "timeout"),)
    ),
    "the winner is said not to have started": lambda deal: replace(
        awarding(deal, last(0)), faults=(Fault(0, 0, "no_start"),)
    ),
    "the loser is said to have failed": lambda deal: replace(
        deal, faults=(Fault(1, 0, "crashed"),)
    ),
    "it is not to be rated": lambda deal: replace(deal, rated=False),
    "somebody failed in another deal": lambda deal: replace(deal, faults=(Fault(1, 1, "crashed"),)),
    "nobody failed, in no known way": lambda deal: replace(deal, faults=(Fault(2, 0, "tired"),)),
    "a note stands beside no move": lambda deal: replace(deal, notes=(Note(10_000, "hm"),)),
}


@pytest.mark.parametrize("lie", FAULTLESS_LIES)
def test_a_lie_about_a_deal_without_faults_is_refused(lie: str) -> None:
    match = a_match()
    attempt, report = first_deal(match)
    with pytest.raises(BadReport):
        attempts.store_deal(attempt, FAULTLESS_LIES[lie](report))
    assert not match.deals.exists()
    attempts.store_deal(attempt, report)


FAULTY_LIES: dict[str, Callable[[DealReport], DealReport]] = {
    "nobody failed": lambda deal: replace(awarding(deal, None), faults=()),
    "it counts as the rules say": lambda deal: awarding(deal, None),
    "the other one failed": lambda deal: replace(awarding(deal, last(1)), faults=(FAULT_OF_1,)),
    "both failed, the other one first": lambda deal: replace(
        awarding(deal, last(1)), faults=(FAULT_OF_1, *deal.faults)
    ),
    "it failed twice": lambda deal: replace(deal, faults=deal.faults * 2),
}
FAULT_OF_1 = Fault(1, 0, "crashed", "not by design")


def the_winner_crashes() -> tuple[Attempt, DealReport]:
    """A deal that bot 0 wins by the rules, though it fails near the end of it."""
    attempt, report = first_deal(a_match(), ScriptedPlayer([None] * 22 + [CRASH]))
    assert (report.outcome["places"], report.places) == ([1, 2], (2, 1))
    return attempt, report


@pytest.mark.parametrize("lie", FAULTY_LIES)
def test_a_lie_about_who_failed_is_refused(lie: str) -> None:
    attempt, report = the_winner_crashes()
    match = attempt.match
    with pytest.raises(BadReport):
        attempts.store_deal(attempt, FAULTY_LIES[lie](report))
    assert not match.deals.exists()
    attempts.store_deal(attempt, report)


def test_nothing_more_is_played_after_one_of_two_has_failed() -> None:
    match = a_match()
    attempt, report = first_deal(match, ScriptedPlayer([CRASH]))
    straight = list(told(attempt, [ScriptedPlayer([]), ScriptedPlayer([])]))
    attempts.store_deal(attempt, report)
    assert isinstance(straight[1], DealReport)
    with pytest.raises(BadReport, match="after the end"):
        attempts.store_deal(attempt, straight[1])


@pytest.mark.parametrize("length", [{"count": 2}, {"kind": "points", "count": 1}], ids=str)
def test_nothing_more_is_played_once_the_match_is_decided(length: dict[str, Any]) -> None:
    attempt = claimed(a_match(**length))
    *deals, _end = told(attempt, [ScriptedPlayer([]), ScriptedPlayer([])])
    for deal in deals:
        take(attempt, deal)
    owed = attempts.spec(attempt).series
    longer = replace(attempts.spec(attempt), series={**owed, "count": 5})
    more = next(iter(play_match(longer, [ScriptedPlayer([]), ScriptedPlayer([])])))
    assert isinstance(more, DealReport)
    more.record["series"] = owed
    with pytest.raises(BadReport, match="after the end"):
        attempts.store_deal(attempt, more)


def test_a_bot_that_failed_does_not_play_on_in_the_next_deal() -> None:
    match = a_match(seats=3)
    steady = [ScriptedPlayer([]) for _ in range(3)]
    attempt = claimed(match)
    with_fault = next(told(attempt, [ScriptedPlayer([CRASH]), *steady[1:]]))
    assert isinstance(with_fault, DealReport)
    attempts.store_deal(attempt, with_fault)
    second = next(told(attempt, steady))
    assert isinstance(second, DealReport)
    assert not second.rated
    attempts.store_deal(attempt, second)
    match.deals.filter(number=1).delete()
    match.deals.update(faults=[])
    as_if_whole = next(told(attempt, steady))
    assert isinstance(as_if_whole, DealReport)
    match.deals.update(faults=[fault.to_json() for fault in with_fault.faults])
    with pytest.raises(BadReport, match="of a bot that had failed"):
        attempts.store_deal(attempt, as_if_whole)


def test_the_runner_is_held_up_once_a_match_at_most() -> None:
    match = a_match()
    attempt = claimed(match)
    first, second, *_rest = told(attempt, [ScriptedPlayer([]), ScriptedPlayer([])])
    assert isinstance(first, DealReport)
    assert isinstance(second, DealReport)
    attempts.store_deal(attempt, replace(first, again=True))
    with pytest.raises(BadReport, match="begun twice"):
        attempts.store_deal(attempt, replace(second, again=True))


ENDS: dict[str, Callable[[MatchReport], MatchReport]] = {
    "other scores": lambda end: replace(end, scores=end.scores[::-1]),
    "another winner": lambda end: replace(end, winner=1 - (end.winner or 0)),
    "no winner": lambda end: replace(end, winner=None),
    "nothing decided": lambda end: replace(end, decided=not end.decided),
    "no faults": lambda end: replace(end, faults=()),
    "faults of the other": lambda end: replace(end, faults=(FAULT_OF_1,)),
    "more deals": lambda end: replace(end, deals=end.deals + 1),
    "another match": lambda end: replace(end, match="m_0123456789abcdef"),
    "no usage": lambda end: replace(end, usage=()),
    "a log too many": lambda end: replace(end, logs=(*end.logs, "")),
}


@pytest.mark.parametrize(
    ("lie", "answers"),
    [
        *(pytest.param(lie, [CRASH], id=f"{lie}, a fault") for lie in ENDS),
        *(pytest.param(lie, [], id=f"{lie}, no fault") for lie in ENDS if lie != "no faults"),
    ],
)
def test_a_lie_about_the_match_is_refused(lie: str, answers: list[Failure]) -> None:
    match = a_match(must_have_winner=True)
    attempt = claimed(match)
    *deals, end = told(attempt, [ScriptedPlayer(answers), ScriptedPlayer([])])
    for deal in deals:
        take(attempt, deal)
    assert isinstance(end, MatchReport)
    with pytest.raises(BadReport, match="otherwise than its deals say"):
        attempts.finish(attempt, ENDS[lie](end))
    assert not match.results.exists()
    attempts.finish(attempt, end)
    result = match.results.get()
    assert (result.scores, result.winner) == (list(end.scores), end.winner)


def test_a_match_is_not_over_before_its_last_deal() -> None:
    match = a_match()
    attempt = claimed(match)
    *deals, end = told(attempt, [ScriptedPlayer([]), ScriptedPlayer([])])
    for deal in deals[:-1]:
        take(attempt, deal)
    assert isinstance(end, MatchReport)
    with pytest.raises(BadReport, match="not over after the 2 deals"):
        attempts.finish(attempt, replace(end, deals=2))
