"""Which walls the runner uses: the ones that are set, after they have been tried; or none."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bots.sandbox.bubblewrap import BWRAP, PRLIMIT, Bubblewrap
from bots.sandbox.landlock import Landlock, kernel_abi
from bots.sandbox.probe import Sandbox, tried
from bots.sandbox.reasons import no_landlock
from bots.sandbox.trials import Trial
from bots.sandbox.workspace import Workspace

TIERS = ("bubblewrap", "landlock")
"""The sandboxes there are, the stronger first."""
DEFAULT = TIERS[0]
AUTO = "auto"
"""The best that holds: for a person's own machine only, where somebody sees which it was."""
BOT_PYTHON = "/usr/bin/python3"


class Unavailable(Exception):
    """A sandbox cannot be put up here at all; the message says why, with the remedy."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A sandbox that holds, or the reason why there is none, and how each one tried did."""

    name: str | None
    walls: Sandbox | None
    reason: str | None
    trials: tuple[Trial, ...] = ()
    wanted: str = DEFAULT

    def __str__(self) -> str:
        if self.name is None:
            return f"none: {self.reason}"
        passed = [f"{trial.tier} not ({trial.reason})" for trial in self.trials if trial.reason]
        return f"{self.name}{'; ' if passed else ''}{'; '.join(passed)}"

    def to_json(self) -> dict[str, Any]:
        """The choice as plain data, for the runner's status and for programs."""
        return {
            "sandbox": self.name,
            "reason": self.reason,
            "wanted": self.wanted,
            "bot_python": bot_python(),
            "python": next((trial.python for trial in self.trials if trial.reason is None), None),
            "trials": [trial.to_json() for trial in self.trials],
        }


def bot_python() -> str:
    """The interpreter of bots: ``BOT_PYTHON``, by default the system's own."""
    return os.environ.get("BOT_PYTHON") or BOT_PYTHON


def choose(wanted: str, workspace: Workspace, bwrap: str = BWRAP) -> Chosen:
    """
    The sandbox *wanted*, tried with a real bot: one of `TIERS`, or "auto" for the best that holds.

    Raises:
        ValueError: If there is no sandbox of that name.
    """
    require_known(wanted)
    trials: list[Trial] = []
    for tier in TIERS if wanted == AUTO else (wanted,):
        try:
            walls = walls_of(tier, workspace, bwrap)
            trials.append(tried(walls))
        except Unavailable as error:
            trials.append(Trial(tier, str(error)))
            continue
        if trials[-1].reason is None:
            return Chosen(tier, walls, None, tuple(trials), wanted)
    return Chosen(None, None, _why_none(trials), tuple(trials), wanted)


def require_known(name: str) -> str:
    """
    *name* itself, if it is what an operator may ask for.

    Raises:
        ValueError: If there is no sandbox of that name.
    """
    if name not in (*TIERS, AUTO):
        raise ValueError(f"no sandbox {name!r}; there are {', '.join(TIERS)} and {AUTO}")
    return name


def walls_of(tier: str, workspace: Workspace, bwrap: str = BWRAP) -> Sandbox:
    """
    The walls of *tier*, not yet tried.

    Raises:
        Unavailable: If what they are made of is not here.
    """
    if sys.platform != "linux":
        raise Unavailable("bots of others run on Linux only")
    if tier == "landlock":
        return Landlock(workspace, bot_python(), _abi())
    if not Path(bwrap).exists():
        raise Unavailable("bubblewrap is not installed: apt install bubblewrap")
    if os.getuid() == 0 and not Path(PRLIMIT).exists():
        raise Unavailable(f"{PRLIMIT} is missing: apt install util-linux")
    return Bubblewrap(workspace, bot_python(), bwrap)


def _abi() -> int:
    try:
        return kernel_abi()
    except OSError as error:
        raise Unavailable(no_landlock(error)) from error


def _why_none(trials: list[Trial]) -> str:
    if len(trials) == 1:
        return str(trials[0].reason)
    return "; ".join(f"{trial.tier}: {trial.reason}" for trial in trials)
