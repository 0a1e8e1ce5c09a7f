"""The check of an upload in the reader's words: each step, what was measured, what to mend."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bots.kit import Menu, View
from games.catalogue import find_game
from games.errors import GameError
from games.rendering import table_text
from league.errors import Text
from league.language import readers_language
from league.pages import words

STEPS: dict[str, Text] = {
    "bundle": gettext_lazy("The bundle can be opened"),
    "handshake": gettext_lazy("It answers hello with ready"),
    "start": gettext_lazy("It starts in time, every time"),
    "flush": gettext_lazy("Its answers come at once"),
    "output": gettext_lazy("It is silent while nothing is asked"),
    "positions": gettext_lazy("It plays legal moves in positions drawn by lot"),
    "itself": gettext_lazy("It plays a match against itself"),
    "house": gettext_lazy("It plays a match against the house"),
    "limits": gettext_lazy("It keeps the limits, with room to spare"),
}

_MEASURED: dict[str, Text] = {
    "bundle": gettext_lazy("Files: %(files)s, bytes: %(size)s."),
    "handshake": gettext_lazy("It calls itself “%(name)s”."),
    "start": gettext_lazy(
        "Starts: %(starts)s, the slowest %(wall_ms)s ms (%(cpu_ms)s ms of CPU); allowed "
        "%(start_ms)s ms."
    ),
    "positions": gettext_lazy(
        "Positions: %(asked)s, seats: %(seats)s; slowest answer %(cpu_ms)s ms of CPU, %(wall_ms)s "
        "ms in all."
    ),
    "itself": gettext_lazy(
        "Deals: %(deals)s, score %(scores)s; slowest answer %(cpu_ms)s ms of CPU."
    ),
    "house": gettext_lazy(
        "Deals: %(deals)s against %(opponent)s, score %(scores)s; slowest answer %(cpu_ms)s ms of "
        "CPU."
    ),
    "limits": gettext_lazy(
        "CPU: %(move_cpu_ms)s ms for a move, %(deal_cpu_ms)s ms for a deal; %(move_wall_ms)s ms by "
        "the clock; memory: %(memory_mb)s MB; bytes written: %(output_bytes)s, logged: "
        "%(log_bytes)s."
    ),
}

# What the check has found out beyond the kind of fault.
_ADVICE: dict[str, Text] = {
    "bundle": gettext_lazy("Upload one .py file, or a .zip with bot.py at its top."),
    "unflushed": gettext_lazy(
        "Its answer was written and lay in a buffer until the input ended. Write print(..., "
        "flush=True), or use the kit, which does so."
    ),
    "import": gettext_lazy(
        "No libraries are installed for bots: there is Python's standard library, bots.kit, games, "
        "and the bot's own files, packed beside bot.py in a .zip."
    ),
    "no_run": gettext_lazy(
        "It ended without an error and said nothing: the last line of bot.py must be "
        "run(YourBot), with the name of your class."
    ),
    "network": gettext_lazy(
        "There is no network for bots: leave out what opens a socket, and pack what it needs to "
        "know beside bot.py in a .zip."
    ),
    "no_return": gettext_lazy(
        "Its move was null, None in Python: did you forget “return”? Every way through move() "
        "must end with one."
    ),
    "error_at_start": gettext_lazy(
        "It ended with an error before it was ready; the last lines of its log say where."
    ),
    "version": gettext_lazy('Its first line must be {"type":"ready","name":"…","protocol":1}.'),
    "slow_start": gettext_lazy("Load less before ready, or load it at the first question."),
    "prints": gettext_lazy(
        "A line on standard output was no JSON. Write notes to stderr, or use the kit, which sends "
        "every print there."
    ),
}


@dataclass(frozen=True, slots=True)
class Step:
    """A step that has been tried: its title, whether it was passed, what is told of it."""

    title: Text
    passed: bool
    seconds: float
    measured: str


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an upload was refused: the fault, what to mend, one line about it, the position."""

    fault: Text
    advice: Text
    detail: str
    table: str
    moves: str
    answer: str


def steps(stored: list[dict[str, Any]]) -> list[Step]:
    """The steps of a check, in their order; none of an upload from before there were any."""
    return [
        Step(
            title=STEPS.get(step["name"], step["name"]),
            passed=step["passed"],
            seconds=step["ms"] / 1_000,
            measured=_measured(step) if step["passed"] else "",
        )
        for step in stored
    ]


def failure(stored: list[dict[str, Any]]) -> Failure | None:
    """Why the check was not passed, where one of its steps says so."""
    problem = next((step["problem"] for step in stored if step["problem"]), None)
    if problem is None:
        return None
    position = problem.get("position") or {}
    return Failure(
        fault=words.fault(problem["kind"]),
        advice=advice(problem["cause"]) or advice(problem["kind"]),
        detail=problem["detail"],
        table=_table(position),
        moves=", ".join(_moves(position)),
        answer=position.get("answer") or "",
    )


def advice(cause: str) -> Text:
    """What to mend; of a bundle the same, whatever is wrong with it: the page says that beside."""
    known = "bundle" if cause.startswith("bundle_") else cause
    return _ADVICE.get(known) or words.FAULT_REMEDIES.get(known, "")


def _measured(step: Mapping[str, Any]) -> str:
    text = _MEASURED.get(step["name"])
    if text is None or not step["facts"]:
        return ""
    return str(text) % {name: _spoken(name, value) for name, value in step["facts"].items()}


def _spoken(name: str, value: Any) -> str:
    if name == "scores":
        return ", ".join(":".join(map(str, scores)) for scores in value)
    if name == "seats":
        return ", ".join(map(str, value))
    if isinstance(value, list):
        used, allowed = value
        return _("%(used)s of %(allowed)s") % {"used": used, "allowed": allowed}
    return str(value)


def _table(position: Mapping[str, Any]) -> str:
    """The position as its seat saw it; "" where the engine does not know the game any more."""
    if not position:
        return ""
    try:
        game = find_game(position["game"])(
            seats=position["seats"], sides=position["sides"], **position["options"]
        )
        return table_text(game.read_view(position["view"]), readers_language())
    except (GameError, TypeError):
        return ""


def _moves(position: Mapping[str, Any]) -> list[str]:
    if not position:
        return []
    return Menu(position["menu"], View(position["view"])).moves()
