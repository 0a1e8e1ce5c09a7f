"""Asks the system for what only a debugger needs."""

import ctypes

from bots.kit import Menu, View, run


def tracing(view: View, menu: Menu) -> str:
    ctypes.CDLL(None).ptrace(0, 0, 0, 0)
    return menu.lowest()


run(tracing)
