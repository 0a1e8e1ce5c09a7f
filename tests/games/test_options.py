"""Options described for forms and schemas: the description and the game must agree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from games.british.game import British
from games.catalogue import GAMES, find_game
from games.choices import Only, Option, chosen
from games.errors import OptionError, UnknownGame
from games.game import Game
from games.options import LANGUAGES, conflicts, describe, schema, without_effect
from tests.games.helpers import dealt, fits

KEYS = [game.key for game in GAMES]
ENDLESS = range(1, 100001)

# Every option of the rules with its values, the default first: a match agreed under one of these
# names must be found again.
THROW_IN: dict[str, Any] = {
    "deck_size": (36, 24, 32, 52),
    "misdeal": ("off", "on"),
    "multi_lead": (True, False),
    "first_bout_max": (6, 5),
    "first_bout_scope": ("first_bout", "until_first_discard"),
    "follow_suit_before_trump": (False, True),
    "trump_six_swap": ("off", "on"),
    "throwers": ("all", "neighbours", "leader_only", "none"),
    "throw_after_take": (True, False),
    "pass_is_final": (False, True),
    "no_trump_leader": ("dealer_left", "lowest_card", "random", "redeal"),
    "next_leader": ("from_under_fool", "under_fool", "lowest_trump", "fool_leads"),
    "simultaneous_out": ("draw", "defender_loses"),
    "epaulettes": ("led_pair", "any_two_sixes", "one_strap_per_six", "off"),
    "epaulettes_weight": (0, *range(1, 11)),
    "repetition": (True, False),
    "max_bouts": (1000, *ENDLESS),
}
NAMED: dict[str, dict[str, Any]] = {
    "podkidnoy": THROW_IN,
    "passing": {
        **THROW_IN,
        "pass_cards": ("one", "many"),
        "pass_in_first_bout": (True, False),
        "pass_show_trump": ("off", "once_per_deal", "once_per_bout"),
        "pass_chain_max": ("none", 3),
        "refill_first": ("original_leader", "last_passer"),
    },
    "drunkard": {
        "deck_size": (36, 52),
        "tie_rule": (
            "first_card_stands",
            "all_tied_draw",
            "one_down_one_up",
            "three_down_one_up",
        ),
        "dispute_shortage": ("forfeit", "last_card_counts"),
        "end_mode": ("first_bust", "last_standing"),
        "remainder": ("set_aside", "deal_out", "first_trick_pot"),
        "collect_order": ("play_order", "winner_first", "shuffled"),
        "low_beats_ace": (False, True),
        "next_dealer": ("drunkard", "rotate"),
        "max_tricks": (5000, *ENDLESS),
    },
    "british": {
        "forced_play": (True, False),
        "drawn_playable": ("forced", "optional", "not_allowed"),
        "ace_followup": ("forced", "optional"),
        "ace_on_ace": ("forced", "optional"),
        "declare_inherit": ("until_covered", "next_only"),
        "out_on_ace": ("obligation_first", "immediate"),
        "last_six_penalty": (False, True),
        "six_stacking": (False, True),
        "max_turns": (5000, *ENDLESS),
        "match": ("n_deals", "target_points"),
        "target": (101, *range(1, 1001)),
    },
    "armenian": {
        "follow_scope": ("hand_and_open", "hand_only"),
        "reveal": ("after_trick", "immediate"),
        "draw_bonus": (0, 1),
        "next_dealer": ("alternate", "loser", "winner"),
        "target": (21, *range(1, 1001)),
    },
}


def tables(key: str) -> Iterator[tuple[int, str]]:
    for sides, counts in find_game(key).SIDES.items():
        for seats in counts:
            yield seats, sides


TABLES = [(key, seats, sides) for key in KEYS for seats, sides in tables(key)]


def values_of(option: Option) -> tuple[Any, ...]:
    return option.choices or (option.low, option.high)


def option_of(key: str, name: str) -> Option:
    return next(option for option in find_game(key).OPTIONS if option.name == name)


# What there is


@pytest.mark.parametrize("key", KEYS)
def test_every_option_of_the_rules_is_there_with_its_values_and_its_default(key: str) -> None:
    options = {option.name: option for option in find_game(key).OPTIONS}
    assert set(options) == set(NAMED[key])
    for name, values in NAMED[key].items():
        option = options[name]
        assert option.default == values[0]
        assert type(option.default) is type(values[0])
        possible = option.choices or range(option.low, option.high + 1)
        assert set(possible) == set(values)


def test_drunkard_is_played_with_a_full_pack_by_three_or_more() -> None:
    for seats in range(2, 9):
        size = find_game("drunkard")(seats=seats).options["deck_size"]
        assert size == option_of("drunkard", "deck_size").default_at(seats) == (36, 52)[seats > 2]
    told = next(d for d in describe("drunkard") if d["name"] == "deck_size")
    assert told["defaults"] == [[seats, 52] for seats in range(3, 9)]


@pytest.mark.parametrize(("key", "seats", "sides"), TABLES)
def test_all_defaults_go_together_even_when_they_are_written_out(
    key: str, seats: int, sides: str
) -> None:
    game = find_game(key)(seats=seats, sides=sides)
    assert find_game(key)(seats=seats, sides=sides, **game.options) == game
    defaults = {option.name: option.default for option in find_game(key).OPTIONS}
    assert find_game(key)(seats=seats, sides=sides, **defaults).options == defaults
    assert without_effect(game) == []


@pytest.mark.parametrize(("key", "seats", "sides"), TABLES)
def test_one_choice_alone_is_refused_only_where_the_cards_do_not_suffice(
    key: str, seats: int, sides: str
) -> None:
    for option in find_game(key).OPTIONS:
        for value in values_of(option):
            if fits(key, seats, option.name, value):
                game = find_game(key)(seats=seats, sides=sides, **{option.name: value})
                assert game.options[option.name] == value
            else:
                with pytest.raises(OptionError, match=f"seats={seats}"):
                    find_game(key)(seats=seats, sides=sides, **{option.name: value})


def test_no_default_has_a_need() -> None:
    for key in KEYS:
        for option in find_game(key).OPTIONS:
            for need in option.needs:
                assert need.values
                assert option.default not in need.values
                assert not set(option.defaults.values()) & set(need.values)


# What goes together


@pytest.mark.parametrize(
    ("key", "setup", "named"),
    [
        ("podkidnoy", {"seats": 5, "deck_size": 24}, ("deck_size=24", "seats=5", "36 or 52")),
        (
            "podkidnoy",
            {"seats": 6, "sides": "threes", "deck_size": 32},
            ("deck_size=32", "seats=6"),
        ),
        ("passing", {"seats": 6, "deck_size": 32}, ("deck_size=32", "seats 2 or 3 or 4 or 5")),
        (
            "podkidnoy",
            {"deck_size": 32, "trump_six_swap": "on"},
            ("trump_six_swap='on'", "off with deck_size=32", "deck_size 36 or 52", "sixes"),
        ),
        ("passing", {"deck_size": 24, "trump_six_swap": True}, ("trump_six_swap='on'",)),
    ],
)
def test_what_contradicts_itself_is_refused_with_reason_and_remedy(
    key: str, setup: dict[str, Any], named: tuple[str, ...]
) -> None:
    with pytest.raises(OptionError) as caught:
        find_game(key)(**setup)
    for words in named:
        assert words in str(caught.value)
    assert caught.value.option in named[0]
    assert f"={caught.value.value!r}" in named[0]


def test_what_is_refused_is_told_before_in_both_languages() -> None:
    for lang, words in (
        ("en", "“yes”: only where “Pack” is 36 or 52 (with a pack without sixes there is nothing"),
        ("ru", "«да» — только если «Колода» — 36 или 52 (в колоде без шестёрок менять нечего)."),
    ):
        (need,) = next(d for d in describe("podkidnoy", lang) if d["name"] == "trump_six_swap")[
            "needs"
        ]
        assert need["values"] == ["on"]
        assert need["where"] == [{"deck_size": [36, 52]}]
        assert need["told"].startswith(words)
        told = schema("podkidnoy", lang)["properties"]["options"]["properties"]["trump_six_swap"]
        assert need["told"] in told["description"]


@pytest.mark.parametrize("key", KEYS)
def test_conflicts_are_told_exactly_where_the_game_refuses(key: str) -> None:
    rng = Random(key)
    options = find_game(key).OPTIONS
    found = 0
    for _ in range(300):
        seats, sides = rng.choice(list(tables(key)))
        picked = {option.name: rng.choice(values_of(option)) for option in rng.sample(options, 3)}
        told = conflicts(key, seats, sides, picked, "ru")
        setup = {"seats": seats, "sides": sides, "options": picked}
        assert is_accepted(key, setup) == (told == [])
        for conflict in told:
            assert picked[conflict["name"]] == conflict["value"]
            assert in_language(conflict["told"], "ru")
        found += bool(told)
    assert bool(found) == any(option.needs for option in options)


def test_conflicts_name_all_that_does_not_go_together() -> None:
    options = {"deck_size": 24, "trump_six_swap": "on"}
    first, second = conflicts("podkidnoy", 6, "single", options)
    assert (first["name"], first["value"], first["label"]) == ("deck_size", 24, "Pack")
    assert first["told"] == "24: only with 2 to 4 seats (six cards are dealt to each seat)."
    assert second["name"] == "trump_six_swap"
    with pytest.raises(OptionError, match="deck_size=25"):
        conflicts("podkidnoy", 2, "single", {"deck_size": 25})


def test_a_need_that_looks_at_nothing_known_is_met() -> None:
    words = {"en": "x", "ru": "х"}
    need = Only({"seats": (2,), "other": (1,)}, why=words)
    option = Option("one", 1, low=1, high=2, label=words, help=words, needs=(need,))
    assert chosen([option], {}) == {"one": 1}
    with pytest.raises(OptionError, match="only with seats 2 and other 1: x"):
        chosen([option], {}, seats=3)
    assert need.names() == ("seats", "other")


def test_a_need_that_looks_at_the_seats_is_checked_in_the_games_played_singly() -> None:
    words = {"en": "x", "ru": "х"}
    need = Only({"seats": (2, 3)}, values=(7,), why=words)
    hand = Option(
        "hand", 6, choices=(6, 7), defaults={5: 7}, label=words, help=words, needs=(need,)
    )

    class Longer(British):
        OPTIONS = (*British.OPTIONS, hand)

    assert Longer(seats=3, hand=7).options["hand"] == 7
    assert Longer(seats=4).options["hand"] == 6
    with pytest.raises(OptionError, match=r"hand=7 .* 6 with seats=4; 7 only with seats 2 or 3"):
        Longer(seats=4, hand=7)
    # A default that depends on the seats is looked at like a choice.
    with pytest.raises(OptionError, match="hand=7"):
        Longer(seats=5)


# What changes nothing


def claims() -> Iterator[tuple[str, str, Any, dict[str, Any]]]:
    """Game, option, choice, and tables and other options with which the choice has no effect."""
    for key in KEYS:
        for option in find_game(key).OPTIONS:
            for only in option.matters:
                others = [name for name in only.names() if name not in ("seats", "sides")]
                choices = [option_of(key, name).choices for name in others]
                for (seats, sides), picked in product(tables(key), product(*choices)):
                    rest = dict(zip(others, picked, strict=True))
                    setup = {"seats": seats, "sides": sides, **rest}
                    if only.holds(setup) or not fits(
                        key, seats, "deck_size", rest.get("deck_size", 52)
                    ):
                        continue
                    for value in only.values or values_of(option):
                        if value != option.default:
                            yield key, option.name, value, setup


CLAIMS = list(claims())


@pytest.mark.parametrize("most", [6, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", sorted({(key, name) for key, name, _, _ in CLAIMS}))
def test_a_choice_said_to_change_nothing_changes_nothing(name: tuple[str, str], most: int) -> None:
    """The same cards and the same chance give the same deals, with or without it."""
    rng = Random(11)
    mine = [claim for claim in CLAIMS if claim[:2] == name]
    for key, option, value, setup in rng.sample(mine, min(len(mine), most)):
        plain = find_game(key)(**setup)
        changed = find_game(key)(**setup, **{option: value})
        assert changed != plain
        for number in range(6):
            assert course(changed, number) == course(plain, number)
        assert changed.usual_match == plain.usual_match
        if option != "no_trump_leader":
            seats = range(plain.seats)
            assert list(map(changed.leader_after, seats)) == list(map(plain.leader_after, seats))
        (told,) = [told for told in without_effect(changed) if told["name"] == option]
        assert told["value"] == value
        assert told["label"]
        assert told["told"].endswith(").")


def test_nobody_can_be_without_a_trump_where_all_of_a_suit_cannot_lie_in_the_stock() -> None:
    """Too rare to be met at random: a suit is a quarter of the pack."""
    (only,) = option_of("podkidnoy", "no_trump_leader").matters
    for size in (24, 32, 36, 52):
        for seats in range(2, size // 6 + 1 if size < 52 else 7):
            table = {"deck_size": size, "seats": seats}
            assert only.holds(table) == (size - 6 * seats >= size // 4)


def course(game: Game, number: int) -> list[Any]:
    """What happens in a deal played at random; chance depends on the number of the deal only."""
    rng = Random(number)
    state = dealt(game, number)
    seen: list[Any] = [state.to_act]
    while state.to_act is not None:
        moves = sorted(map(str, state.legal_moves))
        move = moves[rng.randrange(len(moves))]
        seen.append((state.to_act, moves, move))
        state.play(move)
    assert state.outcome is not None
    return [*seen, state.outcome.to_json()]


def test_a_choice_that_matters_is_not_told_as_without_effect() -> None:
    factory = find_game("podkidnoy")
    assert without_effect(factory(seats=4, throwers="neighbours", first_bout_max=5)) == []
    assert without_effect(factory(first_bout_max=5, first_bout_scope="until_first_discard")) == []
    idle = factory(
        throwers="none", throw_after_take=False, deck_size=24, epaulettes="any_two_sixes"
    )
    assert [told["name"] for told in without_effect(idle)] == ["throw_after_take", "epaulettes"]
    (first, second) = without_effect(idle, "ru")
    assert first["told"] == (
        "Только если «Кто подкидывает» — «все», «ходивший и соседи отбивающегося» или «только "
        "ходивший» (иначе никто не подкидывает)."
    )
    assert "36 или 52" in second["told"]


def test_where_a_choice_matters_is_told_by_seats_and_sides_too() -> None:
    (told, _) = next(d for d in describe("podkidnoy") if d["name"] == "throwers")["matters"]
    assert told["told"] == (
        "“the attacker and the defender's neighbours”: only with sides “each for himself” and with "
        "4 to 6 seats, or with sides “three against three” (at a smaller table it is the same as "
        "everyone)."
    )
    (told, _) = next(d for d in describe("passing") if d["name"] == "throwers")["matters"]
    assert told["where"] == [{"seats": [4, 5, 6]}]
    assert "sides" not in told["told"]


# Words


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_has_its_words_in_every_language(key: str, lang: str) -> None:
    for option, described in zip(find_game(key).OPTIONS, describe(key, lang), strict=True):
        assert described["name"] == option.name
        assert set(described) - {"choices", "low", "high"} == {
            "name", "label", "help", "default", "defaults", "needs", "matters",
        }  # fmt: skip
        assert ("choices" in described) != ("low" in described and "high" in described)
        assert described["help"].endswith(".")
        words = [described["label"], described["help"]]
        for only in (*described["needs"], *described["matters"]):
            words += [only["why"], only["told"]]
        for value, label in described.get("choices", ()):
            if isinstance(value, str):
                assert value in option.choice_labels
                words.append(label)
        for text in words:
            assert in_language(text, lang)
        labels = [label for _, label in described.get("choices", ())]
        assert len(set(labels)) == len(labels)
    json.dumps(describe(key, lang))


def in_language(text: str, lang: str) -> bool:
    letters = [letter for letter in text.lower() if letter.isalpha()]
    return bool(letters) and all(("а" <= letter <= "ё") == (lang == "ru") for letter in letters)


@pytest.mark.parametrize("key", KEYS)
def test_the_words_of_both_languages_say_as_much(key: str) -> None:
    for option in find_game(key).OPTIONS:
        assert set(option.label) == set(option.help) == set(LANGUAGES)
        assert all(set(labels) == set(LANGUAGES) for labels in option.choice_labels.values())
        assert set(option.choice_labels) <= set(map(str, option.choices))
        english, russian = (option.help[lang] for lang in LANGUAGES)
        assert numbers_in(english) == numbers_in(russian)
        assert "Usual:" in english or "If left open:" in english
        assert "Обычно" in russian or "Если не выбрать:" in russian


def numbers_in(text: str) -> list[str]:
    """Sources and numbers of cards: what a translation must not change."""
    found = "".join(letter if letter.isdigit() else " " for letter in text).split()
    return sorted(found)


@pytest.mark.parametrize("key", KEYS)
def test_options_of_one_game_have_different_labels(key: str) -> None:
    for lang in LANGUAGES:
        labels = [described["label"] for described in describe(key, lang)]
        assert len(set(labels)) == len(labels)


# The schema


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_schema_is_one_and_tells_all_options(key: str, lang: str) -> None:
    told = schema(key, lang)
    Draft202012Validator.check_schema(told)
    json.dumps(told)
    assert told["title"] == find_game(key).NAMES[lang]
    properties = told["properties"]["options"]["properties"]
    for described in describe(key, lang):
        mine = properties[described["name"]]
        assert mine["title"] == described["label"]
        assert mine["description"].startswith(described["help"])
        assert mine["default"] == described["default"]
        assert mine.get("x-matters", []) == described["matters"]
        for value, label in described.get("choices", ()):
            if isinstance(value, str):
                assert {"const": value, "title": label} in mine["oneOf"]


@pytest.mark.parametrize("key", KEYS)
def test_what_the_schema_allows_the_game_accepts(key: str) -> None:
    told = schema(key)["properties"]["options"]["properties"]
    seats = schema(key)["properties"]["seats"]["minimum"]
    for name, described in told.items():
        values = described.get("enum") or [described.get("minimum"), described.get("maximum")]
        if described["type"] == "boolean":
            values = [False, True]
        for value in values:
            accepted = find_game(key)(seats=seats, **{name: value}).options[name]
            assert accepted == (value if described["type"] == "boolean" else as_text(value))
        assert find_game(key)(seats=seats).options[name] == described["default"]
        if described["type"] == "integer" and "maximum" in described:
            for beyond in (described["minimum"] - 1, described["maximum"] + 1):
                with pytest.raises(OptionError):
                    find_game(key)(seats=seats, **{name: beyond})


def as_text(value: Any) -> Any:
    """False and true are taken for off and on."""
    return ("off", "on")[value] if isinstance(value, bool) else value


@pytest.mark.parametrize("key", KEYS)
def test_the_schema_accepts_what_the_game_accepts_and_nothing_else(key: str) -> None:
    """
    Random tables and options, now and then with something wrong.

    Numbers with a fraction of nothing, such as 5.0, are left out: to a JSON schema they are whole.
    """
    rng = Random(key)
    validator = Draft202012Validator(schema(key))
    tally = {True: 0, False: 0}
    for _ in range(1500):
        setup = some_setup(key, rng)
        accepted = is_accepted(key, setup)
        assert validator.is_valid(setup) == accepted, setup
        tally[accepted] += 1
    assert min(tally.values()) > 100


def some_setup(key: str, rng: Random) -> dict[str, Any]:
    factory = find_game(key)
    odd: list[Any] = [None, -1, 0, 1, True, False, "on", "off", "none", 3, 36, 10**6, [], "x"]
    setup: dict[str, Any] = {}
    if rng.random() < 0.8:
        setup["seats"] = rng.randint(*factory.SEATS)
    if rng.random() < 0.5:
        setup["sides"] = rng.choice([*factory.SIDES, "single"])
    names = rng.sample(factory.OPTIONS, rng.randint(0, min(5, len(factory.OPTIONS))))
    options = {option.name: rng.choice(values_of(option)) for option in names}
    if rng.random() < 0.15 and options:
        options[rng.choice(list(options))] = rng.choice(odd)
    if rng.random() < 0.05:
        options["no_such"] = 1
    if rng.random() < 0.05:
        setup["seats"] = rng.choice([1, 9, True, "2", None])
    if rng.random() < 0.05:
        setup["sides"] = rng.choice(["", "pairs", "threes", None])
    if options or rng.random() < 0.5:
        setup["options"] = options
    return setup


def is_accepted(key: str, setup: dict[str, Any]) -> bool:
    table = {name: setup[name] for name in ("seats", "sides") if name in setup}
    try:
        find_game(key)(**table, **setup.get("options", {}))
    except OptionError:
        return False
    return True


@pytest.mark.parametrize("key", KEYS)
def test_the_schema_looks_at_no_default_that_depends_on_the_seats(key: str) -> None:
    """For a schema can only tell one default; see `_having`."""
    looked_at = {
        name for option in find_game(key).OPTIONS for need in option.needs for name in need.names()
    }
    assert not looked_at & {option.name for option in find_game(key).OPTIONS if option.defaults}


@pytest.mark.parametrize(("key", "seats", "sides"), TABLES)
def test_sides_go_with_their_seats_in_the_schema_as_in_the_game(
    key: str, seats: int, sides: str
) -> None:
    validator = Draft202012Validator(schema(key))
    for other in range(find_game(key).SEATS[0], find_game(key).SEATS[1] + 1):
        setup = {"seats": other, "sides": sides}
        fitting = other in find_game(key).SIDES[sides]
        assert validator.is_valid(setup) == is_accepted(key, setup) == fitting
    assert validator.is_valid({"sides": sides}) == is_accepted(key, {"sides": sides})


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
