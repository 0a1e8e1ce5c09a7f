"""What the terminal shows and tells: tables, hands, choices, events."""

from __future__ import annotations

from random import Random

import pytest

from games.game import State
from games.moves import Move
from games.opponent import simple_move
from games.scenarios import position
from games.terminal import screen
from games.terminal.choices import choice_lines, choices_of
from games.terminal.events import happened
from games.terminal.look import look_at
from tests.games.at_terminal import (
    TABLES,
    WIDTH,
    british_position,
    durak_position,
    read,
)
from tests.games.helpers import dealt, game_of


def test_the_hand_is_sorted_by_suits_with_trumps_last() -> None:
    state = durak_position(hands=[["6H", "AS", "7S", "TD", "9C"], ["8D", "8C"], ["9S"]])
    look = look_at(state.game, 0, "en")
    data = state.view(0).to_json()
    assert screen.hand_lines(look, data) == ["Your hand: 7♠ A♠   10♦   9♣   6♥"]
    assert screen.hand_lines(look_at(state.game, 0, "ru"), data) == [
        "Ваши карты: 7♠ Т♠   10♦   9♣   6♥"
    ]


def test_attack_cards_stand_over_what_beat_them() -> None:
    state = durak_position(hands=[["8S", "8C", "KS"], ["9S", "TD", "QD"], ["AS", "AD"]])
    state.play("attack 8S 8C")
    state.play("beat 8S 9S")
    look = look_at(state.game, 1, "en")
    lines = screen.table_lines(look, state.view(1).to_json())
    assert lines[1:] == [
        "Trump: ♥ hearts (Q♥ lies under the stock)   Stock: 1   Beaten: 27",
        "   Anna   2 cards",
        "   Boris  1 card    leads",
        " → You    2 cards   defend",
        "Attack:    8♠   8♣",
        "Beaten by: 9♠   ·   (room for 1 more)",
    ]


def test_the_top_card_and_what_must_follow_are_shown() -> None:
    state = british_position()
    look = look_at(state.game, 0, "en")
    lines = screen.table_lines(look, state.view(0).to_json())
    assert lines[1] == "Top card: 9♣   Follow: ♣ clubs or a 9   Stock: 2   Pile: 1"


def test_both_rows_and_the_tricks_are_shown() -> None:
    setup = {
        "hands": [["QH", "7C"], ["6H", "7S"]],
        "open": [["AS", None], ["KH", "9C"]],
        "down": [["9S", None], ["QS", "TD"]],
        "leader": 0,
        "tricks": [3, 2],
    }
    state = position({"game": "armenian", "setup": setup})
    look = look_at(state.game, 0, "en")
    lines = screen.table_lines(look, state.view(0).to_json())
    assert lines[1:] == [
        "   Anna  2 cards   tricks: 2   row: K♥*  9♣*",
        " → You   2 cards   tricks: 3   row: A♠*  ·",
        "   (* on a covered card)",
        "Trick: You lead",
    ]


@pytest.mark.parametrize(("key", "seats", "sides"), TABLES)
def test_no_screen_tells_what_its_seat_may_not_know(key: str, seats: int, sides: str) -> None:
    """Drawn for a seat, a state and what that seat may imagine in its place are the same."""
    rng = Random(seats)
    state = dealt(game_of({"key": key, "seats": seats, "sides": sides}))
    for _ in range(25):
        if state.to_act is None:
            break
        me = state.to_act
        look = look_at(state.game, me, "en")
        imagined = state.game.determinize(state.view(me), rng)
        drawn = [
            screen.table_lines(look, one.view(me).to_json())
            + choice_lines(look, choices_of(look, one), len(one.legal_moves))
            for one in (state, imagined)
        ]
        assert drawn[0] == drawn[1]
        assert simple_move(state) == simple_move(imagined)
        moves = state.legal_moves
        state.play(moves[rng.randrange(len(moves))])


def test_long_hands_and_lists_are_broken_at_eighty_columns() -> None:
    hand = [rank + suit for rank in "6789TJQK" for suit in "SCD"]
    state = durak_position(hands=[hand, ["AS", "AC", "AD", "AH", "KH", "6H"], ["7H"]])
    look = look_at(state.game, 0, "en")
    choices = choices_of(look, state)
    lines = screen.hand_lines(look, state.view(0).to_json())
    lines += choice_lines(look, choices, len(state.legal_moves))
    assert max(map(len, lines)) <= WIDTH
    assert len(choices) == len(hand)
    assert "several at once" in lines[-1]
    assert read(state, "1 9") == Move.parse("attack 6S 6D")


def test_hands_are_laid_open_and_counted_when_the_deal_is_over() -> None:
    state = british_position(hands=[["JC"], ["JD", "AH", "7S"]])
    state.play("play JC")
    look = look_at(state.game, 0, "en")
    assert screen.left_lines(look, state) == ["Left in hand: Anna 7♠ J♦ A♥ = 28"]


def told(state: State, me: int, lang: str, *moves: str) -> list[str]:
    """What seat *me* is told of the last of these moves."""
    look = look_at(state.game, me, lang)
    for move in moves:
        before = state.view(me).to_json()
        state.play(move)
    return happened(look, before, state)


def test_a_bout_beaten_off_is_told_with_who_drew_what() -> None:
    setup = {"hands": [["7S", "QD"], ["8S", "KC"]], "stock": ["9C", "TC", "AH"], "trump": "H"}
    moves = ["attack 7S", "beat 7S 8S", "pass"]
    assert told(durak_position(**setup), 0, "en", *moves) == [
        "You pass.",
        "The bout is over: beaten off. 2 cards out of play.",
        "Drawn from the stock: You 3.",
        "You drew: 9♣ 10♣ A♥.",
        "The stock is empty: who has no cards left is out.",
    ]
    heard = told(durak_position(**setup), 1, "ru", *moves)
    assert heard == [
        "Анна: пас.",
        "Заход окончен: бито. Вышло из игры: 2 карты.",
        "Из колоды взято карт: Анна 3.",
        "Колода кончилась: теперь, кто без карт, тот вышел.",
    ]


def test_a_bout_taken_is_told_and_who_is_out() -> None:
    setup = {"hands": [["7S"], ["8D", "KC"], ["AC"]], "stock": [], "trump": "H"}
    assert told(durak_position(**setup), 1, "en", "attack 7S", "take", "pass") == [
        "Anna passes.",
        "The bout is over: you take 1 card.",
        "Boris is out.",
    ]


def test_a_six_is_told_with_the_cards_it_cost_oneself() -> None:
    setup = {"hands": [["6C", "7D"], ["JD", "QH"]], "stock": ["TH", "KD", "8S"]}
    mine = told(british_position(**setup), 1, "en", "play 6C")
    assert mine == ["Anna plays 6♣.", "You draw 2 cards for the six and miss a turn: K♦ 10♥."]
    others = told(british_position(**setup), 0, "ru", "play 6C")
    assert others == ["Вы кладёте 6♣.", "Анна берёт за шестёрку 2 карты и пропускает ход."]


def test_a_card_drawn_is_told_to_oneself_alone() -> None:
    setup = {"hands": [["7D"], ["JD", "QH"]], "stock": ["TH", "KD"]}
    assert told(british_position(**setup), 0, "en", "draw") == [
        "You draw a card.",
        "It is 10♥: it does not fit, and you keep it.",
    ]
    assert told(british_position(**setup), 1, "en", "draw") == ["Anna draws a card."]
    fits = {**setup, "stock": ["TC", "KD"]}
    assert told(british_position(**fits), 0, "ru", "draw")[1] == "Это 10♣: подходит."


def test_a_trick_is_told_with_what_is_turned_up() -> None:
    setup = {
        "hands": [["QH", "7C"], ["6H", "7S"]],
        "open": [["AS", "JD"], ["KH", "9C"]],
        "down": [["9S", "TS"], ["QS", "TD"]],
        "leader": 0,
    }
    state = position({"game": "armenian", "setup": setup})
    assert told(state, 0, "en", "play QH", "play KH") == [
        "Anna plays K♥.",
        "Anna takes the trick.",
        "Turned up: Anna Q♠.",
    ]


def test_a_trick_of_drunkard_is_one_line_with_its_dispute() -> None:
    setup = {"stacks": [["JS", "6C", "8C"], ["JH", "QD", "7C"]], "leader": 0}
    state = position({"game": "drunkard", "setup": setup})
    assert told(state, 0, "en", "lay", "lay", "lay") == [
        "Trick 1. You J♠, Anna J♥ — equal! Anna Q♦: Anna takes 3. You 2, Anna 4"
    ]
