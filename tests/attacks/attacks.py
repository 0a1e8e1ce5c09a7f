"""The attacks as data: what each tries, which verdict must come, and the upload with it."""

import ast
import io
import json
import platform
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bots.reports import FAULTS
from bots.sandbox.choose import TIERS
from bots.sandbox.limits import Limits
from bots.sandbox.seccomp import syscall_numbers

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
CARRIER = ("bot.py", "attacker.py")

# Verdicts beside the faults of the protocol; in each the bot plays on to the end.
REFUSED, HARMLESS, LEAKS = "refused", "harmless", "leaks"
VERDICTS = (REFUSED, HARMLESS, LEAKS, *FAULTS)
# What a bot notes of an attack that went through, whether it may matter to others or not.
SUCCEEDED = "succeeded"
# Ways for two bots to talk that remain. In that tier nothing hides what `stat` tells: when a file
# of the system was last read, and how many descriptors another process has open.
OPEN_CHANNELS = {("landlock", "time_of_access"), ("landlock", "descriptors")}
MOMENTS = ("start", "ask", "bye")
# Generous, so that only what an attack is about can run out; attacks on a limit name their own.
LIMITS = {
    "start_ms": 30_000,
    "move_cpu_ms": 10_000,
    "deal_cpu_ms": 30_000,
    "move_wall_ms": 30_000,
    "deal_wall_ms": 60_000,
}


@dataclass(frozen=True, slots=True)
class Attack:
    """
    One attack: a function of a module in `programs`, and what must come of it.

    ``verdicts`` has the accepted verdicts by tier (nearly always one), ``by`` says what stops it.
    ``bare`` says that it succeeds where there are no walls, which is tried too, ``needs`` what it
    takes to try it at all: a processor, or root.
    """

    group: str
    name: str
    tries: str
    by: str
    verdicts: Mapping[str, tuple[str, ...]]
    bare: bool = False
    when: str = "ask"
    deals: int = 1
    limits: Mapping[str, int] = field(default_factory=dict)
    needs: str = ""

    def __str__(self) -> str:
        return f"{self.group}.{self.name}"

    def outcomes(self, tier: str) -> set[str]:
        """What `trial.outcome` may be in *tier*."""
        return {
            SUCCEEDED if verdict in (HARMLESS, LEAKS) else verdict
            for verdict in self.verdicts[tier]
        }

    def leaks(self, tier: str) -> bool:
        return LEAKS in self.verdicts[tier]

    def terms(self) -> Limits:
        return Limits(**LIMITS | dict(self.limits))

    def bundle(self, canary: Mapping[str, Any]) -> bytes:
        """The upload, a zip as an author sends it, aimed at *canary*."""
        task = {
            "group": self.group,
            "name": self.name,
            "when": self.when,
            "canary": canary,
            "numbers": syscall_numbers(platform.machine()),
        }
        extras = PROGRAMS / "extras" / self.name
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            for name in (*CARRIER, f"{self.group}.py"):
                archive.write(PROGRAMS / name, name)
            archive.writestr("task.json", json.dumps(task))
            for path in sorted(extras.rglob("*.py")):
                archive.write(path, path.relative_to(extras))
        return buffer.getvalue()


@cache
def attacks() -> tuple[Attack, ...]:
    """Every attack of expected.toml, in its order."""
    table = tomllib.loads((HERE / "expected.toml").read_text("utf-8"))
    return tuple(
        _attack(group, name, row) for group, rows in table.items() for name, row in rows.items()
    )


def find_attack(name: str) -> Attack:
    """
    The attack named ``group.name``.

    Raises:
        KeyError: If there is none of that name.
    """
    return {str(one): one for one in attacks()}[name]


def _attack(group: str, name: str, row: dict[str, Any]) -> Attack:
    verdict = row.pop("verdict")
    verdicts = {tier: _several(row.pop(tier, verdict)) for tier in TIERS}
    return Attack(group, name, docstrings(group)[name], verdicts=verdicts, **row)


def _several(verdict: str | list[str]) -> tuple[str, ...]:
    return (verdict,) if isinstance(verdict, str) else tuple(verdict)


@cache
def docstrings(group: str) -> dict[str, str]:
    """What each attack of a group's module tries, by its name; ``""`` is the group's own title."""
    tree = ast.parse((PROGRAMS / f"{group}.py").read_text("utf-8"))
    found = {"": _sentence(tree)}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and [arg.arg for arg in node.args.args] == ["bot"]:
            found[node.name] = _sentence(node)
    return {name: sentence for name, sentence in found.items() if sentence}


def _sentence(node: ast.Module | ast.FunctionDef) -> str:
    return (ast.get_docstring(node) or "").rstrip(".")
