"""Match, attempt, result: what must be played, each try at playing it, and what came of it."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.errors import Text
from league.models.bots import BotVersion
from league.models.ladders import Ladder
from league.models.log import LoggedAct
from league.models.players import Player
from league.models.rulesets import Ruleset
from league.models.tournaments import Entry, Round
from league.models.waiting import Waits, told


def new_match_id() -> str:
    """A short public name that tells nothing of how many matches there are."""
    return "m_" + secrets.token_hex(8)


class Match(models.Model):
    """
    What must be played. The row is the truth; a message in the queue is only a nudge.

    A worker claims it by a conditional UPDATE that raises ``attempt`` and sets ``lease_until``;
    only the holder of that number may write. ``secret`` names the order of the cards (32 bytes,
    hex) and is shown to nobody before the match is over; ``commitment`` is its SHA-256.
    """

    class Status(models.TextChoices):
        PLANNED = "planned", _("planned")
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("being played")
        FINISHED = "finished", _("finished")
        VOID = "void", _("void")

    id = models.CharField(primary_key=True, max_length=20, default=new_match_id, editable=False)
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="matches")
    ladder = models.ForeignKey(
        Ladder, null=True, blank=True, on_delete=models.CASCADE, related_name="matches"
    )
    round = models.ForeignKey(
        Round, null=True, blank=True, on_delete=models.CASCADE, related_name="matches"
    )
    table_number = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("within the round, from 1")
    )
    slot = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("knockout: place in the bracket's round, from 1")
    )
    key = models.CharField(
        max_length=160,
        blank=True,
        help_text=_("in a tournament: which table of its log this is, as TableKey writes it"),
    )
    must_have_winner = models.BooleanField(default=False)
    is_rated = models.BooleanField(default=True)
    challenged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="challenges",
        help_text=_("the author who asked for this match; seat 0 is his bot"),
    )
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.PLANNED)
    commitment = models.CharField(max_length=64)
    secret = models.CharField(max_length=64)
    waiting_for = models.CharField(
        max_length=500,
        blank=True,
        choices=Waits.choices,
        help_text=_("why a queued match is not being played"),
    )
    waiting_detail = models.TextField(blank=True, help_text=_("the same in full, for staff"))
    parked_at = models.DateTimeField(
        null=True, blank=True, help_text=_("we failed too often: an operator must look")
    )
    attempt = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(status__in=["planned", "queued", "running", "finished", "void"]),
                name="match_status_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(ladder__isnull=True) | models.Q(round__isnull=True),
                name="match_is_of_a_ladder_or_a_round",
            ),
            models.CheckConstraint(
                condition=models.Q(challenged_by__isnull=True)
                | models.Q(ladder__isnull=True, round__isnull=True, is_rated=False),
                name="challenge_is_unrated",
            ),
            models.UniqueConstraint(
                fields=["round", "key"],
                condition=~models.Q(key=""),
                name="table_is_one_match",
            ),
        ]
        indexes = [
            models.Index(fields=["status", "sent_at"]),
            models.Index(fields=["ladder", "status", "-finished_at"]),
            models.Index(fields=["-finished_at"]),
            models.Index(fields=["-created_at", "-id"]),
            models.Index(fields=["ladder", "-created_at", "-id"]),
            models.Index(
                fields=["challenged_by", "-created_at"],
                condition=models.Q(challenged_by__isnull=False),
                name="challenges_by_author",
            ),
        ]

    def __str__(self) -> str:
        return self.id

    @property
    def is_over(self) -> bool:
        return self.status in {self.Status.FINISHED, self.Status.VOID}

    @property
    def is_challenge(self) -> bool:
        return self.challenged_by_id is not None

    @property
    def waits_because(self) -> Text:
        """Why it is not being played, in words for everybody."""
        return told(self.waiting_for)


class Seat(models.Model):
    """Who sits where at a match, clockwise from 0, and which version a bot plays with."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    version = models.ForeignKey(
        BotVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="seats"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_is_taken_once"),
            models.UniqueConstraint(fields=["match", "player"], name="player_sits_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.player}"


class Attempt(models.Model):
    """One try by one worker at playing a match."""

    class Exit(models.TextChoices):
        RUNNING = "running", _("running")
        FINISHED = "finished", pgettext_lazy("attempt", "finished")
        INTERRUPTED = "interrupted", _("interrupted")  # a deploy, a killed worker: free
        FAILED = "failed", _("failed")  # our fault

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveIntegerField()
    worker = models.CharField(max_length=120)
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    exit = models.CharField(max_length=12, choices=Exit.choices, default=Exit.RUNNING)
    detail = models.TextField(blank=True)
    is_forgiven = models.BooleanField(
        default=False, help_text=_("an operator has let the match be tried again since")
    )
    usage = models.JSONField(default=list, help_text=_("per seat: CPU, wall, memory, answers"))
    logs = models.JSONField(default=list, help_text=_("per seat: what the bot wrote to stderr"))

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="attempt_number_is_unique")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} · {self.number}"


class Deal(models.Model):
    """
    One finished deal, stored as it ends: a killed worker loses at most the deal in hand.

    ``places`` and ``points`` are per seat of the match, as awarded, wherever its player sat in this
    deal. ``outcome`` is what the rules said, by the seats of the deal, and ``awarded`` what a fault
    changed of it. ``number`` counts the deals of all legs in the order of play. ``record`` replays
    by itself (its secret is added when it is shown, once the match is over). ``notes`` is what bots
    wrote beside their moves.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField(help_text=_("from 0"))
    places = models.JSONField()
    points = models.JSONField()
    outcome = models.JSONField()
    awarded = models.JSONField(null=True, blank=True)
    faults = models.JSONField(default=list, help_text=_("objects with seat, deal, kind, detail"))
    notes = models.JSONField(default=list, help_text=_("objects with move and text"))
    is_rated = models.BooleanField(default=True)
    played_again = models.BooleanField(
        default=False, help_text=_("begun twice because the runner itself was held up")
    )
    record = models.JSONField()
    finished_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="deal_number_is_unique")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} · {self.number}"


class Result(models.Model):
    """
    The accepted scores of a match. Append-only: a correction is a new row, with who, when and why.

    ``scores`` is one integer a seat. ``forfeits`` lists the seats that lost without play. One row
    of a match ``stands``: in a tournament the one that its log says, by the act ``act``.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    scores = models.JSONField()
    forfeits = models.JSONField(default=list)
    faults = models.JSONField(default=list, help_text=_("objects with seat, deal, kind, detail"))
    tally = models.JSONField(
        default=list, help_text=_("rated deals: objects with places and count")
    )
    winner = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("seat that won; empty for a draw or a double forfeit")
    )
    attempt = models.OneToOneField(
        Attempt, null=True, blank=True, on_delete=models.PROTECT, related_name="result"
    )
    stands = models.BooleanField(default=True)
    act = models.OneToOneField(
        LoggedAct,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="result",
        help_text=_("empty outside of tournaments, and where nobody came to play"),
    )
    supersedes = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="results",
    )
    reason = models.TextField(blank=True, max_length=500)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=models.Q(stands=True),
                name="one_result_of_a_match_stands",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {':'.join(map(str, self.scores))}"
