"""Drunkard by hand: ways to settle a dispute, to deal out, to collect, and to end."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalogue import find_game
from games.chance import AsItLies
from games.drunkard.positions import position, snapshot
from games.drunkard.state import DrunkardState
from games.errors import IllegalMove, InvalidMove, OptionError, SetupError
from games.scenarios import play


def after(*stacks: str, tricks: int = 1, leader: int = 0, **options: Any) -> dict[str, Any]:
    """The position after some tricks, of packs written as texts, top card first."""
    return snapshot(state_after(*stacks, tricks=tricks, leader=leader, **options))


def state_after(*stacks: str, tricks: int, leader: int = 0, **options: Any) -> DrunkardState:
    factory: Any = find_game("drunkard")
    game = factory(seats=len(stacks), **options)
    state = position(game, {"stacks": [stack.split() for stack in stacks], "leader": leader})
    for _ in range(tricks):
        play(state, {"type": "trick"})
    return state


def packs(told: dict[str, Any]) -> list[str]:
    return [" ".join(stack) for stack in told["stacks"]]


def test_each_tied_player_lays_cards_down_and_one_up_before_the_next() -> None:
    told = after("JS 6C 9C 8C", "JH 7D QD 7C", tie_rule="one_down_one_up")
    assert told["last"] == {
        "winner": 1,
        "played": [[0, "JS"], [1, "JH"], [0, "6C"], [0, "9C"], [1, "7D"], [1, "QD"]],
        "disputes": 1,
    }


def test_with_too_few_cards_one_is_kept_to_turn_up() -> None:
    told = after("JS 6C 9C", "JH 7D 8D 9D QD 7C", tie_rule="three_down_one_up")
    assert [card for _, card in told["last"]["played"]] == [
        "JS",
        "JH",
        "6C",
        "9C",
        "7D",
        "8D",
        "9D",
        "QD",
    ]
    assert told["last"]["winner"] == 1


def test_equal_aces_are_disputed_like_any_cards_where_all_draw() -> None:
    told = after("AS 6C 8C", "AH QD 7C", tie_rule="all_tied_draw")
    assert (told["last"]["winner"], told["last"]["disputes"]) == (1, 1)


def test_who_has_cards_draws_even_if_all_rivals_forfeit() -> None:
    told = after("JS", "JH QD 7C", tie_rule="all_tied_draw")
    assert [card for _, card in told["last"]["played"]] == ["JS", "JH", "QD"]
    assert told["result"] == {"drunkards": [0], "counts": [0, 4]}


def test_if_all_forfeit_the_earliest_tied_card_wins() -> None:
    told = after("JS", "JH", "6D 7D", tie_rule="all_tied_draw", leader=1)
    assert (told["last"]["winner"], told["last"]["disputes"]) == (1, 1)
    assert told["result"] == {"drunkards": [0], "counts": [0, 3, 1]}


def test_a_last_card_may_still_count() -> None:
    kept: dict[str, Any] = {"dispute_shortage": "last_card_counts", "tie_rule": "all_tied_draw"}
    assert after("JS", "JH 9D 7C", **kept)["last"]["winner"] == 0
    assert after("JS", "JH QD 7C", **kept)["last"]["winner"] == 1
    again = after("JS", "JH JD 7C", **kept)
    assert (again["last"]["winner"], again["last"]["disputes"]) == (0, 1)


def test_a_last_card_that_came_second_loses_to_the_first_that_stands() -> None:
    told = after("QS 6C", "QH", dispute_shortage="last_card_counts")
    assert (told["last"]["winner"], told["result"]["drunkards"]) == (0, [1])


@pytest.mark.parametrize(
    ("stacks", "winner"),
    [
        (("AS 7C", "6H 8C"), 1),
        (("KS 7C", "6H 8C"), 0),
        (("AS 7C", "KD 8D", "6H 8C"), 2),
        # Of two sixes the first stands, and beats an ace that is drawn against it.
        (("6S 7C", "6H AC 9C", "AD 8D"), 0),
        (("6S 7C", "6H KC 9C", "AD 8D"), 1),
        # The six has lost already when the kings dispute; then the ace wins.
        (("KS 7C", "KH AC 9C", "6D 8D"), 1),
    ],
)
def test_the_lowest_card_beats_the_ace(stacks: tuple[str, ...], winner: int) -> None:
    assert after(*stacks, low_beats_ace=True, deck_size=36)["last"]["winner"] == winner


def test_the_twos_beat_the_aces_of_a_full_pack() -> None:
    full = {"low_beats_ace": True, "deck_size": 52}
    assert after("AS 7C", "6H 8C", **full)["last"]["winner"] == 0
    assert after("AS 7C", "2H 8C", **full)["last"]["winner"] == 1


def test_what_the_winner_laid_may_go_under_first() -> None:
    assert packs(after("9S 6H", "KD 7C", collect_order="winner_first")) == ["6H", "7C KD 9S"]


def test_the_last_one_standing_wins() -> None:
    state = state_after("6S", "AH 7H 8H", "9D 8D", tricks=1, end_mode="last_standing", leader=2)
    assert (snapshot(state)["over"], state.leader) == (False, 1)
    while state.to_act is not None:
        state.play("lay")
    told = snapshot(state)
    assert told["result"]["out_order"][0] == 0
    assert told["result"]["winner"] == 1
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.places, outcome.points, outcome.losers) == ((3, 1, 2), (0, 1, 0), (0,))


def test_several_stripped_in_one_trick_are_all_drunkards() -> None:
    state = state_after("6S", "7H", "9D 8D", tricks=1)
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.places, outcome.losers, outcome.points) == ((2, 2, 1), (0, 1), (0, 0, 1))
    # Seat 0 dealt, so the first Drunkard from its left is seat 1.
    assert outcome.next_dealer == 1


@pytest.mark.parametrize(
    ("stacks", "places", "points"),
    [
        (("9S 6H", "KD 7C"), (2, 1), (0, 1)),
        (("9S 6H 7H", "KD"), (1, 1), (0, 0)),
        (("9S 6H 7H", "KD", "6D 8D"), (2, 1, 3), (0, 1, 0)),
    ],
)
def test_after_the_last_trick_the_larger_pack_wins(
    stacks: tuple[str, ...], places: tuple[int, ...], points: tuple[int, ...]
) -> None:
    outcome = state_after(*stacks, tricks=1, max_tricks=1).outcome
    assert outcome is not None
    assert (outcome.places, outcome.points) == (places, points)
    assert (outcome.reason, outcome.next_dealer) == ("trick_limit", None)


def test_the_deal_may_go_round() -> None:
    outcome = state_after("6S", "7H 8H", tricks=1, leader=1, next_dealer="rotate").outcome
    assert outcome is not None
    assert (outcome.losers, outcome.next_dealer) == ((0,), 0)


def test_two_play_with_36_cards_and_more_with_52() -> None:
    factory = find_game("drunkard")
    assert [len(factory(seats=seats).deck) for seats in (2, 3, 8)] == [36, 52, 52]
    assert len(factory(seats=2, deck_size=52).deck) == 52
    assert len(factory(seats=8, deck_size=36).deck) == 36
    assert factory(seats=3).options["deck_size"] == 52


@pytest.mark.parametrize(
    ("remainder", "counts", "aside"),
    [
        ("set_aside", [10, 10, 10, 10, 10], 2),
        ("deal_out", [10, 11, 11, 10, 10], 0),
        ("first_trick_pot", [10, 10, 10, 10, 10], 2),
    ],
)
def test_cards_that_do_not_divide(remainder: str, counts: list[int], aside: int) -> None:
    game = find_game("drunkard")(seats=5, remainder=remainder)
    state = game.deal(game.deck, dealer=0)
    assert isinstance(state, DrunkardState)
    told = snapshot(state)
    assert (told["stack_counts"], len(told["set_aside"])) == (counts, aside)
    # The sorted pack ends in the hearts, which are on top.
    assert all(card.endswith("H") for card in told["tops"])
    play(state, {"type": "trick"})
    told = snapshot(state)
    if remainder == "first_trick_pot":
        winner = told["last"]["winner"]
        assert told["stacks"][winner][-2:] == ["KH", "AH"]
        assert told["set_aside"] == []


def test_shuffled_tricks_need_chance() -> None:
    game = find_game("drunkard")(collect_order="shuffled")
    with pytest.raises(OptionError, match="collect_order"):
        game.deal(game.deck)
    state = game.deal(game.deck, chance=AsItLies())
    while not state.lots:
        state.play("lay")
    # A trick of two cards is shuffled with one lot below two.
    assert state.lots[0] == 1


def test_nothing_else_can_be_done() -> None:
    state = state_after("6S 7S", "7H 8H", tricks=0)
    with pytest.raises(InvalidMove):
        state.play("play 6S")
    assert state.menu() == {"lay": True}
    over = state_after("6S", "7H 8H", tricks=1)
    with pytest.raises(IllegalMove) as caught:
        over.play("lay")
    assert caught.value.code == "GAME_OVER"


def test_impossible_tables_are_refused() -> None:
    with pytest.raises(SetupError, match="twice"):
        state_after("6S 6S", "7H", tricks=0)
    with pytest.raises(OptionError, match="seats=9"):
        find_game("drunkard")(seats=9)
