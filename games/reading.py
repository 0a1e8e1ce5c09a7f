"""
Views read back from JSON: for every field a reader that takes what may stand there, nothing else.

A reader is given the value and the number of seats, and returns what the view holds. What does not
belong there it refuses with `Misread`, or with the `KeyError` of the table it looks things up in.
Whether the cards of a view add up to the pack is asked when a deal is made up from it.
"""

from __future__ import annotations

from games.cards import BITS, NAMES, SUITS, cards_of, mask_of
from games.decks import LOWEST_RANK, sorted_deck
from games.errors import SetupError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, Protocol, TypeVar

    from games.game import Game, View

    class Hand(Protocol):
        """A view that shows a hand of cards."""

        seat: int | None
        hand: int
        counts: tuple[int, ...]

    Reader = Callable[[Any, int], Any]
    V = TypeVar("V")
    OwnView = TypeVar("OwnView", bound=View)

# Not every program that reads JSON keeps larger whole numbers.
MOST = 1 << 53


_CARDS = {name: card for card, name in enumerate(NAMES)}
_BITS = dict(zip(NAMES, BITS, strict=True))
# The packs as sets; their sizes tell them apart.
_PACKS = {size: mask_of(sorted_deck(size)) for size in LOWEST_RANK}


class Misread(ValueError):
    """A field, or the part of it that is given, holds something that does not belong there."""


def read_view(view: V, readers: Mapping[str, Reader], data: Mapping[str, Any], game: Game) -> V:
    """
    Fill *view* with what its `to_json` wrote; keys without a reader are left alone.

    Raises:
        SetupError: If a field is missing or does not take its value; both are named.
    """
    seats = game.seats
    name = ""
    try:
        for name, read in readers.items():
            setattr(view, name, read(data[name], seats))
    except (KeyError, TypeError, ValueError) as error:
        raise SetupError(f"not a view of {game.NAMES['en']}: {_why(data, name, error)}") from None
    return view


def _why(data: Any, name: str, error: Exception) -> str:
    try:
        value = data[name]
    except (KeyError, TypeError):
        return f"{name} is missing from {shown(data)}"
    # A key error comes from a reader's table, which does not hold the part.
    part = error.args[0] if isinstance(error, Misread | KeyError) else value
    told = f"{name} cannot be {shown(value)}"
    return told if part is value else f"{told}, because of {shown(part)}"


# One value


def flag(value: Any, _: int) -> bool:
    """True or false."""
    if value is True or value is False:
        return value
    raise Misread(value)


def whole(value: Any, _: int) -> int:
    """A whole number from 0."""
    if type(value) is int and 0 <= value < MOST:
        return value
    raise Misread(value)


def seat(value: Any, seats: int) -> int:
    """A seat of this table."""
    if type(value) is int and 0 <= value < seats:
        return value
    raise Misread(value)


def seat_or_none(value: Any, seats: int) -> int | None:
    """A seat of this table, or null."""
    if value is None or (type(value) is int and 0 <= value < seats):
        return value
    raise Misread(value)


def card(value: Any, _: int) -> int:
    """A card by its name."""
    return _CARDS[value]


def card_or_none(value: Any, _: int) -> int | None:
    """A card by its name, or null."""
    return None if value is None else _CARDS[value]


def one_of(words: Sequence[str]) -> Reader:
    """The number of a word among these."""
    numbers = {word: number for number, word in enumerate(words)}
    return lambda value, _: numbers[value]


def word_of(*words: str) -> Reader:
    """One of these words, as it is."""
    known = {word: word for word in words}
    return lambda value, _: known[value]


suit = one_of(SUITS)


# Several values


def card_set(value: Any, _: int) -> int:
    """Names of cards, none of them twice, as a set."""
    if type(value) is not list:
        raise Misread(value)
    cards = 0
    for name in value:
        cards |= _BITS[name]
    if cards.bit_count() != len(value):
        raise Misread(value)
    return cards


def card_list(value: Any, _: int) -> tuple[int, ...]:
    """Names of cards in their order, none of them twice."""
    if type(value) is not list:
        raise Misread(value)
    cards = tuple([_CARDS[name] for name in value])
    if len(set(cards)) != len(cards):
        raise Misread(value)
    return cards


def no_cards(value: Any, _: int) -> int:
    """A set of cards that is always empty in this game."""
    if value != []:
        raise Misread(value)
    return 0


def seat_list(value: Any, seats: int) -> tuple[int, ...]:
    """Seats in their order."""
    if type(value) is not list:
        raise Misread(value)
    for one in value:
        if type(one) is not int or not 0 <= one < seats:
            raise Misread(one)
    return tuple(value)


def seat_set(value: Any, seats: int) -> tuple[int, ...]:
    """Seats in ascending order, none of them twice."""
    found = seat_list(value, seats)
    if list(found) != sorted(set(found)):
        raise Misread(value)
    return found


def numbers_from(least: int) -> Reader:
    """One whole number for each seat, none below *least*."""

    def reader(value: Any, seats: int) -> tuple[int, ...]:
        if type(value) is not list or len(value) != seats:
            raise Misread(value)
        for one in value:
            if type(one) is not int or not least <= one < MOST:
                raise Misread(one)
        return tuple(value)

    return reader


counts = numbers_from(0)


def laid(value: Any, seats: int) -> tuple[tuple[int, int | None], ...]:
    """What seats laid, in order: pairs of a seat and a card, null for one that is covered."""
    if type(value) is not list:
        raise Misread(value)
    found = []
    for who, name in value:
        if type(who) is not int or not 0 <= who < seats:
            raise Misread(who)
        found.append((who, None if name is None else _CARDS[name]))
    return tuple(found)


def or_none(read: Reader) -> Reader:
    """The same, or null."""
    return lambda value, seats: None if value is None else read(value, seats)


def list_of(read: Reader) -> Reader:
    """Any number of values of one kind."""

    def reader(value: Any, seats: int) -> tuple[Any, ...]:
        if type(value) is not list:
            raise Misread(value)
        found = []
        for one in value:
            # The lists are short: a comprehension would cost more than it saves.
            found.append(read(one, seats))  # noqa: PERF401
        return tuple(found)

    return reader


def per_seat(read: Reader) -> Reader:
    """One value of a kind for each seat."""
    read_all = list_of(read)

    def reader(value: Any, seats: int) -> tuple[Any, ...]:
        found: tuple[Any, ...] = read_all(value, seats)
        if len(found) != seats:
            raise Misread(value)
        return found

    return reader


def pair(read_one: Reader, read_other: Reader) -> Reader:
    """Two values, each of its kind."""

    def reader(value: Any, seats: int) -> tuple[Any, Any]:
        if type(value) is not list or len(value) != 2:
            raise Misread(value)
        return read_one(value[0], seats), read_other(value[1], seats)

    return reader


# What a view leaves open


def own_view(view: View, kind: type[OwnView]) -> OwnView:
    """
    The view, as one of this game.

    Raises:
        SetupError: If it is of another game.
    """
    if not isinstance(view, kind):
        raise SetupError(f"a {kind.__name__} is needed here, not a {type(view).__name__}")
    return view


def asked_view(view: View, kind: type[OwnView]) -> OwnView:
    """
    The view, as that of the seat to act in this game.

    Raises:
        SetupError: If it is another's, or of another game.
    """
    if view.seat is None or view.seat != view.to_act:
        raise SetupError(f"seat {view.to_act} is to act: the view of seat {view.seat} will not do")
    return own_view(view, kind)


def check_hand(view: Hand) -> None:
    """
    Compare a view's hand with its counts; a spectator has no hand.

    Raises:
        SetupError: If they differ.
    """
    told = 0 if view.seat is None else view.counts[view.seat]
    if view.hand.bit_count() != told:
        raise SetupError(f"a hand of {view.hand.bit_count()} cards, where counts has {told}")


def unseen(game: Game, sets: Iterable[int], cards: Sequence[int]) -> list[int]:
    """
    The cards of the pack, sorted, without some *sets* of cards and some single *cards* that a
    view shows in different places.

    Raises:
        SetupError: If a card is shown twice, or is not of the pack.
    """
    seen = mask_of(cards)
    shown_cards = len(cards)
    for some in sets:
        seen |= some
        shown_cards += some.bit_count()
    size = len(game.deck)
    left = _PACKS[size] & ~seen
    if left.bit_count() + shown_cards != size:
        raise SetupError("a card is shown twice in this view, or is not of the pack")
    return list(cards_of(left))
