"""The options of every game described for forms and as JSON schema."""

from __future__ import annotations

from games.catalogue import find_game
from games.choices import SWITCH, Only, Option, settled, table_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from games.choices import Value
    from games.game import Game

LANGUAGES = ("en", "ru")
SIDES: Mapping[str, Mapping[str, str]] = {
    "single": {"en": "each for himself", "ru": "каждый за себя"},
    "pairs": {"en": "two against two", "ru": "двое на двое"},
    "threes": {"en": "three against three", "ru": "трое на трое"},
}
_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "no": "no",
        "yes": "yes",
        "or": " or ",
        "or else": ", or ",
        "to": "{} to {}",
        "and": " and ",
        "quoted": "“{}”",
        "only": "Only {} ({}).",
        "of": "{}: only {} ({}).",
        "seats": "with {} seats",
        "sides": "with sides {}",
        "option": "where {} is {}",
    },
    "ru": {
        "no": "нет",
        "yes": "да",
        "or": " или ",
        "or else": ", или ",
        "to": "от {} до {}",
        "and": " и ",
        "quoted": "«{}»",
        "only": "Только {} ({}).",
        "of": "{} — только {} ({}).",
        "seats": "при числе мест {}",
        "sides": "при игре {}",
        "option": "если {} — {}",
    },
}


def describe(game_key: str, lang: str = "en") -> list[dict[str, Any]]:
    """
    The options of a game for a form: name, label, help, default, and choices or bounds.

    `choices` is a list of value and label; a whole number has `low` and `high` instead.
    `defaults` lists seats and default where that is another than `default`. `needs` says where a
    choice is possible at all, `matters` where it changes anything: each a list of objects with
    `values` (the choices meant; none for the option as a whole), `where` (alternatives of name to
    possible values, as in `games.choices.Only`), `why`, and `told`, the same as a sentence.

    Raises:
        UnknownGame: If there is no such game.
    """
    game = find_game(game_key)
    return [_described(option, game, lang) for option in game.OPTIONS]


def conflicts(
    game_key: str,
    seats: int,
    sides: str,
    options: Mapping[str, object],
    lang: str = "en",
) -> list[dict[str, Any]]:
    """
    The choices for which a game refuses to be set up so, told in the language of a form.

    Each has the `name` and `value` of the option, its `label`, and `told`, where it is possible.
    Seats and sides that the game does not have are not looked for.

    Raises:
        UnknownGame: If there is no such game.
        OptionError: For an unknown option or a value that is not allowed whatever the rest.
    """
    game = find_game(game_key)
    table = table_of(settled(game.OPTIONS, options, seats), seats, sides)
    unmet = [(option, option.unmet(table)) for option in game.OPTIONS]
    return [_unsuited(one, need, table, game, lang) for one, need in unmet if need is not None]


def without_effect(game: Game, lang: str = "en") -> list[dict[str, Any]]:
    """
    The choices of a game that differ from the default and yet change nothing at this table.

    Each has the `name` and `value` of the option, its `label`, and `told`, where it would matter.
    """
    table = table_of(game.options, game.seats, game.sides)
    chosen = [one for one in game.OPTIONS if table[one.name] != one.default_at(game.seats)]
    idle = [(option, option.idle(table)) for option in chosen]
    return [_unsuited(one, only, table, type(game), lang) for one, only in idle if only is not None]


def schema(game_key: str, lang: str = "en") -> dict[str, Any]:
    """
    The JSON schema of what a game is set up with: seats, sides and options.

    It allows what the game accepts, and nothing else. Titles and descriptions are in *lang* (en,
    ru). What goes together only with some seats, sides or other options is said under `allOf`;
    `x-matters` of an option, as in `describe`, says where a choice changes anything.

    Raises:
        UnknownGame: If there is no such game.
    """
    game = find_game(game_key)
    fewest, most = game.SEATS
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": game.NAMES[lang],
        "type": "object",
        "properties": {
            "seats": {"type": "integer", "minimum": fewest, "maximum": most, "default": fewest},
            "sides": {
                "type": "string",
                "enum": list(game.SIDES),
                "oneOf": [{"const": key, "title": SIDES[key][lang]} for key in game.SIDES],
                "default": "single",
            },
            "options": {
                "type": "object",
                "properties": {
                    option.name: _schema_of(option, game, lang) for option in game.OPTIONS
                },
                "additionalProperties": False,
            },
        },
        "additionalProperties": False,
        "allOf": [*_sides_rules(game), *_needs_rules(game), *_defaults_rules(game)],
    }


# What goes together, as JSON schema


def _sides_rules(game: type[Game]) -> list[dict[str, Any]]:
    return [
        {"if": _having(game, "sides", (sides,)), "then": _having(game, "seats", seats)}
        for sides, seats in game.SIDES.items()
    ]


def _needs_rules(game: type[Game]) -> list[dict[str, Any]]:
    rules = []
    for option in game.OPTIONS:
        for need in option.needs:
            places = [
                {"allOf": [_having(game, name, values) for name, values in place.items()]}
                for place in _places(need, game)
            ]
            then = places[0] if len(places) == 1 else {"anyOf": places}
            values = need.values or option.choices
            rules.append({"if": _having(game, option.name, values), "then": then})
    return rules


def _defaults_rules(game: type[Game]) -> list[dict[str, Any]]:
    """Other defaults at other tables; for whoever fills in a form, they forbid nothing."""
    rules = []
    for option in game.OPTIONS:
        for value in dict.fromkeys(option.defaults.values()):
            seats = tuple(seats for seats, other in option.defaults.items() if other == value)
            default = {"properties": {option.name: {"default": value}}}
            then = {"properties": {"options": default}}
            rules.append({"if": _having(game, "seats", seats), "then": then})
    return rules


def _having(game: type[Game], name: str, values: Iterable[Value]) -> dict[str, Any]:
    """The schema of all set-ups in which *name* has one of *values*, chosen or by default."""
    option = next((option for option in game.OPTIONS if option.name == name), None)
    default: Value = game.SEATS[0] if name == "seats" else "single"
    allowed = list(values)
    if option is not None:
        default = option.default
        allowed = _with_truths(option, allowed)
    inner: dict[str, Any] = {"properties": {name: {"enum": allowed}}}
    if default not in allowed:
        inner["required"] = [name]
    if option is None:
        return inner
    outer: dict[str, Any] = {"properties": {"options": inner}}
    if default not in allowed:
        outer["required"] = ["options"]
    return outer


def _with_truths(option: Option, values: Sequence[Value]) -> list[Value]:
    """The values, and for `off` and `on` also false and true, which are taken for them."""
    if not option.is_switch:
        return list(values)
    return [*values, *(bool(SWITCH.index(str(value))) for value in values)]


def _schema_of(option: Option, game: type[Game], lang: str) -> dict[str, Any]:
    onlys = (*option.needs, *option.matters)
    told = [option.help[lang], *(_told(only, option, game, lang) for only in onlys)]
    described: dict[str, Any] = {
        "title": option.label[lang],
        "description": " ".join(told),
        "default": option.default,
    }
    if option.matters:
        described["x-matters"] = [_only(only, option, game, lang) for only in option.matters]
    if isinstance(option.default, bool):
        return {"type": "boolean", **described}
    if not option.choices:
        return {"type": "integer", **described, "minimum": option.low, "maximum": option.high}
    values = _with_truths(option, option.choices)
    kinds = sorted({_KINDS[type(value)] for value in values})
    described["type"] = kinds[0] if len(kinds) == 1 else kinds
    described["enum"] = values
    if option.choice_labels:
        described["oneOf"] = [
            {"const": value, "title": choice_label(option, value, lang)} for value in values
        ]
    return described


_KINDS: Mapping[type, str] = {bool: "boolean", int: "integer", str: "string"}


# For forms


def _unsuited(
    option: Option,
    only: Only,
    table: Mapping[str, Value],
    game: type[Game],
    lang: str,
) -> dict[str, Any]:
    return {
        "name": option.name,
        "value": table[option.name],
        "label": option.label[lang],
        "told": _told(only, option, game, lang),
    }


def _described(option: Option, game: type[Game], lang: str) -> dict[str, Any]:
    described: dict[str, Any] = {
        "name": option.name,
        "label": option.label[lang],
        "help": option.help[lang],
        "default": option.default,
        "defaults": [[seats, value] for seats, value in option.defaults.items()],
        "needs": [_only(only, option, game, lang) for only in option.needs],
        "matters": [_only(only, option, game, lang) for only in option.matters],
    }
    if not option.choices:
        return {**described, "low": option.low, "high": option.high}
    return {
        **described,
        "choices": [[choice, choice_label(option, choice, lang)] for choice in option.choices],
    }


def _only(only: Only, option: Option, game: type[Game], lang: str) -> dict[str, Any]:
    return {
        "values": list(only.values),
        "where": [
            {name: list(values) for name, values in place.items()} for place in _places(only, game)
        ],
        "why": only.why[lang],
        "told": _told(only, option, game, lang),
    }


def _places(only: Only, game: type[Game]) -> list[dict[str, tuple[Value, ...]]]:
    """The places as far as a game has them: of several games that share an option each its own."""
    places = []
    for place in only.where:
        sides = place.get("sides", tuple(game.SIDES))
        if any(side in sides for side in game.SIDES):
            every = all(side in sides for side in game.SIDES)
            places.append({k: v for k, v in place.items() if k != "sides" or not every})
    return places


def _told(only: Only, option: Option, game: type[Game], lang: str) -> str:
    """A sentence: which choices go with what only, and why."""
    words = _WORDS[lang]
    places = words["or else"].join(
        words["and"].join(_place(name, values, game, lang) for name, values in place.items())
        for place in _places(only, game)
    )
    if not only.values:
        return words["only"].format(places, only.why[lang])
    meant = ", ".join(_labels(option, only.values, lang))
    return words["of"].format(meant, places, only.why[lang])


def _place(name: str, values: tuple[Value, ...], game: type[Game], lang: str) -> str:
    words = _WORDS[lang]
    if name == "seats":
        return words["seats"].format(_numbers([int(value) for value in values], lang))
    if name == "sides":
        sides = [SIDES[str(value)][lang] for value in values]
        return words["sides"].format(_any_of(_quoted(sides, lang), lang))
    other = next(option for option in game.OPTIONS if option.name == name)
    labels = _labels(other, values, lang)
    return words["option"].format(_quoted([other.label[lang]], lang)[0], _any_of(labels, lang))


def _labels(option: Option, values: Sequence[Value], lang: str) -> list[str]:
    """What the choices are called, numbers bare and words in quotation marks."""
    return [
        choice_label(option, value, lang)
        if type(value) is int
        else _quoted([choice_label(option, value, lang)], lang)[0]
        for value in values
    ]


def _quoted(names: Sequence[str], lang: str) -> list[str]:
    return [_WORDS[lang]["quoted"].format(name) for name in names]


def _numbers(numbers: Sequence[int], lang: str) -> str:
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and list(numbers) == list(range(first, last + 1)):
        return _WORDS[lang]["to"].format(first, last)
    return _any_of([str(number) for number in numbers], lang)


def _any_of(names: Sequence[str], lang: str) -> str:
    *before, last = names
    return f"{', '.join(before)}{_WORDS[lang]['or']}{last}" if before else last


def choice_label(option: Option, choice: Value, lang: str) -> str:
    """What a choice is called, in English or Russian (en, ru)."""
    if option.is_switch and isinstance(choice, bool):
        choice = SWITCH[choice]
    if isinstance(choice, bool):
        return _WORDS[lang]["yes" if choice else "no"]
    if str(choice) in option.choice_labels:
        return option.choice_labels[str(choice)][lang]
    return str(choice)
