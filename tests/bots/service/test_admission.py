"""How many matches may run at once, by number and by memory."""

import threading

from bots.service.admission import Admission


def test_no_more_matches_than_slots() -> None:
    admission = Admission(2, 100)
    first, second = admission.enter(0, 0), admission.enter(0, 0)
    assert first is not None
    assert second is not None
    assert first.number != second.number
    assert admission.enter(0, 0) is None
    with first:
        assert admission.playing == 2
    assert admission.playing == 1
    assert admission.enter(0, 0) is not None


def test_no_more_memory_than_there_is() -> None:
    admission = Admission(9, 100)
    large = admission.enter(60, 0)
    assert large is not None
    assert admission.enter(60, 0) is None
    assert admission.enter(40, 0) is not None
    admission.leave(large)
    assert admission.enter(60, 0) is not None


def test_who_waits_gets_the_place_that_becomes_free() -> None:
    admission = Admission(1, 0)
    place = admission.enter(0, 0)
    assert place is not None
    threading.Timer(0.1, admission.leave, [place]).start()
    assert admission.enter(0, 5.0) is not None
