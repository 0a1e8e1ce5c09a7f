"""Writes into the protocol although nothing was asked."""

import sys

from bots.kit import Bot, Menu, View, _write, run


class Chattering(Bot):
    def move(self, view: View, menu: Menu) -> str:
        _write(b'{"type":"move","id":1,"move":"take"}\n')
        sys.stderr.write("said twice\n")
        return menu.lowest()


run(Chattering)
