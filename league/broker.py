"""The queue of a single machine: one small file a message, in the data folder, with no server."""

# kombu's own file transport writes a message in place, so a reader can meet half of one and take
# its worker down. Here a message appears whole, by a rename, and whoever removes it owns it.
import fcntl
import logging
import os
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from celery.worker import state
from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

BREATH = 0.25  # seconds

logger = logging.getLogger(__name__)


class AtomicFilesChannel(filesystem.Channel):
    """A channel whose messages and bindings are never seen half-written."""

    # kombu's stubs name the parameters of one method in two ways, and a row in two types.
    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:  # type: ignore[override]
        folder = _made(self.data_folder_out)
        name = f"{time.time_ns():020}_{uuid.uuid4()}"
        draft = folder / f"{name}.draft"
        draft.write_bytes(dumps(message).encode())
        draft.rename(folder / f"{name}.{queue}.msg")

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        folder = _made(self.data_folder_in)
        for name in sorted(entry.name for entry in os.scandir(folder)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            try:
                content = (folder / name).read_bytes()
                (folder / name).unlink()
            except FileNotFoundError:  # another worker has taken it
                continue
            try:
                return loads(content)
            except ValueError:
                logger.warning("a file in the queue is not a message and was dropped: %s", name)
        raise Empty

    def _size(self, queue: str) -> int:
        _made(self.data_folder_in)
        return int(super()._size(queue))

    def _purge(self, queue: str) -> int:
        _made(self.data_folder_in)
        return int(super()._purge(queue))

    def get_table(  # type: ignore[override]
        self, exchange: str
    ) -> list[tuple[str, str, str]]:
        try:
            with self._table(exchange).open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_SH)
                return _rows(file.read())
        except FileNotFoundError:
            return []

    def _queue_bind(
        self, exchange: str, routing_key: str | None, pattern: str | None, queue: str | None
    ) -> None:
        path = self._table(exchange)
        _made(path.parent)
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            rows = _rows(file.read())
            row = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
            if row not in rows:
                file.seek(0)
                file.write(dumps([row, *rows]).encode())
                file.truncate()

    def _table(self, exchange: str) -> Path:
        """The file that says which queues an exchange feeds, where kombu itself expects it."""
        if "/" in exchange:
            raise ChannelError(f"not a name for an exchange: {exchange!r}")
        return Path(self.control_folder) / f"{exchange}.exchange"


class AtomicFilesTransport(filesystem.Transport):
    """kombu's file transport over the channel above; `files://` in `CELERY_BROKER_URL`."""

    Channel = AtomicFilesChannel

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """Wait for a message in short breaths, so that a worker soon sees that it is to stop."""
        end = float("inf") if timeout is None else time.monotonic() + timeout
        while True:
            left = max(end - time.monotonic(), 0)
            try:
                super().drain_events(connection, timeout=min(left, BREATH), **kwargs)
                return
            except TimeoutError:
                # Celery writes the exit code there, which is 0 for an ordinary stop.
                code: object = state.should_stop
                stopping = code is not None and code is not False
                if stopping or time.monotonic() >= end:
                    raise


def _made(folder: str | Path) -> Path:
    """The folder, made again if somebody has emptied the data folder under a running worker."""
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    return path


def _rows(content: bytes) -> list[tuple[str, str, str]]:
    """The bindings in a table's file; none where it is new or was cut short by a crash."""
    try:
        return [filesystem.exchange_queue_t(*row) for row in loads(content)]
    except ValueError:
        return []
