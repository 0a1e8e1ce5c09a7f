"""A director's acts by program: seen before, done, told in the log, taken back; and who may."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from league.api.act_shapes import KINDS
from league.api.acts import READERS
from league.models import LoggedAct, Match, Player, Role, Tournament
from tests.factories import PersonFactory, tournament_of
from tests.league.api.callers import ROOT, official, pointers, problem, program, stranger, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.database]


class Desk:
    """A director at a running tournament, by a program of his own."""

    def __init__(self, count: int = 6, **stage: Any) -> None:
        self.tournament, self.organiser = tournament_of(count, **stage)
        self.client: APIClient = program(self.organiser)
        self.where = ROOT + f"tournaments/{self.tournament.slug}/"

    def get(self, what: str) -> Any:
        response = visitor().get(self.where + what)
        assert response.status_code == 200, response.content
        return response.json()

    def asks(self, act: str, **asked: Any) -> Any:
        return self.client.post(self.where + "acts/", {"act": act, **asked}, format="json")

    def previews(self, act: str, **asked: Any) -> Any:
        before = LoggedAct.objects.count()
        response = self.asks(act, preview=True, **asked)
        assert response.status_code == 200, response.content
        assert LoggedAct.objects.count() == before
        return response.json()

    def does(self, act: str, **asked: Any) -> Any:
        response = self.asks(act, **asked)
        assert response.status_code == 201, response.content
        return response.json()

    def wins(self, first: int = 2, second: int = 0) -> None:
        """The first seat wins at every table that can be played now."""
        due = Match.objects.filter(
            round__stage__tournament=self.tournament, status=Match.Status.PLANNED
        )
        for match in due:
            told = {"scores": [first, second]}
            answer = self.client.post(ROOT + f"matches/{match.pk}/result/", told, format="json")
            assert answer.status_code == 201, answer.content

    def entry(self, number: int) -> Any:
        return self.tournament.entries.get(starting_rank=number)

    @property
    def last(self) -> Any:
        return self.get("log/")["results"][0]


def swiss(count: int = 6, rounds: int = 3) -> Desk:
    """A Swiss whose first round is drawn."""
    desk = Desk(count, format="swiss", rounds=rounds)
    desk.does("draw")
    return desk


def as_told(line: dict[str, Any], *names: str) -> list[Any]:
    return [line["detail"][name] for name in names]


CASES: dict[str, dict[str, Any]] = {
    "withdraw": {"entry": 2},
    "exclude": {"entry": 2, "reason": "Подсказки"},
    "substitute": {"entry": 2, "players": [{"name": "Запасной"}]},
    "enter": {"players": [{"name": "Опоздавший"}]},
    "excuse": {"entry": 2},
    "keep_apart": {"entries": [1, 2]},
    "open_by_hand": {},
    "lots": {"entries": [1, 2, 3]},
    "change": {"options": {"rounds": 2}},
    "cancel": {"reason": "Потоп"},
}


@pytest.mark.parametrize("act", CASES)
def test_an_act_is_seen_before_done_told_and_taken_back(act: str) -> None:
    desk = swiss()
    people = Player.objects.count()
    before = desk.get("standings/")["results"], desk.get("rounds/"), desk.get("")["status"]
    seen = desk.previews(act, **CASES[act])
    assert (seen["preview"], seen["act"]) == (True, act)
    assert Player.objects.count() == people
    done = desk.does(act, **CASES[act], seen=2)
    assert seen["detail"].keys() == done["line"]["detail"].keys()
    assert (done["line"]["act"], done["line"]["number"]) == (act, 3)
    assert done["line"]["actor"] == desk.organiser.username
    assert done["tournament"]["progress"]["last_act"] == 3
    assert desk.last == done["line"]
    assert (desk.last["counts"], desk.last["can_undo"]) == (True, True)
    back = desk.previews("undo")
    assert back["detail"] == {"act": 3}
    undone = desk.does("undo")
    assert (undone["line"]["act"], undone["line"]["detail"]) == ("undo", {"act": 3})
    lines = {line["number"]: line for line in desk.get("log/")["results"]}
    assert (lines[3]["counts"], lines[3]["can_undo"]) == (False, False)
    assert (lines[4]["counts"], lines[4]["can_undo"]) == (True, True)
    after = desk.get("standings/")["results"], desk.get("rounds/"), desk.get("")["status"]
    assert after == before


def test_who_leaves_loses_what_he_has_not_played_and_may_come_back() -> None:
    desk = Desk(4)
    seen = desk.previews("withdraw", entry=2)
    assert len(seen["walkovers"]) == 3
    assert all(2 in {entry["starting_rank"] for entry in pair} for pair in seen["walkovers"])
    (line,) = seen["standings"]
    assert (line["entry"]["starting_rank"], line["after"]["rank"]) == (2, None)
    done = desk.does("withdraw", entry=2, reason="Заболел")
    assert done["entry"]["withdrawn_at"]
    assert desk.last["reason"] == "Заболел"
    problem(desk.asks("withdraw", entry=2), 409, "withdrawn")
    back = desk.does("return", entry=2)
    assert (back["entry"]["withdrawn_at"], back["line"]["act"]) == (None, "return")
    problem(desk.asks("return", entry=2), 409, "is_there")


def test_who_is_excluded_has_no_rank_until_he_is_readmitted() -> None:
    desk = Desk(3)
    assert pointers(problem(desk.asks("exclude", entry=1), 400, "empty")) == ["#/reason"]
    desk.does("exclude", entry=1, reason="Подсказки")
    last = desk.get("standings/")["results"][-1]
    assert (last["rank"], last["entry"]["starting_rank"]) == (None, 1)
    assert last["entry"]["excluded_at"]
    desk.does("readmit", entry=1)
    assert all(line["rank"] for line in desk.get("standings/")["results"])
    problem(desk.asks("readmit", entry=1), 409, "not_excluded")


def test_each_act_upon_an_entry_has_an_address_of_its_own() -> None:
    desk = Desk(4)
    where = desk.where + f"entries/{desk.entry(2).pk}/"
    for act, reason in [("withdraw", ""), ("return", ""), ("exclude", "x"), ("readmit", "")]:
        seen = desk.client.post(where + f"{act}/", {"preview": True}, format="json")
        assert (seen.status_code, seen.json()["act"]) == (200, act)
        done = desk.client.post(where + f"{act}/", {"reason": reason}, format="json")
        assert (done.status_code, done.json()["starting_rank"]) == (200, 2)
        assert (desk.last["act"], desk.last["reason"]) == (act, reason)
    told = {"players": [{"name": "Запасной"}]}
    done = desk.client.post(where + "substitute/", told, format="json")
    assert done.json()["player"]["name"] == "Запасной"
    again = desk.client.post(where + "substitute/", told, format="json")
    problem(again, 409, "unchanged")
    elsewhere, _ = tournament_of(2)
    stray = desk.where + f"entries/{elsewhere.entries.get(starting_rank=1).pk}/withdraw/"
    problem(desk.client.post(stray), 404, "not_found")


def test_a_substitute_is_a_player_by_id_and_nobody_who_is_in_already() -> None:
    desk = Desk(4)
    person = PersonFactory.create(club=desk.tournament.club, name="Запасной")
    problem(desk.asks("substitute", entry=1, players=[desk.entry(2).player_id]), 409, "entered")
    body = problem(desk.asks("substitute", entry=9, players=[person.pk]), 400, "invalid")
    assert pointers(body) == ["#/entry"]
    stranger_to_it = PersonFactory.create()
    body = problem(desk.asks("substitute", entry=1, players=[stranger_to_it.pk]), 400, "invalid")
    assert pointers(body) == ["#/players"]
    assert desk.does("substitute", entry=1, players=[person.pk])["entry"]["name"] == "Запасной"
    seats = [s["player"]["id"] for r in desk.get("rounds/")["results"] for m in r["matches"]
             for s in m["seats"]]  # fmt: skip
    assert seats.count(person.pk) == 3


def test_who_comes_late_has_the_next_number_and_plays_from_the_next_round_on() -> None:
    desk = swiss(4)
    late = desk.does("enter", players=[{"name": "Опоздавший"}])
    assert (late["entry"]["starting_rank"], late["entry"]["name"]) == (5, "Опоздавший")
    assert desk.get("")["entries"] == 5
    desk.wins()
    drawn = desk.does("draw")["line"]["detail"]
    assert 5 in {entry for table in drawn["tables"] for entry in table} | set(drawn["out"])
    desk.does("undo")
    desk.does("undo", number=late["line"]["number"])
    assert desk.get("")["entries"] == 4
    assert [one["starting_rank"] for one in desk.get("entries/")["results"]] == [1, 2, 3, 4]


def test_a_round_is_drawn_as_the_preview_says_and_drawn_once() -> None:
    desk = Desk(6, format="swiss", rounds=2)
    assert desk.get("")["progress"]["waits_for_draw"]
    seen = desk.previews("draw")
    done = desk.client.post(desk.where + "next-round/", {"seen": 1}, format="json")
    assert done.status_code == 201
    assert done.json()["line"]["detail"] == seen["detail"]
    assert seen["added"] == 3
    assert [len(one["tables"]) for one in desk.get("rounds/")["results"]] == [3]
    problem(desk.asks("draw"), 409, "nothing_to_draw")


def test_who_is_excused_sits_the_next_round_out() -> None:
    desk = swiss(6)
    desk.does("excuse", entry=3, bye="half")
    desk.wins()
    drawn = desk.does("draw")["line"]["detail"]
    assert 3 not in {entry for table in drawn["tables"] for entry in table} | set(drawn["out"])
    body = problem(desk.asks("excuse", entry=3, round=2), 400, "invalid")
    assert pointers(body) == ["#/round"]
    problem(Desk(4).asks("excuse", entry=3), 409, "no_byes")


def test_a_round_is_changed_by_hand_and_closed_with_what_the_engine_would_not_do() -> None:
    desk = swiss(4)
    desk.wins()
    desk.does("draw")
    first, second = desk.get("rounds/")["results"]
    again = [table["entries"] for table in first["tables"]]
    refused = desk.asks("pair_by_hand", tables=again)
    problem(refused, 409, "not_by_hand")
    desk.does("open_by_hand")
    assert desk.get("")["progress"]["stages"][0]["by_hand"] == [2]
    assert desk.get("rounds/2/")["by_hand"]
    problem(desk.asks("open_by_hand"), 409, "by_hand")
    body = problem(desk.asks("pair_by_hand", tables=again[:1]), 400, "invalid")
    assert pointers(body) == ["#/tables"]
    seen = desk.previews("pair_by_hand", tables=again)
    assert seen["added"] == len(seen["voided"]) == 2
    desk.does("pair_by_hand", tables=again)
    told = desk.previews("close_by_hand")["comparison"]
    closed = desk.does("close_by_hand")
    assert closed["comparison"] == told
    assert sorted(map(sorted, told["rematches"])) == sorted(map(sorted, again))
    assert sorted(told["standing"]) == sorted(again)
    assert sorted(told["drawn"]) == sorted(table["entries"] for table in second["tables"])
    assert not told["is_same"]
    assert [table["entries"] for table in desk.get("rounds/2/")["tables"]] == again
    assert not desk.get("rounds/2/")["by_hand"]


def test_starting_ranks_are_set_by_hand_in_a_bracket() -> None:
    desk = Desk(4, format="knockout")
    desk.wins()
    seen = desk.previews("order", order=[1, 2, 4, 3])
    assert len(seen["cleared"]) == 2
    desk.does("order", order=[1, 2, 4, 3])
    pairs = [table["entries"] for table in desk.get("rounds/1/")["tables"]]
    assert pairs == [[1, 3], [2, 4]]
    assert set(desk.previews("undo")["revived"]) == set(seen["cleared"])
    body = problem(desk.asks("order", order=[1, 2, 4]), 400, "invalid")
    assert pointers(body) == ["#/order"]
    problem(swiss().asks("order", order=[2, 1, 3, 4, 5, 6]), 409, "no_order")


def test_a_lot_falls_as_it_falls() -> None:
    desk = swiss()
    seen = desk.previews("lots", entries=[3, 1, 2])["detail"]["order"]
    assert sorted(seen) == [1, 2, 3]
    assert desk.does("lots", entries=[2, 1, 3])["line"]["detail"]["order"] == seen
    for entries in ([1], [1, 1], [1, 99]):
        body = problem(desk.asks("lots", entries=entries), 400, "invalid")
        assert pointers(body) == ["#/entries"]


def test_options_that_may_change_do_and_others_do_not() -> None:
    desk = swiss()
    desk.does("change", options={"rounds": 1})
    assert desk.get("stages/")["results"][0]["options"]["rounds"] == 1
    desk.wins()
    assert desk.get("")["status"] == "finished"
    assert desk.previews("change", options={"rounds": 3})["reopens"]
    problem(desk.asks("change", options={"cycles": 2}), 409, "fixed")
    problem(desk.asks("change", options={"rounds": 1}), 409, "unchanged")
    assert desk.asks("change", options={"rounds": "x"}).status_code == 400
    assert pointers(problem(desk.asks("change", options={}), 400, "invalid")) == ["#/options"]


def test_what_was_called_off_goes_on_when_that_is_taken_back() -> None:
    desk = swiss()
    problem(desk.asks("cancel"), 400, "empty")
    assert len(desk.previews("cancel")["voided"]) in {0, 3}
    done = desk.does("cancel", reason="Потоп")
    assert done["tournament"]["status"] == "cancelled"
    problem(desk.asks("withdraw", entry=1), 409, "over")
    problem(desk.asks("cancel", reason="x", preview=True), 409, "over")
    assert desk.does("undo")["tournament"]["status"] == "running"


def test_acts_are_taken_back_one_after_the_other_and_an_undoing_too() -> None:
    desk = Desk(4)
    desk.does("withdraw", entry=1)
    desk.does("withdraw", entry=2)
    assert desk.client.post(desk.where + "undo/").json()["line"]["detail"] == {"act": 3}
    assert desk.client.post(desk.where + "undo/").json()["line"]["detail"] == {"act": 2}
    assert desk.does("undo", number=5)["line"]["detail"] == {"act": 5}
    assert desk.entry(1).withdrawn_at
    problem(desk.asks("undo", number=3), 409, "undone")
    for number in (0, 99):
        body = problem(desk.asks("undo", number=number), 400, "invalid")
        assert pointers(body) == ["#/number"]


def test_of_two_with_the_same_picture_the_second_hears_who_was_first() -> None:
    desk = Desk(4)
    arbiter = official(desk.tournament, Role.ORGANISER)
    seen = desk.get("")["progress"]["last_act"]
    desk.does("withdraw", entry=1, seen=seen)
    asked = {"act": "withdraw", "entry": 2, "seen": seen}
    late = problem(arbiter.post(desk.where + "acts/", asked, format="json"), 409, "stale")
    assert desk.organiser.username in late["detail"]
    assert desk.entry(2).withdrawn_at is None
    for address in ("undo/", f"entries/{desk.entry(2).pk}/withdraw/"):
        response = arbiter.post(desk.where + address, {"seen": seen}, format="json")
        problem(response, 409, "stale")
    asked["seen"] += 1
    assert arbiter.post(desk.where + "acts/", asked, format="json").status_code == 201


def test_an_act_sent_twice_under_one_key_is_done_once() -> None:
    desk = Desk(4)
    for replayed in (False, True):
        response = desk.client.post(
            desk.where + "acts/",
            {"act": "withdraw", "entry": 1},
            format="json",
            headers={"Idempotency-Key": "one"},
        )
        assert response.status_code == 201
        assert ("Idempotency-Replayed" in response) is replayed
    assert LoggedAct.objects.filter(kind="withdraw").count() == 1


@pytest.mark.parametrize("asked", [{}, {"act": "explode"}, {"act": ["draw"]}, [], ["draw"]])
def test_what_is_no_act_is_told_which_there_are(asked: Any) -> None:
    desk = Desk(2)
    response = desk.client.post(desk.where + "acts/", asked, format="json")
    body = problem(response, 400, "invalid")
    assert pointers(body) == ["#/act"]
    assert "withdraw" in body["detail"]


@pytest.mark.parametrize("preview", [False, True])
def test_members_strangers_and_visitors_direct_nothing(preview: bool) -> None:
    desk = Desk(4, format="swiss", rounds=2)
    where = desk.where + "acts/"
    asked = {
        **CASES, "draw": {}, "return": {"entry": 1}, "readmit": {"entry": 1}, "undo": {},
        "order": {"order": [1]}, "close_by_hand": {}, "pair_by_hand": {"tables": [[1, 2]]},
    }  # fmt: skip
    member, alien = official(desk.tournament, Role.MEMBER), stranger()
    for act, told in asked.items():
        body = {"act": act, **told, "preview": preview}
        problem(visitor().post(where, body, format="json"), 401, "not_authenticated")
        for client in (member, alien):
            problem(client.post(where, body, format="json"), 403, "not_allowed")
    entry = f"entries/{desk.entry(1).pk}/"
    named = [entry + act for act in ("withdraw/", "return/", "exclude/", "readmit/")]
    for address in [*named, "next-round/", "undo/"]:
        told = {"preview": preview}
        problem(visitor().post(desk.where + address, told, format="json"), 401, "not_authenticated")
        problem(member.post(desk.where + address, told, format="json"), 403, "not_allowed")
    assert LoggedAct.objects.count() == 1


def test_an_arbiter_draws_and_takes_a_draw_back_but_sends_nobody_away() -> None:
    desk = Desk(4, format="swiss", rounds=2)
    arbiter = official(desk.tournament, Role.ARBITER)

    def asks(act: str, **told: Any) -> Any:
        return arbiter.post(desk.where + "acts/", {"act": act, **told}, format="json")

    assert asks("draw").status_code == 201
    assert asks("undo").status_code == 201
    problem(asks("withdraw", entry=1), 403, "not_allowed")
    problem(asks("undo", number=1), 403, "not_allowed")


def test_before_the_start_there_is_nothing_to_direct() -> None:
    tournament, organiser = tournament_of(3, started=False)
    where = ROOT + f"tournaments/{tournament.slug}/acts/"
    client = program(organiser)
    asked = {"act": "withdraw", "entry": 1}
    problem(client.post(where, asked, format="json"), 409, "not_running")
    problem(client.post(where, {"act": "undo"}, format="json"), 409, "nothing_to_undo")
    problem(client.post(where, {"act": "draw"}, format="json"), 409, "nothing_to_draw")
    gone = client.post(where, {"act": "cancel", "reason": "Мало"}, format="json")
    assert gone.json()["tournament"]["status"] == Tournament.Status.CANCELLED


def test_a_start_is_taken_back_and_entries_are_open_again() -> None:
    desk = Desk(3)
    assert desk.does("undo")["tournament"]["status"] in {"draft", "open"}
    assert desk.client.post(desk.where + "start/").json()["status"] == "running"


def test_striking_a_match_out_is_seen_before_it_is_done() -> None:
    desk = Desk(4, format="knockout")
    desk.wins()
    match = Match.objects.get(round__number=1, table_number=1)
    where = ROOT + f"matches/{match.pk}/void/"
    seen = desk.client.post(where, {"preview": True}, format="json").json()
    assert seen["cleared"] == [match.pk]
    assert set(seen["voided"]) > {match.pk}
    assert (seen["added"], seen["finishes"]) == (1, False)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    for client in (official(desk.tournament, Role.MEMBER), stranger()):
        problem(client.post(where, {"preview": True}, format="json"), 403, "not_allowed")
    assert pointers(problem(desk.client.post(where), 400, "empty")) == ["#/reason"]
    assert desk.client.post(where, {"reason": "Не те карты"}, format="json").json()["again"]
    problem(desk.client.post(where, {"preview": True}, format="json"), 409, "void")


ODD: list[dict[str, Any]] = [
    {"entry": 10**30, "entries": [10**30, 1], "number": 10**30, "players": [10**30], "order": [0]},
    {"entry": "x", "entries": [[1], {}], "number": [], "players": ["x"], "tables": [[[1]]]},
    {"entry": 1, "stage": 99, "round": 99, "tables": [[1, 1]], "order": [1], "entries": [1, 2]},
    {"stage": 0, "round": 0, "entry": 99, "entries": [98, 99], "tables": [], "order": [99]},
    {"options": {"\ud800": 1}, "reason": "\ud800", "players": [{"name": "\ud800"}]},
    {"options": {"points": {"\ud800": 1}}, "seen": "x"},
    {"options": {"points": {"win": "x"}}, "reason": "\x00"},
    {"options": {"tie_breaks": [[1]]}, "seen": -1},
    {"options": {"rounds": 10**30}, "entry": 1, "players": [{"name": "x"}] * 2},
    {"options": {"pairing": ["x"]}, "entry": 1, "players": []},
    {"options": {"pairing": "\x00"}, "out": "x", "tables": "x", "preview": "x"},
    {"options": [], "tables": [[1, 99]], "out": [10**30], "players": {"name": "x"}},
]


@pytest.mark.slow
@pytest.mark.parametrize("odd", ODD)
def test_odd_values_are_refused_and_never_a_fault_of_ours(odd: dict[str, Any]) -> None:
    desk = swiss(4)
    desk.does("open_by_hand")
    for act in KINDS:
        for asked in ({"preview": True, **odd}, odd):
            if act in {"undo", "cancel", "draw"} and asked is odd:
                continue
            text = json.dumps({"act": act, **asked})
            response = desk.client.post(desk.where + "acts/", text, content_type="application/json")
            assert response.status_code < 500, (act, asked, response.content)
    assert visitor().get(desk.where + "log/").status_code == 200
    assert visitor().get(desk.where + "standings/").status_code == 200


def test_the_guide_has_every_act() -> None:
    guide = Path(__file__).resolve().parents[3] / "docs/directing-by-program.md"
    table = guide.read_text("utf-8").split("| Act |")[1].split("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines()[2:]]
    told = [act for row in rows for act in re.findall(r"`(\w+)`", row)]
    assert sorted(told) == sorted(READERS) == sorted(KINDS)
