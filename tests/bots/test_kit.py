"""The kit an author writes against: views, menus, hooks, and a bot run from its file."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bots.kit
from bots.kit import Bot, Menu, Session, View, rank, suit
from games.catalogue import find_game
from games.moves import Move
from tests.games.helpers import dealt

VIEW = View({"hand": ["6S", "TD", "6H"], "trump": "H", "stock": 3})
HELLO = {"type": "hello", "protocol": 1, "random": "0f" * 16, "options": {}}


def test_cards_are_text_of_rank_and_suit() -> None:
    assert [rank(card) for card in ("2S", "TD", "AH")] == [0, 8, 12]
    assert suit("TD") == "D"


def test_a_view_is_read_by_name_or_by_key() -> None:
    assert VIEW.hand == VIEW["hand"]
    with pytest.raises(AttributeError, match="no 'hnad'; it has hand, trump, stock"):
        _ = VIEW.hnad


def test_trumps_weigh_more_than_every_other_card() -> None:
    assert VIEW.cheapest(VIEW.hand) == "6S"
    assert VIEW.dearest(VIEW.hand) == "6H"
    assert VIEW.weight("2H") > VIEW.weight("AS")


def test_a_game_without_trumps_weighs_by_rank() -> None:
    assert View({}).trump_suit == ""
    assert View({}).cheapest(["AS", "7H"]) == "7H"


@pytest.mark.parametrize(
    ("menu", "lowest"),
    [
        ({"attack": [["6H"], ["TD"], ["6S"], ["6S", "6H"]]}, "attack 6S"),
        ({"beat": {"7S": ["9S", "6H"]}, "take": True}, "beat 7S 9S"),
        ({"beat": {"7S": ["9S", "6H"], "AD": ["6H"]}, "take": True}, "beat AD 6H"),
        ({"beat": {"7S": ["9S"], "AH": []}, "take": True}, "take"),
        ({"throw": ["TD", "6H"], "max": 2, "pass": True}, "throw TD"),
        ({"throw": [], "max": 2, "pass": True}, "pass"),
        ({"play": ["QD", "7C"], "draw": True}, "play 7C"),
        ({"draw": True}, "draw"),
        ({"lay": True}, "lay"),
        ({"declare": ["S", "D"]}, "declare S"),
    ],
)
def test_lowest_is_the_cheapest_that_may_be_played(menu: dict[str, Any], lowest: str) -> None:
    assert Menu(menu, VIEW).lowest() == lowest
    assert str(Move.parse(lowest)) == lowest


def test_a_menu_lists_its_moves_as_text() -> None:
    menu = {"beat": {"7S": ["9S"], "AH": []}, "take": True, "transfer": ["7D"], "pass": True}
    assert Menu(menu, VIEW).moves() == ["beat 7S 9S", "transfer 7D", "take", "pass"]


def test_any_draws_one_of_the_moves() -> None:
    menu = Menu({"attack": [["6S"], ["TD"]]}, VIEW)
    drawn = {menu.any(Random(number)) for number in range(20)}
    assert drawn == {"attack 6S", "attack TD"}


class Recorder(Bot):
    def __init__(self) -> None:
        self.heard: list[object] = []

    def match(self, hello: dict[str, Any]) -> None:
        self.heard.append("match")

    def deal(self, number: int, view: View) -> None:
        self.heard.append(("deal", number, self.seat))

    def move(self, view: View, menu: Menu) -> str:
        self.heard.append(("move", view.events, view.cpu_left_ms, view.get("refused")))
        self.note = "so be it"
        return menu.lowest()

    def deal_over(self, message: dict[str, Any]) -> None:
        self.heard.append("over")

    def bye(self, result: dict[str, Any]) -> None:
        self.heard.append(("bye", result))


def test_every_message_reaches_its_hook_and_only_two_are_answered() -> None:
    bot = Recorder()
    session = Session(bot)
    ask = {
        "type": "ask", "id": 5, "cpu_left_ms": 2845, "events": ["0 take"], "view": dict(VIEW),
        "menu": {"draw": True},
    }  # fmt: skip
    answers = [
        session.receive(message)
        for message in (
            HELLO,
            {"type": "deal", "deal": 3, "seat": 1, "view": {}},
            ask,
            {**ask, "refused": {"code": "X"}},
            {"type": "deal_over"},
            {"type": "bye", "result": {"scores": [1, 0]}},
            {"type": "something of a later version"},
        )
    ]
    move = {"type": "move", "id": 5, "move": "draw", "note": "so be it"}
    ready = {"type": "ready", "name": "Recorder", "protocol": 1}
    assert answers == [ready, None, move, move, None, None, None]
    assert bot.heard == [
        "match",
        ("deal", 3, 1),
        ("move", ["0 take"], 2845, None),
        ("move", ["0 take"], 2845, {"code": "X"}),
        "over",
        ("bye", {"scores": [1, 0]}),
    ]


def test_the_source_of_chance_is_the_same_in_every_replay() -> None:
    drawn = []
    for _ in range(2):
        bot = Recorder()
        Session(bot).receive(HELLO)
        drawn.append([bot.random.random() for _ in range(3)])
    assert drawn[0] == drawn[1]


SCRIPT = """
from {kit} import run
print("loading")
def choose(view, menu):
    print("choosing")
    return {{"attack": [view.hand[0]]}}
run(choose)
"""


@pytest.mark.parametrize("kit", ["bots.kit", "kit"])
def test_a_bot_runs_from_its_file_also_with_the_kit_copied_beside_it(
    tmp_path: Path, kit: str
) -> None:
    source = Path(bots.kit.__file__)
    shutil.copy(source, tmp_path / "kit.py")
    (tmp_path / "bot.py").write_text(SCRIPT.format(kit=kit))
    ask = {"type": "ask", "id": 1, "view": {"hand": ["7S"]}, "menu": {"attack": [["7S"]]}}
    lines = [HELLO, ask, {"type": "bye", "result": {}}]
    done = subprocess.run(
        [sys.executable, str(tmp_path / "bot.py")],
        input="".join(json.dumps(line) + "\n" for line in lines),
        env={"PYTHONPATH": str(source.parents[1])},
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
    )
    # Before run() takes the output over, what is printed still goes there.
    answers = [json.loads(line) for line in done.stdout.replace("loading\n", "").splitlines()]
    assert answers == [
        {"type": "ready", "name": "choose", "protocol": 1},
        {"type": "move", "id": 1, "move": {"attack": ["7S"]}},
    ]
    assert "choosing" in done.stderr


def test_the_kit_brings_in_nothing_but_itself() -> None:
    """Everything more would be paid at the start of every bot: `json` alone 8 ms."""
    code = (
        "import sys; before = set(sys.modules); sys.path.append(sys.argv[1]);"
        "import bots.kit; print(*sorted(set(sys.modules) - before))"
    )
    folder = str(Path(bots.kit.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, folder],
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
    )
    assert done.stdout.split() == ["__future__", "bots", "bots.kit"]


def test_what_the_kit_writes_is_json() -> None:
    decode, encode = bots.kit._json()
    value = {"a": [1, -2.5, None, True, 'он "берёт"\n'], "b": {"c": {}}}
    assert json.loads(encode(value)) == value
    assert decode(json.dumps(value)) == value
    with pytest.raises(TypeError):
        encode({"move": object()})


@pytest.mark.parametrize("key", ["british", "armenian", "drunkard"])
def test_the_menu_of_every_game_without_bouts_lists_its_moves_and_a_cheapest_one(key: str) -> None:
    game = find_game(key)(seats=3)
    chance = Random(4)
    for number in range(6):
        state = dealt(game, number)
        while state.to_act is not None:
            view = View(state.view(state.to_act).to_json())
            menu = Menu(state.menu(), view)
            assert set(menu.moves()) == set(map(str, state.legal_moves))
            assert menu.lowest() in menu.moves()
            state.play(menu.lowest() if number % 2 else menu.any(chance))
