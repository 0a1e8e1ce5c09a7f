"""
In which languages a bot may be written: what each needs to see, to run and to be given.

Only Python is switched on, and uploads in another language are refused before they come here. A
profile that needs a control group, because it takes more address space than can be judged by or
starts processes of its own, stays off until the runner can give it one.
"""

import os
from dataclasses import dataclass
from pathlib import Path

# Where things are inside the walls.
BOT_FOLDER = "/bot"
LIBRARY = "/usr/league"
# In the library: launch.py, compiled.
LAUNCHER = "launcher"


@dataclass(frozen=True, slots=True)
class Profile:
    """One language, as the walls of namespaces start it."""

    name: str
    main: str
    """The author's file that is run."""
    arguments: tuple[str, ...]
    """The command inside the walls; it says the launcher's line before the author's first one."""
    program: str = ""
    """The interpreter on the host, shown as the first of *arguments*; "" is ``BOT_PYTHON``."""
    folders: tuple[str, ...] = ()
    """What it reads besides the system's libraries, where it is there."""
    environment: tuple[tuple[str, str], ...] = ()
    address_space_mb: int | None = None
    """Mapped memory where the usual limit is too narrow for its runtime."""
    needs_cgroup: bool = False
    enabled: bool = False

    @property
    def refusal(self) -> str | None:
        """Why no bot of this language is run; None if it may be."""
        if not self.enabled:
            return f"bots in {self.name} are switched off"
        if self.needs_cgroup:
            return f"bots in {self.name} need a control group for memory, which is not given"
        return None


def own_library(program: str) -> str | None:
    """Where *program* keeps its libraries, if it is not one of the system's: beside its ``bin``."""
    prefix = Path(os.path.realpath(program)).parent.parent
    return None if prefix == Path("/usr") else str(prefix / "lib")


PYTHON = Profile(
    name="python",
    main="bot.py",
    arguments=(
        *("/usr/bin/python3", "-I", "-S", "-B"),
        *(f"{LIBRARY}/{LAUNCHER}", BOT_FOLDER, LIBRARY),
    ),
    environment=(("PYTHONDONTWRITEBYTECODE", "1"), ("PYTHONUNBUFFERED", "1")),
    enabled=True,
)
NODE = Profile(
    name="node",
    main="bot.js",
    program="/usr/bin/node",
    arguments=(
        *("/usr/bin/node", "--max-old-space-size=256", "--eval"),
        f"require('fs').writeSync(1, 'launched\\n'); require('{BOT_FOLDER}/bot.js')",
    ),
    folders=("/usr/share/nodejs",),
    # Reserved for its compiler, hardly touched; what it touches only a control group can limit.
    address_space_mb=8_192,
    needs_cgroup=True,
)
PERL = Profile(
    name="perl",
    main="bot.pl",
    program="/usr/bin/perl",
    arguments=(
        *("/usr/bin/perl", "-e"),
        f"syswrite STDOUT, qq(launched\\n); do '{BOT_FOLDER}/bot.pl'; die $@ if $@",
    ),
    folders=("/usr/share/perl", "/usr/share/perl5"),
)
PROFILES = {profile.name: profile for profile in (PYTHON, NODE, PERL)}
