"""How much time, memory and text one bot is given."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any


class LimitError(ValueError):
    """A limit that does not exist or is out of bounds."""


# name: (lowest, highest) an organiser may set
BOUNDS: dict[str, tuple[int, int]] = {
    "start_ms": (100, 60_000),
    "move_cpu_ms": (10, 60_000),
    "deal_cpu_ms": (10, 600_000),
    "move_wall_ms": (50, 120_000),
    "deal_wall_ms": (50, 3_600_000),
    "line_bytes": (256, 65_536),
    "memory_mb": (64, 1_024),
}


@dataclass(frozen=True, slots=True)
class Limits:
    """
    What a bot may use; the same object is told to the bot, kept by the sandbox and judged by.

    Times are milliseconds; the CPU figures are the rule, the wall figures a backstop. ``memory_mb``
    is resident memory, above it the address space is capped at `address_space_bytes`.
    """

    start_ms: int = 10_000
    move_cpu_ms: int = 1_000
    deal_cpu_ms: int = 3_000
    move_wall_ms: int = 5_000
    deal_wall_ms: int = 20_000
    line_bytes: int = 16_384
    memory_mb: int = 384

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            lowest, highest = BOUNDS[field.name]
            if isinstance(value, bool) or not isinstance(value, int):
                raise LimitError(f"{field.name} must be a whole number, not {value!r}")
            if not lowest <= value <= highest:
                raise LimitError(f"{field.name} is {value}; allowed is {lowest} to {highest}")

    @property
    def address_space_bytes(self) -> int:
        """Mapped memory, a third more than the resident limit: 512 MiB at the usual 384."""
        return (self.memory_mb + self.memory_mb // 3) << 20

    def match_wall_ms(self, deals: int) -> int:
        """
        What the answers of a match of so many *deals* may take together by the clock on the wall:
        that of every deal, but no more than twice the CPU time and five minutes.
        """
        enough = MATCH_WALL_MS + 2 * deals * self.deal_cpu_ms
        return min(deals * self.deal_wall_ms, enough)

    def to_json(self) -> dict[str, int]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any] | None) -> "Limits":
        """
        The limits named in *value*, the usual ones for the rest.

        Raises:
            LimitError: If a name is unknown or a value out of bounds.
        """
        value = value or {}
        unknown = sorted(set(value) - set(BOUNDS))
        if unknown:
            raise LimitError(f"unknown limit {unknown[0]!r}; known are {', '.join(BOUNDS)}")
        return cls(**value)


# Per match, the same for every bot. Of the wall's clock: beside twice the CPU time.
MATCH_WALL_MS = 300_000
STDOUT_BYTES = 4 << 20
STDERR_BYTES = 64 << 10
LOG_BYTES = 32 << 10
