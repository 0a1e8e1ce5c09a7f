"""Gets up from the table in the middle of a deal."""

import sys

from bots.kit import Menu, View, run


def leaving(view: View, menu: Menu) -> str:
    sys.exit(0)


run(leaving)
