"""A tournament as everybody sees it: standings, crosstable, bracket."""

import csv
import io
from typing import Any

import pytest

from league.models import Match, Tournament, User
from league.services import results
from league.services.match_reports import Report
from tests.factories import tournament_of
from tests.league.api.callers import ROOT, problem, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def decide(match: Match, by: User, first: int, second: int) -> None:
    results.report(match=match, report=Report(scores=(first, second)), by=by)


def play_to_the_end(tournament: Tournament, by: User) -> None:
    """The first seat wins 3:1 at every table."""
    while True:
        match = Match.objects.filter(
            round__stage__tournament=tournament, status=Match.Status.PLANNED
        ).first()
        if match is None:
            return
        decide(match, by, 3, 1)


def get(tournament: Tournament, what: str) -> dict[str, Any]:
    response = visitor().get(ROOT + f"tournaments/{tournament.slug}/{what}")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


@pytest.mark.parametrize("count", [0, 1, 2])
@pytest.mark.parametrize("format", ["round_robin", "knockout"])
def test_a_draft_shows_its_field_before_anything_is_played(count: int, format: str) -> None:
    tournament, _ = tournament_of(count, format=format, started=False)
    assert get(tournament, "rounds/")["results"] == []
    lines = get(tournament, "standings/")["results"]
    assert len(lines) in {0, count}
    assert all(line["played"] == 0 for line in lines)
    get(tournament, "crosstable/" if format == "round_robin" else "bracket/")


def test_standings_and_crosstable_agree_with_the_results() -> None:
    tournament, organiser = tournament_of(5)
    play_to_the_end(tournament, organiser)
    lines = get(tournament, "standings/")["results"]
    assert sum(line["won"] for line in lines) == 10
    assert sum(line["points"] for line in lines) == 20
    assert [line["rank"] for line in lines] == sorted(line["rank"] for line in lines)
    assert {tie["key"] for tie in lines[0]["tie_breaks"]}
    grid = get(tournament, "crosstable/")
    assert grid["entries"] == [line["entry"]["id"] for line in lines]
    for row, line in zip(grid["results"], lines, strict=True):
        meetings = [meeting for cell in row["cells"] for meeting in cell]
        assert (len(meetings), len(row["byes"])) == (4, 1)
        assert sum(meeting["score"] for meeting in meetings) == line["score_for"]
        assert row["points"] == line["points"]
    own = [row["cells"][place] for place, row in enumerate(grid["results"])]
    assert own == [[]] * 5
    assert get(tournament, "")["status"] == "finished"


def test_a_knockout_s_bracket_follows_the_winners_and_byes_go_to_the_top() -> None:
    tournament, organiser = tournament_of(6, format="knockout", third_place=True)
    before = get(tournament, "bracket/")["results"]
    assert [len(one["matches"]) for one in before] == [4, 2, 2]
    byes = [place for place in before[0]["matches"] if place["is_bye"]]
    ranks = [(place["first"] or place["second"])["starting_rank"] for place in byes]
    assert sorted(ranks) == [1, 2]
    assert all(place["match"] is None for place in byes)
    byes_told = get(tournament, "rounds/1/")["byes"]
    assert sorted(entry["starting_rank"] for entry in byes_told) == [1, 2]
    play_to_the_end(tournament, organiser)
    after = get(tournament, "bracket/")["results"]
    final = after[-1]["matches"][0]
    assert final["scores"] == [3, 1]
    assert final["winner"] == final["first"]["id"]
    lines = get(tournament, "standings/")["results"]
    assert [(line["rank"], line["rank_to"]) for line in lines] == [
        (1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6),
    ]  # fmt: skip
    assert lines[0]["entry"]["id"] == final["winner"]
    assert lines[0]["player"] == lines[0]["entry"]["player"]
    assert sum(line["won"] for line in lines) == sum(line["lost"] for line in lines) == 6


def test_each_format_has_one_picture_and_says_which() -> None:
    round_robin, _ = tournament_of(3)
    knockout, _ = tournament_of(3, format="knockout")
    missing = visitor().get(ROOT + f"tournaments/{round_robin.slug}/bracket/")
    assert "crosstable" in problem(missing, 404, "no_bracket")["detail"]
    missing = visitor().get(ROOT + f"tournaments/{knockout.slug}/crosstable/")
    assert "bracket" in problem(missing, 404, "no_crosstable")["detail"]


def test_the_table_as_csv_has_a_column_for_each_tie_break() -> None:
    tournament, organiser = tournament_of(3)
    play_to_the_end(tournament, organiser)
    response = visitor().get(ROOT + f"tournaments/{tournament.slug}/standings/?format=csv")
    lines = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    told = get(tournament, "standings/")["results"]
    assert [line["player"] for line in lines] == [line["player"]["name"] for line in told]
    for tie in told[0]["tie_breaks"]:
        assert tie["abbreviation"] in lines[0]
