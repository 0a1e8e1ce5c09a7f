"""What is typed at the terminal, how it is read, and why it is refused."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games import records
from games.cards import NAMES, card
from games.catalogue import GAMES, find_game
from games.moves import VERBS, Move
from games.scenarios import position
from games.terminal import answers, reasons
from games.terminal.brief import KEYS, RULES_IN_BRIEF
from games.terminal.choices import choices_of
from games.terminal.look import look_at
from games.terminal.words import TEXT
from tests.games.at_terminal import (
    LANGUAGES,
    ROOT,
    WIDTH,
    Player,
    Typist,
    british_position,
    choose,
    durak_position,
    read,
    refused,
    sit_down,
)
from tests.games.helpers import dealt, game_of


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", ["podkidnoy", "passing", "british", "armenian"])
def test_whatever_is_typed_the_game_goes_on(key: str, lang: str) -> None:
    class Child(Player):
        """Types cards, verbs, numbers and commands in any order; sometimes what is possible."""

        def answer(self, prompt: str) -> str:
            if self.random.random() < 0.3:
                return super().answer(prompt)
            words = ["?", "u", "h", "t", "0", "3", "♥", "п", *VERBS, *NAMES, "дч", "10п"]
            words += [word for known in answers.VERB_WORDS.values() for word in known]
            return " ".join(self.random.choices(words, k=self.random.choice([1, 1, 2, 3])))

    for seed in range(6):
        player = Child(seed)
        options: dict[str, Any] = {}
        for option in find_game(key).OPTIONS:
            if option.choices and player.random.random() < 0.3 and option.name != "deck_size":
                options[option.name] = player.random.choice(option.choices)
        match, stayed = sit_down(player, key, lang, seed % 3, seats=3, **options)
        assert stayed
        assert max(map(len, player.said)) <= WIDTH
        records.verify_match(match.records())


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("7S", "7S"), ("7s", "7S"), ("7♠", "7S"), ("7П", "7S"), ("7п", "7S"),
        ("10h", "TH"), ("TH", "TH"), ("10♥️", "TH"), ("10ч", "TH"),
        ("ВЧ", "JH"), ("Д♦", "QD"), ("дб", "QD"), ("КТ", "KC"), ("кк", "KC"),
        ("Тт", "AC"), ("ТП", "AS"), ("as", "AS"), ("♠7", "7S"), ("h10", "TH"), ("т7", "7C"),
    ],
)  # fmt: skip
def test_cards_are_read_in_both_alphabets(typed: str, name: str) -> None:
    found = answers.read_card(typed)
    assert found is not None
    assert found == card(name)


@pytest.mark.parametrize("typed", ["", "S", "7", "17S", "7X", "1S", "11♠", "7SS"])
def test_what_is_no_card_is_not_read_as_one(typed: str) -> None:
    assert answers.read_card(typed) is None


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("1", "attack 7S"),
        ("7s", "attack 7S"),
        ("attack 7S", "attack 7S"),
        ("lead q♦", "attack QD"),
        ("ход ДБ", "attack QD"),
        ("хожу вч", "attack JH"),
    ],
)
def test_a_lead_is_read(typed: str, move: str) -> None:
    assert read(durak_position(), typed) == Move.parse(move)


def test_several_cards_are_led_by_their_numbers_or_names() -> None:
    state = durak_position(hands=[["7S", "7C", "7D", "KS"], ["8D", "9D", "TD", "JD"], ["AS"]])
    for typed in ("1 3", "7S 7D", "7s, 7d", "7п 7б", "attack 7D 7S"):
        assert read(state, typed) == Move.parse("attack 7S 7D")


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("9S", "beat 8S 9S"),
        ("8S 9S", "beat 8S 9S"),
        ("9♠ 8♠", "beat 8S 9S"),
        ("8S/9S", "beat 8S 9S"),
        ("beat 8S 9S", "beat 8S 9S"),
        ("бью 8П КЧ", "beat 8S KH"),
        ("KH", "beat 8S KH"),
        ("0", "take"),
        ("take", "take"),
        ("беру", "take"),
        ("ВЗЯТЬ", "take"),
    ],
)
def test_a_defence_is_read(typed: str, move: str) -> None:
    state = durak_position()
    state.play("attack 8S")
    assert read(state, typed) == Move.parse(move)


def test_a_card_that_can_mean_two_moves_is_asked_about() -> None:
    state = durak_position(hands=[["7S", "7C"], ["8S", "KH"], ["AS"]])
    state.play("attack 7S 7C")
    with pytest.raises(answers.Unclear) as unclear:
        read(state, "KH")
    assert unclear.value.key == "which_one"
    assert "[2]" in str(unclear.value.facts["choices"])
    assert "[3]" in str(unclear.value.facts["choices"])


@pytest.mark.parametrize("typed", ["h", "H", "♥", "hearts", "черви", "ч", "declare H", "масть ч"])
def test_a_suit_is_named_by_its_letter_sign_or_word(typed: str) -> None:
    state = british_position()
    state.play("play AC")
    state.play("play JC")
    assert read(state, typed) == Move.parse("declare H")


def test_taking_and_drawing_may_be_said_alike() -> None:
    assert read(british_position(hands=[["7D"], ["QH"]]), "беру") == Move.parse("draw")


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("", "empty_answer"),
        ("   ", "empty_answer"),
        ("77", "no_such_number"),
        ("99999999999999999999", "no_such_number"),
        ("dance", "not_understood"),
        ("attack", "which_card"),
        ("attack 7X", "not_understood"),
        ("take 7S", "not_understood"),
        ("7S 7S", "one_at_a_time"),
        ("declare X", "not_understood"),
        ("play 7S 8S", "one_at_a_time"),
    ],
)
def test_what_cannot_be_read_is_said_to_be_so(typed: str, key: str) -> None:
    with pytest.raises(answers.Unclear) as unclear:
        read(durak_position(), typed)
    assert unclear.value.key == key
    for lang in LANGUAGES:
        assert TEXT[lang][key].format(**unclear.value.facts)


def test_every_command_is_read_in_both_languages() -> None:
    state = durak_position()
    for typed, name in (
        ("?", "explain"), ("h", "help"), ("помощь", "help"), ("u", "undo"), ("Отмена", "undo"),
        ("q", "quit"), ("в", "quit"), ("выход", "quit"), ("t", "table"), ("с", "table"),
    ):  # fmt: skip
        assert read(state, typed) == answers.Command(name)


@pytest.mark.parametrize(
    ("moves", "typed", "english", "russian"),
    [
        ([], "AS", "You do not hold A♠.", "У вас нет карты Т♠."),
        ([], "7S 8S", "must be of one rank", "одного достоинства"),
        ([], "pass", "You lead: a card must be laid.", "Ваш ход: надо положить карту."),
        ([], "take", "you may lead", "можно: ходить"),
        (["attack 8S"], "8D", "8♦ does not beat 8♠", "8♦ не бьёт 8♠"),
        (["attack 8S"], "8D", "higher card of spades or a trump", "масти пики или козырь"),
        (["attack 8S"], "7S", "You do not hold 7♠.", "У вас нет карты 7♠."),
        (["attack 8S"], "JH 9S", "J♥ does not lie unbeaten", "Небитой карты В♥ на столе нет."),
        (["attack 8S", "beat 8S 9S"], "JH", "rank of J♥", "что В♥"),
        (["attack 8S"], "transfer 8D", "cannot be passed on", "атаку не переводят"),
        ([], "swap", "is not swapped in this game", "в этой игре не меняют"),
    ],
)
def test_a_move_that_may_not_be_played_is_refused_with_the_reason(
    moves: list[str], typed: str, english: str, russian: str
) -> None:
    for lang, expected in (("en", english), ("ru", russian)):
        state = durak_position()
        for move in moves:
            state.play(move)
        before = state.copy()
        assert expected in refused(state, typed, lang)
        assert state == before


@pytest.mark.parametrize(
    ("typed", "english", "russian"),
    [
        ("7D", "7♦ does not fit: it takes ♣ clubs or the rank of 9♣", "нужна масть ♣ трефы"),
        ("draw", "You hold a card that fits", "У вас есть подходящая карта"),
        ("declare S", "you may lay a card", "можно: положить карту"),
        ("take", "no such move in this game", "Такого хода в этой игре нет"),
    ],
)
def test_british_reasons(typed: str, english: str, russian: str) -> None:
    assert english in refused(british_position(), typed, "en")
    assert russian in refused(british_position(), typed, "ru")


def test_a_suit_that_must_be_named_comes_first() -> None:
    state = british_position()
    state.play("play AC")
    state.play("play JC")
    assert "name a suit" in refused(state, "7D", "en")


def test_the_suit_led_must_be_followed() -> None:
    setup = {
        "hands": [["QH", "7C"], ["6H", "7S"]],
        "open": [["AS", "JD"], ["KH", "9C"]],
        "down": [["9S", "TS"], ["QS", "TD"]],
        "leader": 0,
    }
    state = position({"game": "armenian", "setup": setup})
    assert "neither in your hand nor open" in refused(state, "KH", "en")
    state.play("play QH")
    assert "You have hearts" in refused(state, "7S", "en")
    assert "червы" in refused(state, "7S", "ru")


def test_passing_has_its_reasons() -> None:
    setup = {
        "hands": [["7S", "9D"], ["7D", "8C", "KS"], ["AS"]],
        "stock": ["QH"],
        "trump": "H",
        "leader": 0,
    }
    state = position({"game": "passing", "setup": setup})
    state.play("attack 7S")
    assert "holds too few cards" in refused(state, "7D", "en")
    assert "слишком мало карт" in refused(state, "7D", "ru")
    assert "its own rank only" in refused(state, "transfer 8C", "en")


def codes_of_the_rules() -> set[str]:
    """Every code in the sources of the library: words of capitals that are no table of suits."""
    found: set[str] = set()
    for path in (ROOT / "games").rglob("*.py"):
        if "terminal" in path.parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found |= {text for text in codes_in(tree) if re.fullmatch(r"[A-Z]+(_[A-Z]+)*", text)}
    return found


def codes_in(tree: ast.AST) -> Iterator[str]:
    """First items of pairs with a sentence, and first arguments of errors."""
    for node in ast.walk(tree):
        first: ast.expr | None = None
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            first = node.elts[0]
        elif isinstance(node, ast.Call) and node.args:
            named = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if named in ("IllegalMove", "__init__"):
                first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value


def test_every_code_of_the_rules_has_a_reason_in_both_languages() -> None:
    found = codes_of_the_rules()
    assert {"CANNOT_BEAT", "MUST_FOLLOW_SUIT", "GAME_OVER", "OPTION", "RECORD"} <= found
    for lang in LANGUAGES:
        assert found <= set(reasons.REASONS[lang])
    assert set(reasons.REASONS["en"]) == set(reasons.REASONS["ru"])


def test_both_languages_say_the_same_things() -> None:
    assert set(TEXT["en"]) == set(TEXT["ru"])
    for key, english in TEXT["en"].items():
        fields = re.compile(r"{(\w+)}")
        assert set(fields.findall(english)) == set(fields.findall(TEXT["ru"][key])), key
    assert set(KEYS) == set(LANGUAGES)
    for brief in RULES_IN_BRIEF.values():
        assert set(brief) == set(LANGUAGES)


@pytest.mark.parametrize("key", [game.key for game in GAMES if game.key != "drunkard"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_legal_move_is_explained(key: str, lang: str) -> None:
    rng = Random(7)
    for number in range(6):
        state = dealt(game_of({"key": key, "seats": 3}), number)
        while state.to_act is not None:
            look = look_at(state.game, state.to_act, lang)
            for choice in choices_of(look, state):
                said = reasons.why(look, state, choice.move)
                assert said
                assert "{" not in said
            moves = state.legal_moves
            state.play(moves[rng.randrange(len(moves))])


def test_moves_with_one_ground_are_explained_together() -> None:
    state = durak_position()
    state.play("attack 8S")
    player = Typist("?")
    choose(state, player, "en")
    assert player.said[player.said.index("You may:") + 1 :][:4] == [
        "  beat 8♠ with [1] 9♠: it is higher in the suit of 8♠.",
        "  beat 8♠ with [2] K♥: it is a trump, 8♠ is not.",
        "  [0] take: always allowed: the table goes to your hand.",
        "Not now: 8♦ 8♣ 10♣. Type one to hear why.",
    ]


def test_an_explanation_names_the_ground() -> None:
    state = durak_position()
    state.play("attack 8S")
    look = look_at(state.game, 1, "en")
    said = {str(move): reasons.why(look, state, move) for move in state.legal_moves}
    assert said["beat 8S 9S"] == "it is higher in the suit of 8♠"
    assert said["beat 8S KH"] == "it is a trump, 8♠ is not"
    assert reasons.not_playable(look, state) == "8♦ 8♣ 10♣"
