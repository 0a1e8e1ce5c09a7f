"""Teams at a table: who of which entry sits where."""

from collections.abc import Sequence

from league.models import Entry
from league.scheduling.teams import team_seating
from league.services.matches import Sitting


def sittings(entries: Sequence[Entry], met_before: int = 0) -> list[Sitting]:
    """
    The seats of a match of *entries*, from seat 0 on: of single players in the order given, of
    teams with partners and opponents by turns.

    Args:
        met_before: How often these teams have met: each time another one begins.

    Raises:
        ValueError: If the entries are not of one size, or do not fit at a table.
    """
    found = [
        Sitting(player=member.player, version=member.version, entry=entry)
        for entry in entries
        for member in entry.members
    ]
    if not any(entry.is_team for entry in entries):
        return found
    numbers = iter(range(len(found)))
    teams = [[next(numbers) for _ in entry.members] for entry in entries]
    return [found[number] for number in team_seating(teams, met_before).entries]
