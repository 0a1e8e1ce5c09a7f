"""Answers at once and lets threads think on: their time is its own."""

import hashlib
import threading

from bots.kit import Menu, View, run


def think() -> None:
    while True:
        hashlib.pbkdf2_hmac("sha256", b"card", b"salt", 100_000)


for _ in range(4):
    threading.Thread(target=think, daemon=True).start()


def threaded(view: View, menu: Menu) -> str:
    threading.Event().wait()
    return menu.lowest()


run(threaded)
