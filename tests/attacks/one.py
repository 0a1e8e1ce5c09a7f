"""Plays one attack and tells of it: ``python -m tests.attacks.one landlock clocks.spin``."""

import sys

from bots.sandbox.choose import bot_python, choose
from bots.sandbox.workspace import Workspace
from tests.attacks.attacks import find_attack
from tests.attacks.canaries import Canaries
from tests.attacks.processes import adopting_orphans
from tests.attacks.trial import attack, outcome


def play_one(tier: str, name: str) -> None:
    try:
        one = find_attack(name)
    except KeyError:
        sys.exit(f"no attack {name!r}; they stand in docs/sandbox.md")
    workspace = Workspace(bot_python())
    canaries = Canaries(slot=0)
    try:
        chosen = choose(tier, workspace)
        if chosen.walls is None:
            sys.exit(f"no sandbox {tier}: {chosen.reason}")
        with adopting_orphans():
            canaries.begin()
            played = attack(one, canaries.targets(), chosen.walls, workspace)
            print(outcome(played, one), *played.match.faults, *played.notes[-1:])
            print("its log:", played.match.logs[0], sep="\n")
            print("damage:", canaries.damage() or "none")
    finally:
        canaries.close()
        workspace.close()


if __name__ == "__main__":
    play_one(*sys.argv[1:])
