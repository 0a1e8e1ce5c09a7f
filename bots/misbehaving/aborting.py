"""Ends by a signal, as a faulty C library would."""

import os

from bots.kit import Menu, View, run


def aborting(view: View, menu: Menu) -> str:
    os.abort()


run(aborting)
