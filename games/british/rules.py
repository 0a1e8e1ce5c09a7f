"""What may be laid, drawn or passed in British Durak, asked alike by a deal and by one's view."""

from __future__ import annotations

from games.cards import BITS, RANK_MASKS, RANK_OF, RANKS, SUIT_MASKS, SUIT_OF, cards_of, mask_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    class Position(Protocol):
        """What the choices depend on."""

        phase: int
        pending: int
        drawn: int | None

        @property
        def own(self) -> int:
            """The cards of the seat to act."""

        @property
        def top(self) -> int | None:
            """The top card of the pile, None before the lead."""

        @property
        def required(self) -> int | None:
            """The suit to be followed."""

        @property
        def can_draw(self) -> bool:
            """Whether there is a card to draw."""


HAND_SIZE = 5
PENALTY = 2
SIXES = mask_of(13 * suit + RANKS.index("6") for suit in range(4))
ACES = mask_of(13 * suit + RANKS.index("A") for suit in range(4))
# Phases of a deal.
PLAY, FOLLOWUP, DECLARE, OVER = range(4)
PHASES = ("play", "followup", "declare", "over")

# Source 002: an ace 11, king to ten 10, the others their face value.
VALUE_OF: tuple[int, ...] = tuple(
    11 if rank == RANKS.index("A") else min(rank + 2, 10) for rank in RANK_OF
)


def value_of(hand: int) -> int:
    """What the cards left in a hand cost."""
    return sum(VALUE_OF[card] for card in cards_of(hand))


class Rules:
    """The options as plain attributes."""

    __slots__ = (
        "ace_on_ace_optional",
        "drawn_ends_turn",
        "drawn_optional",
        "followup_optional",
        "forced_play",
        "last_six_penalty",
        "max_turns",
        "next_only",
        "out_at_once",
        "stacking",
    )

    def __init__(self, options: Mapping[str, bool | int | str]) -> None:
        self.forced_play = bool(options["forced_play"])
        self.drawn_optional = options["drawn_playable"] == "optional"
        self.drawn_ends_turn = options["drawn_playable"] == "not_allowed"
        self.followup_optional = options["ace_followup"] == "optional"
        self.ace_on_ace_optional = options["ace_on_ace"] == "optional"
        self.next_only = options["declare_inherit"] == "next_only"
        self.out_at_once = options["out_on_ace"] == "immediate"
        self.last_six_penalty = bool(options["last_six_penalty"])
        self.stacking = bool(options["six_stacking"])
        self.max_turns = int(options["max_turns"])

    def choices(self, at: Position) -> tuple[int, bool, bool]:
        """The cards that may be laid, whether one may draw, and whether one may pass."""
        if at.phase in (DECLARE, OVER):
            return 0, False, False
        if at.drawn is not None:
            return BITS[at.drawn], False, self.drawn_optional
        if at.pending:
            return at.own & SIXES, at.can_draw, not at.can_draw
        if at.phase == FOLLOWUP:
            return self._followups(at)
        fitting = self.fitting(at)
        if fitting and (self.forced_play or at.top is None):
            return fitting, False, False
        return fitting, at.can_draw, not at.can_draw

    def fitting(self, at: Position) -> int:
        """The cards of the seat to act that follow the top card, or the ace it has laid."""
        top, required = at.top, at.required
        if top is None or required is None:
            return at.own
        return at.own & (SUIT_MASKS[required] | RANK_MASKS[top])

    def follows(self, at: Position, card: int) -> bool:
        """Whether a card has the suit or the rank that is asked for."""
        if at.top is None or at.required is None:
            return True
        return bool((SUIT_MASKS[at.required] | RANK_MASKS[at.top]) >> card & 1)

    def _followups(self, at: Position) -> tuple[int, bool, bool]:
        fitting = self.fitting(at)
        in_suit = 0 if at.top is None else fitting & SUIT_MASKS[SUIT_OF[at.top]]
        if in_suit or (fitting and not self.ace_on_ace_optional):
            return fitting, False, self.followup_optional
        return fitting, at.can_draw, self.followup_optional or not at.can_draw
