"""A tournament as it stands: field, rounds, standings, crosstable, bracket.

All of it is computed from the accepted results each time; nothing is stored that could go stale.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from league.models import Entry, Match, Result, Round, Seat, Stage, Tournament
from league.scheduling.brackets import BracketMatch, Placing, Slot
from league.scheduling.knockout import Knockout
from league.scheduling.round_robin import berger
from league.scheduling.values import Pairing
from league.standings.grid import Crosstable, crosstable
from league.standings.ranking import table
from league.standings.values import Forfeit, Played, Standing


def tournaments() -> QuerySet[Tournament]:
    """All tournaments, newest first, with what a list shows of them."""
    return Tournament.objects.select_related("club", "ruleset").prefetch_related("stages")


def live_matches() -> QuerySet[Match]:
    """Matches not voided, with seats and the result that stands."""
    standing = Result.objects.filter(stands=True)
    seats = Seat.objects.select_related("player", "entry", "version")
    return (
        Match.objects.exclude(status=Match.Status.VOID)
        .select_related("ruleset", "round")
        .prefetch_related(
            Prefetch("seats", queryset=seats),
            Prefetch("results", queryset=standing, to_attr="standing_results"),
        )
    )


def standing_result(match: Match) -> Result | None:
    """The result of *match* that stands."""
    prefetched: list[Result] | None = getattr(match, "standing_results", None)
    if prefetched is not None:
        return prefetched[0] if prefetched else None
    return match.results.filter(stands=True).first()


@dataclass
class StageView:
    """
    A stage read once: entries by number (1 … n in order of starting rank), matches, results.

    Entries are numbered in the order of their starting ranks, which the draw makes 1 … n.
    """

    stage: Stage

    @cached_property
    def entries(self) -> dict[int, Entry]:
        return dict(enumerate(self.stage.tournament.entries.with_members(), start=1))

    @cached_property
    def numbers(self) -> dict[int, int]:
        """Entry id -> its number."""
        return {entry.pk: number for number, entry in self.entries.items()}

    @cached_property
    def matches(self) -> list[Match]:
        return list(
            live_matches().filter(round__stage=self.stage).order_by("round__number", "table_number")
        )

    def sides(self, match: Match) -> tuple[int, int]:
        """The numbers of the two entries of *match*, by seat."""
        first, second = (self.numbers[seat.entry_id or 0] for seat in match.seats.all())
        return first, second

    @property
    def withdrawn(self) -> set[int]:
        return {number for number, entry in self.entries.items() if entry.withdrawn_at}

    @property
    def without_program(self) -> set[int]:
        """Those of whose bots one's program was deleted after the end: they play no more."""
        return {
            number
            for number, entry in self.entries.items()
            if any(member.version and member.version.is_deleted for member in entry.members)
        }

    @property
    def cycles(self) -> int:
        return int(self.stage.options.get("cycles", 1))

    @property
    def third_place(self) -> bool:
        return bool(self.stage.options.get("third_place", False)) and len(self.entries) > 2

    @cached_property
    def schedule(self) -> list[list[Pairing]]:
        """A round robin's rounds, byes included; empty for other formats or a field of one."""
        if self.stage.format != Stage.Format.ROUND_ROBIN or len(self.entries) < 2:
            return []
        return berger(len(self.entries), self.cycles)

    @cached_property
    def played(self) -> list[Played]:
        """The decided matches as the standings read them, byes of begun rounds included."""
        decided = [
            self._as_played(match, result)
            for match in self.matches
            if (result := standing_result(match)) is not None
        ]
        return decided + [
            Played(pairing.first, None, round=number)
            for number in sorted({match.round for match in decided})
            if number <= len(self.schedule)
            for pairing in self.schedule[number - 1]
            if pairing.is_bye
        ]

    def _as_played(self, match: Match, result: Result) -> Played:
        first, second = self.sides(match)
        assert match.round is not None
        return Played(
            first,
            second,
            result.scores[0],
            result.scores[1],
            forfeit=forfeit_of(result.forfeits),
            round=match.round.number,
        )

    @cached_property
    def standings(self) -> list[Standing]:
        """The table of a round robin."""
        return table(
            list(self.entries),
            self.played,
            withdrawn=self.withdrawn,
            scheduled=self.cycles * (len(self.entries) - 1),
        )

    @cached_property
    def crosstable(self) -> Crosstable:
        """The grid, rows and columns in the order of the standings."""
        return crosstable(
            [line.entry for line in self.standings],
            self.played,
            withdrawn=self.withdrawn,
            scheduled=self.cycles * (len(self.entries) - 1),
        )

    @cached_property
    def winners(self) -> dict[Slot, int | None]:
        """A knockout's decided slots: the winner's number, None where both were sent home."""
        winners: dict[Slot, int | None] = {}
        for match in self.matches:
            result = standing_result(match)
            if result is not None:
                winners[slot_of(match)] = (
                    None if result.winner is None else self.sides(match)[result.winner]
                )
        return winners

    @cached_property
    def _knockout(self) -> Knockout:
        return Knockout(len(self.entries), third_place=self.third_place)

    @cached_property
    def bracket(self) -> list[list[BracketMatch]]:
        """A knockout as far as it is known; empty for other formats or a field of one."""
        return self.bracket_after(self.winners)

    def bracket_after(self, winners: Mapping[Slot, int | None]) -> list[list[BracketMatch]]:
        """The bracket if *winners* were the decided slots."""
        if self.stage.format != Stage.Format.KNOCKOUT or len(self.entries) < 2:
            return []
        return self._knockout.fill(winners)

    @cached_property
    def placing(self) -> list[Placing]:
        """A knockout's ranks, best first."""
        if not self.bracket:
            return []
        return self._knockout.placing(self.winners)

    @cached_property
    def by_slot(self) -> dict[Slot, Match]:
        """A knockout's matches by their place in the bracket."""
        return {slot_of(match): match for match in self.matches}

    @property
    def is_complete(self) -> bool:
        """Whether everything the format asks for has been decided."""
        if not self.stage.drawn_at:
            return False
        if self.stage.format == Stage.Format.KNOCKOUT:
            return not any(m.is_open or m.is_ready for matches in self.bracket for m in matches)
        return all(standing_result(match) is not None for match in self.matches)

    @property
    def rounds_total(self) -> int:
        return (
            len(self.bracket) if self.stage.format == Stage.Format.KNOCKOUT else len(self.schedule)
        )


def slot_of(match: Match) -> Slot:
    """Where *match* stands in its bracket: round and slot, both from 1."""
    assert match.round is not None
    return match.round.number, match.slot or 0


def forfeit_of(seats: list[int]) -> Forfeit | None:
    """Seats that lost without play, as the standings call them."""
    if set(seats) == {0, 1}:
        return "both"
    return ("first", "second")[seats[0]] if seats else None


def stage_view(tournament: Tournament) -> StageView:
    """The tournament's (only) stage, read once."""
    stage = tournament.stages.select_related("tournament").get(number=1)
    return StageView(stage)


def rounds(stage: Stage) -> QuerySet[Round]:
    """The rounds drawn so far, with their matches."""
    return stage.rounds.prefetch_related(Prefetch("matches", queryset=live_matches()))
