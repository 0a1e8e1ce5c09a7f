"""Users, clubs, players and bots in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from league.admin.base import ReadOnly
from league.models import AuditEntry, Bot, BotVersion, Club, Member, Player, Submission, User
from league.services import submissions


@admin.register(User)
class LeagueUserAdmin(UserAdmin):
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("Display"), {"fields": ("language", "time_zone")}),
    )


class MemberInline(admin.TabularInline):
    model = Member
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ("name", "slug", "time_zone", "created_at")
    search_fields = ("search_name",)
    inlines = (MemberInline,)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("name", "kind", "club", "user")
    list_filter = ("kind",)
    search_fields = ("search_name",)
    autocomplete_fields = ("user", "club")
    readonly_fields = ("kind", "bot")


@admin.register(Bot)
class BotAdmin(admin.ModelAdmin):
    list_display = ("name", "owner", "current_version", "created_at")
    search_fields = ("search_name",)
    readonly_fields = ("current_version",)
    autocomplete_fields = ("owner", "club")


@admin.register(Submission)
class SubmissionAdmin(ReadOnly):
    list_display = (
        "bot", "number", "status", "waiting_for", "parked_at", "created_at", "decided_at",
    )  # fmt: skip
    list_filter = ("status", ("parked_at", admin.EmptyFieldListFilter))
    exclude = ("bundle",)
    actions = ("release",)

    @admin.action(description=_("Check parked uploads again"), permissions=["view"])
    def release(self, request: HttpRequest, queryset: QuerySet[Submission]) -> None:
        assert isinstance(request.user, User)
        for submission in queryset.filter(parked_at__isnull=False):
            submissions.release(submission=submission, by=request.user)


@admin.register(BotVersion)
class BotVersionAdmin(ReadOnly):
    list_display = ("bot", "number", "program", "created_at")
    exclude = ("bundle",)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly):
    list_display = ("at", "actor", "act", "subject", "club", "reason")
    list_filter = ("act",)
    date_hierarchy = "at"
