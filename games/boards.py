"""The tables of the games without bouts as a few lines of text, and how such deals ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.game import Outcome
from games.glyphs import SUIT_SIGNS, card_text, hand_text, seat_text

_WORDS = {
    "en": {
        "cards": "cards",
        "top": "Top card",
        "suit": "suit asked for",
        "stock": "stock",
        "pile": "pile",
        "ace": "the ace waits to be covered",
        "pending": "to draw for sixes",
        "leads": "leads",
        "deals": "deals",
        "trick": "Trick",
        "last": "Last trick",
        "row": "row",
        "tricks": "tricks",
        "empty": "empty",
        "none": "none",
    },
    "ru": {
        "cards": "карт",
        "top": "Верхняя карта",
        "suit": "заказана масть",
        "stock": "колода",
        "pile": "стопка",
        "ace": "туз ждёт карту",
        "pending": "взять за шестёрки",
        "leads": "ходит",
        "deals": "сдаёт",
        "trick": "Взятка",
        "last": "Прошлая взятка",
        "row": "ряд",
        "tricks": "взяток",
        "empty": "пусто",
        "none": "нет",
    },
}
# By game and language: with losers, and without any.
OUTCOMES: dict[str, dict[str, tuple[str, str]]] = {
    "drunkard": {
        "en": ("{losers} lost all cards: the Drunkard", "Nobody is the Drunkard"),
        "ru": ("Без карт: {losers} — Пьяница", "Пьяницы нет"),
    },
    "british": {
        "en": ("{winners} won: {points}", "The deal is blocked and ends level"),
        "ru": ("{winners} — победа: {points}", "Сдача закрыта, ничья"),
    },
    "armenian": {
        "en": ("{winners} took the most tricks: {points}", "The deal is a draw"),
        "ru": ("{winners} — больше всех взяток: {points}", "Сдача вничью"),
    },
}
_LIMIT = {
    "en": "After the last trick allowed the largest pack wins: {winners}",
    "ru": "Взяток больше не разрешено, побеждает большая колода: {winners}",
}
_COVERED = "▒▒"

Hands = Mapping[int, Sequence[str]]


def table(data: Mapping[str, Any], hands: Hands, lang: str, names: Sequence[str]) -> str:
    """
    The table of a view as JSON, with the *hands* that are known.

    Of a game that has no table here yet, who sits there and acts, with these hands.
    """
    if "open" in data:
        return _rows(data, hands, lang, names)
    if "pile" in data:
        return _pile(data, hands, lang, names)
    if "last" in data:
        return _packs(data, lang, names)
    return "\n".join(_seat_lines(data, lang, names, lambda seat: _held(hands, seat, lang)))


def brought_to_light(data: Mapping[str, Any], lang: str = "en") -> str:
    """The open card that was laid last, where a move does not name its card; else nothing."""
    if "tricks" not in data or "last" not in data:
        return ""
    laid = data["trick"] or (data["last"] or {}).get("played", [])
    return f": {card_text(laid[-1][1], lang)}" if laid and laid[-1][1] else ""


def outcome(key: str, ended: Outcome, lang: str, names: Sequence[str]) -> str:
    """How a deal of the game *key* ended, in a sentence."""
    lost, level = OUTCOMES[key][lang]
    text = _LIMIT[lang] if ended.reason == "trick_limit" else lost
    if not ended.losers:
        return level
    winners = [seat for seat, place in enumerate(ended.places) if place == 1]
    return text.format(
        losers=_seats(ended.losers, lang, names),
        winners=_seats(winners, lang, names),
        points=" : ".join(map(str, ended.points)),
    )


def _packs(data: Mapping[str, Any], lang: str, names: Sequence[str]) -> str:
    words = _WORDS[lang]
    laid, title = data["trick"], words["trick"]
    if not laid and data["last"]:
        laid, title = data["last"]["played"], words["last"]
    return "\n".join(
        [
            *_seat_lines(data, lang, names, lambda seat: []),
            f"{title}: {_laid(laid, lang, names)}",
        ]
    )


def _pile(data: Mapping[str, Any], hands: Hands, lang: str, names: Sequence[str]) -> str:
    words = _WORDS[lang]
    top = card_text(data["top"], lang) if data["top"] else words["none"]
    facts = [f"{words['top']}: {top}"]
    if data["declared"]:
        facts.append(f"{words['suit']}: {SUIT_SIGNS[data['declared']]}")
    if data["ace_open"]:
        facts.append(words["ace"])
    if data["pending"]:
        facts.append(f"{words['pending']}: {data['pending']}")
    facts += [f"{words['stock']}: {data['stock']}", f"{words['pile']}: {data['pile_count']}"]
    seats = _seat_lines(data, lang, names, lambda seat: _held(hands, seat, lang))
    return "\n".join(["   ".join(facts), *seats])


def _rows(data: Mapping[str, Any], hands: Hands, lang: str, names: Sequence[str]) -> str:
    words = _WORDS[lang]

    def notes(seat: int) -> list[str]:
        places = zip(data["open"][seat], data["down"][seat], strict=True)
        row = " ".join(_place(one, covered, lang) for one, covered in places)
        told = [f"{words['tricks']}: {data['tricks'][seat]}", f"{words['row']}: {row}"]
        return told + _held(hands, seat, lang)

    lines = _seat_lines(data, lang, names, notes)
    return "\n".join([*lines, f"{words['trick']}: {_laid(data['trick'], lang, names)}"])


def _held(hands: Hands, seat: int, lang: str) -> list[str]:
    """The hand of a seat, if it is known and holds anything."""
    return [hand_text(hands[seat], lang)] if hands.get(seat) else []


def _place(one: str | None, covered: bool, lang: str) -> str:
    """A place of a row; an asterisk says that a covered card lies under the open one."""
    if one is None:
        return _COVERED if covered else "·"
    return card_text(one, lang) + ("*" if covered else "")


def _seat_lines(
    data: Mapping[str, Any], lang: str, names: Sequence[str], notes: Callable[[int], list[str]]
) -> list[str]:
    words = _WORDS[lang]
    lines = []
    for seat, count in enumerate(data["counts"]):
        told = [f"{words['cards']}: {count}"]
        if seat == data["dealer"]:
            told.append(words["deals"])
        if seat == data.get("leader"):
            told.append(words["leads"])
        marker = "→" if seat == data["to_act"] else " "
        lines.append(f"{marker} {seat_text(seat, lang, names)}: {', '.join(told + notes(seat))}")
    return lines


def _laid(laid: Sequence[Sequence[Any]], lang: str, names: Sequence[str]) -> str:
    told = [
        f"{seat_text(seat, lang, names)} {card_text(one, lang) if one else _COVERED}"
        for seat, one in laid
    ]
    return ", ".join(told) or _WORDS[lang]["empty"]


def _seats(seats: Sequence[int], lang: str, names: Sequence[str]) -> str:
    return ", ".join(seat_text(seat, lang, names) for seat in seats)
