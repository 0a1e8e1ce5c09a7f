"""
Recounts: whatever the runner tells of a match is counted again before it is believed.

The runner reads what strangers' programs write. Should one of them ever take it over, it could
still let bots fail or play badly, but not have a deal, an award, a score or a winner stored that
does not follow from the moves.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bots.awards import awarded, failures, is_over, settle
from bots.reading import BadReport
from bots.reports import FAULTS, DealReport, Fault, MatchReport
from games.errors import GameError
from games.game import Outcome
from games.records import Record, game_of, verify
from games.seating import deal_after
from games.series import Match as Counted
from league.models import Match
from league.selectors.terms import game_played, length_of


@dataclass(frozen=True, slots=True)
class Recount:
    """What came of a match by its stored deals: scores by seat, who won, the faults, the tally."""

    scores: list[int]
    winner: int | None
    faults: list[dict[str, Any]]
    tally: list[dict[str, Any]]


def checked_deal(match: Match, report: DealReport) -> dict[str, Any]:
    """
    The record of a deal that *report* tells of, if it is the next one of *match* and all that is
    said of it follows from the moves and the faults.

    Raises:
        BadReport: If not.
    """
    played = match.deals.count()
    record = _replayed(match, report, played)
    before = [Fault(**fault) for faults in _stored_faults(match) for fault in faults]
    game = game_of(record)
    if is_over(game, failures(before)) or _is_decided(match, played):
        raise BadReport(f"deal {report.number} is reported after the end of the match")
    _check_faults(report, record, before)
    faults = [*before, *report.faults]
    # Faults go by who plays, records by where he sits.
    failed = {record.seated.index(seat): moment for seat, moment in failures(faults).items()}
    award = awarded(game, record.outcome, failed)
    if record.awarded != award:
        raise BadReport(f"deal {report.number} is awarded {record.awarded}, the faults say {award}")
    places, points = _counted(record)
    told = (
        report.leg, report.number, report.outcome, report.awarded, report.places, report.points,
        report.rated,
    )  # fmt: skip
    owed = (
        record.leg, record.deal, record.outcome.to_json(), record.awarded, places, points,
        not before,
    )  # fmt: skip
    if told != owed:
        raise BadReport(f"deal {report.number} is reported otherwise than it is recorded")
    if report.again and match.deals.filter(played_again=True).exists():
        raise BadReport(f"deal {report.number} was begun twice, and so was an earlier one")
    own = [number for number, move in enumerate(record.moves) if not move.mark]
    if not all(note.move in own for note in report.notes):
        raise BadReport(f"deal {report.number} has a note beside a move that nobody chose")
    return record.to_json()


def _replayed(match: Match, report: DealReport, played: int) -> Record:
    try:
        record = Record.from_json(report.record)
        verify(record, secret=bytes.fromhex(match.secret))
        game = game_of(record)
    except GameError as error:
        raise BadReport(f"deal {report.number} does not replay: {error}") from error
    length, owed_game = length_of(match), game_played(match.ruleset)
    leg, number = deal_after(owed_game, length, played)
    told = (record.match, record.leg, record.deal, record.commitment, record.series, game)
    owed = (match.pk, leg, number, match.commitment, length, owed_game)
    if told != owed:
        raise BadReport(f"deal {report.number} is of another match: {told}, expected {owed}")
    return record


def _is_decided(match: Match, played: int) -> bool:
    """Whether the deals stored, so many, decide the match; counted only where they can."""
    score = Counted(game_played(match.ruleset), length_of(match))
    length = score.length
    if length.kind == "deals" and played < score.legs * length.count:
        return False
    for outcome, award in match.deals.order_by("number").values_list("outcome", "awarded"):
        score.add(Outcome.from_json(outcome), award)
    return score.decided


def _stored_faults(match: Match) -> list[list[dict[str, Any]]]:
    return list(match.deals.exclude(faults=[]).order_by("number").values_list("faults", flat=True))


def _check_faults(report: DealReport, record: Record, before: Sequence[Fault]) -> None:
    """
    Whether the faults can be of this deal, and the moves are those of it: for who has failed a
    move is made by rule from then on, and for nobody else.
    """
    out = {fault.seat for fault in before}
    for fault in report.faults:
        where = (fault.leg, fault.deal)
        known = type(fault.seat) is int and fault.kind in FAULTS
        if not known or fault.seat not in record.seated or where != (record.leg, record.deal):
            raise BadReport(f"deal {report.number} has a fault that it cannot have: {fault}")
    seats = [fault.seat for fault in report.faults]
    if len({*seats}) != len(seats) or out & {*seats}:
        raise BadReport(f"in deal {report.number} somebody fails who has failed already")
    out |= {fault.seat for fault in report.faults if fault.kind == "no_start"}
    may_fail = out | {*seats}
    # Begun twice, a deal may have failures of which the second beginning shows nothing.
    asked = set() if report.again else {*seats} - out
    for number, played in enumerate(record.moves, start=1):
        seat = record.seated[played.seat]
        if played.mark == "fallback":
            if seat not in may_fail:
                raise BadReport(f"deal {report.number}, move {number}: nobody failed there")
            out.add(seat)
        elif not played.mark and seat in out:
            raise BadReport(f"deal {report.number}, move {number} is of a bot that had failed")
    if asked - out:
        raise BadReport(f"deal {report.number}: seat {min(asked - out)} is said to fail at no move")


def _counted(record: Record) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places and points that count, for each seat of the match, whoever sat where."""
    changed = record.awarded or {}
    by_seat = [record.seated.index(seat) for seat in range(record.seats)]
    places = changed.get("places", record.outcome.places)
    points = changed.get("points", record.outcome.points)
    return tuple(places[seat] for seat in by_seat), tuple(points[seat] for seat in by_seat)


def recount(match: Match, report: MatchReport) -> Recount:
    """
    What came of *match* by its stored deals, if *report* says the same.

    Raises:
        BadReport: If it does not, or the deals do not make a whole match.
    """
    deals = list(match.deals.order_by("number"))
    score = Counted(game_played(match.ruleset), length_of(match))
    faults: list[Fault] = []
    for deal in deals:
        if score.decided or is_over(score.game, failures(faults)):
            raise BadReport(f"deal {deal.number} was played after the end of the match")
        dealer, _leader = score.next_deal()
        dealt, by_lot = deal.record["dealer"], deal.record["dealer_by_lot"]
        if by_lot != (dealer is None) or dealer not in (None, dealt):
            raise BadReport(f"deal {deal.number}: seat {dealt} was not to deal")
        score.add(Outcome.from_json(deal.outcome), deal.awarded)
        faults += [Fault(**fault) for fault in deal.faults]
    faulted = failures(faults)
    if not score.decided and not is_over(score.game, faulted):
        raise BadReport(f"the match is not over after the {len(deals)} deals stored")
    settle(score, faulted)
    told = (
        report.match, report.deals, tuple(report.scores), report.winner, report.decided,
        list(report.faults), len(report.usage), len(report.logs),
    )  # fmt: skip
    seats = match.ruleset.seats
    owed = (
        match.pk, len(deals), score.scores, score.winner, score.decided,
        faults, seats, seats,
    )  # fmt: skip
    if told != owed:
        raise BadReport(f"the match is reported otherwise than its deals say: {told}, not {owed}")
    return Recount(
        scores=list(score.scores),
        winner=score.winner,
        faults=[fault.to_json() for fault in faults],
        tally=_tally(match),
    )


def _tally(match: Match) -> list[dict[str, Any]]:
    """How often each order of places was awarded in the match's rated deals."""
    counts = Counter(
        tuple(places)
        for places in match.deals.filter(is_rated=True).values_list("places", flat=True)
    )
    return [{"places": list(places), "count": count} for places, count in sorted(counts.items())]
