"""People who can log in, and the tokens their programs log in with."""

import zoneinfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def validate_time_zone(name: str) -> None:
    """
    Raises:
        ValidationError: If *name* is not a zone of the IANA time zone database.
    """
    if name and name not in zoneinfo.available_timezones():
        raise ValidationError(
            _("“%(name)s” is not a time zone; write it like Europe/Moscow."), params={"name": name}
        )


class User(AbstractUser):
    """Someone who can log in. One who competes is a Player."""

    language = models.CharField(max_length=8, blank=True, choices=settings.LANGUAGES)
    time_zone = models.CharField(max_length=64, blank=True, validators=[validate_time_zone])

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="user_name_is_unique_in_any_case")
        ]


class Scope(models.TextChoices):
    """What a token may be used for."""

    READ = "read", _("read")
    SUBMIT = "submit", _("submit bots")
    PLAY = "play", _("play at tables")
    DIRECT = "direct", _("direct tournaments")


class Token(models.Model):
    """
    A key for a user's programs: shown once, stored as its SHA-256.

    The text begins with ``dl_``; ``prefix`` keeps its first characters so that a user can tell
    two tokens apart.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"
