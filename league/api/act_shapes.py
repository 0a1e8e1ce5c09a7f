"""What is asked with every kind of a director's acts, and what is answered."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.entries import MOST_MEMBERS, MemberField
from league.api.log import LogLineShape
from league.api.results import Preview
from league.api.shapes import EntryShape, NameField
from league.api.tournaments import TournamentDetailShape

Shape = serializers.Serializer[Any] | type[serializers.Serializer[Any]]

MOST_ENTRIES = 2000
"""How many entries are read of a list."""
MOST_NUMBER = 2**31 - 1


def _number(**told: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, **told)


def _entries(**told: Any) -> serializers.ListField:
    return serializers.ListField(
        child=_number(), **{"min_length": 1, "max_length": MOST_ENTRIES, **told}
    )


class Asked(serializers.Serializer[Any]):
    """
    What goes with every act. ``reason`` is for everybody to read; to exclude and to call off need
    one. ``seen`` is the number of the log's last line that was looked at. With ``preview`` nothing
    is done.
    """

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    seen = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=MOST_NUMBER
    )
    preview = serializers.BooleanField(default=False)


class OfOneEntry(Asked):
    """``entry`` is its number (``starting_rank``)."""

    entry = _number()


class Substitutes(Asked):
    """Who plays from now on: as many as an entry has."""

    players = serializers.ListField(child=MemberField(), min_length=1, max_length=MOST_MEMBERS)


class Substitute(OfOneEntry, Substitutes):
    """Who plays for an entry from now on."""


class Enter(Asked):
    """Who comes late; ``name`` is that of a team."""

    players = serializers.ListField(child=MemberField(), min_length=1, max_length=MOST_MEMBERS)
    name = NameField(required=False, allow_blank=True, default="")


class OfOneRound(Asked):
    """A round, without ``round`` the last one; without ``stage``, of the one being played."""

    stage = _number(required=False)
    round = _number(required=False)


class Excuse(OfOneEntry):
    """
    Who sits a round out, without ``round`` the next one, and whether that is worth as much as a
    draw, a win, or nothing.
    """

    stage = _number(required=False)
    round = _number(required=False)
    bye = serializers.ChoiceField(choices=["half", "full", "zero"], default="half")


class KeepApart(Asked):
    """Two that are never to be paired, or with ``apart`` false may be again."""

    entries = _entries(min_length=2, max_length=2)
    apart = serializers.BooleanField(default=True)


class Order(Asked):
    """All entries of a stage in the order of their starting ranks."""

    stage = _number(required=False)
    order = _entries()


class Draw(Asked):
    """``repeats``: in a Swiss allow a rematch or a second bye where no round does without."""

    repeats = serializers.BooleanField(default=False)


class PairByHand(OfOneRound):
    """The tables of a round in the order of seats, and who has the bye or sits out."""

    tables = serializers.ListField(
        child=_entries(max_length=6), allow_empty=True, max_length=MOST_ENTRIES
    )
    out = _entries(required=False, min_length=0, default=list)


class Lots(Asked):
    """Between whom a lot is drawn; how it falls nobody can choose."""

    stage = _number(required=False)
    entries = _entries(min_length=2)

    def validate_entries(self, entries: list[int]) -> list[int]:
        if len(set(entries)) < len(entries):
            raise serializers.ValidationError(_("Name each entry once."))
        return entries


class Change(Asked):
    """
    Options of a stage that are others from now on: ``rounds``, ``points``, ``tie_breaks``,
    ``least_share``, ``pairing``, as far as its format has them.
    """

    stage = _number(required=False)
    options = serializers.DictField(allow_empty=False)


class Undo(Asked):
    """The line of the log that is taken back; without ``number`` the last that somebody did."""

    number = _number(required=False, allow_null=True)


KINDS: dict[str, tuple[str, type[Asked]]] = {
    "withdraw": ("NewWithdrawal", OfOneEntry),
    "return": ("NewReturn", OfOneEntry),
    "exclude": ("NewExclusion", OfOneEntry),
    "readmit": ("NewReadmission", OfOneEntry),
    "substitute": ("NewSubstitution", Substitute),
    "enter": ("NewLateEntry", Enter),
    "excuse": ("NewExcuse", Excuse),
    "keep_apart": ("NewKeepingApart", KeepApart),
    "order": ("NewOrder", Order),
    "draw": ("NewDraw", Draw),
    "open_by_hand": ("NewOpeningByHand", OfOneRound),
    "pair_by_hand": ("NewPairingByHand", PairByHand),
    "close_by_hand": ("NewClosingByHand", OfOneRound),
    "lots": ("NewLots", Lots),
    "change": ("NewChange", Change),
    "cancel": ("NewCancellation", Asked),
    "undo": ("NewUndoing", Undo),
}


def _named(kind: str, name: str, shape: type[Asked]) -> type[Asked]:
    """*shape* as the description tells it of one kind: with its word under ``act``."""
    told = extend_schema_field({"type": "string", "const": kind})(
        type("Kind", (serializers.CharField,), {})
    )
    return type(name, (shape,), {"act": told(), "__doc__": shape.__doc__})


NAMED: dict[str, Shape] = {kind: _named(kind, name, shape) for kind, (name, shape) in KINDS.items()}
"""The kinds of acts by their words, each with all that is asked."""


class ComparisonShape(serializers.Serializer[Any]):
    """
    A round as it stands beside the one that was drawn: the tables that only one of the two has;
    pairs that have met before, who has had a bye before, pairs that are kept apart.
    """

    is_same = serializers.BooleanField()
    drawn = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    standing = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    rematches = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    second_byes = serializers.ListField(child=serializers.IntegerField())
    kept_apart = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField())
    )


class ActPreviewShape(Preview):
    """
    What an act would change; ``detail`` is the act itself, such as the tables that would be drawn.
    ``comparison`` is there when a round changed by hand is closed.
    """

    act = serializers.CharField()
    detail = serializers.DictField()
    comparison = ComparisonShape(allow_null=True)


class DoneShape(serializers.Serializer[Any]):
    """
    What was done: its line of the log, the lines that followed by themselves, the entry that it is
    about, and the tournament as it is now. ``comparison`` is there when a round is closed that was
    changed by hand.
    """

    line = LogLineShape()
    followed = LogLineShape(many=True)
    entry = EntryShape(allow_null=True)
    comparison = ComparisonShape(allow_null=True)
    tournament = TournamentDetailShape()
