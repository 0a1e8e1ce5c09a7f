"""Shapes that many resources share: times, and those who compete."""

from collections.abc import Callable
from datetime import UTC
from typing import Any, NoReturn

from django.db import models
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.models import Entry, Player, User
from league.models.names import NAME_LENGTH

MOST_ID = 2**63 - 1
MOST_CHOICES = 30
"""How many choices a refusal names."""


class UtcField(serializers.DateTimeField):
    """A time as ISO 8601 in UTC, whatever the reader's own zone."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)


class RowShape(serializers.ModelSerializer[Any]):
    """Some fields of a row."""

    serializer_field_mapping = {
        **serializers.ModelSerializer.serializer_field_mapping,
        models.DateTimeField: UtcField,
    }


class NameField(serializers.CharField):
    """A name to be given; the service says more exactly what it may be."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 4 * NAME_LENGTH)
        super().__init__(**kwargs)


class BySlug(serializers.SlugRelatedField[Any]):
    """
    A row named by the short name in its address.

    Args:
        choices: The rows to be named where another is asked for.
    """

    default_error_messages = {
        "does_not_exist": _("Nothing here is named “{value}”."),
        "not_a_choice": _("Nothing here is named “{value}”; choose from: {choices}."),
    }

    def __init__(
        self, queryset: Any, *, choices: Callable[[], QuerySet[Any]] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(slug_field="slug", queryset=queryset, **kwargs)
        self.choices_of = choices

    def fail(self, key: str, **values: Any) -> NoReturn:
        """Refuse the value in our words."""
        if key == "does_not_exist" and self.choices_of is not None:
            slugs = self.choices_of().values_list("slug", flat=True)[:MOST_CHOICES]
            super().fail("not_a_choice", choices=", ".join(slugs), **values)
        super().fail(key, **values)

    def to_internal_value(self, data: Any) -> Any:
        # A database is not asked for what no slug can be: PostgreSQL does not take U+0000.
        if not isinstance(data, str) or not data.isprintable():
            self.fail("does_not_exist", slug_name=self.slug_field, value=str(data))
        return super().to_internal_value(data)


class PlayerShape(RowShape):
    """One who competes: a bot's ``bot`` is the short name in its address, a person's is null."""

    bot = serializers.SlugRelatedField[Any](read_only=True, slug_field="slug")

    class Meta:
        model = Player
        fields = ["id", "name", "kind", "bot"]


class TeamMemberShape(serializers.Serializer[Any]):
    """One of a team; ``version`` is the number a bot's program was fixed to."""

    player = PlayerShape()
    version = serializers.IntegerField(source="version.number", default=None, allow_null=True)


class TeamShape(serializers.Serializer[Any]):
    """A team: the ``name`` it was given, which may be empty, and who plays in it, in order."""

    name = serializers.CharField(source="team_name")
    players = TeamMemberShape(many=True, source="members")


class EntryShape(RowShape):
    """
    A player or a ``team`` in a tournament, which is null for a single player.

    ``name`` is what tables show. Of a team, ``player`` is the first. ``version`` is the number
    that the program of a bot was fixed to.
    """

    player = PlayerShape(read_only=True)
    version = serializers.IntegerField(
        source="version.number", default=None, allow_null=True, read_only=True
    )
    team = serializers.SerializerMethodField()

    class Meta:
        model = Entry
        fields = [
            "id", "starting_rank", "name", "player", "version", "team", "withdrawn_at",
            "excluded_at",
        ]  # fmt: skip

    @extend_schema_field(TeamShape(allow_null=True))
    def get_team(self, entry: Entry) -> dict[str, Any] | None:
        return dict(TeamShape(entry).data) if entry.is_team else None


class UserShape(RowShape):
    """An account as everybody may see it."""

    class Meta:
        model = User
        fields = ["username"]


class ReasonShape(serializers.Serializer[Any]):
    """Why something is done; players will read it."""

    reason = serializers.CharField(max_length=500, allow_blank=True)


class ProblemErrorShape(serializers.Serializer[Any]):
    """One wrong value."""

    pointer = serializers.CharField(help_text="JSON pointer to the value, such as #/name")
    detail = serializers.CharField()
    code = serializers.CharField()
    line = serializers.IntegerField(required=False, help_text="the line of a list, from 1")


class ProblemShape(serializers.Serializer[Any]):
    """A refusal, as in RFC 9457."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    instance = serializers.CharField()
    code = serializers.CharField(help_text="a stable word for programs")
    errors = ProblemErrorShape(many=True)  # type: ignore[assignment]
