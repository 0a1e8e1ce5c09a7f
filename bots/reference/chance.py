"""Plays any legal move by lot: what a newcomer should beat first."""

from typing import ClassVar

from bots.kit import Menu, View
from bots.reference.house import House
from bots.reference.settings import Setting


class Chance(House):
    """
    Random moves. ``stubborn`` percent of its defences it beats although it might take by lot.
    """

    name = "random"
    SETTINGS: ClassVar[dict[str, Setting]] = {
        "stubborn": Setting(0, 0, 100, "Percent of defences in which it never takes by choice."),
    }

    def __init__(self, *, stubborn: int = 0) -> None:
        super().__init__()
        self._stubborn = stubborn

    def think(self, view: View, menu: Menu) -> str:
        moves = menu.moves()
        others = [move for move in moves if move != "take"]
        if others and menu.may_take and self.random.randrange(100) < self._stubborn:
            moves = others
        return self.random.choice(moves)
