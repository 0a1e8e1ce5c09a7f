"""Lists of teams are read in whatever form a club keeps them; each wrong line is named."""

import pytest

from league.services.entry_lists import Line, read_list

HEADED = "Команда;Игрок 1;Игрок 2\nКозыри;Анна;Борис\n;Вера;Глеб\n"


def teams(text: str, size: int = 2) -> list[tuple[str, ...]]:
    listed = read_list(text, size)
    assert listed.problems == ()
    return [line.players for line in listed.lines]


def problems(text: str, size: int = 2) -> list[tuple[int, str]]:
    return [(number, str(problem)) for number, problem in read_list(text, size).problems]


@pytest.mark.parametrize(
    "text",
    [
        "Анна / Борис\nВера / Глеб\n",
        "Анна + Борис\nВера+Глеб",
        "Анна/Борис\r\nВера /Глеб\r\n\r\n",
        "Анна;Борис\nВера;Глеб",
        "Анна, Борис\nВера, Глеб",
        "1\tАнна\tБорис\n2\tВера\tГлеб",
        "1;Анна / Борис\n2;Вера / Глеб",
        "Анна / Борис;1500\nВера / Глеб;1400",
        "№;Игроки;Город\n1;Анна / Борис;Пермь\n2;Вера / Глеб;Омск",
        "Город;Имя;Имя\nПермь;Анна;Борис\nОмск;Вера;Глеб",
        "Команда\nАнна / Борис\nВера / Глеб",
    ],
    ids=[
        "slash", "plus", "tight", "columns", "commas", "numbers", "number and slash",
        "further column", "players heading", "name headings", "team heading alone",
    ],
)  # fmt: skip
def test_pairs_are_read_in_the_forms_clubs_keep_them(text: str) -> None:
    assert teams(text) == [("Анна", "Борис"), ("Вера", "Глеб")]


def test_threes_are_read_likewise() -> None:
    expected = [("Анна", "Борис", "Вера")]
    assert teams("Анна / Борис / Вера", 3) == teams("Анна;Борис;Вера", 3) == expected


@pytest.mark.parametrize("heading", ["Команда;Игрок 1;Игрок 2", "Имя;Игрок №1;Игрок №2"])
def test_a_column_has_the_names_of_the_teams(heading: str) -> None:
    listed = read_list(HEADED.replace("Команда;Игрок 1;Игрок 2", heading), 2)
    assert listed.lines == (
        Line(2, ("Анна", "Борис"), "Козыри"),
        Line(3, ("Вера", "Глеб")),
    )
    assert [line.name for line in listed.lines] == ["Козыри", "Вера / Глеб"]


def test_a_name_may_hold_a_mark_where_the_members_are_parted_with_spaces() -> None:
    assert teams("C++ bot / A/B\n") == [("C++ bot", "A/B")]


def test_a_single_player_may_be_called_as_he_likes() -> None:
    assert [line.players for line in read_list("A/B\nC++").lines] == [("A/B",), ("C++",)]


def test_teams_of_another_size_are_named_with_how_to_write_one() -> None:
    assert problems("Анна\nБорис / \nВера / Глеб / Дарья\n") == [
        (1, "“Анна” is 1 player; a team here has 2, written as Anna / Boris"),
        (2, "“Борис /” is 1 player; a team here has 2, written as Anna / Boris"),
        (3, "“Вера / Глеб / Дарья” are 3 players; a team here has 2, written as Anna / Boris"),
    ]
    assert problems("Анна / Борис", 3) == [
        (1, "“Анна / Борис” are 2 players; a team here has 3, written as Anna / Boris / Vera")
    ]


def test_a_player_who_stands_twice_is_named_with_the_line_before() -> None:
    assert problems("Анна / АННА\nБорис / Вера\n\nГлеб / борис\nАнна / Дарья") == [
        (1, "“АННА” stands in this team twice; name another"),
        (3, "no name on this line"),
        (4, "“борис” stands on line 2 already"),
    ]


def test_a_team_name_that_stands_twice_is_named_with_the_line_before() -> None:
    text = HEADED + "КОЗЫРИ;Дарья;Егор\n"
    assert problems(text) == [(4, "“КОЗЫРИ” stands on line 2 already")]


def test_a_name_that_is_too_long_is_told_by_line() -> None:
    ((number, problem),) = problems("Анна / " + "я" * 81)
    assert number == 1
    assert "81 characters; at most 80" in problem
