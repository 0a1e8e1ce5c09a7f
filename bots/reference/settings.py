"""The knobs of a house program: what each does, its usual value and its bounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class SettingError(ValueError):
    """A house program or one of its settings does not exist or is out of bounds."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A whole number with bounds, and what it changes."""

    usual: int
    lowest: int
    highest: int
    help: str


MISTAKES = Setting(0, 0, 100, "Percent of moves drawn by lot instead of thought about.")


def checked(program: str, known: Mapping[str, Setting], given: Mapping[str, Any]) -> dict[str, int]:
    """
    Every setting of *program*, those of *given* in place of the usual values.

    Raises:
        SettingError: If a name is unknown or a value out of bounds.
    """
    for name, value in given.items():
        setting = known.get(name)
        if setting is None:
            names = ", ".join(known) or "none"
            raise SettingError(f"{program} has no setting {name!r}; its settings: {names}")
        if isinstance(value, bool) or not isinstance(value, int):
            raise SettingError(f"{program}: {name} must be a whole number, not {value!r}")
        if not setting.lowest <= value <= setting.highest:
            raise SettingError(
                f"{program}: {name} is {value}; allowed is {setting.lowest} to {setting.highest}"
            )
    return {name: int(given.get(name, setting.usual)) for name, setting in known.items()}
