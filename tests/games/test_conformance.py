"""
What every game in the catalogue must keep to, with every number of seats and every option.

Each table plays two deals, and all tests look at states of these; the long form of the tests plays
two others and looks at four times as many states.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from games.cards import NAMES
from games.catalogue import GAMES, find_game
from games.errors import GameError, IllegalMove, InvalidMove, OptionError, SetupError
from games.game import Game, Outcome, State, View
from games.moves import VERBS, Move, parse_with_seat, with_seat
from games.records import Record, record_of, replay, verify
from games.scenarios import snapshot
from tests.games.helpers import SECRET, dealt, game_of, play_out, setup_id, setups
from tests.games.leaks import check_made_up_deals

ALL = list(setups())


class Played:
    """
    Random deals of a game, and copies of the states they go through.

    density: how many times as many states are looked at as a test asks for.
    """

    def __init__(self, game: Game, deals: range, density: int = 1) -> None:
        self.game = game
        self.deals = deals
        self.density = density
        rng = Random(7)
        self._courses = [states_of(dealt(game, number), rng) for number in deals]

    def states(self, most: int) -> list[State]:
        """About *most* states, evenly spread over all deals; of each the first and the last."""
        between = 1 + sum(map(len, self._courses)) // (most * self.density)
        chosen = [state for course in self._courses for state in [*course[:-1:between], course[-1]]]
        return [state.copy() for state in chosen]


def states_of(state: State, rng: Random) -> list[State]:
    """Every state of a deal played at random, the last with its outcome."""
    found = [state.copy()]
    while state.to_act is not None:
        moves = state.legal_moves
        state.play(moves[rng.randrange(len(moves))])
        found.append(state.copy())
    return found


# Of the module, so that all tests of one table follow each other.
@pytest.fixture(scope="module", params=ALL, ids=[setup_id(setup) for setup in ALL])
def played(request: pytest.FixtureRequest) -> Played:
    return Played(game_of(request.param), range(2))


each_game = pytest.mark.parametrize("factory", GAMES, ids=lambda factory: factory.key)


def test_someone_can_move_until_the_outcome_and_nobody_after_it(played: Played) -> None:
    for state in played.states(100):
        if state.outcome is None:
            assert state.to_act in range(played.game.seats)
            assert state.legal_moves
            assert len(state.legal_moves) == len(list(state.legal_moves)) > 0
        else:
            assert state.to_act is None
            assert not state.legal_moves
            assert list(state.legal_moves) == []
            assert state.menu() == {}


def test_there_is_something_to_choose_exactly_where_the_game_says_so(played: Played) -> None:
    choices = max(len(state.legal_moves) for state in played.states(100))
    assert (choices > 1) is played.game.has_decisions


def test_no_card_is_lost_or_doubled(played: Played) -> None:
    pack = sorted(NAMES[card] for card in played.game.deck)
    for state in played.states(60):
        told = snapshot(state)
        cards = [card for pile in piles(told, state.view(None).to_json()) for card in pile if card]
        assert sorted(cards) == pack


def piles(told: dict[str, Any], seen: dict[str, Any]) -> Iterator[list[str]]:
    """Every place where cards lie, whatever the game."""
    yield from told["hands"]
    for name in ("table", "open", "down"):
        yield from told.get(name, ())
    for name in ("stock", "pile", "set_aside"):
        yield told.get(name, [])
    for name in ("discard", "gone"):
        yield seen.get(name, [])
    yield [card for _, card in told.get("trick", ())]


def test_every_listed_move_is_legal_and_no_other(played: Played) -> None:
    for state in played.states(12):
        listed = set(state.legal_moves)
        assert len(listed) == len(state.legal_moves)
        for move in listed:
            assert move in state.legal_moves
            assert str(move) in state.legal_moves
        for text in probes():
            assert (text in state.legal_moves) == (Move.parse(text) in listed)


def probes() -> list[str]:
    """Every move of one card, and the moves without cards."""
    singles = [f"{verb} {name}" for verb in ("attack", "throw", "transfer") for name in NAMES]
    beats = [f"beat {target} {name}" for target in NAMES[4::7] for name in NAMES[5::3]]
    plays = [f"play {name}" for name in NAMES]
    named = [f"declare {suit}" for suit in "SCDH"]
    return [*singles, *beats, *plays, *named, "take", "pass", "draw", "lay"]


def test_an_illegal_move_raises_and_changes_nothing(played: Played) -> None:
    for number, state in enumerate(played.states(8)):
        before = state.copy()
        for text in probes()[number % 3 :: 3]:
            if text in state.legal_moves:
                continue
            with pytest.raises((IllegalMove, InvalidMove)) as caught:
                state.play(text)
            assert caught.value.code.isupper()
        assert state == before


def test_playing_a_copy_leaves_the_original_alone(played: Played) -> None:
    for state in played.states(8):
        before, told = state.copy(), snapshot(state)
        assert before == state
        play_out(state.copy(), Random(1))
        assert state == before
        assert snapshot(state) == told


def test_a_copy_made_before_every_move_takes_the_same_course(played: Played) -> None:
    """Compared with a state that was never copied, lest both have lost the same."""
    for number in played.deals:
        rng = Random(number)
        state = dealt(played.game, number)
        twin = state.copy()
        count = 0
        while state.to_act is not None:
            moves = state.legal_moves
            move = moves[rng.randrange(len(moves))]
            state.play(move)
            twin = twin.copy()
            twin.play(move)
            count += 1
            if count % 7 == 0:
                assert twin.copy() == state
        assert twin.copy() == state


def test_the_menu_says_the_same_as_the_legal_moves(played: Played) -> None:
    for state in played.states(50):
        menu = state.menu()
        moves = set(map(str, state.legal_moves))
        json.dumps(menu)
        thrown = [len(move.split()) - 1 for move in moves if move.startswith("throw")]
        several = {m for m in moves if m.startswith("throw") and len(m.split()) > 2}
        assert from_menu(menu) == moves - several
        assert max(thrown, default=0) == min(len(menu.get("throw", ())), menu.get("max", 0))


def from_menu(menu: dict[str, Any]) -> set[str]:
    moves = {word for word in ("take", "pass", "draw", "lay", "swap") if menu.get(word)}
    moves |= {f"{verb} {what}" for verb in ("play", "declare") for what in menu.get(verb, ())}
    moves |= {"attack " + " ".join(cards) for cards in menu.get("attack", ())}
    moves |= {f"throw {card}" for card in menu.get("throw", ()) if menu["max"]}
    passed_on = menu.get("transfer", ())
    moves |= {"transfer " + (c if isinstance(c, str) else " ".join(c)) for c in passed_on}
    moves |= {f"transfer_show {card}" for card in menu.get("transfer_show", ())}
    moves |= {f"beat {t} {card}" for t, cards in menu.get("beat", {}).items() for card in cards}
    return moves


def test_the_same_secret_gives_the_same_cards(played: Played) -> None:
    game = played.game
    assert dealt(game, 4) == dealt(game, 4)
    assert dealt(game, 4).deck != dealt(game, 5).deck


def test_a_record_replays_to_an_equal_state_and_verifies(played: Played) -> None:
    for number in played.deals:
        state = play_out(dealt(played.game, number), Random(number))
        record = record_of(state, deal=number, secret=SECRET, published=True, dealer_by_lot=True)
        again = Record.from_json(json.loads(json.dumps(record.to_json())))
        assert again == record
        assert replay(again) == state
        verify(again)


def test_moves_and_outcomes_survive_text_and_json(played: Played) -> None:
    for state in played.states(40):
        for move in state.legal_moves:
            assert Move.parse(str(move)) == move
            assert Move.from_json(json.loads(json.dumps(move.to_json()))) == move
            assert parse_with_seat(with_seat(3, move)) == (3, move)
            assert eval(repr(move)) == move
            assert move.verb in VERBS
        if state.outcome is not None:
            again = Outcome.from_json(json.loads(json.dumps(state.outcome.to_json())))
            assert again == state.outcome
            # Equality looks at the JSON: what is lost there must not go unnoticed.
            for name in Outcome.__slots__:
                assert getattr(again, name) == getattr(state.outcome, name)


def test_text_and_json_play_like_the_move(played: Played) -> None:
    for state in played.states(30):
        for move in list(state.legal_moves)[:5]:
            after = [state.copy() for _ in range(3)]
            forms: tuple[Any, ...] = (move, str(move), move.to_json())
            for copy, form in zip(after, forms, strict=True):
                copy.play(form)
            assert after[0] == after[1] == after[2]


def test_a_view_survives_json(played: Played) -> None:
    for state in played.states(20):
        for seat in (None, *range(played.game.seats)):
            view = state.view(seat)
            assert played.game.read_view(json.loads(json.dumps(view.to_json()))) == view


def test_a_view_told_at_once_is_that_of_the_view_to_the_byte(played: Played) -> None:
    for state in played.states(20):
        for seat in (None, *range(played.game.seats)):
            told = json.dumps(state.view_json(seat))
            assert told == json.dumps(state.view(seat).to_json())


def test_a_view_leaks_nothing(played: Played) -> None:
    """A whole deal made up from a view is the same from there to the byte, whatever the rest."""
    rng = Random(3)
    for state in played.states(16):
        for seat in (None, *range(played.game.seats)):
            check_made_up_deals(state, played.game.determinize, seat, rng)


def test_a_view_read_back_from_json_is_as_good_for_making_up_deals(played: Played) -> None:
    """What a bot receives leads to the same made-up deals as the view itself."""
    game = played.game
    for state in played.states(8):
        for seat in (None, *range(game.seats)):
            view = state.view(seat)
            received = game.read_view(json.loads(json.dumps(view.to_json())))
            here, there = game.determinize(view, Random(4)), game.determinize(received, Random(4))
            assert here == there
            assert snapshot(here) == snapshot(there)
            assert repr(received) == repr(view)


def test_a_made_up_deal_takes_the_same_public_course(played: Played) -> None:
    """What decides later menus and the outcome is in the view of the seat to act."""
    rng = Random(5)
    for state in played.states(16):
        if state.to_act is None:
            continue
        twin = played.game.determinize(state.view(state.to_act), rng)
        assert twin.menu() == state.menu()
        follow(state.copy(), twin, rng)


def follow(state: State, twin: State, rng: Random) -> None:
    """
    Play the same moves in both as long as the hands allow it: all that is public must agree.

    A card that was hidden from all may come up; then the two deals may part.
    """
    while state.to_act is not None:
        possible = twin.legal_moves
        shared = [move for move in state.legal_moves if move in possible]
        if not shared:
            return
        move = shared[rng.randrange(len(shared))]
        state.play(move)
        twin.play(move)
        here, there = state.view(None), twin.view(None)
        if move.verb in REVEALING or turned_up(here) != turned_up(there):
            return
        assert state.to_act == twin.to_act
        assert here == there


# What these bring up nobody knew before.
REVEALING = ("draw", "lay")


def turned_up(view: View) -> Any:
    """The cards that may have been turned up by the latest move, in games that have such."""
    return getattr(view, "open", None)


def test_the_fallback_is_a_legal_move_of_the_view(played: Played) -> None:
    for state in played.states(60):
        if state.to_act is not None:
            assert played.game.fallback(state.view(state.to_act)) in state.legal_moves


def test_every_deal_ends_with_places_for_all(played: Played) -> None:
    game = played.game
    for number in range(8 * played.density):
        outcome = play_out(dealt(game, number), Random(number)).outcome
        assert outcome is not None
        places = outcome.places
        assert len(places) == len(outcome.points) == len(outcome.honours) == game.seats
        for seat, place in enumerate(places):
            better = sum(other < place for other in places)
            assert place == 1 + better
            if seat in outcome.losers:
                assert place == max(places)


def test_deals_of_fallback_alone_end_too(played: Played) -> None:
    for number in played.deals[1:]:
        state = dealt(played.game, number)
        while state.to_act is not None:
            state.play(played.game.fallback(state.view(state.to_act)))
        assert state.outcome is not None


def test_a_game_is_frozen_and_equal_to_its_repr(played: Played) -> None:
    game = played.game
    assert eval(repr(game), {"find_game": find_game}) == game
    assert hash(eval(repr(game), {"find_game": find_game})) == hash(game)
    with pytest.raises(AttributeError):
        game.seats = 3
    game.options["seats"] = 1
    assert "seats" not in game.options
    json.dumps(game.options)


def test_a_wrong_deck_or_seat_is_refused(played: Played) -> None:
    game = played.game
    deck = game.deck
    for wrong in (deck[:-1], [*deck[:-1], deck[0]], [*deck, deck[0]]):
        with pytest.raises(SetupError):
            game.deal(wrong)
    with pytest.raises(SetupError):
        game.deal(deck, dealer=game.seats)
    with pytest.raises(SetupError):
        game.deal(deck, leader=-1)
    with pytest.raises(SetupError):
        dealt(game).view(game.seats)


@each_game
def test_unknown_options_and_values_are_refused_by_name(factory: Any) -> None:
    for option in factory.OPTIONS:
        with pytest.raises(OptionError) as caught:
            factory(**{option.name: "nonsense"})
        assert caught.value.option == option.name
        assert "nonsense" in str(caught.value)
        assert option.allowed() in str(caught.value)
    with pytest.raises(OptionError, match="no_such"):
        factory(no_such=1)
    with pytest.raises(OptionError, match="seats"):
        factory(seats=factory.SEATS[1] + 1)


@each_game
def test_a_move_of_no_game_has_a_code_of_its_own(factory: Any) -> None:
    with pytest.raises(GameError) as caught:
        dealt(factory()).play("dance")
    assert caught.value.code == "UNKNOWN_MOVE"


CHECKS: list[Callable[[Played], None]] = [
    test_someone_can_move_until_the_outcome_and_nobody_after_it,
    test_no_card_is_lost_or_doubled,
    test_every_listed_move_is_legal_and_no_other,
    test_an_illegal_move_raises_and_changes_nothing,
    test_playing_a_copy_leaves_the_original_alone,
    test_a_copy_made_before_every_move_takes_the_same_course,
    test_the_menu_says_the_same_as_the_legal_moves,
    test_a_record_replays_to_an_equal_state_and_verifies,
    test_moves_and_outcomes_survive_text_and_json,
    test_text_and_json_play_like_the_move,
    test_a_view_survives_json,
    test_a_view_leaks_nothing,
    test_a_view_read_back_from_json_is_as_good_for_making_up_deals,
    test_a_made_up_deal_takes_the_same_public_course,
    test_the_fallback_is_a_legal_move_of_the_view,
    test_every_deal_ends_with_places_for_all,
    test_deals_of_fallback_alone_end_too,
]


@pytest.mark.slow
@pytest.mark.parametrize("setup", ALL, ids=map(setup_id, ALL))
def test_other_deals_keep_to_all_of_this_in_many_more_states(setup: dict[str, Any]) -> None:
    played = Played(game_of(setup), range(2, 4), density=4)
    for check in CHECKS:
        check(played)
