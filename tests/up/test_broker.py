"""The queue of files: every message arrives whole, once, and survives an emptied folder."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection
from kombu.transport import TRANSPORT_ALIASES

from league.broker import AtomicFilesChannel, AtomicFilesTransport

PROGRAM = """
import json, sys
from queue import Empty
from kombu import Connection
from league.broker import AtomicFilesTransport
role, folder, first, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
folders = {"data_folder_in": folder, "data_folder_out": folder}
options = {**folders, "control_folder": folder + "-control"}
channel = Connection(transport=AtomicFilesTransport, transport_options=options).default_channel
if role == "write":
    for number in range(first, first + count):
        channel._put("matches", {"number": number, "filling": "x" * 30000})
else:
    got = []
    while True:
        try:
            message = channel._get("matches")
        except Empty:
            continue
        if message["number"] < 0:
            break
        assert len(message["filling"]) == 30000
        got.append(message["number"])
    print(json.dumps(got))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "queue"


@pytest.fixture
def channel(folder: Path) -> Iterator[AtomicFilesChannel]:
    options = {
        "data_folder_in": str(folder),
        "data_folder_out": str(folder),
        "control_folder": f"{folder}-control",
    }
    with Connection(transport=AtomicFilesTransport, transport_options=options) as connection:
        yield connection.default_channel


def test_the_settings_name_this_transport() -> None:
    assert TRANSPORT_ALIASES["files"] == "league.broker:AtomicFilesTransport"


def test_messages_leave_in_the_order_they_came(channel: AtomicFilesChannel) -> None:
    for number in range(5):
        channel._put("matches", {"number": number})
    assert channel._size("matches") == 5
    assert [channel._get("matches")["number"] for _ in range(5)] == [0, 1, 2, 3, 4]


def test_an_empty_queue_says_so(channel: AtomicFilesChannel) -> None:
    with pytest.raises(Empty):
        channel._get("matches")


def test_queues_do_not_take_each_others_messages(channel: AtomicFilesChannel) -> None:
    channel._put("ratings", {"number": 1})
    with pytest.raises(Empty):
        channel._get("matches")
    assert channel._get("ratings") == {"number": 1}


def test_a_half_written_file_is_not_a_message(channel: AtomicFilesChannel, folder: Path) -> None:
    channel._put("matches", {"number": 1})
    whole = next(folder.glob("*.msg"))
    whole.rename(folder / "00000000000000000001_a.draft")
    with pytest.raises(Empty):
        channel._get("matches")


def test_a_file_that_is_no_message_is_dropped_and_the_next_one_read(
    channel: AtomicFilesChannel, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.mkdir()
    (folder / "00000000000000000001_a.matches.msg").write_text('{"numb')
    channel._put("matches", {"number": 2})
    assert channel._get("matches") == {"number": 2}
    assert "not a message" in caplog.text


def test_the_queue_goes_on_when_its_folder_is_deleted(
    channel: AtomicFilesChannel, folder: Path
) -> None:
    channel._put("matches", {"number": 1})
    shutil.rmtree(folder)
    assert channel._size("matches") == 0
    with pytest.raises(Empty):
        channel._get("matches")
    shutil.rmtree(folder)
    channel._put("matches", {"number": 2})
    assert channel._get("matches") == {"number": 2}
    shutil.rmtree(folder)
    assert channel._purge("matches") == 0


def test_a_binding_cut_short_by_a_crash_is_made_again(
    channel: AtomicFilesChannel, folder: Path
) -> None:
    channel._queue_bind("pidbox", "", "", "worker-1")
    table = Path(f"{folder}-control") / "pidbox.exchange"
    table.write_text('[["", "", "wor')
    assert channel.get_table("pidbox") == []
    channel._queue_bind("pidbox", "", "", "worker-2")
    assert [row.queue for row in channel.get_table("pidbox")] == ["worker-2"]


def test_a_binding_is_kept_once(channel: AtomicFilesChannel) -> None:
    for queue in ("worker-1", "worker-2", "worker-1"):
        channel._queue_bind("pidbox", "", "", queue)
    assert [row.queue for row in channel.get_table("pidbox")] == ["worker-2", "worker-1"]


def test_two_writers_and_two_readers_lose_double_and_halve_nothing(
    channel: AtomicFilesChannel, folder: Path
) -> None:
    each = 400

    def start(role: str, first: int) -> "subprocess.Popen[str]":
        command = [sys.executable, "-c", PROGRAM, role, str(folder), str(first), str(each)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    readers = [start("read", 0) for _ in range(2)]
    writers = [start("write", first) for first in (0, each)]
    for writer in writers:
        _, errors = writer.communicate(timeout=60)
        assert writer.returncode == 0, errors
    for _ in readers:
        channel._put("matches", {"number": -1})
    got: list[int] = []
    for reader in readers:
        output, errors = reader.communicate(timeout=60)
        assert reader.returncode == 0, errors
        got += json.loads(output)
    assert sorted(got) == list(range(2 * each))
