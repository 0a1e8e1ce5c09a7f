"""The number of ways a deal can go, compared with a table that other programs can compare with.

The table was counted by this library; so here every line is counted again from the menus, and
the lines of two games by a program that has nothing in common with the library.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.__main__ import main
from games.cards import NAMES
from games.catalogue import GAMES, find_game
from games.game import State
from games.perft import perft, split
from tests.games import perft_naive
from tests.games.helpers import dealt, game_of, play_out

TABLE = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "perft.jsonl").read_text("utf-8").splitlines()
]
COUNTED = [line for line in TABLE if "depths" in line]
LONG = [line for line in TABLE if "length" in line]
# Up to so many sequences one move shorter are counted in the short form of the tests.
QUICK, QUICK_ONE_BY_ONE = 1_000, 100


def name(line: dict[str, Any]) -> str:
    chosen = map(str, line["options"].values())
    return "-".join([line["game"], str(line["seats"]), *chosen, line["sides"], line["secret"][2:4]])


def opening(line: dict[str, Any]) -> State:
    """The deal of a line: the dealer by lot, the cards decide who leads."""
    setup = {"key": line["game"], "seats": line["seats"], "sides": line["sides"]}
    return dealt(game_of({**setup, **line["options"]}), line["deal"], bytes.fromhex(line["secret"]))


def shallow(depths: list[int], most: int) -> int:
    """The greatest depth that takes no more than *most* sequences to extend."""
    return max(
        depth for depth in range(1, len(depths) + 1) if depth == 1 or depths[depth - 2] <= most
    )


@pytest.mark.parametrize("line", COUNTED, ids=name)
def test_the_table_is_what_the_library_counts(line: dict[str, Any]) -> None:
    state = opening(line)
    depth = shallow(line["depths"], QUICK)
    assert [perft(state, 1 + less) for less in range(depth)] == line["depths"][:depth]


@pytest.mark.slow
@pytest.mark.parametrize("line", COUNTED, ids=name)
def test_the_table_is_what_the_library_counts_to_its_last_column(line: dict[str, Any]) -> None:
    assert perft(opening(line), len(line["depths"])) == line["depths"][-1]


@pytest.mark.parametrize("line", LONG, ids=name)
def test_a_deal_without_choices_is_one_sequence_of_its_length(line: dict[str, Any]) -> None:
    state = opening(line)
    for played in range(line["length"]):
        if played % 50 == 0:
            assert perft(state, min(5, line["length"] - played)) == 1
        (only,) = state.legal_moves
        state.play(only)
    assert state.outcome is not None
    assert perft(state, 1) == 0


def test_every_game_seat_count_and_side_is_in_the_table_from_two_secrets() -> None:
    tables = [
        (game.key, seats, sides)
        for game in GAMES
        for sides, counts in game.SIDES.items()
        for seats in counts
    ]
    for secret in (bytes(32), bytes(range(32))):
        plain = [x for x in TABLE if not x["options"] and x["secret"] == secret.hex()]
        assert sorted((x["game"], x["seats"], x["sides"]) for x in plain) == sorted(tables)


@pytest.mark.parametrize("line", COUNTED, ids=name)
def test_the_menus_lead_to_as_many_sequences(line: dict[str, Any]) -> None:
    """Counted by what a bot is offered and what it answers as JSON, not by the list of moves."""
    state = opening(line)
    for depth in range(1, shallow(line["depths"], QUICK_ONE_BY_ONE) + 1):
        assert from_menus(state, depth) == line["depths"][depth - 1]


@pytest.mark.slow
@pytest.mark.parametrize("line", COUNTED, ids=name)
def test_the_menus_lead_to_as_many_sequences_deeper(line: dict[str, Any]) -> None:
    depth = shallow(line["depths"], 1_000)
    assert from_menus(opening(line), depth) == line["depths"][depth - 1]


def from_menus(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for answer in answers(state.menu()):
        after = state.copy()
        after.play(answer)
        total += from_menus(after, depth - 1)
    return total


def answers(menu: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every move that a menu offers, as its JSON object."""
    for verb, offered in menu.items():
        if verb == "max":
            continue
        if offered is True:
            yield {verb: True}
        elif verb == "beat":
            yield from ({verb: {target: card}} for target, held in offered.items() for card in held)
        elif verb == "throw":
            for size in range(1, menu["max"] + 1):
                yield from ({verb: list(cards)} for cards in combinations(offered, size))
        elif verb in ("attack", "transfer"):
            yield from ({verb: [one] if isinstance(one, str) else one} for one in offered)
        else:
            yield from ({verb: one} for one in offered)


NAIVE: dict[str, Callable[[list[str], int, int], Any]] = {
    "podkidnoy": perft_naive.Durak.dealt,
    "armenian": perft_naive.Armenian.dealt,
}
TWICE = [
    line
    for line in COUNTED
    if line["game"] in NAIVE and not line["options"] and line["sides"] == "single"
]


@pytest.mark.parametrize("line", TWICE, ids=name)
def test_another_program_counts_the_same(line: dict[str, Any]) -> None:
    state = opening(line)
    deck = [NAMES[card] for card in state.deck]
    other = NAIVE[line["game"]](deck, line["seats"], state.dealer)
    for depth in range(1, shallow(line["depths"], QUICK) + 1):
        assert perft_naive.count(other, depth) == line["depths"][depth - 1]


@pytest.mark.slow
@pytest.mark.parametrize("line", TWICE, ids=name)
def test_another_program_counts_the_same_deeper(line: dict[str, Any]) -> None:
    state = opening(line)
    deck = [NAMES[card] for card in state.deck]
    other = NAIVE[line["game"]](deck, line["seats"], state.dealer)
    depth = shallow(line["depths"], 30_000)
    assert perft_naive.count(other, depth) == line["depths"][depth - 1]


def test_the_counts_by_first_move_add_up() -> None:
    for line in COUNTED[::9]:
        depth = min(3, len(line["depths"]))
        counts = split(opening(line), depth)
        assert [move for move, _ in counts] == list(opening(line).legal_moves)
        assert sum(count for _, count in counts) == line["depths"][depth - 1]


def test_no_moves_are_one_sequence_and_fewer_are_a_mistake() -> None:
    state = dealt(find_game("podkidnoy")())
    assert perft(state, 0) == 1
    assert split(state, 1) == [(move, 1) for move in state.legal_moves]
    with pytest.raises(ValueError, match="-1"):
        perft(state, -1)
    for depth in (0, -1):
        with pytest.raises(ValueError, match=str(depth)):
            split(state, depth)


def test_counting_changes_nothing() -> None:
    for line in COUNTED[::20]:
        state = opening(line)
        before = state.copy()
        perft(state, 3)
        split(state, 2)
        assert state == before


def test_a_deal_that_is_over_has_no_sequence_but_the_empty_one() -> None:
    for game in GAMES:
        over = play_out(dealt(game()), Random(2))
        assert (perft(over, 0), perft(over, 1), perft(over, 2)) == (1, 0, 0)
        assert split(over, 2) == []


def asked(capsys: pytest.CaptureFixture[str], *call: str) -> list[str]:
    assert main(["perft", *call]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_command_counts_any_table_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    for line in COUNTED[::7]:
        options = [f"--option={name}={str(v).lower()}" for name, v in line["options"].items()]
        call = [line["game"], "--seats", str(line["seats"]), "--sides", line["sides"], *options]
        depth = min(2, len(line["depths"]))
        told = asked(capsys, *call, "--secret", line["secret"], "--depth", str(depth))
        assert told == [str(line["depths"][depth - 1])]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["podkidnoy", "--seats", "7"], "seats"),
        (["podkidnoy", "--seats", "-1"], "seats"),
        (["podkidnoy", "--seats", "3", "--sides", "pairs"], "sides"),
        (["podkidnoy", "--sides", "both"], "sides"),
        (["podkidnoy", "--option", "deck_size=35"], "deck_size"),
        (["podkidnoy", "--option", "deck_size"], "deck_size"),
        (["podkidnoy", "--option", "=36"], "option"),
        (["podkidnoy", "--option", "first_bout_max=" + "9" * 5000], "first_bout_max"),
        (["british", "--option", "multi_lead=true"], "multi_lead"),
        (["whist"], "whist"),
        (["podkidnoy", "--depth", "0"], "depth"),
        (["podkidnoy", "--depth", "-3"], "depth"),
    ],
)
def test_a_wrong_call_is_one_clear_line(
    call: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", *call]) in (1, 2)
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert said in told


@pytest.mark.parametrize("secret", ["", "00", "00" * 33, "zz" * 32, "é" * 64, "0x" + "0" * 62])
def test_a_secret_of_another_form_is_refused(
    secret: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["perft", "podkidnoy", "--secret", secret])
    assert "64 hexadecimal digits" in capsys.readouterr().err
