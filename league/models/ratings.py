"""Estimates of strength: every run of the fit, and every competitor's number in it."""

from django.db import models
from django.utils import timezone

from league.models.bots import BotVersion
from league.models.players import Player


class RatingRun(models.Model):
    """One recomputation of a pool from all its accepted deals; never incremented."""

    pool = models.CharField(max_length=60)
    created_at = models.DateTimeField(default=timezone.now)
    last_result = models.PositiveBigIntegerField(help_text="id of the newest result it has read")
    inputs = models.CharField(max_length=64, help_text="SHA-256 over the ids of its results")
    deals = models.PositiveIntegerField()
    parameters = models.JSONField(default=dict)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["pool", "-id"])]

    def __str__(self) -> str:
        return f"{self.pool} · run {self.pk}"


class Rating(models.Model):
    """
    A competitor's line in a run.

    ``value`` is on the Elo scale with the anchor at 1500; ``interval`` is half the width of the
    95 % interval, in the same unit. A bot's version is a competitor of its own.
    """

    run = models.ForeignKey(RatingRun, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    version = models.ForeignKey(
        BotVersion, null=True, blank=True, on_delete=models.CASCADE, related_name="ratings"
    )
    value = models.FloatField()
    interval = models.FloatField()
    matches = models.PositiveIntegerField()
    deals = models.PositiveIntegerField()
    won = models.PositiveIntegerField(help_text="deals won alone")
    faults = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-value"]
        constraints = [
            models.UniqueConstraint(fields=["run", "version"], name="version_is_rated_once_a_run"),
            models.UniqueConstraint(
                fields=["run", "player"],
                condition=models.Q(version__isnull=True),
                name="person_is_rated_once_a_run",
            ),
        ]
        indexes = [models.Index(fields=["player", "run"])]

    def __str__(self) -> str:
        return f"{self.player} {self.value:.0f} ± {self.interval:.0f}"
