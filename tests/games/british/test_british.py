"""British Durak by hand: each option, each refusal, the stock that runs out, the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.british.positions import position, snapshot
from games.british.state import BritishState
from games.catalogue import find_game
from games.errors import IllegalMove, InvalidMove, OptionError, SetupError

TABLE = {
    "hands": [["9D", "AD"], ["6H", "KD", "8S"], ["6S", "7C"]],
    "stock": ["QD", "7H", "8H", "TC"],
    "pile": ["TD"],
    "turn": 0,
}


def at(*moves: str, setup: dict[str, Any] | None = None, **options: Any) -> BritishState:
    """The table above, or changed, after some moves."""
    given = {**TABLE, **(setup or {})}
    factory: Any = find_game("british")
    state = position(factory(seats=len(given["hands"]), **options), given)
    for move in moves:
        state.play(move)
    return state


def refused(state: BritishState, move: str) -> str:
    before = state.copy()
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert state == before
    return caught.value.code


def test_who_can_follow_must() -> None:
    state = at()
    assert state.menu() == {"play": ["9D", "AD"]}
    assert refused(state, "draw") == "MUST_PLAY"
    assert refused(state, "pass") == "MUST_PLAY"
    assert at(forced_play=False).menu() == {"play": ["9D", "AD"], "draw": True}


def test_the_leader_leads_even_where_play_is_not_forced() -> None:
    state = at(setup={"pile": []}, forced_play=False)
    assert state.menu() == {"play": ["9D", "AD"]}
    assert refused(state, "draw") == "MUST_PLAY"


def test_after_drawing_only_the_drawn_card_may_be_laid() -> None:
    state = at("draw", forced_play=False)
    assert state.menu() == {"play": ["QD"]}
    assert refused(state, "play 9D") == "WRONG_PHASE"
    assert refused(state, "draw") == "MUST_PLAY"
    assert refused(state, "play KD") == "CARD_NOT_HELD"


def test_what_may_be_done_with_a_drawn_card_that_fits() -> None:
    setup = {"hands": [["9S", "8C"], ["6H"], ["6S"]]}
    assert at("draw", setup=setup).menu() == {"play": ["QD"]}
    optional = at("draw", setup=setup, drawn_playable="optional")
    assert optional.menu() == {"play": ["QD"], "pass": True}
    optional.play("pass")
    assert (optional.to_act, optional.hands[0].bit_count()) == (1, 3)
    assert at("draw", setup=setup, drawn_playable="not_allowed").to_act == 1


def test_a_card_must_follow_ones_own_ace_or_one_draws() -> None:
    state = at("play AD")
    assert state.menu() == {"play": ["9D"]}
    assert refused(state, "declare H") == "WRONG_PHASE"
    state.play("play 9D")
    assert snapshot(state)["result"] == {"winner": 0, "points": [0, 24, 13], "winner_gain": 37}
    assert at("play AD", ace_followup="optional").menu() == {"play": ["9D"], "pass": True}


def test_a_suit_must_be_named_before_anything_else() -> None:
    state = at("play AD", "play 9D", setup={"hands": [["9D", "AD", "7S"], ["6H"], ["6S"]]})
    assert state.menu() == {"declare": ["S", "C", "D", "H"]}
    for move in ("draw", "pass", "play 7S"):
        assert refused(state, move) == "MUST_DECLARE"
    state.play("declare H")
    assert snapshot(state)["required_suit"] == "H"
    assert state.menu() == {"play": ["6H"]}


def test_another_ace_must_follow_an_ace_unless_it_may_be_kept() -> None:
    hands = {"hands": [["AD", "AS", "9C"], ["6H"], ["6S"]]}
    assert at("play AD", setup=hands).menu() == {"play": ["AS"]}
    assert at("play AD", setup=hands, ace_on_ace="optional").menu() == {
        "play": ["AS"],
        "draw": True,
    }


def test_declining_to_follow_an_ace_passes_the_right_on() -> None:
    state = at("play AD", "pass", ace_followup="optional")
    assert (state.to_act, state.ace_open) == (1, True)
    assert state.menu() == {"play": ["KD"]}
    state.play("play KD")
    assert snapshot(state)["phase"] == "declare"


def test_the_right_to_name_a_suit_may_end_with_the_next_player() -> None:
    hands = {"hands": [["AD", "9C"], ["6H", "8S"], ["6S", "7D"]], "stock": ["7H", "8H", "TC"]}
    until = at("play AD", "draw", "draw", setup=hands)
    assert (until.to_act, until.ace_open) == (2, True)
    only = at("play AD", "draw", "draw", setup=hands, declare_inherit="next_only")
    assert (only.to_act, only.ace_open) == (2, False)
    only.play("play 7D")
    assert only.to_act == 0


def test_a_position_may_begin_with_an_ace_to_be_covered() -> None:
    state = at("play 9D", setup={"pile": ["AD"], "ace_open": True, "hands": [["9D", "7S"], ["6H"]]})
    assert state.menu() == {"declare": ["S", "C", "D", "H"]}


def test_an_ace_as_last_card() -> None:
    setup = {"hands": [["AD"], ["6H"], ["6S"]]}
    assert at("play AD", setup=setup).menu() == {"draw": True}
    assert at("play AD", setup=setup, out_on_ace="immediate").winner == 0
    nothing = at("play AD", setup={**setup, "stock": [], "pile": []})
    assert nothing.menu() == {"pass": True}
    nothing.play("pass")
    assert nothing.winner == 0


def test_sixes_may_be_answered_with_sixes() -> None:
    setup = {
        "hands": [["6D", "9C"], ["6H", "KD"], ["7S", "7C"]],
        "stock": ["QD", "7H", "8H", "TC", "KS"],
    }
    plain = at("play 6D", setup=setup)
    assert (plain.to_act, snapshot(plain)["last_penalty"]) == (2, {"seat": 1, "drew": ["QD", "7H"]})
    state = at("play 6D", setup=setup, six_stacking=True)
    assert (state.to_act, state.menu()) == (1, {"play": ["6H"], "draw": True})
    assert refused(state, "play KD") == "DOES_NOT_MATCH"
    state.play("play 6H")
    assert (state.to_act, state.menu()) == (2, {"draw": True})
    state.play("draw")
    assert snapshot(state)["last_penalty"] == {"seat": 2, "drew": ["QD", "7H", "8H", "TC"]}
    assert state.to_act == 0


def test_nothing_to_draw_is_a_pass_and_a_round_of_them_blocks_the_deal() -> None:
    setup = {"hands": [["9S", "9C"], ["6H"], ["KS", "7C"]], "stock": [], "pile": ["TD"]}
    state = at(setup=setup)
    assert state.menu() == {"pass": True}
    assert refused(state, "draw") == "NOTHING_TO_DRAW"
    for _ in range(3):
        assert state.outcome is None
        state.play("pass")
    assert snapshot(state)["result"] == {"winner": 1, "points": [18, 6, 17], "winner_gain": 35}
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.points) == ("blocked", (-18, 35, -17))
    assert state.outcome.places == (3, 1, 2)


def test_a_blocked_deal_with_two_lowest_hands_is_a_draw() -> None:
    setup = {"hands": [["9S"], ["9H"], ["KS", "7C"]], "stock": [], "pile": ["TD"]}
    state = at("pass", "pass", "pass", setup=setup)
    assert snapshot(state)["result"] == {"winner": None, "points": [9, 9, 17], "winner_gain": 0}
    assert state.outcome is not None
    assert (state.outcome.points, state.outcome.losers) == ((0, 0, 0), ())


def test_cards_are_shuffled_anew_only_when_one_must_be_drawn() -> None:
    setup = {
        "hands": [["6D", "9C"], ["6H", "KD"], ["7S", "7D"]],
        "stock": ["QD", "7H"],
        "pile": ["8D", "TD"],
    }
    state = at("play 6D", setup=setup)
    assert (snapshot(state)["stock"], snapshot(state)["pile_count"]) == ([], 3)
    state.play("play 7D")
    state.play("draw")
    assert (snapshot(state)["pile"], snapshot(state)["stock"]) == (["7D"], ["TD", "6D"])
    assert snapshot(state)["drawn"] == "8D"


def test_a_deal_that_never_ends_is_ended() -> None:
    state = at("play 9D", max_turns=1)
    assert state.outcome is not None
    assert (state.outcome.reason, state.winner) == ("turn_limit", 0)


def test_moves_of_other_games_are_no_moves_here() -> None:
    for text in ("attack 7S", "beat 7S 9S", "take", "lay", "throw 7S"):
        with pytest.raises(InvalidMove):
            at().play(text)
    over = at("play 9D", max_turns=1)
    assert refused(over, "draw") == "GAME_OVER"


def test_who_cannot_follow_must_draw() -> None:
    state = at(setup={"hands": [["9S"], ["6H"], ["6S"]]})
    assert state.menu() == {"draw": True}
    assert refused(state, "pass") == "WRONG_PHASE"
    assert refused(state, "play 9S") == "DOES_NOT_MATCH"


def test_impossible_positions_and_tables_are_refused() -> None:
    with pytest.raises(SetupError, match="twice"):
        at(setup={"stock": ["TD"]})
    with pytest.raises(SetupError, match="order prescribed"):
        at(
            "draw",
            setup={"hands": [["9S"], ["6H"]], "stock": [], "pile": ["8D", "TD"]}
            | {"reshuffle_order": ["7H"]},
        )
    with pytest.raises(OptionError, match="everybody plays for himself"):
        find_game("british")(seats=4, sides="pairs")


def play_until_drawn(game: Any, rng: Random) -> BritishState:
    """Random deals until somebody holds a card he has just drawn and may lay."""
    while True:
        deck = game.deck
        rng.shuffle(deck)
        state: BritishState = game.deal(deck)
        while state.to_act is not None:
            state.play(rng.choice(state.legal_codes()))
            if state.drawn is not None:
                return state


def test_a_card_that_another_has_drawn_is_imagined_to_fit() -> None:
    """Whoever holds a drawn card may lay it: that much everybody knows."""
    factory: Any = find_game("british")
    game = factory(seats=3)
    rng = Random(1)
    dealt = play_until_drawn(game, rng)
    seat = dealt.to_act
    assert seat is not None
    for _ in range(20):
        twin = game.determinize(dealt.view((seat + 1) % 3), rng)
        assert twin.drawn is not None
        assert game.rules.follows(twin, twin.drawn)
        assert twin.own >> twin.drawn & 1
