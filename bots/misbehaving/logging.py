"""Writes a log without end."""

import sys

from bots.kit import Menu, View, run


def logging(view: View, menu: Menu) -> str:
    while True:
        sys.stderr.write("I am thinking about what to think next\n" * 100)


run(logging)
