"""The page on which a tournament is set up: every format at one press, and what is refused."""

from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Club, Role, Ruleset, Stage, Tournament
from league.pages.format_fields import FormatFields
from league.progress.options import FORMATS, options_from_json
from league.standings.tie_breaks import DEFAULTS, tie_breaks_of
from tests.factories import MemberFactory, RulesetFactory
from tests.league.pages.conftest import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def director() -> tuple[Client, Club]:
    member = MemberFactory.create(role=Role.ORGANISER)
    return signed_in(member.user), member.club


def as_shown(client: Client, **typed: Any) -> dict[str, Any]:
    """What a browser sends of the page as it comes, with what somebody typed into it."""
    form = client.get(reverse("tournament-new")).context["form"]
    sent: dict[str, Any] = {}
    for bound in form:
        value = bound.value()
        if value not in (None, False):
            sent[bound.html_name] = getattr(value, "pk", value)
    return {**sent, "name": "Кубок", **typed}


def made(client: Client, **typed: Any) -> Tournament:
    response = client.post(reverse("tournament-new"), as_shown(client, **typed))
    assert response.status_code == 302, response.context["form"].errors
    return Tournament.objects.get()


def refused(client: Client, **typed: Any) -> Any:
    response = client.post(reverse("tournament-new"), as_shown(client, **typed))
    assert response.status_code == 422
    assert not Tournament.objects.exists()
    return response


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_is_set_up_at_one_press_with_what_is_usual(
    director: tuple[Client, Club], format: str
) -> None:
    tournament = made(director[0], format=format)
    stage = tournament.stages.get()
    assert stage.format == format
    assert options_from_json(format, stage.options) == FORMATS[format]()
    seats = 4 if format == "tables" else 2
    assert (tournament.ruleset.game, tournament.ruleset.seats) == ("podkidnoy", seats)


def test_what_is_left_empty_is_as_usual(director: tuple[Client, Club]) -> None:
    client, club = director
    typed = {"club": club.pk, "name": "Кубок", "deals": 3, "format": "swiss"}
    client.post(reverse("tournament-new"), typed)
    stage = Stage.objects.get()
    assert options_from_json("swiss", stage.options) == FORMATS["swiss"]()


def test_all_the_options_of_a_swiss_are_taken(director: tuple[Client, Club]) -> None:
    tournament = made(
        director[0], format="swiss", swiss_rounds=7, swiss_pairing="matching", swiss_win=3,
        swiss_draw="1.5", swiss_bye=0, swiss_tie_breaks=["wins", "", "buchholz", ""],
    )  # fmt: skip
    options = tournament.stages.get().options
    assert (options["rounds"], options["pairing"]) == (7, "matching")
    assert options["points"] == {"win": 3, "draw": 1.5, "loss": 0, "bye": 0, "forfeit": 0}
    assert options["tie_breaks"] == ["wins", "buchholz"]


def test_groups_send_their_best_to_a_knockout(director: tuple[Client, Club]) -> None:
    tournament = made(
        director[0], format="round_robin", round_robin_groups=4, round_robin_least_share=0,
        then="knockout", qualifiers=2, then_third_place="on",
    )  # fmt: skip
    groups, knockout = tournament.stages.all()
    assert (groups.options["groups"], groups.options["qualifiers"]) == (4, 2)
    assert groups.options["least_share"] == 0
    assert (knockout.format, knockout.options["third_place"]) == ("knockout", True)


@pytest.mark.parametrize(("size", "seats", "sides"), [(2, 4, "pairs"), (3, 6, "threes")])
def test_teams_play_with_partners(
    director: tuple[Client, Club], size: int, seats: int, sides: str
) -> None:
    tournament = made(director[0], format="double_elimination", team_size=size)
    ruleset = tournament.ruleset
    assert (tournament.team_size, ruleset.seats, ruleset.sides) == (size, seats, sides)


def test_a_ruleset_is_made_once_and_used_again(director: tuple[Client, Club]) -> None:
    client, _club = director
    for _time in range(2):
        client.post(reverse("tournament-new"), as_shown(client, format="tables", tables_size=5))
    assert Tournament.objects.count() == 2
    assert Ruleset.objects.get(seats=5).name == "Podkidnoy Durak, 10 deals, 5 seats"


def test_partners_change_at_tables_of_four(director: tuple[Client, Club]) -> None:
    tournament = made(director[0], format="tables", tables_partners="on", tables_beside=6)
    assert (tournament.ruleset.sides, tournament.stages.get().options["beside"]) == ("pairs", 6)


def test_a_ruleset_of_ones_own_says_how_many_sit_at_a_table(director: tuple[Client, Club]) -> None:
    client, club = director
    five = RulesetFactory.create(club=club, seats=5, name="Впятером")
    page = client.get(reverse("tournament-new")).content.decode()
    assert "Впятером · 5 seats" in page
    tournament = made(client, format="tables", ruleset=five.pk)
    assert tournament.ruleset == five
    assert tournament.stages.get().options["size"] == 5


def test_a_ruleset_made_from_another_is_not_offered(director: tuple[Client, Club]) -> None:
    client, club = director
    base = RulesetFactory.create(club=club, name="Основные")
    RulesetFactory.create(club=club, name="Производные", made_from=base, seats=3)
    page = client.get(reverse("tournament-new")).content.decode()
    assert "Основные" in page
    assert "Производные" not in page


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"format": "round_robin", "round_robin_groups": 99}, "round_robin_groups"),
        ({"format": "round_robin", "round_robin_least_share": 120}, "round_robin_least_share"),
        ({"format": "swiss", "swiss_rounds": 0}, "swiss_rounds"),
        ({"format": "swiss", "swiss_win": "0.1"}, "swiss_win"),
        ({"format": "swiss", "swiss_win": 1}, "swiss_win"),
        ({"format": "swiss", "swiss_tie_breaks": ["wins", "wins"]}, "swiss_tie_breaks"),
        ({"format": "tables", "tables_size": 5, "tables_partners": "on"}, "tables_partners"),
        ({"format": "tables", "tables_partners": "on", "tables_beside": 3}, "tables_beside"),
        ({"format": "tables", "tables_beside": 4}, "tables_beside"),
        ({"format": "tables", "team_size": 2}, "team_size"),
        ({"format": "knockout", "then": "knockout"}, "then"),
        ({"format": "swiss", "then": "knockout", "qualifiers": 1}, "qualifiers"),
        (
            {"format": "swiss", "then": "knockout", "then_third_place": "on"},
            "then_third_place",
        ),
        ({"format": "swiss", "deals": ""}, "deals"),
        ({"format": "lottery"}, "format"),
    ],
)
def test_what_is_refused_is_said_at_its_field_and_kept(
    director: tuple[Client, Club], typed: dict[str, Any], field: str
) -> None:
    response = refused(director[0], **typed, description="В зале у парка")
    form = response.context["form"]
    assert list(form.errors) == [field]
    assert "В зале у парка" in response.content.decode()
    kept = [str(form[name].value()) for name in typed if typed[name] != "on"]
    assert kept == [str(typed[name]) for name in typed if typed[name] != "on"]


def test_the_order_of_tie_breaks_is_kept_when_something_else_is_refused(
    director: tuple[Client, Club],
) -> None:
    html = refused(
        director[0], format="swiss", swiss_rounds=0, swiss_tie_breaks=["lots", "wins"]
    ).content.decode()
    first, _, second = html.partition('id="id_swiss_tie_breaks_1"')
    assert '<option value="lots" selected>' in first
    assert '<option value="wins" selected>' in second.partition("</select>")[0]


def test_what_is_typed_for_another_format_is_no_matter(director: tuple[Client, Club]) -> None:
    tournament = made(director[0], format="knockout", swiss_rounds="x", tables_beside="y")
    assert tournament.stages.get().format == "knockout"


def test_every_tie_break_can_be_chosen_and_is_explained(director: tuple[Client, Club]) -> None:
    html = unescape(director[0].get(reverse("tournament-new")).content.decode())
    form = FormatFields()
    for format in ("round_robin", "swiss", "tables"):
        field = form.fields[f"{format}_tie_breaks"]
        system = FORMATS[format].system
        assert system is not None
        assert [key for key, _name in field.choices] == [one.key for one in tie_breaks_of(system)]
        assert field.initial == [one.key for one in DEFAULTS[system]]
        assert all(str(meaning) in html for _name, meaning in field.explained)


def test_the_form_has_a_field_for_every_option() -> None:
    form = FormatFields()
    told = {"qualifiers", "points", "points.win", "points.draw", "points.loss", "points.bye"}
    for format, made_of in FORMATS.items():
        for option in set(made_of().to_json()) - told:
            assert f"{format}_{option}" in form.fields


def test_the_tournaments_page_tells_what_was_chosen(director: tuple[Client, Club]) -> None:
    tournament = made(director[0], format="swiss", swiss_rounds=7, then="double_elimination")
    address = reverse("tournament", args=[tournament.slug])
    html = Client().get(address, headers={"accept-language": "ru"}).content.decode()
    assert "Этап 1: швейцарский" in html
    assert "<dt>туров</dt><dd>7</dd>" in html
    assert "Этап 2: до двух поражений" in html
    assert "В этой системе выбирать нечего." in html
