"""Contests with an end: tournament, stage, round, entry."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.bots import BotVersion
from league.models.clubs import Club
from league.models.names import Named
from league.models.players import Player
from league.models.rulesets import Ruleset


class Tournament(Named):
    """A contest with an end and final standings."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    slug = models.SlugField(unique=True, max_length=60)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="tournaments")
    description = models.TextField(blank=True, max_length=2000)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.DRAFT)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    status__in=["draft", "open", "running", "finished", "cancelled"]
                ),
                name="tournament_status_is_known",
            )
        ]

    @property
    def takes_entries(self) -> bool:
        return self.status in {self.Status.DRAFT, self.Status.OPEN}

    @property
    def is_over(self) -> bool:
        return self.status in {self.Status.FINISHED, self.Status.CANCELLED}


class Stage(models.Model):
    """Part of a tournament with one format."""

    class Format(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("round robin")
        KNOCKOUT = "knockout", _("knockout")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=20, choices=Format.choices)
    options = models.JSONField(
        default=dict, blank=True, help_text=_("round robin: cycles; knockout: third_place")
    )
    drawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_is_unique"),
            models.CheckConstraint(
                condition=models.Q(format__in=["round_robin", "knockout"]),
                name="stage_format_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.get_format_display()}"


class Round(models.Model):
    """Matches meant to be played together."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_is_unique")
        ]

    def __str__(self) -> str:
        return f"{self.stage} · {self.number}"


class Entry(models.Model):
    """
    A player in one tournament. A bot's version is fixed when the tournament starts.

    ``starting_rank`` is the place in the field before round one, from 1.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tournament_entries")
    version = models.ForeignKey(
        BotVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    starting_rank = models.PositiveIntegerField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["starting_rank"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="player_enters_a_tournament_once"
            ),
            models.UniqueConstraint(
                fields=["tournament", "starting_rank"], name="starting_rank_is_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.starting_rank}. {self.player}"
