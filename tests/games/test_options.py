"""Options described for forms and schemas: the description and the game must agree."""

from __future__ import annotations

import pytest

from games.catalogue import GAMES, find_game
from games.choices import Option
from games.errors import OptionError, UnknownGame
from games.options import LANGUAGES, describe, schema

KEYS = [game.key for game in GAMES]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_has_its_words_in_every_language(key: str, lang: str) -> None:
    for option, described in zip(find_game(key).OPTIONS, describe(key, lang), strict=True):
        assert described["name"] == option.name
        assert described["label"]
        assert described["help"]
        labels = [label for _, label in described.get("choices", ())]
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("key", KEYS)
def test_russian_words_are_russian(key: str) -> None:
    for described in describe(key, "ru"):
        text = described["label"] + described["help"]
        assert any("а" <= letter <= "я" for letter in text)


@pytest.mark.parametrize("key", KEYS)
def test_what_the_schema_allows_the_game_accepts(key: str) -> None:
    told = schema(key)["properties"]["options"]["properties"]
    seats = schema(key)["properties"]["seats"]["minimum"]
    for name, described in told.items():
        values = described.get("enum") or [described.get("minimum"), described.get("maximum")]
        if described["type"] == "boolean":
            values = [False, True]
        for value in values:
            assert find_game(key)(seats=seats, **{name: value}).options[name] == value
        assert find_game(key)(seats=seats).options[name] == described["default"]
        if described["type"] == "integer" and "maximum" in described:
            for beyond in (described["minimum"] - 1, described["maximum"] + 1):
                with pytest.raises(OptionError):
                    find_game(key)(seats=seats, **{name: beyond})


@pytest.mark.parametrize("key", KEYS)
def test_sides_in_the_schema_go_with_their_seats(key: str) -> None:
    for rule in schema(key)["allOf"]:
        sides = rule["if"]["properties"]["sides"]["const"]
        allowed = rule["then"]["properties"]["seats"]["enum"]
        fewest, most = find_game(key).SEATS
        for seats in range(fewest, most + 1):
            if seats in allowed:
                assert find_game(key)(seats=seats, sides=sides).sides == sides
            else:
                with pytest.raises(OptionError):
                    find_game(key)(seats=seats, sides=sides)


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match="podkidnoy"):
        find_game("bridge")
    with pytest.raises(UnknownGame):
        schema("bridge")


def test_a_number_is_not_taken_for_a_truth_nor_a_text_for_a_number() -> None:
    words = {"en": "x", "ru": "х"}
    option = Option("most", 5, low=1, high=9, label=words, help=words)
    assert option.checked(9) == 9
    for wrong in (0, 10, True, "5", 5.0, None):
        with pytest.raises(OptionError):
            option.checked(wrong)
