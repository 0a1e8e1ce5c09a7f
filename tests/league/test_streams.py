"""A place for a long answer is given back however the answer ends."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.core.signals import request_finished
from django.db import close_old_connections
from django.http import StreamingHttpResponse

from league import streams
from league.streams import Busy, Stream

pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _one_place(settings: LazySettings) -> Iterator[None]:
    settings.LEAGUE_EXPORTS_AT_ONCE = 1
    # The end of an answer closes the connection that the test is in.
    request_finished.disconnect(close_old_connections)
    yield
    request_finished.connect(close_old_connections)
    assert streams._reading == set()


def test_a_count_that_fails_leaves_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_scope: str, _caller: str) -> None:
        raise ValueError("the cache went away")

    monkeypatch.setattr(streams, "seconds_to_wait", fails)
    with pytest.raises(ValueError, match="went away"):
        Stream(iter([]), 7)
    assert streams._reading == set()


def test_who_hangs_up_before_the_first_line_leaves_his_place() -> None:
    response = StreamingHttpResponse(Stream(iter(["1\n", "2\n"]), 7))
    with pytest.raises(Busy):
        Stream(iter([]), 8)
    response.close()
    response.close()
    Stream(iter([]), 8).close()


def test_who_hangs_up_in_the_middle_leaves_his_place() -> None:
    response = StreamingHttpResponse(Stream(iter(["1\n", "2\n"]), 7))
    assert next(iter(response)) == b"1\n"
    response.close()


def test_who_has_read_to_the_end_may_read_the_next() -> None:
    for _ in range(3):
        assert list(Stream(iter(["1\n", "2\n"]), 7)) == [b"1\n", b"2\n"]


def test_a_fault_in_the_middle_leaves_the_place() -> None:
    def lines() -> Iterator[str]:
        yield "1\n"
        raise ValueError("the database went away")

    stream = Stream(lines(), 7)
    assert next(stream) == b"1\n"
    with pytest.raises(ValueError, match="went away"):
        next(stream)


def test_an_answer_that_is_thrown_away_leaves_the_place() -> None:
    stream = Stream(iter(["1\n"]), 7)
    del stream
    Stream(iter([]), 7).close()


def test_one_account_reads_one_at_a_time_where_there_is_more_room(settings: LazySettings) -> None:
    settings.LEAGUE_EXPORTS_AT_ONCE = 3
    first, other = Stream(iter([]), 7), Stream(iter([]), 8)
    with pytest.raises(Busy) as busy:
        Stream(iter([]), 7)
    assert busy.value.wait == streams.SOON
    first.close()
    other.close()
