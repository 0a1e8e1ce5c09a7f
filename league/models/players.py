"""Those who compete: people and bots."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.bots import Bot
from league.models.clubs import Club
from league.models.names import Named


class Player(Named):
    """
    One who competes. A bot's player is made with the bot; a person's belongs to a club and may
    be bound to a user.
    """

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")

    kind = models.CharField(max_length=8, choices=Kind.choices)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="players"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="players",
    )
    bot = models.OneToOneField(
        Bot, null=True, blank=True, on_delete=models.CASCADE, related_name="player"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["search_name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="bot", bot__isnull=False)
                | models.Q(kind="person", bot__isnull=True),
                name="player_is_a_person_or_a_bot",
            ),
            models.UniqueConstraint(
                fields=["club", "search_name"],
                condition=models.Q(kind="person"),
                name="person_is_unique_in_club",
            ),
        ]

    @property
    def is_bot(self) -> bool:
        return self.kind == self.Kind.BOT
