"""
Carries one attack to the table: plays the cheapest card, attacks once, and tells what came of it.

An attack is a function of a group's module that takes the `Attacker`. If it raises an error of the
system it was refused; if it returns, it has succeeded. The outcome is the note of every later move.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, NoReturn

from bots import kit
from bots.kit import Bot, Menu, View

_NOTE = 200


class Answered(Exception):
    """The attack has answered the ask itself, in its own way."""


class Again(Exception):
    """Nothing yet: try again at the next ask."""


class Refused(OSError):
    """Nothing of what was looked for is there."""


class Attacker(Bot):
    """
    The bot that an attack is given.

    ``canary`` is what it is to reach, ``asked`` the message that asks and ``asks`` their number,
    ``plays`` the move that it insists on instead of the cheapest card.
    """

    name = "attacker"

    def __init__(self, task: dict[str, Any]) -> None:
        self.canary = SimpleNamespace(**task["canary"])
        self.asked: dict[str, Any] = {}
        self.asks = 0
        self.plays: kit.Choice | None = None
        self._task = task
        self._outcome = ""

    def match(self, hello: dict[str, Any]) -> None:
        self._attack("start")

    def move(self, view: View, menu: Menu) -> kit.Choice:
        self.view, self.menu = view, menu
        self.asks += 1
        self._attack("ask")
        self.note = self._outcome
        return menu.lowest() if self.plays is None else self.plays

    def bye(self, result: dict[str, Any]) -> None:
        self._attack("bye")

    def write(self, data: bytes) -> None:
        """Write *data* into the protocol as it is."""
        kit._write(data)

    def say(self, data: bytes) -> NoReturn:
        """Write one line into the protocol and never another."""
        self.write(data + b"\n")
        sleep()

    def line(self, **changed: Any) -> bytes:
        """A good answer to what was asked, with some of its values *changed*."""
        answer = {"type": "move", "id": self.asked["id"], "move": self.menu.lowest(), **changed}
        return kit._json()[1](answer).encode()

    def answer(self, data: bytes) -> NoReturn:
        """Write *data* in place of the answer, and play on."""
        self.write(data)
        self._outcome = "succeeded"
        raise Answered

    def system_call(self, name: str, *arguments: Any) -> int:
        """Ask the system directly, past every library."""
        return numbered_call(self._task["numbers"][name], *arguments)

    def _attack(self, moment: str) -> None:
        if moment != self._task["when"] or self._outcome:
            return
        self._outcome = "begun"
        sys.stderr.write(f"attack {self._task['name']}\n")
        act = getattr(__import__(self._task["group"]), self._task["name"])
        try:
            self._outcome = f"succeeded: {act(self)!r}"[:_NOTE]
        except Again:
            self._outcome = ""
        except OSError as error:
            self._outcome = f"refused: {describe(error)}"


class _Session(kit.Session):
    def receive(self, message: dict[str, Any]) -> dict[str, Any] | None:
        assert isinstance(self.bot, Attacker)
        self.bot.asked = message
        try:
            return super().receive(message)
        except Answered:
            return None


def carry() -> None:
    """Play one match with the attack described in task.json."""
    with open(os.path.dirname(__file__) + "/task.json", "rb") as file:
        task = kit._json()[0](file.read().decode())
    kit.Session = _Session
    kit.run(Attacker(task))


def describe(error: OSError) -> str:
    return errno.errorcode.get(error.errno or 0, str(error))


def need(found: Any) -> Any:
    """*found*, if there is anything in it."""
    if not found:
        raise Refused("nothing found")
    return found


def any_allowed(acts: Iterable[Callable[[], object]]) -> list[object]:
    """What came of those *acts* that were not refused; the last refusal if all were."""
    done: list[object] = []
    refusal: OSError | None = None
    for act in acts:
        try:
            done.append(act())
        except OSError as error:
            refusal = error
    if not done and refusal:
        raise refusal
    return done


def numbered_call(number: int, *arguments: Any) -> int:
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    ctypes.set_errno(0)
    plain = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    result = int(library.syscall(ctypes.c_long(number), *plain))
    if result == -1:
        raise OSError(ctypes.get_errno(), f"call {number}")
    return result


def sleep() -> NoReturn:
    while True:
        time.sleep(1000)
