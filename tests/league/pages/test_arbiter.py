"""What an arbiter meets on a busy evening: two at one table, no-shows, who left, old spellings."""

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Entry, Match, Tournament, User
from tests.factories import RulesetFactory, tournament_of
from tests.league.pages.conftest import Site, report_first, signed_in, tables

pytestmark = [pytest.mark.django_db, pytest.mark.database]

RUSSIAN = {"accept-language": "ru"}


def report(match: Match, by: User, **typed: object) -> str:
    """Send the arbiter's form and read the page it leads to."""
    address = reverse("match-report", args=[match.pk])
    return signed_in(by).post(address, typed, follow=True).content.decode()


def leave(tournament: Tournament, by: User, number: int) -> Entry:
    """Withdraw the entry with this starting rank."""
    entry = tournament.entries.get(starting_rank=number)
    signed_in(by).post(reverse("entry-withdraw", args=[tournament.slug, entry.pk]))
    return entry


def standings_csv(tournament: Tournament, **headers: str) -> list[list[str]]:
    address = reverse("tournament-standings", args=[tournament.slug])
    text = Client().get(address, {"format": "csv"}, headers=headers).content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text), delimiter=";" if headers else ","))


def test_two_arbiters_who_enter_the_same_are_both_content() -> None:
    tournament, organiser = tournament_of(2)
    match = report_first(tournament, organiser)
    html = report(match, organiser, score_0=3, score_1=1)
    assert "The same result was in already: Игрок 1 – Игрок 2, 3:1." in html
    assert match.results.count() == 1


def test_a_second_report_that_differs_leads_to_the_correction() -> None:
    tournament, organiser = tournament_of(2)
    match = report_first(tournament, organiser)
    html = report(match, organiser, score_0=0, score_1=4)
    assert "A result was in already: Игрок 1 – Игрок 2, 3:1." in html
    assert "See what it would change" in html
    assert match.results.count() == 1


def test_the_result_is_told_with_its_names_and_a_no_show_by_its_signs(site: Site) -> None:
    first, second = tables(site.league)[1:3]
    assert "The result is in: Игрок 2 – Игрок 3, 2:2." in report(
        first, site.organiser, score_0=2, score_1=2
    )
    seats = " – ".join(seat.player.name for seat in second.seats.all())
    assert f"The result is in: {seats}, +:–." in report(second, site.organiser, forfeits="1")
    page = Client().get(reverse("match", args=[second.pk])).content.decode()
    assert "+:–" in page
    # A clock may well show 00:01.
    assert "0:0" not in re.sub(r"<time.*?</time>", "", page)


def test_who_had_to_sign_in_again_comes_back_to_the_form() -> None:
    tournament, organiser = tournament_of(2)
    (match,) = tables(tournament)
    address = reverse("match-report", args=[match.pk])
    sent = Client().post(address, {"score_0": 3, "score_1": 1})
    assert sent["Location"] == f"{reverse('login')}?next={address}"
    again = signed_in(organiser).get(address)
    assert again["Location"] == reverse("match", args=[match.pk])
    assert not match.results.exists()


def test_the_forms_of_the_round_that_is_due_lie_open_and_later_ones_are_folded() -> None:
    tournament, organiser = tournament_of(4)
    address = reverse("tournament-rounds", args=[tournament.slug])
    page = signed_in(organiser).get(address).content.decode()
    due, _, later = page.partition('id="round-2"')
    assert due.count('class="report') == 2
    assert "<details" not in due
    assert later.count("<details") == later.count('class="report') == 4


def test_a_player_is_found_in_the_rounds_whatever_the_spelling(site: Site) -> None:
    player = site.league.entries.all()[0].player
    player.name = "Фёдоров Пётр"
    player.save()
    address = reverse("tournament-rounds", args=[site.league.slug])
    for typed in ("федоров", "ФЁДОРОВ  петр"):
        assert "Фёдоров Пётр" in Client().get(address, {"q": typed}).content.decode()
    assert "Фёдоров" not in Client().get(address, {"q": "Семенов"}).content.decode()


def test_nobody_is_in_front_before_the_first_result() -> None:
    tournament, organiser = tournament_of(4)
    address = reverse("tournament", args=[tournament.slug])
    assert "Nothing has been decided yet." in Client().get(address).content.decode()
    report_first(tournament, organiser)
    assert "2 points" in Client().get(address).content.decode()


def test_a_correction_without_a_reason_still_shows_what_it_would_change(site: Site) -> None:
    client = signed_in(site.organiser)
    address = reverse("match-correct", args=[site.league_match.pk])
    seen = client.get(address).context["form"].initial["seen"]
    html = client.post(
        address, {"score_0": 1, "score_1": 3, "seen": seen, "reason": "", "step": "confirm"}
    ).content.decode()
    assert "Say why" in html
    assert "Another one has won the match." in html


def test_who_has_left_keeps_every_number_in_its_own_column(site: Site) -> None:
    leave(site.league, site.organiser, 1)
    heading, *lines = standings_csv(site.league)
    assert {len(line) for line in lines} == {len(heading)}
    (left,) = (dict(zip(heading, line, strict=True)) for line in lines if line[0] == "")
    assert left["name"] == "Игрок 1"
    assert (left["deals won"], left["deals lost"], left["DE"]) == ("3", "1", "")
    page = Client().get(reverse("tournament-standings", args=[site.league.slug])).content.decode()
    table = page[page.index("<tbody>") : page.index("</tbody>")]
    rows = table.split("</tr>")[:-1]
    assert len({row.count("<td") for row in rows}) == 1
    assert "(+)" in page


def test_halves_are_written_as_the_readers_spreadsheet_reads_them(site: Site) -> None:
    for match in tables(site.league)[1:]:
        report(match, site.organiser, score_0=2, score_1=2)
    english, russian = standings_csv(site.league), standings_csv(site.league, **RUSSIAN)
    halves = {cell for line in english for cell in line if cell.endswith(".5")}
    assert halves
    assert {half.replace(".", ",") for half in halves} <= {c for line in russian for c in line}
    assert not any(cell.endswith((".0", ".5")) for line in russian for cell in line)


def test_the_sites_own_rulesets_are_named_in_the_readers_language(site: Site) -> None:
    RulesetFactory.create(name="Podkidnoy for two", length={"kind": "deals", "count": 10})
    client = signed_in(site.organiser)
    choice = client.get(reverse("tournament-new"), headers=RUSSIAN).content.decode()
    assert "Подкидной дурак, 10 сдач" in choice
    page = client.get(reverse("tournament", args=[site.league.slug]), headers=RUSSIAN)
    assert "Подкидной дурак, 4 сдачи" in page.content.decode()
