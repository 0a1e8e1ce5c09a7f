"""Who sits at the table for the runner: a house program, a script for tests, or a process."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from bots.kit import Bot, Menu, Session, View
from bots.protocol import Ask, Choice, Hello, Told
from bots.reports import Usage
from bots.runner.awake import Awake
from games.moves import read_move


@dataclass(frozen=True, slots=True)
class Failure:
    """
    A bot's failure as its player saw it. ``starved``: the wall clock ran out while the runner
    itself was held up, so that nobody is to blame. ``cause``, where more is known than the kind:
    of an answer that cannot be read the code of the `AnswerError`, of a bot that did not start how
    it ended instead (crashed, exited or timeout).
    """

    kind: str
    detail: str = ""
    starved: bool = False
    cause: str = ""


class Player(Protocol):
    """One seat of one match. The runner calls it from one thread, in this order."""

    def prepare(self, hello: Hello) -> None:
        """Begin to start, without waiting; called again, start anew from nothing."""

    def start(self) -> Failure | None:
        """Wait until it is ready."""

    def tell(self, message: Told) -> None:
        """Take note of what needs no answer; never waits."""

    def choose(self, ask: Ask) -> Choice | Failure:
        """A move for *ask*, within the limits of the hello."""

    def close(self) -> None:
        """Leave the table: hand over what was told last, and end."""

    def stop(self) -> None:
        """End at once, from any thread."""

    @property
    def name(self) -> str: ...

    @property
    def usage(self) -> Usage: ...

    @property
    def log(self) -> str: ...


class InProcessPlayer:
    """A house program: our own code, so without clocks; its errors are ours and are loud."""

    def __init__(self, make: Callable[[], Bot], awake: Awake | None = None) -> None:
        self._make = make
        self._awake = awake or Awake()
        self._hello: Hello | None = None
        self._session = Session(make())
        self._answers = 0
        self.name = ""
        self.log = ""

    @property
    def usage(self) -> Usage:
        return Usage(answers=self._answers)

    def prepare(self, hello: Hello) -> None:
        self._hello = hello
        self._session = Session(self._make())

    def start(self) -> Failure | None:
        assert self._hello is not None, "prepare comes before start"
        ready = self._session.receive(self._hello.to_json())
        self.name = ready["name"] if ready else ""
        return None

    def tell(self, message: Told) -> None:
        self._session.receive(message.to_json())

    def choose(self, ask: Ask) -> Choice | Failure:
        if ask.refused is not None:
            raise RuntimeError(f"house program {self.name} played {ask.refused}")
        # It may think for long, and nobody looks at the clock meanwhile.
        self._awake.still()
        answer = self._session.receive(ask.to_json())
        assert answer is not None, "a session answers every ask"
        self._answers += 1
        return Choice(read_move(answer["move"]), answer.get("note", ""))

    def close(self) -> None:
        """Nothing to leave behind."""

    def stop(self) -> None:
        """Nothing to end."""


class ScriptedPlayer:
    """A player for tests that gives prepared answers in order; it keeps what it was told."""

    def __init__(self, answers: Iterable[str | Failure | None], name: str = "script") -> None:
        self._answers = iter(answers)
        self.name = name
        self.log = ""
        self.heard: list[Hello | Told | Ask] = []
        self.prepared = 0

    @property
    def usage(self) -> Usage:
        return Usage(answers=sum(isinstance(message, Ask) for message in self.heard))

    def prepare(self, hello: Hello) -> None:
        self.prepared += 1
        self.heard.append(hello)

    def start(self) -> Failure | None:
        return None

    def tell(self, message: Told) -> None:
        self.heard.append(message)

    def choose(self, ask: Ask) -> Choice | Failure:
        """The next prepared answer; after the last, and for None, the first legal single move."""
        self.heard.append(ask)
        answer = next(self._answers, None)
        if isinstance(answer, Failure):
            return answer
        if answer is None:
            return Choice(read_move(_first_move(ask)))
        return Choice(read_move(answer))

    def close(self) -> None:
        """Nothing to leave behind."""

    def stop(self) -> None:
        """Nothing to end."""


def _first_move(ask: Ask) -> str:
    return Menu(ask.menu, View(ask.view)).moves()[0]
