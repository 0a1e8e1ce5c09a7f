"""The check of a bot: every way of failing gets its own step and advice, the same file the same."""

import threading
from typing import Any

import pytest

from bots.check.advice import ADVICE, EXPLANATIONS, STEPS, explain, told
from bots.check.diagnosis import problem_of_bundle
from bots.check.positions import positions
from bots.check.reports import POSITIONS, CheckReport, CheckSpec, Problem, Step
from bots.check.run import STARTS, Progress, check
from bots.check.watching import Watch
from bots.commands.new import example
from bots.protocol import refused_told
from bots.reports import FAULTS, BundleProgram, SpecError
from bots.runner.processes import StoppedError
from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.bundle import UPLOAD_BYTES, BundleError, open_bundle
from bots.sandbox.limits import Limits
from bots.sandbox.workspace import Workspace
from games.catalogue import GAMES, find_game
from games.game import Game
from tests.bots.check.failing import FAILING, IMPATIENT, kit_bot
from tests.bots.conftest import as_program, processes_below

PLAYED = [game for game in GAMES if game.has_decisions]


def spec_of(source: bytes, **more: Any) -> CheckSpec:
    program = as_program(source)
    assert isinstance(program, BundleProgram)
    return CheckSpec(program, **more)


def checked(spec: CheckSpec, walls: Bubblewrap, workspace: Workspace) -> CheckReport:
    *_, report = check(spec, Watch(walls), workspace)
    assert isinstance(report, CheckReport)
    return report


def test_every_kind_of_fault_is_explained_has_advice_and_a_bot_that_commits_it() -> None:
    assert set(EXPLANATIONS) == set(FAULTS)
    assert {failing.kind for failing in FAILING.values()} == set(FAULTS)
    assert {failing.cause for failing in FAILING.values()} <= set(ADVICE)
    assert set(FAULTS) <= set(ADVICE)


@pytest.mark.sandbox
@pytest.mark.parametrize("name", FAILING)
def test_a_bot_that_fails_is_told_at_which_step_and_what_to_mend(
    name: str, walls: Bubblewrap, workspace: Workspace
) -> None:
    failing = FAILING[name]
    report = checked(spec_of(failing.source, limits=failing.limits), walls, workspace)
    problem = report.problem
    assert problem is not None, report
    last = report.steps[-1]
    assert (last.name, problem.kind, problem.cause) == (failing.step, failing.kind, failing.cause)
    assert not report.accepted
    assert report.reason.startswith(explain(failing.kind, failing.limits))
    assert report.advice == ADVICE[failing.cause]
    assert all(step.passed for step in report.steps[:-1])
    has_position = failing.step in ("positions", "itself")
    assert (problem.position is not None) == has_position
    assert CheckReport.from_json(report.to_json()) == report
    assert processes_below(workspace.path) == []


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("name", "detail"),
    [
        (
            "without return",
            '"move" must be text or an object, not null; '
            'it said “{"type":"move","id":1,"move":null}”',
        ),
        ("printing", "the line is not JSON; it said “thinking”"),
        ("chattering at bye", "“good-bye\\n” after bye"),
        (
            "ready in a buffer",
            'its ready came only when its input had ended: “{"type": "ready", "protocol": 1}”',
        ),
    ],
)
def test_what_a_bot_said_is_quoted_as_text(
    name: str, detail: str, walls: Bubblewrap, workspace: Workspace
) -> None:
    failing = FAILING[name]
    report = checked(spec_of(failing.source, limits=failing.limits), walls, workspace)
    assert report.problem is not None
    assert report.problem.detail == detail


@pytest.mark.parametrize(
    ("move", "reason", "told"),
    [
        (
            "play 6S",
            "cannot read the move 'play 6S': there is no such move in Durak",
            "play 6S: there is no such move in Durak",
        ),
        ("take", "take: now it is time to attack", "take: now it is time to attack"),
        ("take", "the deal is over", "take: the deal is over"),
    ],
)
def test_a_refused_move_is_told_once(move: str, reason: str, told: str) -> None:
    assert refused_told(move, reason) == told


@pytest.mark.sandbox
def test_a_move_that_nobody_knows_is_told_once(walls: Bubblewrap, workspace: Workspace) -> None:
    report = checked(spec_of(kit_bot("return 'play 6S'")), walls, workspace)
    assert report.problem is not None
    assert report.problem.detail == "play 6S: there is no such move in Durak"


@pytest.mark.parametrize(
    ("data", "filename", "cause"),
    [
        (b"", "bot.py", "bundle_empty"),
        (b"#" * (UPLOAD_BYTES + 1), "bot.py", "bundle_too_large"),
        (b"\xff\xfe", "bot.py", "bundle_not_text"),
        (b"PK\x03\x04", "bot.zip", "bundle"),
        (b"#", "bot.txt", "bundle"),
    ],
)
def test_the_advice_for_an_upload_that_cannot_be_opened_fits(
    data: bytes, filename: str, cause: str
) -> None:
    with pytest.raises(BundleError) as refused:
        open_bundle(data, filename)
    problem = problem_of_bundle(refused.value)
    assert (problem.kind, problem.cause, problem.detail) == ("bundle", cause, str(refused.value))
    assert ADVICE[problem.cause]


@pytest.mark.sandbox
def test_the_position_of_a_failure_is_the_one_that_was_asked(
    walls: Bubblewrap, workspace: Workspace
) -> None:
    report = checked(spec_of(FAILING["failing late"].source), walls, workspace)
    assert report.problem is not None
    position = report.problem.position
    assert position is not None
    game = find_game(position["game"])(seats=position["seats"], **position["options"])
    view = game.read_view(position["view"])
    assert (view.seat, view.to_act) == (position["seat"], position["seat"])
    assert position["menu"]
    assert "KeyError: 'scores'" in report.log


@pytest.mark.sandbox
@pytest.mark.parametrize("game", PLAYED, ids=[game.key for game in PLAYED])
def test_the_bot_that_new_writes_passes_at_every_table_of_its_game(
    game: type[Game], walls: Bubblewrap, workspace: Workspace
) -> None:
    seats = tuple(dict.fromkeys((game.SEATS[0], min(game.SEATS[1], 6))))
    source = example(game()).encode()
    report = checked(spec_of(source, game=game.key, seats=seats), walls, workspace)
    assert report.accepted, report.reason
    assert [step.name for step in report.steps] == list(STEPS)
    facts = {step.name: step.facts for step in report.steps}
    assert facts["positions"]["asked"] == POSITIONS
    assert facts["start"]["starts"] == STARTS
    assert facts["positions"]["refused"] == 0
    assert len(report.matches) == 2 * len(seats)
    used, allowed = facts["limits"]["memory_mb"]
    assert 0 < used < allowed
    assert all(told(step.name, step.facts) for step in report.steps if step.facts)


@pytest.mark.sandbox
def test_the_same_file_is_asked_the_same(walls: Bubblewrap, workspace: Workspace) -> None:
    source = kit_bot("return menu.any(self.random)")
    first, second = (checked(spec_of(source), walls, workspace) for _ in range(2))
    assert [match.scores for match in first.matches] == [match.scores for match in second.matches]
    other = checked(spec_of(source + b"# another\n"), walls, workspace)
    assert [match.scores for match in first.matches] != [match.scores for match in other.matches]


@pytest.mark.sandbox
def test_a_move_that_is_mended_when_refused_is_no_fault(
    walls: Bubblewrap, workspace: Workspace
) -> None:
    source = kit_bot("if 'refused' not in view: return 'play 6S'")
    report = checked(spec_of(source), walls, workspace)
    assert report.accepted, report.reason
    facts = {step.name: step.facts for step in report.steps}
    assert facts["positions"]["refused"] == POSITIONS


@pytest.mark.sandbox
def test_a_check_that_is_stopped_leaves_nothing(walls: Bubblewrap, workspace: Workspace) -> None:
    watch = Watch(walls)
    asleep = spec_of(FAILING["asleep"].source, limits=Limits(move_wall_ms=60_000))
    found: list[str] = []

    def run() -> None:
        try:
            for _ in check(asleep, watch, workspace):
                pass
        except StoppedError:
            found.append("stopped")

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(1.5)
    watch.stop()
    thread.join(10)
    assert found == ["stopped"]
    assert processes_below(workspace.path) == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "whist"}, "unknown game 'whist'"),
        ({"game": "drunkard"}, "Drunkard leaves nothing to decide"),
        ({"seats": (9,)}, "seats"),
    ],
)
def test_a_check_that_makes_no_sense_is_refused(
    change: dict[str, Any], reason: str, workspace: Workspace
) -> None:
    spec = spec_of(b"pass\n", **change)
    with pytest.raises(SpecError, match=reason):
        next(check(spec, Watch(NoWalls()), workspace))


class NoWalls:
    """Walls behind which nothing is ever started."""

    def start(self, *_: Any) -> Any:
        raise AssertionError("nothing is to be started")


def test_a_check_is_the_same_after_json() -> None:
    spec = spec_of(b"pass\n", game="passing", seats=(2, 3), limits=IMPATIENT)
    assert CheckSpec.from_json(spec.to_json()) == spec
    step = Step("positions", 12, {"asked": 3}, Problem("crashed", "crashed", "exit code 1", {}))
    assert Step.from_json(step.to_json()) == step
    for wrong in ({}, {"program": {"kind": "house", "program": "lowest"}}, {"program": 7}):
        with pytest.raises(SpecError):
            CheckSpec.from_json(wrong)


@pytest.mark.parametrize("game", PLAYED, ids=[game.key for game in PLAYED])
def test_positions_are_real_and_show_the_seat_nothing_it_may_not_know(game: type[Game]) -> None:
    for seats in (game.SEATS[0], min(game.SEATS[1], 6)):
        table = game(seats=seats)
        drawn = list(positions(table, 12, bytes(range(32))))
        assert [position.number for position in drawn] == list(range(12))
        for position in drawn:
            assert position.state.to_act == position.seat
            assert len(position.state.legal_moves) > 1
            assert (
                position.ask(1).view["hand"] == position.state.view(position.seat).to_json()["hand"]
            )
            moves = len(position.state.moves)
            assert len(position.events) == moves
            assert len(position.over.places) == seats
        again = list(positions(table, 12, bytes(range(32))))
        assert [one.ask(1) for one in again] == [one.ask(1) for one in drawn]


def test_what_goes_on_is_told_before_it_ends(workspace: Workspace) -> None:
    first = next(check(spec_of(b"pass\n"), Watch(NoWalls()), workspace))
    assert first == Progress("bundle", 0, 1)
