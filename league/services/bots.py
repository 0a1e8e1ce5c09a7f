"""Bots: an author makes one, uploads versions of it, pauses it and lets it play again."""

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from bots.sandbox.bundle import BundleError, open_bundle
from league import permissions, queue
from league.errors import BadInput, Conflict, NotAllowed
from league.models import Bot, BotVersion, Bundle, Club, Player, Submission, User, fold
from league.permissions import Act
from league.selectors import bots as rows
from league.services import audit, submissions, versions
from league.services.names import clean_name
from league.services.slugs import free_slug


@transaction.atomic
def create(
    *, name: str, owner: User | None, club: Club | None = None, description: str = ""
) -> Bot:
    """
    A new bot and its player; without an owner it is a house bot.

    Raises:
        BadInput: If the name is wrong or another bot has it.
        NotAllowed: If *owner* is not a member of *club*, or has as many bots as one may have.
    """
    name = clean_name(name)
    if owner is not None:
        _require_room(_alone(owner))
    if Bot.objects.filter(search_name=fold(name)).exists():
        raise _name_taken(name)
    if club is not None and owner is not None and not club.members.filter(user=owner).exists():
        raise NotAllowed(
            _("Only members of “%(club)s” may enter bots in its name.") % {"club": club}
        )
    try:
        with transaction.atomic():
            bot = Bot.objects.create(
                name=name, slug=free_slug(Bot, name), owner=owner, club=club,
                description=description,
            )  # fmt: skip
    except IntegrityError as error:
        raise _name_taken(name) from error
    Player.objects.create(kind=Player.Kind.BOT, name=name, bot=bot, club=club)
    return bot


def _alone(user: User) -> User:
    """
    *user*, whose other calls wait to the end of this one: two at the same moment would each be the
    last that is allowed. His key is left free for those who only write down his name.
    """
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _require_room(owner: User) -> None:
    limit = settings.LEAGUE_BOTS_PER_AUTHOR
    if rows.not_retired(owner).count() >= limit:
        raise NotAllowed(
            _(
                "You have %(limit)d bots, which is the limit. Retire one that need not play any "
                "more, or upload to one that you have."
            )
            % {"limit": limit},
            code="too_many_bots",
        )


def _name_taken(name: str) -> BadInput:
    return BadInput(
        "name",
        _("There is a bot named “%(name)s” already; choose another name.") % {"name": name},
        code="taken",
    )


def read_upload(file: UploadedFile) -> bytes:
    """
    The bytes of an uploaded file, once it is known that there are not too many.

    Raises:
        BadInput: If it has more than are taken.
    """
    limit = settings.LEAGUE_UPLOAD_BYTES
    if file.size is None or file.size > limit:
        raise BadInput(
            "file",
            _("This file has %(size)d bytes; at most %(limit)d are taken.")
            % {"size": file.size or 0, "limit": limit},
            code="too_large",
        )
    return file.read()


@transaction.atomic
def submit(*, bot: Bot, data: bytes, filename: str, by: User) -> Submission:
    """
    Take an upload and queue its check.

    Args:
        data: One ``.py`` file or a ``.zip`` with ``bot.py``, at most 1 MiB.
        filename: As the author named it; its ending tells which of the two it is.

    Raises:
        NotAllowed: If *by* is not the bot's author, or has uploaded too often today; if the bot is
            retired and its author has as many others as one may have.
        BadInput: If it is not a bundle that can be run.
        Conflict: If an earlier upload of this bot is still being checked, or it is the file of a
            version the bot has, this one or an earlier one, or of another bot of its author.
    """
    permissions.require(by, Act.SUBMIT, bot)
    _require_quota(_alone(by))
    try:
        bundle = open_bundle(data, filename)
    except BundleError as error:
        raise BadInput("file", _(error.text) % error.values, code=error.code) from error
    # Uploads of one bot come one after the other, or two would get the same number.
    bot = Bot.objects.select_for_update(of=("self",)).get(pk=bot.pk)
    if rows.is_retired(bot) and bot.owner is not None:
        _require_room(bot.owner)
    submissions.require_none_open(bot)
    current = bot.current_version
    if current is not None and current.bundle_id == bundle.sha256:
        raise Conflict(
            _("This is the very file that “%(bot)s” plays with already (version %(number)d).")
            % {"bot": bot, "number": current.number},
            code="same_file",
        )
    earlier = bot.versions.filter(bundle=bundle.sha256, deleted_at=None).order_by("-number").first()
    if earlier is not None:
        raise Conflict(
            _(
                "This is the very file of version %(number)d of “%(bot)s”. Go back to that version "
                "instead: it plays on with the rating it has earned."
            )
            % {"bot": bot, "number": earlier.number},
            code="same_as_earlier",
        )
    _require_new_to_author(bot, bundle.sha256)
    submissions.give_up(bot)
    stored, is_new = Bundle.objects.get_or_create(
        sha256=bundle.sha256,
        defaults={"filename": filename[-120:], "data": data, "size": len(data)},
    )
    if not is_new:  # it may have been emptied, when a version of it was deleted
        Bundle.objects.filter(pk=stored.pk).update(data=data)
    submission = Submission.objects.create(
        bot=bot,
        number=bot.submissions.count() + 1,
        bundle=stored,
        filename=filename[-120:],
        submitted_by=by,
        sent_at=timezone.now(),
    )
    queue.send(queue.CHECK_SUBMISSION, submission.pk)
    return submission


def _require_quota(by: User) -> None:
    limit = settings.LEAGUE_SUBMISSIONS_PER_DAY
    if rows.uploads_of_today(by) >= limit:
        raise NotAllowed(
            _("You have uploaded %(limit)d times within a day, which is the limit; wait a while.")
            % {"limit": limit},
            code="too_many_submissions",
        )


def _require_new_to_author(bot: Bot, sha256: str) -> None:
    """A program has one rating: it does not begin anew as another bot of the same author."""
    if bot.owner_id is None:
        return
    others = Bot.objects.filter(owner=bot.owner_id).exclude(pk=bot.pk)
    had = others.filter(versions__bundle=sha256)
    being_checked = others.filter(
        submissions__bundle=sha256, submissions__status__in=versions.UNDECIDED
    )
    other = had.first() or being_checked.first()
    if other is not None:
        raise Conflict(
            _(
                "This is the very file of your bot “%(bot)s”, and a program has one rating. Let "
                "that bot play with it, or upload another program."
            )
            % {"bot": other},
            code="same_as_other_bot",
        )


@transaction.atomic
def change(
    *,
    bot: Bot,
    by: User,
    description: str | None = None,
    takes_challenges: bool | None = None,
) -> Bot:
    """
    Change what its author says of *bot*, and whether others may challenge it; None leaves it.

    Raises:
        NotAllowed: If *by* is not its author.
    """
    permissions.require(by, Act.SUBMIT, bot)
    wanted = {"description": description, "takes_challenges": takes_challenges}
    before = {name: getattr(bot, name) for name in wanted}
    changes = {k: v for k, v in wanted.items() if v is not None and v != before[k]}
    for name, value in changes.items():
        setattr(bot, name, value)
    if changes:
        bot.save(update_fields=list(changes))
        old = {name: before[name] for name in changes}
        audit.record(actor=by, act="change_bot", subject=bot, before=old, after=changes)
    return bot


@transaction.atomic
def pause(*, bot: Bot, by: User) -> Bot:
    """
    Draw no ladder matches for *bot* from now on; those drawn already are played.

    Its rating stays as it is, but while it is paused it has no rank: nobody keeps a place by
    staying away. Tournaments and challenges of its author's go on.

    Raises:
        NotAllowed: If *by* is not its author.
        Conflict: If it is paused already, or has no version that could play.
    """
    permissions.require(by, Act.SUBMIT, bot)
    if bot.current_version_id is None:
        raise Conflict(_("“%(bot)s” does not play at all.") % {"bot": bot}, code="no_version")
    if not Bot.objects.filter(pk=bot.pk, paused_at=None).update(paused_at=timezone.now()):
        raise Conflict(_("“%(bot)s” is paused already.") % {"bot": bot}, code="paused")
    audit.record(actor=by, act="pause_bot", subject=bot)
    bot.refresh_from_db(fields=["paused_at"])
    return bot


@transaction.atomic
def resume(*, bot: Bot, by: User) -> Bot:
    """
    Let a paused *bot* be drawn on its ladders again.

    Raises:
        NotAllowed: If *by* is not its author.
        Conflict: If it is not paused.
    """
    permissions.require(by, Act.SUBMIT, bot)
    if not Bot.objects.filter(pk=bot.pk, paused_at__isnull=False).update(paused_at=None):
        raise Conflict(_("“%(bot)s” is not paused.") % {"bot": bot}, code="not_paused")
    audit.record(actor=by, act="resume_bot", subject=bot)
    bot.refresh_from_db(fields=["paused_at"])
    return bot


@transaction.atomic
def house_version(*, bot: Bot, program: str, program_settings: dict[str, object]) -> BotVersion:
    """Let a house bot play one of our own programs with these settings from now on."""
    version = BotVersion.objects.create(
        bot=bot,
        number=bot.versions.count() + 1,
        program=program,
        settings=program_settings,
    )
    bot.current_version = version
    bot.save(update_fields=["current_version"])
    return version
