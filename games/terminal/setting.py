"""From what was typed after `play` to a game: every wrong word answered with what would do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.catalogue import GAMES, find_game
from games.choices import Option, settled
from games.game import Game
from games.options import conflicts, describe

_SAID = {
    "en": {
        "game": "there is no game {value}; there is: {allowed}",
        "seats": "--seats {value} is not possible in {game}; allowed: {allowed}",
        "sides": "--sides {value} is not possible in {game} with {seats} seats; allowed: {allowed}",
        "me": "--me {value} is no seat; a seat is a number from 0 to {allowed}",
        "form": "--option {value} is not understood; write it as name=value, as in {allowed}",
        "name": "{game} has no option {value}; there is: {allowed}",
        "value": "--option {name}={value} is not possible; allowed: {allowed}",
        "clash": "--option {name}={value} does not go with the other choices. {told}",
        "deals": "--deals {value} is not possible; allowed: 1 to {allowed}",
        "exists": "{value} exists already; choose another name for --record",
        "folder": "there is no folder {value}; make it, or choose another name for --record",
        "encoding": "this terminal ({value}) cannot show Russian letters; "
        "set PYTHONIOENCODING=utf-8 or leave out --lang ru",
    },
    "ru": {
        "game": "игры {value} нет; есть: {allowed}",
        "seats": "--seats {value} здесь невозможно ({game}); можно: {allowed}",
        "sides": "--sides {value} здесь невозможно ({game}, мест: {seats}); можно: {allowed}",
        "me": "--me {value}: такого места нет; места — числа от 0 до {allowed}",
        "form": "--option {value} непонятно; пишите имя=значение, например {allowed}",
        "name": "{game}: нет правила {value}; есть: {allowed}",
        "value": "--option {name}={value} невозможно; можно: {allowed}",
        "clash": "--option {name}={value} не сочетается с остальным. {told}",
        "deals": "--deals {value} невозможно; можно: от 1 до {allowed}",
        "exists": "{value} уже есть; выберите для --record другое имя",
        "folder": "папки {value} нет; создайте её или выберите для --record другое имя",
    },
}
_YES = ("true", "yes", "on", "1", "да")
_NO = ("false", "no", "off", "0", "нет")
MOST_DEALS_TO_TYPE = 1000


class WrongSetting(Exception):
    """Something typed that cannot be played with; the message says what would do, in `lang`."""

    def __init__(self, message: str, lang: str = "en") -> None:
        super().__init__(message)
        self.lang = lang


def wrong(lang: str, key: str, **facts: object) -> WrongSetting:
    """The error of this kind, in the player's language."""
    return WrongSetting(_SAID[lang][key].format(**facts), lang)


def game_from(
    key: str, seats: int | None, sides: str | None, options: Sequence[str], lang: str
) -> Game:
    """
    The game of this key with seats, sides and options such as `first_bout_max=5`.

    Sides alone say how many seats there are.

    Raises:
        WrongSetting: Saying what is not possible, and what is.
    """
    keys = [game.key for game in GAMES]
    if key not in keys:
        raise wrong(lang, "game", value=key, allowed=", ".join(keys))
    kind = find_game(key)
    name = kind.NAMES[lang]
    if sides is not None and sides in kind.SIDES and seats is None:
        seats = kind.SIDES[sides][0]
    fewest, most = kind.SEATS
    seats = fewest if seats is None else seats
    if not fewest <= seats <= most:
        allowed = f"{fewest}–{most}"
        raise wrong(lang, "seats", value=seats, game=name, allowed=allowed)
    possible = [one for one, counts in kind.SIDES.items() if seats in counts]
    if sides is not None and sides not in possible:
        facts = {"value": sides, "game": name, "seats": seats, "allowed": ", ".join(possible)}
        raise wrong(lang, "sides", **facts)
    chosen = dict(_option(kind, text, lang) for text in options)
    clashes = conflicts(key, seats, sides or "single", chosen, lang)
    if clashes:
        first = clashes[0]
        facts = {"name": first["name"], "value": _typed(first["value"]), "told": first["told"]}
        raise wrong(lang, "clash", **facts)
    setup: dict[str, Any] = {"seats": seats, "sides": sides or "single", **chosen}
    return kind(**setup)


def _option(kind: type[Game], text: str, lang: str) -> tuple[str, bool | int | str]:
    name, equals, value = (part.strip() for part in text.partition("="))
    known = {option.name: option for option in kind.OPTIONS}
    if not equals or not name:
        first = kind.OPTIONS[0]
        example = f"{first.name}={_typed(first.default)}"
        raise wrong(lang, "form", value=text, allowed=example)
    if name not in known:
        facts = {"game": kind.NAMES[lang], "value": name, "allowed": ", ".join(known)}
        raise wrong(lang, "name", **facts)
    found = _value(known[name], value.lower())
    if found is None:
        allowed = _allowed(known[name])
        raise wrong(lang, "value", name=name, value=value, allowed=allowed)
    return name, found


def _value(option: Option, text: str) -> bool | int | str | None:
    """What the text chooses, None if nothing."""
    for choice in option.choices:
        if isinstance(choice, bool):
            if text in (_YES if choice else _NO):
                return choice
        elif text == str(choice).lower():
            return choice
    if option.choices or not (text.isascii() and text.isdigit()):
        return None
    number = int(text[:9])
    return number if option.low <= number <= option.high else None


def _allowed(option: Option) -> str:
    if option.choices:
        return ", ".join(_typed(choice) for choice in option.choices)
    return f"{option.low}–{option.high}"


def _typed(choice: object) -> str:
    return {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice)


def seat_from(me: int, game: Game, lang: str) -> int:
    """
    The seat of the player at the keyboard.

    Raises:
        WrongSetting: If there is none of this number.
    """
    if not 0 <= me < game.seats:
        raise wrong(lang, "me", value=me, allowed=game.seats - 1)
    return me


def deals_from(deals: int | None, lang: str) -> int | None:
    """
    The length of the match in deals, if it was named.

    Raises:
        WrongSetting: If it is not possible.
    """
    if deals is not None and not 1 <= deals <= MOST_DEALS_TO_TYPE:
        raise wrong(lang, "deals", value=deals, allowed=MOST_DEALS_TO_TYPE)
    return deals


def free_path(path: Path | None, lang: str) -> Path | None:
    """
    Where the record goes: a file that is not there yet, in a folder that is.

    Raises:
        WrongSetting: Otherwise.
    """
    if path is not None and path.exists():
        raise wrong(lang, "exists", value=path)
    if path is not None and not path.absolute().parent.is_dir():
        raise wrong(lang, "folder", value=path.absolute().parent)
    return path


def chosen_options(game: Game, lang: str) -> list[tuple[str, str]]:
    """Label and value of each option that is not at its default at this table, for people."""
    told = []
    usual = settled(game.OPTIONS, {}, game.seats)
    for option in describe(game.key, lang):
        value = game.options[option["name"]]
        if value != usual[option["name"]]:
            labels = dict(map(tuple, option.get("choices", ())))
            told.append((option["label"], str(labels.get(value, value))))
    return told
