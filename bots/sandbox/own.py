"""An author's own file on his own machine, run as it is: never for anybody else's."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bots.sandbox.descriptors import Descriptors, Pipes
from bots.sandbox.limits import Limits
from bots.sandbox.process import Running, system_failure
from bots.sandbox.workspace import Workspace


@dataclass(frozen=True)
class Own:
    """
    No walls at all, the same clocks and the same rules of the protocol.

    The interpreter starts as in the sandbox, without installed libraries, so that what works at
    home works on the site.
    """

    workspace: Workspace
    interpreter: str = sys.executable

    def start(self, folder: Path, limits: Limits, cpu_seconds: int) -> Running:
        del limits, cpu_seconds  # kept by the judge's clock alone
        try:
            return self._start(folder)
        except OSError as error:
            raise system_failure(error) from error

    def _start(self, folder: Path) -> Running:
        launcher = str(self.workspace.launcher)
        with Descriptors() as opened:
            pipes = Pipes(opened)
            try:
                child = subprocess.Popen(
                    [
                        *(self.interpreter, "-I", "-S", "-B", launcher),
                        *(str(folder), str(self.workspace.library)),
                    ],
                    stdin=pipes.child_stdin,
                    stdout=pipes.child_stdout,
                    stderr=pipes.child_stderr,
                    close_fds=True,
                    cwd=folder,
                    start_new_session=True,
                )
            except OSError as error:
                raise system_failure(error, f"cannot run {self.interpreter}") from error
            opened.close(*pipes.theirs())
            try:
                self.workspace.remember(child.pid)
                running = Running(child, pipes.ours(), child.pid)
            except BaseException:
                child.kill()
                child.wait()
                raise
            opened.keep(*pipes.ours())
            return running
