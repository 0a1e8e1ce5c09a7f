"""Makes the check of a bot: the same steps at an author's home and in the runner of the site."""

import hashlib
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from bots.checks import (
    DEALS,
    POSITIONS,
    CheckReport,
    CheckSpec,
    Problem,
    Step,
    joined,
)
from bots.heartbeat import heartbeat
from bots.overhearing import Overheard, overhear
from bots.players import Failure
from bots.positions import Position, described, positions
from bots.processes import ProcessPlayer
from bots.protocol import VERSION, AnswerError, Hello, parse_move, parse_ready
from bots.reference import ANCHOR
from bots.reports import DealReport, Fault, HouseProgram, MatchReport, MatchSpec, SpecError
from bots.runner import play_match
from bots.sandbox.bundle import BundleError, guess_filename, open_bundle
from bots.sandbox.limits import STDERR_BYTES, STDOUT_BYTES
from bots.sandbox.workspace import Workspace
from bots.seating import seated
from bots.table import StarvedError
from bots.watching import Measured, Watch, Worst
from games.catalogue import find_game
from games.errors import GameError, IllegalMove, InvalidMove
from games.game import Game
from games.records import Record, opening, play_on

STARTS = 3
# No further position is drawn when this much time has gone, unless fewer than so many were asked.
POSITIONS_SECONDS = 60.0
FEWEST_POSITIONS = 20
# What a bot writes must last for a long match, what it logs for one of the usual length.
LONG_MATCH = 30
_TOLD_EVERY = 10
_QUOTED = 40


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

    The same upload is asked the same: decks, positions and the bot's own source of chance follow
    from its hash, so that what fails on the site fails at home.

    Raises:
        SpecError: If there is no such game, or not at so many seats, or it has no decisions.
        SandboxError: If the walls could not be put up.
        StarvedError: If the machine was held up time and again.
        StoppedError: If it was stopped.
    """
    made = _Check(spec, watch, workspace)
    with heartbeat:
        yield from made.steps()
    yield CheckReport(tuple(made.done), tuple(made.matches), joined(made.logs), spec.limits)


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

    spec: CheckSpec
    watch: Watch
    workspace: Workspace
    games: tuple[Game, ...] = ()
    overheard: Overheard | None = None
    done: list[Step] = field(default_factory=list)
    matches: list[MatchReport] = field(default_factory=list)
    logs: list[str] = field(default_factory=list)
    worst: Worst = field(default_factory=Worst)

    def __post_init__(self) -> None:
        try:
            kind = find_game(self.spec.game)
            self.games = tuple(kind(seats=seats) for seats in self.spec.seats)
            next(self._drawn(self.games[0], 1))
        except GameError as error:
            raise SpecError(str(error)) from error

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
            facts, problem = failed.facts, failed.problem
        self.watch.raise_if_stopped()
        if facts is None:
            return None
        return Step(name, int((time.monotonic() - begun) * 1_000), facts, problem)

    # The steps

    def _bundle(self) -> _Working:
        data = self.spec.program.data
        try:
            bundle = open_bundle(data, guess_filename(data))
        except BundleError as error:
            raise _Failed(Problem("bundle", "bundle", str(error))) from None
        yield from ()
        return {"files": len(bundle.files), "size": len(data)}

    def _handshake(self) -> _Working:
        with self._player() as player:
            failure = self._started(player, self.games[0])
            name = player.name
        yield from ()
        if failure is None:
            return {"name": name, "protocol": VERSION}
        if failure.kind == "no_start" and failure.detail.startswith("timeout"):
            self.overheard = self._overhear()
            if self.overheard.unflushed and self.overheard.ready is not None:
                return {"name": _name_in(self.overheard.ready), "protocol": VERSION}
        cause = _cause_at_start(failure, self.logs[-1])
        raise _Failed(Problem(failure.kind, cause, failure.detail))

    def _starts(self) -> _Working:
        if self.overheard is not None:
            return None  # Its ready lies in a buffer: the next step says so.
        wall_ms = cpu_ms = 0
        for number in range(STARTS):
            yield Progress("start", number, STARTS)
            with self._player() as player:
                begun = time.monotonic()
                failure = self._started(player, self.games[0])
                wall_ms = max(wall_ms, int((time.monotonic() - begun) * 1_000))
                if self.watch.latest is not None:
                    cpu_ms = max(cpu_ms, self.watch.latest.cpu_ns() // 1_000_000)
            if failure is not None:
                raise _Failed(Problem(failure.kind, "slow_start", failure.detail))
        start_ms = self.spec.limits.start_ms
        return {"starts": STARTS, "wall_ms": wall_ms, "cpu_ms": cpu_ms, "start_ms": start_ms}

    def _flush(self) -> _Working:
        if self.overheard is None:
            self.overheard = self._overhear()
        yield from ()
        heard = self.overheard
        if heard.unflushed:
            late = "ready" if heard.answer is None else "answer"
            said = heard.ready if heard.answer is None else heard.answer
            detail = f"its {late} came only when its input had ended: {(said or b'')[:_QUOTED]!r}"
            kind = "no_start" if late == "ready" else "timeout"
            raise _Failed(Problem(kind, "unflushed", detail))
        # Without any answer it is no buffer that is to blame: the positions will show what is.
        return {} if heard.answer is not None else None

    def _output(self) -> _Working:
        heard = self.overheard
        yield from ()
        if heard is None or heard.answer is None or not _is_answer(heard.answer):
            return None  # The positions will show what it says instead of an answer.
        if heard.stray:
            detail = f"{heard.stray[:_QUOTED]!r} {heard.when}"
            raise _Failed(Problem("unexpected_output", "unexpected_output", detail))
        return {}

    def _positions(self) -> _Working:
        asked = refused = 0
        begun = time.monotonic()
        for game in self.games:
            share = -(-(POSITIONS - asked) // (len(self.games) - self.games.index(game)))
            drawn = self._drawn(game, share)
            counts = self._ask_all(game, drawn, asked, begun)
            more, again = yield from counts
            asked, refused = asked + more, refused + again
        return {
            "asked": asked,
            "seats": list(self.spec.seats),
            "refused": refused,
            "cpu_ms": self.worst.move_cpu_ms,
            "wall_ms": self.worst.move_wall_ms,
        }

    def _ask_all(
        self, game: Game, drawn: Iterator[Position], before: int, begun: float
    ) -> Generator[Progress, None, tuple[int, int]]:
        """Ask in each position; how many were asked, and how many first answers were refused."""
        asked = refused = 0
        with self._player() as process:
            player = Measured(process, self.worst)
            failure = self._started(process, game)
            if failure is not None:
                raise _Failed(_problem(failure))
            try:
                for position in drawn:
                    if asked >= FEWEST_POSITIONS and _is_late(begun):
                        break
                    if (before + asked) % _TOLD_EVERY == 0:
                        yield Progress("positions", before + asked, POSITIONS)
                    player.tell(position.opening)
                    refused += _answer(player, position, 2 * asked + 1)
                    player.tell(position.over)
                    asked += 1
            finally:
                self.worst.take(process.usage, 0)
        # Its peak of memory is known only now.
        self.worst.take(process.usage, 0)
        return asked, refused

    def _matches(self, against: str) -> _Working:
        scores: list[list[int]] = []
        played = slowest = 0
        for game in self.games:
            deals: list[DealReport] = []
            total = DEALS * len(self.games)
            spec = self._match(against, game)
            for report in self._reports(spec):
                if isinstance(report, DealReport):
                    deals.append(report)
                    yield Progress(against, played + len(deals), total)
                    continue
                self.matches.append(report)
                self.logs += report.logs
                for fault in report.faults:
                    raise _Failed(_fault_problem(fault, deals))
                for usage in report.usage[: len(report.usage) if against == "itself" else 1]:
                    self.worst.take(usage, report.deals)
                    slowest = max(slowest, usage.max_move_cpu_ms)
                scores.append(list(report.scores))
                played += report.deals
        facts = {"deals": played, "scores": scores, "cpu_ms": slowest}
        return facts if against == "itself" else {"opponent": ANCHOR, **facts}

    def _reports(self, spec: MatchSpec) -> Iterator[DealReport | MatchReport]:
        with seated(spec, self.watch, self.workspace) as players:
            own = spec.programs[0]
            watched = [
                Measured(player, self.worst) if program is own else player
                for player, program in zip(players, spec.programs, strict=True)
            ]
            yield from play_match(spec, watched)

    def _limits(self) -> _Working:
        worst, limits = self.worst, self.spec.limits
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

    # What the steps are made of

    def _secret(self, purpose: str) -> bytes:
        text = f"check|{self.spec.program.sha256}|{self.spec.game}|{purpose}"
        return hashlib.sha256(text.encode()).digest()

    def _drawn(self, game: Game, count: int) -> Iterator[Position]:
        return positions(game, count, self._secret(f"positions|{game.seats}"))

    def _hello(self, game: Game, deals: int) -> Hello:
        return Hello(
            match="check",
            game=game.key,
            options=dict(game.options),
            seats=game.seats,
            sides=game.sides,
            deals=deals,
            leg=0,
            first_deal=0,
            series={"kind": "deals", "count": deals},
            random=self._secret("random").hex()[:32],
            limits=self.spec.limits,
        )

    def _match(self, against: str, game: Game) -> MatchSpec:
        own = self.spec.program
        other = own if against == "itself" else HouseProgram(ANCHOR)
        seats = range(game.seats)
        return MatchSpec(
            match=f"check_{against}",
            game=game.key,
            options={},
            seats=game.seats,
            sides=game.sides,
            series={"kind": "deals", "count": DEALS},
            secret=self._secret(f"{against}|{game.seats}").hex(),
            randoms=tuple(self._secret(f"{against}|{seat}").hex()[:32] for seat in seats),
            programs=(own, *(other for _ in seats[1:])),
            limits=self.spec.limits,
        )

    @contextmanager
    def _player(self) -> Iterator[ProcessPlayer]:
        bundle = open_bundle(self.spec.program.data, guess_filename(self.spec.program.data))
        folder = self.workspace.unpack(bundle)
        player = ProcessPlayer(self.watch, folder)
        try:
            yield player
        finally:
            player.close()
            self.logs.append(player.log)
            self.workspace.remove(folder)

    def _started(self, player: ProcessPlayer, game: Game) -> Failure | None:
        """Whether it starts; held up by the machine it is started once more."""
        hello = self._hello(game, POSITIONS)
        player.prepare(hello)
        failure = player.start()
        if failure is not None and failure.starved:
            player.prepare(hello)
            failure = player.start()
        if failure is not None and failure.starved:
            raise StarvedError(failure.detail)
        return failure

    def _overhear(self) -> Overheard:
        bundle = open_bundle(self.spec.program.data, guess_filename(self.spec.program.data))
        folder = self.workspace.unpack(bundle)
        game = self.games[0]
        limits = self.spec.limits
        running = self.watch.start(folder, limits, limits.start_ms // 1_000 + 60)
        try:
            return overhear(running, self._hello(game, 1), next(self._drawn(game, 1)))
        finally:
            running.end()
            self.workspace.remove(folder)


def _answer(player: Measured, position: Position, identity: int) -> int:
    """
    Ask in a position, once more if the move is refused; how often it was.

    Raises:
        _Failed: If the bot fails.
        StarvedError: If the machine was held up.
    """
    refused: dict[str, str] | None = None
    for attempt in range(2):
        answer = player.choose(position.ask(identity + attempt, refused))
        if isinstance(answer, Failure):
            if answer.starved:
                raise StarvedError(answer.detail)
            raise _Failed(_problem(answer, position.described()))
        try:
            position.state.copy().play(answer.move)
            return attempt
        except (IllegalMove, InvalidMove) as error:
            shown = str(answer.move)[:200]
            refused = {"move": shown, "code": error.code, "reason": str(error)[:200]}
    assert refused is not None, "the loop ends with a refusal"
    detail = f"{refused['move']}: {refused['reason']}"
    problem = Problem("illegal_move", "illegal_move", detail, position.described(refused["move"]))
    raise _Failed(problem)


def _is_answer(said: bytes) -> bool:
    try:
        parse_move(said, 1)
    except AnswerError:
        return False
    return True


def _is_late(begun: float) -> bool:
    return time.monotonic() - begun > POSITIONS_SECONDS


def _problem(failure: Failure | Fault, position: dict[str, Any] | None = None) -> Problem:
    return Problem(failure.kind, _cause(failure.kind, failure.detail), failure.detail, position)


def _cause(kind: str, detail: str) -> str:
    if kind == "bad_answer" and detail.startswith("the line is not"):
        return "prints"
    return kind


def _cause_at_start(failure: Failure, log: str) -> str:
    if "; it said " in failure.detail:
        return "version"
    if "ModuleNotFoundError" in log:
        return "import"
    if failure.detail.startswith("crashed"):
        return "error_at_start"
    return failure.kind


def _fault_problem(fault: Fault, deals: list[DealReport]) -> Problem:
    position = None
    if fault.kind != "no_start" and deals:
        answer = fault.detail.partition(":")[0] if fault.kind == "illegal_move" else None
        position = asked_at_fault(Record.from_json(deals[-1].record), fault.seat, answer)
    return _problem(fault, position)


def asked_at_fault(record: Record, entry: int, answer: str | None) -> dict[str, Any] | None:
    """The decision at which *entry* failed in a deal: the first that was made for it."""
    state = opening(record)
    for number, played in enumerate(record.moves, start=1):
        if played.mark == "fallback" and record.seated[played.seat] == entry:
            options = dict(record.options)
            return described(state, played.seat, record.deal, options, answer)
        play_on(state, number, played)
    return None


def _name_in(ready: bytes) -> str:
    """
    The name in a first line that came too late.

    Raises:
        _Failed: If that line is wrong as well.
    """
    try:
        return parse_ready(ready).name
    except AnswerError as error:
        raise _Failed(Problem("no_start", "version", str(error))) from None
