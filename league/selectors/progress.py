"""A tournament as its log has it, beside the rows that its pages and players go by."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from league.models import Entry, LoggedAct, Match, Result, Teammate, Tournament
from league.progress.acts import Act, Outcome, act_from_json
from league.progress.options import options_from_json
from league.progress.state import AnyStage, Setup, State, state_of
from league.progress.tables import Table
from league.selectors.places import fools, places_of_match
from league.selectors.terms import sides_of
from league.selectors.tournaments import live_matches, standing_result


@dataclass
class Progress:
    """
    A tournament read once: its log, how it stands by it, its entries and matches.

    *acts* are the log; `state` is computed from them when it is first asked for.
    """

    tournament: Tournament
    setup: Setup
    acts: tuple[Act, ...]

    @cached_property
    def state(self) -> State:
        return state_of(self.setup, self.acts)

    @property
    def next_number(self) -> int:
        return len(self.acts) + 1

    def after(self, *acts: Act) -> "Progress":
        """The same with *acts* done, numbered on from the last; nothing is written."""
        numbered = [replace(act, number=self.next_number + n) for n, act in enumerate(acts)]
        return Progress(self.tournament, self.setup, (*self.acts, *numbered))

    @property
    def stage(self) -> AnyStage:
        """The stage that is being played."""
        return self.state.current

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """The entries by their numbers, with members at hand."""
        rows = self.tournament.entries.filter(is_in=True).with_members()
        return {entry.starting_rank: entry for entry in rows}

    @cached_property
    def matches(self) -> dict[str, Match]:
        """The matches not voided, with seats and standing results, by their keys."""
        found = live_matches().filter(round__stage__tournament=self.tournament)
        return {match.key: match for match in found}

    def match(self, table: Table) -> Match | None:
        """The match of a table; None where nobody has to play, or before it is planned."""
        return self.matches.get(str(table.key))

    def result(self, table: Table) -> Result | None:
        match = self.match(table)
        return None if match is None else standing_result(match)


def progress_of(tournament: Tournament) -> Progress:
    """The tournament with its whole log."""
    rows = tournament.acts.order_by("number").values_list("kind", "number", "told")
    acts = tuple(act_from_json(kind, number, told) for kind, number, told in rows)
    return Progress(tournament, setup_of(tournament), acts)


def setup_of(tournament: Tournament) -> Setup:
    """What was set up before the first act, and whose programs have been deleted since."""
    sides = sides_of(tournament.ruleset)
    rotating = tournament.team_size == 1 and len(set(sides)) < len(sides)
    return Setup(
        stages=tuple(
            options_from_json(stage.format, stage.options)
            for stage in tournament.stages.order_by("number")
        ),
        sides=len(set(sides)) if rotating else 0,
        lot=tournament.lot,
        unplayable=_without_program(tournament),
    )


def _without_program(tournament: Tournament) -> frozenset[int]:
    entries = Entry.objects.filter(tournament=tournament, version__deleted_at__isnull=False)
    teams = Teammate.objects.filter(entry__tournament=tournament, version__deleted_at__isnull=False)
    return frozenset(entries.values_list("starting_rank", flat=True)) | frozenset(
        teams.values_list("entry__starting_rank", flat=True)
    )


def outcome_of(match: Match, result: Result, entries: int) -> Outcome:
    """
    A result as the log has it: by the *entries* of the table in the order of their seats.

    Of a team the first member's seat tells, which partners share.
    """
    if len(result.forfeits) == len(result.scores):
        places = [entries] * entries
    else:
        places = _closed_up(places_of_match(result, match)[:entries])
    told = fools(result)
    winner = None if result.winner is None else result.winner % entries
    return Outcome(
        scores=tuple(result.scores[:entries]),
        places=tuple(places),
        winner=winner,
        forfeits=tuple(seat for seat in range(entries) if seat in result.forfeits),
        fools=tuple(told[:entries]) if told else (),
    )


def _closed_up(places: Sequence[int]) -> list[int]:
    """Places among these alone: partners of a team share one, and are one entry."""
    return [1 + sum(other < own for other in places) for own in places]


def logged(tournament: Tournament) -> Iterable[LoggedAct]:
    """The lines of the log, newest first, with who did them."""
    return tournament.acts.select_related("by").order_by("-number")
