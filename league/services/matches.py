"""Matches as plans: make one, queue it, say why it waits."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.shuffle import commitment
from league import queue
from league.errors import Conflict
from league.models import (
    BotVersion,
    Entry,
    Ladder,
    Match,
    Player,
    Round,
    Ruleset,
    Seat,
    User,
    Waits,
)
from league.selectors import ratings
from league.services import rulesets

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits at a seat: a player, the version a bot plays with, the entry in a tournament."""

    player: Player
    version: BotVersion | None = None
    entry: Entry | None = None


@transaction.atomic
def plan(
    *,
    ruleset: Ruleset,
    sittings: Sequence[Sitting],
    ladder: Ladder | None = None,
    round: Round | None = None,
    key: str = "",
    table_number: int | None = None,
    slot: int | None = None,
    must_have_winner: bool = False,
    challenged_by: User | None = None,
) -> Match:
    """
    A match to be played, with its secret drawn and committed to; *sittings* from seat 0 on.

    A challenge, asked for by *challenged_by*, is not rated. A tournament's match is planned even
    where the program of an entry has been deleted meanwhile: it loses without play, and a
    correction does not fail for it.

    Raises:
        Conflict: If the author of a bot has deleted the version that was to play elsewhere.
    """
    versions = [sitting.version.pk for sitting in sittings if sitting.version]
    hold(versions)
    if round is None:
        require_programs(versions)
    secret = secrets.token_bytes(SECRET_BYTES)
    match = Match.objects.create(
        ruleset=ruleset,
        ladder=ladder,
        round=round,
        key=key,
        table_number=table_number,
        slot=slot,
        must_have_winner=must_have_winner,
        is_rated=challenged_by is None
        and ratings.may_be_rated([sitting.player for sitting in sittings], ladder=ladder),
        challenged_by=challenged_by,
        secret=secret.hex(),
        commitment=commitment(secret),
    )
    _seat(match, sittings)
    rulesets.freeze(ruleset)
    return match


def reseat(match: Match, sittings: Sequence[Sitting]) -> None:
    """Let others play *match*, which is begun anew with them if it had been begun."""
    match.seats.all().delete()
    match.deals.all().delete()
    _seat(match, sittings)
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.PLANNED,
        lease_until=None,
        parked_at=None,
        started_at=None,
        waiting_for="",
        is_rated=ratings.may_be_rated([one.player for one in sittings], ladder=match.ladder),
    )


def _seat(match: Match, sittings: Sequence[Sitting]) -> None:
    Seat.objects.bulk_create(
        Seat(
            match=match,
            number=number,
            player=sitting.player,
            version=sitting.version,
            entry=sitting.entry,
        )
        for number, sitting in enumerate(sittings)
    )


def hold(versions: Sequence[int]) -> None:
    """
    Keep these versions from being deleted until the transaction ends; who deletes one then finds
    the match or entry made meanwhile.
    """
    # The foreign keys of the seats would take this very lock, but only at the end: too late to
    # look. It is shared, so that any two matches may be planned at once. SQLite has one writer.
    if connection.features.has_select_for_update:
        table = connection.ops.quote_name(BotVersion._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT id FROM {table} WHERE id = ANY(%s) FOR KEY SHARE", [[*versions]]
            )


def require_programs(versions: Sequence[int]) -> None:
    """
    Raises:
        Conflict: If one of these versions has been deleted.
    """
    deleted = BotVersion.objects.filter(pk__in=versions, deleted_at__isnull=False).first()
    if deleted is not None:
        raise Conflict(
            _("The file of “%(version)s” has been deleted; it cannot play again.")
            % {"version": deleted},
            code="version_deleted",
        )


def is_for_bots(match: Match) -> bool:
    """Whether every seat is a bot's, so that a worker can play it."""
    return all(seat.version_id is not None for seat in match.seats.all())


def enqueue(match: Match) -> bool:
    """Hand a planned match of bots to the workers; False where it was not planned any more."""
    queued = Match.objects.filter(pk=match.pk, status=Match.Status.PLANNED).update(
        status=Match.Status.QUEUED, sent_at=timezone.now()
    )
    if queued:
        queue.send(queue.PLAY_MATCH, match.pk)
    return bool(queued)


def wait(*, match_id: str, reason: Waits, detail: str = "") -> None:
    """
    Leave a match in the queue and say why it is not being played; the sweep tries again.

    Args:
        reason: For everybody. What *detail* says besides is for staff.
    """
    Match.objects.filter(
        pk=match_id, status__in=[Match.Status.QUEUED, Match.Status.RUNNING]
    ).update(waiting_for=reason, waiting_detail=detail, sent_at=timezone.now())


def needs_sandbox(match_id: str) -> bool:
    """Whether a stranger's program plays in it."""
    return Seat.objects.filter(match=match_id, version__bundle__isnull=False).exists()
