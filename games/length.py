"""The terms of a match: when it ends, what its deals count, who deals, and who sits where."""

from __future__ import annotations

from games.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

KINDS = ("deals", "points", "losses", "points_lost")
SEATINGS = ("fixed", "each_deal", "each_round")
DEALINGS = ("by_rule", "in_turn")
SCORINGS = ("by_rule", "by_place")
MOST_DEALS = 10_000

# Terms written only where they differ from this, so that records without them stay as they are.
_USUAL: dict[str, bool | str] = {
    "mirrored": False,
    "seating": "fixed",
    "dealing": "by_rule",
    "scoring": "by_rule",
}


class Length:
    """
    When a match ends, and under which terms it is played.

    kind: `deals`, after *count* deals; `points`, when an entry has *count* points of the match
    score and is ahead alone; `losses`, when one has lost *count* deals; `points_lost`, when one
    has lost *count* points, gains not set against them (the custom of "101"). In the last two
    whoever has lost least wins.
    must_have_winner: if the match is level then, deals are added one at a time until it is not.
    mirrored: the *count* deals are played once in each leg, and the entries move on one seat from
    leg to leg; only with the kind `deals`, and dealt in turn.
    seating: whether the entries move one seat to the left, `each_deal` or `each_round` of as many
    deals as there are seats, or keep their seats (`fixed`). Neighbours stay neighbours.
    dealing: who deals follows from the deal before (`by_rule`), or everybody deals `in_turn`,
    whoever lost; entry 0 begins, for then the seats were drawn.
    scoring: `by_rule`, as the game has it; `by_place`, a point for each side placed behind.

    Raises:
        OptionError: If a value is not possible, or two do not go together.
    """

    __slots__ = ("count", "dealing", "kind", "mirrored", "must_have_winner", "scoring", "seating")

    def __init__(
        self,
        kind: str = "deals",
        count: int = 1,
        must_have_winner: bool = False,
        *,
        mirrored: bool = False,
        seating: str = "fixed",
        dealing: str = "by_rule",
        scoring: str = "by_rule",
    ) -> None:
        _check_choice("kind", kind, KINDS)
        if type(count) is not int or not 1 <= count <= MOST_DEALS:
            raise OptionError("count", count, f"1 to {MOST_DEALS}")
        for name, value in (("must_have_winner", must_have_winner), ("mirrored", mirrored)):
            if not isinstance(value, bool):
                raise OptionError(name, value, "true, false")
        _check_choice("seating", seating, SEATINGS)
        _check_choice("dealing", dealing, DEALINGS)
        _check_choice("scoring", scoring, SCORINGS)
        if mirrored and kind != "deals":
            raise OptionError("kind", kind, "deals where every leg plays the same decks")
        if mirrored and seating != "fixed":
            raise OptionError("seating", seating, "fixed where entries move from leg to leg")
        self.kind = kind
        self.count = count
        self.must_have_winner = must_have_winner
        self.mirrored = mirrored
        self.seating = seating
        self.dealing = dealing
        self.scoring = scoring

    @property
    def in_turn(self) -> bool:
        """Whether the number of a deal alone says who deals it."""
        return self.mirrored or self.dealing == "in_turn"

    def to_json(self) -> dict[str, Any]:
        """Kind, count and must_have_winner by name, and whichever other term is not the usual."""
        data: dict[str, Any] = {
            "kind": self.kind,
            "count": self.count,
            "must_have_winner": self.must_have_winner,
        }
        for name, usual in _USUAL.items():
            if getattr(self, name) != usual:
                data[name] = getattr(self, name)
        return data

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Length:
        """
        The length that `to_json` wrote; everything may be left out.

        Raises:
            OptionError: For an unknown field or a value that is not allowed.
        """
        names = ("kind", "count", "must_have_winner", *_USUAL)
        if not isinstance(data, dict):
            raise OptionError("series", data, f"an object with {', '.join(names)}")
        for name in data:
            if name not in names:
                raise OptionError(name, data[name], ", ".join(names))
        return Length(**data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Length) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(tuple(self.to_json().items()))

    def __repr__(self) -> str:
        terms = [f"{name}={value!r}" for name, value in self.to_json().items()]
        return f"Length({self.kind!r}, {self.count}, {', '.join(terms[2:])})"


def _check_choice(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise OptionError(name, value, ", ".join(allowed))
