"""How a sandbox did when a real bot tried it: what was pushed at, and what gave way."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that no bot may do, as in "a bot can ...", and whether the probe was stopped."""

    what: str
    stopped: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """
    How a sandbox of this *tier* did: it holds where there is no *reason* against it.

    ``python`` is the bots' version of Python, None if the probe did not get so far as to say it.
    """

    tier: str
    reason: str | None
    python: str | None = None
    findings: tuple[Finding, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The trial as plain data, for the runner's status and for programs."""
        return {
            "tier": self.tier,
            "holds": self.reason is None,
            "reason": self.reason,
            "python": self.python,
            "tried": [{"what": one.what, "stopped": one.stopped} for one in self.findings],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Trial":
        """The trial that was written as *value*."""
        findings = (Finding(one["what"], one["stopped"]) for one in value["tried"])
        return cls(value["tier"], value["reason"], value["python"], tuple(findings))
