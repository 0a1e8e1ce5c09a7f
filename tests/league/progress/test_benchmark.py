"""The benchmark of the state still runs; what it measures is nobody's business here."""

from random import Random

from benchmarks.progress import LOGS, measure
from tests.league.progress.events import Event, setup


def test_a_finished_log_is_measured() -> None:
    event = Event(setup({"format": "round_robin"}), 6)
    event.play(Random(1))
    line = measure("a round robin of 6", event.setup, event.acts)
    assert line.acts == 1 + 15
    assert line.fold > 0
    assert line.shown > 0
    assert len(LOGS) == 5
