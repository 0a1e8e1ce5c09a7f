"""Programs that play: the author's bot, each upload of it, and each accepted version."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.errors import Text
from league.models.clubs import Club
from league.models.names import Named
from league.models.waiting import Waits, told


class Bundle(models.Model):
    """
    The bytes of an upload, stored once under their SHA-256. ``filename`` is what its first author
    called it; others, who have sent the same bytes, are told their own names, of their uploads.

    ``data`` is empty once nothing needs them any more: authors have deleted every version of them,
    or they were refused some days ago.
    """

    sha256 = models.CharField(primary_key=True, max_length=64)
    filename = models.CharField(max_length=120)
    data = models.BinaryField()
    size = models.PositiveIntegerField()
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.filename} ({self.size} bytes)"

    @property
    def ending(self) -> str:
        """What a downloaded file's name ends with."""
        return "zip" if self.filename.lower().endswith(".zip") else "py"


class Bot(Named):
    """
    An author's long-lived entrant. A house bot has no author; anyone may enter it.

    A paused bot is drawn on no ladder; a retired one has versions and plays with none of them.
    """

    slug = models.SlugField(unique=True, max_length=60)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="bots",
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="bots"
    )
    description = models.TextField(blank=True, max_length=2000)
    current_version = models.ForeignKey(
        "BotVersion", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    paused_at = models.DateTimeField(
        null=True, blank=True, help_text=_("since when no ladder matches are drawn for it")
    )
    takes_challenges = models.BooleanField(
        default=True, help_text=_("whether other authors may have it play their bots")
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["search_name"]
        constraints = [
            models.UniqueConstraint(fields=["search_name"], name="bot_name_is_unique_in_any_case")
        ]

    @property
    def is_house(self) -> bool:
        return self.owner_id is None

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None


class Submission(models.Model):
    """The act of uploading a bundle; it is checked, then accepted or refused with the reason."""

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        CHECKING = "checking", _("checking")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="submissions")
    number = models.PositiveIntegerField(help_text=_("counts this bot's uploads from 1"))
    bundle = models.ForeignKey(Bundle, on_delete=models.PROTECT, related_name="submissions")
    filename = models.CharField(
        max_length=120, blank=True, help_text=_("as its author named the file")
    )
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="submissions"
    )
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.QUEUED)
    waiting_for = models.CharField(
        max_length=500,
        blank=True,
        choices=Waits.choices,
        help_text=_("why a queued submission is not being checked"),
    )
    waiting_detail = models.TextField(blank=True, help_text=_("the same in full, for staff"))
    broken_off = models.PositiveIntegerField(
        default=0, help_text=_("how often its check ended without a verdict, but for want of room")
    )
    parked_at = models.DateTimeField(
        null=True, blank=True, help_text=_("broken off too often: an operator must look")
    )
    reason = models.TextField(blank=True)
    steps = models.JSONField(
        default=list,
        help_text=_("one object per step of the check, as they end; none of old uploads"),
    )
    checks = models.JSONField(default=list, help_text=_("one object per match of the check"))
    log = models.TextField(blank=True, help_text=_("what the bot wrote to stderr"))
    attempt = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="submission_number_is_unique"),
            models.CheckConstraint(
                condition=models.Q(
                    status__in=["queued", "checking", "accepted", "refused"],
                ),
                name="submission_status_is_known",
            ),
        ]
        indexes = [models.Index(fields=["status", "sent_at"])]

    def __str__(self) -> str:
        return f"{self.bot} #{self.number}"

    @property
    def waits_because(self) -> Text:
        """Why it is not being checked, in words for everybody."""
        return told(self.waiting_for)


class BotVersion(models.Model):
    """
    An accepted, immutable program; its own competitor for ratings.

    It is either a bundle, played in the sandbox, or one of our own programs with settings. Of a
    deleted one the results stay; its file is given to nobody and never played again.
    """

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    submission = models.OneToOneField(
        Submission, null=True, blank=True, on_delete=models.PROTECT, related_name="version"
    )
    bundle = models.ForeignKey(
        Bundle, null=True, blank=True, on_delete=models.PROTECT, related_name="versions"
    )
    program = models.CharField(max_length=32, blank=True)
    settings = models.JSONField(default=dict, blank=True)
    deleted_at = models.DateTimeField(
        null=True, blank=True, help_text=_("when its author deleted its file")
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_is_unique"),
            models.CheckConstraint(
                condition=models.Q(bundle__isnull=False, program="")
                | (models.Q(bundle__isnull=True) & ~models.Q(program="")),
                name="version_is_bundle_or_program",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"

    @property
    def is_deleted(self) -> bool:
        return self.deleted_at is not None
