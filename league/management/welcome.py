"""What `up` says once the league runs: where it is, who can log in, and what to try first."""

from collections.abc import Iterator
from pathlib import Path

from bots.client import RunnerStatus
from bots.sandbox.bubblewrap import BWRAP
from league import debian
from league.management.programs import Address
from league.models import User
from league.selectors import overview
from league.services.seeding import DEMO_ACCOUNTS


def bubblewrap_present() -> bool:
    """Whether the sandbox that uploaded bots need is installed."""
    return Path(BWRAP).exists()


def lines(address: Address, seconds: float, runner: RunnerStatus) -> Iterator[str]:
    """The welcome, line by line; *seconds* is how long the start has taken."""
    url = address.url
    yield f"ready in {seconds:.1f} s: {url}"
    yield from accounts(address)
    yield "What to try:"
    yield f"  {url}  the ladder, being played: open a match and step through it"
    yield "  sign up there and upload the bot of the README"
    yield "  log in as the organiser, make a tournament and paste a list of players into it"
    yield from sandbox(runner)
    yield "Ctrl-C stops everything; the data stays."


def sandbox(runner: RunnerStatus) -> Iterator[str]:
    """What uploaded bots run in, and why not in something better."""
    if runner.sandbox is None:
        yield "Uploaded bots wait: their sandbox is missing. House bots play all the same."
    else:
        yield f"Uploaded bots run in the sandbox {runner.sandbox}, Python {runner.python}."
    for trial in runner.trials:
        if trial.reason is not None:
            yield f"  {trial.tier} is not used: {trial.reason}"
    if not bubblewrap_present() and any(trial.tier == "bubblewrap" for trial in runner.trials):
        yield f"Install bubblewrap and start again: {debian.command_line(['bubblewrap'])}"


def accounts(address: Address) -> Iterator[str]:
    """The demonstration accounts where they are, and a warning where others could use them."""
    names = [name for name, _, _ in DEMO_ACCOUNTS]
    if not User.objects.filter(username__in=names).exists():
        yield "For an account of the operator: python3 manage.py createsuperuser"
        return
    if not address.loopback:
        yield "WARNING: others can reach this address, and these passwords are known to everybody:"
    yield "Demonstration accounts:"
    width = max(map(len, names))
    for name, password, role in DEMO_ACCOUNTS:
        yield f"  {name:<{width}}  {password}  ({role})"


def status_line() -> str:
    """One line about what is being played; empty while nobody can say."""
    # The line is a courtesy: whatever goes wrong with it, the league goes on.
    try:
        return overview.status_line()
    except Exception:
        return ""
