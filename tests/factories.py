"""Rows for tests, made as people make them where a service does it, else by factory-boy."""

import hashlib

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from bots.check.reports import CheckReport, Problem, Step
from bots.reports import Fault, MatchReport, Usage
from league.models import (
    Attempt,
    Bot,
    BotVersion,
    Bundle,
    Club,
    Ladder,
    LadderEntry,
    Match,
    Member,
    Player,
    Result,
    Role,
    Ruleset,
    Submission,
    Tournament,
    User,
)
from league.services import bots, entries, matches, tournaments
from league.services.matches import Sitting

PASSWORD = "a long password 7"


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"user{n}")
    password = factory.django.Password(PASSWORD)


class ClubFactory(DjangoModelFactory[Club]):
    class Meta:
        model = Club

    name = factory.Sequence(lambda n: f"Клуб {n}")
    slug = factory.Sequence(lambda n: f"club-{n}")


class MemberFactory(DjangoModelFactory[Member]):
    class Meta:
        model = Member

    club = factory.SubFactory(ClubFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.OWNER


class RulesetFactory(DjangoModelFactory[Ruleset]):
    class Meta:
        model = Ruleset

    name = factory.Sequence(lambda n: f"Podkidnoy {n}")
    slug = factory.Sequence(lambda n: f"podkidnoy-{n}")
    game = "podkidnoy"
    length = factory.LazyFunction(lambda: {"kind": "deals", "count": 4})


class PersonFactory(DjangoModelFactory[Player]):
    class Meta:
        model = Player

    kind = Player.Kind.PERSON
    name = factory.Sequence(lambda n: f"Игрок {n}")
    club = factory.SubFactory(ClubFactory)


class LadderFactory(DjangoModelFactory[Ladder]):
    class Meta:
        model = Ladder

    name = factory.Sequence(lambda n: f"Ladder {n}")
    slug = factory.Sequence(lambda n: f"ladder-{n}")
    ruleset = factory.SubFactory(RulesetFactory)


def house_bot(name: str, program: str = "random", **settings: int) -> Bot:
    """A house bot that plays *program*."""
    bot = bots.create(name=name, owner=None)
    bots.house_version(bot=bot, program=program, program_settings=dict(settings))
    return bot


def uploaded(name: str, source: bytes, *, bot: Bot | None = None) -> Bot:
    """A new author's bot with this accepted upload; of *bot* its next version."""
    bot = bot or bots.create(name=name, owner=UserFactory.create())
    bundle, _is_new = Bundle.objects.get_or_create(
        sha256=hashlib.sha256(source).hexdigest(),
        defaults={"filename": "bot.py", "data": source, "size": len(source)},
    )
    assert bot.owner is not None
    submission = Submission.objects.create(
        bot=bot,
        number=bot.submissions.count() + 1,
        bundle=bundle,
        filename="bot.py",
        submitted_by=bot.owner,
        status=Submission.Status.ACCEPTED,
    )
    number = bot.versions.count() + 1
    bot.current_version = BotVersion.objects.create(
        bot=bot, number=number, submission=submission, bundle=bundle
    )
    bot.save(update_fields=["current_version"])
    return bot


def version_of(bot: Bot) -> BotVersion:
    assert bot.current_version is not None
    return bot.current_version


def ladder_of(*house: Bot) -> Ladder:
    """A ladder with these bots on it."""
    ladder = LadderFactory.create()
    LadderEntry.objects.bulk_create(LadderEntry(ladder=ladder, bot=bot) for bot in house)
    return ladder


def bot_match(*house: Bot, queued: bool = True, **changes: object) -> Match:
    """A match between these house bots, queued for the workers."""
    ladder = changes.pop("ladder", None) or ladder_of(*house)
    assert isinstance(ladder, Ladder)
    match = matches.plan(
        ruleset=ladder.ruleset,
        ladder=ladder,
        sittings=[Sitting(player=bot.player, version=version_of(bot)) for bot in house],
    )
    if queued:
        matches.enqueue(match)
        match.refresh_from_db()
    return match


def played(match: Match, won: int, lost: int) -> Result:
    """The result that a worker stores of a match of two, with so many deals won by each seat."""
    number = match.attempts.count() + 1
    attempt = Attempt.objects.create(
        match=match, number=number, worker="test", exit=Attempt.Exit.FINISHED
    )
    tally = [{"places": [1, 2], "count": won}, {"places": [2, 1], "count": lost}]
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, finished_at=timezone.now()
    )
    return Result.objects.create(
        match=match,
        attempt=attempt,
        scores=[won, lost],
        winner=None if won == lost else int(lost > won),
        tally=[line for line in tally if line["count"]],
    )


def tournament_of(
    count: int, *, format: str = "round_robin", started: bool = True, **stage: object
) -> tuple[Tournament, User]:
    """A tournament of *count* people and the organiser who directs it."""
    member = MemberFactory.create()
    tournament = tournaments.create(
        club=member.club,
        name="Кубок",
        ruleset=RulesetFactory.create(),
        stages=[{"format": format, **stage}],
        by=member.user,
    )
    for number in range(count):
        person = PersonFactory.create(club=member.club, name=f"Игрок {number + 1}")
        entries.register(tournament=tournament, player=person, by=member.user)
    if started:
        tournaments.start(tournament=tournament, by=member.user)
        tournament.refresh_from_db()
    return tournament, member.user


def teams_of(count: int, *, size: int = 2) -> tuple[Tournament, User]:
    """
    A draft tournament of *count* nameless teams of people, and the organiser who directs it.

    The players are numbered through: 1 and 2 of the first pair, 3 and 4 of the second.
    """
    tournament, organiser = tournament_of(0, started=False)
    tournament.team_size = size
    tournament.ruleset = RulesetFactory.create(
        seats=2 * size, sides={2: "pairs", 3: "threes"}[size]
    )
    tournament.save()
    people = [
        PersonFactory.create(club=tournament.club, name=f"Игрок {number + 1}")
        for number in range(count * size)
    ]
    for first in range(0, count * size, size):
        entries.register_team(
            tournament=tournament, players=people[first : first + size], by=organiser
        )
    return tournament, organiser


def check_report(*faults: Fault, log: str = "hello") -> CheckReport:
    """What the runner reports of a check: passed, or failed in the match against itself."""
    steps = [Step("bundle", 1, {"files": 1, "size": 120})]
    matches = [_check_match(*faults, log=log)]
    if faults:
        fault = faults[0]
        steps.append(Step("itself", 9, {}, Problem(fault.kind, fault.kind, fault.detail)))
    else:
        scores = {"deals": 3, "scores": [[2, 1]], "cpu_ms": 1}
        steps += [Step("itself", 9, scores), Step("house", 7, {"opponent": "cautious", **scores})]
        matches.append(_check_match(log=log))
    return CheckReport(tuple(steps), tuple(matches), log)


def _check_match(*faults: Fault, log: str) -> MatchReport:
    return MatchReport(
        match="check", scores=(2, 1), decided=True, winner=0, faults=faults,
        usage=(Usage(), Usage()), logs=(log, log), names=("", ""), deals=3,
    )  # fmt: skip
