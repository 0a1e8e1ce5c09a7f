"""Answers with what is no JSON at all."""

from bots.kit import Menu, View, _write, run


def rubbish(view: View, menu: Menu) -> str:
    _write(b"\xff\x00NaN\n")
    return menu.lowest()


run(rubbish)
