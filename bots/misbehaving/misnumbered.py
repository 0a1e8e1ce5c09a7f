"""Answers a question that was not the one asked."""

from bots.kit import Menu, View, _write, run


def misnumbered(view: View, menu: Menu) -> str:
    _write(b'{"type":"move","id":987654,"move":"take"}\n')
    return menu.lowest()


run(misnumbered)
