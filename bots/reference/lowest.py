"""Always the cheapest card that may be played: the house rule of a child, and a fair start."""

from typing import ClassVar

from bots.kit import Menu, View
from bots.reference.house import House
from bots.reference.settings import MISTAKES, Setting


class Lowest(House):
    """Leads, beats and throws in its cheapest card, trumps last; takes only when it must."""

    name = "lowest"
    SETTINGS: ClassVar[dict[str, Setting]] = {"mistakes": MISTAKES}

    def think(self, view: View, menu: Menu) -> str:
        return menu.lowest()
