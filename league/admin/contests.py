"""Rulesets, ladders, tournaments, matches and ratings in the admin."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from league.admin.base import ReadOnly
from league.models import (
    Attempt,
    Ladder,
    LadderEntry,
    Match,
    RatingRun,
    Result,
    Ruleset,
    Tournament,
    User,
)
from league.services import attempts


@admin.register(Ruleset)
class RulesetAdmin(ReadOnly):
    list_display = ("name", "club", "game", "seats", "sides", "length", "frozen_at")


class LadderEntryInline(admin.TabularInline):
    model = LadderEntry
    extra = 0
    autocomplete_fields = ("bot",)


@admin.register(Ladder)
class LadderAdmin(admin.ModelAdmin):
    list_display = ("name", "ruleset", "is_open", "takes_new_bots", "paced_at")
    inlines = (LadderEntryInline,)
    readonly_fields = ("paced_at",)


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    list_display = ("name", "club", "status", "ruleset", "started_at", "finished_at")
    list_filter = ("status",)


@admin.register(Match)
class MatchAdmin(ReadOnly):
    """Matches without their secrets: whoever knows a secret knows the cards to come."""

    list_display = ("id", "status", "ladder", "round", "attempt", "parked_at", "waiting_for")
    list_filter = ("status", ("parked_at", admin.EmptyFieldListFilter))
    exclude = ("secret",)
    actions = ("release",)

    @admin.action(description=_("Try parked matches again"), permissions=["view"])
    def release(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        assert isinstance(request.user, User)
        for match in queryset.filter(parked_at__isnull=False):
            attempts.release(match=match, by=request.user)


@admin.register(Attempt)
class AttemptAdmin(ReadOnly):
    list_display = ("match", "number", "worker", "exit", "started_at", "ended_at")
    list_filter = ("exit",)


@admin.register(Result)
class ResultAdmin(ReadOnly):
    list_display = ("match", "scores", "winner", "reported_by", "supersedes", "created_at")


@admin.register(RatingRun)
class RatingRunAdmin(ReadOnly):
    list_display = ("id", "pool", "deals", "created_at")
    list_filter = ("pool",)
