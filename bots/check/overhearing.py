"""A bot listened to without a judge: whether its answer lies in a buffer, and stray bytes."""

import os
import time
from dataclasses import dataclass

from bots.check.positions import Position
from bots.protocol import Ask, Bye, Hello, Told, line
from bots.runner.wire import FailedError, Log, Wire
from bots.sandbox.process import Running

# So long the check listens while nothing is asked.
SILENCE_SECONDS = 0.15
# What lies in a buffer comes out when the bot ends, for which its input is closed.
ENDING_SECONDS = 2.0
_TICK_MS = 20


@dataclass(frozen=True, slots=True)
class Overheard:
    """
    What a bot said when nobody judged it.

    ``ready`` and ``answer`` are its first two lines, None if they did not come; ``unflushed``:
    the last of them came only when its input had ended; ``stray`` is what it said while nothing
    was asked, and ``when``.
    """

    ready: bytes | None
    answer: bytes | None = None
    unflushed: bool = False
    stray: bytes = b""
    when: str = ""


def overhear(bot: Running, hello: Hello, position: Position) -> Overheard:
    """Start a match with *bot*, ask it one question, tell it the end, and say good-bye."""
    talk = _Talk(bot, hello)
    talk.line()  # the launcher's
    talk.say(hello)
    ready = talk.line()
    if ready is None:
        late = talk.last_words()
        return Overheard(late, unflushed=late is not None)
    talk.listen("after ready")
    talk.patience = hello.limits.move_wall_ms / 1_000
    talk.say(position.opening)
    talk.listen("after a deal was told")
    talk.say(position.ask(1))
    answer = talk.line()
    if answer is None:
        late = talk.last_words()
        return Overheard(ready, late, unflushed=late is not None)
    talk.listen("after its answer")
    talk.say(position.over)
    talk.listen("after a deal was over")
    talk.say(Bye({"scores": [0] * hello.seats, "winner": None}))
    talk.listen("after bye")
    return Overheard(ready, answer, stray=talk.stray, when=talk.when)


class _Talk:
    """Messages to a bot and lines from it, neither waited for without end."""

    def __init__(self, bot: Running, hello: Hello) -> None:
        self._bot = bot
        self._wire = Wire(bot, hello.limits.line_bytes, Log())
        self._cpu_ns = 2 * hello.limits.move_cpu_ms * 1_000_000
        self._failed = False
        self.patience = hello.limits.start_ms / 1_000
        self.stray = b""
        self.when = ""

    def say(self, message: Hello | Ask | Told) -> None:
        deadline = time.monotonic() + self.patience
        self._wire.put(line(message))
        while self._wire.untold and not self._is_gone and time.monotonic() < deadline:
            self._hear()

    def line(self) -> bytes | None:
        """The next line; None if none comes in time, or not for twice the CPU of a move."""
        deadline = time.monotonic() + self.patience
        begun = self._bot.cpu_ns()
        while (said := self._next()) is None:
            is_busy = self._bot.cpu_ns() - begun > self._cpu_ns
            if self._is_gone or is_busy or time.monotonic() > deadline:
                return None
            self._hear()
        return said

    def listen(self, when: str) -> None:
        """Notice what it says now that nothing is asked."""
        deadline = time.monotonic() + SILENCE_SECONDS
        while not self._is_gone and not self._wire.said and time.monotonic() < deadline:
            self._hear()
        if self._wire.said and not self.stray:
            self.stray, self.when = self._wire.said, when
        self._wire.said = b""

    def last_words(self) -> bytes | None:
        """The line that comes only now that its input has ended."""
        # The descriptor keeps its number until the bot is ended: no other thread may get it.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._bot.stdin, inheritable=False)
        os.close(nowhere)
        self.patience = ENDING_SECONDS
        return self.line()

    @property
    def _is_gone(self) -> bool:
        return self._failed or self._wire.ended

    def _next(self) -> bytes | None:
        try:
            return self._wire.line()
        except FailedError:
            self._failed = True
            return None

    def _hear(self) -> None:
        # Beyond a limit nothing more is heard: that it was is for the steps after this to judge.
        try:
            self._wire.wait(_TICK_MS)
        except FailedError:
            self._failed = True
