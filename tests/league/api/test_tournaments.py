"""Tournaments by program: made, entered, started, called off; and who may."""

from typing import Any

import pytest

from league.models import Club, Match, Role, Ruleset, Tournament
from tests.factories import MemberFactory, RulesetFactory, tournament_of
from tests.league.api.callers import (
    ROOT,
    official,
    pointers,
    problem,
    program,
    stranger,
    visitor,
)

pytestmark = pytest.mark.django_db

ROUND_ROBIN = [{"format": "round_robin", "cycles": 1}]


def new(club: Club, **changes: Any) -> dict[str, Any]:
    ruleset: Ruleset = RulesetFactory.create()
    return {
        "club": club.slug,
        "name": "Кубок",
        "ruleset": ruleset.slug,
        "stages": ROUND_ROBIN,
        **changes,
    }


def test_an_organiser_makes_a_draft() -> None:
    member = MemberFactory.create(role=Role.ORGANISER)
    response = program(member.user).post(ROOT + "tournaments/", new(member.club))
    assert response.status_code == 201
    made = response.json()
    assert (made["slug"], made["status"], made["entries"]) == ("kubok", "draft", 0)
    assert made["team_size"] == 1
    (stage,) = made["stages"]
    assert (stage["number"], stage["format"], stage["cycles"]) == (1, "round_robin", 1)
    assert stage["points"] == {"win": 2, "draw": 1, "loss": 0, "bye": 0, "forfeit": 0}
    assert made["club"]["slug"] == member.club.slug
    assert visitor().get(response["Location"]).json() == made


@pytest.mark.parametrize("role", [Role.ARBITER, Role.MEMBER])
def test_nobody_but_an_organiser_makes_one(role: Role) -> None:
    member = MemberFactory.create(role=role)
    body = new(member.club)
    problem(program(member.user).post(ROOT + "tournaments/", body), 403, "not_allowed")
    problem(stranger().post(ROOT + "tournaments/", body), 403, "not_allowed")
    problem(visitor().post(ROOT + "tournaments/", body), 401, "not_authenticated")
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("stages", "pointer"),
    [
        ([], "#/stages"),
        ([{"format": "lottery"}], "#/stages/0/format"),
        ([{"format": "round_robin", "cycles": 99}], "#/stages/0/cycles"),
        ([{"format": "round_robin", "cycles": {"a": [1]}}], "#/stages/0/cycles"),
        ([{"format": "round_robin", "points": {"win": "2"}}], "#/stages/0/points/win"),
        ([{"format": "round_robin", "tie_breaks": [["wins"]]}], "#/stages/0/tie_breaks"),
        ([{"format": "round_robin", "third_place": True}], "#/stages/0"),
        ([{"format": "knockout", "colour": "red"}], "#/stages/0"),
        (ROUND_ROBIN * 2, "#/stages/1/format"),
        (ROUND_ROBIN * 3, "#/stages"),
        (["x"], "#/stages/0"),
        ("x", "#/stages"),
    ],
)
def test_a_stage_that_is_not_known_is_refused(stages: Any, pointer: str) -> None:
    member = MemberFactory.create()
    response = program(member.user).post(ROOT + "tournaments/", new(member.club, stages=stages))
    assert response.status_code == 400
    assert pointers(problem(response, 400, response.json()["code"])) == [pointer]
    assert not Tournament.objects.exists()


def test_pairs_play_a_swiss_and_then_a_bracket_and_what_was_stored_can_be_sent_again() -> None:
    member = MemberFactory.create()
    pairs: Ruleset = RulesetFactory.create(seats=4, sides="pairs")
    stages = [
        {"format": "swiss", "rounds": 3, "tie_breaks": ["wins", "lots"], "qualifiers": 8},
        {"format": "double_elimination"},
    ]
    asked = new(member.club, ruleset=pairs.slug, team_size=2, stages=stages)
    client = program(member.user)
    made = client.post(ROOT + "tournaments/", asked).json()
    assert made["team_size"] == 2
    assert [one["format"] for one in made["stages"]] == ["swiss", "double_elimination"]
    assert made["stages"][0]["tie_breaks"] == ["wins", "lots"]
    again = client.post(ROOT + "tournaments/", {**asked, "stages": made["stages"]}).json()
    assert again["stages"] == made["stages"]
    body = problem(client.post(ROOT + "tournaments/", {**asked, "team_size": 4}), 400, "invalid")
    assert pointers(body) == ["#/team_size"]
    body = problem(client.post(ROOT + "tournaments/", {**asked, "team_size": 3}), 400, "invalid")
    assert pointers(body) == ["#/ruleset"]


def test_tournaments_are_filtered_by_status_club_format_and_name() -> None:
    tournament, _ = tournament_of(4)
    tournament_of(2, format="knockout", started=False)

    def found(**query: str) -> list[str]:
        rows = visitor().get(ROOT + "tournaments/", query).json()["results"]
        return [row["slug"] for row in rows]

    assert found() == ["kubok-2", "kubok"]
    assert found(status="running") == ["kubok"]
    assert found(stage_format="knockout") == ["kubok-2"]
    assert found(club=tournament.club.slug) == ["kubok"]
    assert found(search="КУБ") == ["kubok-2", "kubok"]
    body = problem(visitor().get(ROOT + "tournaments/?status=lost"), 400, "invalid")
    assert pointers(body) == ["#/status"]


def test_starting_draws_the_rounds() -> None:
    tournament, organiser = tournament_of(5, started=False)
    where = ROOT + f"tournaments/{tournament.slug}/"
    assert visitor().get(where + "rounds/").json()["results"] == []
    response = program(organiser).post(where + "start/")
    assert (response.status_code, response.json()["status"]) == (200, "running")
    rounds = visitor().get(where + "rounds/").json()["results"]
    assert [one["number"] for one in rounds] == [1, 2, 3, 4, 5]
    assert all(len(one["matches"]) == 2 and len(one["byes"]) == 1 for one in rounds)
    met = [
        frozenset(seat["player"]["id"] for seat in match["seats"])
        for one in rounds
        for match in one["matches"]
    ]
    assert len(set(met)) == len(met) == 10
    assert visitor().get(where + "rounds/2/").json() == rounds[1]
    problem(visitor().get(where + "rounds/6/"), 404, "not_found")
    problem(program(organiser).post(where + "start/"), 409, "started")


def test_too_small_a_field_does_not_start() -> None:
    tournament, organiser = tournament_of(1, started=False)
    where = ROOT + f"tournaments/{tournament.slug}/"
    problem(program(organiser).post(where + "start/"), 409, "field_size")


@pytest.mark.parametrize("act", ["start/", "cancel/"])
def test_an_arbiter_a_member_and_a_stranger_direct_nothing(act: str) -> None:
    tournament, _ = tournament_of(3, started=False)
    where = ROOT + f"tournaments/{tournament.slug}/{act}"
    for client in (
        official(tournament, Role.ARBITER),
        official(tournament, Role.MEMBER),
        stranger(),
    ):
        problem(client.post(where, {"reason": "x"}), 403, "not_allowed")
    problem(visitor().post(where, {"reason": "x"}), 401, "not_authenticated")
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.DRAFT


def test_calling_off_needs_a_reason_and_voids_what_is_not_played() -> None:
    tournament, organiser = tournament_of(3)
    where = ROOT + f"tournaments/{tournament.slug}/cancel/"
    body = problem(program(organiser).post(where, {"reason": " "}), 400, "empty")
    assert pointers(body) == ["#/reason"]
    assert pointers(problem(program(organiser).post(where), 400, "invalid")) == ["#/reason"]
    response = program(organiser).post(where, {"reason": "потоп"})
    assert response.json()["status"] == "cancelled"
    assert set(Match.objects.values_list("status", flat=True)) == {"void"}
    problem(program(organiser).post(where, {"reason": "потоп"}), 409, "over")


def test_everybody_sees_what_the_officials_did() -> None:
    tournament, organiser = tournament_of(2)
    match = Match.objects.get()
    client = program(organiser)
    client.post(ROOT + f"matches/{match.pk}/result/", {"scores": [3, 1]})
    client.post(ROOT + f"matches/{match.pk}/correct/", {"scores": [1, 3], "reason": "перепутали"})
    tournament_of(2)
    log = visitor().get(ROOT + f"tournaments/{tournament.slug}/log/").json()["results"]
    assert [(line["number"], line["act"]) for line in log] == [
        (3, "report"), (2, "report"), (1, "start"), (None, "create_tournament"),
    ]  # fmt: skip
    assert log[0]["actor"] == organiser.username
    assert (log[0]["reason"], log[0]["detail"]["outcome"]["scores"]) == ("перепутали", [1, 3])
    assert [line["counts"] for line in log] == [True] * 4
    assert [line["can_undo"] for line in log] == [True, True, True, False]
