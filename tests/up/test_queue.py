"""The queue that the settings name, whichever it is: a real worker hears us and takes messages."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kombu import Queue

from league.celery import app

pytestmark = pytest.mark.broker
ROOT = Path(__file__).resolve().parents[2]
QUEUE = "tests-of-the-queue"


@pytest.fixture
def worker() -> Iterator["subprocess.Popen[bytes]"]:
    """A worker on a queue of its own, so that nobody else's messages are taken."""
    command = [sys.executable, "-m", "celery", "--quiet", "--app", "league.celery", "worker"]
    process = subprocess.Popen(
        [*command, "--queues", QUEUE, "--pool", "solo", "--hostname", f"{QUEUE}@test"],
        cwd=ROOT,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    yield process
    process.terminate()
    process.wait(30)


def size() -> int:
    with app.connection_for_read() as connection:
        return int(Queue(QUEUE).bind(connection.default_channel).queue_declare()[1])


def wait_for(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def test_a_worker_answers_when_it_is_called(worker: "subprocess.Popen[bytes]") -> None:
    answers: list[dict[str, object]] = []

    def called() -> bool:
        answers.extend(app.control.ping(timeout=1, destination=[f"{QUEUE}@test"]))
        return bool(answers)

    wait_for(called, "the worker never answered")
    assert answers[0] == {f"{QUEUE}@test": {"ok": "pong"}}


def test_messages_wait_until_a_worker_takes_them(
    request: pytest.FixtureRequest,
) -> None:
    for number in range(5):
        app.send_task("celery.chain_never_registered", args=[number], queue=QUEUE, expires=0.001)
    assert size() == 5
    request.getfixturevalue("worker")
    wait_for(lambda: size() == 0, "the worker left messages in the queue")
