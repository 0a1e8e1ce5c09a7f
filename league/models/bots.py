"""Programs that play: the author's bot, each upload of it, and each accepted version."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.clubs import Club
from league.models.names import Named


class Bundle(models.Model):
    """The bytes of an upload, stored once under their SHA-256."""

    sha256 = models.CharField(primary_key=True, max_length=64)
    filename = models.CharField(max_length=120)
    data = models.BinaryField()
    size = models.PositiveIntegerField()
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.filename} ({self.size} bytes)"


class Bot(Named):
    """An author's long-lived entrant. A house bot has no author; anyone may enter it."""

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
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["search_name"]
        constraints = [
            models.UniqueConstraint(fields=["search_name"], name="bot_name_is_unique_in_any_case")
        ]

    @property
    def is_house(self) -> bool:
        return self.owner_id is None


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
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="submissions"
    )
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.QUEUED)
    waiting_for = models.CharField(
        max_length=500, blank=True, help_text=_("why a queued submission is not being checked")
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


class BotVersion(models.Model):
    """
    An accepted, immutable program; its own competitor for ratings.

    It is either a bundle, played in the sandbox, or one of our own programs with settings.
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
