"""What a check keeps an eye on: every process it started, and the most that a bot ever took."""

import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bots.protocol import Ask, Choice, Hello, Told
from bots.reports import Usage
from bots.runner.heartbeat import heartbeat
from bots.runner.players import Failure, Player
from bots.runner.processes import StoppedError
from bots.sandbox.limits import Limits
from bots.sandbox.process import Running, Walls


class Watch:
    """
    Walls that know what was started behind them, so that all of it can be stopped at once.

    ``latest`` is the bot that was started last.
    """

    def __init__(self, walls: Walls) -> None:
        self._walls = walls
        self._started: weakref.WeakSet[Running] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._stopped = False
        self.latest: Running | None = None

    def start(self, folder: Path, limits: Limits, cpu_seconds: int) -> Running:
        """
        As of the walls themselves.

        Raises:
            StoppedError: If everything has been stopped.
        """
        self.raise_if_stopped()
        running = self._walls.start(folder, limits, cpu_seconds)
        with self._lock:
            self._started.add(running)
            self.latest = running
            if self._stopped:
                running.kill_now()
        return running

    def stop(self) -> None:
        """Kill whatever runs, and start nothing any more; from any thread."""
        with self._lock:
            self._stopped = True
            for running in self._started:
                running.kill_now()

    def raise_if_stopped(self) -> None:
        if self._stopped:
            raise StoppedError


class Budget:
    """
    What a bot may take by the clock on the wall in all steps of its check together, in seconds.

    CPU time is counted anyway; this is for one that sleeps. What the machine itself was held up
    does not count.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.spent = 0.0

    @property
    def failure(self) -> Failure | None:
        """What becomes of a bot that is asked for more when all is spent."""
        if self.spent < self.seconds:
            return None
        told = f"{self.spent:.0f} s in all steps of the check together, of {self.seconds:.0f}"
        return Failure("timeout", told)

    @contextmanager
    def counted(self) -> Iterator[None]:
        """What the block takes is the bot's doing."""
        begun = time.monotonic()
        try:
            yield
        finally:
            if not heartbeat.late_since(begun):
                self.spent += time.monotonic() - begun


@dataclass(slots=True)
class Worst:
    """
    The most that one bot took in any of its processes: of CPU and time on the wall for an answer
    and a deal, of memory, and of bytes written per answer.
    """

    move_cpu_ms: int = 0
    deal_cpu_ms: int = 0
    move_wall_ms: int = 0
    peak_kb: int = 0
    output_per_answer: float = 0.0
    log_per_answer: float = 0.0
    answers_per_deal: float = 0.0

    def take(self, usage: Usage, deals: int) -> None:
        """Count a process that has played *deals* deals; none of them where it did not play on."""
        self.move_cpu_ms = max(self.move_cpu_ms, usage.max_move_cpu_ms)
        self.peak_kb = max(self.peak_kb, usage.peak_kb)
        answers = max(usage.answers, 1)
        self.output_per_answer = max(self.output_per_answer, usage.output_bytes / answers)
        self.log_per_answer = max(self.log_per_answer, usage.log_bytes / answers)
        if deals:
            self.answers_per_deal = max(self.answers_per_deal, usage.answers / deals)


class Measured:
    """
    A player whose answers are timed one by one, by deals, and against the budget of its check;
    ``answer`` is the last of them.
    """

    def __init__(self, player: Player, worst: Worst, budget: Budget) -> None:
        self._player = player
        self._worst = worst
        self._budget = budget
        self._deal: int | None = None
        self._deal_cpu_ms = 0
        self.answer: Choice | Failure | None = None

    def prepare(self, hello: Hello) -> None:
        self._player.prepare(hello)

    def start(self) -> Failure | None:
        with self._budget.counted():
            return self._player.start()

    def tell(self, message: Told) -> None:
        self._player.tell(message)

    def choose(self, ask: Ask) -> Choice | Failure:
        if failure := self._budget.failure:
            self.answer = failure
            return failure
        if ask.deal != self._deal:
            self._deal, self._deal_cpu_ms = ask.deal, 0
        begun, cpu_ms = time.monotonic(), self._player.usage.cpu_ms
        with self._budget.counted():
            answer = self.answer = self._player.choose(ask)
        wall_ms = int((time.monotonic() - begun) * 1_000)
        self._deal_cpu_ms += self._player.usage.cpu_ms - cpu_ms
        self._worst.move_wall_ms = max(self._worst.move_wall_ms, wall_ms)
        self._worst.deal_cpu_ms = max(self._worst.deal_cpu_ms, self._deal_cpu_ms)
        return answer

    def close(self) -> None:
        self._player.close()

    def stop(self) -> None:
        self._player.stop()

    @property
    def name(self) -> str:
        return self._player.name

    @property
    def usage(self) -> Usage:
        return self._player.usage

    @property
    def log(self) -> str:
        return self._player.log
