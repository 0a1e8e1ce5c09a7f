"""Makes the check of a bot: the same steps at an author's home and in the runner of the site."""

import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from bots.check.diagnosis import (
    is_answer,
    problem_at_start,
    problem_in_match,
    problem_of,
    problem_of_bundle,
    with_log,
)
from bots.check.overhearing import Overheard
from bots.check.positions import Decision, Position
from bots.check.reports import DEALS, POSITIONS, CheckReport, CheckSpec, Problem, Step, joined
from bots.check.trials import FEWEST_POSITIONS, POSITIONS_SECONDS, Trials
from bots.check.watching import Measured, Watch
from bots.protocol import VERSION, quoted
from bots.reference import ANCHOR
from bots.reports import DealReport, MatchReport
from bots.runner.heartbeat import heartbeat
from bots.runner.table import failure_at
from bots.sandbox.bundle import BundleError, guess_filename, open_bundle
from bots.sandbox.limits import STDERR_BYTES, STDOUT_BYTES
from bots.sandbox.workspace import Workspace
from games.game import Game

STARTS = 3
# What a bot writes must last for a long match, what it logs for one of the usual length.
LONG_MATCH = 30
_TOLD_EVERY = 10


@dataclass(frozen=True, slots=True)
class Progress:
    """A step under way: *done* of *total*; nothing that must be kept."""

    name: str
    done: int
    total: int


def check(
    spec: CheckSpec, watch: Watch, workspace: Workspace
) -> Generator[Progress | Step | CheckReport, None, None]:
    """
    Each step as it ends, what it does meanwhile, and at last the report.

    The same upload is asked the same, so that what fails on the site fails at home.

    Raises:
        SpecError: If there is no such game, or not at so many seats, or it has no decisions.
        SandboxError: If the walls could not be put up.
        StarvedError: If the machine was held up time and again.
        StoppedError: If it was stopped.
    """
    trials = Trials(spec, watch, workspace)
    made = _Check(trials)
    with heartbeat:
        yield from made.steps()
    yield CheckReport(tuple(made.done), tuple(made.matches), joined(trials.logs), spec.limits)


class _Failed(Exception):
    """A step that was not passed; what was measured before."""

    def __init__(self, problem: Problem, **facts: Any) -> None:
        super().__init__(problem.detail)
        self.problem = problem
        self.facts = facts


# What was measured, or None where the step could not say anything.
_Working = Generator[Progress, None, dict[str, Any] | None]


@dataclass(slots=True)
class _Check:
    """One check in progress."""

    trials: Trials
    overheard: Overheard | None = None
    done: list[Step] = field(default_factory=list)
    matches: list[MatchReport] = field(default_factory=list)

    def steps(self) -> Iterator[Progress | Step]:
        """The steps in their order, up to the first that is not passed."""
        work: dict[str, Callable[[], _Working]] = {
            "bundle": self._bundle,
            "handshake": self._handshake,
            "start": self._starts,
            "flush": self._flush,
            "output": self._output,
            "positions": self._positions,
            "itself": lambda: self._matches("itself"),
            "house": lambda: self._matches("house"),
            "limits": self._limits,
        }
        for name, attempt in work.items():
            step = yield from self._tried(name, attempt)
            if step is not None:
                self.done.append(step)
                yield step
                if not step.passed:
                    return

    def _tried(
        self, name: str, attempt: Callable[[], _Working]
    ) -> Generator[Progress, None, Step | None]:
        yield Progress(name, 0, 1)
        begun = time.monotonic()
        problem = None
        try:
            facts = yield from attempt()
        except _Failed as failed:
            facts, problem = failed.facts, with_log(failed.problem, self.trials.logs)
        # A bot that was killed from outside has not failed.
        self.trials.watch.raise_if_stopped()
        if facts is None:
            return None
        return Step(name, int((time.monotonic() - begun) * 1_000), facts, problem)

    def _bundle(self) -> _Working:
        data = self.trials.spec.program.data
        try:
            bundle = open_bundle(data, guess_filename(data))
        except BundleError as error:
            raise _Failed(problem_of_bundle(error)) from None
        yield from ()
        return {"files": len(bundle.files), "size": len(data)}

    def _handshake(self) -> _Working:
        trials = self.trials
        with trials.player() as player:
            failure = trials.start(player, trials.games[0])
            name = player.name
        yield from ()
        if failure is None:
            return {"name": name, "protocol": VERSION}
        if failure.kind == "no_start" and failure.cause == "timeout":
            _raise_if_unflushed(trials.overhear())
        raise _Failed(problem_at_start(failure, trials.logs[-1]))

    def _starts(self) -> _Working:
        trials = self.trials
        wall_ms = cpu_ms = 0
        for number in range(STARTS):
            yield Progress("start", number, STARTS)
            with trials.player() as player:
                begun = time.monotonic()
                failure = trials.start(player, trials.games[0])
                wall_ms = max(wall_ms, int((time.monotonic() - begun) * 1_000))
                if trials.watch.latest is not None:
                    cpu_ms = max(cpu_ms, trials.watch.latest.cpu_ns() // 1_000_000)
            if failure is not None:
                raise _Failed(Problem(failure.kind, "slow_start", failure.detail))
        start_ms = trials.spec.limits.start_ms
        return {"starts": STARTS, "wall_ms": wall_ms, "cpu_ms": cpu_ms, "start_ms": start_ms}

    def _flush(self) -> _Working:
        heard = self.overheard = self.trials.overhear()
        yield from ()
        _raise_if_unflushed(heard)
        # Without any answer it is no buffer that is to blame: the positions will show what is.
        return {} if heard.answer is not None else None

    def _output(self) -> _Working:
        heard = self.overheard
        yield from ()
        if heard is None or heard.answer is None or not is_answer(heard.answer):
            return None  # The positions will show what it says instead of an answer.
        if heard.stray:
            detail = f"{quoted(heard.stray)} {heard.when}"
            raise _Failed(Problem("unexpected_output", "unexpected_output", detail))
        return {}

    def _positions(self) -> _Working:
        games, worst = self.trials.games, self.trials.worst
        asked = refused = 0
        begun = time.monotonic()
        for number, game in enumerate(games):
            share = -(-(POSITIONS - asked) // (len(games) - number))
            drawn = self.trials.positions(game, share)
            more, again = yield from self._ask_all(game, drawn, asked, begun)
            asked, refused = asked + more, refused + again
        return {
            "asked": asked,
            "seats": [game.seats for game in games],
            "refused": refused,
            "cpu_ms": worst.move_cpu_ms,
            "wall_ms": worst.move_wall_ms,
        }

    def _ask_all(
        self, game: Game, drawn: Iterator[Position], before: int, begun: float
    ) -> Generator[Progress, None, tuple[int, int]]:
        """Ask in each position; how many were asked, and how many first answers were refused."""
        asked = refused = 0
        with self.trials.player() as process:
            failure = self.trials.start(process, game)
            if failure is not None:
                raise _Failed(problem_of(failure))
            player = Measured(process, self.trials.worst, self.trials.budget)
            for position in drawn:
                is_late = time.monotonic() - begun > POSITIONS_SECONDS
                if is_late and asked >= FEWEST_POSITIONS:
                    break
                if (before + asked) % _TOLD_EVERY == 0:
                    yield Progress("positions", before + asked, POSITIONS)
                player.tell(position.opening)
                refused += _answer(player, position, 2 * asked + 1)
                player.tell(position.over)
                asked += 1
        # Its peak of memory is known only once it has ended.
        self.trials.worst.take(process.usage, 0)
        return asked, refused

    def _matches(self, against: str) -> _Working:
        games = self.trials.games
        scores: list[list[int]] = []
        played = slowest = 0
        for game in games:
            deals: list[DealReport] = []
            for report in self.trials.match(against, game):
                if isinstance(report, DealReport):
                    deals.append(report)
                    yield Progress(against, played + len(deals), DEALS * len(games))
                    continue
                self._take(report, deals)
                own = report.usage if against == "itself" else report.usage[:1]
                slowest = max(slowest, *(usage.max_move_cpu_ms for usage in own))
                for usage in own:
                    self.trials.worst.take(usage, report.deals)
                scores.append(list(report.scores))
                played += report.deals
        facts = {"deals": played, "scores": scores, "cpu_ms": slowest}
        return facts if against == "itself" else {"opponent": ANCHOR, **facts}

    def _take(self, report: MatchReport, deals: list[DealReport]) -> None:
        self.matches.append(report)
        self.trials.logs += report.logs
        if report.faults:
            fault = report.faults[0]
            answer = self.trials.measured[fault.seat].answer
            raise _Failed(problem_in_match(fault, answer, deals))

    def _limits(self) -> _Working:
        worst, limits = self.trials.worst, self.trials.spec.limits
        answers = worst.answers_per_deal
        written = int(worst.output_per_answer * answers * LONG_MATCH)
        logged = int(worst.log_per_answer * answers * DEALS)
        facts = {
            "move_cpu_ms": [worst.move_cpu_ms, limits.move_cpu_ms],
            "deal_cpu_ms": [worst.deal_cpu_ms, limits.deal_cpu_ms],
            "move_wall_ms": [worst.move_wall_ms, limits.move_wall_ms],
            "memory_mb": [-(-worst.peak_kb // 1_024), limits.memory_mb],
            "output_bytes": [written, STDOUT_BYTES],
            "log_bytes": [logged, STDERR_BYTES],
        }
        yield from ()
        for kind, amount, most, deals in (
            ("output_limit", written, STDOUT_BYTES, LONG_MATCH),
            ("stderr_limit", logged, STDERR_BYTES, DEALS),
        ):
            if amount > most:
                detail = f"at this rate {amount:,} bytes in a match of {deals} deals"
                raise _Failed(Problem(kind, kind, detail), **facts)
        return facts


def _answer(player: Measured, position: Position, identity: int) -> int:
    """
    Ask in a position, once more if the move is refused; how often it was.

    Raises:
        _Failed: If the bot fails.
        StarvedError: If the machine was held up.
    """
    decision = Decision(position, identity)
    failure = failure_at(decision, player, position.seat)
    if failure is not None:
        played = decision.played if failure.kind == "illegal_move" else None
        raise _Failed(problem_of(failure, position.described(played)))
    return decision.asked - 1


def _raise_if_unflushed(heard: Overheard) -> None:
    """
    Raises:
        _Failed: If its ready or its answer lay in a buffer until its input had ended.
    """
    if not heard.unflushed:
        return
    kind, late, said = "no_start", "ready", heard.ready
    if heard.answer is not None:
        kind, late, said = "timeout", "answer", heard.answer
    detail = f"its {late} came only when its input had ended: {quoted(said or b'')}"
    raise _Failed(Problem(kind, "unflushed", detail))
