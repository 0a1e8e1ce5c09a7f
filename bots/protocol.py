"""What the runner and a bot say to each other: every message, one JSON object a line."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from bots.sandbox.limits import Limits
from games.errors import GameError
from games.moves import Move, read_move

VERSION = 1
NOTE_BYTES = 256
NAME_BYTES = 80
_DEPTH = 8
_DIGITS = 16
_CONTAINERS = 256
_SHOWN = 200
AnswerCode = Literal["malformed", "not_json", "null_move"]


class AnswerError(ValueError):
    """
    What a bot wrote is not a message of this protocol; the text says why. ``code`` tells apart
    what has causes of its own: a line that is no JSON object, and a move that is null.
    """

    def __init__(self, problem: str, code: AnswerCode = "malformed") -> None:
        super().__init__(problem)
        self.code = code


def quoted(said: bytes, most: int = 60) -> str:
    """What a bot wrote, for its author: *most* signs of it, escaped where they cannot be shown."""
    # No sign is longer than four bytes.
    text = said[: 4 * most + 4].decode("utf-8", "backslashreplace")
    shown = "".join(_plainly(sign) for sign in text[:most])
    return f"“{shown}{'…' if len(text) > most else ''}”"


def _plainly(sign: str) -> str:
    return sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")


def refused_told(move: str, reason: str) -> str:
    """A refused move and why; many a *reason* names the move itself, and once is enough."""
    for begun in (f"{move}: ", f"cannot read the move {move!r}: "):
        if reason.startswith(begun):
            return f"{move}: {reason.removeprefix(begun)}"
    return f"{move}: {reason}"


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message: what will be played and under which limits."""

    match: str
    game: str
    options: dict[str, Any]
    seats: int
    sides: str
    deals: int | None
    leg: int
    first_deal: int
    series: dict[str, Any]
    random: str
    limits: Limits

    def to_json(self) -> dict[str, Any]:
        return {
            "type": "hello",
            "protocol": VERSION,
            "match": self.match,
            "game": self.game,
            "options": self.options,
            "seats": self.seats,
            "sides": self.sides,
            "deals": self.deals,
            "leg": self.leg,
            "first_deal": self.first_deal,
            "series": self.series,
            "random": self.random,
            "limits": self.limits.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal has been dealt; no answer is wanted."""

    deal: int
    seat: int
    view: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {"type": "deal", "deal": self.deal, "seat": self.seat, "view": self.view}


class Ask(NamedTuple):
    """A decision is wanted; ``refused`` says why the move before was not taken."""

    deal: int
    id: int
    cpu_left_ms: int
    events: list[str]
    view: dict[str, Any]
    menu: dict[str, Any]
    refused: dict[str, str] | None = None

    def to_json(self) -> dict[str, Any]:
        message: dict[str, Any] = {
            "type": "ask",
            "deal": self.deal,
            "id": self.id,
            "cpu_left_ms": self.cpu_left_ms,
            "events": self.events,
            "view": self.view,
            "menu": self.menu,
        }
        if self.refused is not None:
            message["refused"] = self.refused
        return message


@dataclass(frozen=True, slots=True)
class DealOver:
    """A deal has ended and every hand is shown; no answer is wanted."""

    deal: int
    events: list[str]
    places: Sequence[int]
    points: Sequence[int]
    hands: list[list[str]] | None

    def to_json(self) -> dict[str, Any]:
        return {
            "type": "deal_over",
            "deal": self.deal,
            "events": self.events,
            "places": list(self.places),
            "points": list(self.points),
            "hands": self.hands,
        }


@dataclass(frozen=True, slots=True)
class Bye:
    """The match has ended; the bot may go."""

    result: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {"type": "bye", "result": self.result}


@dataclass(frozen=True, slots=True)
class Ready:
    """A bot's answer to hello."""

    name: str


class Choice(NamedTuple):
    """A bot's answer to an ask: a move that can be read, and what the bot wrote beside it."""

    move: Move
    note: str = ""


Told = Deal | DealOver | Bye


def _encoder() -> Callable[[Any], bytes]:
    """Whichever is at hand writes the same bytes; an author's own machine needs no library."""
    try:
        from msgspec.json import Encoder
    except ImportError:
        encode = json.JSONEncoder(
            separators=(",", ":"), check_circular=False, ensure_ascii=False
        ).encode
        return lambda message: encode(message).encode()
    return Encoder().encode


_encode = _encoder()


def line(message: Hello | Ask | Told) -> bytes:
    """*message* as it is written to a bot."""
    return _encode(message.to_json()) + b"\n"


def ask_line(ask: Ask, cpu_left_ms: int) -> bytes:
    """*ask* as it is written to a bot, with what is left of its CPU time in this deal."""
    message = ask.to_json()
    message["cpu_left_ms"] = cpu_left_ms
    return _encode(message) + b"\n"


def parse_ready(data: bytes) -> Ready:
    """
    A bot's first line.

    Raises:
        AnswerError: If it is anything but a `ready` of this version.
    """
    value = parse_object(data)
    if value.get("type") != "ready":
        raise AnswerError('the first line must be {"type":"ready", ...}')
    _only(value, "type", "name", "protocol")
    if value.get("protocol") != VERSION or isinstance(value["protocol"], bool):
        raise AnswerError(f'"protocol" must be {VERSION}')
    name = value.get("name", "")
    if not isinstance(name, str) or len(name.encode()) > NAME_BYTES:
        raise AnswerError(f'"name" must be text of at most {NAME_BYTES} bytes')
    return Ready(name)


def parse_move(data: bytes, ask_id: int) -> Choice:
    """
    A bot's answer to the ask numbered *ask_id*.

    Raises:
        AnswerError: If it is anything but a well-formed `move` with that number.
    """
    return _plain_move(data, ask_id) or _strict_move(data, ask_id)


# The answer as the kit and nearly every bot writes it, up to the move, and the rest: nothing in it
# that could be read in two ways, so that it is known to be well formed as soon as it fits.
_TIGHT = b'{"type":"move","id":%d,"move":'
_LOOSE = b'{"type": "move", "id": %d, "move":'
_rest = re.compile(rb' ?"([0-9A-Za-z_ ]{1,64})"(?:, ?"note": ?"([ !#-Z^-z|~]{0,256})")?}').fullmatch


def _plain_move(data: bytes, ask_id: int) -> Choice | None:
    """The answer in *data* if it is of the plain form and right, in a tenth of the time."""
    for form in (_TIGHT, _LOOSE):
        begun = form % ask_id
        if data.startswith(begun):
            return _plain_rest(data[len(begun) :])
    return None


@lru_cache(maxsize=4096)
def _plain_rest(data: bytes) -> Choice | None:
    found = _rest(data)
    if found is None:
        return None
    move, note = found.groups(b"")
    try:
        return Choice(Move.parse(move.decode("ascii")), note.decode("ascii"))
    except GameError:
        return None


def _strict_move(data: bytes, ask_id: int) -> Choice:
    value = parse_object(data)
    if value.get("type") != "move":
        raise AnswerError('an answer must be {"type":"move", ...}')
    _only(value, "type", "id", "move", "note")
    if value.get("id") != ask_id or isinstance(value["id"], bool | float):
        raise AnswerError(f'"id" must be {ask_id}, the number of the ask')
    note = value.get("note", "")
    if not isinstance(note, str) or len(note.encode()) > NOTE_BYTES:
        raise AnswerError(f'"note" must be text of at most {NOTE_BYTES} bytes')
    move = value.get("move")
    if move is None and "move" in value:
        raise AnswerError('"move" must be text or an object, not null', "null_move")
    if not isinstance(move, str | dict):
        raise AnswerError('"move" must be text or an object with exactly one key')
    try:
        return Choice(read_move(move), note)
    except GameError as error:
        raise AnswerError(str(error)[:_SHOWN]) from None


def _only(value: dict[str, Any], *known: str) -> None:
    for key in value:
        if key not in known:
            raise AnswerError(f"unknown key {key[:20]!r}; known are {', '.join(known)}")


def parse_object(data: bytes) -> dict[str, Any]:
    """
    The one JSON object in *data*, whose length the caller has bounded.

    Raises:
        AnswerError: If it is not UTF-8, not one object, deeper than 8, or holds an integer of more
            than 16 digits, a number out of range, a key twice, a NUL or half a character.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise AnswerError("the line is not UTF-8", "not_json") from None
    if text.count("[") + text.count("{") > _CONTAINERS:
        raise AnswerError("too many lists and objects")
    try:
        value = _decoder.decode(text)
    except AnswerError:
        raise
    except (ValueError, RecursionError):
        raise AnswerError("the line is not JSON", "not_json") from None
    if not isinstance(value, dict):
        raise AnswerError("the line is not a JSON object", "not_json")
    _check(value, _DEPTH)
    return value


def _check(value: object, depth: int) -> None:
    if isinstance(value, str):
        if "\0" in value or not _whole(value):
            raise AnswerError("a string holds NUL or half a character")
    elif isinstance(value, dict | list):
        if depth == 0:
            raise AnswerError(f"nested deeper than {_DEPTH}")
        for item in value:
            _check(item, depth - 1)
        if isinstance(value, dict):
            for item in value.values():
                _check(item, depth - 1)


def _whole(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _integer(text: str) -> int:
    if len(text.lstrip("-")) > _DIGITS:
        raise AnswerError(f"an integer has more than {_DIGITS} digits")
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if value - value != 0.0:
        raise AnswerError("a number is out of range")
    return value


def _constant(text: str) -> float:
    raise AnswerError(f"{text} is not JSON")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise AnswerError("a key is there twice")
    return value


_decoder = json.JSONDecoder(
    parse_int=_integer,
    parse_float=_number,
    parse_constant=_constant,
    object_pairs_hook=_pairs,
)
