"""No walls at all, and a secret in the environment: the control that shows an attack is one."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from bots.sandbox.descriptors import Descriptors, Pipes
from bots.sandbox.limits import Limits
from bots.sandbox.process import Running
from bots.sandbox.users import own_user
from bots.sandbox.workspace import Workspace


@dataclass(frozen=True)
class Bare:
    """Starts a bot as a plain process of the user of *slot*, as a careless runner would."""

    workspace: Workspace
    interpreter: str
    slot: int

    def start(self, folder: Path, limits: Limits, cpu_seconds: int) -> Running:
        del limits, cpu_seconds
        opened = Descriptors()
        pipes = Pipes(opened)
        launcher = str(self.workspace.launcher)
        try:
            child = subprocess.Popen(
                [self.interpreter, "-I", "-S", "-B", launcher, folder, self.workspace.library],
                stdin=pipes.child_stdin,
                stdout=pipes.child_stdout,
                stderr=pipes.child_stderr,
                env={
                    "PATH": "/usr/bin:/bin",
                    "SECRET_KEY": "s",
                    "DATABASE_URL": "postgres://u:p@h",
                },
                cwd=folder,
                start_new_session=True,
                **own_user(self.slot),
            )
        finally:
            opened.close(*pipes.theirs())
        return Running(child, pipes.ours(), child.pid)
