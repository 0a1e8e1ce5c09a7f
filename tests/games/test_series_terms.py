"""The terms of a match as a form shows them: what is offered is what a match accepts."""

from __future__ import annotations

from inspect import signature
from itertools import product
from typing import Any

import pytest

from games.catalogue import GAMES, find_game
from games.errors import OptionError
from games.series import Length, Match, kinds_of
from games.terms import TERMS, describe_terms


def test_there_is_a_term_for_each_argument_of_a_length_with_its_default() -> None:
    arguments = signature(Length).parameters.values()
    assert [(one.name, one.default) for one in arguments] == [(t.name, t.default) for t in TERMS]


@pytest.mark.parametrize("term", TERMS, ids=[term.name for term in TERMS])
def test_a_length_accepts_what_a_term_offers_and_nothing_beside(term: Any) -> None:
    offered = term.choices or (term.low, term.high)
    for value in offered:
        assert getattr(length(**{term.name: value}), term.name) == value
    for wrong in ("sometimes", 0, None, term.high + 1, [offered[0]]):
        if wrong in offered:
            continue
        with pytest.raises(OptionError, match=term.name):
            length(**{term.name: wrong})


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
def test_everything_is_said_in_both_languages(game: Any, lang: str) -> None:
    for term in describe_terms(game(), lang):
        words = [term["label"], term["help"], *(label for _, label in term.get("choices", ()))]
        for word in words:
            assert word
            assert any("а" <= letter.lower() <= "я" for letter in word) is (lang == "ru"), word


@pytest.mark.parametrize(
    ("key", "options", "kinds"),
    [
        ("podkidnoy", {}, ("deals", "points", "losses", "points_lost")),
        ("podkidnoy", {"seats": 3}, ("deals", "losses", "points_lost")),
        ("podkidnoy", {"seats": 4, "sides": "pairs"}, ("deals", "points", "losses", "points_lost")),
        ("british", {"seats": 3}, ("deals", "points", "losses", "points_lost")),
        ("armenian", {}, ("deals", "points", "losses")),
        ("drunkard", {"seats": 3}, ("deals", "points", "losses")),
    ],
)
def test_what_may_end_a_match_depends_on_what_its_deals_are_worth(
    key: str, options: dict[str, Any], kinds: tuple[str, ...]
) -> None:
    game = find_game(key)(**options)
    kind = describe_terms(game)[0]
    assert tuple(value for value, _ in kind["choices"]) == kinds == kinds_of(game)
    assert "points" in kinds_of(game, "by_place")


def test_every_choice_of_terms_is_a_match_or_is_refused_by_name() -> None:
    """No combination is accepted by one part and stumbled over by the next."""
    choices = [term.choices or (2,) for term in TERMS]
    made, refused = 0, set()
    for factory, values in product(GAMES, product(*choices)):
        terms = dict(zip((term.name for term in TERMS), values, strict=True))
        try:
            match = Match(factory(seats=3), length(**terms))
        except OptionError as error:
            refused.add(error.option)
        else:
            assert sorted(match.sitting) == [0, 1, 2]
            assert match.next_deal()[0] == (0 if match.length.in_turn else None)
            made += 1
    assert refused == {"kind", "seating"}
    assert made > 300


def length(**terms: Any) -> Length:
    return Length(**terms)
