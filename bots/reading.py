"""Reads what the runner told, field by field: whatever is not as it must be is refused by name."""

import math
from collections.abc import Callable, Collection
from typing import Any, NoReturn, TypeVar

_T = TypeVar("_T")
_LARGEST = 2**53
_DEPTH = 12
_SHOWN = 60


class BadReport(ValueError):
    """The runner told what it may not, or what the rules do not confirm; the text says what."""


class Fields:
    """
    The fields of one JSON object, *where* it was found; each is read by the form it must have.

    Raises:
        BadReport: If *value* is no object or has not exactly the fields *names*; so do all methods
            if a field is of another form.
    """

    def __init__(self, value: Any, where: str, names: Collection[str]) -> None:
        if not isinstance(value, dict):
            raise BadReport(f"{where} must be an object, not {_shown(value)}")
        if wrong := sorted(set(value) ^ set(names)):
            said = "is missing" if wrong[0] in names else "is unknown"
            raise BadReport(f"{where}.{wrong[0][:_SHOWN]} {said}")
        self._value = value
        self._where = where

    def any(self, name: str) -> Any:
        """A field as it is, for somebody else to read."""
        return self._value[name]

    def whole(self, name: str, lowest: int = 0, highest: int = _LARGEST) -> int:
        """A whole number from *lowest* to *highest*."""
        return self._whole(name, self._value[name], lowest, highest)

    def flag(self, name: str) -> bool:
        value = self._value[name]
        if not isinstance(value, bool):
            self._refuse(name, "must be true or false", value)
        return value

    def text(self, name: str, most: int) -> str:
        """A text of at most *most* characters that can be kept and shown."""
        return self._text(name, self._value[name], most)

    def one_of(self, name: str, words: Collection[str]) -> str:
        value = self._value[name]
        if not isinstance(value, str) or value not in words:
            self._refuse(name, "must be a known word", value)
        return value

    def many(self, name: str, fewest: int, most: int) -> list[Any]:
        """A list of *fewest* to *most* of anything."""
        value = self._value[name]
        if not isinstance(value, list):
            self._refuse(name, "must be a list", value)
        if not fewest <= len(value) <= most:
            self._refuse(name, f"must have {fewest} to {most} entries", len(value))
        return value

    def wholes(
        self, name: str, fewest: int, most: int, lowest: int, highest: int
    ) -> tuple[int, ...]:
        """As many whole numbers."""
        items = self.many(name, fewest, most)
        return tuple(self._whole(name, item, lowest, highest) for item in items)

    def texts(self, name: str, fewest: int, most: int, longest: int) -> tuple[str, ...]:
        """As many texts of at most *longest* characters."""
        return tuple(self._text(name, item, longest) for item in self.many(name, fewest, most))

    def each(
        self, name: str, fewest: int, most: int, read: Callable[[Any, str], _T]
    ) -> tuple[_T, ...]:
        """As many of what *read* makes of a value and of where it was found."""
        items = self.many(name, fewest, most)
        return tuple(read(item, f"{self._where}.{name}[{at}]") for at, item in enumerate(items))

    def plain(self, name: str, most: int) -> dict[str, Any]:
        """An object of any fields, of at most *most* values in all, that can be kept and shown."""
        value = self._value[name]
        if not isinstance(value, dict):
            self._refuse(name, "must be an object", value)
        self._walk(name, value, most)
        return value

    def _walk(self, name: str, value: Any, most: int) -> None:
        left: list[tuple[Any, int]] = [(value, 1)]
        while left:
            one, depth = left.pop()
            most -= 1
            if most < 0 or depth > _DEPTH:
                self._refuse(name, "holds too much", value)
            if isinstance(one, dict):
                left += [(key, depth + 1) for key in one]
                left += [(item, depth + 1) for item in one.values()]
            elif isinstance(one, list):
                left += [(item, depth + 1) for item in one]
            elif isinstance(one, str):
                self._text(name, one, _LARGEST)
            elif isinstance(one, float):
                if not math.isfinite(one):
                    self._refuse(name, "must hold finite numbers", one)
            elif isinstance(one, int) and not isinstance(one, bool):
                self._whole(name, one, -_LARGEST, _LARGEST)

    def _whole(self, name: str, value: Any, lowest: int, highest: int) -> int:
        if type(value) is not int:
            self._refuse(name, "must be a whole number", value)
        if not lowest <= value <= highest:
            self._refuse(name, f"must be from {lowest} to {highest}", value)
        return value

    def _text(self, name: str, value: Any, most: int) -> str:
        if not isinstance(value, str):
            self._refuse(name, "must be text", value)
        if len(value) > most:
            self._refuse(name, f"must have {most} characters at most", len(value))
        # Neither can be kept in a database.
        if "\0" in value or (not value.isascii() and _has_half_characters(value)):
            self._refuse(name, "must have whole characters, and none that is zero", value)
        return value

    def _refuse(self, name: str, must: str, value: Any) -> NoReturn:
        raise BadReport(f"{self._where}.{name} {must}, not {_shown(value)}")


def kept(text: str, most: int) -> str:
    """*text* as a report may hold it: no longer than *most*, of characters that can be kept."""
    whole = text[:most].encode("utf-8", "backslashreplace").decode("utf-8")
    return whole.replace("\0", "\\x00")[:most]


def _has_half_characters(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _shown(value: Any) -> str:
    if isinstance(value, list | dict):
        return f"a {'list' if isinstance(value, list) else 'object'} of {len(value)}"
    return ascii(value if not isinstance(value, str) else value[:_SHOWN])[: 2 * _SHOWN]
