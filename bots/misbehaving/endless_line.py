"""Begins a line that does not end."""

from bots.kit import Menu, View, _write, run


def endless_line(view: View, menu: Menu) -> str:
    while True:
        _write(b"x" * 1_000)


run(endless_line)
