"""Send a bot to a league and follow its check to the verdict."""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from bots.check.advice import ADVICE, STEPS
from bots.check.reports import Step
from bots.commands.given import FAILED, OK, Unusable, upload_from
from bots.commands.showing import position_lines, say, step_line
from bots.commands.site import Site, SiteError
from bots.sandbox.bundle import open_bundle

TOKEN = "LEAGUE_TOKEN"
_LOOK_SECONDS = 1.0
_VERDICTS = ("accepted", "refused")


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Enter the command."""
    command = commands.add_parser("submit", help=__doc__)
    command.add_argument("file", type=Path, help="a .py file, a .zip with bot.py, or a folder")
    command.add_argument("--server", required=True, metavar="URL", help="https://league.example")
    command.add_argument("--token", default="", help=f"with the scope submit; or in {TOKEN}")
    which = command.add_mutually_exclusive_group()
    which.add_argument("--bot", metavar="SLUG", help="the bot whose next version this is")
    which.add_argument("--name", help="of a new bot; that of the file if neither is given")
    command.add_argument("--no-wait", action="store_true", help="do not wait for the verdict")
    command.add_argument("--json", action="store_true", help="write the result as JSON")
    command.set_defaults(act=act)


def act(options: argparse.Namespace) -> int:
    """Upload and wait; 1 if the bot is refused."""
    token = options.token or os.environ.get(TOKEN, "")
    if not token:
        raise Unusable(f"a token is needed: --token, or {TOKEN} in the environment")
    data, filename = upload_from(options.file)
    open_bundle(data, filename)
    site = Site(options.server, token)
    if site.is_plain:
        sys.stderr.write("warning: over plain HTTP anyone on the way can read your token\n")
    slug = options.bot or _bot_named(site, options.name or options.file.resolve().stem)
    sent = _sent(site, slug, filename, data)
    sys.stderr.write(f"sent as upload {sent['number']} of {slug}\n")
    found = sent if options.no_wait else _followed(site, f"bots/{slug}/submissions/{sent['id']}/")
    if options.json:
        print(json.dumps(found))
    else:
        _show(found, slug, options.file)
        say(f"its page: {site.page(f'bots/{slug}/')}")
    return FAILED if found["status"] == "refused" else OK


def _sent(site: Site, slug: str, filename: str, data: bytes) -> dict[str, Any]:
    try:
        sent: dict[str, Any] = site.upload(f"bots/{slug}/submissions/", filename, data)
    except SiteError as error:
        if error.status == 404:
            raise Unusable(f"the site has no bot {slug!r}; --name makes a new one") from error
        raise
    return sent


def _bot_named(site: Site, name: str) -> str:
    """The slug of the author's bot of that name; made if there is none yet."""
    for bot in _all(site, "bots/?mine=true&page_size=200"):
        if bot["name"].casefold() == name.casefold():
            return str(bot["slug"])
    made = site.post("bots/", {"name": name})
    sys.stderr.write(f"made the bot {made['name']} ({made['slug']})\n")
    return str(made["slug"])


def _all(site: Site, path: str) -> list[dict[str, Any]]:
    found = site.get(path)
    return list(found["results"] if isinstance(found, dict) else found)


def _followed(site: Site, path: str) -> dict[str, Any]:
    """The submission once it is decided; its steps are told as they end."""
    told, reason = 0, ""
    while True:
        try:
            found: dict[str, Any] = site.get(path)
        except SiteError as error:
            if error.status != 429:
                raise
            time.sleep(5 * _LOOK_SECONDS)
            continue
        steps = found.get("steps") or []
        told = min(told, len(steps))  # A check begun anew begins with its first step.
        for step in steps[told:]:
            sys.stderr.write(step_line(Step.from_site(step)) + "\n")
        told = len(steps)
        if found["waiting_for"] != reason:
            reason = found["waiting_for"]
            sys.stderr.write(f"waiting: {reason}\n" if reason else "")
        if found["status"] in _VERDICTS:
            return found
        time.sleep(_LOOK_SECONDS)


def _show(found: dict[str, Any], slug: str, file: Path) -> None:
    if found["status"] == "accepted":
        say(f"accepted: {slug} plays as version {found['version']}")
        return
    if found["status"] != "refused":
        say(f"{found['status']}: upload {found['number']} of {slug}")
        return
    say(f"refused: {found['reason']}")
    for step in map(Step.from_site, found.get("steps") or ()):
        if step.problem is not None and step.name in STEPS:
            say(f"mend it: {ADVICE.get(step.problem.cause) or ADVICE.get(step.problem.kind, '')}")
            if step.problem.position is not None:
                for line in position_lines(step.problem.position):
                    say(line)
    if found["log"]:
        say("its log:\n" + found["log"].rstrip())
    say(f"the same check at home: python3 -m bots check {file}")
