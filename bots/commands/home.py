"""At an author's home: walls where there are some, matches one after the other or side by side."""

import contextlib
import multiprocessing
import queue
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bots.commands.guarding import guarded
from bots.reports import DealReport, MatchReport, MatchSpec, SpecError
from bots.runner.match import play_match
from bots.runner.seating import seated
from bots.runner.table import StarvedError
from bots.sandbox.choose import bot_python, choose
from bots.sandbox.own import Own
from bots.sandbox.process import SandboxError, Walls
from bots.sandbox.workspace import Workspace

_QUIET_SECONDS = 1.0
# A process that is told to stop ends its bots first.
_LEAVE_SECONDS = 5.0


@contextmanager
def walled() -> Iterator[tuple[Walls, Workspace, str]]:
    """
    The best walls of this machine and a workspace for them; with a reason where there are none
    and an author's own file runs as any program of his.
    """
    workspace = Workspace(bot_python())
    try:
        chosen = choose("auto", workspace)
        if chosen.walls is not None:
            with guarded(chosen.walls) as walls:
                yield walls, workspace, ""
            return
    finally:
        workspace.close()
    with unwalled() as (own, workspace):
        yield own, workspace, chosen.reason or "there is none"


@contextmanager
def unwalled() -> Iterator[tuple[Walls, Workspace]]:
    """An author's own programs, run as they are."""
    workspace = Workspace(sys.executable)
    try:
        with guarded(Own(workspace)) as walls:
            yield walls, workspace
    finally:
        workspace.close()


def matches(
    specs: Sequence[MatchSpec], jobs: int
) -> Generator[tuple[int, DealReport | MatchReport], None, None]:
    """
    The reports of all matches with the number of the match, *jobs* of them being played at a time.

    Raises:
        SpecError: If a match makes no sense.
        SandboxError: If a bot could not be run.
        StarvedError: If the machine was held up time and again.
    """
    if jobs == 1 or len(specs) == 1:
        yield from _one_by_one(list(enumerate(specs)))
    else:
        yield from _side_by_side(specs, min(jobs, len(specs)))


def _one_by_one(
    specs: Sequence[tuple[int, MatchSpec]],
) -> Iterator[tuple[int, DealReport | MatchReport]]:
    with unwalled() as (walls, workspace):
        for number, spec in specs:
            with (
                seated(spec, walls, workspace) as players,
                contextlib.closing(play_match(spec, players)) as reports,
            ):
                for report in reports:
                    yield number, report


_FAILURES: dict[str, type[BaseException]] = {
    kind.__name__: kind for kind in (SpecError, SandboxError, StarvedError, KeyboardInterrupt)
}


def _side_by_side(
    specs: Sequence[MatchSpec], jobs: int
) -> Iterator[tuple[int, DealReport | MatchReport]]:
    # Processes, not threads: the rules are Python, and of Python one thread runs at a time.
    context = multiprocessing.get_context()
    reports: Any = context.Queue()
    numbered = list(enumerate(specs))
    workers = [
        context.Process(target=_work, args=(numbered[job::jobs], reports), daemon=True)
        for job in range(jobs)
    ]
    for worker in workers:
        worker.start()
    left = jobs
    try:
        while left:
            try:
                told = reports.get(timeout=_QUIET_SECONDS)
            except queue.Empty:
                if not any(worker.is_alive() for worker in workers):
                    raise SandboxError("a process that played ended without a word") from None
                continue
            if told is None:
                left -= 1
            elif isinstance(told[0], str):
                raise _FAILURES.get(told[0], RuntimeError)(told[1])
            else:
                yield told
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join(_LEAVE_SECONDS)
            worker.kill()


def _work(specs: Sequence[tuple[int, MatchSpec]], reports: Any) -> None:
    try:
        for told in _one_by_one(specs):
            reports.put(told)
        reports.put(None)
    # Ctrl-C reaches all processes, and the one above may have been busy with what ignores it.
    except (Exception, KeyboardInterrupt) as error:
        reports.put((type(error).__name__, str(error)))
