"""The JSON of a view and a menu of British Durak."""

from typing import Annotated, Literal, NotRequired, TypedDict

from games.forms import Allowed, Card, Cards, Count, CountOfEach, Seat, SomeCards, Suit


class BritishViewForm(TypedDict):
    """What one seat may know in British Durak."""

    seat: Annotated[Seat | None, "Whose view this is; null for a spectator."]
    to_act: Annotated[Seat | None, "Whose turn it is; null once the deal is over."]
    phase: Annotated[
        Literal["play", "followup", "declare", "over"],
        "What is wanted: a card, a card on one's own ace, the name of a suit; over after the end.",
    ]
    hand: Annotated[Cards, "The seat's own cards; a spectator has none."]
    counts: Annotated[CountOfEach, "Cards held, per seat."]
    top: Annotated[Card | None, "The card to be followed; null before the first."]
    required: Annotated[Suit | None, "The suit to be followed; null if any card will do."]
    declared: Annotated[Suit | None, "The suit, if it was named; else null."]
    ace_open: Annotated[
        bool, "Whether the right to name a suit waits for whoever covers the ace on top."
    ]
    pending: Annotated[Count, "Cards that the seat to act must draw unless it lays a six."]
    pile: Annotated[list[Card], "The cards laid, the oldest first."]
    pile_count: Annotated[Count, "How many they are."]
    stock: Annotated[Count, "Cards left to draw."]
    drawn: Annotated[Card | None, "The card that this seat has just drawn and may lay; else null."]
    has_drawn: Annotated[bool, "Whether the seat to act has drawn a card."]
    idle: Annotated[Count, "Turns passed in a row with nothing to draw."]
    turns: Annotated[Count, "How many turns are over."]
    end: Annotated[
        Literal["", "out", "blocked", "turn_limit"], "Why the deal is over; empty before."
    ]
    dealer: Annotated[Seat, "Who dealt."]


_MayPass = TypedDict(
    "_MayPass", {"pass": NotRequired[Annotated[Allowed, "To end the turn without a card."]]}
)


class TurnForm(_MayPass):
    """What may be done in a turn; what is not allowed is not there."""

    play: NotRequired[Annotated[SomeCards, "Cards that may be laid, one of them."]]
    draw: NotRequired[Annotated[Allowed, "To draw a card."]]


class DeclareForm(TypedDict):
    """Which suit may be named."""

    declare: Annotated[list[Suit], "All four."]


VIEWS = {"british": BritishViewForm}
MENUS = {"british": (TurnForm, DeclareForm)}
