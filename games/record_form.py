"""The form of a record of a deal: its fields, its moves as text, and JSON both ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from games.errors import GameError, RecordError, shown
from games.game import Outcome
from games.moves import Move, parse_with_seat, with_seat
from games.series import Length

FORMAT = 1
MARKS = ("", "forced", "fallback")
NUMBERS_LEFT_OUT = ("lots", "entries")
MAY_BE_LEFT_OUT = (*NUMBERS_LEFT_OUT, "notes")
# So many fields are named in a message.
_NAMED = 6


@dataclass(frozen=True)
class RecordedMove:
    """
    A move with its seat and a mark.

    mark: empty; `forced`, it was the only legal move; `fallback`, it was played for a seat that
    failed to answer. Its text is `2 beat 7S 9S`, a mark behind it in brackets: `0 pass [forced]`.
    """

    seat: int
    move: Move
    mark: str = ""

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        text = with_seat(self.seat, self.move)
        return f"{text} [{self.mark}]" if self.mark else text

    @staticmethod
    def parse(text: str) -> RecordedMove:
        """
        The move of such a text.

        Raises:
            RecordError: If it cannot be read.
        """
        if not isinstance(text, str):
            raise RecordError(f"a move is a text, not {shown(text)}")
        body, bracket, rest = text.partition(" [")
        mark = rest.removesuffix("]")
        if mark not in MARKS or (bracket and rest != f"{mark}]") or (bracket and not mark):
            raise RecordError(f"unknown mark in {shown(text)}; there is: forced, fallback")
        try:
            seat, move = parse_with_seat(body)
        except GameError as error:
            raise RecordError(str(error)) from None
        return RecordedMove(seat, move, mark)


@dataclass(frozen=True, kw_only=True)
class Record:
    """
    One deal: header, deck, moves and how it ended.

    match: the match it belongs to; leg and deal: which of its deals, from 0. The three together
    name a deal, and no other has them.
    sitting: who sits where, one text a seat (may be empty).
    entries: the number of the entry in each seat; left out of the JSON, and empty, where entries
    and seats have the same numbers.
    series: the length and the terms of the match, or None for a single deal.
    commitment: SHA-256 of the secret in hex; secret: 64 hex digits once it is public, else None.
    dealer, leader: seats. dealer_by_lot: whether the dealer was drawn; then the cards decided who
    leads.
    deck: card texts, the first is dealt first. outcome: by the rules.
    lots: the numbers drawn by lot after the deal, in order; left out of the JSON where none was.
    awarded: `places` and `points` per seat where a fault changed them, else None.
    notes: what players wrote beside their moves, as pairs of the number of the move, from 0, and a
    text; left out of the JSON, and empty, where nobody did. They are told, never checked.
    """

    format: int
    game: str
    rules_version: int
    options: dict[str, bool | int | str]
    seats: int
    sides: str
    match: str
    leg: int
    deal: int
    sitting: tuple[str, ...]
    series: Length | None
    commitment: str | None
    secret: str | None
    dealer: int
    dealer_by_lot: bool
    leader: int
    deck: tuple[str, ...]
    moves: tuple[RecordedMove, ...]
    outcome: Outcome
    awarded: dict[str, list[int]] | None
    lots: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()
    notes: tuple[tuple[int, str], ...] = ()

    @property
    def seated(self) -> tuple[int, ...]:
        """The number of the entry in each seat."""
        return self.entries or tuple(range(self.seats))

    def to_json(self) -> dict[str, Any]:
        """The record as plain data; moves are texts."""
        data = {field.name: getattr(self, field.name) for field in fields(self)}
        data["options"] = dict(self.options)
        data["sitting"] = list(self.sitting)
        data["series"] = None if self.series is None else self.series.to_json()
        data["deck"] = list(self.deck)
        data["moves"] = [str(move) for move in self.moves]
        data["outcome"] = self.outcome.to_json()
        for name in NUMBERS_LEFT_OUT:
            numbers = data.pop(name)
            if numbers:
                data[name] = list(numbers)
        if not data.pop("notes"):
            return data
        return {**data, "notes": [{"move": move, "text": text} for move, text in self.notes]}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Record:
        """
        The record that `to_json` wrote.

        Raises:
            RecordError: If a field is missing, unknown or of the wrong form.
        """
        if not isinstance(data, dict):
            raise RecordError("a record is an object")
        names = {field.name for field in fields(Record)}
        if {*data, *MAY_BE_LEFT_OUT} != names:
            wrong = sorted(map(str, {*data, *MAY_BE_LEFT_OUT} ^ names))
            more = f" and {len(wrong) - _NAMED} more" if len(wrong) > _NAMED else ""
            named = ", ".join(shown(name) for name in wrong[:_NAMED])
            raise RecordError(f"missing or unknown fields: {named}{more}")
        if type(data["format"]) is not int or data["format"] != FORMAT:
            raise RecordError(f"format {shown(data['format'])} is not known here; known: {FORMAT}")
        _check_types(data)
        try:
            return Record(
                **{
                    **data,
                    "sitting": tuple(data["sitting"]),
                    "series": None if data["series"] is None else Length.from_json(data["series"]),
                    "deck": tuple(data["deck"]),
                    "lots": tuple(data.get("lots", ())),
                    "entries": tuple(data.get("entries", ())),
                    "notes": tuple((one["move"], one["text"]) for one in data.get("notes", ())),
                    "moves": tuple(RecordedMove.parse(text) for text in data["moves"]),
                    "outcome": Outcome.from_json(data["outcome"]),
                }
            )
        except (TypeError, ValueError) as error:
            raise RecordError(f"a field has the wrong form: {error}") from None
        except RecordError:
            raise
        except GameError as error:
            raise RecordError(str(error)) from None


def _check_types(data: Mapping[str, Any]) -> None:
    """Refuse what the rest of this module would stumble over."""
    kinds: dict[str, Any] = {
        "game": str,
        "rules_version": int,
        "options": dict,
        "seats": int,
        "sides": str,
        "match": str,
        "leg": int,
        "deal": int,
        "sitting": list,
        "commitment": str | None,
        "secret": str | None,
        "dealer": int,
        "dealer_by_lot": bool,
        "leader": int,
        "deck": list,
        "moves": list,
        "awarded": dict | None,
    }
    for name in NUMBERS_LEFT_OUT:
        numbers = data.get(name, [])
        if not isinstance(numbers, list) or any(type(number) is not int for number in numbers):
            raise RecordError(f"{name} has the wrong form: {shown(numbers)}")
    for name, kind in kinds.items():
        value = data[name]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise RecordError(f"{name} has the wrong form: {shown(value)}")
    notes = data.get("notes", [])
    if not isinstance(notes, list) or not all(_is_note(note, data["moves"]) for note in notes):
        raise RecordError(f"notes has the wrong form: {shown(notes)}")
    for name in ("sitting", "deck"):
        if not all(isinstance(text, str) for text in data[name]):
            raise RecordError(f"{name} has the wrong form: {shown(data[name])}")


def _is_note(note: object, moves: list[object]) -> bool:
    if not isinstance(note, dict) or set(note) != {"move", "text"}:
        return False
    move = note["move"]
    return isinstance(note["text"], str) and type(move) is int and 0 <= move < len(moves)
