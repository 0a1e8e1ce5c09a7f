"""The three pipes of a running bot: written without waiting, read without trust and in bounds."""

import contextlib
import os
import select

from bots.protocol import quoted
from bots.runner.players import Failure
from bots.sandbox.limits import LOG_BYTES, STDERR_BYTES, STDOUT_BYTES
from bots.sandbox.process import Running

_CHUNK = 65_536
# A log is shown on pages and kept in a database: control characters are written out.
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(32), 127) if chr(code) not in "\n\t"}


class FailedError(Exception):
    """The bot has failed; `failure` says how."""

    def __init__(
        self, kind: str, detail: str = "", *, starved: bool = False, cause: str = ""
    ) -> None:
        super().__init__(kind, detail)
        self.failure = Failure(kind, detail, starved, cause)


class Log:
    """What a bot wrote to stderr over a match, as far as it is kept."""

    def __init__(self) -> None:
        self._kept = bytearray()

    def __str__(self) -> str:
        return self._kept.decode("utf-8", "replace").translate(_CONTROLS)

    def add(self, data: bytes) -> None:
        self._kept += data[: max(0, LOG_BYTES - len(self._kept))]


class Wire:
    """
    The conversation with one process.

    What is told is kept here until the pipe takes it; what is said is read up to the limits of a
    match, and line by line up to *line_bytes*. Whatever goes beyond raises `FailedError`.
    """

    def __init__(self, bot: Running, line_bytes: int, log: Log) -> None:
        self._line_bytes = line_bytes
        self._log = log
        # What has not been written yet.
        self.untold = b""
        # What it said and nobody has taken yet.
        self.said = b""
        self.out_bytes = self.err_bytes = 0
        # Whether the bot has closed its output, as it does by ending.
        self.ended = False
        self._waits_for_room = False
        self._poll = select.poll()
        self._poll.register(bot.stdout, select.POLLIN)
        self._poll.register(bot.stderr, select.POLLIN)
        self._stdin, self._stdout, self._stderr = bot.stdin, bot.stdout, bot.stderr
        # What there is to do within so many milliseconds; bound once: every move needs it twice.
        self.poll = self._poll.poll

    def tell(self, data: bytes) -> None:
        """Have *data* told by the next `write`."""
        self.untold += data

    def put(self, data: bytes) -> None:
        """Write *data* after what is untold, as far as the pipe takes it; `wait` does the rest."""
        if self.untold:
            data = self.untold + data
        try:
            self.untold = data[os.write(self._stdin, data) :]
        except (BlockingIOError, BrokenPipeError):
            self.untold = data
        if self.untold or self._waits_for_room:
            self.write()

    def write(self) -> bool:
        """Write as much as the pipe takes; whether that was all."""
        while self.untold:
            try:
                written = os.write(self._stdin, self.untold)
            except BlockingIOError:
                break
            except BrokenPipeError:
                # Its end is seen on its output; a bot may have closed its input and still answer.
                self.untold = b""
                break
            self.untold = self.untold[written:]
        if self._waits_for_room == (not self.untold):
            self._watch_for_room()
        return not self.untold

    def line(self) -> bytes | None:
        """The next line of the bot's without its end, if it is there as a whole."""
        line, end, rest = self.said.partition(b"\n")
        if len(line) > self._line_bytes:
            raise FailedError("line_too_long", f"over {self._line_bytes} bytes")
        if not end:
            return None
        self.said = rest
        return line

    def wait(self, milliseconds: int) -> None:
        """Wait for so long at most until something can be written or read, and do that."""
        for descriptor, _ in self.poll(milliseconds):
            if descriptor == self._stdout:
                try:
                    data = os.read(descriptor, _CHUNK)
                except BlockingIOError:
                    continue
                self.said += data
                self.out_bytes += len(data)
                self.ended = not data
                if self.out_bytes > STDOUT_BYTES:
                    raise FailedError("output_limit", f"over {STDOUT_BYTES >> 20} MiB of output")
            elif descriptor == self._stderr:
                self.read_log()
            else:
                self.write()

    def expect_silence(self, when: str) -> None:
        """Nothing may have been said beyond what was asked for."""
        if self.said:
            raise FailedError("unexpected_output", f"{quoted(self.said)} {when}")

    def read_log(self) -> None:
        """Take what there is of the log."""
        try:
            data = os.read(self._stderr, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._forget_log()
            return
        self.err_bytes += len(data)
        self._log.add(data)
        if self.err_bytes > STDERR_BYTES:
            raise FailedError("stderr_limit", f"over {STDERR_BYTES >> 10} KiB of log")

    def drain_log(self) -> None:
        """Take what is left of the log of a bot that is at its end."""
        with contextlib.suppress(FailedError):
            self.read_log()
            self.read_log()

    def _forget_log(self) -> None:
        with contextlib.suppress(KeyError):
            self._poll.unregister(self._stderr)

    def _watch_for_room(self) -> None:
        # Only with something left to write is room in the pipe worth waking for.
        self._waits_for_room = bool(self.untold)
        if self._waits_for_room:
            self._poll.register(self._stdin, select.POLLOUT)
        else:
            self._poll.unregister(self._stdin)
