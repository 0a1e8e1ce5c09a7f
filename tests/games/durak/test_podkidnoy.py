"""Podkidnoy at its corners: positions worked out by hand, beside the file of scenarios."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.cards import NAMES, cards, mask_of, names_of
from games.catalogue import find_game
from games.durak.positions import position, snapshot
from games.durak.state import DurakState
from games.errors import GameError, IllegalMove, OptionError, SetupError
from games.game import Outcome
from games.moves import Move


def place(
    *hands: str, stock: str = "", trump: str = "H", leader: int = 0, **more: Any
) -> DurakState:
    """A position of hands written as `6S 7D`; options of the game and the setup by name."""
    setup: dict[str, Any] = {
        "hands": [hand.split() for hand in hands],
        "stock": stock.split(),
        "trump": trump,
        "leader": leader,
    }
    for name in ("first_bout", "finished", "dealer"):
        if name in more:
            setup[name] = more.pop(name)
    return position(find_game("podkidnoy")(seats=len(hands), **more), setup)


def after(state: DurakState, *moves: str) -> DurakState:
    for move in moves:
        state.play(move)
    return state


def outcome(state: DurakState) -> Outcome:
    assert state.outcome is not None
    return state.outcome


def refused(state: DurakState, move: str) -> str:
    with pytest.raises(GameError) as caught:
        state.play(move)
    return caught.value.code


def test_the_fool_is_last_and_loses_a_point() -> None:
    end = outcome(after(place("9S", "TS 7D"), "attack 9S", "beat 9S TS"))
    assert end == Outcome((1, 2), "fool", (0, 0), (0, -1), (1,), 1)


def test_last_cards_beaten_off_together_are_a_draw_without_a_next_dealer() -> None:
    end = outcome(after(place("9S", "TS"), "attack 9S", "beat 9S TS"))
    assert end == Outcome((1, 1), "draw", (0, 0), (0, 0), (), None)


def test_defender_loses_instead_of_a_draw() -> None:
    state = place("9S", "TS", simultaneous_out="defender_loses")
    assert outcome(after(state, "attack 9S", "beat 9S TS")).losers == (1,)


def test_places_follow_the_order_of_going_out() -> None:
    state = after(place("9S", "TS 7D", "8C 9C"), "attack 9S", "beat 9S TS", "pass")
    after(state, "attack 7D", "take")
    assert outcome(state).places == (1, 2, 3)
    assert outcome(state).next_dealer == 2


def test_in_a_draw_the_last_defender_shares_the_place_before_him() -> None:
    state = place("9S", "TS TD", "TC", trump="D")
    after(state, "attack 9S", "beat 9S TS", "throw TC", "beat TC TD")
    assert outcome(state).reason == "draw"
    assert outcome(state).places == (1, 2, 2)
    assert snapshot(state)["result"] == {"outcome": "draw", "finish_order": [0, 2, 1]}
    state = place("9S", "TS", "", finished=[2])
    assert outcome(after(state, "attack 9S", "beat 9S TS")).places == (2, 2, 1)


@pytest.mark.parametrize(
    ("rule", "moves", "straps"),
    [
        ("led_pair", ["attack 6S 6C", "take"], 1),
        ("led_pair", ["attack 6S", "take", "throw 6C"], 0),
        ("any_two_sixes", ["attack 6S", "take", "throw 6C"], 1),
        ("one_strap_per_six", ["attack 6S 6C", "take"], 2),
        ("off", ["attack 6S 6C", "take"], 0),
    ],
)
def test_epaulettes(rule: str, moves: list[str], straps: int) -> None:
    state = after(place("6S 6C", "9D TD JC", epaulettes=rule, epaulettes_weight=3), *moves)
    assert outcome(state).honours == (0, straps)
    assert outcome(state).points == (0, -1 - 3 * straps)


def test_no_epaulettes_for_a_third_six_or_a_beaten_pair() -> None:
    state = place("6S 6C 6D", "9D TD JC")
    assert outcome(after(state, "attack 6S 6C", "take", "throw 6D")).honours == (0, 0)
    state = place("6S 6C", "9S 9C JC")
    assert outcome(after(state, "attack 6S 6C", "beat 6S 9S", "beat 6C 9C")).honours == (0, 0)


def test_a_thrower_without_a_fitting_card_is_asked_all_the_same() -> None:
    state = after(place("9S KD", "TS 7D"), "attack 9S", "beat 9S TS")
    assert state.to_act == 0
    assert state.menu() == {"throw": [], "max": 1, "pass": True}
    assert len(state.legal_moves) == 1


def test_a_leader_without_cards_is_not_asked() -> None:
    state = after(place("9S", "TS 7D", "8C 9C"), "attack 9S", "beat 9S TS")
    assert state.to_act == 2


def test_after_take_a_seat_throws_until_it_passes() -> None:
    state = place("6S 6C 6D 9D", "8D JD QD 7D", "6H AC")
    after(state, "attack 6S", "take", "throw 6C")
    assert state.to_act == 0
    after(state, "throw 6D")
    assert (state.to_act, state.room) == (0, 1)
    after(state, "pass")
    assert state.to_act == 2
    after(state, "throw 6H")
    assert (state.leader, state.defender) == (2, 0)
    assert state.hands[1].bit_count() == 8


def test_a_pass_before_take_is_forgotten_unless_it_is_final() -> None:
    moves = ["attack 6S", "beat 6S 7S", "pass", "throw 7C", "take"]
    state = after(place("6S 6C KD", "7S 8D JD QD", "7C 7D"), *moves)
    assert state.to_act == 0
    state = after(place("6S 6C KD", "7S 8D JD QD", "7C 7D", pass_is_final=True), *moves)
    assert state.to_act == 2


def test_throwing_after_take_can_be_off() -> None:
    state = place("6S 6C KD", "8D JD QD", throw_after_take=False)
    after(state, "attack 6S", "take")
    assert (state.phase, state.to_act) == (0, 0)
    assert names_of(state.taken[1]) == ["6S"]


def test_the_limit_is_the_hand_at_the_start_and_six() -> None:
    state = place("6S 6C 6D KD", "8D JD")
    assert (state.limit, state.room) == (2, 2)
    assert refused(state, "attack 6S 6C 6D") == "LIMIT_EXCEEDED"
    big = place("6S 6C", "7S 8S 9S TS JS QS KS AS")
    assert big.limit == 6


def test_the_first_bout_limit_ends_with_the_bout_or_with_the_first_discard() -> None:
    hands = ("6S 8C 9C TC JC QC", "7S 8D 9D TD JD QD")
    stock = "AS KS AC KC AD KD QH"
    for scope, second in (("first_bout", 6), ("until_first_discard", 5)):
        state = place(
            *hands, stock=stock, first_bout=True, first_bout_max=5, first_bout_scope=scope
        )
        assert state.limit == 5
        after(state, "attack 6S", "take", "pass")
        assert state.limit == second
    state = place(*hands, stock=stock, first_bout=True, first_bout_max=5, first_bout_scope=scope)
    after(state, "attack 6S", "beat 6S 7S", "pass")
    assert state.limit == 6


def go_in_circles(**options: Any) -> DurakState:
    """Three seats lead 9S and 8D to each other and take: after six bouts all is as before."""
    state = place("9S KD", "KC QC", "8D JC", **options)
    while state.to_act is not None:
        menu = state.menu()
        if "attack" in menu:
            hot = next(name for name in ("9S", "8D") if [name] in menu["attack"])
            state.play(f"attack {hot}")
        else:
            state.play("take" if "take" in menu else "pass")
    return state


def test_the_third_time_with_the_same_hands_and_leader_is_a_draw() -> None:
    """The position starts with its second bout, so the third time is at the fourteenth."""
    state = go_in_circles()
    assert (state.end, state.bout, state.repetition) == ("repetition", 14, 3), (
        "a position starts with bout 2"
    )
    assert outcome(state).places == (1, 1, 1)
    assert outcome(state).losers == ()
    assert outcome(state).next_dealer is None


def test_repetition_can_be_off() -> None:
    state = go_in_circles(repetition=False, max_bouts=40)
    assert (state.end, state.bout) == ("bout_limit", 41)


def test_earlier_starts_are_in_the_view_as_far_as_their_cards_were_seen() -> None:
    state = place("9S KD", "KC QC", "8D JC")
    after(state, "attack 9S", "take", "pass", "pass")
    assert state.view(2).to_json()["earlier"] == [
        {"leader_seat": 0, "held": [["9S"], [], []], "times": 1},
        {"leader_seat": 2, "held": [[], ["9S"], []], "times": 1},
    ]


def test_a_discard_forgets_the_earlier_starts() -> None:
    state = place("9S KD", "TS QC", "8D JC")
    after(state, "attack 9S", "beat 9S TS", "pass", "pass")
    assert len(state.positions) == 1


def test_bouts_beyond_the_most_are_a_draw_in_which_holders_share_the_last_place() -> None:
    state = place("9S KD", "KC QC", "", max_bouts=2, finished=[2])
    after(state, "attack 9S", "take", "pass")
    assert outcome(state).reason == "bout_limit"
    assert outcome(state).places == (2, 2, 1)
    assert outcome(state).losers == ()


def test_refill_order_and_the_turn_up_drawn_in_the_open() -> None:
    state = place("9S TD TC KD", "TS 7D 8D 9D", stock="AS KS 6H")
    after(state, "attack 9S", "beat 9S TS", "throw TD", "take", "pass")
    told = snapshot(state)
    assert told["last_bout"]["refill"] == [[0, ["AS", "KS", "6H"]]]
    assert state.view(1).to_json()["known"][0] == ["6H"]
    assert state.view(0).to_json()["known"][1] == ["9S", "TS", "TD"]


def deck_without_trumps_dealt() -> list[str]:
    """Nobody of two holds a heart, and hearts are trumps; seat 0 deals, the lowest card is 6C."""
    dealt = ["7S", "6C", "8S", "7C", "9S", "8C", "TS", "9C", "JS", "TC", "QS", "JC"]
    rest = [name for name in names_of(mask_of(find_game("podkidnoy")().deck)) if name not in dealt]
    rest.remove("6H")
    return [*dealt, "6H", *rest]


class Scripted:
    """Chance that was written down beforehand."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def below(self, n: int) -> int:
        value = self.values.pop(0) if self.values else 0
        assert value < n
        return value


def test_without_trumps_the_dealers_left_or_the_lowest_card_or_the_lot_leads() -> None:
    deck = cards(deck_without_trumps_dealt())
    factory = find_game("podkidnoy")
    assert factory().deal(deck, dealer=0).leader == 1
    assert factory(no_trump_leader="lowest_card").deal(deck, dealer=0).leader == 0
    by_lot = factory(no_trump_leader="random")
    assert by_lot.deal(deck, dealer=0, chance=Scripted(0)).leader == 0
    assert by_lot.deal(deck, dealer=0, chance=Scripted(1)).leader == 1
    with pytest.raises(OptionError, match="no_trump_leader"):
        by_lot.deal(deck, dealer=0)


def test_a_redeal_is_of_the_same_dealer_and_holds_a_trump() -> None:
    game = find_game("podkidnoy")(no_trump_leader="redeal")
    deck = cards(deck_without_trumps_dealt())
    state = game.deal(deck, dealer=1, chance=Scripted())
    assert state.dealer == 1
    assert list(state.deck) != deck
    assert sorted(state.deck) == game.deck
    assert any(name[1] == NAMES[state.trump * 13][1] for h in state.hands for name in names_of(h))
    with pytest.raises(OptionError, match="chance"):
        game.deal(deck)


@pytest.mark.parametrize(
    ("rule", "leader"),
    [("from_under_fool", 3), ("under_fool", 1), ("fool_leads", 2), ("lowest_trump", None)],
)
def test_who_leads_when_the_fool_deals(rule: str, leader: int | None) -> None:
    assert find_game("podkidnoy")(seats=4, next_leader=rule).leader_after(2) == leader


def test_of_a_losing_team_the_last_defender_deals_if_he_holds_cards() -> None:
    state = place("", "6D 7D", "9S", "TD", leader=2, finished=[0], sides="pairs")
    assert outcome(after(state, "attack 9S", "take")).next_dealer == 3
    assert outcome(state).places == (1, 3, 1, 3)
    assert outcome(state).losers == (1, 3)


def test_of_a_losing_team_otherwise_the_first_holder_from_the_old_dealers_left_deals() -> None:
    state = place("9S", "TS", "", "6D 7D", leader=0, finished=[2], sides="pairs", dealer=3)
    end = outcome(after(state, "attack 9S", "beat 9S TS"))
    assert end.losers == (1, 3)
    assert end.next_dealer == 3


def test_codes_of_refused_moves() -> None:
    state = place("8S 8C KS", "9S TC QD")
    assert refused(state, "pass") == "MUST_LEAD"
    assert refused(state, "take") == "WRONG_PHASE"
    assert refused(state, "attack 6S") == "CARD_NOT_HELD"
    assert refused(state, "attack 8S KS") == "MIXED_RANKS"
    assert refused(state, "transfer 8S") == "PASSING_NOT_ALLOWED"
    assert refused(state, "play 8S") == "UNKNOWN_MOVE"
    assert refused(state, "attack 8S 8S") == "UNKNOWN_MOVE"
    after(state, "attack 8S")
    assert refused(state, "attack 8C") == "WRONG_PHASE"
    assert refused(state, "pass") == "WRONG_PHASE"
    assert refused(state, "beat 8S AS") == "CARD_NOT_HELD"
    assert refused(state, "beat 8C 9S") == "NO_SUCH_TARGET"
    assert refused(state, "beat 8S QD") == "CANNOT_BEAT"
    after(state, "beat 8S 9S")
    assert refused(state, "throw KS") == "RANK_NOT_ON_TABLE"
    assert refused(state, "throw 9C") == "CARD_NOT_HELD"
    assert refused(state, "take") == "WRONG_PHASE"
    single = place("8S 8C KS", "9S TC QD", multi_lead=False)
    assert refused(single, "attack 8S 8C") == "ONE_CARD_ONLY"
    assert single.menu() == {"attack": [["8S"], ["8C"], ["KS"]]}
    over = after(place("9S", "TS"), "attack 9S", "beat 9S TS")
    assert refused(over, "pass") == "GAME_OVER"


def test_a_refusal_carries_the_position() -> None:
    state = place("8S", "9S TC")
    with pytest.raises(IllegalMove) as caught:
        state.play("pass")
    assert caught.value.position == state


@pytest.mark.parametrize("number", [-1, 15, 1 << 80, (63 << 4), (1 << 10 | 63) << 4, 60 << 4])
def test_a_number_that_is_no_move_is_refused(number: int) -> None:
    state = place("8S 8C", "9S TC")
    before = state.copy()
    with pytest.raises(GameError):
        state.play(number)
    assert state == before


def test_fallback_leads_the_lowest_plain_card_takes_and_passes() -> None:
    state = place("6H 8C 9S", "9D TS JD")
    game = state.game
    assert game.fallback(state.view(0)) == Move.parse("attack 8C")
    after(state, "attack 9S")
    assert game.fallback(state.view(1)) == Move.parse("take")
    after(state, "beat 9S TS")
    assert game.fallback(state.view(0)) == Move.parse("pass")
    assert game.fallback(place("7H 6H", "9D").view(0)) == Move.parse("attack 6H")


@pytest.mark.parametrize(
    ("seats", "sides", "options", "named"),
    [
        (1, "single", {}, "seats=1"),
        (7, "single", {}, "seats=7"),
        (True, "single", {}, "seats=True"),
        (2, "pairs", {}, "sides='pairs'"),
        (4, "threes", {}, "sides='threes'"),
        (5, "single", {"deck_size": 24}, "seats=5"),
        (2, "single", {"trump_six_swap": "seldom"}, "trump_six_swap"),
        (2, "single", {"passing": True}, "passing"),
        (2, "single", {"first_bout_max": 4}, "first_bout_max=4"),
        (2, "single", {"multi_lead": 1}, "multi_lead=1"),
        (2, "single", {"max_bouts": 0}, "max_bouts=0"),
        (2, "single", {"max_bouts": "9"}, "max_bouts='9'"),
    ],
)
def test_what_cannot_be_set_up_is_refused_by_name(
    seats: int, sides: str, options: dict[str, Any], named: str
) -> None:
    with pytest.raises(OptionError) as caught:
        find_game("podkidnoy")(seats=seats, sides=sides, **options)
    assert named in str(caught.value)
    assert "allowed" in str(caught.value)


def test_a_position_that_does_not_fit_is_refused() -> None:
    for hands in (("6S 7S", "6S"), ("6S", ""), ("6S", "2S")):
        with pytest.raises(SetupError):
            place(*hands)


def test_a_view_that_does_not_add_up_is_refused() -> None:
    state = place("8S 8C", "9S TC", stock="AS KH")
    game = state.game
    data = state.view(0).to_json()
    with pytest.raises(SetupError):
        game.read_view({})
    with pytest.raises(SetupError):
        game.read_view({**data, "hand": ["1X"]})
    with pytest.raises(SetupError):
        game.read_view({**data, "counts": [2, 2, 2]})
    with pytest.raises(SetupError):
        game.determinize(game.read_view({**data, "stock": 9}), Random(1))
    with pytest.raises(SetupError):
        game.determinize(game.read_view({**data, "counts": [1, 2]}), Random(1))


def test_with_leader_only_the_one_who_leads_for_his_team_mate_throws_in() -> None:
    """Seat 3 is out; seat 1 leads in its place, and nobody else may throw in."""
    hands = ("9S QD KD", "8S 9C JC", "9H TC", "")
    for who, asked in (("leader_only", 1), ("all", 1)):
        state = place(*hands, leader=3, finished=[3], sides="pairs", throwers=who)
        assert (state.leader_seat, state.leader, state.defender) == (3, 1, 0)
        after(state, "attack 8S", "beat 8S 9S")
        assert state.to_act == asked
    single = place("8S KD", "9S TC", "8D 9C", throwers="leader_only")
    after(single, "attack 8S", "beat 8S 9S", "pass")
    assert (single.leader, single.bout) == (1, 3)


def test_neighbours_are_the_nearest_with_cards_at_the_moment_of_asking() -> None:
    """Seat 2 throws its last card and is gone: then seat 3 is the defender's neighbour."""
    state = place("8S KD", "9S TC TH JC QC", "8D", "9C TS", "9H AC", throwers="neighbours")
    after(state, "attack 8S", "beat 8S 9S", "pass")
    assert state.to_act == 2
    after(state, "throw 8D", "beat 8D TH", "pass")
    assert state.to_act == 3


def test_a_team_mate_with_cards_is_the_nearest_on_his_side_of_the_defender() -> None:
    """Seat 3 is out: on that side of seat 4 sits seat 2, of the same side, and nobody throws in."""
    hands = ("JS KC", "JC 6C", "7S", "", "KS 9C 9D", "AS KH")
    state = place(*hands, leader=3, sides="threes", throwers="neighbours")
    assert (state.leader, state.defender) == (5, 4)
    after(state, "attack KH", "take", "pass")
    assert state.bout == 3


def test_a_number_that_names_no_card_is_not_legal_and_no_error() -> None:
    state = after(place("8S 9C", "9S TD"), "attack 8S")
    for number in (63 << 4 | 1, 60 << 10 | 63 << 4 | 1, -15, 1 << 70 | 1):
        assert number not in state.legal_moves
        with pytest.raises(GameError):
            state.play(number)


def test_several_cards_lie_on_the_table_by_rank_as_the_move_names_them() -> None:
    state = place("9S 9H AD AH KC", "AS TC TH JC QC 8S", trump="C")
    after(state, "attack 9S", "beat 9S AS", "throw 9H AD AH")
    assert [attack for attack, _ in snapshot(state)["table"]] == ["9S", "9H", "AD", "AH"]


def test_the_six_of_trumps_may_be_swapped_for_the_turn_up_before_leading_or_defending() -> None:
    hands = ("6H 9S KD", "7S 8D TD")
    state = place(*hands, stock="6S AH", trump_six_swap="on")
    assert state.menu()["swap"] is True
    after(state, "swap")
    told = snapshot(state)
    assert (told["turnup"], told["stock"], told["to_act"]) == ("6H", ["6S", "6H"], 0)
    assert sorted(told["hands"][0]) == ["9S", "AH", "KD"]
    assert state.view(1).to_json()["known"][0] == ["AH"]
    assert refused(state, "swap") == "CARD_NOT_HELD"
    state = after(place("8C 9S", "6H 9C TD", stock="6S AH", trump_six_swap="on"), "attack 8C")
    after(state, "swap", "beat 8C AH")
    assert state.menu()["throw"] == []


def test_the_six_is_not_swapped_later_or_without_the_option_or_a_stock() -> None:
    assert refused(place("6H 9S", "7S 8D", stock="6S AH"), "swap") == "NOT_ELIGIBLE"
    assert refused(place("6H 9S", "7S 8D", trump_six_swap="on"), "swap") == "NOT_ELIGIBLE"
    state = place("8C 8S 9S", "6H 9C 9D", stock="6S AH", trump_six_swap="on")
    after(state, "attack 8C 8S", "beat 8C 9C")
    assert "swap" not in state.menu()
    assert refused(state, "swap") == "WRONG_PHASE"


def test_without_sixes_there_is_nothing_to_swap() -> None:
    with pytest.raises(OptionError, match="without sixes"):
        find_game("podkidnoy")(deck_size=32, trump_six_swap="on")
    assert find_game("podkidnoy")(trump_six_swap=True).options["trump_six_swap"] == "on"
