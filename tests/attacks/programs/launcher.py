"""Getting at what starts the bot, at the kit, and at the rules it is given."""

import gc
import os
import sys
from functools import partial
from pathlib import Path

from attacker import Attacker, any_allowed, need

HERE = os.path.dirname(os.path.abspath(__file__))


def shadow_modules(bot: Attacker) -> object:
    """Bring modules with the names of Python's own, to be run in the launcher's place."""
    import json

    loaded = [json, os, sys.modules.get("_json"), sys.modules.get("site"), sys.modules["codecs"]]
    early = [name for name in ("sitecustomize", "usercustomize", "launch") if name in sys.modules]
    files = [getattr(module, "__file__", None) or "" for module in loaded]
    return need([*early, *(file for file in files if file.startswith(HERE))])


def own_rules(bot: Attacker) -> object:
    """Bring a kit and rules of its own under the names of ours."""
    # It hurts itself at most: what it imports is not what the runner judges by.
    import games

    return games.__file__


def change_the_library(bot: Attacker) -> object:
    """Write into the kit, the rules or the launcher that other bots are given too."""
    library = Path(sys.modules["bots.kit"].__file__).parent.parent
    return any_allowed(
        [
            partial(Path.write_text, library / "launch.py", "x"),
            partial(Path.write_text, library / "bots" / "kit.py", "x"),
            partial(Path.touch, library / "games" / "new.py"),
            partial(os.chmod, library / "launch.py", 0o777),
        ]
    )


def change_the_launcher(bot: Attacker) -> object:
    """Replace the launcher's functions, the kit and the written numbers in memory."""
    from bots import kit

    changed = 0
    for found in gc.get_objects():
        if isinstance(found, dict) and "MEMORY_EXIT" in found:
            found["MEMORY_EXIT"], found["LAUNCHED"] = 0, b""
            changed += 1
    kit.PROTOCOL, kit.RANKS = 99, kit.RANKS[::-1]
    sys.modules["bots.kit"] = sys.modules["os"]
    sys.modules["__main__"] = None
    return changed


def leave_through_the_launcher(bot: Attacker) -> object:
    """Unwind the launcher's own frame with its exit code for the want of memory."""
    raise SystemExit(77)


def start_with_options(bot: Attacker) -> object:
    """Find Python's own options in the environment, or be able to leave some for the next bot."""
    given = [name for name in os.environ if name.startswith(("PYTHON", "LD_"))]
    return need([name for name in given if name not in OURS])


OURS = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
