"""What a director or an arbiter types for each kind of act upon a tournament that has begun."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.errors import BadInput, Conflict, Text
from league.models import Player, User
from league.pages.entry_forms import KNOWN_NAMES, known_names
from league.pages.format_fields import TieBreaksField
from league.pages.stages import label_of, names_of
from league.progress import acts
from league.progress.drawn import DrawnStage
from league.progress.elimination import Elimination
from league.progress.round_robin import RoundRobin
from league.progress.seated import Tables
from league.progress.stages import RankedStage
from league.progress.state import AnyStage
from league.progress.swiss import Swiss
from league.progress.tables import Round
from league.selectors.progress import Progress
from league.services import directing, entries

Choices = list[tuple[str, str]]


class ActForm(forms.Form):
    """
    One act: its own fields, why, and the last line of the log that its author has seen.

    *title* is the question, *told* what the act means, whatever it changes here. *asks* says
    whether there is anything to fill in before its consequences can be shown.
    """

    kind: ClassVar[str]
    title: ClassVar[Text]
    told: ClassVar[Text] = ""
    asks: ClassVar[bool] = True

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        help_text=gettext_lazy("Everybody reads it in the log."),
        widget=forms.Textarea(attrs={"rows": 2}),
        required=False,
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, progress: Progress, by: User, typed: Any, initial: dict[str, Any]) -> None:
        super().__init__(typed, initial={"seen": len(progress.acts), **initial})
        self.progress = progress
        self.by = by
        self.fill()
        self.order_fields([name for name in self.fields if name not in ("reason", "seen")])

    def fill(self) -> None:
        """Offer what there is to choose from."""

    def act(self) -> acts.Act:
        """
        The act, as it was typed.

        Raises:
            LeagueError: If it cannot be one.
        """
        raise NotImplementedError

    def do(self) -> None:
        """
        Do it.

        Raises:
            LeagueError: If it is refused.
        """
        directing.do(
            tournament=self.progress.tournament,
            act=self.act(),
            by=self.by,
            reason=self.cleaned_data["reason"],
            seen=self.cleaned_data["seen"],
        )

    @property
    def own(self) -> list[forms.BoundField]:
        """The visible fields of this kind of act, without the reason."""
        return [field for field in self.visible_fields() if field.name != "reason"]

    @property
    def known_names(self) -> list[str]:
        """Names that a browser may offer while somebody is typed."""
        has_names = any(name.startswith("member_") for name in self.fields)
        return known_names(self.progress.tournament, self.by) if has_names else []

    def entries_of(self, numbers: Iterable[int]) -> Choices:
        """These entries to choose from, by number and name."""
        rows = self.progress.entries
        return [(str(n), f"{n}. {rows[n].name}") for n in numbers if n in rows]

    def offer(self, name: str, label: Text, choices: Choices, **more: Any) -> None:
        """Add a field in which one of *choices* is chosen."""
        self.fields[name] = forms.ChoiceField(label=str(label), choices=choices, **more)

    def number(self, name: str) -> int:
        return int(self.cleaned_data[name])

    def pair(self, name: str) -> tuple[int, int]:
        """The stage and the round that were chosen."""
        stage, round = self.cleaned_data[name].split(".")
        return int(stage), int(round)

    def offer_rounds(self, found: Iterable[tuple[AnyStage | DrawnStage, int]]) -> None:
        several = len(self.progress.state.stages) > 1
        choices = [
            (
                f"{stage.number}.{number}",
                (f"{label_of(self.progress, stage)} · " if several else "")
                + _("round %(round)d") % {"round": number},
            )
            for stage, number in found
        ]
        self.offer("round", _("Round"), choices)

    def offer_members(self) -> None:
        """Add a field for each who plays in an entry."""
        size = self.progress.tournament.team_size
        for number in range(1, size + 1):
            self.fields[f"member_{number}"] = forms.CharField(
                label=_("Player %(number)d") % {"number": number} if size > 1 else _("Name"),
                help_text=_("Of a person of the club, of somebody new, or of a bot."),
                widget=forms.TextInput(attrs={"list": KNOWN_NAMES, "autocomplete": "off"}),
            )

    def players(self) -> list[Player]:
        """Those who were named; who is new becomes a player of the club."""
        found = []
        for number in range(1, self.progress.tournament.team_size + 1):
            name = f"member_{number}"
            try:
                found.append(
                    entries.player_named(self.progress.tournament, self.cleaned_data[name])
                )
            except BadInput as error:
                raise BadInput(name, error.detail, code=error.code) from error
        return found


class OfEntry(ActForm):
    """An act that names one entry and nothing else."""

    makes: ClassVar[Any]
    asks = False

    def fill(self) -> None:
        self.offer("entry", _("Entry"), self.entries_of(self.suited()))

    def suited(self) -> Sequence[int]:
        """The entries to which it can be done."""
        raise NotImplementedError

    def act(self) -> acts.Act:
        made: acts.Act = self.makes(entry=self.number("entry"))
        return made


class WithdrawForm(OfEntry):
    kind, makes = "withdraw", acts.Withdrew
    title = gettext_lazy("Withdraw an entry")
    told = gettext_lazy("What it has not played is lost without play. It can come back later.")

    def suited(self) -> Sequence[int]:
        field = self.progress.state.field
        return [entry for entry in field.entries if entry not in field.gone]


class ReturnForm(OfEntry):
    kind, makes = "return", acts.Returned
    title = gettext_lazy("Let an entry come back")

    def suited(self) -> Sequence[int]:
        return sorted(self.progress.state.field.withdrawn)


class ExcludeForm(OfEntry):
    kind, makes = "exclude", acts.Excluded
    title = gettext_lazy("Exclude an entry")
    told = gettext_lazy("It is sent away and listed without a rank. Say why.")

    def suited(self) -> Sequence[int]:
        field = self.progress.state.field
        return [entry for entry in field.entries if entry not in field.excluded]


class ReadmitForm(OfEntry):
    kind, makes = "readmit", acts.Readmitted
    title = gettext_lazy("Take an exclusion back")

    def suited(self) -> Sequence[int]:
        return sorted(self.progress.state.field.excluded)


class SubstituteForm(ActForm):
    kind = "substitute"
    title = gettext_lazy("Let somebody else play for an entry")
    told = gettext_lazy("From now on others play for it; what was played stays where it is.")

    def fill(self) -> None:
        self.offer("entry", _("Entry"), self.entries_of(self.progress.state.field.entries))
        self.offer_members()

    def act(self) -> acts.Act:
        entry = self.progress.entries[self.number("entry")]
        return directing.substitution(self.progress.tournament, entry, self.players())


class EnterForm(ActForm):
    kind = "enter"
    title = gettext_lazy("Enter somebody late")

    def fill(self) -> None:
        if self.progress.tournament.team_size > 1:
            self.fields["team_name"] = forms.CharField(
                label=_("Name of the team"),
                required=False,
                help_text=_("May be left out: it then goes by its players."),
            )
        self.offer_members()

    def act(self) -> acts.Act:
        return directing.late_entry(self.progress.tournament, self.players())

    def do(self) -> None:
        directing.enter_late(
            tournament=self.progress.tournament,
            players=self.players(),
            team_name=self.cleaned_data.get("team_name", ""),
            by=self.by,
            reason=self.cleaned_data["reason"],
            seen=self.cleaned_data["seen"],
        )


class ExcuseForm(ActForm):
    kind = "excuse"
    title = gettext_lazy("Let an entry sit a round out")

    def fill(self) -> None:
        field = self.progress.state.field
        there = [entry for entry in field.entries if entry not in field.gone]
        self.offer("entry", _("Entry"), self.entries_of(there))
        self.offer_rounds(
            (stage, number)
            for stage in self.progress.state.stages
            if isinstance(stage, DrawnStage)
            for number in range(len(stage.rounds) + 1, stage.options.rounds + 1)
        )
        byes = [("half", _("as much as a draw")), ("full", _("as much as a win")),
                ("zero", _("nothing"))]  # fmt: skip
        self.offer("bye", _("What it is worth"), byes)

    def act(self) -> acts.Act:
        stage, round = self.pair("round")
        return acts.Excused(
            entry=self.number("entry"), stage=stage, round=round, bye=self.cleaned_data["bye"]
        )


class KeepApartForm(ActForm):
    kind = "keep_apart"
    title = gettext_lazy("Keep two apart, or let them meet")
    told = gettext_lazy("It holds for the rounds that are drawn from now on.")

    def fill(self) -> None:
        there = self.entries_of(self.progress.state.field.entries)
        self.offer("one", _("One"), there)
        self.offer("other", _("The other"), there)
        meet = [("yes", _("are never paired")), ("no", _("may be paired again"))]
        self.offer("apart", _("They"), meet)

    def act(self) -> acts.Act:
        return acts.KeptApart(
            entries=(self.number("one"), self.number("other")),
            apart=self.cleaned_data["apart"] == "yes",
        )


class OrderForm(ActForm):
    kind = "order"
    title = gettext_lazy("Exchange two starting ranks")

    def fill(self) -> None:
        found = [
            stage
            for stage in self.progress.state.stages
            if isinstance(stage, RoundRobin | Elimination) and stage.is_drawn
        ]
        self.offer(
            "stage", _("Stage"), [(str(s.number), label_of(self.progress, s)) for s in found]
        )
        if len(found) == 1:
            self.fields["stage"].widget = forms.HiddenInput()
            self.initial.setdefault("stage", str(found[0].number))
        numbers = list(dict.fromkeys(entry for stage in found for entry in stage.order))
        self.offer("one", _("One"), self.entries_of(numbers))
        self.offer("other", _("The other"), self.entries_of(numbers))

    def act(self) -> acts.Act:
        stage = self.progress.state.stages[self.number("stage") - 1]
        swap = {self.number("one"): self.number("other"), self.number("other"): self.number("one")}
        return acts.Ordered(
            stage=stage.number, order=tuple(swap.get(entry, entry) for entry in stage.order)
        )


class DrawForm(ActForm):
    kind = "draw"
    title = gettext_lazy("Draw the next round")
    asks = False

    def fill(self) -> None:
        if any(isinstance(stage, Swiss) for stage in self.progress.state.stages):
            self.fields["repeats"] = forms.BooleanField(
                label=_("Allow rematches and second byes, if no round does without"),
                required=False,
            )

    def act(self) -> acts.Drew:
        return directing.next_round(self.progress, repeats=bool(self.cleaned_data.get("repeats")))


class OfRound(ActForm):
    """An act that names a round and nothing else."""

    makes: ClassVar[Any]
    is_open: ClassVar[bool]
    asks = False

    def fill(self) -> None:
        self.offer_rounds(
            (stage, round.number) for stage, round in last_rounds(self.progress, self.is_open)
        )

    def act(self) -> acts.Act:
        stage, round = self.pair("round")
        made: acts.Act = self.makes(stage=stage, round=round)
        return made


class OpenForm(OfRound):
    kind, makes, is_open = "open_by_hand", acts.OpenedByHand, False
    title = gettext_lazy("Change a round by hand")
    told = gettext_lazy("None of its matches begins until you say that the round is ready.")


class CloseForm(OfRound):
    kind, makes, is_open = "close_by_hand", acts.ClosedByHand, True
    title = gettext_lazy("End the changes by hand")
    told = gettext_lazy("The tables stay as they were set, and play goes on.")


def last_rounds(progress: Progress, is_open: bool) -> list[tuple[DrawnStage, Round]]:
    """The last rounds of stages drawn round by round, that are open to changes by hand or not."""
    return [
        (stage, stage.rounds[-1])
        for stage in progress.state.stages
        if isinstance(stage, DrawnStage) and stage.rounds and stage.rounds[-1].by_hand is is_open
    ]


class TablesForm(ActForm):
    """The tables of a round that is open, a select for each place; or two who change places."""

    kind = "pair_by_hand"
    title = gettext_lazy("Set the tables by hand")
    told = gettext_lazy(
        "Choose who sits where, or only exchange two. Who is at no table sits out. "
        "Tables that stay as they are keep their results."
    )

    def fill(self) -> None:
        found = last_rounds(self.progress, True)
        if not found:
            raise Conflict(_("No round is being changed by hand."), code="not_by_hand")
        self.stage, self.round = found[0]
        self.was = [table.entries for table in self.round.tables]
        there = [*(entry for table in self.was for entry in table), *self.round.out]
        late = [e for e in self.stage.order if e not in self.progress.state.gone]
        self.there = list(dict.fromkeys([*there, *late]))
        choices = [("", "—"), *self.entries_of(self.there)]
        self.offer("one", _("Exchange"), choices, required=False)
        self.offer("other", _("with"), choices, required=False)
        if isinstance(self.stage, Tables):
            numbered = [(str(n), _("Table %(number)d") % {"number": n})
                        for n in range(1, len(self.was) + 1)]  # fmt: skip
            self.offer(
                "reseat", _("Find the best seats at"), [("", "—"), *numbered], required=False
            )
        for number, table in enumerate([*self.was, ()], start=1):
            for seat in range(1, self.most + 1):
                now = str(table[seat - 1]) if seat <= len(table) else ""
                label = _("Table %(number)d, seat %(seat)d") % {"number": number, "seat": seat}
                name = f"place_{number}_{seat}"
                self.offer(name, label, choices, required=False, initial=now)

    @property
    def most(self) -> int:
        """How many sit at a table at most."""
        options = self.stage.options
        return 2 if isinstance(self.stage, Swiss) else int(getattr(options, "best", 1)) + 1

    def act(self) -> acts.Act:
        tables = self._exchanged(self._typed())
        if self.cleaned_data.get("reseat"):
            place = self.number("reseat") - 1
            assert isinstance(self.stage, Tables)
            if place < len(tables):
                seed = self.progress.setup.lot
                tables[place] = self.stage.reseated(self.round.number, tables[place], seed)
        named = {entry for table in tables for entry in table}
        state = self.progress.state
        excused = {e for e, stage, round in state.field.excused
                   if (stage, round) == (self.stage.number, self.round.number)}  # fmt: skip
        kept = {*self.round.out} - state.gone
        out = tuple(e for e in self.there if e not in named and (e in kept or e not in excused))
        return acts.PairedByHand(
            stage=self.stage.number, round=self.round.number, tables=tuple(tables), out=out
        )

    def _typed(self) -> list[tuple[int, ...]]:
        rows = [
            [self.cleaned_data[f"place_{number}_{seat}"] for seat in range(1, self.most + 1)]
            for number in range(1, len(self.was) + 2)
        ]
        return [tuple(int(one) for one in row if one) for row in rows if any(row)]

    def _exchanged(self, tables: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        one, other = self.cleaned_data["one"], self.cleaned_data["other"]
        if bool(one) != bool(other):
            raise BadInput("other" if one else "one", _("Name both who change places."))
        if not one:
            return tables
        swap = {int(one): int(other), int(other): int(one)}
        return [tuple(swap.get(entry, entry) for entry in table) for table in tables]


class LotsForm(ActForm):
    kind = "lots"
    title = gettext_lazy("Draw lots between those who are level")
    told = gettext_lazy("The lot is fixed beforehand; drawn again it comes out the same.")

    def fill(self) -> None:
        choices = [
            (f"{stage.number}:{'-'.join(map(str, tied))}", names_of(self.progress, tied))
            for stage in self.progress.state.stages
            if isinstance(stage, RankedStage)
            for tied in level(stage)
        ]
        self.offer("tied", _("Between"), choices)

    def act(self) -> acts.Act:
        stage, who = self.cleaned_data["tied"].split(":")
        return directing.lots(self.progress, int(stage), [int(one) for one in who.split("-")])


def level(stage: RankedStage) -> list[list[int]]:
    """Those of a stage who share a rank, once something has been played."""
    if not any(table.reported for table in stage.tables):
        return []
    found: dict[tuple[int, int], list[int]] = {}
    for group, lines in enumerate(stage.standings):
        for line in lines:
            if line.rank is not None:
                found.setdefault((group, line.rank), []).append(line.entry)
    return [tied for tied in found.values() if len(tied) > 1]


class ChangeForm(ActForm):
    """Other options of a stage; a field for each that can be changed after the start."""

    kind = "change"
    title = gettext_lazy("Change the options")
    told = gettext_lazy("Standings are computed anew by the new options, for everything played.")

    def fill(self) -> None:
        stages = self.progress.state.stages
        asked = str(self.data.get("stage") or self.initial.get("stage") or "")
        current = self.progress.state.current.number
        number = int(asked) if asked.isdigit() and 0 < int(asked) <= len(stages) else current
        self.stage = stages[number - 1]
        self.fields["stage"] = forms.IntegerField(widget=forms.HiddenInput, initial=number)
        options = self.stage.options
        if hasattr(options, "rounds"):
            self.fields["rounds"] = forms.IntegerField(
                label=_("Rounds"), min_value=1, initial=options.rounds
            )
        if hasattr(options, "points"):
            names = {"win": _("Points for a win"), "draw": _("Points for a draw"),
                     "loss": _("Points for a loss")}  # fmt: skip
            for name, label in names.items():
                self.fields[name] = forms.FloatField(
                    label=label,
                    initial=f"{getattr(options.points, name):g}",
                    widget=forms.NumberInput(attrs={"step": "any"}),
                )
        if options.system is not None:
            self.fields["tie_breaks"] = TieBreaksField(options.system)
            self.fields["tie_breaks"].initial = list(getattr(options, "tie_breaks", ()))

    def act(self) -> acts.Act:
        before = self.stage.options.to_json()
        data = self.cleaned_data
        asked: dict[str, Any] = {
            name: data[name] for name in ("rounds", "tie_breaks") if name in self.fields
        }
        if "win" in self.fields:
            typed = {name: data[name] for name in ("win", "draw", "loss")}
            asked["points"] = {**before["points"], **typed}
        options = {
            name: value for name, value in asked.items() if _plain(before[name]) != _plain(value)
        }
        if not options:
            raise Conflict(_("This is so already."), code="unchanged")
        return acts.Changed(stage=self.stage.number, options=options)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


class CancelForm(ActForm):
    kind = "cancel"
    title = gettext_lazy("Call the tournament off")
    told = gettext_lazy("What has been played stays visible; the rest is struck out. Say why.")
    asks = False

    def act(self) -> acts.Act:
        return acts.Cancelled()


class UndoForm(ActForm):
    """Take a line of the log back."""

    kind = "undo"
    title = gettext_lazy("Take it back")
    told = gettext_lazy("It counts no more; the line stays in the log, and this can be undone too.")
    asks = False

    def fill(self) -> None:
        self.fields["line"] = forms.IntegerField(widget=forms.HiddenInput)

    def act(self) -> acts.Act:
        return acts.Undid(act=self.number("line"))


FORMS: dict[str, type[ActForm]] = {
    form.kind: form
    for form in (
        WithdrawForm, ReturnForm, ExcludeForm, ReadmitForm, SubstituteForm, EnterForm, ExcuseForm,
        KeepApartForm, OrderForm, DrawForm, OpenForm, TablesForm, CloseForm, LotsForm, ChangeForm,
        CancelForm, UndoForm,
    )
}  # fmt: skip
