"""docs/protocol.md tells the truth: its messages are those of a real match, its numbers ours."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import bots
from bots.matches import spec_of
from bots.protocol import NAME_BYTES, NOTE_BYTES
from bots.reports import FAULTS, MatchReport, MatchSpec
from bots.runner.heartbeat import BEAT_SECONDS, LATE_SECONDS
from bots.runner.match import play_match
from bots.runner.seating import seated
from bots.sandbox.limits import LOG_BYTES, STDERR_BYTES, STDOUT_BYTES, Limits
from bots.sandbox.own import Own
from bots.sandbox.workspace import Workspace
from bots.schema import messages
from games.catalogue import find_game
from games.moves import VERBS, read_move
from games.series import Length
from tests.bots.conftest import as_program

PAGE = (Path(bots.__file__).parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")
MESSAGES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
TOLD = ("hello", "deal", "ask", "deal_over", "bye")

# Plays the match of the page: it leads and beats with the first card it may, and once with one that
# it does not hold. Whatever is said is written down as it was said.
BOT = """
import json, sys
tried = False
with open({path!r}, "w") as record:
    for line in sys.stdin:
        told = json.loads(line)
        answer = None
        if told["type"] == "hello":
            answer = {{"type": "ready", "protocol": 1, "name": "my bot 1.2"}}
        elif told["type"] == "ask":
            answer = {{"type": "move", "id": told["id"], "move": "take"}}
            menu = told["menu"]
            if "attack" in menu:
                answer["move"] = {{"attack": menu["attack"][0]}}
            elif "throw" in menu:
                answer["move"] = "pass"
            elif not tried:
                answer["move"], tried = "beat 9H 6S", True
            else:
                for attack, cards in menu["beat"].items():
                    if cards:
                        answer["move"] = f"beat {{attack}} {{cards[0]}}"
                        answer["note"] = "it will do"
        record.write(line)
        if answer:
            said = json.dumps(answer)
            record.write(said + "\\n")
            print(said, flush=True)
        record.flush()
"""


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What runner and bot said to each other in the match of the page, line by line."""
    record = tmp_path_factory.mktemp("match") / "lines"
    workspace = Workspace(sys.executable)
    try:
        bot = as_program(BOT.format(path=str(record)).encode())
        with seated(spec := match_of_the_page(bot), Own(workspace), workspace) as players:
            *_, report = play_match(spec, players)
    finally:
        workspace.close()
    assert isinstance(report, MatchReport)
    assert report.faults == (), report.logs
    return record.read_text(encoding="utf-8").splitlines()


def match_of_the_page(bot: Any) -> MatchSpec:
    game, programs = find_game("podkidnoy")(seats=2), [as_program("lowest"), bot]
    return spec_of("m_83f1c2", game, Length("deals", 2), "5a" * 32, programs)


def shown(message: dict[str, Any]) -> dict[str, Any]:
    """A message without what differs from run to run."""
    return {key: value for key, value in message.items() if key != "cpu_left_ms"}


def test_every_kind_of_message_has_an_example() -> None:
    kinds = [message["type"] for message in MESSAGES if "type" in message]
    assert kinds == ["hello", "ready", "deal", "ask", "move", "move", "deal_over", "bye"]


def test_every_example_was_really_said_in_this_order(lines: list[str]) -> None:
    said = [shown(json.loads(line)) for line in lines]
    at = 0
    for message in MESSAGES:
        if "type" not in message:  # a part of a message
            parts = [{key: told.get(key) for key in message} for told in said[at:]]
            assert message in parts, message
            continue
        assert shown(message) in said[at:], message
        at = said.index(shown(message), at) + 1
        assert 0 <= message.get("cpu_left_ms", 0) <= Limits().deal_cpu_ms


def test_the_runner_writes_no_blanks_and_the_keys_in_the_order_of_the_page(
    lines: list[str],
) -> None:
    told = [line for line in lines if not line.startswith(('{"type": "ready"', '{"type": "move"'))]
    assert len(told) > 20
    for line in told:
        assert line == json.dumps(json.loads(line), separators=(",", ":"))
        assert line.startswith('{"type":"')
    orders = {message["type"]: [*message] for message in MESSAGES if "type" in message}
    for line in told:
        message = json.loads(line)
        assert [key for key in message if key != "refused"] == orders[message["type"]]


def test_the_views_and_menus_are_those_of_the_schema() -> None:
    assert messages.page(PAGE) == PAGE, "write them anew: python -m bots schema --write"


def rows(heading: str) -> list[list[str]]:
    section = PAGE.partition(f"\n{heading}\n")[2].partition("\n## ")[0]
    cells = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:2] == "| "]
    return [row for row in cells if "---" not in row[0]]


def test_every_move_is_shown_in_both_shapes_and_they_are_one() -> None:
    shapes = re.findall(r"^\| `([^`{]+)`[^|]*\| `(\{.+\})` \|$", PAGE, re.MULTILINE)
    assert {text.split()[0] for text, _ in shapes} == set(VERBS)
    for text, value in shapes:
        assert read_move(text) == read_move(json.loads(value))


def test_the_limits_are_the_real_ones() -> None:
    for name, value in Limits().to_json().items():
        assert f"| `{name}` | {value} | {messages.LIMITS[name]} |" in PAGE
    assert f"| | {STDOUT_BYTES >> 20} MiB |" in PAGE
    assert f"| | {STDERR_BYTES >> 10} KiB |" in PAGE
    assert f"the first {LOG_BYTES >> 10} KiB are kept" in PAGE
    assert f"at most {NOTE_BYTES} bytes" in PAGE
    assert f"at most {NAME_BYTES} bytes" in PAGE
    assert f"more than {LATE_SECONDS * 1000:.0f} ms late" in PAGE
    assert f"a heartbeat of {BEAT_SECONDS * 1000:.0f} ms" in PAGE


def test_every_fault_is_there_once() -> None:
    assert [row[0] for row in rows("## Faults")[1:]] == [f"`{kind}`" for kind in FAULTS]
