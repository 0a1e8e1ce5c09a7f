"""The JSON of a view and a menu in the games with beating: Podkidnoy and Passing."""

from typing import Annotated, Literal, NotRequired, TypedDict

from games.forms import (
    Allowed,
    Card,
    Cards,
    CardsOfEach,
    Count,
    CountOfEach,
    Form,
    Seat,
    Seats,
    SomeCards,
    Suit,
)


class EarlierStart(TypedDict):
    """A start of a bout that may yet be repeated: at the third time the deal is a draw."""

    leader_seat: Annotated[Seat, "Who led."]
    held: Annotated[CardsOfEach, "Cards held then, of those that have lain on the table since."]
    times: Annotated[Count, "How often it has occurred."]


class _DurakViewForm(TypedDict):
    seat: Annotated[Seat | None, "Whose view this is; null for a spectator."]
    to_act: Annotated[Seat | None, "Whose turn it is; null once the deal is over."]
    phase: Annotated[
        Literal["lead", "defend", "throw", "over"],
        "What is wanted: a lead, a defence, throwing in; over after the end.",
    ]
    hand: Annotated[Cards, "The seat's own cards; a spectator has none."]
    counts: Annotated[CountOfEach, "Cards held, per seat."]
    trump: Annotated[Suit, "The trump suit."]
    turnup: Annotated[
        Card | None,
        "The card that named the trump, also once it is drawn; null in a made-up position only.",
    ]
    stock: Annotated[Count, "Cards left to draw, the turn-up among them."]
    discard: Annotated[Cards, "Cards beaten off in the open: out of play."]
    discarded: Annotated[bool, "Whether any bout of this deal has been beaten off."]
    known: Annotated[CardsOfEach, "Per seat, cards taken in the open and not played since."]
    table: Annotated[
        list[tuple[Card, Card | None]], "The bout: each attack card with what beat it, or null."
    ]
    led: Annotated[Cards, "The attack cards that opened the bout."]
    leader: Annotated[Seat, "Who attacks now."]
    defender: Annotated[Seat, "Who defends now."]
    leader_seat: Annotated[Seat, "In whose place the leader attacks: another's only in teams."]
    defender_seat: Annotated[Seat, "In whose place the defender defends: another's only in teams."]
    limit: Annotated[Count, "Most attack cards of this bout."]
    room: Annotated[Count, "How many more attack cards may still come."]
    passed: Annotated[Seats, "Seats that will throw in no more, for now or for good."]
    taking: Annotated[bool, "Whether the defender has said that he takes."]
    emptied: Annotated[Seats, "Seats that ran out of cards in this bout, in order."]
    finished: Annotated[Seats, "Seats that are out of the deal, in order."]
    dealer: Annotated[Seat, "Who dealt."]
    bout: Annotated[Count, "The number of this bout, from 1."]
    repetition: Annotated[Count, "How often this very start of a bout has occurred."]
    earlier: Annotated[
        list[EarlierStart], "The other starts since the stock ran out and nothing was discarded."
    ]


class PodkidnoyViewForm(_DurakViewForm):
    """What one seat may know in throw-in Durak."""

    shown: Annotated[list[Card], Form(maxItems=0), "Always empty; see Passing Durak."]


class PassingViewForm(_DurakViewForm):
    """What one seat may know in Passing Durak."""

    shown: Annotated[Cards, "Trumps shown to pass the attack on, which may not be shown again."]
    opener: Annotated[Seat, "Who led to this bout, before it was passed on."]
    passes: Annotated[Count, "How often this bout has been passed on."]


class LeadForm(TypedDict):
    """What may be led: one of these sets of cards of one rank."""

    attack: Annotated[list[SomeCards], "Each a move: `attack 7S 7D`."]
    swap: NotRequired[Annotated[Allowed, "The six of trumps may be changed for the turn-up."]]


class DefenceForm(TypedDict):
    """What the defender may do; there is always `take`."""

    beat: Annotated[
        dict[Card, Cards], "For every open attack card the cards that beat it, maybe none."
    ]
    take: Annotated[Allowed, "To take all that lies there."]
    swap: NotRequired[Annotated[Allowed, "The six of trumps may be changed for the turn-up."]]


# A word of Python cannot be written as a field.
_MayPass = TypedDict("_MayPass", {"pass": Annotated[Allowed, "To throw in no more."]})


class ThrowForm(_MayPass):
    """What may be thrown in: up to `max` of these cards in one move, or `pass`."""

    throw: Annotated[Cards, "Cards that may be thrown in, in any combination."]
    max: Annotated[Count, "Most of them in one move."]


class PassingDefenceForm(DefenceForm):
    """What the defender may do in Passing Durak."""

    transfer: Annotated[
        list[Card] | list[SomeCards],
        "Cards to pass the attack on with; sets of cards with the option pass_cards at many.",
    ]
    transfer_show: NotRequired[
        Annotated[Cards, "Trumps that pass the attack on by being shown; with pass_show_trump."]
    ]


VIEWS = {"podkidnoy": PodkidnoyViewForm, "passing": PassingViewForm}
MENUS = {
    "podkidnoy": (LeadForm, DefenceForm, ThrowForm),
    "passing": (LeadForm, PassingDefenceForm, ThrowForm),
}
