"""Text for people: tables, hands and sentences in English and Russian."""

from __future__ import annotations

import pytest

from games.cards import cards
from games.catalogue import find_game
from games.durak.positions import position
from games.durak.state import DurakState
from games.errors import InvalidCard
from games.glyphs import after_number
from games.moves import VERBS, Move
from games.rendering import card_text, hand_text, outcome_text, sentence, table_text
from tests.games.test_moves import TEXTS


def middle() -> DurakState:
    """Seat 0 has led two eights, one of them is beaten."""
    setup = {
        "hands": [["8S", "8C", "KS"], ["9S", "TD", "QD"], ["AS", "AD"]],
        "stock": ["QH"],
        "trump": "H",
        "leader": 0,
    }
    state = position(find_game("podkidnoy")(seats=3), setup)
    state.play("attack 8S 8C")
    state.play("beat 8S 9S")
    return state


def test_cards_have_their_suit_signs() -> None:
    assert [card_text(name) for name in ("QS", "TC", "6D", "AH")] == ["Q♠", "10♣", "6♦", "A♥"]
    assert card_text(cards(["QS"])[0]) == "Q♠"
    with pytest.raises(InvalidCard):
        card_text("Q")


def test_hands_are_listed_by_rank() -> None:
    assert hand_text(["AH", "6S", "6C"]) == "6♠ 6♣ A♥"
    assert hand_text(cards(["AH", "6S"])) == "6♠ A♥"
    assert hand_text([]) == "empty"
    assert hand_text([], "ru") == "пусто"


@pytest.mark.parametrize(
    ("move", "english", "russian"),
    [
        ("attack 8S 8C", "Seat 0 leads 8♠ 8♣", "Место 0: ход 8♠ 8♣"),
        ("beat 8S 9S", "Seat 0 beats 8♠ with 9♠", "Место 0 бьёт 8♠ картой 9♠"),
        ("throw TC", "Seat 0 throws in 10♣", "Место 0 подкидывает 10♣"),
        ("take", "Seat 0 takes", "Место 0: беру"),
        ("pass", "Seat 0 passes", "Место 0: пас"),
        ("declare H", "Seat 0 asks for hearts", "Место 0 заказывает масть — червы"),
    ],
)
def test_sentences(move: str, english: str, russian: str) -> None:
    assert sentence(0, move) == english
    assert sentence(0, Move.parse(move), "ru") == russian


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_kind_of_move_has_a_sentence(lang: str) -> None:
    assert {text.split()[0] for text in TEXTS} == set(VERBS)
    for text in TEXTS:
        said = sentence(1, text, lang, names=["Ann", "Bob"])
        assert said.startswith("Bob")
        assert "{" not in said


def test_a_view_shows_its_own_hand_only() -> None:
    text = table_text(middle().view(2))
    assert text == (
        "Trump: Q♥   stock: 1   discard: 27\n"
        "  Seat 0: cards: 1, leads\n"
        "→ Seat 1: cards: 2, defends\n"
        "  Seat 2: cards: 2, A♠ A♦\n"
        "Table: 8♠/9♠  8♣/·"
    )


def test_a_spectator_sees_no_hand_and_the_state_all() -> None:
    state = middle()
    assert "A♠" not in table_text(state.view(None))
    for held in ("K♠", "10♦ Q♦", "A♠ A♦"):
        assert held in table_text(state)


def test_a_table_in_russian_with_names() -> None:
    state = middle()
    state.play("take")
    text = table_text(state.view(0), "ru", ["Аня", "Боря", "Вова"])
    assert text.splitlines()[0] == "Козырь: Д♥   колода: 1   отбой: 27"
    assert "Боря: карт: 2, берёт" in text
    assert "Seat" not in text


def test_the_end_is_told() -> None:
    game = find_game("podkidnoy")()
    setup = {"hands": [["6S", "6C"], ["9D", "TD", "JC"]], "trump": "H", "leader": 0}
    state = position(game, setup)
    assert outcome_text(state) == ""
    state.play("attack 6S 6C")
    state.play("take")
    assert outcome_text(state) == "Seat 1 is the fool with epaulettes"
    assert outcome_text(state, "ru", ["Аня", "Боря"]) == "Боря — дурак с погонами"
    drawn = position(game, {"hands": [["9S"], ["TS"]], "trump": "H", "leader": 0})
    drawn.play("attack 9S")
    drawn.play("beat 9S TS")
    assert outcome_text(drawn) == "The deal is a draw"
    assert "out" in table_text(drawn)


@pytest.mark.parametrize(
    ("form", "counts"),
    [
        ("карта", (1, 21, 101, 121)),
        ("карты", (2, 3, 4, 22, 34, 52, 102)),
        ("карт", (0, 5, 10, 11, 12, 13, 14, 15, 20, 25, 36, 100, 111, 112, 114)),
    ],
)
def test_russian_counts_with_the_form_that_follows_the_number(
    form: str, counts: tuple[int, ...]
) -> None:
    assert {after_number(count, "карта", "карты", "карт") for count in counts} == {form}
