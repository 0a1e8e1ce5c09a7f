"""The servers that tests run on: real, private to the run, and gone afterwards."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis

from tests import services


def need(found: object) -> None:
    try:
        found()  # type: ignore[operator]
    except services.MissingServiceError as missing:
        pytest.skip(f"{missing} is not installed")


def test_postgresql_answers_on_a_socket_and_is_gone_afterwards() -> None:
    need(services.postgresql_programs)
    with services.postgresql() as environment:
        folder = Path(environment["PGHOST"])
        with psycopg.connect(host=str(folder), user="league", dbname="postgres") as connection:
            row = connection.execute("show listen_addresses").fetchone()
        process = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        assert row == ("",)
    assert not folder.exists()
    assert not Path(f"/proc/{process}").exists()


def test_redis_answers_on_a_socket_and_is_gone_afterwards() -> None:
    need(services.redis_program)
    with services.redis() as environment:
        path = environment["CELERY_BROKER_URL"].removeprefix("redis+socket://")
        with redis.Redis(unix_socket_path=path) as client:
            assert client.ping()
            process = int(client.info("server")["process_id"])
            if os.geteuid() == 0:
                assert Path(f"/proc/{process}").stat().st_uid != 0
    assert not Path(path).exists()
    assert not Path(f"/proc/{process}").exists()


def test_servers_end_with_tests_that_are_killed(tmp_path: Path) -> None:
    need(services.redis_program)
    code = (
        "import time; from tests.services import redis\n"
        "with redis() as e: print(e['CELERY_BROKER_URL'], flush=True); time.sleep(600)"
    )
    tests = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert tests.stdout is not None
    path = tests.stdout.readline().strip().removeprefix("redis+socket://")
    client = redis.Redis(unix_socket_path=path)
    process = Path(f"/proc/{client.info('server')['process_id']}")
    tests.kill()
    tests.communicate()
    end = time.monotonic() + 10
    while process.exists() and ") Z" not in (process / "stat").read_text():
        assert time.monotonic() < end, "the server outlived the tests"
        time.sleep(0.05)
    client.close()


def test_the_tests_have_a_data_folder_of_their_own() -> None:
    checkout = Path(services.__file__).parent.parent
    assert not Path(os.environ["LEAGUE_DATA"]).is_relative_to(checkout)
