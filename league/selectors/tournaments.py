"""Tournaments as lists show them, and matches with the results that stand."""

from django.db.models import Prefetch, QuerySet

from league.models import Match, Result, Seat, Tournament


def tournaments() -> QuerySet[Tournament]:
    """All tournaments, newest first, with what a list shows of them."""
    return Tournament.objects.select_related("club", "ruleset").prefetch_related("stages")


def live_matches() -> QuerySet[Match]:
    """Matches not voided, with seats and the result that stands."""
    standing = Result.objects.filter(stands=True)
    seats = Seat.objects.select_related("player", "entry", "version")
    return (
        Match.objects.exclude(status=Match.Status.VOID)
        .select_related("ruleset", "round")
        .prefetch_related(
            Prefetch("seats", queryset=seats),
            Prefetch("results", queryset=standing, to_attr="standing_results"),
        )
    )


def standing_result(match: Match) -> Result | None:
    """The result of *match* that stands."""
    prefetched: list[Result] | None = getattr(match, "standing_results", None)
    if prefetched is not None:
        return prefetched[0] if prefetched else None
    return match.results.filter(stands=True).first()
