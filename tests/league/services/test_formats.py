"""Every format from the first entry to the last result, played by workers and by people."""

from typing import Any

import pytest

from league.models import Match, Player, Ruleset, Seat, Tournament, User
from league.progress.elimination import Elimination
from league.progress.stages import RankedStage
from league.progress.tables import Table
from league.selectors.progress import Progress, progress_of
from league.services import directing, entries, results, tournaments
from league.services.match_reports import read_report
from tests.factories import MemberFactory, PersonFactory, RulesetFactory
from tests.league.services.workers import house, play_on, queued

pytestmark = [pytest.mark.django_db]

KNOCKOUT = {"format": "knockout"}
DOUBLE = {"format": "double_elimination"}
SWISS = {"format": "swiss", "rounds": 3}


def begun(
    *stages: dict[str, Any],
    field: list[list[Player]],
    seats: int = 2,
    sides: str = "single",
) -> tuple[Tournament, User]:
    """A tournament of these entries, made, entered and started as on the pages."""
    member = MemberFactory.create()
    ruleset = RulesetFactory.create(seats=seats, sides=sides, length={"kind": "deals", "count": 2})
    tournament = tournaments.create(
        club=member.club,
        name="Кубок",
        ruleset=ruleset,
        stages=stages,
        by=member.user,
        team_size=len(field[0]),
    )
    for players in field:
        for player in players:
            if player.bot is None:
                Player.objects.filter(pk=player.pk).update(club=member.club)
                player.refresh_from_db()
        if len(players) > 1:
            entries.register_team(tournament=tournament, players=players, by=member.user)
        else:
            entries.register(tournament=tournament, player=players[0], by=member.user)
    return tournaments.start(tournament=tournament, by=member.user), member.user


def singles(players: list[Player]) -> list[list[Player]]:
    return [[player] for player in players]


def teams(players: list[Player], size: int) -> list[list[Player]]:
    return [players[first : first + size] for first in range(0, len(players), size)]


def finished(tournament: Tournament) -> Progress:
    """The tournament, which is over, with all that rows and log say of it the same."""
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED
    progress = progress_of(tournament)
    assert progress.state.is_finished
    for table in progress.state.tables:
        if len(table.entries) > 1:
            _check_table(progress, table)
    _check_places(progress)
    return progress


def _check_table(progress: Progress, table: Table) -> None:
    match, result = progress.match(table), progress.result(table)
    assert match is not None
    assert result is not None
    assert table.outcome is not None
    assert match.status == Match.Status.FINISHED
    entries_there = [progress.entries[number] for number in table.entries]
    seats = list(match.seats.order_by("number"))
    size = progress.tournament.team_size
    assert match.ruleset.seats == len(seats) == len(table.entries) * size
    for seat in seats:
        assert seat.entry == entries_there[seat.number % len(entries_there)]
        assert seat.player in entries_there[seat.number % len(entries_there)].players
    assert len(result.scores) == len(seats)
    if result.winner is None:
        assert table.winner is None
    else:
        assert seats[result.winner].entry == progress.entries[table.winner or 0]
        assert table.outcome.places[table.outcome.winner or 0] == 1
    assert _is_ranking(table.outcome.places)


def _is_ranking(places: tuple[int, ...]) -> bool:
    return [*places] == [1 + sum(other < own for other in places) for own in places]


def _check_places(progress: Progress) -> None:
    """Everybody has a place, and the places are one to the last."""
    places = progress.state.places
    assert sorted(place.entry for place in places) == sorted(progress.entries)
    assert all(place.is_final for place in places)
    for stage in progress.state.stages:
        if isinstance(stage, RankedStage):
            assert sorted(line.entry for lines in stage.standings for line in lines) == sorted(
                stage.order
            )


def points(progress: Progress, stage: int = 1) -> float:
    found = progress.state.stages[stage - 1]
    assert isinstance(found, RankedStage)
    return sum(line.points for lines in found.standings for line in lines)


def seats_of(tournament: Tournament) -> set[int]:
    of_it = Match.objects.filter(round__stage__tournament=tournament)
    return set(of_it.values_list("ruleset__seats", flat=True))


def bracket_winner(progress: Progress) -> int | None:
    last = progress.state.stages[-1]
    assert isinstance(last, Elimination)
    return last.tables[-1].winner


def test_bots_play_a_swiss_and_its_rounds_are_drawn_by_themselves() -> None:
    tournament, _organiser = begun(SWISS, field=singles(house(5)))
    assert play_on(tournament) == 6
    progress = finished(tournament)
    assert [len(round.out) for round in progress.state.stages[0].rounds] == [1, 1, 1]
    # Two points a match and for the bye: three times in each of three rounds.
    assert points(progress) == 18


def test_bots_play_a_double_elimination_till_all_but_one_have_lost_twice() -> None:
    tournament, _organiser = begun(DOUBLE, field=singles(house(6)))
    assert play_on(tournament) in (10, 11)
    progress = finished(tournament)
    lost = dict.fromkeys(progress.entries, 0)
    for table in progress.state.tables:
        for number in table.entries:
            lost[number] += table.winner != number
    winner = bracket_winner(progress)
    assert winner is not None
    assert [lost.pop(winner) < 2, *{*lost.values()}] == [True, 2]
    assert progress.state.places[0].entry == winner


def test_bots_play_groups_and_the_best_of_them_a_knockout() -> None:
    groups = {"format": "round_robin", "groups": 2, "qualifiers": 1}
    tournament, organiser = begun(groups, KNOCKOUT, field=singles(house(6)))
    assert play_on(tournament) >= 6
    progress = progress_of(tournament)
    while progress.state.tied is not None:
        stage, level = progress.state.tied
        directing.do(
            tournament=tournament, act=directing.lots(progress, stage, level), by=organiser
        )
        progress = progress_of(tournament)
    play_on(tournament)
    progress = finished(tournament)
    assert len(progress.state.stages[1].order) == 2
    assert progress.state.places[0].entry == bracket_winner(progress)


def test_bots_play_at_tables_of_four_beside_three() -> None:
    stage = {"format": "tables", "rounds": 3, "size": 4, "beside": 3}
    tournament, _organiser = begun(stage, field=singles(house(7)), seats=4)
    assert play_on(tournament) == 6
    progress = finished(tournament)
    assert seats_of(tournament) == {3, 4}
    assert {len(line) for line in (table.entries for table in progress.state.tables)} == {3, 4}


def test_bots_play_at_tables_and_the_best_a_knockout_for_two() -> None:
    stage = {"format": "tables", "rounds": 2, "size": 3, "qualifiers": 2}
    tournament, organiser = begun(stage, KNOCKOUT, field=singles(house(6)), seats=3)
    play_on(tournament)
    progress = progress_of(tournament)
    if progress.state.tied is not None:
        number, level = progress.state.tied
        directing.do(
            tournament=tournament, act=directing.lots(progress, number, level), by=organiser
        )
        play_on(tournament)
    finished(tournament)
    assert seats_of(tournament) == {2, 3}


@pytest.mark.parametrize(("seats", "sides"), [(4, "pairs"), (6, "threes")])
def test_bots_play_with_partners_that_change_every_round(seats: int, sides: str) -> None:
    stage = {"format": "tables", "rounds": 3, "size": seats}
    tournament, _organiser = begun(stage, field=singles(house(2 * seats)), seats=seats, sides=sides)
    assert play_on(tournament) == 6
    progress = finished(tournament)
    for table in progress.state.tables:
        assert table.outcome is not None
        number = progress.setup.sides
        for seat, place in enumerate(table.outcome.places):
            assert place == table.outcome.places[seat % number]


@pytest.mark.parametrize(("size", "sides"), [(2, "pairs"), (3, "threes")])
@pytest.mark.parametrize("stage", [{"format": "round_robin", "cycles": 2}, DOUBLE, SWISS])
def test_bots_play_as_fixed_teams(size: int, sides: str, stage: dict[str, Any]) -> None:
    tournament, _organiser = begun(
        stage, field=teams(house(4 * size), size), seats=2 * size, sides=sides
    )
    play_on(tournament)
    progress = finished(tournament)
    for table in progress.state.tables:
        assert table.outcome is not None
        assert len(table.outcome.places) == len(table.entries) == 2


def test_in_a_second_meeting_of_teams_everybody_attacks_another() -> None:
    stage = {"format": "round_robin", "cycles": 2}
    tournament, _organiser = begun(stage, field=teams(house(4), 2), seats=4, sides="pairs")
    play_on(tournament)
    finished(tournament)
    attacked = set()
    for match in Match.objects.filter(round__stage__tournament=tournament):
        sat = [seat.player_id for seat in Seat.objects.filter(match=match).order_by("number")]
        attacked |= set(zip(sat, sat[1:] + sat[:1], strict=True))
    assert len(attacked) == 8


def test_a_table_with_a_person_is_the_arbiters_and_one_of_bots_plays() -> None:
    tournament, organiser = begun(
        {"format": "tables", "rounds": 2, "size": 4, "beside": 3},
        field=singles([*house(6), PersonFactory.create()]),
        seats=4,
    )
    for _round in range(2):
        directing.draw(tournament=tournament, by=organiser)
        assert play_on(tournament) == 1
        progress = progress_of(tournament)
        (due,) = progress.state.due
        assert 7 in due.entries
        match = progress.match(due)
        assert match is not None
        assert match.status == Match.Status.PLANNED
        assert not queued(tournament)
        deals = [{"places": [*range(1, len(due.entries) + 1)]}] * 2
        results.report(match=match, report=read_report(match, deals=deals), by=organiser)
    finished(tournament)


def test_the_variant_for_a_smaller_table_is_made_once() -> None:
    stage = {"format": "tables", "rounds": 3, "size": 4, "beside": 3}
    begun(stage, field=singles(house(7)), seats=4)
    assert Ruleset.objects.filter(seats=3).count() == 1
