"""Tries to start further processes."""

import os
import subprocess

from bots.kit import Bot, Menu, View, run


class Mischief(Bot):
    def move(self, view: View, menu: Menu) -> str:
        self.note = self.tried()
        return menu.lowest()

    def tried(self) -> str:
        for start in (os.fork, lambda: subprocess.run(["/bin/sh"], check=False)):
            try:
                if start() == 0:
                    os._exit(0)
                return "succeeded"
            except OSError:
                continue
        return "refused"


run(Mischief)
