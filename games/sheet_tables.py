"""The parts of a rule sheet that the code knows best, as Markdown: options, values, points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from games.british.rules import VALUE_OF
from games.cards import RANK_OF, RANKS, SUIT_MASKS, SUIT_OF, card, cards_of
from games.catalogue import GAMES
from games.decks import sorted_deck
from games.durak.rules import BEATERS
from games.errors import OptionError
from games.game import Game
from games.glyphs import RANK_SIGNS, SUIT_SIGNS, after_number, card_text, hand_text
from games.options import describe
from games.scenarios import position, snapshot

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "players": "Players",
        "sides": "Sides, by number of players",
        "pack": "Pack",
        "other_packs": "Other packs, by option",
        "ranks": "Ranks, lowest first",
        "match": "A match, if nothing else is agreed",
        "single": "each for himself: {seats}",
        "pairs": "two against two: {seats}",
        "threes": "three against three: {seats}",
        "at_most": "at most {seats} players",
        "one_deal": "one deal",
        "a_deal_each": "as many deals as players",
        "points_match": "to {count} {points}, and one player alone in the lead",
        "to": "{low} to {high}",
        "attack": "Attack card",
        "beaten_by": "Beaten by",
        "any_trump": "any {trump}",
        "nothing": "nothing",
        "card": "Card",
        "value": "Points",
        "player": "Player",
        "cards_left": "Cards left",
        "empty": "none",
        "in_pack": "Cards in his pack",
        "tricks": "Tricks",
        "place": "Place",
        "points": "Points",
        "option": "Option",
        "meaning": "What it decides",
        "values": "Values",
        "usual": "Default",
        "game": "Game",
        "terminal": "At the terminal",
    },
    "ru": {
        "players": "Игроков",
        "sides": "Кто с кем, по числу игроков",
        "pack": "Колода",
        "other_packs": "Другие колоды, по уговору",
        "ranks": "Достоинства, от младшего",
        "match": "Матч, если не договорились иначе",
        "single": "каждый за себя: {seats}",
        "pairs": "двое на двое: {seats}",
        "threes": "трое на трое: {seats}",
        "at_most": "не больше {seats} игроков",
        "one_deal": "одна сдача",
        "a_deal_each": "столько сдач, сколько игроков",
        "points_match": "до {count} {points}, и впереди кто-то один",
        "to": "от {low} до {high}",
        "attack": "Карта захода",
        "beaten_by": "Чем бьётся",
        "any_trump": "любая {trump}",
        "nothing": "ничем",
        "card": "Карта",
        "value": "Очки",
        "player": "Игрок",
        "cards_left": "Остались карты",
        "empty": "нет",
        "in_pack": "Карт в его колоде",
        "tricks": "Взяток",
        "place": "Место",
        "points": "Очки",
        "option": "Настройка",
        "meaning": "Что решает",
        "values": "Значения",
        "usual": "По умолчанию",
        "game": "Игра",
        "terminal": "В терминале",
    },
}


def facts(game: type[Game], lang: str) -> str:
    """Players, sides, pack, ranks and length of a match, a line each."""
    words = _WORDS[lang]
    told = [(words["players"], _range(range(game.SEATS[0], game.SEATS[1] + 1)))]
    if len(game.SIDES) > 1:
        sides = [words[side].format(seats=_range(at)) for side, at in game.SIDES.items()]
        told.append((words["sides"], "; ".join(sides)))
    packs = _usual_packs(game)
    told.append((words["pack"], _packs(packs, lang)))
    others = [size for size in _pack_choices(game) if size not in packs]
    if others:
        told.append((words["other_packs"], _other_packs(game, others, lang)))
    told.append((words["ranks"], _ranks(packs, lang)))
    told.append((words["match"], _match(game, lang)))
    return "\n".join(f"- **{name}**: {text}" for name, text in told)


def options(key: str, lang: str) -> str:
    """Every option of a game: name, meaning, values with their labels, and the default."""
    words = _WORDS[lang]
    rows = []
    for option in describe(key, lang):
        if "choices" in option:
            values = "; ".join(_value(value, label) for value, label in option["choices"])
        else:
            values = words["to"].format(low=option["low"], high=option["high"])
        name = f"**{option['label']}** (`{option['name']}`)"
        meaning = " ".join([option["help"], *(need["told"] for need in option["needs"])])
        rows.append((name, meaning, values, _default(option, lang)))
    return table((words["option"], words["meaning"], words["values"], words["usual"]), rows)


def beating(lang: str, trump: str = "H") -> str:
    """What beats what among 36 cards, by example of one trump suit."""
    words = _WORDS[lang]
    suit = "SCDH".index(trump)
    pack = [card(rank + sign) for sign in "SH" for rank in RANKS[RANKS.index("6") :]]
    played = sum(1 << one for one in pack)
    rows = []
    for target in map(card, ("6S", "TS", "AS", "6H", "TH", "AH")):
        beaters = BEATERS[suit][target] & played
        by = hand_text(cards_of(beaters & SUIT_MASKS[SUIT_OF[target]]), lang)
        parts = [by] if beaters & SUIT_MASKS[SUIT_OF[target]] else []
        if SUIT_OF[target] != suit and beaters & SUIT_MASKS[suit]:
            parts.append(words["any_trump"].format(trump=SUIT_SIGNS[trump]))
        rows.append((card_text(target, lang), ", ".join(parts) or words["nothing"]))
    return table((words["attack"], words["beaten_by"]), rows)


def values(lang: str) -> str:
    """What each rank left in a hand costs in British Durak, the dearest first."""
    words = _WORDS[lang]
    ranks = range(len(RANKS) - 1, RANKS.index("6") - 1, -1)
    rows = [
        (", ".join(_rank(rank, lang) for rank in same), str(value))
        for value, same in groupby(ranks, key=VALUE_OF.__getitem__)
    ]
    return table((words["card"], words["value"]), rows)


def ending(line: Mapping[str, Any], lang: str, names: Sequence[str]) -> str:
    """
    Places and points of a deal that is played to its end: a row a player.

    line: a game, a setup, and the moves as text.

    Raises:
        GameError: If a move cannot be played.
    """
    words = _WORDS[lang]
    state = position(line)
    for move in line["moves"]:
        state.play(move)
    told = snapshot(state)
    title = words["cards_left"]
    left = [hand_text(hand, lang) if hand else words["empty"] for hand in told["hands"]]
    if "stack_counts" in told:
        left, title = list(map(str, told["stack_counts"])), words["in_pack"]
    elif isinstance(told.get("tricks"), list):
        left, title = list(map(str, told["tricks"])), words["tricks"]
    outcome = state.outcome
    assert outcome is not None, "the ending of a sheet must end"
    rows = [
        (names[seat], left[seat], str(outcome.places[seat]), str(outcome.points[seat]))
        for seat in range(state.game.seats)
    ]
    head = (words["player"], title, words["place"], words["points"])
    return table(head, rows)


def catalogue(lang: str) -> str:
    """The games there are, each with its sheet and the command that prints it."""
    words = _WORDS[lang]
    ending_of = {"en": "", "ru": ".ru"}[lang]
    flag = {"en": "", "ru": " --lang ru"}[lang]
    rows = [
        (
            f"[{game.NAMES[lang]}]({game.key}{ending_of}.md)",
            _range(range(game.SEATS[0], game.SEATS[1] + 1)),
            f"`python3 -m games rules {game.key}{flag}`",
        )
        for game in GAMES
    ]
    return table((words["game"], words["players"], words["terminal"]), rows)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _usual_packs(game: type[Game]) -> dict[int, list[int]]:
    """The pack that is played with when none is chosen, and with how many seats."""
    packs: dict[int, list[int]] = {}
    for seats in range(game.SEATS[0], game.SEATS[1] + 1):
        packs.setdefault(len(game(seats=seats).deck), []).append(seats)
    return packs


def _pack_choices(game: type[Game]) -> tuple[int, ...]:
    for option in game.OPTIONS:
        if option.name == "deck_size":
            return tuple(int(size) for size in option.choices)
    return ()


def _packs(packs: Mapping[int, Sequence[int]], lang: str) -> str:
    if len(packs) == 1:
        return _cards(next(iter(packs)), lang)
    told = [f"{_cards(size, lang)} ({_players(seats, lang)})" for size, seats in packs.items()]
    return "; ".join(told)


def _other_packs(game: type[Game], sizes: Iterable[int], lang: str) -> str:
    told = []
    for size in sizes:
        seats = _most_seats(game, size)
        bound = _WORDS[lang]["at_most"].format(seats=seats) if seats < game.SEATS[1] else ""
        told.append(f"{_cards(size, lang)}{f' ({bound})' if bound else ''}")
    return "; ".join(told)


def _most_seats(game: type[Game], size: int) -> int:
    for seats in range(game.SEATS[1], game.SEATS[0], -1):
        try:
            game(seats=seats, deck_size=size)
        except OptionError:
            continue
        return seats
    return game.SEATS[0]


def _ranks(packs: Iterable[int], lang: str) -> str:
    """The ranks of each pack; which pack, if there are several."""
    told = {
        size: " ".join(_rank(RANK_OF[one], lang) for one in sorted_deck(size)[: size // 4])
        for size in packs
    }
    if len(told) == 1:
        return "".join(told.values())
    return "; ".join(f"{ranks} ({_cards(size, lang)})" for size, ranks in told.items())


def _match(game: type[Game], lang: str) -> str:
    words = _WORDS[lang]
    lengths = {game(seats=seats).usual_match for seats in game.SEATS}
    if len(lengths) > 1:
        return words["a_deal_each"]
    kind, count = lengths.pop()
    return words["one_deal"] if kind == "deals" else _points_match(count, lang)


def _points_match(count: int, lang: str) -> str:
    points = "points" if lang == "en" else after_number(count, "очка", "очков", "очков")
    return _WORDS[lang]["points_match"].format(count=count, points=points)


def _cards(count: int, lang: str) -> str:
    if lang == "en":
        return f"{count} cards"
    return f"{count} {after_number(count, 'карта', 'карты', 'карт')}"


def _players(seats: Sequence[int], lang: str) -> str:
    if lang == "en":
        return f"{_range(seats)} players"
    return f"{_range(seats)} {after_number(seats[-1], 'игрок', 'игрока', 'игроков')}"


def _rank(rank: int, lang: str) -> str:
    return RANK_SIGNS[lang].get(RANKS[rank], RANKS[rank])


def _range(numbers: Sequence[int]) -> str:
    first, last = numbers[0], numbers[-1]
    return str(first) if first == last else f"{first}–{last}"


def _default(option: Mapping[str, Any], lang: str) -> str:
    """The default, and where it is another at some tables, with how many players."""
    told = [_code(option["default"])]
    for value, group in groupby(option["defaults"], key=lambda seats_and_value: seats_and_value[1]):
        told.append(f"{_code(value)} ({_players([seats for seats, _ in group], lang)})")
    return "; ".join(told)


def _value(value: bool | int | str, label: str) -> str:
    return _code(value) if str(value) == label else f"{_code(value)} – {label}"


def _code(value: bool | int | str) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"
