"""Debian's packages: which may be installed from here, and installing them with apt."""

# Used before anything of ours is installed: the standard library only.
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable

Say = Callable[[str], None]

# An unreachable mirror must not hold up the start for minutes.
APT_OPTIONS = [
    "-o", "Acquire::http::Timeout=20",
    "-o", "Acquire::https::Timeout=20",
    "-o", "Acquire::Retries=1",
    "-o", "DPkg::Lock::Timeout=60",
]  # fmt: skip
LONGEST = 900  # seconds for one apt run; Chromium is 180 MB


def rights() -> list[str] | None:
    """
    What to write before an apt command that asks no question.

    Returns:
        An empty list as root, `["sudo", "-n"]` where sudo asks for no password,
        and None where packages cannot be installed from here.
    """
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    if not shutil.which("sudo"):
        return None
    asks_nothing = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False)
    return ["sudo", "-n"] if asks_nothing.returncode == 0 else None


def command_line(packages: Iterable[str]) -> str:
    """The line a person types to install *packages*."""
    return "{}apt install {}".format("" if os.geteuid() == 0 else "sudo ", " ".join(packages))


def install(packages: list[str], prefix: list[str], say: Say) -> bool:
    """
    Install *packages* with apt and tell what happens through *say*.

    Returns:
        Whether apt installed them all. Its last lines are told when it did not.
    """
    say(f"installing from Debian: {' '.join(packages)}")
    _run([*prefix, "apt-get", *APT_OPTIONS, "update", "-q"])
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive"]
    wanted = ["install", "-y", "-q", "--no-install-recommends", *packages]
    code, output = _run([*prefix, *quiet, "apt-get", *APT_OPTIONS, *wanted])
    if code == 0:
        say(f"installed {' '.join(packages)}")
        return True
    for line in output.splitlines()[-5:]:
        say(f"apt: {line}")
    return False


def _run(command: list[str]) -> tuple[int, str]:
    try:
        done = subprocess.run(
            command,
            stdin=None if command[:1] == ["sudo"] and "-n" not in command else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=LONGEST,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return 1, str(error)
    return done.returncode, done.stdout
