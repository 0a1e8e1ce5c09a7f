"""
Versions of a bot: its author goes back to an earlier one, deletes the file of one, or retires all.

A deleted version is given to nobody and never drawn again; its results, records and ratings stay.
The bytes themselves go as soon as nothing needs them: no other version, no check, no match. Those
of a refused upload go after some days.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict
from league.models import (
    Bot,
    BotVersion,
    Bundle,
    LadderEntry,
    Match,
    Seat,
    Submission,
    User,
)
from league.permissions import Act
from league.selectors.departures import to_come, under_way
from league.selectors.matches import not_begun
from league.services import audit, departures, submissions

UNDECIDED = (Submission.Status.QUEUED, Submission.Status.CHECKING)
OPEN = (Match.Status.PLANNED, Match.Status.QUEUED, Match.Status.RUNNING)


@transaction.atomic
def roll_back(*, version: BotVersion, by: User) -> Bot:
    """
    Let the bot play with *version*, an earlier one or a later, from its next match on.

    Ratings are by version: it goes on with the rating it has earned itself.

    Raises:
        NotAllowed: If *by* is not the bot's author.
        Conflict: If the bot plays with it already, or its file has been deleted.
    """
    permissions.require(by, Act.SUBMIT, version.bot)
    bot, version = _locked(version)
    if version.is_deleted:
        raise Conflict(
            _("The file of version %(number)d has been deleted; it cannot play again.")
            % {"number": version.number},
            code="version_deleted",
        )
    if bot.current_version_id == version.pk:
        raise Conflict(
            _("“%(bot)s” plays with version %(number)d already.")
            % {"bot": bot, "number": version.number},
            code="current_version",
        )
    before = bot.current_version
    bot.current_version = version
    bot.save(update_fields=["current_version"])
    audit.record(
        actor=by, act="roll_back_bot", subject=bot,
        before=before and before.number, after=version.number,
    )  # fmt: skip
    return bot


@transaction.atomic
def delete(*, version: BotVersion, by: User) -> BotVersion:
    """
    Delete the file of a *version* for good; what it has played stays.

    Matches of ladders and challenges that have not begun with it are struck out. One that is
    being played goes on to its end, and the file is needed until then. It is withdrawn from
    tournaments that it plays in.

    Raises:
        NotAllowed: If *by* is not the bot's author.
        Conflict: If the bot plays with it, if it has been deleted already, or is a program of the
            house, which has no file.
    """
    permissions.require(by, Act.SUBMIT, version.bot)
    held = departures.hold(under_way([version]))
    bot, version = _locked(version)
    if bot.current_version_id == version.pk:
        raise Conflict(
            _("“%(bot)s” plays with this version; go back to another one first, or retire the bot.")
            % {"bot": bot},
            code="current_version",
        )
    if version.is_deleted or version.bundle_id is None:
        raise Conflict(_("There is no file of this version to delete."), code="no_file")
    departures.leave(under_way([version]), held=held, by=by)
    _delete([version])
    audit.record(
        actor=by, act="delete_version", subject=bot, version=version.number,
        sha256=version.bundle_id,
    )  # fmt: skip
    return version


@transaction.atomic
def retire(*, bot: Bot, by: User) -> Bot:
    """
    Take *bot* off every ladder and out of every tournament, and delete the files of all its
    versions; what it has played stays.

    Its name stays taken, and its author may bring it back by uploading a new version; onto the
    ladders that it has left nothing puts it but his own act.

    Raises:
        NotAllowed: If *by* is not its author.
        Conflict: If it is retired or has never played, or is being checked.
    """
    permissions.require(by, Act.SUBMIT, bot)
    held = departures.hold(under_way(bot.versions.all()), to_come(bot))
    bot = Bot.objects.select_for_update(of=("self",)).get(pk=bot.pk)
    if bot.current_version_id is None:
        raise Conflict(_("“%(bot)s” does not play at all.") % {"bot": bot}, code="no_version")
    submissions.require_none_open(bot)
    submissions.give_up(bot)
    versions = list(bot.versions.select_for_update(of=("self",)))
    departures.leave(under_way(versions), held=held, by=by)
    departures.leave(to_come(bot), held=held, by=by)
    bot.current_version = None
    bot.paused_at = None
    bot.save(update_fields=["current_version", "paused_at"])
    LadderEntry.objects.filter(bot=bot).update(is_active=False)
    _strike_out(versions)
    _delete([one for one in versions if one.bundle_id and not one.is_deleted])
    _empty(Bundle.objects.filter(submissions__bot=bot))  # those refused too
    audit.record(actor=by, act="retire_bot", subject=bot, versions=[v.number for v in versions])
    return bot


def _locked(version: BotVersion) -> tuple[Bot, BotVersion]:
    """
    The bot and the version as they are now, to be changed by nobody else.

    Who seats the version waits for this lock too, and is then told that it has been deleted.
    """
    bot = Bot.objects.select_for_update(of=("self",)).get(pk=version.bot_id)
    found = BotVersion.objects.select_for_update(of=("self",)).get(pk=version.pk)
    found.bot = bot
    return bot, found


def _delete(versions: list[BotVersion]) -> None:
    now = timezone.now()
    for version in versions:
        version.deleted_at = now
    BotVersion.objects.bulk_update(versions, ["deleted_at"])
    _strike_out(versions)
    _empty(Bundle.objects.filter(pk__in=[version.bundle_id for version in versions]))


def _strike_out(versions: Iterable[BotVersion]) -> None:
    """Void what was to be played with them and has not begun; nobody is to blame."""
    # The rounds of tournaments that are over have no such matches.
    seated = Seat.objects.filter(version__in=list(versions), match__round__isnull=True)
    not_begun().filter(pk__in=seated.values("match")).update(
        status=Match.Status.VOID, finished_at=timezone.now(), parked_at=None, waiting_for=""
    )


def purge() -> int:
    """Empty the bundles of deleted versions whose last match has ended since; how many."""
    return _empty(Bundle.objects.filter(versions__deleted_at__isnull=False))


def forget_refused() -> int:
    """Empty the bundles that were refused a while ago; how many. The verdicts stay."""
    since = timezone.now() - timedelta(days=settings.LEAGUE_KEEP_REFUSED_DAYS)
    others = Submission.objects.filter(bundle=OuterRef("pk")).exclude(
        status=Submission.Status.REFUSED, decided_at__lt=since
    )
    return _empty(Bundle.objects.filter(~Exists(others), submissions__isnull=False))


def _empty(bundles: "QuerySet[Bundle]") -> int:
    left = _unneeded(bundles.exclude(data=b"")).values_list("pk", flat=True).distinct()
    return sum(_empty_one(sha256) for sha256 in list(left))


@transaction.atomic
def _empty_one(sha256: str) -> bool:
    # Whoever uploads the same file holds this lock; only then is it seen whether it is needed.
    this = Bundle.objects.filter(pk=sha256)
    this.select_for_update().only("pk").get()
    return bool(_unneeded(this).update(data=b""))


def _unneeded(bundles: "QuerySet[Bundle]") -> "QuerySet[Bundle]":
    """Those no version plays with any more, with no check to be made and no match to be played."""
    this = OuterRef("pk")
    return bundles.exclude(
        Exists(BotVersion.objects.filter(bundle=this, deleted_at__isnull=True))
        | Exists(Submission.objects.filter(bundle=this, status__in=UNDECIDED))
        | Exists(Seat.objects.filter(version__bundle=this, match__status__in=OPEN))
    )
