"""What a check keeps an eye on: every process it started, and the most that a bot ever took."""

import threading
import time
import weakref
from dataclasses import dataclass
from pathlib import Path

from bots.protocol import Ask, Choice, Hello, Told
from bots.reports import Usage
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
    A player whose answers are timed one by one, and by deals; ``answer`` is the last of them.
    """

    def __init__(self, player: Player, worst: Worst) -> None:
        self._player = player
        self._worst = worst
        self._deal: int | None = None
        self._deal_cpu_ms = 0
        self.answer: Choice | Failure | None = None

    def prepare(self, hello: Hello) -> None:
        self._player.prepare(hello)

    def start(self) -> Failure | None:
        return self._player.start()

    def tell(self, message: Told) -> None:
        self._player.tell(message)

    def choose(self, ask: Ask) -> Choice | Failure:
        if ask.deal != self._deal:
            self._deal, self._deal_cpu_ms = ask.deal, 0
        begun, cpu_ms = time.monotonic(), self._player.usage.cpu_ms
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
