"""Wants more memory than there is for it."""

from bots.kit import Menu, View, run


def hungry(view: View, menu: Menu) -> str:
    eaten = []
    while True:
        eaten.append(bytearray(8 << 20))


run(hungry)
