"""Tournaments of people from the draft to the last place, by the API alone."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from league.models import Ruleset
from tests.factories import MemberFactory, RulesetFactory
from tests.league.api.callers import ROOT, problem, program, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.database]


class Club:
    """An organiser's program and the tournament that it runs."""

    def __init__(self, count: int, *stages: dict[str, Any], seats: int = 2) -> None:
        member = MemberFactory.create()
        ruleset: Ruleset = RulesetFactory.create(seats=seats)
        self.client: APIClient = program(member.user)
        made = self.post(
            "tournaments/",
            club=member.club.slug,
            name="Кубок",
            ruleset=ruleset.slug,
            stages=list(stages),
        )
        self.where = f"tournaments/{made['slug']}/"
        names = "\n".join(f"Игрок {number:02}" for number in range(1, count + 1))
        assert self.post(self.where + "entries/", list=names)["count"] == count
        assert self.post(self.where + "start/")["status"] == "running"

    def post(self, where: str, **told: Any) -> Any:
        response = self.client.post(ROOT + where, told, format="json")
        assert response.status_code in {200, 201}, response.content
        return response.json()

    def get(self, what: str = "") -> Any:
        response = visitor().get(ROOT + self.where + what)
        assert response.status_code == 200, response.content
        return response.json()

    @property
    def progress(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get()["progress"]
        return found

    def play(self) -> int:
        """Report every match that waits for it: the lower number wins. How many there were."""
        told = 0
        for one in self.get("rounds/?page_size=200")["results"]:
            for table in one["tables"]:
                if table["match"] and table["scores"] is None:
                    order = sorted(table["entries"], reverse=True)
                    # At a table of four, points are only lost, one for each of four deals.
                    worth = (0, 1) if len(order) == 2 else (-2, -1, -1, 0)
                    scores = [worth[order.index(entry)] for entry in table["entries"]]
                    self.post(f"matches/{table['match']}/result/", scores=scores)
                    told += 1
        return told

    def finish(self) -> None:
        """Draw and play until it is over."""
        while self.get()["status"] == "running":
            if self.progress["waits_for_draw"]:
                self.post(self.where + "next-round/")
            else:
                assert self.play(), "nothing is left to play, but it is not over"


def test_a_swiss_with_somebody_who_leaves_and_somebody_who_comes_late() -> None:
    club = Club(7, {"format": "swiss", "rounds": 4})
    assert club.progress["stages"][0]["next_round"] == 1
    club.post(club.where + "next-round/")
    assert len(club.get("rounds/1/")["byes"]) == 1
    club.play()
    club.post(club.where + "acts/", act="withdraw", entry=7, reason="Заболел")
    club.post(club.where + "acts/", act="enter", players=[{"name": "Опоздавший"}])
    club.finish()
    (stage,) = club.get("stages/")["results"]
    assert (stage["rounds"], stage["next_round"], stage["is_complete"]) == (4, None, True)
    lines = club.get("standings/")["results"]
    assert len(lines) == 8
    assert lines[0]["entry"]["starting_rank"] == 1
    assert (lines[0]["won"], lines[0]["lost"]) == (4, 0)
    for line in lines:
        for one in line["tie_breaks"]:
            assert one["working"] is None or one["working"]["text"]
    workings = [one["working"] for one in lines[0]["tie_breaks"] if one["working"]]
    assert any(term["opponent"] for working in workings for term in working["terms"])
    met = [
        frozenset(table["entries"])
        for one in club.get("rounds/")["results"]
        for table in one["tables"]
    ]
    assert len(met) == len(set(met))
    missing = visitor().get(ROOT + club.where + "crosstable/")
    problem(missing, 404, "no_crosstable")
    problem(visitor().get(ROOT + club.where + "bracket/"), 404, "no_bracket")
    acts = [line["act"] for line in club.get("log/?page_size=200")["results"]]
    assert [acts.count(act) for act in ("draw", "withdraw", "enter", "start")] == [4, 1, 1, 1]


def test_a_double_elimination_whose_final_is_played_twice() -> None:
    club = Club(5, {"format": "double_elimination"})
    while not any(place["match"] for place in part(club, "final")):
        club.play()
    (final,) = part(club, "final")
    scores = [0, 2] if final["first"]["starting_rank"] == 1 else [2, 0]
    club.post(f"matches/{final['match']}/result/", scores=scores)
    (reset,) = part(club, "reset")
    assert (reset["match"] is None, reset["winner"]) == (False, None)
    club.finish()
    assert club.get()["status"] == "finished"
    (reset,) = part(club, "reset")
    lines = club.get("standings/")["results"]
    assert reset["winner"] == lines[0]["entry"]["id"]
    assert [(line["rank"], line["rank_to"]) for line in lines] == [
        (1, 1), (2, 2), (3, 3), (4, 4), (5, 5),
    ]  # fmt: skip
    assert not any(line["still_in"] for line in lines)
    assert {one["part"] for one in places(club)} == {"winners", "losers", "final", "reset"}
    numbers = [one["part_round"] for one in part(club, "losers")]
    assert numbers == sorted(numbers)


def places(club: Club) -> list[dict[str, Any]]:
    return [place for row in club.get("bracket/")["results"] for place in row["matches"]]


def part(club: Club, name: str) -> list[dict[str, Any]]:
    return [place for place in places(club) if place["part"] == name]


def test_groups_and_then_a_bracket() -> None:
    club = Club(
        8,
        {"format": "round_robin", "groups": 2, "qualifiers": 2},
        {"format": "knockout", "third_place": True},
    )
    first, second = club.progress["stages"]
    assert (first["groups"], first["is_drawn"], second["is_drawn"]) == (2, True, False)
    assert club.get("standings/?stage=2")["results"] == []
    assert club.get("bracket/?stage=2")["results"] == []
    club.play()
    assert club.progress["stage"] == 2
    first, second = club.progress["stages"]
    assert (first["is_complete"], second["is_drawn"], second["entries"]) == (True, True, 4)
    groups = [club.get(f"standings/?stage=1&group={group}")["results"] for group in (1, 2)]
    assert [[line["group"] for line in lines] for lines in groups] == [[1] * 4, [2] * 4]
    assert [[line["rank"] for line in lines] for lines in groups] == [[1, 2, 3, 4]] * 2
    for number, lines in enumerate(groups, start=1):
        grid = club.get(f"crosstable/?stage=1&group={number}")
        assert (grid["stage"], grid["group"], grid["groups"]) == (1, number, 2)
        assert grid["entries"] == [line["entry"]["id"] for line in lines]
    semi_finals = club.get("rounds/1/")["tables"]
    through = {line["entry"]["starting_rank"] for lines in groups for line in lines[:2]}
    assert {entry for table in semi_finals for entry in table["entries"]} == through
    club.finish()
    assert {place["part"] for place in places(club)} == {"winners", "final", "third_place"}
    ranks = [(one["rank"], one["entry"]["starting_rank"]) for one in
             club.get("standings/")["results"]]  # fmt: skip
    assert ranks[0] == (1, 1)
    assert [rank for rank, _entry in ranks] == [1, 2, 3, 4]
    for asked in (
        "standings/?stage=3",
        "crosstable/?stage=1&group=3",
        "standings/?stage=1&group=0",
    ):
        problem(visitor().get(ROOT + club.where + asked), 404, "not_found")
    for asked in ("standings/?stage=x", "standings/?group=-1", "rounds/?stage=%C2%B2"):
        problem(visitor().get(ROOT + club.where + asked), 400, "invalid")
    qualified = [one for one in club.get("log/")["results"] if one["act"] == "qualify"]
    assert [(one["actor"], one["can_undo"]) for one in qualified] == [(None, False)]


def test_rounds_at_tables_of_four_and_one_that_sits_out() -> None:
    club = Club(9, {"format": "tables", "rounds": 3, "size": 4}, seats=4)
    club.finish()
    rounds = club.get("rounds/")["results"]
    assert [len(one["tables"]) for one in rounds] == [2, 2, 2]
    assert [len(one["byes"]) for one in rounds] == [1, 1, 1]
    assert all(sorted(table["places"]) == [1, 2, 2, 4] for table in rounds[0]["tables"])
    lines = club.get("standings/")["results"]
    assert len(lines) == 9
    for line in lines:
        assert line["played"] + line["byes"] == 3
        assert sum(line["places"]) == line["played"]
        assert (line["won"], line["score_for"]) == (None, None)
    csv = visitor().get(ROOT + club.where + "standings/?format=csv").content.decode("utf-8-sig")
    assert "places" in csv.splitlines()[0]
    assert "won" not in csv.splitlines()[0]
    measured = {one["name"]: one for one in club.get("quality/")["results"]}
    assert measured["most_sat_out"]["value"] == 1
    assert all(one["value"] >= one["bound"] for one in measured.values())
    assert "partner_repeats" not in measured
    problem(visitor().get(ROOT + club.where + "crosstable/"), 404, "no_crosstable")


def test_only_tables_of_several_are_measured() -> None:
    club = Club(4, {"format": "knockout"})
    problem(visitor().get(ROOT + club.where + "quality/"), 404, "no_quality")
