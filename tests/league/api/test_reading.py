"""Lists cost the same number of queries however long they are, and unchanged answers are 304."""

from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Match, User
from league.services import bots, challenges, entries, ratings, tournaments
from tests.factories import (
    ClubFactory,
    LadderFactory,
    MemberFactory,
    RulesetFactory,
    house_bot,
    ladder_of,
    teams_of,
    tournament_of,
)
from tests.league.api.callers import ROOT, decided, program, visitor

pytestmark = pytest.mark.django_db


def queries(path: str, user: User | None = None) -> int:
    client = program(user) if user else visitor()
    client.get(path)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        response = client.get(path)
    assert response.status_code == 200, response.content
    # How often a throttle writes depends on the clock.
    return sum(
        "league_cache" not in query["sql"] and "SAVEPOINT" not in query["sql"] for query in captured
    )


def more_clubs() -> None:
    for _ in range(3):
        MemberFactory.create()


def more_ladders() -> None:
    for _ in range(3):
        LadderFactory.create(ruleset=RulesetFactory.create(club=ClubFactory.create()))


def more_matches() -> None:
    for number in range(3):
        names = f"А{number}-{Match.objects.count()}", f"Б{number}-{Match.objects.count()}"
        decided(house_bot(names[0]), house_bot(names[1]), 3, 1)
    ratings.refit("podkidnoy-2-single")


def more_parked() -> None:
    more_matches()
    Match.objects.update(parked_at=timezone.now())


def more_tournaments() -> None:
    for _ in range(3):
        tournament_of(3)


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("clubs/", more_clubs),
        ("rulesets/", more_ladders),
        ("ladders/", more_ladders),
        ("players/", more_matches),
        ("bots/", more_matches),
        ("matches/", more_matches),
        ("matches/", more_tournaments),
        ("tournaments/", more_tournaments),
        ("leaderboards/podkidnoy/", more_matches),
        ("leaderboards/podkidnoy/matrix/", more_matches),
        ("operator/matches/", more_parked),
    ],
)
def test_a_longer_list_needs_no_more_queries(path: str, more: Callable[[], None]) -> None:
    user = User.objects.create(username="staff", is_staff=True)
    reader = user if path.startswith("operator") else None
    more()
    few = queries(ROOT + path, reader)
    more()
    assert queries(ROOT + path, reader) == few


PICTURES = {
    "round_robin": ["crosstable/"],
    "knockout": ["bracket/"],
    "double_elimination": ["bracket/"],
    "swiss": [],
}
READ_OF_EACH = ["", "entries/", "rounds/", "rounds/1/", "standings/", "stages/", "log/"]


@pytest.mark.parametrize(
    ("format", "what"),
    [(format, what) for format, own in PICTURES.items() for what in [*READ_OF_EACH, *own]],
)
def test_a_larger_tournament_needs_no_more_queries(format: str, what: str) -> None:
    counts = []
    for size in (4, 8):
        tournament, organiser = tournament_of(0, format=format, started=False)
        for number in range(size):
            bot = house_bot(f"Бот {size}-{number}")
            entries.register(tournament=tournament, player=bot.player, by=organiser)
        tournaments.start(tournament=tournament, by=organiser)
        counts.append(queries(ROOT + f"tournaments/{tournament.slug}/{what}"))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("what", [*READ_OF_EACH, "crosstable/"])
def test_more_teams_need_no_more_queries(what: str) -> None:
    counts = []
    for count in (3, 7):
        tournament, organiser = teams_of(count)
        tournaments.start(tournament=tournament, by=organiser)
        counts.append(queries(ROOT + f"tournaments/{tournament.slug}/{what}"))
    assert counts[0] == counts[1]


def test_a_longer_ladder_needs_no_more_queries() -> None:
    first = house_bot("Первый", "cautious")
    ladder = ladder_of(first)
    counts = []
    for size in (2, 5):
        for number in range(size):
            rated, waiting = house_bot(f"А {size}-{number}"), house_bot(f"Б {size}-{number}")
            ladder.entries.create(bot=rated)
            ladder.entries.create(bot=waiting)
            decided(first, rated, 3, 1, ladder=ladder)
        ratings.refit(ladder.ruleset.pool)
        counts += [
            queries(ROOT + f"ladders/{ladder.slug}/{one}/") for one in ("standings", "entries")
        ]
    assert counts[:2] == counts[2:]


def test_a_bot_s_lists_need_no_more_queries(user: User) -> None:
    bot = bots.create(name="Мой", owner=user)
    bots.house_version(bot=bot, program="random", program_settings={})
    few = queries(ROOT + f"bots/{bot.slug}/versions/")
    for _ in range(3):
        bots.house_version(bot=bot, program="lowest", program_settings={})
    assert queries(ROOT + f"bots/{bot.slug}/versions/") == few


@pytest.mark.parametrize("what", ["matches/", "challenges/"])
def test_a_bot_s_matches_need_no_more_queries(
    what: str, user: User, settings: LazySettings
) -> None:
    settings.LEAGUE_CHALLENGES_OPEN = 10
    mine = bots.create(name="Мой", owner=user)
    bots.house_version(bot=mine, program="random", program_settings={})
    counts = []
    for number in range(2):
        for rival in (house_bot(f"А{number}"), house_bot(f"Б{number}"), house_bot(f"В{number}")):
            challenges.challenge(
                challenger=mine, opponent=rival, ruleset=RulesetFactory.create(), deals=4, by=user
            )
        counts.append(queries(ROOT + f"bots/{mine.slug}/{what}"))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("path", ["games/", "clubs/", "tournaments/", "leaderboards/podkidnoy/"])
def test_what_has_not_changed_is_not_sent_again(path: str) -> None:
    tournament_of(3)
    first = visitor().get(ROOT + path)
    again = visitor().get(ROOT + path, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")


def test_what_has_changed_is_sent() -> None:
    first = visitor().get(ROOT + "clubs/")
    ClubFactory.create()
    again = visitor().get(ROOT + "clubs/", HTTP_IF_NONE_MATCH=first["ETag"])
    assert again.status_code == 200


def test_lists_come_in_pages_of_at_most_200() -> None:
    for _ in range(3):
        ClubFactory.create()
    body = visitor().get(ROOT + "clubs/?page_size=2").json()
    assert (body["count"], len(body["results"]), body["previous"]) == (3, 2, None)
    rest = visitor().get(body["next"]).json()
    assert (len(rest["results"]), rest["next"]) == (1, None)
    assert visitor().get(ROOT + "clubs/?page_size=9999").status_code == 200


def test_times_are_utc_whatever_the_reader_s_zone(user: User) -> None:
    User.objects.filter(pk=user.pk).update(time_zone="Asia/Vladivostok")
    MemberFactory.create()
    client = visitor()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    club = client.get(ROOT + "clubs/").json()["results"][0]
    assert club["created_at"].endswith("Z")
    assert client.get(ROOT + "me/").json()["time_zone"] == "Asia/Vladivostok"
