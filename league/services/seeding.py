"""What a new site starts with: house bots and a ladder, and a club to try things out in."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from league.models import Bot, Club, LadderEntry, Ruleset, Tournament, User
from league.selectors.progress import progress_of
from league.services import (
    bots,
    clubs,
    directing,
    entries,
    ladders,
    results,
    rulesets,
    tournaments,
)
from league.services.match_reports import read_report

SEEDS = Path(settings.BASE_DIR) / "seeds"

DEMO_ACCOUNTS = [
    ("olga", "trump-six-olga", "organiser, owns the demonstration club"),
    ("artem", "trump-six-artem", "arbiter there: reports and corrects results"),
    ("boris", "trump-six-boris", "author of bots"),
    ("admin", "trump-six-admin", "staff: the operator's page and the admin"),
]
"""Username, password, what it may do. Made by ``manage.py up`` on a machine of one's own only."""


def _read(name: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads((SEEDS / name).read_text("utf-8"))
    return found


@transaction.atomic
def load_house() -> bool:
    """The site's rulesets, house bots and ladders; False where they were loaded before."""
    if Bot.objects.filter(owner__isnull=True).exists():
        return False
    seeds = _read("house.json")
    for ruleset in seeds["rulesets"]:
        rulesets.create(**ruleset)
    for line in seeds["bots"]:
        bot = bots.create(name=line["name"], owner=None, description=line["description"])
        bots.house_version(bot=bot, program=line["program"], program_settings=line["settings"])
    for line in seeds["ladders"]:
        ladder = ladders.create(
            name=line["name"],
            description=line["description"],
            ruleset=Ruleset.objects.get(name=line["ruleset"], club=None),
        )
        LadderEntry.objects.bulk_create(
            LadderEntry(ladder=ladder, bot=bot) for bot in Bot.objects.filter(owner__isnull=True)
        )
    return True


@transaction.atomic
def load_demo() -> bool:
    """The demonstration accounts, club and tournaments; False where they were loaded before."""
    if User.objects.filter(username=DEMO_ACCOUNTS[0][0]).exists():
        return False
    for username, password, _role in DEMO_ACCOUNTS:
        is_staff = username == "admin"
        User.objects.create_user(
            username, password=password, is_staff=is_staff, is_superuser=is_staff
        )
    seeds = _read("demo.json")
    for line in seeds["clubs"]:
        _club(line)
    for line in seeds["tournaments"]:
        _tournament(line)
    return True


def _club(line: dict[str, Any]) -> None:
    owner = User.objects.get(username=line["owner"])
    club = clubs.create(
        name=line["name"],
        by=owner,
        time_zone=line["time_zone"],
        description=line["description"],
    )
    for username, role in line["members"].items():
        clubs.set_role(club=club, username=username, role=role, by=owner)
    for name in line["people"]:
        clubs.person(club=club, name=name)


def _tournament(line: dict[str, Any]) -> Tournament:
    club = Club.objects.get(name=line["club"])
    owner = User.objects.get(memberships__club=club, memberships__role="owner")
    tournament = tournaments.create(
        club=club,
        name=line["name"],
        ruleset=Ruleset.objects.get(name=line["ruleset"], club=None),
        stages=line["stages"],
        by=owner,
    )
    players = [clubs.person(club=club, name=name) for name in line.get("people", ())]
    players += [Bot.objects.get(name=name).player for name in line.get("bots", ())]
    for player in players:
        entries.register(tournament=tournament, player=player, by=owner)
    if line["start"]:
        tournaments.start(tournament=tournament, by=owner)
        _play(tournament, line, owner)
    return tournament


def _play(tournament: Tournament, line: dict[str, Any], owner: User) -> None:
    """Draw as many rounds as the line says, with its reports as they are needed for them."""
    reports = iter(line.get("reports", ()))
    for _round in range(line.get("draws", 0)):
        directing.draw(tournament=tournament, by=owner)
        progress = progress_of(tournament)
        for table, scores in zip(progress.state.due, reports, strict=False):
            match = progress.match(table)
            assert match is not None, "a table that is due has its match"
            results.report(match=match, report=read_report(match, scores=scores), by=owner)
