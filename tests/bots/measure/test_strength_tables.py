"""The other games and larger tables: who sits where, and what is told of it."""

from pathlib import Path

import pytest

import bots
from bots.commands.main import main
from bots.measure import strength, strength_tables
from bots.measure.strength import SECRET, Pair, measure
from bots.measure.strength_tables import meetings, table_of_tables
from bots.pages import with_part
from bots.reports import HouseProgram
from games.catalogue import GAMES, find_game


def test_every_game_with_decisions_is_measured() -> None:
    measured = {game.key for game, _ in meetings()}
    assert measured == {game.key for game in GAMES if game.has_decisions}


@pytest.mark.parametrize(("game", "seats", "sides"), [("armenian", 3, "single")])
def test_one_sits_among_others_and_goes_round_the_table(game: str, seats: int, sides: str) -> None:
    pair = Pair(HouseProgram("cautious"), HouseProgram("random"))
    *_, done = measure([pair], find_game(game)(seats, sides), 12, SECRET, jobs=1)
    assert done == len(pair.units) == len(pair.leads) == 12
    assert pair.faults == []
    assert pair.lead is not None
    assert pair.lead.is_shown
    assert pair.lead.value > 0
    assert all(thinking.moves for thinking in pair.thinking)


def test_partners_are_of_one_kind() -> None:
    # The same on both sides: what one side wins with a deck, it loses with it from the other.
    pair = Pair(HouseProgram("lowest"), HouseProgram("lowest"))
    list(measure([pair], find_game("podkidnoy")(4, "pairs"), 3, SECRET, jobs=1))
    assert pair.units == [0.5] * 3
    assert pair.leads == [0.0] * 3


def test_what_is_shown_stands_in_bold() -> None:
    sure = Pair(HouseProgram("cautious"), HouseProgram("lowest"), [0.8] * 9, [2.0, 3.0, 4.0] * 3)
    unsure = Pair(HouseProgram("search"), HouseProgram("cautious"), [0.5] * 9, [2.0, -2.0, 0.1] * 3)
    game = find_game("podkidnoy")(4, "pairs")
    *_, first, second = table_of_tables([(game, [sure, unsure])]).splitlines()
    assert first.startswith(
        "| Podkidnoy Durak, 4 seats, two against two | `cautious` | `lowest` | 9 | **+3.00 ± "
    )
    assert "| `search` | `cautious` | 9 | +0.03 ± " in second


def test_each_table_has_its_own_place_on_the_page() -> None:
    page = Path(bots.__file__).parents[1] / "docs" / "strength.md"
    text = page.read_text("utf-8")
    for marks in (strength.MARKS, strength_tables.MARKS):
        assert [text.count(mark) for mark in marks] == [1, 1]
        assert with_part(text, *marks, "new").count("| decks |") == 1


@pytest.mark.slow
def test_the_command_measures_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strength", "--others", "--decks", "1"]) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert len(rows) == sum(len(pairs) for _, pairs in meetings())
