"""Players enter a tournament one by one or as a list, in whatever form a club keeps its lists."""

import pytest

from league.errors import BadInput, BadLines, Conflict, NotAllowed
from league.models import Tournament
from league.services import entries, tournaments
from league.services.entry_lists import decode, read_list
from tests.factories import PersonFactory, UserFactory, house_bot, tournament_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def names(tournament: Tournament) -> list[str]:
    return [entry.player.name for entry in tournament.entries.select_related("player")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Анна Ёлкина\nБорис Петров\n", ["Анна Ёлкина", "Борис Петров"]),
        ("имя;рейтинг\nАнна;1500\nБорис;1400\n", ["Анна", "Борис"]),
        ("No,Name,City\n1,Anna,Perm\n2,Boris,Omsk\n", ["Anna", "Boris"]),
        ("1\tАнна\n2\tБорис\n", ["Анна", "Борис"]),
        ('"Петров, Борис",1400\n"Ёлкина, Анна",1500\n', ["Петров, Борис", "Ёлкина, Анна"]),
        ("  Анна   Ёлкина \r\nБорис\r\n\r\n\r\n", ["Анна Ёлкина", "Борис"]),
        ("Анна\rБорис\r", ["Анна", "Борис"]),
    ],
    ids=["plain", "semicolon", "comma with heading", "tab with numbers", "quoted", "untidy", "old"],
)
def test_lists_are_read_in_the_forms_clubs_keep_them(text: str, expected: list[str]) -> None:
    listed = read_list(text)
    assert ([line.name for line in listed.lines], listed.problems) == (expected, ())


def test_duplicates_and_empty_lines_are_reported_by_line() -> None:
    listed = read_list("Анна Ёлкина\n\nБорис\nАННА ЕЛКИНА\n")
    assert [line.name for line in listed.lines] == ["Анна Ёлкина", "Борис"]
    assert [(number, str(text)) for number, text in listed.problems] == [
        (2, "no name on this line"),
        (4, "“АННА ЕЛКИНА” stands on line 1 already"),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251"])
def test_uploads_are_read_in_the_encodings_of_excel(encoding: str) -> None:
    assert decode("Анна Ёлкина".encode(encoding)) == "Анна Ёлкина"


def test_a_picture_is_not_a_list() -> None:
    with pytest.raises(BadInput, match="neither UTF-8 nor Windows-1251"):
        decode(b"\x89PNG\r\n\x1a\n\0\0\0")


def test_a_quotation_mark_that_is_never_closed_is_refused() -> None:
    with pytest.raises(BadInput, match="cannot be read as a list"):
        read_list('"Анна\n' + "Борис\n" * 30_000)


def test_a_list_is_entered_all_or_nobody() -> None:
    tournament, organiser = tournament_of(1, started=False)
    with pytest.raises(BadLines) as refusal:
        entries.register_list(tournament=tournament, text="Анна\nАнна\nИгрок 1\n", by=organiser)
    assert [number for number, _ in refusal.value.lines] == [2, 3]
    assert names(tournament) == ["Игрок 1"]
    entries.register_list(
        tournament=tournament, text="Анна\nАнна\nИгрок 1\n", by=organiser, skip_problems=True
    )
    assert names(tournament) == ["Игрок 1", "Анна"]


def test_a_bots_name_on_a_list_enters_the_bot() -> None:
    tournament, organiser = tournament_of(1, started=False)
    bot = house_bot("Осип")
    entries.register_list(tournament=tournament, text="осип\nВера\n", by=organiser)
    assert tournament.entries.get(player__bot=bot).starting_rank == 2


def test_the_same_person_is_found_again_whatever_the_case() -> None:
    tournament, organiser = tournament_of(1, started=False)
    person = PersonFactory.create(club=tournament.club, name="Артём")
    entries.register_list(tournament=tournament, text="АРТЕМ\n", by=organiser)
    assert tournament.entries.filter(player=person).exists()


def test_starting_ranks_can_be_moved_and_stay_without_gaps() -> None:
    tournament, organiser = tournament_of(4, started=False)
    last = tournament.entries.get(starting_rank=4)
    entries.move(tournament=tournament, entry=last, to=1, by=organiser)
    assert names(tournament) == ["Игрок 4", "Игрок 1", "Игрок 2", "Игрок 3"]
    entries.remove(tournament=tournament, entry=last, by=organiser)
    assert [e.starting_rank for e in tournament.entries.all()] == [1, 2, 3]


def test_a_wrong_rank_names_what_is_possible() -> None:
    tournament, organiser = tournament_of(2, started=False)
    with pytest.raises(BadInput, match="no starting rank 9; 1 to 2"):
        entries.move(tournament=tournament, entry=tournament.entries.all()[0], to=9, by=organiser)


def test_a_started_tournament_takes_nobody() -> None:
    tournament, organiser = tournament_of(2)
    person = PersonFactory.create(club=tournament.club)
    with pytest.raises(Conflict, match="has begun"):
        entries.register(tournament=tournament, player=person, by=organiser)


def test_a_player_of_another_club_does_not_belong_here() -> None:
    tournament, organiser = tournament_of(2, started=False)
    with pytest.raises(BadInput, match="another club"):
        entries.register(tournament=tournament, player=PersonFactory.create(), by=organiser)


def test_an_author_enters_his_own_bot_only_where_entries_are_open() -> None:
    tournament, _ = tournament_of(2, started=False)
    author = UserFactory.create()
    bot = house_bot("Свой")
    bot.owner = author
    bot.save()
    with pytest.raises(NotAllowed):
        entries.register(tournament=tournament, player=bot.player, by=author)
    tournament.status = Tournament.Status.OPEN
    tournament.save()
    entries.register(tournament=tournament, player=bot.player, by=author)
    with pytest.raises(NotAllowed):
        entries.register(tournament=tournament, player=house_bot("Чужой").player, by=author)


def test_a_bots_version_is_fixed_at_the_start() -> None:
    tournament, organiser = tournament_of(1, started=False)
    bot = house_bot("Осип")
    entries.register(tournament=tournament, player=bot.player, by=organiser)
    tournaments.start(tournament=tournament, by=organiser)
    assert tournament.entries.get(player__bot=bot).version == bot.current_version


def test_an_author_does_not_choose_his_bots_starting_rank() -> None:
    tournament, organiser = tournament_of(3, started=False)
    tournaments.open_entries(tournament=tournament, by=organiser)
    tournament.refresh_from_db()
    author = UserFactory.create()
    bot = house_bot("Свой")
    bot.owner = author
    bot.save()
    with pytest.raises(NotAllowed):
        entries.register(tournament=tournament, player=bot.player, by=author, starting_rank=1)
    entry = entries.register(tournament=tournament, player=bot.player, by=author)
    with pytest.raises(NotAllowed):
        entries.move(tournament=tournament, entry=entry, to=1, by=author)
    assert names(tournament)[-1] == "Свой"
