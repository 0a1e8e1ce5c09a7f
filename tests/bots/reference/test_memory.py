"""What a counting bot believes about unseen cards is never wrong, only incomplete."""

from random import Random

import pytest

from bots.kit import Session
from bots.reference import make
from bots.reference.memory import Belief
from games.cards import mask_of
from games.catalogue import find_game
from games.durak.podkidnoy import Podkidnoy


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (2, {"deck_size": 24}), (2, {"deck_size": 52}), (3, {}), (4, {}), (6, {})],
)
def test_belief_always_contains_the_real_hands(seats: int, options: dict[str, object]) -> None:
    game = find_game("podkidnoy")(seats=seats, **options)
    assert isinstance(game, Podkidnoy)
    random = Random(seats)
    certain = 0
    for _ in range(15):
        deck = game.deck
        random.shuffle(deck)
        state = game.deal(deck)
        while state.to_act is not None:
            stock = mask_of(state.stock[len(state.stock) - state.stock_count :])
            for own in range(seats):
                belief = Belief(game, state.view(own))
                for seat, hand in enumerate(state.hands):
                    assert belief.sure[seat] & ~hand == 0
                    assert hand & ~belief.may_hold(seat) == 0
                    assert belief.hand(seat) in (None, hand)
                    certain += seat != own and belief.hand(seat) == hand
                assert stock & ~(belief.unseen | belief.turnup) == 0
            state.play(random.choice(list(state.legal_codes())))
    assert certain, "no hand was ever certain: the test would show nothing"


def test_with_the_stock_down_to_the_turned_up_card_two_know_everything() -> None:
    game = find_game("podkidnoy")()
    assert isinstance(game, Podkidnoy)
    random = Random(1)
    for _ in range(30):
        deck = game.deck
        random.shuffle(deck)
        state = game.deal(deck)
        while state.to_act is not None:
            if state.stock_count <= 1:
                for seat in (0, 1):
                    belief = Belief(game, state.view(seat))
                    assert belief.hand(1 - seat) == state.hands[1 - seat]
            state.play(random.choice(list(state.legal_codes())))


@pytest.mark.parametrize(("known", "expected"), [([], "beat 7S 8S"), (["8D"], "beat 7S 9S")])
def test_counting_lays_no_rank_that_the_attacker_is_known_to_hold(
    known: list[str], expected: str
) -> None:
    """An eight that was taken in the open would be thrown in on an eight."""
    session = Session(make("counting"))
    session.receive(
        {"type": "hello", "game": "podkidnoy", "seats": 2, "sides": "single", "options": {}}
    )
    view = {"seat": 0, "stock": 12, "trump": "H", "hand": ["8S", "9S"], "counts": [2, 6]}
    view |= {"table": [["7S", None]], "known": [[], known], "discard": [], "taking": False}
    menu = {"beat": {"7S": ["8S", "9S"]}, "take": True}
    session.receive({"type": "deal", "deal": 0, "seat": 0, "view": view})
    answer = session.receive({"type": "ask", "id": 1, "view": view, "menu": menu})
    assert answer is not None
    assert answer["move"] == expected
