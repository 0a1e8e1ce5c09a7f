"""Plain text for terminals, logs and replays: a table, a hand, a sentence for a move (en, ru)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games import boards
from games.game import State, View
from games.glyphs import SUIT_NAMES, SUIT_SIGNS, card_text, hand_text, seat_text
from games.moves import Move, read_move

__all__ = [
    "SUIT_NAMES",
    "SUIT_SIGNS",
    "card_text",
    "hand_text",
    "last_move_text",
    "outcome_text",
    "seat_text",
    "sentence",
    "table_text",
]

_SENTENCES = {
    "en": {
        "attack": "{who} leads {cards}",
        "beat": "{who} beats {target} with {card}",
        "throw": "{who} throws in {cards}",
        "take": "{who} takes",
        "pass": "{who} passes",
        "transfer": "{who} passes the attack on with {cards}",
        "transfer_show": "{who} shows {card} and passes the attack on",
        "play": "{who} plays {card}",
        "draw": "{who} draws a card",
        "declare": "{who} asks for {suit}",
        "lay": "{who} lays the top card",
        "swap": "{who} takes the turned-up trump for the six",
    },
    "ru": {
        "attack": "{who}: ход {cards}",
        "beat": "{who} бьёт {target} картой {card}",
        "throw": "{who} подкидывает {cards}",
        "take": "{who}: беру",
        "pass": "{who}: пас",
        "transfer": "{who} переводит картой {cards}",
        "transfer_show": "{who} переводит, показав {card}",
        "play": "{who} кладёт {card}",
        "draw": "{who} берёт карту из колоды",
        "declare": "{who} заказывает масть — {suit}",
        "lay": "{who} открывает верхнюю карту",
        "swap": "{who} меняет козырную шестёрку на открытый козырь",
    },
}
# The same of the reader himself.
_OWN_SENTENCES = {
    "en": {
        "attack": "You lead {cards}",
        "beat": "You beat {target} with {card}",
        "throw": "You throw in {cards}",
        "take": "You take",
        "pass": "You pass",
        "transfer": "You pass the attack on with {cards}",
        "transfer_show": "You show {card} and pass the attack on",
        "play": "You play {card}",
        "draw": "You draw a card",
        "declare": "You ask for {suit}",
        "lay": "You lay the top card",
        "swap": "You take the turned-up trump for the six",
    },
    "ru": {
        "attack": "Вы ходите: {cards}",
        "beat": "Вы бьёте {target} картой {card}",
        "throw": "Вы подкидываете {cards}",
        "take": "Вы берёте",
        "pass": "Вы пасуете",
        "transfer": "Вы переводите картой {cards}",
        "transfer_show": "Вы переводите, показав {card}",
        "play": "Вы кладёте {card}",
        "draw": "Вы берёте карту из колоды",
        "declare": "Вы заказываете масть — {suit}",
        "lay": "Вы открываете верхнюю карту",
        "swap": "Вы меняете козырную шестёрку на открытый козырь",
    },
}
_WORDS = {
    "en": {
        "trump": "Trump",
        "stock": "stock",
        "discard": "discard",
        "table": "Table",
        "empty": "empty",
        "cards": "cards",
        "leader": "leads",
        "defender": "defends",
        "taking": "takes",
        "out": "out",
        "to_act": "to act",
        "hand": "Hand",
        "draw": "The deal is a draw",
        "fool": "{who} is the fool",
        "fool_you": "You are the fool",
        "losers": "{who} lose",
        "straps": " with epaulettes",
    },
    "ru": {
        "trump": "Козырь",
        "stock": "колода",
        "discard": "отбой",
        "table": "Стол",
        "empty": "пусто",
        "cards": "карт",
        "leader": "ходит",
        "defender": "отбивается",
        "taking": "берёт",
        "out": "вышел",
        "to_act": "очередь",
        "hand": "Рука",
        "draw": "Сдача вничью",
        "fool": "{who} — дурак",
        "fool_you": "Вы — дурак",
        "losers": "Проиграли: {who}",
        "straps": " с погонами",
    },
}


def sentence(
    seat: int,
    move: Move | str | dict[str, Any],
    lang: str = "en",
    names: Sequence[str] = (),
    you: int | None = None,
) -> str:
    """
    What a seat did, as a sentence.

    names: one a seat, instead of their numbers. you: the seat of the reader, spoken to as such.

    Raises:
        InvalidMove: If the move cannot be read.
    """
    done = read_move(move)
    texts = [card_text(one, lang) for one in done.cards]
    sentences = _OWN_SENTENCES if seat == you else _SENTENCES
    return sentences[lang][done.verb].format(
        who=seat_text(seat, lang, names),
        cards=" ".join(texts),
        target=texts[0] if texts else "",
        card=texts[-1] if texts else "",
        suit=SUIT_NAMES[lang][done.suit] if done.suit else "",
    )


def last_move_text(state: State, lang: str = "en", names: Sequence[str] = ()) -> str:
    """The latest move as a sentence, with the card it brought to light; empty before the first."""
    if not state.moves:
        return ""
    text = sentence(*state.moves[-1], lang=lang, names=names)
    return text + boards.brought_to_light(state.view(None).to_json(), lang)


def table_text(position: View | State, lang: str = "en", names: Sequence[str] = ()) -> str:
    """
    The table as a few lines: trump, stock, seats, cards in play, and the hands that are known.

    position: a view shows its seat's hand; a state, which knows all, shows every hand.
    """
    if isinstance(position, State):
        seats = range(position.game.seats)
        hands = {seat: position.view(seat).to_json().get("hand", []) for seat in seats}
        return _table(position.view(None).to_json(), hands, lang, names)
    data = position.to_json()
    own = data["seat"]
    return _table(data, {} if own is None else {own: data.get("hand", [])}, lang, names)


def outcome_text(
    state: State, lang: str = "en", names: Sequence[str] = (), you: int | None = None
) -> str:
    """
    How a finished deal ended, in a sentence; empty while it is played.

    names: one a seat, instead of their numbers. you: the seat of the reader, spoken to as such.
    """
    outcome = state.outcome
    if outcome is None:
        return ""
    words = _WORDS[lang]
    if state.game.key in boards.OUTCOMES:
        return boards.outcome(state.game.key, outcome, lang, names)
    if not outcome.losers:
        return words["draw"]
    who = ", ".join(seat_text(seat, lang, names) for seat in outcome.losers)
    single = "fool_you" if you in outcome.losers else "fool"
    text = words[single if len(outcome.losers) == 1 else "losers"].format(who=who)
    return text + (words["straps"] if any(outcome.honours) else "")


def _table(
    data: dict[str, Any], hands: dict[int, list[str]], lang: str, names: Sequence[str]
) -> str:
    if "trump" not in data:
        return boards.table(data, hands, lang, names)
    words = _WORDS[lang]
    trump = card_text(data["turnup"], lang) if data["turnup"] else SUIT_SIGNS[data["trump"]]
    lines = [
        f"{words['trump']}: {trump}   {words['stock']}: {data['stock']}"
        f"   {words['discard']}: {len(data['discard'])}",
        *(_seat_line(data, seat, hands, lang, names) for seat in range(len(data["counts"]))),
        f"{words['table']}: {_pairs(data['table'], lang) or words['empty']}",
    ]
    return "\n".join(lines)


def _seat_line(
    data: dict[str, Any], seat: int, hands: dict[int, list[str]], lang: str, names: Sequence[str]
) -> str:
    words = _WORDS[lang]
    notes = [f"{words['cards']}: {data['counts'][seat]}"]
    if seat in data["finished"]:
        notes = [words["out"]]
    elif data["to_act"] is not None:
        if seat == data["leader"]:
            notes.append(words["leader"])
        if seat == data["defender"]:
            notes.append(words["taking" if data["taking"] else "defender"])
    if hands.get(seat):
        notes.append(hand_text(hands[seat], lang))
    marker = "→" if seat == data["to_act"] else " "
    return f"{marker} {seat_text(seat, lang, names)}: {', '.join(notes)}"


def _pairs(table: Sequence[Sequence[str | None]], lang: str) -> str:
    return "  ".join(
        f"{card_text(attack or '', lang)}/{card_text(answer, lang) if answer else '·'}"
        for attack, answer in table
    )
