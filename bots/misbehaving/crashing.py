"""Fails with an error of its own at its third move."""

from bots.kit import Bot, Menu, View, run


class Crashing(Bot):
    moves = 0

    def move(self, view: View, menu: Menu) -> str:
        self.moves += 1
        if self.moves == 3:
            raise ValueError("a mistake in the third move")
        return menu.lowest()


run(Crashing)
