"""What everybody reads of a tournament: overview, rounds, standings and bracket of every format."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Tournament
from league.progress import acts
from league.selectors.progress import progress_of
from league.services import directing
from tests.league.pages.formats import begun, page, play
from tests.league.pages.test_tables import plain

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ROBIN = {"format": "round_robin"}
CUP = {"format": "knockout", "third_place": True}
SWISS = {"format": "swiss", "rounds": 3}
DOUBLE = {"format": "double_elimination"}
TABLES = {"format": "tables", "rounds": 2, "size": 4, "beside": 3}
GROUPS = {"format": "round_robin", "groups": 2, "qualifiers": 2}
TABS = ("tournament", "tournament-rounds", "tournament-standings", "tournament-bracket")


def text(tab: str, tournament: Tournament, query: str = "", language: str = "en") -> str:
    return plain(page(tab, tournament, query, language))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    ("count", "stages", "table"),
    [
        (5, [ROBIN], {}),
        (8, [GROUPS, CUP], {}),
        (6, [CUP], {}),
        (5, [SWISS], {}),
        (6, [DOUBLE], {}),
        (7, [TABLES], {"seats": 4}),
        (5, [{"format": "tables", "rounds": 2, "size": 4}], {"seats": 4, "sides": "pairs"}),
    ],
)
def test_every_format_is_shown_from_its_draw_to_its_end(
    count: int, stages: list[dict[str, Any]], table: dict[str, Any], language: str
) -> None:
    tournament, organiser = begun(count, *stages, **table)
    for most in (0, 3, 1000):
        play(tournament, organiser, most)
        for tab in TABS:
            address = reverse(tab, args=[tournament.slug])
            response = Client().get(address, headers={"accept-language": language}, follow=True)
            assert response.status_code == 200
            assert "Кубок" in response.content.decode()
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED
    won = progress_of(tournament).state.places[0].entry
    overview = page("tournament", tournament)
    assert overview.index("The winners") < overview.index(f"<strong>Игрок {won}</strong>")


def test_a_swiss_says_how_many_rounds_are_over_and_who_sits_out() -> None:
    tournament, organiser = begun(5, SWISS)
    play(tournament, organiser, 2)
    assert "Rounds over 1 of 3" in text("tournament", tournament)
    assert "Round 2 can be drawn." in text("tournament", tournament)
    assert "Игрок 5 has a bye" in text("tournament-rounds", tournament)
    assert text("tournament-rounds", tournament, language="ru").count("Тур 1") == 1


def test_a_round_that_is_changed_by_hand_is_marked_and_its_tables_wait() -> None:
    tournament, organiser = begun(4, SWISS)
    play(tournament, organiser, 2)
    directing.draw(tournament=tournament, by=organiser)
    opened = acts.OpenedByHand(stage=1, round=2)
    directing.do(tournament=tournament, act=opened, by=organiser)
    shown = text("tournament-rounds", tournament)
    assert "Round 2 being changed by hand" in shown
    assert shown.count("waits until the changes by hand are done") == 2
    assert "Round 2 is being changed by hand" in text("tournament", tournament)


def test_at_a_table_of_several_everybody_attacks_the_next_one() -> None:
    tournament, organiser = begun(7, TABLES, seats=4)
    directing.draw(tournament=tournament, by=organiser)
    table = progress_of(tournament).state.tables[0]
    one, other = table.entries[:2]
    shown = text("tournament-rounds", tournament)
    assert f"Игрок {one} → Игрок {other}" in shown
    assert f"Игрок {table.entries[-1]} → Игрок {one}" in shown
    play(tournament, organiser, 1)
    shown = text("tournament-rounds", tournament)
    assert f"Игрок {one} −1 place 3 Игрок {other} −3 place 4" in shown


def test_partners_of_a_round_are_shown_as_one_side() -> None:
    tournament, organiser = begun(
        5, {"format": "tables", "rounds": 2, "size": 4}, seats=4, sides="pairs"
    )
    play(tournament, organiser, 1)
    first, second, third, fourth = progress_of(tournament).state.tables[0].entries
    shown = text("tournament-rounds", tournament)
    assert f"Игрок {first} / Игрок {third} 3:1 Игрок {second} / Игрок {fourth}" in shown
    assert "sits out" in shown


def test_a_walkover_is_told_as_one() -> None:
    tournament, organiser = begun(4, CUP)
    directing.do(tournament=tournament, act=acts.Withdrew(entry=4), by=organiser)
    shown = text("tournament-rounds", tournament)
    assert "Игрок 1 +:– Игрок 4 (has left) decided without play" in shown


def test_every_value_of_a_tie_break_opens_how_it_came_about() -> None:
    tournament, organiser = begun(4, SWISS)
    play(tournament, organiser)
    html = page("tournament-standings", tournament)
    opened = re.findall(r'popovertarget="([^"]+)"', html)
    assert len(set(opened)) == len(opened)
    assert set(opened) == set(re.findall(r'popover id="([^"]+)"', html))
    first = progress_of(tournament).stage.standings[0][0]  # type: ignore[union-attr]
    value = first.tie_breaks[0]
    assert value.working is not None
    told = plain(html[html.index(f'id="why-{first.entry}-1"') :].partition("</div>")[0])
    assert f"Игрок {first.entry}: Buchholz, cut 1 {value.value:g}" in told
    for term in value.working.terms:
        cut = " left out" if term.cut else ""
        assert f"Round {term.round}, Игрок {term.opponent}{cut} {term.text}" in told
    assert f"Together: {value.value:g}" in told


def test_groups_stand_side_by_side_and_say_who_goes_on() -> None:
    tournament, organiser = begun(8, GROUPS, CUP)
    play(tournament, organiser, 12)
    html = page("tournament-standings", tournament)
    assert re.findall(r'<section class="panel" id="(group-\d)"', html) == ["group-1", "group-2"]
    assert html.count("Crosstable of group") == 2
    assert html.count("goes on</span>") == 4
    assert "Places of each group that go on: 2." in plain(html)


def test_of_several_stages_the_last_drawn_is_shown_and_any_can_be_chosen() -> None:
    tournament, organiser = begun(8, GROUPS, CUP)
    assert "Stage 2" not in text("tournament-rounds", tournament)
    play(tournament, organiser, 13)
    assert "Semi-finals" in text("tournament-rounds", tournament)
    assert "Group 2" in text("tournament-rounds", tournament, "?stage=1")
    live = page("tournament-rounds", tournament, "?stage=1")
    assert f'{reverse("tournament-rounds-now", args=[tournament.slug])}?stage=1"' in live
    overview = text("tournament", tournament)
    assert "Stage 1: round robin over · 8 entries" in overview
    assert "Stage 2: knockout being played · 4 entries" in overview
    assert "Still in: " in overview


def test_excluded_and_withdrawn_entries_are_marked() -> None:
    tournament, organiser = begun(5, ROBIN)
    play(tournament, organiser, 2)
    directing.do(tournament=tournament, act=acts.Withdrew(entry=3), by=organiser)
    directing.do(tournament=tournament, act=acts.Excluded(entry=2), by=organiser, reason="Брань")
    shown = text("tournament-standings", tournament)
    assert "Игрок 3 has left" in shown
    assert "– Игрок 2 excluded" in shown
    assert "2 entries are out." in text("tournament", tournament)


def test_ties_are_shared_until_a_recorded_lot_parts_them() -> None:
    tournament, organiser = begun(4, {"format": "swiss", "rounds": 1, "tie_breaks": ["wins"]})
    play(tournament, organiser)
    level = [line for line in progress_of(tournament).stage.standings[0] if line.rank == 1]  # type: ignore[union-attr]
    assert len(level) == 2
    assert "Whom nothing tells apart, share a rank." in text("tournament-standings", tournament)
    drawn = directing.lots(progress_of(tournament), 1, [line.entry for line in level])
    directing.do(tournament=tournament, act=drawn, by=organiser)
    order = ", ".join(f"Игрок {entry}" for entry in drawn.order)
    shown = text("tournament-standings", tournament)
    assert f"A lot was drawn, and is in the log, in this order: {order}." in shown


def test_a_double_elimination_has_winners_losers_and_a_final() -> None:
    tournament, organiser = begun(6, DOUBLE)
    play(tournament, organiser, 5)
    html = page("tournament-bracket", tournament)
    for part in ("Winners' rounds", "Losers' rounds", "Final"):
        assert part.replace("'", "&#x27;") in html
    assert "Second final" in html
    play(tournament, organiser)
    places = plain(page("tournament-bracket", tournament).partition("places-heading")[2])
    assert re.search(r"1 Игрок \d 2 Игрок \d 3 Игрок \d 4 Игрок \d", places)


def test_tables_show_their_places_and_how_even_the_seats_are() -> None:
    tournament, organiser = begun(7, TABLES, seats=4)
    play(tournament, organiser, 2)
    shown = text("tournament-standings", tournament)
    assert "The first at a table has 3, the last none" in shown
    quality = progress_of(tournament).stage.quality  # type: ignore[union-attr]
    told = f"Most often that two met {quality.most_meetings.value} {quality.most_meetings.bound}"
    assert told in shown


def test_tables_and_groups_come_as_csv() -> None:
    tournament, organiser = begun(7, TABLES, seats=4)
    play(tournament, organiser, 2)
    assert "rank,name,points,tables,sat out,places,score,fool,epaulettes" in page(
        "tournament-standings", tournament, "?format=csv"
    )
    groups, _organiser = begun(8, GROUPS, CUP)
    lines = page("tournament-standings", groups, "?format=csv").splitlines()
    assert lines[0].startswith("\ufeffgroup,rank,name")
    assert [line[0] for line in lines[1:]] == ["1"] * 4 + ["2"] * 4


@pytest.mark.parametrize(("stage", "table"), [(SWISS, 2), (TABLES, 4), (DOUBLE, 2), (GROUPS, 2)])
def test_a_larger_field_asks_the_database_no_more(stage: dict[str, Any], table: int) -> None:
    stages = [stage, CUP] if stage is GROUPS else [stage]
    asked = []
    for count in (8, 16):
        tournament, organiser = begun(count, *stages, seats=table)
        play(tournament, organiser, 1)
        with CaptureQueriesContext(connection) as captured:
            for tab in (*TABS, "tournament-log"):
                Client().get(reverse(tab, args=[tournament.slug]))
        asked.append(len(captured))
    assert asked[0] == asked[1]
