"""What `up` says once the league runs: where it is, who can log in, and what to try first."""

import importlib
import shutil
from collections.abc import Iterator

from league import debian


def bubblewrap_present() -> bool:
    """Whether the sandbox that uploaded bots need is installed."""
    return shutil.which("bwrap") is not None


def lines(url: str, seconds: float) -> Iterator[str]:
    """The welcome, line by line; *seconds* is how long the start has taken."""
    yield f"ready in {seconds:.1f} s: {url}"
    yield ""
    yield "Demonstration accounts (this machine only; change them before others can reach it):"
    yield from accounts()
    yield ""
    yield "What to try:"
    yield f"  {url}  the ladder, being played; look at a match and step through it"
    yield f"  {url}accounts/sign-up/  an account of your own; then upload the bot of the README"
    yield "  log in as the organiser, make a tournament and paste a list of players into it"
    if not bubblewrap_present():
        yield ""
        yield "Uploaded bots wait: their sandbox is missing. House bots play all the same."
        yield f"Install it and start again: {debian.command_line(['bubblewrap'])}"
    yield ""
    yield "Ctrl-C stops everything; the data stays."


def accounts() -> Iterator[str]:
    """The accounts that the seed command makes, with their passwords."""
    from league.services.seeding import DEMO_ACCOUNTS

    width = max(len(name) for name, _, _ in DEMO_ACCOUNTS)
    for name, password, role in DEMO_ACCOUNTS:
        yield f"  {name:<{width}}  {password}  ({role})"


def status_line() -> str:
    """One line about what is being played; empty while nobody can say."""
    # The line is a courtesy: whatever goes wrong with it, the league goes on.
    try:
        overview = importlib.import_module("league.selectors.overview")
        return str(overview.status_line())
    except Exception:
        return ""
