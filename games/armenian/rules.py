"""What may be laid to a trick in Armenian Durak, asked alike by a deal and by one's view."""

from __future__ import annotations

from games.cards import BITS, SUIT_MASKS, SUIT_OF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Row = tuple[int | None, ...]


class Rules:
    """The options as plain attributes."""

    __slots__ = ("at_once", "draw_bonus", "from_hand_only", "next_dealer", "target")

    def __init__(self, options: Mapping[str, bool | int | str]) -> None:
        self.from_hand_only = options["follow_scope"] == "hand_only"
        self.at_once = options["reveal"] == "immediate"
        self.draw_bonus = int(options["draw_bonus"])
        self.next_dealer = options["next_dealer"]
        self.target = int(options["target"])

    def choices(self, hand: int, row: int, trick: Sequence[tuple[int, int]]) -> int:
        """The cards of a hand and of an open row that may be laid to *trick*."""
        usable = hand | row
        if not trick:
            return usable
        suit = SUIT_MASKS[SUIT_OF[trick[0][1]]]
        bound = hand if self.from_hand_only else usable
        return usable & suit if bound & suit else usable


def set_of(row: Sequence[int | None]) -> int:
    """The cards of a row as a set."""
    mask = 0
    for card in row:
        if card is not None:
            mask |= BITS[card]
    return mask


def match_winner(scores: Sequence[int], target: int) -> int | None:
    """Who has reached *target* and is ahead alone; a level match is played on."""
    best = max(scores)
    return scores.index(best) if best >= target and list(scores).count(best) == 1 else None
