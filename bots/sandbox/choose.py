"""Which walls the runner uses: the one that is set, after it has been tried; otherwise none."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from bots.sandbox.bubblewrap import BWRAP, PRLIMIT, Bubblewrap
from bots.sandbox.probe import unavailable
from bots.sandbox.workspace import Workspace

TIERS = ("bubblewrap",)
BOT_PYTHON = "/usr/bin/python3"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A sandbox that holds, or the reason why there is none."""

    name: str | None
    walls: Bubblewrap | None
    reason: str | None


def bot_python() -> str:
    """The interpreter of bots: ``BOT_PYTHON``, by default the system's own."""
    return os.environ.get("BOT_PYTHON") or BOT_PYTHON


def choose(wanted: str, workspace: Workspace, bwrap: str = BWRAP) -> Chosen:
    """
    The sandbox *wanted* (one of `TIERS`, or "auto" for the best that holds), tried with a real bot.

    Raises:
        ValueError: If there is no sandbox of that name.
    """
    if wanted not in (*TIERS, "auto"):
        raise ValueError(f"no sandbox {wanted!r}; there are {', '.join(TIERS)} and auto")
    if sys.platform != "linux":
        return Chosen(None, None, "bots of others run on Linux only")
    if not Path(bwrap).exists():
        return Chosen(None, None, "bubblewrap is not installed: apt install bubblewrap")
    if not Path(PRLIMIT).exists():
        return Chosen(None, None, f"{PRLIMIT} is missing: apt install util-linux")
    walls = Bubblewrap(workspace, bot_python(), bwrap)
    reason = unavailable(walls)
    if reason is not None:
        return Chosen(None, None, reason)
    return Chosen("bubblewrap", walls, None)
