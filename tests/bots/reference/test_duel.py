"""Quick play and quick judgement of Durak for two: by the rules, and with sense."""

from random import Random

import pytest

from bots.reference.duel import (
    ALL,
    BEATERS,
    CARD_COUNT,
    MOST_STOCK,
    TRUMPS,
    bits_of,
    numbering,
    play_bout,
    refilled,
)
from bots.reference.duel_search import DuelSearch, knows
from bots.reference.endgame import DRAW, WIN, Endgame
from bots.reference.worth import leaders_chance
from games.cards import NAMES
from games.catalogue import find_game
from games.durak.podkidnoy import Podkidnoy
from games.durak.positions import position
from games.durak.rules import BEATERS as CARDS_THAT_BEAT
from games.durak.state import DurakState

# Hands by seat, cards left in the stock, and who leads next (None once it is over).
After = tuple[tuple[int, ...], int, int | None]


def game_of_two(**options: object) -> Podkidnoy:
    game = find_game("podkidnoy")(seats=2, **options)
    assert isinstance(game, Podkidnoy)
    return game


def after_the_bout(state: DurakState, bout: int) -> set[After]:
    """Everything the bout in hand can end in, by every legal move of the engine."""
    if state.to_act is None or state.bout != bout:
        leader = None if state.to_act is None else state.leader
        return {(tuple(state.hands), state.stock_count, leader)}
    found: set[After] = set()
    for code in state.legal_codes():
        after = state.copy()
        after.play(code)
        found |= after_the_bout(after, bout)
    return found


@pytest.mark.parametrize("stock", [0, 1, 3, 6])
def test_a_bout_in_haste_ends_as_a_bout_by_the_rules_can(stock: int) -> None:
    random = Random(stock)
    game = game_of_two()
    for _ in range(40):
        names = [NAMES[one] for one in game.deck]
        random.shuffle(names)
        hands = [[names.pop() for _ in range(random.randint(1, 5))] for _ in range(2)]
        left = [names.pop() for _ in range(stock)]
        trump = left[-1][1] if left else random.choice("SCDH")
        state = position(game, {"hands": hands, "stock": left, "trump": trump, "leader": 0})
        numbers = numbering(state.trump)
        a, d = (numbers.numbered(hand) for hand in state.hands)
        bits = [numbers.numbered(1 << card) for card in state.stock]
        a, d, taken = play_bout(a, d, stock)
        a, d, still = refilled(a, d, stock, bits)
        leader = None if not a or not d else 0 if taken else 1
        reached = (numbers.named(a), numbers.named(d)), still, leader
        assert reached in after_the_bout(state, state.bout), state.view(None)


def test_numbers_and_cards_are_the_same_pack() -> None:
    pack = sum(1 << card for card in game_of_two().deck)
    for trump in range(4):
        numbers = numbering(trump)
        assert numbers.numbered(pack) == ALL
        assert numbers.named(ALL) == pack
        for number in range(CARD_COUNT):
            beaters = CARDS_THAT_BEAT[trump][numbers.cards[number]] & pack
            assert numbers.named(BEATERS[number]) == beaters


def test_a_better_hand_has_the_better_chance() -> None:
    trumps = bits_of(TRUMPS)
    plain = bits_of(ALL ^ TRUMPS)
    usual, other = sum(plain[0:18:3]), sum(plain[1:18:3])
    for left in range(MOST_STOCK + 1):
        assert leaders_chance(usual ^ plain[0] | trumps[-1], other, left) > leaders_chance(
            usual, other, left
        )
        assert 0 < leaders_chance(usual, other, left) < 1
    assert leaders_chance(0, usual, 0) == 1
    assert leaders_chance(usual, 0, 0) == 0
    assert leaders_chance(0, 0, 0) == 0.5


def test_the_judgement_of_endings_is_mostly_that_of_their_solution() -> None:
    """A guess in a microsecond, against every line."""
    random = Random(4)
    game = game_of_two()
    agreed = count = 0
    while count < 150:
        cards = game.deck
        random.shuffle(cards)
        hands = [sum(1 << card for card in cards[:4]), sum(1 << card for card in cards[4:8])]
        ending = Endgame(hands[0] | hands[1], 0, game.rules)
        value = ending.value(*(ending.numbered(hand) for hand in hands), 0, 10**6)
        if value != DRAW:
            numbers = numbering(0)
            chance = leaders_chance(*(numbers.numbered(hand) for hand in hands), 0)
            agreed += (chance > 0.5) == (value == WIN)
            count += 1
    assert agreed / count > 0.8, agreed / count


def test_every_world_holds_each_card_once_and_what_is_known_in_its_place() -> None:
    random = Random(6)
    game = game_of_two()
    for _ in range(20):
        deck = game.deck
        random.shuffle(deck)
        state = game.deal(deck)
        while (seat := state.to_act) is not None:
            view = state.view(seat)
            search = DuelSearch(game, view, random, 1)
            numbered = numbering(view.trump).numbered
            hand, stock = search.make_world()
            assert hand.bit_count() == view.counts[1 - seat]
            assert hand & numbered(view.known[1 - seat]) == numbered(view.known[1 - seat])
            assert len(stock) == view.stock
            table = sum(1 << card for pair in view.table for card in pair if card is not None)
            seen = numbered(view.hand), numbered(table), numbered(view.discard), hand, *stock
            assert sum(seen) == ALL
            assert all(move in state.legal_moves for move in search.moves)
            assert all(0 <= search.rate((hand, stock), n) <= 1 for n in range(len(search.moves)))
            state.play(random.choice(list(state.legal_codes())))


def test_it_knows_which_rules_it_plays_by() -> None:
    assert knows(game_of_two())
    assert knows(game_of_two(deck_size=24))
    for option in ({"deck_size": 52}, {"throw_after_take": False}, {"trump_six_swap": "on"}):
        assert not knows(game_of_two(**option))
