"""What the runner tells is read strictly: of any other form it is refused, and the field named."""

import copy
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bots.check.advice import STEPS
from bots.check.reports import CheckReport, CheckSpec, Problem, Step
from bots.client import Runner, RunnerError, RunnerUnavailable
from bots.reading import BadReport, kept
from bots.reports import (
    MOST_SEATS,
    BundleProgram,
    DealReport,
    Fault,
    MatchReport,
    Note,
    Usage,
)
from bots.runner.match import play_match
from bots.runner.players import ScriptedPlayer
from games.catalogue import GAMES

FACTS: dict[str, dict[str, Any]] = {
    "bundle": {"files": 1, "size": 120},
    "handshake": {"name": "Own", "protocol": 1},
    "start": {"starts": 3, "wall_ms": 40, "cpu_ms": 30, "start_ms": 10_000},
    "flush": {},
    "output": {},
    "positions": {"asked": 200, "seats": [2], "refused": 0, "cpu_ms": 3, "wall_ms": 4},
    "itself": {"deals": 10, "scores": [[5, 5]], "cpu_ms": 3},
    "house": {"opponent": "cautious", "deals": 10, "scores": [[4, 6]], "cpu_ms": 3},
    "limits": {
        "move_cpu_ms": [3, 1_000],
        "deal_cpu_ms": [9, 3_000],
        "move_wall_ms": [4, 5_000],
        "memory_mb": [12, 384],
        "output_bytes": [900, 4 << 20],
        "log_bytes": [0, 64 << 10],
    },
}
MATCH = MatchReport("m_1", (3, 1), True, 0, (), (Usage(), Usage()), ("", "a\nb"), ("x", "y"), 4)
FAULT = Fault(1, 2, "crashed", "exit code 1")


def a_check(*without: str, problem: Problem | None = None) -> CheckReport:
    """A check with every step but *without*, or up to the positions, where it found *problem*."""
    names = [name for name in STEPS if name not in without]
    if problem is not None:
        names = names[: names.index("positions") + 1]
    steps = [Step(name, 5, FACTS[name]) for name in names]
    if problem is not None:
        steps[-1] = Step("positions", 5, {}, problem)
    return CheckReport(tuple(steps), () if problem else (MATCH, MATCH), "a log")


@pytest.fixture(scope="module")
def deal() -> dict[str, Any]:
    """The report of a real deal."""
    from bots.reports import MatchSpec
    from tests.bots.conftest import as_program

    spec = MatchSpec(
        match="m_1",
        game="podkidnoy",
        options={},
        seats=2,
        sides="single",
        series={"kind": "deals", "count": 1},
        secret="5a" * 32,
        programs=(as_program("lowest"), as_program("lowest")),
    )
    report = next(iter(play_match(spec, [ScriptedPlayer([]), ScriptedPlayer([])])))
    assert isinstance(report, DealReport)
    told: dict[str, Any] = json.loads(json.dumps(report.to_json()))
    return told


def changed(told: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """*told* with another *value* at *path*; without one at all where it is `...`."""
    made = copy.deepcopy(told)
    *way, last = path.split(".")
    at: Any = made
    for word in way:
        at = at[int(word)] if isinstance(at, list) else at[word]
    if value is ...:
        del at[last]
    elif isinstance(at, list):
        at[int(last)] = value
    else:
        at[last] = value
    return made


DEALS = [
    ("number", -1, "deal.number must be from 0"),
    ("number", True, "deal.number must be a whole number, not True"),
    ("number", 1.0, "deal.number must be a whole number, not 1.0"),
    ("leg", "0", "deal.leg must be a whole number"),
    ("rated", 1, "deal.rated must be true or false, not 1"),
    ("again", None, "deal.again must be true or false"),
    ("places", [1], "deal.places must have 2 to 8 entries, not 1"),
    ("places", [0, 1], "deal.places must be from 1"),
    ("points", [0, 1, 2], "deal.points must have 2 to 2 entries, not 3"),
    ("points.0", 10**9, "deal.points must be from -1000000 to 1000000"),
    ("outcome.reason", 5, "deal.outcome: an outcome has a word for its reason"),
    ("record", [], "deal.record must be an object, not a list of 0"),
    ("record.deck.0", "\0", "deal.record must have whole characters"),
    ("awarded", {"places": [1, 2]}, "deal.awarded.points is missing"),
    ("awarded", {"places": [1, 2], "points": [0, "1"]}, "deal.awarded.points must be a whole"),
    (
        "faults",
        [{**FAULT.to_json(), "kind": "lost"}],
        r"\[0\].kind must be a known word",
    ),
    ("faults", [{**FAULT.to_json(), "seat": 5}], "deal.faults name a seat twice, or one that"),
    ("faults", [FAULT.to_json()] * 2, "deal.faults name a seat twice"),
    ("faults", [FAULT.to_json()] * 3, "deal.faults must have 0 to 2 entries"),
    ("faults", [{**FAULT.to_json(), "detail": "x" * 2_001}], "detail must have 2000 characters"),
    ("notes", [{"move": 0, "text": "n" * 257}], r"deal.notes\[0\].text must have 256 characters"),
    ("notes", [{"move": 0}], r"deal.notes\[0\].text is missing"),
    ("notes", "x", "deal.notes must be a list, not 'x'"),
    ("notes", ..., "deal.notes is missing"),
    ("more", 1, "deal.more is unknown"),
]


@pytest.mark.parametrize(("path", "value", "reason"), DEALS)
def test_a_deal_of_another_form_is_refused(
    deal: dict[str, Any], path: str, value: Any, reason: str
) -> None:
    with pytest.raises(BadReport, match=reason):
        DealReport.from_json(changed(deal, path, value))


MATCHES = [
    ("match", 5, "match.match must be text, not 5"),
    ("scores", [1] * 9, "match.scores must have 2 to 8 entries, not 9"),
    ("winner", 2, "match.winner must be from 0 to 1, not 2"),
    ("winner", False, "match.winner must be a whole number, not False"),
    ("decided", "yes", "match.decided must be true or false"),
    ("usage", [], "match.usage must have 2 to 2 entries, not 0"),
    ("usage.1.cpu_ms", -5, r"match.usage\[1\].cpu_ms must be from 0"),
    ("usage.1.cpu_ms", 2**60, r"match.usage\[1\].cpu_ms must be from 0"),
    ("usage.0.answers", ..., r"match.usage\[0\].answers is missing"),
    ("logs.1", "x" * 200_000, "match.logs must have 131072 characters at most, not 200000"),
    ("logs.1", "\ud800", "match.logs must have whole characters"),
    ("names", ["x"], "match.names must have 2 to 2 entries"),
    ("deals", 10**12, "match.deals must be from 0"),
    ("faults", {}, "match.faults must be a list"),
]


@pytest.mark.parametrize(("path", "value", "reason"), MATCHES)
def test_a_match_of_another_form_is_refused(path: str, value: Any, reason: str) -> None:
    with pytest.raises(BadReport, match=reason):
        MatchReport.from_json(changed(MATCH.to_json(), path, value))


CHECKS = [
    ("steps", [], "check.steps must have 1 to 9 entries, not 0"),
    ("steps.0.name", "luck", r"check.steps\[0\].name must be a known word, not 'luck'"),
    ("steps.0.passed", False, r"check.steps\[0\].passed does not fit its problem"),
    ("steps.0.ms", -1, r"check.steps\[0\].ms must be from 0"),
    ("steps.0.facts", {}, r"check.steps\[0\].facts are not those of bundle"),
    ("steps.0.facts", {"files": 1, "size": "big"}, r"check.steps\[0\].facts are not those"),
    ("steps.0.facts", {"files": 1, "size": 2, "more": [1] * 500}, "facts holds too much"),
    ("steps.1.facts.name", float("nan"), "must hold finite numbers"),
    ("matches", [], "check.matches do not show that it can play"),
    ("matches.1.faults", [FAULT.to_json()], "check.matches do not show that it can play"),
    ("matches", [MATCH.to_json()] * 21, "check.matches must have 0 to 20 entries"),
    ("log", None, "check.log must be text"),
    ("limits.memory_mb", 10**9, "check.limits: memory_mb is 1000000000"),
    ("limits.luck", 1, "check.limits: unknown limit 'luck'"),
    ("accepted", False, "check.accepted does not fit its steps"),
    ("kind", "crashed", "check.accepted does not fit its steps"),
    ("verdict", "fine", "check.verdict is unknown"),
]


@pytest.mark.parametrize(("path", "value", "reason"), CHECKS)
def test_a_check_of_another_form_is_refused(path: str, value: Any, reason: str) -> None:
    with pytest.raises(BadReport, match=reason):
        CheckReport.from_json(changed(a_check().to_json(), path, value))


def test_a_check_without_steps_accepts_nobody() -> None:
    assert not CheckReport(()).accepted


@pytest.mark.parametrize("missing", [name for name in STEPS if name not in ("flush", "output")])
def test_no_bot_is_accepted_with_a_step_left_out(missing: str) -> None:
    with pytest.raises(BadReport, match=f"check.steps are without {missing}"):
        CheckReport.from_json(a_check(missing).to_json())


def test_what_a_bot_gave_nothing_to_judge_by_may_be_left_out() -> None:
    report = a_check("flush", "output")
    assert CheckReport.from_json(report.to_json()) == report


@pytest.mark.parametrize("order", [[1, 0], [0, 0], [0, 2]])
def test_steps_come_in_their_order_and_each_once(order: list[int]) -> None:
    told = a_check().to_json()
    told["steps"] = [told["steps"][number] for number in order]
    with pytest.raises(BadReport, match=r"check\.steps"):
        CheckReport.from_json(told)


def test_a_refusal_ends_with_the_step_that_was_not_passed() -> None:
    problem = Problem("crashed", "crashed", "exit code 1", {"game": "podkidnoy", "view": {}})
    report = a_check(problem=problem)
    assert CheckReport.from_json(json.loads(json.dumps(report.to_json()))) == report
    told = report.to_json()
    told["steps"].append(Step("itself", 5, FACTS["itself"]).to_json())
    with pytest.raises(BadReport, match="go on after one that was not passed"):
        CheckReport.from_json(told)
    for field, value in (("kind", "luck"), ("cause", "luck"), ("detail", None), ("position", 5)):
        told = changed(report.to_json(), f"steps.{len(report.steps) - 1}.problem.{field}", value)
        with pytest.raises(BadReport, match=rf"problem\.{field} must"):
            CheckReport.from_json(told)


NONSENSE: tuple[Any, ...] = (
    *(None, True, -1, 10**30, 1.5, float("inf"), "", "x\0", "\udc80", "y" * 300_000),
    *([], {}, [[]], [None] * 9, {"places": 1}, [{"seat": 0}], json.loads("[" * 99 + "]" * 99)),
)


def paths(told: Any, before: str = "") -> Iterator[str]:
    """Every field and every entry of *told*, but for the deal's record."""
    items = told.items() if isinstance(told, dict) else enumerate(told)
    for name, value in items:
        yield f"{before}{name}"
        if isinstance(value, dict | list) and name != "record":
            yield from paths(value, f"{before}{name}.")


def test_nothing_but_a_refusal_comes_of_nonsense_anywhere(deal: dict[str, Any]) -> None:
    tried: list[tuple[Callable[[Any], Any], dict[str, Any]]] = [
        (DealReport.from_json, {**deal, "notes": [Note(0, "x").to_json()]}),
        (DealReport.from_json, {**deal, "faults": [FAULT.to_json()]}),
        (MatchReport.from_json, MATCH.to_json()),
        (CheckReport.from_json, a_check().to_json()),
        (CheckReport.from_json, a_check(problem=Problem("timeout", "timeout")).to_json()),
    ]
    refusals = []
    for read, told in tried:
        for value in NONSENSE:
            with pytest.raises(BadReport):
                read(value)
        for path in paths(told):
            for value in NONSENSE:
                try:
                    report = read(changed(told, path, value))
                except BadReport as refusal:
                    refusals.append(str(refusal))
                else:
                    # What is taken can be kept and told on.
                    json.dumps(report.to_json(), allow_nan=False).encode("ascii")
    assert len(refusals) > 2_000
    assert max(map(len, refusals)) < 400


def test_no_game_has_more_seats_than_a_report() -> None:
    assert max(game.SEATS[1] for game in GAMES) == MOST_SEATS


@pytest.mark.parametrize("text", ["plain", "é" * 50, "a\0b", "\ud800 half", "x" * 5_000])
def test_what_a_bot_is_quoted_with_can_always_be_read_back(text: str) -> None:
    fault = Fault(0, 0, "bad_answer", text)
    assert Fault.from_json(json.loads(json.dumps(fault.to_json()))) == fault
    assert fault.detail[:4] == kept(text, 4) or "\\" in fault.detail


def answering(path: Path, *lines: bytes) -> threading.Thread:
    """A runner that says *lines* to the one who asks, whatever he asks, and hangs up."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen()

    def answer() -> None:
        with listener, listener.accept()[0] as line:
            line.makefile("rb").readline()
            line.sendall(b"".join(lines))

    thread = threading.Thread(target=answer)
    thread.start()
    return thread


MESSAGES = [
    (b"nonsense\n", "not JSON"),
    (b"[" * 50_000 + b"\n", "not JSON"),
    (b"[]\n", "a message is a JSON object"),
    (b"{}\n", "unknown message None"),
    (b'{"type":"alive"}\n{"type":"dance"}\n', "unknown message 'dance'"),
    (b'{"type":[]}\n', "unknown message []"),
    (b'{"type":"error","code":[],"detail":"\\u0000\\ud800"}\n', "\\x00\\ud800"),
    (b'{"type":"deal"}\n', "deal must be an object, not None"),
    (b'{"type":"step","report":{}}\n', "unknown message 'step'"),
    (b'{"type":"finished","report":{"match":"m"}}\n', "is missing"),
]


@pytest.mark.parametrize(("line", "reason"), MESSAGES)
def test_a_match_told_of_in_nonsense_is_a_failure_of_ours(
    tmp_path: Path, make_spec: Any, line: bytes, reason: str
) -> None:
    thread = answering(tmp_path / "r.sock", line)
    with pytest.raises(RunnerError) as failure:
        list(Runner(tmp_path / "r.sock").play(make_spec()))
    thread.join()
    assert failure.value.code in ("bad_report", "[]")
    assert reason in failure.value.detail


def test_a_check_told_of_without_steps_is_a_failure_of_ours(tmp_path: Path) -> None:
    told = {**a_check().to_json(), "steps": []}
    line = json.dumps({"type": "checked", "report": told}).encode() + b"\n"
    thread = answering(tmp_path / "r.sock", line)
    with pytest.raises(RunnerError) as failure:
        list(Runner(tmp_path / "r.sock").check(CheckSpec(BundleProgram(b"1", "0" * 64))))
    thread.join()
    assert (failure.value.code, "check.steps must have" in failure.value.detail) == (
        "bad_report",
        True,
    )


@pytest.mark.parametrize("line", [b"[]\n", b"{}\n", b'{"type":"error","code":"x","detail":"y"}\n'])
def test_a_runner_that_does_not_say_how_it_is_cannot_be_asked(tmp_path: Path, line: bytes) -> None:
    thread = answering(tmp_path / "r.sock", line)
    with pytest.raises(RunnerUnavailable):
        Runner(tmp_path / "r.sock").status()
    thread.join()
