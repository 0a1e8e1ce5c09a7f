"""Text for people about the games without bouts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.boards import table
from games.rendering import last_move_text, outcome_text, table_text
from games.scenarios import play, position
from tests.games.helpers import dealt, game_of, play_out


def state_of(game: str, setup: dict[str, Any], *moves: str, **options: Any) -> Any:
    state = position({"game": game, "options": options, "setup": setup})
    for move in moves:
        state.play(move)
    return state


PACKS = {"stacks": [["JS", "6C", "8C"], ["JH", "QD", "7C"]], "leader": 0}
PILE = {"hands": [["AC", "7D"], ["JC", "QH"]], "stock": ["TH", "KD"], "pile": ["9C"], "turn": 0}
ROWS = {
    "hands": [["QH", "7C"], ["6H", "7S"]],
    "open": [["AS", "JD"], ["KH", "9C"]],
    "down": [["9S", "TS"], ["QS", "TD"]],
    "leader": 0,
}


def test_the_open_cards_of_a_trick_are_shown() -> None:
    state = state_of("drunkard", PACKS, "lay", "lay")
    assert table_text(state.view(0)) == (
        "  Seat 0: cards: 2, deals, leads\n→ Seat 1: cards: 2\nTrick: Seat 0 J♠, Seat 1 J♥"
    )
    assert last_move_text(state) == "Seat 1 lays the top card: J♥"
    state.play("lay")
    assert table_text(state, "ru").splitlines()[-1] == (
        "Прошлая взятка: Место 0 В♠, Место 1 В♥, Место 1 Д♦"
    )


def test_a_card_that_lies_face_down_is_not_named() -> None:
    state = state_of("drunkard", PACKS, "lay", "lay", "lay", tie_rule="one_down_one_up")
    assert "6♣" not in table_text(state) + last_move_text(state)
    assert "▒▒" in table_text(state)


def test_the_pile_shows_its_top_and_what_is_asked_for() -> None:
    state = state_of("british", PILE, "play AC", "draw")
    assert table_text(state.view(1)) == (
        "Top card: A♣   the ace waits to be covered   stock: 1   pile: 2\n"
        "  Seat 0: cards: 2\n"
        "→ Seat 1: cards: 2, deals, J♣ Q♥"
    )
    state.play("play JC")
    state.play("declare H")
    assert "заказана масть: ♥" in table_text(state, "ru")


def test_rows_show_empty_places_and_covered_cards() -> None:
    state = state_of("armenian", ROWS, "play QH", "play KH")
    assert table_text(state.view(0)) == (
        "  Seat 0: cards: 1, tricks: 0, row: A♠* J♦*, 7♣\n"
        "→ Seat 1: cards: 2, deals, leads, tricks: 1, row: Q♠ 9♣*\n"
        "Trick: empty"
    )


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("key", ["drunkard", "british", "armenian"])
def test_every_end_has_a_sentence(key: str, lang: str) -> None:
    names = ["Ann", "Bob", "Cid"]
    for number in range(20):
        state = play_out(dealt(game_of({"key": key, "seats": 3}), number), Random(number))
        said = outcome_text(state, lang, names)
        assert said
        assert "{" not in said
        outcome = state.outcome
        assert outcome is not None
        if outcome.losers:
            assert any(name in said for name in names)
        assert table_text(state, lang, names).count("\n") >= 3


def test_a_level_end_is_said_too() -> None:
    state = state_of("drunkard", {"stacks": [["9S", "6H"], ["KD"]], "leader": 0})
    assert outcome_text(state) == ""
    play(state, {"type": "trick"})
    play(state, {"type": "trick"})
    assert outcome_text(state, "ru") == "Без карт: Место 0 — Пьяница"
    level = state_of(
        "drunkard", {"stacks": [["9S", "6H", "7H"], ["KD"]], "leader": 0}, max_tricks=1
    )
    play(level, {"type": "trick"})
    assert outcome_text(level) == "Nobody is the Drunkard"


def test_of_a_game_without_a_table_here_the_seats_and_the_known_hands_are_told() -> None:
    data = {"counts": [3, 2], "dealer": 0, "to_act": 1}
    assert table(data, {1: ["7S", "QD"]}, "en", ()).splitlines() == [
        "  Seat 0: cards: 3, deals",
        "→ Seat 1: cards: 2, 7♠ Q♦",
    ]
