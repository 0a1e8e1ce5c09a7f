"""What every game in the catalogue must keep to, with every number of seats and every option."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.cards import NAMES
from games.errors import GameError, IllegalMove, InvalidMove, OptionError, SetupError
from games.game import Game, Outcome, State
from games.moves import VERBS, Move, parse_with_seat, with_seat
from games.records import Record, record_of, replay, verify
from games.scenarios import snapshot
from tests.games.helpers import SECRET, dealt, game_of, play_out, setup_id, setups
from tests.games.leaks import check_made_up_deals

DEALS = 2
ALL = list(setups())


@pytest.fixture(params=ALL, ids=[setup_id(setup) for setup in ALL])
def game(request: pytest.FixtureRequest) -> Game:
    return game_of(request.param)


def positions(game: Game, every: int = 1) -> list[State]:
    """Copies of the states that some random deals go through, the last with its outcome."""
    rng = Random(7)
    found = []
    for number in range(DEALS):
        state = dealt(game, number)
        count = 0
        while state.to_act is not None:
            if count % every == 0:
                found.append(state.copy())
            count += 1
            moves = state.legal_moves
            state.play(moves[rng.randrange(len(moves))])
        found.append(state.copy())
    return found


def test_someone_can_move_until_the_outcome_and_nobody_after_it(game: Game) -> None:
    for state in positions(game):
        if state.outcome is None:
            assert state.to_act in range(game.seats)
            assert state.legal_moves
            assert len(state.legal_moves) == len(list(state.legal_moves)) > 0
        else:
            assert state.to_act is None
            assert not state.legal_moves
            assert list(state.legal_moves) == []
            assert state.menu() == {}


def test_no_card_is_lost_or_doubled(game: Game) -> None:
    pack = sorted(NAMES[card] for card in game.deck)
    for state in positions(game):
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


def test_every_listed_move_is_legal_and_no_other(game: Game) -> None:
    for state in positions(game, every=11):
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


def test_an_illegal_move_raises_and_changes_nothing(game: Game) -> None:
    for state in positions(game, every=40):
        before = state.copy()
        for text in probes():
            if text in state.legal_moves:
                continue
            with pytest.raises((IllegalMove, InvalidMove)) as caught:
                state.play(text)
            assert caught.value.code.isupper()
        assert state == before


def test_playing_a_copy_leaves_the_original_alone(game: Game) -> None:
    for state in positions(game, every=19):
        before, told = state.copy(), snapshot(state)
        assert before == state
        play_out(state.copy(), Random(1))
        assert state == before
        assert snapshot(state) == told


def test_the_menu_says_the_same_as_the_legal_moves(game: Game) -> None:
    for state in positions(game, every=6):
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


def test_the_same_secret_gives_the_same_cards(game: Game) -> None:
    assert dealt(game, 4) == dealt(game, 4)
    assert dealt(game, 4).deck != dealt(game, 5).deck


def test_a_record_replays_to_an_equal_state_and_verifies(game: Game) -> None:
    for number in range(DEALS):
        state = play_out(dealt(game, number), Random(number))
        record = record_of(state, deal=number, secret=SECRET, published=True, dealer_by_lot=True)
        again = Record.from_json(json.loads(json.dumps(record.to_json())))
        assert again == record
        assert replay(again) == state
        verify(again)


def test_moves_and_outcomes_survive_text_and_json(game: Game) -> None:
    for state in positions(game, every=6):
        for move in state.legal_moves:
            assert Move.parse(str(move)) == move
            assert Move.from_json(json.loads(json.dumps(move.to_json()))) == move
            assert parse_with_seat(with_seat(3, move)) == (3, move)
            assert eval(repr(move)) == move
            assert move.verb in VERBS
        if state.outcome is not None:
            assert Outcome.from_json(json.loads(json.dumps(state.outcome.to_json()))) == (
                state.outcome
            )


def test_text_and_json_play_like_the_move(game: Game) -> None:
    for state in positions(game, every=7):
        for move in list(state.legal_moves)[:5]:
            after = [state.copy() for _ in range(3)]
            forms: tuple[Any, ...] = (move, str(move), move.to_json())
            for copy, form in zip(after, forms, strict=True):
                copy.play(form)
            assert after[0] == after[1] == after[2]


def test_a_view_survives_json(game: Game) -> None:
    for state in positions(game, every=6):
        for seat in (None, *range(game.seats)):
            view = state.view(seat)
            assert game.read_view(json.loads(json.dumps(view.to_json()))) == view


def test_a_view_leaks_nothing(game: Game) -> None:
    """A whole deal made up from a view is the same from there to the byte, whatever the rest."""
    rng = Random(3)
    found = positions(game, every=9)
    for state in found[:: 1 + len(found) // 16]:
        for seat in (None, *range(game.seats)):
            check_made_up_deals(state, game.determinize, seat, rng)


def test_a_view_read_back_from_json_is_as_good_for_making_up_deals(game: Game) -> None:
    """What a bot receives leads to the same made-up deals as the view itself."""
    found = positions(game, every=23)
    for state in found[:: 1 + len(found) // 8]:
        for seat in (None, *range(game.seats)):
            view = state.view(seat)
            received = game.read_view(json.loads(json.dumps(view.to_json())))
            here, there = game.determinize(view, Random(4)), game.determinize(received, Random(4))
            assert here == there
            assert snapshot(here) == snapshot(there)
            assert repr(received) == repr(view)


def test_a_made_up_deal_takes_the_same_public_course(game: Game) -> None:
    """What decides later menus and the outcome is in the view of the seat to act."""
    rng = Random(5)
    for state in positions(game, every=12):
        if state.to_act is None:
            continue
        twin = game.determinize(state.view(state.to_act), rng)
        assert twin.menu() == state.menu()
        follow(state.copy(), twin, rng)


def follow(state: State, twin: State, rng: Random) -> None:
    """
    Play the same moves in both as long as the hands allow it: all that is public must agree.

    A card that was hidden from all may come up; then the two deals may part.
    """
    while state.to_act is not None:
        shared = [move for move in state.legal_moves if move in twin.legal_moves]
        if not shared:
            return
        move = shared[rng.randrange(len(shared))]
        state.play(move)
        twin.play(move)
        if move.verb in REVEALING or turned_up(state) != turned_up(twin):
            return
        assert state.to_act == twin.to_act
        assert state.view(None) == twin.view(None)


# What these bring up nobody knew before.
REVEALING = ("draw", "lay")


def turned_up(state: State) -> Any:
    """The cards that may have been turned up by the latest move, in games that have such."""
    return state.view(None).to_json().get("open")


def test_the_fallback_is_a_legal_move_of_the_view(game: Game) -> None:
    for state in positions(game):
        if state.to_act is not None:
            assert game.fallback(state.view(state.to_act)) in state.legal_moves


def test_every_deal_ends_with_places_for_all(game: Game) -> None:
    for number in range(12):
        outcome = play_out(dealt(game, number), Random(number)).outcome
        assert outcome is not None
        places = outcome.places
        assert len(places) == len(outcome.points) == len(outcome.honours) == game.seats
        for seat, place in enumerate(places):
            better = sum(other < place for other in places)
            assert place == 1 + better
            if seat in outcome.losers:
                assert place == max(places)


def test_deals_of_fallback_alone_end_too(game: Game) -> None:
    state = dealt(game, 1)
    while state.to_act is not None:
        state.play(game.fallback(state.view(state.to_act)))
    assert state.outcome is not None


def test_a_game_is_frozen_and_equal_to_its_repr(game: Game) -> None:
    from games.catalogue import find_game

    assert eval(repr(game), {"find_game": find_game}) == game
    assert hash(eval(repr(game), {"find_game": find_game})) == hash(game)
    with pytest.raises(AttributeError):
        game.seats = 3
    game.options["seats"] = 1
    assert "seats" not in game.options
    json.dumps(game.options)


def test_a_wrong_deck_or_seat_is_refused(game: Game) -> None:
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


def test_unknown_options_and_values_are_refused_by_name(game: Game) -> None:
    factory: Any = type(game)
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


def test_every_error_has_a_code(game: Game) -> None:
    with pytest.raises(GameError) as caught:
        dealt(game).play("dance")
    assert caught.value.code == "UNKNOWN_MOVE"
