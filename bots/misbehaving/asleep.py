"""Never answers, and uses no time doing so."""

import time

from bots.kit import Menu, View, run


def asleep(view: View, menu: Menu) -> str:
    time.sleep(1000)
    return menu.lowest()


run(asleep)
