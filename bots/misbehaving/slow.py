"""Thinks for ever, and will not be interrupted."""

import signal

from bots.kit import Menu, View, run

for number in (signal.SIGTERM, signal.SIGXCPU, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)


def slow(view: View, menu: Menu) -> str:
    while True:
        pass


run(slow)
