"""Always the cheapest card that may be played: the house rule of a child, and a fair start."""

from typing import Any, ClassVar

from bots.kit import Bot, Menu, View
from bots.reference.settings import MISTAKES, Setting


class Lowest(Bot):
    """Leads, beats and throws in its cheapest card, trumps last; takes only when it must."""

    name = "lowest"
    SETTINGS: ClassVar[dict[str, Setting]] = {"mistakes": MISTAKES}

    def __init__(self, *, mistakes: int = 0) -> None:
        self._mistakes = mistakes

    def move(self, view: View, menu: Menu) -> str | dict[str, Any]:
        if self._mistakes and self.random.randrange(100) < self._mistakes:
            return menu.any(self.random)
        return menu.lowest()
