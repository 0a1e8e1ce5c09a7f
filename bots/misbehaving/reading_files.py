"""Looks for secrets: the system's files, processes, other bots."""

import os
from pathlib import Path

from bots.kit import Bot, Menu, View, run


class Mischief(Bot):
    def move(self, view: View, menu: Menu) -> str:
        self.note = self.tried()
        return menu.lowest()

    def tried(self) -> str:
        for path in ("/etc/passwd", "/proc/self/environ", "/proc/1/root", "/home", "/root", "/tmp"):
            if Path(path).exists():
                return f"succeeded: {path}"
        secrets = [name for name in os.environ if "SECRET" in name or "URL" in name]
        return f"succeeded: {secrets}" if secrets else "refused"


run(Mischief)
