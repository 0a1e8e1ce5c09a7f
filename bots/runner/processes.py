"""A bot in a process of its own: asked, clocked, frozen in between, never waited for too long."""

import contextlib
import os
import signal
import time
from pathlib import Path

from bots.protocol import (
    AnswerError,
    Ask,
    Choice,
    Deal,
    Hello,
    Told,
    ask_line,
    line,
    parse_move,
    parse_ready,
    quoted,
)
from bots.reports import Usage
from bots.runner.awake import Awake
from bots.runner.heartbeat import Heartbeat, heartbeat
from bots.runner.players import Failure
from bots.runner.wire import FailedError, Log, Wire
from bots.sandbox.launch import LAUNCHED, MEMORY_EXIT
from bots.sandbox.limits import Limits
from bots.sandbox.process import Exit, Running, SandboxError, Walls

# A bot may run threads on every core, so its CPU clock can outrun the wall by this factor.
_CORES = os.cpu_count() or 1
# So long a bot may take before the others, which have answered, are stopped. A shorter alarm than
# the system's own tick is a dear one: set and called off, it costs a quarter of a quick move.
_MOMENT_MS = 5
# Shorter than what a busy machine is blamed for.
_HELD_UP_NS = 100_000_000
# After its answer a bot has to come back to its input; one that does more is not waiting.
_RUN_ON_NS = 200_000
_SHORTEST_WAIT_MS = 5
_LONGEST_WAIT_MS = 50
_PEAK_EVERY = 64
# A bot that closed its output is given this long to be seen ending.
_EXIT_SECONDS = 0.2
# What may be read of `bye` before the end.
_BYE_SECONDS = 0.2
_START_CPU_SECONDS = 60
# From nine tenths of its memory on, a bot that the system kills is taken to have used it up.
_FULL_KB_PER_MB = 1_024 * 9 // 10
# So much of what could not be read is quoted to the author.
_MS = 1_000_000
_NOT_PREPARED = "prepare comes before everything else"


class StoppedError(Exception):
    """The match was stopped from outside while a bot was thinking."""


class ProcessPlayer:
    """
    The player of an uploaded bot (or an author's own file): one process for the whole match.

    Nothing it writes raises here: a failure is an answer. `SandboxError` is raised when the walls
    could not be put up, `StoppedError` when the match was stopped.
    """

    def __init__(
        self,
        walls: Walls,
        folder: Path,
        awake: Awake | None = None,
        pulse: Heartbeat = heartbeat,
    ) -> None:
        self._walls = walls
        self._folder = folder
        self._awake = awake or Awake()
        self._pulse = pulse
        # Found running on after an answer of its own: stopped after every one from then on.
        self._runs_on = False
        self._bot: Running | None = None
        self._wire: Wire | None = None
        self._limits = Limits()
        self._stopped = False
        self._log = Log()
        self._most_move_cpu_ns = self._most_deal_cpu_ns = 0
        self._cpu_ns = self._wall_ns = self._peak_kb = self._answers = self._max_cpu_ns = 0
        self._cpu_seconds = 0
        self._most_out = self._most_err = 0
        self._begun = self._charged_ns = self._logged_before = 0
        self._deal: int | None = None
        self._deal_cpu_ns = self._deal_wall_ns = 0
        # Of all deals that this process plays.
        self._match_wall_ns = self._most_match_wall_ns = 0
        self.name = ""

    @property
    def usage(self) -> Usage:
        if self._wire is not None:
            self._count_output(self._wire)
        return Usage(
            cpu_ms=self._cpu_ns // _MS,
            wall_ms=self._wall_ns // _MS,
            peak_kb=self._peak_kb,
            answers=self._answers,
            max_move_cpu_ms=self._max_cpu_ns // _MS,
            output_bytes=self._most_out,
            log_bytes=self._most_err,
        )

    @property
    def log(self) -> str:
        return str(self._log)

    def prepare(self, hello: Hello) -> None:
        self._end()
        self._limits = hello.limits
        self._most_move_cpu_ns = hello.limits.move_cpu_ms * _MS
        self._most_deal_cpu_ns = hello.limits.deal_cpu_ms * _MS
        deals = hello.deals or 1_000
        self._cpu_seconds = deals * hello.limits.deal_cpu_ms // 1_000 + _START_CPU_SECONDS
        self._bot = self._walls.start(self._folder, hello.limits, self._cpu_seconds)
        self._wire = Wire(self._bot, hello.limits.line_bytes, self._log)
        self._match_wall_ns = 0
        self._most_match_wall_ns = hello.limits.match_wall_ms(deals) * _MS
        self._logged_before = len(self.log)
        self._begun = time.monotonic_ns()
        self._charged_ns = 0
        self._deal = None
        # At once, so that no bot has to wait until another has started.
        self._wire.tell(line(hello))
        self._wire.write()
        if self._stopped:
            raise StoppedError

    def start(self) -> Failure | None:
        bot, wire = self._running()
        deadline = self._begun + self._limits.start_ms * _MS
        try:
            self._await_launch(bot, wire, deadline)
            said = self._line(bot, wire, self._begun, deadline, None)
            try:
                ready = parse_ready(said)
            except AnswerError as error:
                raise _unreadable("no_start", error, said) from None
            wire.expect_silence("after ready")
        except FailedError as failed:
            self._end()
            return _while_starting(failed.failure)
        bot.freeze()
        self._charged_ns = bot.cpu_ns()
        self.name = ready.name
        return None

    def tell(self, message: Told) -> None:
        if isinstance(message, Deal):
            self._deal = None
            if self._has_run_on():
                # Whoever read the report of the deal before took his time, and the bot used it.
                self.still()
        if self._wire is not None:
            self._wire.tell(line(message))

    def choose(self, ask: Ask) -> Choice | Failure:
        bot, wire = self._bot, self._wire
        if bot is None or wire is None:
            raise RuntimeError(_NOT_PREPARED)
        try:
            return self._exchange(bot, wire, ask)
        except FailedError as failed:
            self._end()
            return failed.failure

    def close(self) -> None:
        bot, wire = self._bot, self._wire
        if bot is not None and wire is not None and wire.untold and not self._stopped:
            self._say_goodbye(bot, wire)
        self._end()

    def stop(self) -> None:
        self._stopped = True
        bot = self._bot
        if bot is not None:
            bot.kill_now()

    def _running(self) -> tuple[Running, Wire]:
        if self._bot is None or self._wire is None:
            raise RuntimeError(_NOT_PREPARED)
        return self._bot, self._wire

    def _exchange(self, bot: Running, wire: Wire, ask: Ask) -> Choice:
        # The way of nearly every move of every match: every call in it counts.
        begun = time.monotonic_ns()
        if ask.deal != self._deal:
            self._deal, self._deal_cpu_ns, self._deal_wall_ns = ask.deal, 0, 0
        # What it wrote since its last answer was not asked for.
        if wire.poll(0):
            wire.wait(0)
            wire.expect_silence("before it was asked")
        left = max(self._most_deal_cpu_ns - self._deal_cpu_ns, 0)
        budget = min(self._most_move_cpu_ns, left)
        # Written before it is woken, so that it wakes up once and finds all it needs.
        wire.put(ask_line(ask, left // _MS))
        if bot.frozen:
            self._wake(bot)
        try:
            wire.wait(_MOMENT_MS)
            said = wire.line()
            if said is None:
                self._awake.still(but=self)
                said = self._line(bot, wire, begun, begun + self._wall_left(), budget)
        finally:
            if self._runs_on:
                self.still()
            used = self._charge(bot, begun)
        if used > budget:
            raise _over_budget(used, budget)
        try:
            choice = parse_move(said, ask.id)
        except AnswerError as error:
            raise _unreadable("bad_answer", error, said) from None
        if wire.said:
            wire.expect_silence("after its answer")
        self._answers += 1
        if self._answers % _PEAK_EVERY == 0:
            self._check_memory(bot)
        return choice

    def _charge(self, bot: Running, begun: int) -> int:
        """Nanoseconds of CPU time that it used since it was last charged, for this answer."""
        clock = bot.cpu_ns()
        took = time.monotonic_ns() - begun
        used = clock - self._charged_ns
        self._charged_ns = clock
        self._deal_cpu_ns += used
        self._cpu_ns += used
        if used > self._max_cpu_ns:
            self._max_cpu_ns = used
        self._wall_ns += took
        # What the runner itself was held up is not the bot's thinking.
        if took < _HELD_UP_NS or not self._pulse.late_since(begun / 1e9):
            self._deal_wall_ns += took
            self._match_wall_ns += took
        return used

    def still(self) -> None:
        """Stop the bot until it is asked again."""
        self._awake.discard(self)
        self._runs_on = self._runs_on or self._has_run_on()
        bot = self._bot
        if bot is not None and not bot.frozen:
            bot.freeze()

    def _has_run_on(self) -> bool:
        """Whether it has done more since its answer than to come back to its input."""
        bot = self._bot
        return bot is not None and not bot.frozen and bot.cpu_ns() - self._charged_ns > _RUN_ON_NS

    def _wake(self, bot: Running) -> None:
        self._awake.add(self)
        bot.thaw()

    def _wall_left(self) -> int:
        """Nanoseconds on the wall that the next answer may take."""
        limits = self._limits
        left = min(
            limits.deal_wall_ms * _MS - self._deal_wall_ns,
            self._most_match_wall_ns - self._match_wall_ns,
        )
        return min(limits.move_wall_ms * _MS, max(left, 0))

    def _check_memory(self, bot: Running) -> None:
        self._peak_kb = max(self._peak_kb, bot.peak_kb())
        if self._peak_kb > self._limits.memory_mb << 10:
            raise FailedError("memory_limit", f"{self._peak_kb >> 10} MiB used")

    def _await_launch(self, bot: Running, wire: Wire, deadline: int) -> None:
        """The launcher's own line comes first; a process without it was failed by us."""
        try:
            data = self._line(bot, wire, self._begun, deadline, None)
        except FailedError as failed:
            if failed.failure.kind in ("exited", "crashed"):
                if self._wire is not None:
                    # Of one that has ended the log is read, and the descriptor may be another's.
                    wire.drain_log()
                # Of this process alone: everybody reads the reason, and the bot wrote the rest.
                said = self.log[self._logged_before :].strip()
                raise SandboxError(said or failed.failure.detail) from None
            raise
        if data + b"\n" != LAUNCHED:
            raise SandboxError("the launcher did not say that it is there")

    def _line(
        self, bot: Running, wire: Wire, begun: int, deadline: int, budget: int | None
    ) -> bytes:
        """
        One line of the bot's, without its end, while what is untold is written to it.

        *deadline* is by `time.monotonic_ns`, *budget* in nanoseconds of CPU time since it was last
        charged. What is there in time counts, even if the runner comes to see it late.
        """
        used = 0
        waited = looked_again = False
        while (said := wire.line()) is None:
            if self._stopped:
                raise StoppedError
            if wire.ended:
                raise self._gone(bot)
            if waited:
                # Should the system kill it, it must be known how much memory it had.
                bot.peak_kb()
            if waited and budget is not None:
                used = bot.cpu_ns() - self._charged_ns
                if used > budget:
                    raise _over_budget(used, budget)
            now = time.monotonic_ns()
            if now < deadline:
                milliseconds = (deadline - now) // _MS + 1
                if budget is not None:
                    at_worst = (budget - used) // _CORES // _MS
                    milliseconds = min(milliseconds, max(at_worst, _SHORTEST_WAIT_MS))
                wire.wait(min(milliseconds, _LONGEST_WAIT_MS))
            elif not looked_again:
                looked_again = True
                wire.wait(0)
            else:
                starved = self._pulse.late_since(begun / 1e9)
                raise FailedError("timeout", self._too_late(now - begun), starved=starved)
            waited = True
        return said

    def _too_late(self, took: int) -> str:
        limits = self._limits
        told = f"no answer in {took // _MS} ms"
        spent = (self._deal_wall_ns + took) // _MS
        if spent >= limits.deal_wall_ms:
            return f"{told}; {spent} ms in this deal, of {limits.deal_wall_ms} (deal_wall_ms)"
        spent, most = (self._match_wall_ns + took) // _MS, self._most_match_wall_ns // _MS
        return told if spent < most else f"{told}; {spent} ms in this match, of {most}"

    def _say_goodbye(self, bot: Running, wire: Wire) -> None:
        """The last words are written and given a moment; nothing hangs on their being read."""
        self._peak_kb = max(self._peak_kb, bot.peak_kb())
        self._wake(bot)
        deadline = time.monotonic() + _BYE_SECONDS
        with contextlib.suppress(FailedError):
            while time.monotonic() < deadline:
                wire.write()
                if bot.wait(0.005):
                    return
                wire.read_log()

    def _gone(self, bot: Running) -> FailedError:
        if self._stopped:
            raise StoppedError
        if not bot.wait(_EXIT_SECONDS):
            return FailedError("exited", "closed its output")
        ended = self._end()
        is_full = self._peak_kb >= self._limits.memory_mb * _FULL_KB_PER_MB
        return _ended(ended, bot.cpu_ns(), self._cpu_seconds * 950 * _MS, is_full=is_full)

    def _count_output(self, wire: Wire) -> None:
        self._most_out = max(self._most_out, wire.out_bytes)
        self._most_err = max(self._most_err, wire.err_bytes)

    def _end(self) -> Exit | None:
        bot, wire = self._bot, self._wire
        if bot is None or wire is None:
            return None
        self._bot = self._wire = None
        self._awake.discard(self)
        if not self._stopped:
            wire.drain_log()
        self._count_output(wire)
        ended = bot.end()
        self._peak_kb = max(self._peak_kb, bot.peak_kb())
        return ended


def _unreadable(kind: str, error: AnswerError, said: bytes) -> FailedError:
    return FailedError(kind, f"{error}; it said {quoted(said)}", cause=error.code)


def _over_budget(used: int, budget: int) -> FailedError:
    return FailedError("cpu_limit", f"{used // _MS} ms used of {budget // _MS}")


def _ended(ended: Exit | None, cpu_ns: int, cpu_limit_ns: int, *, is_full: bool) -> FailedError:
    assert ended is not None, "only a running bot ends"
    if ended.signal == signal.SIGSYS:
        return FailedError("forbidden_syscall", "asked the system for what no bot may have")
    if ended.signal == signal.SIGXCPU or (ended.signal == signal.SIGKILL and cpu_ns > cpu_limit_ns):
        return FailedError("cpu_limit", f"{cpu_ns // _MS} ms used")
    if ended.code == MEMORY_EXIT or (ended.signal == signal.SIGKILL and is_full):
        return FailedError("memory_limit", "no memory left")
    # No bot can kill itself, and none within its limits takes another's memory: the machine ran
    # out of it, or somebody who may do so killed the bot.
    if ended.signal == signal.SIGKILL:
        return FailedError("crashed", "a bot within its limits was killed", starved=True)
    if ended.code == 0:
        return FailedError("exited", str(ended))
    return FailedError("crashed", str(ended))


def _while_starting(failure: Failure) -> Failure:
    """Before `ready`, an end of any kind is a bot that does not start."""
    if failure.kind in ("exited", "crashed", "timeout"):
        detail = f"{failure.kind}: {failure.detail}"
        return Failure("no_start", detail, failure.starved, failure.kind)
    return failure
