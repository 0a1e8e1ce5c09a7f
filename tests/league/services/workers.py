"""Workers in the process of a test: they play what is queued, with the real runner's match."""

from functools import partial

from bots.reference import make
from bots.reports import DealReport, MatchReport
from bots.runner.match import play_match
from bots.runner.players import InProcessPlayer
from league.models import Attempt, Match, Player, Tournament
from league.services import attempts
from league.services.attempts import LostClaim
from tests.factories import house_bot


def house(count: int, program: str = "random") -> list[Player]:
    """So many house bots, as players."""
    return [house_bot(f"Дом {number + 1}", program).player for number in range(count)]


def queued(tournament: Tournament) -> list[Match]:
    """What waits for a worker, in the order in which it was planned."""
    of_it = Match.objects.filter(round__stage__tournament=tournament)
    return list(of_it.filter(status=Match.Status.QUEUED).order_by("created_at", "pk"))


def played(match: Match) -> tuple[Attempt, MatchReport]:
    """A queued match of which everything is stored but its result."""
    attempt = attempts.claim(match_id=match.pk, worker="test")
    assert attempt is not None, f"{match.pk} is not there to be claimed"
    players = [
        InProcessPlayer(partial(make, seat.version.program, seat.version.settings))
        for seat in match.seats.select_related("version")
        if seat.version
    ]
    report = None
    for report in play_match(attempts.spec(attempt), players):
        if isinstance(report, DealReport):
            attempts.store_deal(attempt, report)
    assert isinstance(report, MatchReport)
    return attempt, report


def play(match: Match) -> bool:
    """Whether a worker plays *match* to its end, and its result is taken."""
    attempt, report = played(match)
    try:
        attempts.finish(attempt, report)
    except LostClaim:
        return False
    return True


def play_on(tournament: Tournament, most: int = 1000) -> int:
    """Let workers play until nothing is queued, *most* matches; how many they played."""
    count = 0
    while count < most and (waiting := queued(tournament)):
        assert play(waiting[0])
        count += 1
    return count
