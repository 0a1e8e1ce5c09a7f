"""Two hundred random acts through the services on every format, and then all of them taken back."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from league.errors import LeagueError
from league.models import Club, Entry, Match, Player, Result, Seat, Stage, Tournament, User
from league.progress.acts import (
    Act,
    Drew,
    DrewLots,
    Entered,
    Qualified,
    Reported,
    Substituted,
    Undid,
    Voided,
    effective,
)
from league.progress.going_on import lot
from league.progress.tables import Table
from league.selectors.progress import Progress, outcome_of, progress_of
from league.services import directing, entries, results, tournaments
from tests.factories import PersonFactory, RulesetFactory, house_bot, tournament_of
from tests.league.progress.events import random_act
from tests.league.progress.test_gate import FORMATS, seen

pytestmark = pytest.mark.django_db
ACTS = 25


def begun(name: str, people: int, bots: int = 0) -> tuple[Tournament, User]:
    """A tournament in these stages, just started."""
    tournament, organiser = tournament_of(people, started=False)
    for number in range(bots):
        bot = house_bot(f"Бот {number + 1}")
        rank = min(2 * number + 1, people + number + 1)
        entries.register(tournament=tournament, player=bot.player, by=organiser, starting_rank=rank)
    stages = [dict(stage) for stage in FORMATS[name]]
    tournament.stages.all().delete()
    for number, stage in enumerate(stages, start=1):
        Stage.objects.create(
            tournament=tournament, number=number, format=stage.pop("format"), options=stage
        )
    if name.startswith("tables"):
        for seats in (2, 3, 4):
            ruleset = RulesetFactory.create(seats=seats)
        tournament.ruleset = ruleset
        tournament.save()
    return tournaments.start(tournament=tournament, by=organiser), organiser


class Director:
    """Somebody who acts at random, through the services alone."""

    def __init__(self, tournament: Tournament, user: User, random: Random) -> None:
        self.tournament = tournament
        self.user = user
        self.random = random
        self.with_bots = tournament.entries.exclude(version=None).exists()

    @property
    def progress(self) -> Progress:
        return progress_of(Tournament.objects.get(pk=self.tournament.pk))

    def act(self) -> bool:
        """Whether something was done."""
        progress = self.progress
        if progress.state.is_cancelled:
            # Nothing else is possible then.
            self._directed(Undid(act=progress.acts[-1].number))
            return True
        act = random_act(progress.state, progress.acts, self.random)
        if act is None or isinstance(act, Qualified | Undid):
            return False
        try:
            self._do(progress, act)
        except LeagueError:
            return False
        return True

    def _do(self, progress: Progress, act: Act) -> None:
        match act:
            case Reported():
                match_ = Match.objects.get(
                    key=str(act.table), round__stage__tournament=self.tournament
                )
                self._report(match_, act)
            case Voided():
                match_ = Match.objects.get(
                    key=str(act.table), round__stage__tournament=self.tournament
                )
                results.void(match=match_, by=self.user, reason="test")
            case Entered():
                directing.enter_late(
                    tournament=self.tournament, players=[self._somebody()], by=self.user
                )
            case Substituted():
                entry = progress.entries[act.entry]
                self._directed(directing.substitution(self.tournament, entry, [self._somebody()]))
            case DrewLots():
                self._directed(lot(progress.state, act.stage, act.order))
            case _:
                self._directed(act)

    def _directed(self, act: Act) -> None:
        before = self.progress
        told = directing.preview(tournament=self.tournament, act=act, by=self.user)
        written = directing.do(tournament=self.tournament, act=act, by=self.user, reason="test")
        gone = {match.key for match in told.voided}
        there = {str(table.key) for table in before.state.tables}
        left = {str(table.key) for table in written.progress.state.tables}
        assert {key for key in there - left if before.matches.get(key)} <= gone

    def _report(self, match: Match, act: Reported) -> None:
        outcome = act.outcome
        results.record(
            match,
            Result(
                match=match,
                scores=list(outcome.scores),
                forfeits=list(outcome.forfeits),
                winner=outcome.winner,
                reported_by=self.user,
            ),
        )

    def _somebody(self) -> Player:
        if self.with_bots and self.random.random() < 0.5:
            return house_bot(f"Бот {Player.objects.count()}").player
        club: Club = self.tournament.club
        return PersonFactory.create(club=club, name=f"Новый {Player.objects.count()}")


def check_rows(progress: Progress) -> None:
    """See that every row says what the log says, computed afresh."""
    tournament, state = progress.tournament, progress.state
    tables = {str(table.key): table for table in state.tables if len(table.entries) > 1}
    rows = {
        match.key: match
        for match in Match.objects.filter(round__stage__tournament=tournament).exclude(
            status=Match.Status.VOID
        )
    }
    played = {
        key: table for key, table in tables.items() if table.outcome or not state.is_cancelled
    }
    assert rows.keys() == played.keys()
    for key, table in played.items():
        _check_match(rows[key], table)
    _check_queue(progress, rows)
    assert (tournament.status == "finished") == state.is_finished
    assert (tournament.status == "cancelled") == state.is_cancelled
    if not state.is_started:
        assert tournament.takes_entries != state.is_cancelled
        return
    for entry in Entry.objects.filter(tournament=tournament):
        number = entry.starting_rank
        assert entry.is_in == (number in state.field.members)
        assert (entry.withdrawn_at is not None) == (number in state.field.withdrawn)
        assert (entry.excluded_at is not None) == (number in state.field.excluded)
        if entry.is_in:
            assert state.members(number) == ((entry.player_id, entry.version_id),)


def _check_queue(progress: Progress, rows: dict[str, Match]) -> None:
    """See that bots' tables wait for a worker as soon as they are due, and not while held."""
    due = {str(table.key) for table in progress.state.due}
    held = {
        str(table.key)
        for stage in progress.state.stages
        for round in stage.rounds
        if round.by_hand
        for table in round.tables
    }
    people = Seat.objects.filter(version=None).values("match")
    of_bots = set(Match.objects.exclude(pk__in=people).values_list("pk", flat=True))
    for key, match in rows.items():
        if match.status == Match.Status.QUEUED:
            assert match.pk in of_bots
            assert key not in held
        elif match.status == Match.Status.PLANNED:
            assert match.pk not in of_bots or key not in due


def _check_match(match: Match, table: Table) -> None:
    standing = list(match.results.filter(stands=True))
    assert len(standing) == (table.outcome is not None)
    assert (match.status == Match.Status.FINISHED) == (table.outcome is not None)
    assert (match.table_number, match.slot) == (table.number, table.slot or None)
    if table.outcome is not None:
        (result,) = standing
        told = replace(outcome_of(match, result, len(table.entries)), fools=table.outcome.fools)
        assert (told.scores, told.forfeits, told.winner) == (
            table.outcome.scores, table.outcome.forfeits, table.outcome.winner,
        )  # fmt: skip
        assert (result.act.number if result.act else 0) == table.reported


@pytest.mark.parametrize("name", FORMATS)
def test_after_all_is_undone_everything_is_as_before(name: str) -> None:
    direct(name, people=8, bots=0, acts=ACTS)


@pytest.mark.slow
@pytest.mark.parametrize(("people", "bots"), [(0, 5), (4, 4), (10, 3)])
@pytest.mark.parametrize("name", FORMATS)
def test_so_it_is_after_very_many_acts_with_bots_among_the_entries(
    name: str, people: int, bots: int
) -> None:
    direct(name, people, bots, acts=200)


def direct(name: str, people: int, bots: int, acts: int) -> None:
    """Act at random so often, then take everything back."""
    tournament, organiser = begun(name, people, bots)
    director = Director(tournament, organiser, Random(f"{name} {people} {bots}"))
    before = director.progress
    check_rows(before)
    done = 0
    while done < acts:
        if director.act():
            done += 1
            check_rows(director.progress)
    while (last := _last_to_undo(director.progress, len(before.acts))) is not None:
        directing.do(tournament=tournament, act=Undid(act=last), by=organiser)
        check_rows(director.progress)
    after = director.progress
    assert _without_lots(after) == _without_lots(before)
    if not any(isinstance(act, DrewLots) for act in effective(after.acts)):
        assert seen(after.state) == seen(before.state)


def _last_to_undo(progress: Progress, since: int) -> int | None:
    """The last act that counts and can be taken back, after act *since*."""
    by = dict(progress.tournament.acts.values_list("number", "by"))
    for act in reversed(effective(progress.acts)):
        if act.number > since and (by[act.number] is not None or isinstance(act, Drew)):
            return act.number
    return None


def _without_lots(progress: Progress) -> Any:
    """All that nobody's rank decides: a lot that was drawn stays, and comes out the same again."""
    state = progress.state
    return (
        state.is_started,
        state.is_cancelled,
        state.field,
        [(stage.order, stage.rounds, stage.is_complete) for stage in state.stages],
    )
