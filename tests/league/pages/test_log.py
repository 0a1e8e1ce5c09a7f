"""The log of a tournament as everybody reads it."""

import dataclasses

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from league.models import Role
from league.pages.log_lines import SENTENCES, Teller
from league.progress import acts
from league.progress.acts import KINDS, Outcome, TableKey
from league.selectors.progress import progress_of
from league.services import directing, tournaments
from tests.factories import MemberFactory
from tests.league.pages.conftest import signed_in
from tests.league.pages.formats import begun, page, play
from tests.league.pages.test_tables import plain

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ROBIN = {"format": "round_robin"}
SWISS = {"format": "swiss", "rounds": 3}
TABLE = TableKey(1, 2, (1, 2), 1)
SAID: dict[acts.Act, str] = {
    acts.Started(members=(((1, None),), ((2, None),))): "started the tournament with 2 entries",
    acts.Entered(entry=9, members=()): "entered no. 9 late",
    acts.Withdrew(entry=1): "withdrew Игрок 1",
    acts.Returned(entry=1): "let Игрок 1 come back",
    acts.Excluded(entry=2): "excluded Игрок 2",
    acts.Readmitted(entry=2): "took back the exclusion of Игрок 2",
    acts.Substituted(entry=3, members=()): "set who plays for entry 3 from then on: ",
    acts.Excused(entry=1, stage=1, round=3, bye="half"): (
        "let Игрок 1 sit out round 3 for the points of a draw"
    ),
    acts.KeptApart(entries=(1, 2)): "kept Игрок 1 and Игрок 2 apart",
    acts.Ordered(stage=1, order=(2, 1)): "set the starting ranks: Игрок 2, Игрок 1",
    acts.Qualified(stage=2, order=(1, 3)): "found who goes on to stage 2: Игрок 1, Игрок 3",
    acts.Drew(stage=1, round=3, tables=()): "drew round 3",
    acts.OpenedByHand(stage=1, round=3): "began to change by hand: round 3",
    acts.PairedByHand(stage=1, round=3, tables=()): "set the tables by hand: round 3",
    acts.ClosedByHand(stage=1, round=3): "ended the changes by hand: round 3",
    acts.Reported(table=TABLE, outcome=Outcome((3, 1), (1, 2), 0)): (
        "reported Игрок 1 – Игрок 2 (round 2): 3:1"
    ),
    acts.Voided(table=TABLE): "struck out Игрок 1 – Игрок 2 (round 2)",
    acts.DrewLots(stage=1, order=(2, 1)): "drew lots: 1. Игрок 2, 2. Игрок 1",
    acts.Cancelled(): "called the tournament off",
    acts.Undid(act=1): "took back no. 1",
}


def test_every_kind_of_act_has_a_sentence() -> None:
    assert set(SENTENCES) == set(KINDS.values())
    assert {type(act) for act in SAID} | {acts.Changed} == set(SENTENCES)


@pytest.mark.parametrize(
    ("act", "sentence"), SAID.items(), ids=lambda one: getattr(one, "kind", "")
)
def test_an_act_is_told_in_plain_words_with_names(act: acts.Act, sentence: str) -> None:
    tournament, _organiser = begun(3, SWISS)
    teller = Teller(progress_of(tournament))
    assert teller.told(dataclasses.replace(act, number=99)) == sentence
    with translation.override("ru"):
        assert teller.told(act) != sentence


def test_other_options_are_told_by_their_labels() -> None:
    tournament, _organiser = begun(3, SWISS)
    changed = acts.Changed(stage=1, options={"rounds": 4, "tie_breaks": ["wins", "buchholz"]})
    told = Teller(progress_of(tournament)).told(changed)
    assert told.startswith("changed the options: ")
    assert "rounds: 4" in told
    assert "Wins, Buchholz" in told


def test_what_was_taken_back_is_struck_through_and_can_count_again() -> None:
    tournament, organiser = begun(3, ROBIN)
    directing.do(tournament=tournament, act=acts.Withdrew(entry=3), by=organiser, reason="Болезнь")
    directing.do(tournament=tournament, act=acts.Undid(act=2), by=organiser)
    html = page("tournament-log", tournament)
    assert "<s>withdrew Игрок 3</s>" in html
    assert "taken back in no. 3" in html
    assert "Reason: Болезнь" in html
    directing.do(tournament=tournament, act=acts.Undid(act=3), by=organiser)
    html = page("tournament-log", tournament)
    assert "<s>withdrew" not in html
    assert "<s>took back no. 2</s>" in html
    assert "let count again what no. 3 had taken back" in html


def test_the_newest_line_comes_first_and_the_first_says_who_set_it_up() -> None:
    tournament, organiser = begun(3, ROBIN)
    play(tournament, organiser, 1)
    tournaments.cancel(tournament=tournament, by=organiser, reason="Потоп")
    shown = plain(page("tournament-log", tournament))
    told = ["called the tournament off", "reported", "started the tournament", "set the tournament"]
    places = [shown.index(one) for one in told]
    assert places == sorted(places)
    assert shown.count(organiser.username) == 4


def test_what_followed_is_marked_as_done_by_nobody() -> None:
    tournament, organiser = begun(
        4, {"format": "round_robin", "qualifiers": 2}, {"format": "knockout"}
    )
    play(tournament, organiser, 6)
    shown = plain(page("tournament-log", tournament))
    assert "found who goes on to stage 2" in shown
    assert shown[shown.index("found who goes on") :].index("by itself") < 60


def test_a_long_log_comes_in_pages() -> None:
    tournament, organiser = begun(16, ROBIN)
    play(tournament, organiser, 105)
    assert "started the tournament" not in page("tournament-log", tournament)
    assert "started the tournament" in page("tournament-log", tournament, "?page=2")


def test_only_who_may_is_offered_to_take_a_line_back() -> None:
    tournament, organiser = begun(3, ROBIN)
    play(tournament, organiser, 1)
    arbiter = MemberFactory.create(club=tournament.club, role=Role.ARBITER).user
    address = reverse("tournament-log", args=[tournament.slug])

    def offered(client: Client) -> list[bool]:
        return [line.may_undo for line in client.get(address).context["lines"]]

    assert offered(Client()) == [False, False, False]
    assert offered(signed_in(arbiter)) == [True, False, False]
    assert offered(signed_in(organiser)) == [True, True, False]
