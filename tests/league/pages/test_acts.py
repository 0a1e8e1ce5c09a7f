"""What directors and arbiters change after the start: shown before, asked, logged, taken back."""

import pytest
from django.test import Client
from django.urls import reverse

from league.models import LoggedAct, Match, Role, Tournament, User
from league.pages.act_forms import FORMS
from league.services import entries, results, tournaments
from league.services.match_reports import read_report
from tests.factories import MemberFactory, PersonFactory, RulesetFactory, tournament_of
from tests.league.pages.conftest import signed_in, tables

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def swiss(count: int = 7, rounds: int = 3) -> tuple[Tournament, User, Client]:
    tournament, organiser = tournament_of(count, format="swiss", rounds=rounds)
    return tournament, organiser, signed_in(organiser)


def at_tables(count: int) -> tuple[Tournament, Client]:
    """A tournament at tables of three that has begun, and its organiser's browser."""
    member = MemberFactory.create()
    tournament = tournaments.create(
        club=member.club,
        name="Столы",
        ruleset=RulesetFactory.create(seats=3),
        stages=[{"format": "tables", "rounds": 2}],
        by=member.user,
    )
    for number in range(1, count + 1):
        person = PersonFactory.create(club=member.club, name=f"Игрок {number}")
        entries.register(tournament=tournament, player=person, by=member.user)
    tournaments.start(tournament=tournament, by=member.user)
    return tournament, signed_in(member.user)


def address(tournament: Tournament, kind: str) -> str:
    return reverse("tournament-act", args=[tournament.slug, kind])


def shown(client: Client, tournament: Tournament, kind: str, **typed: object) -> str:
    answer = client.post(address(tournament, kind), {"step": "preview", **typed})
    return answer.content.decode()


def did(client: Client, tournament: Tournament, kind: str, **typed: object) -> str:
    seen = tournament.acts.count()
    typed = {"seen": seen, "step": "confirm", **typed}
    answer = client.post(address(tournament, kind), typed, follow=True)
    html = answer.content.decode()
    assert answer.redirect_chain, html
    return html


def last(tournament: Tournament) -> LoggedAct:
    line = tournament.acts.filter(by__isnull=False).last()
    assert line is not None
    return line


def report_all(tournament: Tournament, by: User) -> None:
    for match in tables(tournament):
        if match.status not in (Match.Status.FINISHED, Match.Status.VOID):
            results.report(match=match, report=read_report(match, scores=[3, 1]), by=by)


ACTS: list[tuple[str, dict[str, object], str]] = [
    ("withdraw", {"entry": "2"}, "withdrew Игрок 2"),
    ("exclude", {"entry": "2", "reason": "fight"}, "excluded Игрок 2"),
    ("substitute", {"entry": "2", "member_1": "Новый"}, "set who plays for entry 2"),
    ("enter", {"member_1": "Поздний"}, "entered Поздний late"),
    ("excuse", {"entry": "2", "round": "1.2", "bye": "half"}, "let Игрок 2 sit out round 2"),
    ("keep_apart", {"one": "1", "other": "2", "apart": "yes"}, "kept Игрок 1 and Игрок 2 apart"),
    ("open_by_hand", {"round": "1.1"}, "began to change by hand: round 1"),
    ("cancel", {"reason": "fire"}, "called the tournament off"),
]


@pytest.mark.parametrize(("kind", "typed", "told"), ACTS, ids=[kind for kind, _, _ in ACTS])
def test_an_act_is_shown_done_told_and_taken_back(
    kind: str, typed: dict[str, object], told: str
) -> None:
    tournament, organiser, client = swiss()
    did(client, tournament, "draw")
    before = tournament.acts.count()
    assert "What it changes" in shown(client, tournament, kind, **typed)
    assert tournament.acts.count() == before
    assert tournament.club.players.count() == 7
    html = did(client, tournament, kind, **typed)
    assert told in html
    line = last(tournament)
    assert (line.kind, line.by, line.reason) == (kind, organiser, typed.get("reason", ""))
    undo = reverse("tournament-undo", args=[tournament.slug, line.number])
    assert undo in html
    asked = client.get(undo, follow=True).content.decode()
    assert "What it changes" in asked
    assert told in asked
    assert f"took back no. {line.number}" in did(client, tournament, "undo", line=line.number)
    assert last(tournament).told == {"act": line.number}


def test_who_left_comes_back_and_who_was_excluded_is_readmitted() -> None:
    tournament, _organiser, client = swiss()
    did(client, tournament, "draw")
    for there, back, told in (
        ("withdraw", "return", "let Игрок 3 come back"),
        ("exclude", "readmit", "took back the exclusion of Игрок 3"),
    ):
        did(client, tournament, there, entry="3", reason="ill")
        assert told in did(client, tournament, back, entry="3")


def test_what_a_departure_changes_is_told_with_the_names() -> None:
    tournament, _organiser, client = swiss()
    did(client, tournament, "draw")
    html = client.get(address(tournament, "withdraw"), {"entry": "1"}).content.decode()
    assert "1 match is decided without play:" in html
    assert "Игрок 1" in html


def test_an_act_that_is_refused_keeps_what_was_typed() -> None:
    tournament, _organiser, client = swiss()
    typed = {"entry": "2", "reason": "", "step": "confirm", "seen": tournament.acts.count()}
    answer = client.post(address(tournament, "exclude"), typed)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Say why; everybody reads it in the log." in html
    assert '<option value="2" selected>' in html
    assert not tournament.acts.filter(kind="exclude").exists()


def test_the_second_of_two_arbiters_is_told_who_acted_and_loses_nothing() -> None:
    tournament, organiser, client = swiss()
    seen = tournament.acts.count()
    did(client, tournament, "withdraw", entry="1")
    typed = {"entry": "2", "reason": "gone home", "step": "confirm", "seen": seen}
    answer = client.post(address(tournament, "withdraw"), typed)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert f"{organiser} acted meanwhile (no. {seen + 1} of the log)" in html
    assert "gone home" in html
    assert f'name="seen" value="{seen + 1}"' in html
    again = client.post(address(tournament, "withdraw"), {**typed, "seen": seen + 1})
    assert again.status_code == 302


def test_a_member_may_not_and_a_visitor_is_asked_to_sign_in() -> None:
    tournament, _organiser, _client = swiss()
    player = MemberFactory.create(club=tournament.club, role=Role.MEMBER).user
    for kind in FORMS:
        assert signed_in(player).get(address(tournament, kind)).status_code == 403
        assert Client().get(address(tournament, kind)).status_code == 302
    overview = signed_in(player).get(reverse("tournament", args=[tournament.slug]))
    assert "What waits" not in overview.content.decode()


def test_an_arbiter_draws_but_excludes_nobody() -> None:
    tournament, _organiser, _client = swiss()
    arbiter = signed_in(MemberFactory.create(club=tournament.club, role=Role.ARBITER).user)
    assert arbiter.get(address(tournament, "exclude")).status_code == 403
    assert "drew round 1" in did(arbiter, tournament, "draw")


def test_the_panel_tells_what_waits() -> None:
    tournament, organiser, client = swiss()
    page = reverse("tournament", args=[tournament.slug])
    assert "Round 1 can be drawn." in client.get(page).content.decode()
    did(client, tournament, "draw")
    assert "3 results are missing, at tables 1, 2, 3." in client.get(page).content.decode()
    report_all(tournament, organiser)
    assert "Round 2 can be drawn." in client.get(page).content.decode()
    did(client, tournament, "open_by_hand", round="1.1")
    assert (
        reverse("tournament-by-hand", args=[tournament.slug]) in client.get(page).content.decode()
    )


def test_what_was_done_last_is_undone_from_the_panel() -> None:
    tournament, _organiser, client = swiss()
    did(client, tournament, "withdraw", entry="1")
    undo = reverse("tournament-undo-last", args=[tournament.slug])
    html = client.get(undo, follow=True).content.decode()
    assert "withdrew Игрок 1" in html


def test_two_change_places_in_a_round_by_hand() -> None:
    tournament, _organiser, client = swiss(6)
    did(client, tournament, "draw")
    assert "Beside the draw" in did(client, tournament, "open_by_hand", round="1.1")
    page = client.get(reverse("tournament-by-hand", args=[tournament.slug]))
    form = page.context["form"]
    typed = {name: field.initial for name, field in form.fields.items() if "place_" in name}
    one, other = form.was[0][0], form.was[1][0]
    html = shown(client, tournament, "pair_by_hand", **typed, one=one, other=other)
    assert "What it changes" in html
    html = did(client, tournament, "pair_by_hand", **typed, one=one, other=other)
    assert html.count("Set by hand:") == 2
    assert "Beside the draw" in client.get(address(tournament, "close_by_hand")).content.decode()
    did(client, tournament, "close_by_hand", round="1.1")
    seats = [[seat.player.name for seat in match.seats.all()] for match in tables(tournament)]
    assert any({f"Игрок {other}", f"Игрок {form.was[0][1]}"} == set(pair) for pair in seats)


def test_a_place_given_twice_is_refused_with_the_tables_as_they_were_typed() -> None:
    tournament, _organiser, client = swiss(6)
    did(client, tournament, "draw")
    did(client, tournament, "open_by_hand", round="1.1")
    form = client.get(reverse("tournament-by-hand", args=[tournament.slug])).context["form"]
    typed = {name: field.initial for name, field in form.fields.items() if "place_" in name}
    typed["place_1_1"] = typed["place_2_1"]
    html = shown(client, tournament, "pair_by_hand", **typed)
    assert f"“Игрок {typed['place_2_1']}” is at two places of the round." in html


def test_a_table_is_given_its_best_seats_and_the_evenness_is_told() -> None:
    tournament, client = at_tables(9)
    did(client, tournament, "draw")
    did(client, tournament, "open_by_hand", round="1.1")
    form = client.get(reverse("tournament-by-hand", args=[tournament.slug])).context["form"]
    typed = {name: field.initial for name, field in form.fields.items() if "place_" in name}
    one, other = form.was[0][0], form.was[1][0]
    html = shown(client, tournament, "pair_by_hand", **typed, one=one, other=other, reseat="1")
    assert "How even the seats are" in html
    did(client, tournament, "pair_by_hand", **typed, one=one, other=other, reseat="1")
    did(client, tournament, "close_by_hand", round="1.1")
    assert last(tournament).kind == "close_by_hand"


def test_options_and_their_rounds_are_changed_with_a_warning() -> None:
    tournament, organiser, client = swiss()
    did(client, tournament, "draw")
    report_all(tournament, organiser)
    form = client.get(address(tournament, "change")).context["form"]
    typed = {
        name: field.initial for name, field in form.fields.items() if field.initial is not None
    }
    assert "This is so already." in shown(client, tournament, "change", **typed)
    html = shown(client, tournament, "change", **{**typed, "rounds": "1"})
    assert "The tournament is over after this." in html
    did(client, tournament, "change", **{**typed, "rounds": "4"})
    assert last(tournament).told["options"] == {"rounds": 4}


def test_two_starting_ranks_are_exchanged() -> None:
    tournament, organiser = tournament_of(4)
    client = signed_in(organiser)
    did(client, tournament, "order", stage="1", one="1", other="4")
    assert last(tournament).told["order"] == [4, 2, 3, 1]


def test_a_lot_is_drawn_between_those_who_are_level() -> None:
    tournament, organiser, client = swiss(8)
    did(client, tournament, "draw")
    report_all(tournament, organiser)
    form = client.get(address(tournament, "lots")).context["form"]
    choices = form.fields["tied"].choices
    assert choices
    did(client, tournament, "lots", tied=choices[0][0])
    assert last(tournament).kind == "lots"


def test_striking_out_tells_beforehand_what_it_changes() -> None:
    tournament, organiser, client = swiss()
    did(client, tournament, "draw")
    report_all(tournament, organiser)
    match = tables(tournament)[0]
    html = client.get(reverse("match-void", args=[match.pk])).content.decode()
    assert "1 match that was played is struck out:" in html


@pytest.mark.parametrize(
    ("format", "options", "told"),
    [
        ("swiss", {"rounds": 3}, "3 rounds are played; you draw each one"),
        ("round_robin", {"cycles": 2}, "14 rounds are drawn by starting rank"),
        ("knockout", {}, "1 of the strongest goes on to round two without a match."),
        ("double_elimination", {}, "12 matches in all"),
    ],
)
def test_the_start_tells_what_will_be_drawn(
    format: str, options: dict[str, object], told: str
) -> None:
    tournament, organiser = tournament_of(7, format=format, started=False, **options)
    page = reverse("tournament-start", args=[tournament.slug])
    html = signed_in(organiser).get(page).content.decode()
    assert "Entries close with 7 in the field" in html
    assert told in html


def test_a_start_is_undone_while_nothing_was_played() -> None:
    tournament, _organiser, client = swiss()
    line = last(tournament)
    assert line.kind == "start"
    undo = reverse("tournament-undo", args=[tournament.slug, line.number])
    assert "What it changes" in client.get(undo, follow=True).content.decode()
    did(client, tournament, "undo", line=line.number)
    tournament.refresh_from_db()
    assert tournament.takes_entries
