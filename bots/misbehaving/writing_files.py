"""Tries to leave something behind."""

from pathlib import Path

from bots.kit import Bot, Menu, View, run


class Mischief(Bot):
    def move(self, view: View, menu: Menu) -> str:
        self.note = self.tried()
        return menu.lowest()

    def tried(self) -> str:
        for path in ("/bot/x", "/x", "/tmp/x", "/dev/shm/x", "/usr/league/x", "/var/tmp/x"):
            try:
                Path(path).write_text("x")
                return f"succeeded: {path}"
            except OSError:
                continue
        return "refused"


run(Mischief)
