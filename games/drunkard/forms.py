"""The JSON of a view and a menu of Drunkard, in which nobody decides anything."""

from typing import Annotated, Literal, TypedDict

from games.forms import Allowed, Card, Count, CountOfEach, NumberOfEach, Seat, Seats


class LastTrick(TypedDict):
    """The latest trick."""

    winner: Annotated[Seat, "Who took it."]
    played: Annotated[list[tuple[Seat, Card | None]], "What was laid; null lay face down."]
    disputes: Annotated[Count, "How many disputes there were in it."]


class DrunkardViewForm(TypedDict):
    """The public facts of a deal of Drunkard; nobody looks at his own cards."""

    seat: Annotated[Seat | None, "Whose view this is; null for a spectator."]
    to_act: Annotated[Seat | None, "Whose turn it is; null once the deal is over."]
    counts: Annotated[CountOfEach, "Cards held, per seat."]
    trick: Annotated[
        list[tuple[Seat, Card | None]], "What was laid to the trick; null lies face down."
    ]
    current: Annotated[
        NumberOfEach, "Per seat the place in the trick of the card it contends with; -1 for none."
    ]
    contenders: Annotated[Seats, "Seats that may still win the trick."]
    waiting: Annotated[Seats, "Seats that have yet to lay a card."]
    down: Annotated[Count, "Cards that the first of them lays face down before its open one."]
    kept: Annotated[Seats, "Seats that had no card for this dispute."]
    disputes: Annotated[Count, "How many disputes there were in this trick."]
    tricks: Annotated[Count, "How many tricks are over."]
    set_aside: Annotated[Count, "Cards dealt to nobody."]
    last: Annotated[LastTrick | None, "The latest trick; null before the second."]
    out: Annotated[list[Seats], "Seats without cards, those of one trick together, in order."]
    end: Annotated[Literal["", "stripped", "trick_limit"], "Why the deal is over; empty before."]
    dealer: Annotated[Seat, "Who dealt."]
    leader: Annotated[Seat, "Who leads, or led, to this trick."]


class LayForm(TypedDict):
    """The only move there is."""

    lay: Annotated[Allowed, "To lay the top card."]


VIEWS = {"drunkard": DrunkardViewForm}
MENUS = {"drunkard": (LayForm,)}
