"""A secretary's evening: a club, a tournament, a pasted list, results, standings, a correction."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.models import Club, Match, Member, Role, Tournament, User
from league.services import bots
from tests.factories import MemberFactory, UserFactory, house_bot, tournament_of
from tests.league.pages.conftest import Site, report_first, signed_in, tables

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def draft(count: int = 0) -> tuple[Tournament, Client]:
    tournament, organiser = tournament_of(count, started=False)
    return tournament, signed_in(organiser)


def names(tournament: Tournament) -> list[str]:
    return [entry.player.name for entry in tournament.entries.select_related("player")]


def test_from_a_new_club_to_final_standings() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    client.post(reverse("club-new"), {"name": "Козырь", "time_zone": "Europe/Moscow"})
    club = Club.objects.get()
    created = client.post(
        reverse("tournament-new"),
        {"club": club.pk, "name": "Субботний", "ruleset": "", "deals": "3",
         "format": "round_robin", "cycles": "1"},
    )  # fmt: skip
    tournament = Tournament.objects.get()
    assert created["Location"] == reverse("tournament-entries", args=[tournament.slug])
    assert tournament.ruleset.deals == 3
    client.post(reverse("entry-add-list", args=[tournament.slug]), {"list": "Анна\nБорис\nВера\n"})
    confirmation = client.get(reverse("tournament-start", args=[tournament.slug])).content.decode()
    assert "3 rounds are drawn by starting rank" in confirmation
    assert "3 matches in all." in confirmation
    started = client.post(reverse("tournament-start", args=[tournament.slug]))
    assert started["Location"] == reverse("tournament-rounds", args=[tournament.slug])
    for match in tables(tournament):
        seats = [seat.player.name for seat in match.seats.all()]
        first = 2 if seats[0] < seats[1] else 1
        typed = {"score_0": first, "score_1": 3 - first}
        client.post(reverse("match-report", args=[match.pk]), typed)
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED
    html = Client().get(reverse("tournament-standings", args=[tournament.slug])).content.decode()
    assert html.index("Анна") < html.index("Борис") < html.index("Вера")
    overview = Client().get(reverse("tournament", args=[tournament.slug])).content.decode()
    assert "The winners" in overview


def test_wrong_lines_are_told_one_by_one_and_the_good_ones_can_be_entered() -> None:
    tournament, client = draft(1)
    address = reverse("entry-add-list", args=[tournament.slug])
    text = "Анна\nигрок 1\n\nАННА\nБорис"
    refused = client.post(address, {"list": text}, headers={"accept-language": "ru"})
    html = refused.content.decode()
    assert refused.status_code == 422
    assert names(tournament) == ["Игрок 1"]
    for line in ("Строка 2", "Строка 3", "Строка 4", "нет имени", "уже стоит в строке 1"):
        assert line in html
    assert "Борис</textarea>" in html
    taken = client.post(address, {"list": text, "skip": "yes"})
    assert taken.status_code == 302
    assert names(tournament) == ["Игрок 1", "Анна", "Борис"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1251"])
def test_a_file_is_read_in_either_encoding_and_shown_again_when_refused(encoding: str) -> None:
    tournament, client = draft()
    address = reverse("entry-add-list", args=[tournament.slug])
    csv = "№;Имя\n1;Анна\n2;Борис\n2;Борис\n".encode(encoding)
    refused = client.post(address, {"list": "", "file": SimpleUploadedFile("list.csv", csv)})
    assert refused.status_code == 422
    assert "2;Борис" in refused.content.decode()
    good = "Имя\nАнна\nБорис\n".encode(encoding)
    client.post(address, {"list": "", "file": SimpleUploadedFile("list.csv", good)})
    assert names(tournament) == ["Анна", "Борис"]


def test_people_and_bots_are_entered_moved_and_taken_out() -> None:
    tournament, client = draft(2)
    bot = house_bot("Дом")
    client.post(reverse("entry-add-person", args=[tournament.slug]), {"name": "Вера"})
    client.post(reverse("entry-add-bots", args=[tournament.slug]), {"bots": [bot.pk]})
    assert names(tournament) == ["Игрок 1", "Игрок 2", "Вера", "Дом"]
    last = tournament.entries.get(player=bot.player)
    client.post(reverse("entry-move", args=[tournament.slug, last.pk]), {"to": "1"})
    assert names(tournament)[0] == "Дом"
    client.post(reverse("entry-remove", args=[tournament.slug, last.pk]))
    assert names(tournament) == ["Игрок 1", "Игрок 2", "Вера"]


@pytest.mark.parametrize("asked", ["0", "9", "", "²", "x"])
def test_a_place_that_is_none_is_refused_with_a_sentence(asked: str) -> None:
    tournament, client = draft(2)
    entry = tournament.entries.all()[1]
    response = client.post(
        reverse("entry-move", args=[tournament.slug, entry.pk]), {"to": asked}, follow=True
    )
    assert 'class="note bad"' in response.content.decode()
    assert names(tournament) == ["Игрок 1", "Игрок 2"]


def test_no_bot_ticked_and_no_name_typed_are_said_at_the_field() -> None:
    tournament, client = draft()
    ticked = client.post(reverse("entry-add-bots", args=[tournament.slug]), {})
    assert "Tick at least one bot." in ticked.content.decode()
    person = client.post(reverse("entry-add-person", args=[tournament.slug]), {"name": " "})
    assert "A name is needed." in person.content.decode()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"score_0": "3", "score_1": "2"}, "more than the 4 deals"),
        ({"score_0": "3", "score_1": ""}, "Write both numbers"),
        ({"score_0": "-1", "score_1": "2"}, 'aria-invalid="true"'),
    ],
)
def test_a_result_that_does_not_add_up_is_shown_again(typed: dict[str, str], words: str) -> None:
    tournament, organiser = tournament_of(2)
    (match,) = tables(tournament)
    response = signed_in(organiser).post(reverse("match-report", args=[match.pk]), typed)
    assert response.status_code == 422
    assert words in response.content.decode()
    match.refresh_from_db()
    assert match.status == Match.Status.PLANNED


def test_who_did_not_come_forfeits_without_a_score() -> None:
    tournament, organiser = tournament_of(2)
    (match,) = tables(tournament)
    signed_in(organiser).post(
        reverse("match-report", args=[match.pk]), {"score_0": "", "score_1": "", "forfeits": "1"}
    )
    result = match.results.get()
    assert (result.winner, result.forfeits) == (0, [1])
    html = Client().get(reverse("tournament-rounds", args=[tournament.slug])).content.decode()
    assert "+:–" in html


def test_a_correction_is_looked_at_before_it_is_made() -> None:
    tournament, organiser = tournament_of(4, format="knockout")
    client = signed_in(organiser)
    first, second = tables(tournament)
    for match in (first, second):
        client.post(reverse("match-report", args=[match.pk]), {"score_0": 3, "score_1": 1})
    address = reverse("match-correct", args=[first.pk])
    seen = client.get(address).context["form"].initial["seen"]
    typed = {"score_0": 1, "score_1": 3, "seen": seen, "reason": ""}
    preview = client.post(address, {**typed, "step": "preview"}).content.decode()
    assert "Another one has won the match." in preview
    assert "1 match need not be played any more:" in preview
    assert first.results.count() == 1
    unexplained = client.post(address, {**typed, "step": "confirm"})
    assert unexplained.status_code == 422
    assert "Say why" in unexplained.content.decode()
    done = client.post(address, {**typed, "reason": "перепутали", "step": "confirm"}, follow=True)
    assert "перепутали" in done.content.decode()
    assert first.results.count() == 2
    log = Client().get(reverse("tournament-log", args=[tournament.slug])).content.decode()
    assert "corrected Игрок 1 – Игрок 4 (round 1): 3:1 → 1:3" in log
    assert "<s>reported Игрок 1 – Игрок 4 (round 1): 3:1</s>" in log
    assert "Reason: перепутали" in log


def test_a_correction_of_what_was_corrected_meanwhile_is_refused(site: Site) -> None:
    client = signed_in(site.organiser)
    address = reverse("match-correct", args=[site.league_match.pk])
    old = client.get(address).context["form"].initial["seen"]
    typed = {"seen": old, "reason": "x", "step": "confirm"}
    client.post(address, {**typed, "score_0": 2, "score_1": 2})
    late = client.post(address, {**typed, "score_0": 1, "score_1": 3})
    assert late.status_code == 422
    assert "corrected meanwhile" in late.content.decode()


def test_the_preview_of_a_round_robin_names_who_moves(site: Site) -> None:
    client = signed_in(site.organiser)
    address = reverse("match-correct", args=[site.league_match.pk])
    seen = client.get(address).context["form"].initial["seen"]
    html = client.post(
        address, {"score_0": 1, "score_1": 3, "seen": seen, "step": "preview"}
    ).content.decode()
    assert "rank 1 → " in html
    assert "points 2 → 0" in html


def test_a_match_is_struck_out_with_a_reason_and_played_again(site: Site) -> None:
    client = signed_in(site.organiser)
    address = reverse("match-void", args=[site.league_match.pk])
    assert client.post(address, {"reason": ""}).status_code == 422
    client.post(address, {"reason": "не та колода"})
    site.league_match.refresh_from_db()
    assert site.league_match.status == Match.Status.VOID
    assert len([m for m in tables(site.league) if m.status != Match.Status.VOID]) == 6


def test_an_entry_is_withdrawn_after_a_question(site: Site) -> None:
    client = signed_in(site.organiser)
    entry = site.league.entries.all()[0]
    address = reverse("entry-withdraw", args=[site.league.slug, entry.pk])
    client.get(address)
    entry.refresh_from_db()
    assert entry.withdrawn_at is None
    client.post(address)
    entry.refresh_from_db()
    assert entry.withdrawn_at is not None


def test_a_tournament_is_called_off_with_a_reason(site: Site) -> None:
    client = signed_in(site.organiser)
    address = reverse("tournament-cancel", args=[site.league.slug])
    assert client.post(address, {"reason": " "}).status_code == 422
    client.post(address, {"reason": "потоп"})
    site.league.refresh_from_db()
    assert site.league.status == Tournament.Status.CANCELLED
    log = Client().get(reverse("tournament-log", args=[site.league.slug])).content.decode()
    assert "потоп" in log


def test_too_few_entries_do_not_start() -> None:
    tournament, client = draft(1)
    address = reverse("tournament-start", args=[tournament.slug])
    assert "1 are entered; it needs at least 2." in client.get(address).content.decode()
    response = client.post(address, follow=True)
    assert 'class="note bad"' in response.content.decode()
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.DRAFT


def test_standings_come_as_csv_for_the_readers_spreadsheet(site: Site) -> None:
    address = reverse("tournament-standings", args=[site.league.slug])
    english = Client().get(address, {"format": "csv"})
    assert english.content.startswith("\ufeffrank,name,points".encode())
    russian = Client().get(address, {"format": "csv"}, headers={"accept-language": "ru"})
    assert russian.content.startswith("\ufeffместо;имя;очки".encode())
    assert "Игрок 1" in russian.content.decode()


def test_a_name_that_looks_like_a_formula_stays_a_name() -> None:
    tournament, client = draft()
    client.post(reverse("entry-add-list", args=[tournament.slug]), {"list": "=1+1\nБорис"})
    client.post(reverse("tournament-start", args=[tournament.slug]))
    address = reverse("tournament-standings", args=[tournament.slug])
    assert "'=1+1" in Client().get(address, {"format": "csv"}).content.decode()


def test_a_knockouts_places_and_byes_are_drawn(site: Site) -> None:
    html = Client().get(reverse("tournament-bracket", args=[site.cup.slug])).content.decode()
    assert html.count('class="round-column"') == 3
    for words in ("Quarter-finals", "Semi-finals", "Final", "Third place", "bye", "open"):
        assert words in html


def test_only_an_arbiter_sees_the_forms(site: Site) -> None:
    address = reverse("tournament-rounds", args=[site.league.slug])
    arbiter = MemberFactory.create(club=site.league.club, role=Role.ARBITER).user
    assert 'name="score_0"' in signed_in(arbiter).get(address).content.decode()
    assert 'name="score_0"' not in Client().get(address).content.decode()
    assert 'name="score_0"' not in signed_in(site.author).get(address).content.decode()


def test_members_get_roles_from_an_owner(site: Site) -> None:
    club = site.league.club
    client = signed_in(site.organiser)
    address = reverse("club-members", args=[club.slug])
    client.post(address, {"username": site.author.username, "role": "arbiter"})
    assert Member.objects.get(club=club, user=site.author).role == Role.ARBITER
    unknown = client.post(address, {"username": "nobody", "role": "member"})
    assert "There is no user" in unknown.content.decode()
    last = client.post(address, {"username": site.organiser.username, "role": "member"})
    assert "the only owner" in last.content.decode()


def test_live_parts_answer_304_until_a_result_comes_and_286_at_the_end() -> None:
    tournament, organiser = tournament_of(2)
    client = Client()
    parts = ("tournament-now", "tournament-rounds-now", "tournament-standings-now")
    addresses = [reverse(name, args=[tournament.slug]) for name in parts]
    etags = {address: client.get(address)["ETag"] for address in addresses}
    for address, etag in etags.items():
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304
    report_first(tournament, organiser)
    for address, etag in etags.items():
        assert client.get(address, headers={"if-none-match": etag}).status_code == 286


def test_a_new_tournament_needs_a_club_one_directs() -> None:
    user: User = UserFactory.create()
    assert (
        "you do not direct one yet"
        in signed_in(user).get(reverse("tournament-new")).content.decode()
    )
    foreign = MemberFactory.create().club
    response = signed_in(user).post(
        reverse("tournament-new"),
        {"club": foreign.pk, "name": "Чужой", "deals": 3, "format": "knockout"},
    )
    assert response.status_code == 422
    assert not Tournament.objects.exists()


def test_authors_enter_their_own_bots_once_entries_are_open(site: Site) -> None:
    tournament, organiser = draft(1)
    author = UserFactory.create()
    bot = bots.create(name="Авторский", owner=author)
    bots.house_version(bot=bot, program="lowest", program_settings={})
    client = signed_in(author)
    field, add = (
        reverse(name, args=[tournament.slug]) for name in ("tournament-entries", "entry-add-bots")
    )
    assert client.post(add, {"bots": [bot.pk]}).status_code == 403
    organiser.post(reverse("tournament-open", args=[tournament.slug]))
    offered = client.get(field).content.decode()
    assert "Авторский" in offered
    assert site.bot.name not in offered
    assert client.post(add, {"bots": [bot.pk]}).status_code == 302
    assert names(tournament) == ["Игрок 1", "Авторский"]
    assert client.post(add, {"bots": [site.bot.pk]}).status_code == 422
    person, own = tournament.entries.all()
    assert (
        client.post(reverse("entry-remove", args=[tournament.slug, person.pk])).status_code == 403
    )
    client.post(reverse("entry-remove", args=[tournament.slug, own.pk]))
    assert names(tournament) == ["Игрок 1"]
