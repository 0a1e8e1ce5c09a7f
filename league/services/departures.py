"""
A bot leaves its tournaments because its author deletes the program: nobody else holds it there.
A team that it is in leaves with it.

Tournaments are held before bots and versions, as everybody takes them who draws a round.
"""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.errors import Conflict
from league.models import Entry, Tournament, User
from league.services import entries as entry_services
from league.services import logbook


def hold(*entries: QuerySet[Entry]) -> frozenset[int]:
    """Hold the tournaments of *entries* to the end of the transaction; their ids."""
    wanted = {number for some in entries for number in some.values_list("tournament", flat=True)}
    for number in sorted(wanted):
        logbook.locked(Tournament(pk=number))
    return frozenset(wanted)


def leave(entries: QuerySet[Entry], *, held: frozenset[int], by: User) -> None:
    """
    Take *entries* out of tournaments that have not begun, and withdraw them from those that have.

    Args:
        held: The tournaments that `hold` has taken.

    Raises:
        Conflict: If one of the tournaments was entered or begun a moment ago.
    """
    for entry in entries:
        if entry.tournament_id not in held:
            raise Conflict(
                _("It has come into the tournament “%(tournament)s” this very moment; try again.")
                % {"tournament": entry.tournament},
                code="in_tournament",
            )
        if entry.tournament.takes_entries:
            entry_services.take_out(entry=entry, by=by)
        else:
            entry_services.leave(entry=entry, by=by)
