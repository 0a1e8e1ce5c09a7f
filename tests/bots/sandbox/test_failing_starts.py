"""A start that fails half-way is our failure with a clear reason, and leaves nothing open."""

import errno
import gc
import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

from bots.sandbox.bundle import MAIN, Bundle
from bots.sandbox.choose import TIERS, bot_python, walls_of
from bots.sandbox.limits import Limits
from bots.sandbox.own import Own
from bots.sandbox.process import ExhaustedError, Running, SandboxError, Walls
from bots.sandbox.workspace import Workspace
from tests.bots.conftest import standing

pytestmark = pytest.mark.sandbox


@pytest.fixture
def own_workspace() -> Iterator[Workspace]:
    made = Workspace(bot_python())
    yield made
    made.close()


@pytest.fixture(params=[*TIERS, "own"])
def walls(request: pytest.FixtureRequest, workspace: Workspace, own_workspace: Workspace) -> Any:
    """Each sandbox with a folder and users that nobody else uses, and an author's own file."""
    if request.param == "own":
        return Own(own_workspace, bot_python())
    standing(request.param, workspace)
    return walls_of(request.param, own_workspace)


@pytest.fixture
def folder(own_workspace: Workspace) -> Path:
    return own_workspace.unpack(Bundle({MAIN: b"input()\n"}, "0" * 64))


def descriptors() -> set[int]:
    """What is open in this process."""
    gc.collect()
    listing = os.open("/proc/self/fd", os.O_RDONLY)
    try:
        return {int(name) for name in os.listdir(listing)} - {listing}  # noqa: PTH208
    finally:
        os.close(listing)


def children() -> set[str]:
    """The processes that this one has started and not yet buried."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


@contextmanager
def descriptors_left(count: int) -> Iterator[None]:
    """Leave this process only *count* descriptors to open."""
    limit, (soft, hard) = 0, resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = descriptors()
    while limit - len([one for one in taken if one < limit]) < count:
        limit += 1
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def started(walls: Walls, folder: Path) -> Running:
    return walls.start(folder, Limits(), cpu_seconds=10)


def test_whenever_descriptors_run_out_nothing_is_left_of_the_start(
    walls: Any, folder: Path
) -> None:
    started(walls, folder).end()
    before, living = descriptors(), children()
    reasons = []
    for count in range(40):
        try:
            with descriptors_left(count):
                bot = started(walls, folder)
        except ExhaustedError as error:
            reasons.append(str(error))
        except SandboxError as error:
            pytest.fail(f"with {count} descriptors left the reason was {error}")
        else:
            bot.end()
            assert descriptors() == before
            break
        assert descriptors() == before
        assert children() == living
    assert len(reasons) > 6
    assert all("raise its limit of open files" in reason for reason in reasons)


def no_process(*_: object, **__: object) -> NoReturn:
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def no_handle(_: int) -> NoReturn:
    raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))


def _fill_up(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/full")


REFUSED: dict[str, tuple[Callable[[pytest.MonkeyPatch, Workspace], None], str]] = {
    "a process": (
        lambda patch, _: patch.setattr(subprocess, "Popen", no_process),
        "no further process or thread",
    ),
    "a handle on it": (
        lambda patch, _: patch.setattr(os, "pidfd_open", no_handle),
        "no memory is left on this machine",
    ),
    "room to write it down": (
        lambda _, own: _fill_up(own.started),
        "no room is left in the runner's folder",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_the_machine_has_run_out_of_is_named_and_nothing_is_left(
    what: str, walls: Any, folder: Path, own_workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse, reason = REFUSED[what]
    started(walls, folder).end()
    first = None if isinstance(walls, Own) else walls.slots.take()
    if first is not None:
        walls.slots.free(first)
    before, living = descriptors(), children()
    with monkeypatch.context() as patch:
        refuse(patch, own_workspace)
        with pytest.raises(ExhaustedError) as failure:
            started(walls, folder)
    assert reason in str(failure.value)
    assert descriptors() == before
    assert children() == living
    if first is not None:
        # The user of a bot that was not started is free again.
        assert walls.slots.take() == first


def test_a_bot_is_waited_for_by_any_descriptor(walls: Any, folder: Path) -> None:
    """Also above 1023, as in a runner that plays many matches at once."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 1_200:
        pytest.skip("this process may not open so many files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1_200), hard))
    filling = [os.open(os.devnull, os.O_RDONLY) for _ in range(1_030)]
    try:
        bot = started(walls, folder)
        assert bot.stdout > 1_023
        assert not bot.wait(0.05)
        bot.kill_now()
        assert bot.wait(5)
        bot.end()
    finally:
        for descriptor in filling:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
