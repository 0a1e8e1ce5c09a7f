"""The order of the house bots: that it holds, and that the table of it is made as it says."""

from pathlib import Path

import pytest

from bots.commands.main import main
from bots.measure.meeting import Terms
from bots.measure.strength import (
    DECKS,
    MARKS,
    SECRET,
    Pair,
    ladder,
    measure,
    pair_of,
    table,
    terms_of,
)
from bots.reference import PROGRAMS
from bots.reports import Fault, HouseProgram
from games.catalogue import find_game
from tests.bots.measure.played import deal, match

STEPS = ["random", "lowest", "cautious", "counting", "search"]


def terms(decks: int) -> Terms:
    return terms_of(find_game("podkidnoy")(), decks, SECRET)


def measured(pairs: list[Pair]) -> list[Pair]:
    *_, last = measure(pairs, jobs=2)
    assert last == sum(pair.terms.deals for pair in pairs)
    return pairs


def test_the_programs_stand_in_their_order() -> None:
    assert list(PROGRAMS) == STEPS


def test_strong_gaps_are_real_after_a_few_decks() -> None:
    """Two rungs apart, from cards that never change; the whole claim is the slow test's."""
    steps = [
        (HouseProgram("cautious"), HouseProgram("random")),
        (HouseProgram("counting"), HouseProgram("lowest")),
        (HouseProgram("search", {"rollouts": 60, "nodes": 300}), HouseProgram("lowest")),
    ]
    for pair in measured([pair_of(stronger, weaker, terms(40)) for stronger, weaker in steps]):
        assert not pair.has_faults
        assert len(pair.units) == 40
        assert pair.is_real, (pair.first, pair.share)


@pytest.mark.slow
def test_each_beats_the_one_before_it() -> None:
    """The claim of docs/strength.md: 1,000 decks from both seats, no interval reaching one half."""
    for pair in measured(ladder(terms(DECKS))):
        assert pair.is_real, (pair.first, pair.share)


def test_the_same_secret_gives_the_same_units() -> None:
    steps = [HouseProgram("lowest"), HouseProgram("search", {"rollouts": 20, "nodes": 100})]
    once, again = (measured(ladder(terms(4), steps))[0] for _ in range(2))
    assert once.units == again.units
    assert len(once.thinking[0].moves) == len(again.thinking[0].moves) > 0


def test_the_command_shows_each_step_and_says_whether_all_are_real(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["strength", "--decks", "1", "--jobs", "1"]) == 1  # one deck shows nothing
    shown = capsys.readouterr().out
    for stronger, weaker in zip(STEPS[1:], STEPS, strict=False):
        assert f"| `{stronger}` | `{weaker}` | 1 |" in shown
    assert main(["strength", "--write"]) == 2  # no page here
    capsys.readouterr()
    assert main(["strength", "--game", "drunkard"]) == 2
    assert main(["strength", "--seats", "3"]) == 2


@pytest.mark.parametrize("mode", ["--others", "--write"])
@pytest.mark.parametrize(
    "given", [("--game", "passing"), ("--seats", "3"), ("--sides", "pairs"), ("--option", "a=1")]
)
def test_no_other_game_gets_into_a_table(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    mode: str,
    given: tuple[str, str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "strength.md").write_text("precious")
    assert main(["strength", mode, *given, "--decks", "1"]) == 2
    assert f"leave out {given[0]}, or {mode}" in capsys.readouterr().err
    assert (tmp_path / "docs" / "strength.md").read_text() == "precious"


def test_the_page_says_how_its_table_was_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs" / "strength.md"
    begin, end = MARKS
    page.write_text(f"before\n{begin}old{end}\nafter\n")
    main(["strength", "--decks", "1", "--jobs", "1", "--write", "--secret", "0d" * 32])
    text = page.read_text()
    assert text.startswith(f"before\n{begin}| stronger |")
    assert text.endswith(f"{end}\nafter\n")
    assert f"`python -m bots strength --secret {'0d' * 32} --decks 1 --write`, with:" in text


def test_a_pair_with_a_fault_shows_nothing() -> None:
    stronger, weaker = HouseProgram("lowest", {"mistakes": 5}), HouseProgram("random")
    pair = pair_of(stronger, weaker, terms(50))
    for deck in range(50):
        for leg in range(2):
            pair.take(0, deal(deck, leg, (1, 2)))
    assert pair.is_real
    assert "| `lowest`, mistakes 5 | `random` | 50 | 100.0 %" in table([pair])
    pair.take(0, match(Fault(1, 0, "crashed")))
    assert not pair.is_real
    assert "| **no** |" in table([pair])
