"""A hand of one colour, dealt again where that is agreed: same dealer, next cards of the stream."""

from __future__ import annotations

from random import Random

import pytest

from games.cards import cards
from games.catalogue import find_game
from games.chance import AsItLies
from games.decks import shuffled
from games.errors import OptionError, RecordError, SetupError
from games.game import Game, State
from games.records import record_of, verify
from games.shuffle import Stream
from tests.games.helpers import SECRET, dealt, play_out

RED = "DH"


def deck_of(game: Game, first: str) -> list[int]:
    """The named cards first, then the rest of the pack."""
    named = cards(first.split())
    return [*named, *(card for card in game.deck if card not in named)]


def colours(state: State) -> list[set[bool]]:
    """For each seat whether it has red cards, black cards, or both."""
    hands = [state.view(seat).to_json()["hand"] for seat in range(state.game.seats)]
    return [{name[1] in RED for name in hand} for hand in hands]


# Dealt to seats 1 and 0 in turn: seat 0 of the first has red cards only, of the second black.
RED_HAND = "6S 6D 7S 7D 8H 8D 9S 6H 9C 7H TS 9H"
BLACK_HAND = "6D 6S 7D 7S 8H 8C 9D 9S JS TC 9H TS"


@pytest.mark.parametrize("first", [RED_HAND, BLACK_HAND])
@pytest.mark.parametrize("leader", [None, 1])
def test_a_hand_of_one_colour_is_dealt_again_by_the_same_dealer(
    first: str, leader: int | None
) -> None:
    game = find_game("podkidnoy")(misdeal="on")
    deck = deck_of(game, first)
    plain = find_game("podkidnoy")().deal(deck, dealer=0, leader=leader)
    assert min(map(len, colours(plain))) == 1
    state = game.deal(deck, dealer=0, leader=leader, chance=Stream(SECRET, 3))
    assert state.dealer == 0
    assert min(map(len, colours(state))) == 2
    assert list(state.deck) == shuffled(game.deck, Stream(SECRET, 3).below)
    if leader is not None:
        assert state.first_leader == leader


def test_mixed_hands_are_played_as_they_come_and_ask_for_no_chance() -> None:
    game = find_game("podkidnoy")(misdeal="on")
    deck = deck_of(game, "6S 6D 7S 7D 8H 8D 9S 6H JC 7H TS 9C")
    state = game.deal(deck, dealer=0)
    assert list(state.deck) == deck
    assert colours(state) == [{True, False}, {True, False}]


def test_without_the_option_a_hand_of_one_colour_is_played() -> None:
    game = find_game("podkidnoy")()
    deck = deck_of(game, RED_HAND)
    assert list(game.deal(deck, dealer=0, chance=Stream(SECRET, 3)).deck) == deck


def test_without_chance_it_is_said_what_is_missing() -> None:
    game = find_game("podkidnoy")(misdeal="on")
    with pytest.raises(OptionError, match=r"misdeal='on' .* source of chance") as caught:
        game.deal(deck_of(game, RED_HAND))
    assert caught.value.option == "misdeal"


def test_chance_that_is_none_ends_in_an_error_not_in_endless_deals() -> None:
    """Nothing is shuffled: from the sorted pack both are dealt black cards alone, every time."""
    game = find_game("podkidnoy")(misdeal="on")
    with pytest.raises(SetupError, match="again and again"):
        game.deal(deck_of(game, RED_HAND), chance=AsItLies())


@pytest.mark.parametrize(("key", "seats"), [("podkidnoy", 2), ("podkidnoy", 6), ("passing", 4)])
def test_the_cards_dealt_again_follow_from_the_secret(key: str, seats: int) -> None:
    """A record of such a deal is verified from its secret, and no other deck is."""
    game = find_game(key)(seats=seats, misdeal="on")
    plain = find_game(key)(seats=seats)
    again = [
        number for number in range(60) if dealt(plain, number).deck != dealt(game, number).deck
    ]
    assert again
    for number in again[:3]:
        assert min(map(len, colours(dealt(plain, number)))) == 1
        state = play_out(dealt(game, number), Random(number))
        record = record_of(state, deal=number, secret=SECRET, published=True, dealer_by_lot=True)
        verify(record)
        played = play_out(dealt(plain, number), Random(number))
        false = record_of(played, deal=number, secret=SECRET, published=True, dealer_by_lot=True)
        false.options["misdeal"] = "on"
        with pytest.raises(RecordError):
            verify(false)


def test_in_a_redeal_without_trumps_a_hand_of_one_colour_is_dealt_again_too() -> None:
    game = find_game("podkidnoy")(misdeal=True, no_trump_leader="redeal")
    for number in range(400):
        state = dealt(game, number)
        hands = [state.view(seat).to_json() for seat in range(2)]
        assert min(map(len, colours(state))) == 2
        assert any(name[1] == hand["trump"] for hand in hands for name in hand["hand"])
