"""The JSON of a view and a menu of Armenian Durak."""

from typing import Annotated, TypedDict

from games.forms import Card, Cards, CountOfEach, NumberOfEach, Seat, SomeCards


class ArmenianViewForm(TypedDict):
    """What one seat may know in Armenian Durak."""

    seat: Annotated[Seat | None, "Whose view this is; null for a spectator."]
    to_act: Annotated[Seat | None, "Whose turn it is; null once the deal is over."]
    hand: Annotated[Cards, "The seat's own cards; a spectator has none."]
    counts: Annotated[CountOfEach, "Cards in hand, per seat."]
    open: Annotated[list[list[Card | None]], "Per seat the open row, null for an empty place."]
    down: Annotated[
        list[list[bool]], "Per seat, place by place, whether a covered card lies there."
    ]
    down_counts: Annotated[CountOfEach, "Covered cards, per seat."]
    trick: Annotated[list[tuple[Seat, Card]], "What was laid to the trick: seat and card."]
    tricks: Annotated[CountOfEach, "Tricks taken, per seat."]
    gone: Annotated[list[Card], "Cards of earlier tricks, in the order in which they were laid."]
    match: Annotated[NumberOfEach, "Points of earlier deals, per seat."]
    dealer: Annotated[Seat, "Who dealt."]
    leader: Annotated[Seat, "Who leads, or led, to this trick."]


class TrickForm(TypedDict):
    """What may be laid to the trick."""

    play: Annotated[SomeCards, "One of these."]


VIEWS = {"armenian": ArmenianViewForm}
MENUS = {"armenian": (TrickForm,)}
