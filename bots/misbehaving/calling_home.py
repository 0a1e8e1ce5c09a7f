"""Tries to reach the network and its neighbours."""

import socket

from bots.kit import Bot, Menu, View, run


class Mischief(Bot):
    def move(self, view: View, menu: Menu) -> str:
        self.note = self.tried()
        return menu.lowest()

    def tried(self) -> str:
        for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, 16, 40):
            try:
                socket.socket(family)
                return "succeeded"
            except OSError:
                continue
        return "refused"


run(Mischief)
