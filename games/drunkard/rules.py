"""The options of Drunkard turned into what a trick asks at each card."""

from __future__ import annotations

from games.cards import RANKS
from games.decks import LOWEST_RANK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ACE = RANKS.index("A")
# By number of seats and by seat: all seats clockwise from this one.
IN_TURN: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple((first + step) % seats for step in range(seats)) for first in range(seats))
    for seats in range(9)
)
_DOWN = {"one_down_one_up": 1, "three_down_one_up": 3}


class Rules:
    """
    The options as plain attributes.

    first_stands: the first of equal cards stays, and the first ace wins at once.
    down: cards laid face down in a dispute before the open one.
    low: the rank that beats the ace, or -1.
    as_laid, shuffles: whether the cards of a trick are taken in this order, or in a random one;
    if neither, the winner's own come first.
    """

    __slots__ = (
        "as_laid",
        "deals_again",
        "down",
        "first_bust",
        "first_stands",
        "keeps_tied",
        "low",
        "max_tricks",
        "pot",
        "shuffles",
    )

    def __init__(self, options: Mapping[str, bool | int | str]) -> None:
        self.first_stands = options["tie_rule"] == "first_card_stands"
        self.down = _DOWN.get(str(options["tie_rule"]), 0)
        self.keeps_tied = options["dispute_shortage"] == "last_card_counts"
        self.first_bust = options["end_mode"] == "first_bust"
        self.pot = options["remainder"] == "first_trick_pot"
        self.as_laid = options["collect_order"] == "play_order"
        self.shuffles = options["collect_order"] == "shuffled"
        lowest = RANKS.index(LOWEST_RANK[int(options["deck_size"])])
        self.low = lowest if options["low_beats_ace"] else -1
        self.deals_again = options["next_dealer"] == "drunkard"
        self.max_tricks = int(options["max_tricks"])
