"""Visitors, and a site that has something to show: a match played, a ladder rated, tournaments."""

from dataclasses import dataclass
from functools import partial

import pytest
from django.test import Client

from bots.reference import make
from bots.reports import MatchReport
from bots.runner.match import play_match
from bots.runner.players import InProcessPlayer
from league.models import Bot, Ladder, Match, Tournament, User
from league.services import attempts, bots, challenges, ratings, results
from league.services.match_reports import read_report
from tests.factories import (
    UserFactory,
    bot_match,
    house_bot,
    ladder_of,
    tournament_of,
    uploaded,
)


def signed_in(user: User) -> Client:
    """A browser in which *user* has signed in."""
    client = Client()
    client.force_login(user)
    return client


def play(match: Match, *, deals: int | None = None) -> None:
    """Play a queued match of house bots to its end, or its first *deals* deals."""
    attempt = attempts.claim(match_id=match.pk, worker="test")
    assert attempt is not None
    players = [
        InProcessPlayer(partial(make, seat.version.program, seat.version.settings))
        for seat in match.seats.select_related("version")
        if seat.version
    ]
    for report in play_match(attempts.spec(attempt), players):
        if isinstance(report, MatchReport):
            attempts.finish(attempt, report)
        else:
            attempts.store_deal(attempt, report)
            if deals is not None and report.number + 1 == deals:
                return


@dataclass
class Site:
    """A small league: a ladder with a match played and one begun, two tournaments, an author."""

    ladder: Ladder
    bot: Bot
    finished: Match
    running: Match
    league: Tournament
    cup: Tournament
    organiser: User
    author: User
    own: Bot
    owned: Bot
    challenge: Match
    nobody: User
    staff: User
    league_match: Match
    unreported: Match


@pytest.fixture
def site(db: None) -> Site:
    first, second = house_bot("Осторожный", "cautious"), house_bot("Случайный")
    ladder = ladder_of(first, second)
    finished = bot_match(first, second, ladder=ladder)
    play(finished)
    running = bot_match(second, first, ladder=ladder)
    play(running, deals=1)
    ratings.refit(ladder.ruleset.pool)
    league, organiser = tournament_of(4)
    reported = report_first(league, organiser)
    cup, _director = tournament_of(5, format="knockout", third_place=True)
    author = UserFactory.create()
    owned = owned_bot(author)
    challenge = challenges.challenge(
        challenger=owned, opponent=first, ruleset=ladder.ruleset, deals=4, by=author
    )
    return Site(
        ladder=ladder,
        bot=first,
        finished=finished,
        running=running,
        league=league,
        cup=cup,
        organiser=organiser,
        author=author,
        own=author_bot(author),
        owned=owned,
        challenge=challenge,
        nobody=UserFactory.create(),
        staff=UserFactory.create(is_staff=True),
        league_match=reported,
        unreported=tables(league)[-1],
    )


def tables(tournament: Tournament) -> list[Match]:
    """The tournament's matches in order of round and table."""
    found = Match.objects.filter(round__stage__tournament=tournament)
    return list(found.order_by("round__number", "table_number"))


def report_first(tournament: Tournament, by: User) -> Match:
    """Report 3:1 for the first table of the first round."""
    match = tables(tournament)[0]
    results.report(match=match, report=read_report(match, scores=[3, 1]), by=by)
    return match


def author_bot(author: User) -> Bot:
    return bots.create(name="Мой бот", owner=author)


def owned_bot(author: User) -> Bot:
    """A bot of *author* with two versions."""
    bot = bots.create(name="Играющий бот", owner=author)
    for source in (b"# one", b"# two"):
        uploaded(bot.name, source, bot=bot)
    return bot
