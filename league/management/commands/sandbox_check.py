"""Tries the sandbox of uploaded bots with a real bot and says what it could do."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from bots.sandbox.choose import AUTO, TIERS, Chosen, choose, require_known
from bots.sandbox.choose import bot_python as interpreter
from bots.sandbox.trials import Trial
from bots.sandbox.users import FIRST_UID
from bots.sandbox.workspace import Workspace


class Command(BaseCommand):
    help = (
        "Try the sandbox of uploaded bots with a real bot, as the runner does at its start, and "
        "say what it could do. The exit code is 0 only if the sandbox holds."
    )
    # The runner's machine may have no database.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--sandbox",
            choices=(*TIERS, AUTO),
            default=settings.LEAGUE_SANDBOX,
            help="which one; LEAGUE_SANDBOX without it (%(default)s)",
        )
        parser.add_argument("--json", action="store_true", help="for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            require_known(options["sandbox"])
        except ValueError as error:
            raise CommandError(f"LEAGUE_SANDBOX: {error}") from error
        workspace = Workspace(interpreter())
        try:
            chosen = choose(options["sandbox"], workspace)
        finally:
            workspace.close()
        if options["json"]:
            self.stdout.write(json.dumps(chosen.to_json(), indent=2))
        else:
            self.stdout.writelines(f"{line}\n" for line in lines(chosen))
        if chosen.name is None:
            sys.exit(1)


def lines(chosen: Chosen) -> Iterator[str]:
    """What a person reads about *chosen*, line by line."""
    yield f"sandbox      {chosen.name or 'none: uploaded bots wait, house bots play'}"
    yield f"asked for    {chosen.wanted}"
    yield f"interpreter  {interpreter()}{_version(chosen)}"
    yield f"bots run as  {_users()}"
    for trial in chosen.trials:
        yield ""
        yield from _trial(trial)


def _version(chosen: Chosen) -> str:
    versions = [trial.python for trial in chosen.trials if trial.python]
    return f", Python {versions[-1]}" if versions else ""


def _users() -> str:
    if os.getuid() == 0:
        return f"users of their own, from {FIRST_UID} on"
    return f"user {os.getuid()}, as this command"


def _trial(trial: Trial) -> Iterator[str]:
    yield f"{trial.tier}: {'holds' if trial.reason is None else trial.reason}"
    for finding in trial.findings:
        yield f"  {'stopped ' if finding.stopped else 'POSSIBLE'}  {finding.what}"
