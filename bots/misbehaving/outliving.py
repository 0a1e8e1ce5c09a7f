"""Cuts the thread that ties its life to the runner's."""

import ctypes
import os

from bots.kit import Bot, Menu, View, run


class Mischief(Bot):
    def move(self, view: View, menu: Menu) -> str:
        self.note = self.tried()
        return menu.lowest()

    def tried(self) -> str:
        if ctypes.CDLL(None, use_errno=True).prctl(1, 0, 0, 0, 0) == 0:
            return "succeeded"
        try:
            os.setsid()
        except OSError:
            return "refused"
        return "succeeded"


run(Mischief)
