"""The forms of a tournament's field: a person, bots, a team, a list."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.errors import BadInput
from league.models import Bot, Entry, Player, Tournament, User, fold
from league.permissions import Act, may
from league.selectors import bots
from league.services import entries, entry_lists

KNOWN_NAMES = "known-names"
"""The id of the names that a browser offers while one types a member of a team."""


class PersonForm(forms.Form):
    """A person of the club, by name."""

    name = forms.CharField(label=gettext_lazy("Name"), required=False)


class BotsForm(forms.Form):
    """Bots this user may enter, several at once."""

    bots = forms.ModelMultipleChoiceField(
        Bot.objects.none(),
        label=gettext_lazy("Bots"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, tournament: Tournament, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["bots"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        may_direct = may(user, Act.DIRECT, tournament)
        offered = bots.enterable(user) if may_direct else bots.of_owner(user)
        field.queryset = offered.exclude(current_version=None).exclude(
            player__in=_entered(tournament)
        )


class TeamForm(forms.Form):
    """A team: what it is called, and a field for each who plays in it, by name."""

    team_name = forms.CharField(
        label=gettext_lazy("Name of the team"),
        required=False,
        help_text=gettext_lazy("May be left out: it then goes by its players."),
    )

    def __init__(
        self,
        tournament: Tournament,
        typed: Any = None,
        *,
        entry: Entry | None = None,
        auto_id: str = "team_%s",
    ) -> None:
        self.tournament = tournament
        self.before = entry.players if entry else []
        names = [player.name for player in self.before]
        initial = {"team_name": entry.team_name if entry else ""}
        initial |= {f"member_{number}": name for number, name in enumerate(names, start=1)}
        super().__init__(typed, initial=initial, auto_id=auto_id)
        for number in range(1, tournament.team_size + 1):
            self.fields[f"member_{number}"] = forms.CharField(
                label=_("Player %(number)d") % {"number": number},
                required=False,
                widget=forms.TextInput(attrs={"list": KNOWN_NAMES, "autocomplete": "off"}),
            )

    def players(self) -> list[Player]:
        """
        Those who were named; who plays in the team already is meant rather than a namesake.

        Raises:
            BadInput: If one is no name, or that of a bot which cannot play.
        """
        known = {fold(player.name): player for player in self.before}
        found = []
        for number in range(1, self.tournament.team_size + 1):
            name = self.cleaned_data[f"member_{number}"]
            try:
                found.append(known.get(fold(name)) or entries.player_named(self.tournament, name))
            except BadInput as error:
                raise BadInput(f"member_{number}", error.detail, code=error.code) from error
        return found


def known_names(tournament: Tournament, user: User) -> list[str]:
    """The people of the club and the bots that are in no entry yet, by name."""
    people = tournament.club.players.exclude(pk__in=_entered(tournament))
    idle = bots.enterable(user).exclude(player__in=_entered(tournament))
    return sorted({*people.values_list("name", flat=True), *idle.values_list("name", flat=True)})


def _entered(tournament: Tournament) -> list[int]:
    """The ids of all who are in an entry."""
    field = tournament.entries
    rows = [*field.values_list("player"), *field.values_list("teammates__player")]
    return [player for (player,) in rows if player is not None]


class ListForm(forms.Form):
    """A list of names, or of teams: pasted, or a file."""

    list = forms.CharField(
        label=gettext_lazy("Names, one a line"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Or a table copied from a spreadsheet: the column “name” is taken. "
            "A bot’s name enters the bot."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a CSV file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if tournament.team_size > 1:
            self.fields["list"].label = _("Teams, one a line")
            self.fields["list"].help_text = _(
                "Such as %(example)s. Or a table copied from a spreadsheet: a column for each "
                "player, and one called “team” for its name. A bot’s name enters the bot."
            ) % {"example": entry_lists.EXAMPLES[tournament.team_size]}

    def text(self) -> str:
        """
        What was pasted, or the file's text.

        Raises:
            BadInput: If the file is no text.
        """
        upload = self.cleaned_data["file"]
        return entry_lists.decode(upload.read()) if upload else self.cleaned_data["list"]
