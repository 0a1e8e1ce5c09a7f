"""A bot in a process of its own: asked, clocked, frozen in between, never waited for too long."""

import contextlib
import os
import select
import signal
import time
from pathlib import Path

from bots.heartbeat import Heartbeat, heartbeat
from bots.players import Choice, Failure
from bots.protocol import AnswerError, Ask, Deal, Hello, Told, line, parse_move, parse_ready
from bots.reports import Usage
from bots.sandbox.launch import LAUNCHED, MEMORY_EXIT
from bots.sandbox.limits import LOG_BYTES, STDERR_BYTES, STDOUT_BYTES, Limits
from bots.sandbox.process import Exit, Running, SandboxError, Walls

_CHUNK = 65_536
# A bot may run threads on every core, so its CPU clock can outrun the wall by this factor.
_CORES = os.cpu_count() or 1
_SHORTEST_WAIT = 0.005
_LONGEST_WAIT = 0.05
_PEAK_EVERY = 50
# A bot that closed its output is given this long to be seen ending.
_EXIT_SECONDS = 0.2
# What may be read of `bye` before the end.
_BYE_SECONDS = 0.2
_START_CPU_SECONDS = 60
# So much of what could not be read is quoted to the author.
_QUOTED = 60
# A log is shown on pages and kept in a database: control characters are written out.
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(32), 127) if chr(code) not in "\n\t"}


class StoppedError(Exception):
    """The match was stopped from outside while a bot was thinking."""


class _FailedError(Exception):
    def __init__(self, kind: str, detail: str = "", *, starved: bool = False) -> None:
        super().__init__(kind, detail)
        self.failure = Failure(kind, detail, starved)


class ProcessPlayer:
    """
    The player of an uploaded bot (or an author's own file): one process for the whole match.

    Nothing it writes raises here: a failure is an answer. `SandboxError` is raised when the walls
    could not be put up, `StoppedError` when the match was stopped.
    """

    def __init__(self, walls: Walls, folder: Path, pulse: Heartbeat = heartbeat) -> None:
        self._walls = walls
        self._folder = folder
        self._pulse = pulse
        self._bot: Running | None = None
        self._limits = Limits()
        self._stopped = False
        self._pending = bytearray()
        self._log = bytearray()
        self._cpu_ns = self._wall_ns = self._peak_kb = self._answers = self._max_cpu_ns = 0
        self._cpu_seconds = 0
        self._launched = False
        self._out_bytes = self._err_bytes = self._most_out = self._most_err = 0
        self._in = bytearray()
        self._poll = select.poll()
        self._begun = self._charged_ns = 0
        self._deal: int | None = None
        self._deal_cpu_ns = self._deal_wall_ns = 0
        self.name = ""

    @property
    def usage(self) -> Usage:
        return Usage(
            cpu_ms=self._cpu_ns // 1_000_000,
            wall_ms=self._wall_ns // 1_000_000,
            peak_kb=self._peak_kb,
            answers=self._answers,
            max_move_cpu_ms=self._max_cpu_ns // 1_000_000,
            output_bytes=max(self._out_bytes, self._most_out),
            log_bytes=max(self._err_bytes, self._most_err),
        )

    @property
    def log(self) -> str:
        return self._log.decode("utf-8", "replace").translate(_CONTROLS)

    def prepare(self, hello: Hello) -> None:
        self._end()
        self._limits = hello.limits
        deals = hello.deals or 1_000
        self._cpu_seconds = deals * hello.limits.deal_cpu_ms // 1_000 + _START_CPU_SECONDS
        self._bot = self._walls.start(self._folder, hello.limits, self._cpu_seconds)
        self._begun = time.monotonic_ns()
        self._launched = False
        self._most_out = max(self._out_bytes, self._most_out)
        self._most_err = max(self._err_bytes, self._most_err)
        self._out_bytes = self._err_bytes = self._charged_ns = 0
        self._deal = None
        self._in.clear()
        self._pending = bytearray(line(hello))
        self._poll = select.poll()
        self._poll.register(self._bot.stdout, select.POLLIN)
        self._poll.register(self._bot.stderr, select.POLLIN)
        if self._stopped:
            raise StoppedError

    def start(self) -> Failure | None:
        bot = self._running()
        deadline = self._begun + self._limits.start_ms * 1_000_000
        try:
            self._await_launch(deadline)
            said = self._line(self._begun, deadline, None)
            try:
                ready = parse_ready(said)
            except AnswerError as error:
                raise _FailedError("no_start", f"{error}; it said {said[:_QUOTED]!r}") from None
            self._expect_silence("after ready")
        except _FailedError as failed:
            self._end()
            return _while_starting(failed.failure)
        bot.freeze()
        self._charged_ns = bot.cpu_ns()
        self.name = ready.name
        return None

    def tell(self, message: Told) -> None:
        if isinstance(message, Deal):
            self._deal = None
        if self._bot is not None:
            self._pending += line(message)

    def choose(self, ask: Ask) -> Choice | Failure:
        bot = self._running()
        if ask.deal != self._deal:
            self._deal, self._deal_cpu_ns, self._deal_wall_ns = ask.deal, 0, 0
        begun = time.monotonic_ns()
        try:
            answer = self._exchange(bot, ask, begun)
        except _FailedError as failed:
            self._note_usage(bot, begun)
            self._end()
            return failed.failure
        return answer

    def close(self) -> None:
        bot = self._bot
        if bot is not None:
            self._peak_kb = max(self._peak_kb, bot.peak_kb())
        if bot is not None and self._pending and not self._stopped:
            # The last words are written and given a moment; nothing hangs on their being read.
            bot.thaw()
            with contextlib.suppress(_FailedError):
                self._write()
                deadline = time.monotonic_ns() + int(_BYE_SECONDS * 1e9)
                while not self._pending_done(bot, deadline):
                    pass
        self._end()

    def stop(self) -> None:
        self._stopped = True
        bot = self._bot
        if bot is not None:
            bot.kill_now()

    def _running(self) -> Running:
        if self._bot is None:
            raise RuntimeError("prepare comes before everything else")
        return self._bot

    def _exchange(self, bot: Running, ask: Ask, begun: int) -> Choice:
        self._read(bot.stdout)
        self._expect_silence("before it was asked")
        limits = self._limits
        left = limits.deal_cpu_ms * 1_000_000 - self._deal_cpu_ns
        budget = min(limits.move_cpu_ms * 1_000_000, max(left, 0))
        told = Ask(
            ask.deal, ask.id, max(left, 0) // 1_000_000, ask.events, ask.view, ask.menu, ask.refused
        )
        self._pending += line(told)
        bot.thaw()
        said = self._line(begun, begun + self._wall_left(), budget)
        try:
            answer = parse_move(said, ask.id)
        except AnswerError as error:
            raise _FailedError("bad_answer", f"{error}; it said {said[:_QUOTED]!r}") from None
        bot.freeze()
        used = self._note_usage(bot, begun)
        if used > budget:
            raise _over_budget(used, budget)
        self._expect_silence("after its answer")
        self._answers += 1
        if self._answers % _PEAK_EVERY == 0:
            self._check_memory(bot)
        return Choice(answer.move, answer.note)

    def _note_usage(self, bot: Running, begun: int) -> int:
        # What ran on between the answer and the stop is found here at the next ask.
        used = bot.cpu_ns() - self._charged_ns
        self._charged_ns += used
        self._deal_cpu_ns += used
        self._cpu_ns += used
        self._max_cpu_ns = max(self._max_cpu_ns, used)
        took = time.monotonic_ns() - begun
        self._wall_ns += took
        if not self._pulse.late_since(begun / 1e9):
            # What the runner itself was held up is not the bot's thinking.
            self._deal_wall_ns += took
        return used

    def _wall_left(self) -> int:
        """Nanoseconds on the wall that the next answer may take."""
        limits = self._limits
        left = limits.deal_wall_ms * 1_000_000 - self._deal_wall_ns
        return min(limits.move_wall_ms * 1_000_000, max(left, 0))

    def _check_memory(self, bot: Running) -> None:
        self._peak_kb = max(self._peak_kb, bot.peak_kb())
        if self._peak_kb > self._limits.memory_mb << 10:
            raise _FailedError("memory_limit", f"{self._peak_kb >> 10} MiB used")

    def _await_launch(self, deadline: int) -> None:
        """The launcher's own line comes first; a process without it was failed by us."""
        try:
            data = self._line(self._begun, deadline, None)
        except _FailedError as failed:
            if failed.failure.kind in ("exited", "crashed") and not self._launched:
                raise SandboxError(self.log.strip() or failed.failure.detail) from None
            raise
        if data + b"\n" != LAUNCHED:
            raise SandboxError(f"the launcher said {data[:80]!r}")
        self._launched = True

    def _line(self, begun: int, deadline: int, budget: int | None) -> bytes:
        """One line of the bot's, without its end, while what is pending is written to it."""
        bot = self._running()
        while True:
            end = self._in.find(b"\n")
            if (len(self._in) if end < 0 else end) > self._limits.line_bytes:
                raise _FailedError("line_too_long", f"over {self._limits.line_bytes} bytes")
            if end >= 0:
                data = bytes(self._in[:end])
                del self._in[: end + 1]
                return data
            self._wait(bot, begun, deadline, budget)

    def _wait(self, bot: Running, begun: int, deadline: int, budget: int | None) -> None:
        if self._stopped:
            raise StoppedError
        self._write()
        now = time.monotonic_ns()
        if now >= deadline:
            starved = self._pulse.late_since(begun / 1e9)
            raise _FailedError("timeout", self._too_late(now - begun), starved=starved)
        seconds = min((deadline - now) / 1e9, _LONGEST_WAIT)
        if budget is not None:
            used = bot.cpu_ns() - self._charged_ns
            if used > budget:
                raise _over_budget(used, budget)
            seconds = min(seconds, max((budget - used) / 1e9 / _CORES, _SHORTEST_WAIT))
        for descriptor, _ in self._poll.poll(max(1, int(seconds * 1_000))):
            if descriptor == bot.stderr:
                self._read_log(bot)
            elif descriptor == bot.stdout and not self._read(descriptor):
                raise self._gone(bot)

    def _too_late(self, took: int) -> str:
        limits = self._limits
        told = f"no answer in {took // 1_000_000} ms"
        if self._deal_wall_ns + took < limits.deal_wall_ms * 1_000_000:
            return told
        spent = (self._deal_wall_ns + took) // 1_000_000
        return f"{told}; {spent} ms in this deal, of {limits.deal_wall_ms} (deal_wall_ms)"

    def _pending_done(self, bot: Running, deadline: int) -> bool:
        if time.monotonic_ns() >= deadline or bot.wait(0.005):
            return True
        self._write()
        self._read_log(bot)
        return False

    def _write(self) -> None:
        bot = self._running()
        while self._pending:
            try:
                written = os.write(bot.stdin, self._pending)
            except BlockingIOError:
                break
            except BrokenPipeError:
                # Its end is seen on its output; a bot may have closed its input and still answer.
                self._pending.clear()
                break
            del self._pending[:written]
        # Only with something left to write is room in the pipe worth waking for.
        with contextlib.suppress(KeyError):
            self._poll.unregister(bot.stdin)
        if self._pending:
            self._poll.register(bot.stdin, select.POLLOUT)

    def _read(self, descriptor: int) -> bool:
        """Take what the bot wrote; False at the end of it."""
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return True
        self._out_bytes += len(data)
        if self._out_bytes > STDOUT_BYTES:
            raise _FailedError("output_limit", f"over {STDOUT_BYTES >> 20} MiB of output")
        self._in += data
        return bool(data)

    def _read_log(self, bot: Running) -> None:
        try:
            data = os.read(bot.stderr, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            with contextlib.suppress(KeyError):
                self._poll.unregister(bot.stderr)
            return
        self._err_bytes += len(data)
        self._log += data[: max(0, LOG_BYTES - len(self._log))]
        if self._err_bytes > STDERR_BYTES:
            raise _FailedError("stderr_limit", f"over {STDERR_BYTES >> 10} KiB of log")

    def _expect_silence(self, when: str) -> None:
        if self._in:
            raise _FailedError("unexpected_output", f"{bytes(self._in[:40])!r} {when}")

    def _gone(self, bot: Running) -> _FailedError:
        if self._stopped:
            raise StoppedError
        self._drain_log(bot)
        if not bot.wait(_EXIT_SECONDS):
            return _FailedError("exited", "closed its output")
        return _ended(self._end(), bot.cpu_ns(), self._cpu_seconds * 950_000_000)

    def _drain_log(self, bot: Running) -> None:
        for _ in range(STDERR_BYTES // _CHUNK + 1):
            with contextlib.suppress(_FailedError):
                self._read_log(bot)

    def _end(self) -> Exit | None:
        bot, self._bot = self._bot, None
        if bot is None:
            return None
        if not self._stopped:
            self._drain_log(bot)
        ended = bot.end()
        self._peak_kb = max(self._peak_kb, bot.peak_kb())
        return ended


def _over_budget(used: int, budget: int) -> _FailedError:
    return _FailedError("cpu_limit", f"{used // 1_000_000} ms used of {budget // 1_000_000}")


def _ended(ended: Exit | None, cpu_ns: int, cpu_limit_ns: int) -> _FailedError:
    assert ended is not None, "only a running bot ends"
    if ended.signal == signal.SIGSYS:
        return _FailedError("forbidden_syscall", "asked the system for what no bot may have")
    if ended.signal == signal.SIGXCPU or (ended.signal == signal.SIGKILL and cpu_ns > cpu_limit_ns):
        return _FailedError("cpu_limit", f"{cpu_ns // 1_000_000} ms used")
    # Nobody but the system sends SIGKILL here, and it does so when memory runs out.
    if ended.code == MEMORY_EXIT or ended.signal == signal.SIGKILL:
        return _FailedError("memory_limit", "no memory left")
    if ended.code == 0:
        return _FailedError("exited", str(ended))
    return _FailedError("crashed", str(ended))


def _while_starting(failure: Failure) -> Failure:
    """Before `ready`, an end of any kind is a bot that does not start."""
    if failure.kind in ("exited", "crashed", "timeout"):
        return Failure("no_start", f"{failure.kind}: {failure.detail}", failure.starved)
    return failure
