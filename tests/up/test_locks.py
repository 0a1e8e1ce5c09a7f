"""One data folder, one `up`; one port, one program: whoever comes second is told what to do."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from league.management import locks


def test_a_second_holder_is_told_who_the_first_is_and_what_to_do(tmp_path: Path) -> None:
    with (
        locks.hold_folder(tmp_path, address="http://127.0.0.1:8000/"),
        pytest.raises(CommandError) as refused,
    ):
        locks.hold_folder(tmp_path, address="http://127.0.0.1:9000/")
    message = str(refused.value)
    assert f"process {os.getpid()} at http://127.0.0.1:8000/" in message
    assert "LEAGUE_DATA=" in message
    assert "\n" not in message
    assert refused.value.returncode == 3


def test_the_folder_is_free_again_after_its_holder_was_killed(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from league.management import locks;"
        "held = locks.hold_folder(Path(sys.argv[1]), address='x'); print('held', flush=True);"
        "time.sleep(600)"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(CommandError):
        locks.hold_folder(tmp_path, address="y")
    holder.kill()
    holder.communicate()
    locks.hold_folder(tmp_path, address="y").close()


def test_a_busy_port_names_the_port_and_a_free_way_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CommandError) as refused:
            locks.hold_port("127.0.0.1", port)
    assert str(refused.value) == (
        f"Port {port} is taken by another program. "
        f"Choose another one: python3 manage.py up --port {port + 1}"
    )
    assert refused.value.returncode == 4


def test_a_host_that_is_not_this_machine_is_named() -> None:
    with pytest.raises(CommandError, match=r"cannot listen at 192\.0\.2\.1"):
        locks.hold_port("192.0.2.1", 0)
