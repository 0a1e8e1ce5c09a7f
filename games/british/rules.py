"""What may be laid, drawn or passed in British Durak, asked alike by a deal and by one's view."""

from __future__ import annotations

from games.cards import BITS, RANK_MASKS, RANK_OF, RANKS, SUIT_MASKS, SUIT_OF, cards_of, mask_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    class Position(Protocol):
        """What the choices depend on."""

        phase: int
        pending: int
        drawn: int | None
        declared: int | None

        @property
        def own(self) -> int:
            """The cards of the seat to act."""

        @property
        def pile(self) -> Sequence[int]:
            """The cards that were laid, the top card last."""

        @property
        def can_draw(self) -> bool:
            """Whether there is a card to draw."""


HAND_SIZE = 5
PENALTY = 2
SIXES = mask_of(13 * suit + RANKS.index("6") for suit in range(4))
ACES = mask_of(13 * suit + RANKS.index("A") for suit in range(4))
# By the top card: the cards of its suit and those of its rank.
FOLLOWING: tuple[int, ...] = tuple(
    SUIT_MASKS[SUIT_OF[card]] | RANK_MASKS[card] for card in range(52)
)
ALL_CARDS = (1 << 52) - 1
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
        phase = at.phase
        if phase >= DECLARE:
            return 0, False, False
        if at.drawn is not None:
            return BITS[at.drawn], False, self.drawn_optional
        if at.pending:
            return at.own & SIXES, at.can_draw, not at.can_draw
        pile = at.pile
        if pile and at.declared is None:
            # What `following` says, without a call: this is asked at nearly every move.
            fitting = at.own & FOLLOWING[pile[-1]]
        else:
            fitting = at.own & self.following(at)
        if phase == FOLLOWUP:
            return self._followups(at, fitting)
        if fitting and (self.forced_play or not pile):
            return fitting, False, False
        can_draw = at.can_draw
        return fitting, can_draw, not can_draw

    def following(self, at: Position) -> int:
        """All cards that have the suit or the rank that is asked for; before the lead any."""
        pile = at.pile
        if not pile:
            return ALL_CARDS
        if at.declared is None:
            return FOLLOWING[pile[-1]]
        return SUIT_MASKS[at.declared] | RANK_MASKS[pile[-1]]

    def follows(self, at: Position, card: int) -> bool:
        """Whether a card has the suit or the rank that is asked for."""
        return self.following(at) >> card & 1 == 1

    def _followups(self, at: Position, fitting: int) -> tuple[int, bool, bool]:
        """What may be laid on one's own ace."""
        in_suit = fitting & SUIT_MASKS[SUIT_OF[at.pile[-1]]] if at.pile else 0
        if in_suit or (fitting and not self.ace_on_ace_optional):
            return fitting, False, self.followup_optional
        return fitting, at.can_draw, self.followup_optional or not at.can_draw
