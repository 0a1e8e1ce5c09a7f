"""What the runner says of itself: how busy it is, and which sandbox it has for uploaded bots."""

from django.conf import settings

from bots.client import Runner, RunnerStatus, RunnerUnavailable

# A page does not wait longer than this for a runner that does not answer.
PATIENCE = 2.0


def status() -> tuple[RunnerStatus | None, str]:
    """The runner's own words, or None and why it could not be asked."""
    try:
        return Runner(settings.LEAGUE_RUNNER_SOCKET).status(PATIENCE), ""
    except RunnerUnavailable as error:
        return None, str(error)
