"""A ruleset is one the rules engine can play; what it cannot play is told in both languages."""

from typing import Any

import pytest
from django.utils import translation

from games.catalogue import GAMES, find_game
from games.options import conflicts
from league.errors import BadInput
from league.models import Ruleset
from league.services import rulesets

pytestmark = [pytest.mark.django_db]


def refused(language: str, **asked: Any) -> BadInput:
    """What is said to someone who asks for such a ruleset."""
    with translation.override(language), pytest.raises(BadInput) as caught:
        rulesets.create(**{"name": "Наш", "deals": 4, **asked})
    assert not Ruleset.objects.exists()
    return caught.value


@pytest.mark.parametrize(
    ("asked", "field", "english", "russian"),
    [
        (
            {"game": "whist"},
            "game",
            "There is no game “whist”; there is: podkidnoy, passing, drunkard, british, armenian.",
            "Игры «whist» нет; есть: podkidnoy, passing, drunkard, british, armenian.",
        ),
        (
            {"seats": 7},
            "options",
            "Podkidnoy Durak is played by 2 to 6, not by 7.",
            "Подкидной дурак: играют от 2 до 6, а не 7.",
        ),
        (
            {"game": "passing", "seats": 4, "sides": "pairs"},
            "options",
            "Sides “pairs” are not possible in Passing Durak with 4 seats; "
            "possible: single (each for himself).",
            "Переводной дурак, мест 4: игра «pairs» невозможна; возможно: single (каждый за себя).",
        ),
        (
            {"sides": "threes", "seats": 4},
            "options",
            "Sides “threes” are not possible in Podkidnoy Durak with 4 seats; "
            "possible: single (each for himself), pairs (two against two).",
            "Подкидной дурак, мест 4: игра «threes» невозможна; "
            "возможно: single (каждый за себя), pairs (двое на двое).",
        ),
        (
            {"game": "armenian", "options": {"jokers": 2}},
            "options",
            "Armenian Durak has no option “jokers”; there is: "
            + ", ".join(option.name for option in find_game("armenian").OPTIONS)
            + ".",
            "Армянский дурак: настройки «jokers» нет; есть: "
            + ", ".join(option.name for option in find_game("armenian").OPTIONS)
            + ".",
        ),
        (
            {"options": {"deck_size": "36"}},
            "options",
            "Pack: deck_size='36' is not possible; possible: 24, 32, 36, 52.",
            "Колода: deck_size='36' невозможно; возможно: 24, 32, 36, 52.",
        ),
        (
            {"options": {"max_bouts": 0}},
            "options",
            "Most attacks in a deal: max_bouts=0 is not possible; possible: 1–100000.",
            "Наибольшее число заходов: max_bouts=0 невозможно; возможно: 1–100000.",
        ),
        (
            {"options": {"deck_size": 32, "trump_six_swap": "on"}},
            "options",
            "Swapping the six of trumps. “yes”: only where “Pack” is 36 or 52 (with a pack without "
            "sixes there is nothing to swap).",
            "Обмен козырной шестёрки. «да» — только если «Колода» — 36 или 52 (в колоде без "
            "шестёрок менять нечего).",
        ),
    ],
    ids=lambda value: value if value in ("game", "options") else "",
)
def test_what_cannot_be_played_is_told_in_the_readers_language_with_what_can(
    asked: dict[str, Any], field: str, english: str, russian: str
) -> None:
    for language, words in (("en", english), ("ru", russian)):
        error = refused(language, **asked)
        assert (error.field, str(error)) == (field, words)


def test_every_choice_that_does_not_go_with_the_table_is_told_at_once() -> None:
    options = {"deck_size": 24, "trump_six_swap": "on"}
    told = str(refused("ru", seats=6, options=options))
    clashes = conflicts("podkidnoy", 6, "single", options, "ru")
    assert len(clashes) == 2
    for clash in clashes:
        assert clash["label"] in told
        assert clash["told"] in told


@pytest.mark.parametrize("name", ["seats", "sides", "self", "options"])
def test_an_option_named_like_something_else_is_an_unknown_option(name: str) -> None:
    assert f"“{name}”" in str(refused("en", options={name: 2}))


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_every_game_is_stored_with_each_of_its_options_written_out(game: str) -> None:
    options = {option.name: option.default for option in find_game(game).OPTIONS}
    made = rulesets.create(name="Как обычно", game=game, options=options, deals=2)
    assert (made.game, made.options) == (game, options)
