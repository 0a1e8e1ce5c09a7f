"""Contests without an end, ranked by rating."""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from league.models.bots import Bot
from league.models.names import Named
from league.models.rulesets import Ruleset, no_ratings


class Ladder(Named):
    """A contest of bots without an end: whoever needs a match most gets the next one."""

    slug = models.SlugField(unique=True, max_length=60)
    description = models.TextField(blank=True, max_length=2000)
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="ladders")
    is_open = models.BooleanField(default=True)
    takes_new_bots = models.BooleanField(default=True)
    paced_at = models.DateTimeField(null=True, blank=True, help_text="when a match was last drawn")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["search_name"]

    def clean(self) -> None:
        """
        Refuse a game that cannot rank anybody.

        Raises:
            ValidationError: If those who play it decide nothing.
        """
        super().clean()
        if self.ruleset_id and not self.ruleset.has_decisions:
            raise ValidationError({"ruleset": no_ratings(self.ruleset.game)})


class LadderEntry(models.Model):
    """A bot on a ladder: it plays its current accepted version."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="ladder_entries")
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "bot"], name="bot_is_on_a_ladder_once")
        ]
        verbose_name_plural = "ladder entries"

    def __str__(self) -> str:
        return f"{self.bot} · {self.ladder}"
