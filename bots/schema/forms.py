"""
Every message of the protocol as a type: what a bot is told, and the two that it may write.

For people, type checkers and the schema; neither the runner nor the kit imports it. What differs
from game to game (options, view, menu) is filled in by `bots.schema.messages`.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from bots.protocol import NAME_BYTES, NOTE_BYTES, VERSION
from games.forms import (
    MOST_SEATS,
    Allowed,
    Card,
    CardsOfEach,
    Count,
    Form,
    NumberOfEach,
    Seat,
    SomeCards,
    Suit,
)
from games.length import DEALINGS, KINDS, MOST_DEALS, SCORINGS, SEATINGS

_CARD = "[2-9TJQKA][SCDH]"


def _move(blank: str) -> str:
    """The pattern of every move, with *blank* between its words."""
    card = blank + _CARD
    return (
        f"((attack|throw|transfer)({card})+|beat{card}{card}|(play|transfer_show){card}"
        f"|declare{blank}[SCDH]|take|pass|draw|lay|swap)"
    )


MOVE = rf"^\s*{_move(chr(92) + 's+')}\s*$"
EVENT = f"^[0-{MOST_SEATS - 1}] {_move(' ')}$"

DealNumber = Annotated[
    int,
    Form("deal_number", minimum=0, description="The number of a deal in its leg, from 0."),
]
Id = Annotated[int, Form("id", minimum=1, maximum=10**16 - 1, description="The number of an ask.")]
Event = Annotated[
    str,
    Form(
        "event",
        pattern=EVENT,
        description="A move that was played, after the seat that played it: `1 beat 7S 9S`.",
    ),
]
Events = Annotated[
    list[Event],
    Form(
        "events",
        description="The moves since this seat was last told anything in this deal, in order, its "
        "own among them.",
    ),
]


class Series(TypedDict):
    """When the match ends, and whatever of its terms is not the usual."""

    kind: Annotated[str, Form(enum=[*KINDS]), "What is counted to."]
    count: Annotated[int, Form(minimum=1, maximum=MOST_DEALS), "How many of them."]
    must_have_winner: Annotated[bool, "Whether a level match goes on until it has a winner."]
    mirrored: NotRequired[
        Annotated[bool, "Whether every leg plays the same cards, each bot in another seat."]
    ]
    seating: NotRequired[
        Annotated[str, Form(enum=[*SEATINGS]), "When the bots move one seat to the left."]
    ]
    dealing: NotRequired[Annotated[str, Form(enum=[*DEALINGS]), "Who deals next."]]
    scoring: NotRequired[Annotated[str, Form(enum=[*SCORINGS]), "What a deal counts."]]


class Hello(TypedDict):
    """The first message: what will be played and under which limits. The answer is `ready`."""

    type: Literal["hello"]
    protocol: Annotated[int, Form(const=VERSION), "The version of the protocol."]
    match: Annotated[str, "A name of the match, of no further meaning."]
    game: Annotated[str, "The key of the game."]
    options: Annotated[dict[str, Any], "Every option of the game with its value."]
    seats: Annotated[int, Form(minimum=2, maximum=MOST_SEATS), "How many sit at the table."]
    sides: Annotated[
        Literal["single", "pairs", "threes"],
        "Who win and lose together: nobody, or every second or third seat.",
    ]
    deals: Annotated[
        int | None, Form(minimum=1), "Deals agreed on, in each leg; null if the score decides."
    ]
    leg: Annotated[Count, "Which leg of a mirrored match this process plays; else 0."]
    first_deal: Annotated[DealNumber, "The first deal that this process is told of."]
    series: Annotated[Series, "The terms of the match."]
    random: Annotated[
        str, Form(pattern="^[0-9a-f]{32}$"), "The bot's own source of chance for this match."
    ]
    limits: Annotated[dict[str, Any], "What the bot may use, in ms, bytes and MiB."]


class Deal(TypedDict):
    """A deal has been dealt. No answer is wanted."""

    type: Literal["deal"]
    deal: DealNumber
    seat: Annotated[Seat, "Where the bot sits in this deal."]
    view: Annotated[dict[str, Any], "What the seat may know."]


class Refusal(TypedDict):
    """The move before could be read but is not legal. Another illegal move is a fault."""

    move: Annotated[str, Form(maxLength=200), "The move that was not taken."]
    code: Annotated[str, Form(pattern="^[A-Z_]+$"), "Why, as a stable word."]
    reason: Annotated[str, Form(maxLength=200), "Why, for people."]


class Ask(TypedDict):
    """A decision is wanted. The answer is `move` with the same `id`."""

    type: Literal["ask"]
    deal: DealNumber
    id: Annotated[Id, "To be repeated in the answer; every ask of a process has a greater one."]
    cpu_left_ms: Annotated[Count, "CPU time left for the rest of this deal, in milliseconds."]
    events: Events
    view: Annotated[dict[str, Any], "What the seat may know."]
    menu: Annotated[dict[str, Any], "The legal moves, compactly: always two or more."]
    refused: NotRequired[Refusal]


class DealOver(TypedDict):
    """A deal has ended. No answer is wanted."""

    type: Literal["deal_over"]
    deal: DealNumber
    events: Events
    places: Annotated[
        list[Annotated[int, Form(minimum=1, maximum=MOST_SEATS)]],
        Form(minItems=2, maxItems=MOST_SEATS),
        "The place of each seat, from 1; seats that tie share one. After a fault what counts.",
    ]
    points: Annotated[NumberOfEach, "The points of the deal. After a fault what counts."]
    hands: Annotated[CardsOfEach, "The cards left in each hand."]


class MatchResult(TypedDict):
    """How the match ended."""

    scores: Annotated[NumberOfEach, "The score, by the seats of the first deal."]
    winner: Annotated[
        Seat | None, "Who won, as a seat of the first deal or as a side; null if nobody has."
    ]


class Bye(TypedDict):
    """The match, or this leg of it, is over. The bot may go; 200 ms later it has to."""

    type: Literal["bye"]
    result: MatchResult


class Ready(TypedDict):
    """The answer to hello, once: the bot is ready to play."""

    type: Literal["ready"]
    protocol: Annotated[int, Form(const=VERSION), "The version of the protocol."]
    name: NotRequired[
        Annotated[str, Form(maxLength=NAME_BYTES), f"A name; at most {NAME_BYTES} bytes."]
    ]


class AttackMove(TypedDict):
    """Lead these cards."""

    attack: SomeCards


class ThrowMove(TypedDict):
    """Throw in these cards."""

    throw: SomeCards


class TransferMove(TypedDict):
    """Pass the attack on with these cards."""

    transfer: SomeCards


class BeatMove(TypedDict):
    """Beat an attack card with another."""

    beat: Annotated[dict[Card, Card], Form(minProperties=1, maxProperties=1)]


class TransferShowMove(TypedDict):
    """Pass the attack on by showing this trump."""

    transfer_show: Card


class PlayMove(TypedDict):
    """Lay this card."""

    play: Card


class DeclareMove(TypedDict):
    """Name this suit."""

    declare: Suit


class TakeMove(TypedDict):
    """Take the cards on the table."""

    take: Allowed


# A word of Python, which cannot be written as a field.
PassMove = TypedDict("PassMove", {"pass": Allowed})


class DrawMove(TypedDict):
    """Draw a card."""

    draw: Allowed


class LayMove(TypedDict):
    """Lay the top card; always forced, so that no bot is asked for it."""

    lay: Allowed


class SwapMove(TypedDict):
    """Change the six of trumps for the turn-up."""

    swap: Allowed


MoveObject = (
    AttackMove
    | ThrowMove
    | TransferMove
    | BeatMove
    | TransferShowMove
    | PlayMove
    | DeclareMove
    | TakeMove
    | PassMove
    | DrawMove
    | LayMove
    | SwapMove
)


class Move(TypedDict):
    """The answer to an ask."""

    type: Literal["move"]
    id: Annotated[Id, "The number of the ask."]
    move: Annotated[
        Annotated[str, Form("move_text", pattern=MOVE, description="A move as text: `beat 7S 9S`.")]
        | Annotated[
            MoveObject, Form("move_object", description="A move as an object with one key.")
        ],
        "The move to play.",
    ]
    note: NotRequired[
        Annotated[
            str, Form(maxLength=NOTE_BYTES), f"Kept in the replay; at most {NOTE_BYTES} bytes."
        ]
    ]


TOLD = (Hello, Deal, Ask, DealOver, Bye)
ANSWERS = (Ready, Move)
