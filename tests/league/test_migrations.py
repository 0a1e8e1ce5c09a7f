"""What migrations make of rows that were stored before them."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

from league.models import Match, Ruleset, Submission

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
