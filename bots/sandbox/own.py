"""An author's own file on his own machine, run as it is: never for anybody else's."""

import contextlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bots.sandbox.limits import Limits
from bots.sandbox.process import Pipes, Running, SandboxError
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
        pipes = Pipes()
        launcher = str(self.workspace.launcher)
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
            pipes.close_ours()
            raise SandboxError(f"cannot run {self.interpreter}: {error.strerror}") from error
        finally:
            with contextlib.suppress(OSError):
                pipes.close_theirs()
        self.workspace.remember(child.pid)
        return Running(child, pipes.ours(), child.pid)
