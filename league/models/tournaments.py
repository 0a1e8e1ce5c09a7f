"""Contests with an end: tournament, stage, round, entry, teammate."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.bots import BotVersion
from league.models.clubs import Club
from league.models.names import NAME_LENGTH, Named
from league.models.players import Player
from league.models.rulesets import Ruleset

MEMBERS_BETWEEN = " / "
"""Between the members of a team that has no name of its own."""


def new_lot() -> str:
    """The text that all lots of a tournament come from: drawn again they come out the same."""
    return secrets.token_hex(16)


class Tournament(Named):
    """
    A contest with an end and final standings.

    With a ``team_size`` of 2 or 3 its entries are teams of so many players.
    """

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
    team_size = models.PositiveSmallIntegerField(
        default=1, help_text=_("players of an entry; more than one is a team")
    )
    lot = models.CharField(max_length=32, default=new_lot, editable=False)
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
            ),
            models.CheckConstraint(
                condition=models.Q(team_size__in=[1, 2, 3]), name="team_size_is_one_to_three"
            ),
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
        DOUBLE_ELIMINATION = "double_elimination", _("double elimination")
        SWISS = "swiss", _("Swiss")
        TABLES = "tables", _("tables")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=20, choices=Format.choices)
    options = models.JSONField(
        default=dict, blank=True, help_text=_("what the format lets one choose")
    )
    drawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_is_unique"),
            models.CheckConstraint(
                condition=models.Q(
                    format__in=["round_robin", "knockout", "double_elimination", "swiss", "tables"]
                ),
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


class TeamMember(NamedTuple):
    """One who plays for an entry, and the version a bot plays with once it is fixed."""

    player: Player
    version: BotVersion | None


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries as they are asked for."""

    def with_members(self) -> "EntryQuerySet":
        """Each with its players, their bots and versions at hand, in two queries for them all."""
        at_hand = "player__bot__current_version", "version__bot"
        teammates = Teammate.objects.select_related(*at_hand)
        return self.select_related(*at_hand).prefetch_related(
            models.Prefetch("teammates", queryset=teammates)
        )

    def with_player(self, players: models.QuerySet[Player] | Sequence[Player]) -> "EntryQuerySet":
        """Those in which one of *players* plays, first or further in the team."""
        within = Teammate.objects.filter(player__in=players)
        return self.filter(models.Q(player__in=players) | models.Q(pk__in=within.values("entry")))


class Entry(models.Model):
    """
    A player or a team in one tournament. A bot's version is fixed when the tournament starts.

    ``starting_rank`` is the place in the field before round one, from 1. ``player`` is the first
    of a team; the others are its teammates.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tournament_entries")
    version = models.ForeignKey(
        BotVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    team_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    starting_rank = models.PositiveIntegerField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    excluded_at = models.DateTimeField(null=True, blank=True)
    is_in = models.BooleanField(
        default=True, help_text=_("false where the act by which it came late was undone")
    )
    created_at = models.DateTimeField(default=timezone.now)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["starting_rank"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=models.Q(is_in=True),
                name="player_enters_a_tournament_once",
            ),
            models.UniqueConstraint(
                fields=["tournament", "starting_rank"], name="starting_rank_is_unique"
            ),
            models.UniqueConstraint(
                fields=["tournament", "team_name"],
                condition=~models.Q(team_name=""),
                name="team_name_is_unique_in_tournament",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.starting_rank}. {self.name}"

    @property
    def members(self) -> list[TeamMember]:
        """Who plays, in the order of the team, each with the version that is fixed for him."""
        others = [TeamMember(mate.player, mate.version) for mate in self.teammates.all()]
        return [TeamMember(self.player, self.version), *others]

    @property
    def is_team(self) -> bool:
        return len(self.members) > 1

    @property
    def players(self) -> list[Player]:
        return [member.player for member in self.members]

    @property
    def name(self) -> str:
        """What the team is called, else who plays."""
        return self.team_name or MEMBERS_BETWEEN.join(player.name for player in self.players)


class Teammate(models.Model):
    """A further player of a team, numbered from 2: number 1 is the ``player`` of its entry."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="teammates")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="teams")
    version = models.ForeignKey(
        BotVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["entry", "number"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "number"], name="teammate_number_is_unique"),
            models.UniqueConstraint(fields=["entry", "player"], name="teammate_is_in_team_once"),
            models.CheckConstraint(
                condition=models.Q(number__gte=2), name="teammates_are_numbered_from_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.player}"
