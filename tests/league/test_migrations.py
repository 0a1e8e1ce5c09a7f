"""What migrations make of rows that were stored before them."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps
from django.utils import timezone

from league.models import (
    Entry,
    Match,
    Result,
    Round,
    Ruleset,
    Seat,
    Stage,
    Submission,
    Teammate,
    Tournament,
)
from league.selectors.progress import progress_of
from league.services import logbook
from tests.league.services.test_gate import check_rows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def before_ratings_by_ladders() -> Iterator[StateApps]:
    """The models as they were, with the tables to match; afterwards all is as it is now."""
    target = [("league", "0005_waits_in_words")]
    executor = MigrationExecutor(connection)
    yield executor.migrate(target).apps
    call_command("migrate", verbosity=0)


def test_tournaments_rate_no_bots_any_more_and_variations_are_merged(
    before_ratings_by_ladders: StateApps,
) -> None:
    models = before_ratings_by_ladders.get_model
    club = models("league", "Club").objects.create(name="C", slug="c")
    base = ruleset(before_ratings_by_ladders, "base")
    twins = [ruleset(before_ratings_by_ladders, f"twin-{n}", made_from=base) for n in (1, 2)]
    other = ruleset(before_ratings_by_ladders, "other", made_from=base, deals=6)
    person, opponent = (
        models("league", "Player").objects.create(
            kind="person", name=name, search_name=name, club=club
        )
        for name in ("a", "b")
    )
    bot = models("league", "Bot").objects.create(name="bot", search_name="bot", slug="bot")
    machine = models("league", "Player").objects.create(
        kind="bot", name="bot", search_name="bot", bot=bot
    )
    ladder = models("league", "Ladder").objects.create(
        name="l", search_name="l", slug="l", ruleset=base
    )
    for name, players, terms in (
        ("people", (person, opponent), {"ruleset": twins[0]}),
        ("mixed", (person, machine), {"ruleset": twins[1]}),
        ("ladder", (machine,), {"ruleset": base, "ladder": ladder}),
    ):
        match = models("league", "Match").objects.create(pk=name, **terms)
        for number, player in enumerate(players):
            match.seats.create(number=number, player=player)
    call_command("migrate", verbosity=0)
    rated = {match.pk: match.is_rated for match in Match.objects.all()}
    assert rated == {"people": True, "mixed": False, "ladder": True}
    assert set(Ruleset.objects.values_list("slug", flat=True)) == {"base", "twin-1", "other"}
    assert {match.ruleset.slug for match in Match.objects.exclude(pk="ladder")} == {"twin-1"}
    assert Ruleset.objects.get(slug="other").pk == other.pk


@pytest.fixture
def before_own_filenames() -> Iterator[StateApps]:
    target = [("league", "0007_one_variation_a_length")]
    executor = MigrationExecutor(connection)
    yield executor.migrate(target).apps
    call_command("migrate", verbosity=0)


def test_the_name_of_a_file_stays_with_whoever_sent_it_first(
    before_own_filenames: StateApps,
) -> None:
    models = before_own_filenames.get_model
    author = models("league", "User").objects.create(username="a")
    bots = [
        models("league", "Bot").objects.create(name=name, search_name=name, slug=name, owner=author)
        for name in ("first", "second")
    ]
    for name in ("plan.py", "packed.ZIP"):
        bundle = models("league", "Bundle").objects.create(
            sha256=name, filename=name, data=b"x", size=1
        )
        for bot in bots:
            number = bot.submissions.count() + 1
            bot.submissions.create(number=number, bundle=bundle, submitted_by=author)
    call_command("migrate", verbosity=0)
    named = Submission.objects.order_by("bot", "number").values_list("filename", flat=True)
    assert list(named) == ["plan.py", "packed.ZIP", "bot.py", "bot.zip"]


def ruleset(apps: StateApps, slug: str, *, deals: int = 4, made_from: object = None) -> object:
    return apps.get_model("league", "Ruleset").objects.create(
        name=slug, search_name=slug, slug=slug, game="podkidnoy", made_from=made_from,
        length={"kind": "deals", "count": deals},
    )  # fmt: skip


@pytest.fixture
def before_logs() -> Iterator[StateApps]:
    target = [("league", "0010_formats")]
    executor = MigrationExecutor(connection)
    yield executor.migrate(target).apps
    call_command("migrate", verbosity=0)


class Before:
    """A tournament as its rows were before there was a log."""

    def __init__(self, apps: StateApps, format: str, status: str, **options: object) -> None:
        self.models = apps.get_model
        self.user, _ = self.models("league", "User").objects.get_or_create(username="a")
        club, _ = self.models("league", "Club").objects.get_or_create(name="C", slug="c")
        rules, _ = self.models("league", "Ruleset").objects.get_or_create(
            slug="r", defaults={"name": "r", "search_name": "r", "game": "podkidnoy",
                                "length": {"kind": "deals", "count": 4}},
        )  # fmt: skip
        self.rules = rules
        begun = None if options.pop("draft", False) else timezone.now()
        name = f"{format} {status} {begun}"
        self.row = self.models("league", "Tournament").objects.create(
            club=club, name=name, search_name=name, slug=f"t{club.tournaments.count()}",
            ruleset=rules, status=status, created_by=self.user, started_at=begun,
            finished_at=timezone.now() if status in {"finished", "cancelled"} else None,
        )  # fmt: skip
        self.stage = self.row.stages.create(
            number=1, format=format, options=options, drawn_at=begun
        )
        for number in range(1, 5):
            player, _ = self.models("league", "Player").objects.get_or_create(
                kind="person", name=f"p{number}", search_name=f"p{number}", club=club
            )
            self.row.entries.create(player=player, starting_rank=number)

    def match(
        self, round: int, table: int, *who: int, status: str = "finished", slot: bool = False
    ) -> Any:
        """A match of these two, in a round that is made if need be."""
        drawn, _ = self.stage.rounds.get_or_create(number=round)
        key = f"{self.row.pk}-{self.models('league', 'Match').objects.count()}"
        match = self.models("league", "Match").objects.create(
            pk=key, ruleset=self.rules, round=drawn, table_number=table, status=status,
            slot=table if slot else None, must_have_winner=slot,
            finished_at=timezone.now() if status in {"finished", "void"} else None,
        )  # fmt: skip
        for number, rank in enumerate(who):
            entry = self.row.entries.get(starting_rank=rank)
            match.seats.create(number=number, player=entry.player, entry=entry)
        return match

    def result(self, match: Any, *scores: int, **more: Any) -> Any:
        winner = None if scores[0] == scores[1] else int(scores[1] > scores[0])
        told = {"winner": winner, "reported_by": self.user, **more}
        return match.results.create(scores=list(scores), **told)

    def walkover(self, match: Any, *forfeits: int) -> None:
        winner = 1 - forfeits[0] if len(forfeits) == 1 else None
        self.result(
            match, 0, 0, winner=winner, forfeits=list(forfeits), reported_by=None,
            reason="withdrawn",
        )  # fmt: skip


def round_robin_of_before(apps: StateApps) -> Any:
    """With a correction, a match played again, one that a worker played, and one who left."""
    made = Before(apps, "round_robin", "running", cycles=1)
    first = made.match(1, 1, 1, 4)
    wrong = made.result(first, 3, 1)
    made.result(first, 1, 3, supersedes=wrong, reason="mixed up")
    voided = made.match(1, 2, 2, 3, status="void")
    made.result(voided, 4, 0)
    played = made.match(2, 2, 1, 2)
    attempt = played.attempts.create(number=1, worker="w", exit="finished")
    made.result(played, 2, 1, attempt=attempt, reported_by=None)
    made.walkover(made.match(2, 1, 4, 3), 0)
    made.match(3, 2, 3, 1, status="planned")
    made.walkover(made.match(3, 1, 2, 4), 1)
    made.result(made.match(1, 2, 2, 3), 2, 2)
    made.row.entries.filter(starting_rank=4).update(withdrawn_at=timezone.now())
    return made.row


def knockout_of_before(apps: StateApps) -> Any:
    """
    With a semi-final that was corrected and corrected back, so that the final was struck out
    twice and the first pair met again in the third.
    """
    made = Before(apps, "knockout", "finished", third_place=True)
    first = made.match(1, 1, 1, 4, slot=True)
    right = made.result(first, 3, 1)
    wrong = made.result(first, 1, 3, supersedes=right, reason="mixed up")
    made.result(first, 3, 1, supersedes=wrong, reason="it was right")
    made.result(made.match(1, 2, 2, 3, slot=True), 2, 1)
    for finalists, losers in (((1, 2), (4, 3)), ((4, 2), (1, 3))):
        for table, pair in enumerate((finalists, losers), start=1):
            made.result(made.match(2, table, *pair, status="void", slot=True), 3, 0)
    made.result(made.match(2, 1, 1, 2, slot=True), 0, 4)
    made.walkover(made.match(2, 2, 4, 3, slot=True), 0, 1)
    made.row.entries.filter(starting_rank__in=[3, 4]).update(withdrawn_at=timezone.now())
    return made.row


def cancelled_before(apps: StateApps) -> Any:
    made = Before(apps, "round_robin", "cancelled", cycles=1)
    pairs = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    for number, pairings in enumerate(pairs, start=1):
        for table, pair in enumerate(pairings, start=1):
            made.match(number, table, *pair, status="void")
    played = made.stage.rounds.get(number=1).matches.get(table_number=2)
    made.models("league", "Match").objects.filter(pk=played.pk).update(status="finished")
    made.result(played, 1, 3)
    return made.row


def rows_of_tournaments() -> dict[str, list[dict[str, Any]]]:
    """All that is told of tournaments but their logs."""
    return {
        model.__name__: list(model.objects.order_by("pk").values())
        for model in (Tournament, Stage, Round, Entry, Teammate, Match, Seat, Result)
    }


def test_the_log_of_a_tournament_of_before_says_what_its_rows_say(before_logs: StateApps) -> None:
    running = round_robin_of_before(before_logs).pk
    finished = knockout_of_before(before_logs).pk
    cancelled = cancelled_before(before_logs).pk
    not_begun = [
        Before(before_logs, "knockout", status, draft=True).row.pk
        for status in ("open", "cancelled", "draft")
    ]
    call_command("migrate", verbosity=0)
    before = rows_of_tournaments()
    for pk in (running, finished, cancelled, *not_begun):
        progress = progress_of(Tournament.objects.get(pk=pk))
        check_rows(progress)
        logbook.go_on(progress.tournament)
        assert rows_of_tournaments() == before
    state = progress_of(Tournament.objects.get(pk=running)).state
    outcomes = {table.entries: table.outcome for table in state.tables}
    assert {pair: told.scores for pair, told in outcomes.items() if told} == {
        (1, 4): (1, 3), (2, 3): (2, 2), (4, 3): (0, 0), (1, 2): (2, 1), (2, 4): (0, 0),
    }  # fmt: skip
    assert state.field.withdrawn == {4}
    state = progress_of(Tournament.objects.get(pk=finished)).state
    assert [place.entry for place in state.places][:2] == [2, 1]
    assert {table.key.replay for table in state.tables if table.key.round == 2} == {1}
    assert [bool(table.outcome) for table in state.tables if table.key.round == 1] == [True] * 2
