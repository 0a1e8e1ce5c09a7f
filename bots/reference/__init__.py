"""The house's own programs, from pure chance to looking ahead, with settings that vary them."""

from collections.abc import Mapping
from typing import Any

from bots.kit import Bot
from bots.reference.cautious import Cautious
from bots.reference.chance import Chance
from bots.reference.counting import Counting
from bots.reference.house import House
from bots.reference.lowest import Lowest
from bots.reference.search import Search
from bots.reference.settings import SettingError, checked

# The ratings are shifted so that this program reads 1500.
ANCHOR = "cautious"

# The weakest first, as measured in throw-in Durak for two: see docs/strength.md.
PROGRAMS: dict[str, type[House]] = {
    "random": Chance,
    "lowest": Lowest,
    "cautious": Cautious,
    "counting": Counting,
    "search": Search,
}


def make(program: str, settings: Mapping[str, Any] | None = None) -> Bot:
    """
    A new bot of the house.

    Raises:
        SettingError: If there is no such program, or a setting is unknown or out of bounds.
    """
    if program not in PROGRAMS:
        raise SettingError(f"no house program {program!r}; there are {', '.join(PROGRAMS)}")
    kind = PROGRAMS[program]
    return kind(**checked(program, kind.SETTINGS, settings or {}))


__all__ = ["ANCHOR", "PROGRAMS", "SettingError", "make"]
