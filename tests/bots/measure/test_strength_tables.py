"""The other games and larger tables: who sits where, and what is told of it."""

from pathlib import Path

import pytest

import bots
from bots.commands.main import main
from bots.measure import strength, strength_tables
from bots.measure.strength import SECRET, measure, pair_of, terms_of
from bots.measure.strength_tables import meetings, table_of_tables
from bots.pages import with_part
from bots.reports import HouseProgram
from games.catalogue import GAMES, find_game
from tests.bots.measure.played import deal


def test_every_game_with_decisions_is_measured() -> None:
    measured = {pair.terms.game.key for pairs in meetings(1, SECRET) for pair in pairs}
    assert measured == {game.key for game in GAMES if game.has_decisions}


@pytest.mark.parametrize(("game", "seats", "sides"), [("armenian", 3, "single")])
def test_one_sits_among_others_and_goes_round_the_table(game: str, seats: int, sides: str) -> None:
    terms = terms_of(find_game(game)(seats, sides), 12, SECRET)
    pair = pair_of(HouseProgram("cautious"), HouseProgram("random"), terms)
    assert pair.sitting == [0, 1, 1]
    *_, done = measure([pair], jobs=1)
    assert done == len(pair.units) == 12
    assert not pair.has_faults
    assert pair.lead is not None
    assert pair.lead.units == 12
    assert pair.lead.is_shown
    assert pair.lead.value > 0
    assert all(thinking.moves for thinking in pair.thinking)


def test_partners_are_of_one_kind() -> None:
    # The same on both sides: what one side wins with a deck, it loses with it from the other.
    terms = terms_of(find_game("podkidnoy")(4, "pairs"), 3, SECRET)
    pair = pair_of(HouseProgram("lowest"), HouseProgram("lowest"), terms)
    assert pair.sitting == [0, 1, 0, 1]
    list(measure([pair], jobs=1))
    assert pair.units == [0.5] * 3
    assert pair.lead is not None
    assert pair.lead.value == 0.0


def test_what_is_shown_stands_in_bold() -> None:
    terms = terms_of(find_game("podkidnoy")(4, "pairs"), 9, SECRET)
    sure = pair_of(HouseProgram("cautious"), HouseProgram("lowest"), terms)
    unsure = pair_of(HouseProgram("search"), HouseProgram("cautious"), terms)
    for number in range(9):
        for leg in range(2):
            ahead = 2 + number % 3
            sure.take(0, deal(number, leg, (1, 2, 1, 2), (ahead, 0, ahead, 0)))
            ahead = (2, -2, 0)[number % 3]
            unsure.take(0, deal(number, leg, (1, 1, 1, 1), (ahead, 0, ahead, 0)))
    *_, first, second = table_of_tables([[sure, unsure]]).splitlines()
    assert first.startswith(
        "| Podkidnoy Durak, 4 seats, two against two | `cautious` | `lowest` | 9 | **+3.00 ± "
    )
    assert "| `search` | `cautious` | 9 | +0.00 ± " in second


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
    assert len(rows) == sum(len(pairs) for pairs in meetings(1, SECRET))
