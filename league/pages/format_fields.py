"""The fields by which an organiser chooses a format and its options, one part of a form each."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Stage
from league.pages import words
from league.progress.options import FORMATS, RoundRobinOptions, SwissOptions, TablesOptions
from league.services import stages
from league.standings.tie_breaks import DEFAULTS, tie_breaks_of
from league.standings.values import System

TIE_BREAK_PLACES = 6
POINTS = ("win", "draw", "loss", "bye")
NOTHING = ("", gettext_lazy("Nothing: it has one stage"))


class OrderedChoices(forms.SelectMultiple):
    """Some of the choices in an order: a numbered list of selects of one name."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = [str(key) for key in value or ()]
        places = max(TIE_BREAK_PLACES, len(chosen) + 1)
        one = forms.Select(choices=[("", "—"), *self.choices])
        rows = []
        for place in range(places):
            id_ = f"id_{name}_{place}"
            value = chosen[place] if place < len(chosen) else ""
            label = f"{_('Tie-break')} {place + 1}"
            rows.append((id_, label, one.render(name, value, {"id": id_}, renderer)))
        row = '<li><label class="unseen" for="{}">{}</label>{}</li>'
        return format_html("<ol>{}</ol>", format_html_join("", row, rows))

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        return [key for key in super().value_from_datadict(data, files, name) or () if key]

    def id_for_label(self, id_: str, index: str | None = None) -> str:
        return f"{id_}_0"


class TieBreaksField(forms.MultipleChoiceField):
    """The tie-breaks of one system in the order in which they are asked."""

    widget = OrderedChoices

    def __init__(self, system: System) -> None:
        keys = [one.key for one in tie_breaks_of(system)]
        super().__init__(
            label=gettext_lazy("Who is first of those with equal points"),
            choices=[(key, words.TIE_BREAKS[key][0]) for key in keys],
            initial=[one.key for one in DEFAULTS[system]],
            required=False,
            help_text=gettext_lazy(
                "The first one decides; where it does not, the next one. With none chosen the "
                "usual order holds."
            ),
        )
        self.explained = [(words.TIE_BREAKS[key][0], words.TIE_BREAKS[key][2]) for key in keys]


def _points(label: Any, initial: float) -> forms.FloatField:
    return forms.FloatField(
        label=label,
        initial=int(initial),
        required=False,
        widget=forms.NumberInput(attrs={"step": "any"}),
    )


def _whole(label: Any, initial: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, initial=initial, required=False, help_text=help_text)


def _numbers(label: Any, numbers: Sequence[int], initial: int, **more: Any) -> forms.Field:
    return forms.TypedChoiceField(
        label=label, choices=[(n, n) for n in numbers], coerce=int, empty_value=None,
        initial=initial, required=False, **more,
    )  # fmt: skip


class RoundRobinFields(forms.Form):
    """What is to be chosen for a round robin."""

    round_robin_cycles = _numbers(gettext_lazy("Times they meet"), range(1, 5), 1)
    round_robin_groups = _whole(
        gettext_lazy("Groups"),
        1,
        gettext_lazy("With more than one, everybody meets those of his group alone."),
    )
    round_robin_win = _points(gettext_lazy("Win"), RoundRobinOptions().points.win)
    round_robin_draw = _points(gettext_lazy("Draw"), RoundRobinOptions().points.draw)
    round_robin_loss = _points(gettext_lazy("Loss"), RoundRobinOptions().points.loss)
    round_robin_bye = _points(gettext_lazy("Bye"), RoundRobinOptions().points.bye)
    round_robin_least_share = _whole(
        gettext_lazy("Who leaves counts if he has played, in %"),
        50,
        gettext_lazy(
            "Of somebody who has played less of his matches nothing counts, for the others "
            "neither. With 0 everything counts."
        ),
    )
    round_robin_tie_breaks = TieBreaksField("round_robin")

    def clean_round_robin_least_share(self) -> float | None:
        share: int | None = self.cleaned_data["round_robin_least_share"]
        return None if share is None else share / 100


class KnockoutFields(forms.Form):
    """What is to be chosen for a knockout."""

    knockout_third_place = forms.BooleanField(
        label=gettext_lazy("Play for third place"), required=False
    )
    knockout_reseeded = forms.BooleanField(
        label=gettext_lazy("In every round the best left meets the last one left"), required=False
    )


class SwissFields(forms.Form):
    """What is to be chosen for a Swiss."""

    swiss_rounds = _whole(
        gettext_lazy("Rounds"),
        SwissOptions().rounds,
        gettext_lazy("For one winner: 4 for up to 16 entries, 5 for up to 32, 6 for up to 64."),
    )
    swiss_pairing = forms.ChoiceField(
        label=gettext_lazy("How rounds are drawn"),
        choices=list(stages.PAIRINGS.items()),
        required=False,
    )
    swiss_win = _points(gettext_lazy("Win"), SwissOptions().points.win)
    swiss_draw = _points(gettext_lazy("Draw"), SwissOptions().points.draw)
    swiss_loss = _points(gettext_lazy("Loss"), SwissOptions().points.loss)
    swiss_bye = _points(gettext_lazy("Bye"), SwissOptions().points.bye)
    swiss_tie_breaks = TieBreaksField("swiss")


class TablesFields(forms.Form):
    """What is to be chosen for rounds at tables of three to six."""

    tables_rounds = _whole(gettext_lazy("Rounds"), TablesOptions().rounds)
    tables_size = _numbers(
        gettext_lazy("Players at a table"),
        range(3, 7),
        TablesOptions().size,
        help_text=gettext_lazy("Where rules of your own are chosen above, they say how many."),
    )
    tables_partners = forms.BooleanField(
        label=gettext_lazy("In two sides, with other partners every round"),
        required=False,
        help_text=gettext_lazy("At tables of four or six. Rules of your own say it themselves."),
    )
    tables_beside = forms.TypedChoiceField(
        label=gettext_lazy("Other tables beside them, where more can play so"),
        choices=[
            (0, gettext_lazy("None: who finds no seat sits the round out")),
            *((seats, seats) for seats in range(3, 7)),
        ],
        coerce=int,
        empty_value=None,
        required=False,
    )
    tables_tie_breaks = TieBreaksField("tables")


class SecondStageFields(forms.Form):
    """What may come after the first stage."""

    then = forms.ChoiceField(
        label=gettext_lazy("And then"),
        choices=[
            NOTHING,
            (Stage.Format.KNOCKOUT, gettext_lazy("The best go on to a knockout")),
            (
                Stage.Format.DOUBLE_ELIMINATION,
                gettext_lazy("The best go on to a double elimination"),
            ),
        ],
        required=False,
        widget=forms.Select(attrs={"data-shows": ""}),
    )
    qualifiers = _whole(
        gettext_lazy("How many go on"),
        2,
        gettext_lazy("From each group, where there are groups."),
    )
    then_third_place = forms.BooleanField(
        label=gettext_lazy("Play for third place"), required=False
    )
    then_reseeded = forms.BooleanField(
        label=gettext_lazy("In every round the best left meets the last one left"), required=False
    )


class FormatFields(RoundRobinFields, KnockoutFields, SwissFields, TablesFields, SecondStageFields):
    """A format with its options, and perhaps a second one."""

    format = forms.ChoiceField(
        label=gettext_lazy("How they meet"),
        choices=[
            (Stage.Format.ROUND_ROBIN, gettext_lazy("Round robin: everybody meets everybody")),
            (Stage.Format.SWISS, gettext_lazy("Swiss: equals meet, and nobody twice")),
            (Stage.Format.KNOCKOUT, gettext_lazy("Knockout: who loses is out")),
            (
                Stage.Format.DOUBLE_ELIMINATION,
                gettext_lazy("Double elimination: who loses twice is out"),
            ),
            (Stage.Format.TABLES, gettext_lazy("Tables: three to six at each, mixed every round")),
        ],
        widget=forms.Select(attrs={"data-shows": ""}),
    )

    def clean(self) -> dict[str, Any]:
        """What is wrong with the options of a format that is not chosen is no matter."""
        chosen = self.cleaned_data.get("format")
        others = tuple(f"{name}_" for name in FORMATS if name != chosen)
        for name in [name for name in self.errors if name.startswith(others)]:
            del self.errors[name]
        return self.cleaned_data

    def stages(self) -> list[dict[str, Any]]:
        """The stages, as the service reads them; what was left empty is as usual."""
        data = self.cleaned_data
        first = _options(data, data["format"])
        if not data["then"]:
            return [first]
        if data["qualifiers"] is not None and data["format"] not in stages.BRACKETS:
            first["qualifiers"] = data["qualifiers"]
        second: dict[str, Any] = {"format": data["then"]}
        if data["then"] == Stage.Format.KNOCKOUT:
            second |= {name: data[f"then_{name}"] for name in ("third_place", "reseeded")}
        return [first, second]

    def field_of(self, path: str) -> str:
        """The field for a path such as ``stages/0/points/win``; the path itself where none is."""
        where = path.split("/")
        if where[0] != "stages" or len(where) < 3:
            return path
        name = where[-1]
        if name == "format":
            return "then" if self.cleaned_data["then"] else "format"
        prefix = self.cleaned_data["format"] if where[1] == "0" else "then"
        name = "win" if name == "points" else name
        return name if name in self.fields else f"{prefix}_{name}"


def _options(data: Mapping[str, Any], format: str) -> dict[str, Any]:
    """What the fields of one format say."""
    prefix = f"{format}_"
    told = {
        name.removeprefix(prefix): value
        for name, value in data.items()
        if name.startswith(prefix) and value not in (None, "", [])
    }
    told.pop("partners", None)
    points = {name: _plain(told.pop(name)) for name in POINTS if name in told}
    if points:
        told["points"] = points
    return {"format": format, **told}


def _plain(number: float) -> float:
    return int(number) if number.is_integer() else number
