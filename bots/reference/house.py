"""What the programs of the house share: settings, slips, and the game that is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from bots.kit import Bot, Menu, View
from bots.reference.settings import Setting
from games.catalogue import find_game
from games.game import Game


class House(Bot):
    """
    A program of the house: give `think` in place of `move`.

    ``mistakes`` percent of its moves are drawn by lot instead.
    """

    SETTINGS: ClassVar[dict[str, Setting]] = {}

    def __init__(self, *, mistakes: int = 0) -> None:
        self._mistakes = mistakes

    def move(self, view: View, menu: Menu) -> str:
        if self._mistakes and self.random.randrange(100) < self._mistakes:
            return menu.any(self.random)
        return self.think(view, menu)

    def think(self, view: View, menu: Menu) -> str:
        """The move to play, one of *menu*."""
        raise NotImplementedError("a program of the house needs think(self, view, menu)")


def game_told(hello: Mapping[str, Any]) -> Game:
    """The game of a match as its *hello* tells it."""
    return find_game(hello["game"])(seats=hello["seats"], sides=hello["sides"], **hello["options"])
