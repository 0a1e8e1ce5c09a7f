"""
The JSON of views and menus as types: what the `forms` of every game are written with.

Read by people, by type checkers and by whoever makes a schema of them; nothing that plays imports
it, for `typing` costs a bot 6 ms at its start. Beside a type in `Annotated`, a text says what a
value means and a `Form` which values there are. A pair is written as a tuple and is a list of two
in JSON.
"""

from typing import Annotated, Any, Literal

from games.cards import NAMES, SUITS

MOST_SEATS = 8


class Form:
    """Which values a type has, in the words of JSON Schema; *name* if it is used in many places."""

    def __init__(self, name: str = "", /, **schema: Any) -> None:
        self.name = name
        self.schema = schema


Card = Annotated[
    str,
    Form(
        "card",
        enum=[*NAMES],
        description="A card by rank and suit. Ranks: 23456789TJQKA. Suits: spades, clubs, "
        "diamonds, hearts.",
    ),
]
Suit = Annotated[str, Form("suit", enum=[*SUITS], description="A suit by its first letter.")]
Seat = Annotated[
    int,
    Form(
        "seat",
        minimum=0,
        maximum=MOST_SEATS - 1,
        description="A place at the table, from 0, clockwise.",
    ),
]
Count = Annotated[int, Form("count", minimum=0, description="A number of things.")]
Allowed = Annotated[
    Literal[True], Form("allowed", description="Always true; what is not allowed is not there.")
]

Cards = Annotated[
    list[Card], Form("cards", uniqueItems=True, description="Cards, none of them twice.")
]
SomeCards = Annotated[
    list[Card],
    Form(
        "some_cards",
        minItems=1,
        uniqueItems=True,
        description="One or more cards, none of them twice.",
    ),
]
Seats = Annotated[
    list[Seat],
    Form("seats", maxItems=MOST_SEATS, uniqueItems=True, description="Seats, none of them twice."),
]


def _per_seat(name: str, description: str) -> Form:
    return Form(name, minItems=2, maxItems=MOST_SEATS, description=description)


CountOfEach = Annotated[list[Count], _per_seat("count_of_each", "A number from 0 for each seat.")]
NumberOfEach = Annotated[
    list[int], _per_seat("number_of_each", "A whole number for each seat; it may be below 0.")
]
CardsOfEach = Annotated[list[Cards], _per_seat("cards_of_each", "Cards for each seat.")]
