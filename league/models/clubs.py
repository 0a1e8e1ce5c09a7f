"""Clubs, and who is what in them."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.names import Named
from league.models.users import validate_time_zone


class Club(Named):
    """The organisation that owns members, players and tournaments."""

    slug = models.SlugField(unique=True, max_length=60)
    description = models.TextField(blank=True, max_length=2000)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["search_name"]


class Role(models.TextChoices):
    """What a member may do, from most to least."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    ARBITER = "arbiter", _("arbiter")
    MEMBER = "member", _("member")


class Member(models.Model):
    """A user's role in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_role_per_club"),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="member_role_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()} · {self.club}"
