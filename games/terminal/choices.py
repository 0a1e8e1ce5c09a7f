"""The moves of a position as numbered choices, in the order in which the cards are held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.cards import SUITS, cards
from games.game import State
from games.glyphs import SUIT_NAMES, SUIT_SIGNS, in_order
from games.moves import Move
from games.terminal.look import Look, side_by_side

# With more moves than this only those with one card are listed; the others can be typed.
_MOST_LISTED = 14
_SETS = ("attack", "throw", "transfer")
# What is said without a card, in the order of preference for number 0.
_BARE = ("take", "pass", "draw", "lay")


@dataclass(frozen=True)
class Choice:
    """A move with the number to type for it, under a title such as "throw in"."""

    number: int
    move: Move
    title: str
    label: str


def choices_of(look: Look, state: State) -> list[Choice]:
    """
    The moves of the seat to act, numbered from 1 as its cards lie; what needs no card is 0.

    Of sets of cards only single ones are listed when there are too many.
    """
    assert state.to_act is not None
    data = state.view(state.to_act).to_json()
    moves = sorted(state.legal_moves, key=lambda move: _order(move, data))
    if len(moves) > _MOST_LISTED:
        moves = [move for move in moves if move.verb not in _SETS or len(move.cards) == 1]
    bare = min((move.verb for move in moves if move.verb in _BARE), key=_BARE.index, default=None)
    found: list[Choice] = []
    for move in moves:
        number = 0 if move.verb == bare else 1 + sum(one.number > 0 for one in found)
        label = label_of(look, move)
        if move.verb == "draw" and data["pending"]:
            label = look.say("penalty_choice", count=look.counted(data["pending"]))
        found.append(Choice(number, move, _title(look, move), label))
    return found


def _order(move: Move, data: Mapping[str, Any]) -> tuple[object, ...]:
    verbs = ("beat", "transfer", "transfer_show", "attack", "throw", "play", "declare", "swap")
    trump = SUITS.index(data["trump"]) if "trump" in data else None
    held_cards = in_order(cards(data.get("hand", ())), trump)
    place = verbs.index(move.verb) if move.verb in verbs else len(verbs)
    targets = [attack for attack, _ in data["table"]] if move.verb == "beat" else []
    target = targets.index(str(move).split()[1]) if targets else 0
    laid = move.cards[1:] if move.verb == "beat" else move.cards
    spots = [held_cards.index(one) if one in held_cards else len(held_cards) + one for one in laid]
    return place, target, len(laid), sorted(spots), int(move)


def _title(look: Look, move: Move) -> str:
    words = {
        "attack": "lead_word",
        "throw": "throw_word",
        "transfer": "transfer_word",
        "transfer_show": "transfer_show_word",
        "play": "play_word",
        "declare": "declare_word",
    }
    if move.verb == "beat":
        return look.say("beat_word", target=look.card(move.cards[0]))
    return look.say(words[move.verb]) if move.verb in words else ""


def label_of(look: Look, move: Move) -> str:
    """A move without its verb, where its cards tell it; else a word."""
    if move.suit:
        return f"{SUIT_SIGNS[move.suit]} {SUIT_NAMES[look.lang][move.suit]}"
    if not move.cards:
        return look.say(f"{move.verb}_choice")
    return look.cards(move.cards[1:] if move.verb == "beat" else move.cards)


def choice_lines(look: Look, choices: Sequence[Choice], total: int) -> list[str]:
    """Numbers and labels under their titles; *total* is how many moves there are in all."""
    groups: dict[str, list[str]] = {}
    for choice in choices:
        groups.setdefault(choice.title, []).append(f"[{choice.number}] {choice.label}")
    bare = groups.pop("", [])
    lines = []
    for title, pieces in groups.items():
        lines += side_by_side(pieces, f"  {title}: ")
    if bare:
        lines += side_by_side(bare, "  ")
    if total > len(choices):
        lines.append(f"  ({look.say('several')})")
    return lines
