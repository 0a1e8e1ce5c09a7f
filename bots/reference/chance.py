"""Plays any legal move by lot: what a newcomer should beat first."""

from typing import Any, ClassVar

from bots.kit import Bot, Menu, View
from bots.reference.settings import Setting


class Chance(Bot):
    """
    Random moves. ``stubborn`` percent of its defences it beats although it might take by lot.
    """

    name = "random"
    SETTINGS: ClassVar[dict[str, Setting]] = {
        "stubborn": Setting(0, 0, 100, "Percent of defences in which it never takes by choice."),
    }

    def __init__(self, *, stubborn: int = 0) -> None:
        self._stubborn = stubborn

    def move(self, view: View, menu: Menu) -> str | dict[str, Any]:
        moves = menu.moves()
        others = [move for move in moves if move != "take"]
        if others and menu.may_take and self.random.randrange(100) < self._stubborn:
            moves = others
        return self.random.choice(moves)
