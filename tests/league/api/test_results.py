"""Results by program: reported once, corrected with a reason after a look, struck out."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from league.models import AuditEntry, Match, Result, Role, Tournament, User
from tests.factories import bot_match, house_bot, tournament_of
from tests.league.api.callers import (
    ROOT,
    official,
    pointers,
    problem,
    program,
    staff,
    stranger,
    visitor,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def started() -> tuple[Tournament, User]:
    return tournament_of(4)


@pytest.fixture
def arbiter(started: tuple[Tournament, User]) -> APIClient:
    return official(started[0], Role.ARBITER)


@pytest.fixture
def match(started: tuple[Tournament, User]) -> Match:
    match = Match.objects.order_by("round__number", "table_number").first()
    assert match is not None
    return match


def send(client: APIClient, match: Match, act: str, body: dict[str, Any], **headers: Any) -> Any:
    return client.post(ROOT + f"matches/{match.pk}/{act}/", body, **headers)


def test_an_arbiter_reports_scores(arbiter: APIClient, match: Match) -> None:
    response = send(arbiter, match, "result", {"scores": [3, 1]})
    assert response.status_code == 201
    body = response.json()
    assert body["status"] == "finished"
    assert (body["result"]["scores"], body["result"]["winner"]) == ([3, 1], 0)
    assert visitor().get(ROOT + f"matches/{match.pk}/").json()["result"] == body["result"]


def test_an_arbiter_reports_deals(arbiter: APIClient, match: Match) -> None:
    deals = [{"places": [1, 2], "points": [0, -1]}, {"places": [2, 1]}, {"places": [1, 1]}]
    result = send(arbiter, match, "result", {"deals": [*deals, deals[1]]}).json()["result"]
    assert (result["scores"], result["winner"]) == ([1, 2], 1)


def test_a_forfeit_needs_no_score(arbiter: APIClient, match: Match) -> None:
    result = send(arbiter, match, "result", {"forfeits": [0]}).json()["result"]
    assert (result["scores"], result["forfeits"], result["winner"]) == ([0, 0], [0], 1)


def test_a_second_result_is_409_and_changes_nothing(arbiter: APIClient, match: Match) -> None:
    send(arbiter, match, "result", {"scores": [3, 1]})
    problem(send(arbiter, match, "result", {"scores": [0, 4]}), 409, "has_result")
    assert Result.objects.get().scores == [3, 1]


def test_the_same_report_sent_again_under_its_key_is_answered_alike(
    arbiter: APIClient, match: Match
) -> None:
    body = {"scores": [3, 1]}
    first = send(arbiter, match, "result", body, HTTP_IDEMPOTENCY_KEY="r")
    second = send(arbiter, match, "result", body, HTTP_IDEMPOTENCY_KEY="r")
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "#/scores"),
        ({"scores": [3]}, "#/scores"),
        ({"scores": [3, 9]}, "#/scores"),
        ({"scores": [-1, 2]}, "#/scores"),
        ({"scores": ["x", 2]}, "#/scores/0"),
        ({"scores": "3:1"}, "#/scores"),
        ({"scores": [3, 1], "deals": [{"places": [1, 2]}]}, "#/scores"),
        ({"deals": [{"places": [1, 2, 3]}]}, "#/deals"),
        ({"deals": [{"places": [[1], 2]}]}, "#/deals/0/places/0"),
        ({"deals": [{}]}, "#/deals/0/places"),
        ({"forfeits": [5]}, "#/forfeits"),
    ],
)
def test_a_report_that_does_not_add_up_is_refused(
    arbiter: APIClient, match: Match, body: dict[str, Any], pointer: str
) -> None:
    response = send(arbiter, match, "result", body)
    assert response.status_code == 400
    assert pointers(problem(response, 400, response.json()["code"])) == [pointer]
    assert not Result.objects.exists()


def test_a_knockout_needs_a_winner() -> None:
    tournament, organiser = tournament_of(2, format="knockout")
    match = Match.objects.get(round__stage__tournament=tournament)
    problem(send(program(organiser), match, "result", {"scores": [2, 2]}), 400, "no_winner")


@pytest.mark.parametrize("act", ["result", "correct", "void"])
def test_members_strangers_and_visitors_report_nothing(
    started: tuple[Tournament, User], match: Match, act: str
) -> None:
    body = {"scores": [3, 1], "reason": "x", "preview": True}
    problem(send(official(started[0], Role.MEMBER), match, act, body), 403, "not_allowed")
    problem(send(stranger(), match, act, body), 403, "not_allowed")
    problem(send(program(started[1], "submit"), match, act, body), 403, "lacks_scope")
    problem(send(visitor(), match, act, body), 401, "not_authenticated")
    assert not Result.objects.exists()


def test_a_preview_tells_what_would_change_and_changes_nothing(
    arbiter: APIClient, match: Match
) -> None:
    send(arbiter, match, "result", {"scores": [3, 1]})
    audited = AuditEntry.objects.count()
    told = send(arbiter, match, "correct", {"scores": [1, 3], "preview": True}).json()
    assert (told["preview"], told["winner_changes"], told["voided"]) == (True, True, [])
    changed = {line["entry"]["player"]["id"]: line for line in told["standings"]}
    loser = match.seats.get(number=0).player_id
    assert changed[loser]["before"]["points"] == 2
    assert changed[loser]["after"]["points"] == 0
    assert Result.objects.get().scores == [3, 1]
    assert AuditEntry.objects.count() == audited


def test_a_knockout_s_preview_names_the_matches_that_would_be_void() -> None:
    tournament, organiser = tournament_of(4, format="knockout")
    client = program(organiser)
    matches = Match.objects.filter(round__stage__tournament=tournament)
    for match in list(matches.order_by("table_number")):
        send(client, match, "result", {"scores": [3, 1]})
    final = matches.get(round__number=2)
    send(client, final, "result", {"scores": [3, 1]})
    first = matches.filter(round__number=1).order_by("table_number")[0]
    told = send(client, first, "correct", {"scores": [1, 3], "preview": True}).json()
    assert (told["voided"], told["reopens"]) == ([final.pk], True)
    final.refresh_from_db()
    assert final.status == Match.Status.FINISHED
    corrected = send(client, first, "correct", {"scores": [1, 3], "reason": "перепутали"})
    assert corrected.status_code == 200
    final.refresh_from_db()
    assert final.status == Match.Status.VOID
    again = visitor().get(ROOT + f"tournaments/{tournament.slug}/bracket/").json()
    assert again["results"][1]["matches"][0]["match"] != final.pk


def test_a_correction_keeps_the_earlier_result_and_says_why(
    arbiter: APIClient, match: Match
) -> None:
    first = send(arbiter, match, "result", {"scores": [3, 1]}).json()["result"]
    body = send(
        arbiter, match, "correct", {"scores": [2, 2], "reason": "перепутали", "seen": first["id"]}
    ).json()
    assert (body["result"]["scores"], body["result"]["reason"]) == ([2, 2], "перепутали")
    assert [one["scores"] for one in body["results"]] == [[2, 2], [3, 1]]
    assert body["result"]["supersedes"] == first["id"]


def test_a_correction_without_reason_of_something_else_or_of_nothing_is_refused(
    arbiter: APIClient, match: Match
) -> None:
    body = {"scores": [2, 2], "reason": "перепутали"}
    problem(send(arbiter, match, "correct", body), 409, "no_result")
    problem(send(arbiter, match, "correct", {**body, "preview": True}), 409, "no_result")
    first = send(arbiter, match, "result", {"scores": [3, 1]}).json()["result"]
    no_reason = problem(send(arbiter, match, "correct", {"scores": [2, 2]}), 400, "empty")
    assert pointers(no_reason) == ["#/reason"]
    same = send(arbiter, match, "correct", {**body, "scores": [3, 1]})
    problem(same, 409, "unchanged")
    send(arbiter, match, "correct", body)
    stale = {**body, "scores": [0, 4], "seen": first["id"]}
    problem(send(arbiter, match, "correct", stale), 409, "stale")


def test_a_match_struck_out_is_played_again(arbiter: APIClient, match: Match) -> None:
    no_reason = problem(send(arbiter, match, "void", {"reason": " "}), 400, "empty")
    assert pointers(no_reason) == ["#/reason"]
    response = send(arbiter, match, "void", {"reason": "не та колода"})
    told = response.json()
    assert told["match"]["status"] == "void"
    assert response["Location"].endswith(f"matches/{told['again']}/")
    again = visitor().get(response["Location"]).json()
    assert (again["status"], again["table_number"]) == ("planned", match.table_number)
    problem(send(arbiter, match, "void", {"reason": "не та колода"}), 409, "void")


def test_a_ladder_s_match_is_struck_out_by_staff_alone_and_never_corrected() -> None:
    match = bot_match(house_bot("А"), house_bot("Б"))
    problem(send(stranger(), match, "void", {"reason": "x"}), 403, "not_allowed")
    body = {"scores": [1, 0], "reason": "x"}
    problem(send(staff(), match, "correct", body), 409, "ladder_match")
    problem(send(staff(), match, "correct", {**body, "preview": True}), 409, "ladder_match")
    problem(send(staff(), match, "result", body), 409, "ladder_match")
    assert send(staff(), match, "void", {"reason": "x"}).json()["again"] is None
