"""What the runner says of itself: how busy it is, and which sandbox it has for uploaded bots."""

from pathlib import Path

from django.conf import settings

from bots.client import Runner, RunnerStatus, RunnerUnavailable

# A page does not wait longer than this for a runner that does not answer.
PATIENCE = 2.0


def status(address: Path | None = None) -> tuple[RunnerStatus | None, str]:
    """The words of the runner at *address* (the usual one), or None and why it was not asked."""
    try:
        return Runner(address or settings.LEAGUE_RUNNER_SOCKET).status(PATIENCE), ""
    except RunnerUnavailable as error:
        return None, str(error)
