"""A simple opponent for the terminal: a few rules of thumb for each game, out of one's own view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.british.rules import VALUE_OF
from games.cards import RANK_OF, RANKS, SUIT_OF, SUITS, card, cards
from games.durak.rules import BEATERS
from games.game import Move, State

_JACK = RANKS.index("J")
_KING = RANKS.index("K")
_DEAR = 20  # What makes any trump dearer than any other card.


def simple_move(state: State) -> Move:
    """
    A sensible move of the seat to act, always the same in the same position.

    It looks at nothing a player may not see: the seat's own view and the legal moves.
    """
    seat = state.to_act
    assert seat is not None
    moves = list(state.legal_moves)
    view = state.view(seat).to_json()
    if len(moves) == 1:
        return moves[0]
    choose = _CHOOSING.get(state.game.key)
    return state.game.fallback(state.view(seat)) if choose is None else choose(view, moves)


# Durak and Passing


def _durak(view: Mapping[str, Any], moves: Sequence[Move]) -> Move:
    by_verb: dict[str, list[Move]] = {}
    for move in moves:
        by_verb.setdefault(move.verb, []).append(move)
    if "swap" in by_verb:
        return by_verb["swap"][0]
    trump = SUITS.index(view["trump"])
    if "attack" in by_verb:
        return min(by_verb["attack"], key=lambda move: _price_of_lead(move, trump))
    if "pass" in by_verb:
        return _throw_or_pass(view, by_verb, trump)
    return _defence(view, by_verb, trump)


def _price(one: int, trump: int) -> int:
    """How much one parts with in a card: its rank, trumps above all others."""
    return RANK_OF[one] + _DEAR * (SUIT_OF[one] == trump)


def _price_of_lead(move: Move, trump: int) -> tuple[float, int]:
    """The lowest rank first, all of it that is no trump: several cards are harder to beat."""
    prices = [_price(one, trump) for one in move.cards]
    return max(prices), -len(prices)


def _throw_or_pass(
    view: Mapping[str, Any], by_verb: Mapping[str, Sequence[Move]], trump: int
) -> Move:
    """Throw in plain cards, aces once the stock is empty; trumps never, but to go out."""
    dearest = _KING if view["stock"] else _DEAR - 1
    if view["taking"] and view["stock"]:
        # Whatever is thrown now, he keeps.
        dearest = _JACK - 1
    cheap = [
        move
        for move in by_verb.get("throw", [])
        if max(_price(one, trump) for one in move.cards) <= dearest
        or (not view["stock"] and len(move.cards) == len(view["hand"]))
    ]
    if not cheap:
        return by_verb["pass"][0]
    return max(cheap, key=lambda move: (len(move.cards), -_sum(move.cards, trump)))


def _sum(some: Sequence[int], trump: int) -> int:
    return sum(_price(one, trump) for one in some)


def _defence(view: Mapping[str, Any], by_verb: Mapping[str, Sequence[Move]], trump: int) -> Move:
    """Pass the attack on cheaply, beat all of it if it is not too dear, or else take at once."""
    if "transfer_show" in by_verb:
        return by_verb["transfer_show"][0]
    answers = _answers(view, by_verb.get("beat", []), trump)
    cost = None if answers is None else sum(_price(one, trump) for one in answers.values())
    passing = min(
        by_verb.get("transfer", []), key=lambda move: _sum(move.cards, trump), default=None
    )
    if passing is not None and (cost is None or _sum(passing.cards, trump) <= cost):
        return passing
    if answers is None or _is_too_dear(view, list(answers.values()), trump):
        return by_verb["take"][0]
    return next(move for move in by_verb["beat"] if answers[move.cards[0]] == move.cards[1])


def _answers(view: Mapping[str, Any], beats: Sequence[Move], trump: int) -> dict[int, int] | None:
    """A card for each open card, the hardest to beat first; None if one is left over."""
    legal = {move.cards for move in beats}
    unbeaten = [card(attack) for attack, answer in view["table"] if answer is None]
    hand = cards(view["hand"])
    chosen: dict[int, int] = {}
    for target in sorted(unbeaten, key=lambda one: -_price(one, trump)):
        able = [
            one
            for one in hand
            if BEATERS[trump][target] >> one & 1
            and one not in chosen.values()
            and (target, one) in legal
        ]
        if not able:
            return None
        chosen[target] = min(able, key=lambda one: _price(one, trump))
    return chosen or None


def _is_too_dear(view: Mapping[str, Any], spent: Sequence[int], trump: int) -> bool:
    """While there is much to draw, a high trump is not spent on a small table."""
    dear = [one for one in spent if SUIT_OF[one] == trump and RANK_OF[one] >= _KING]
    return bool(dear) and view["stock"] > len(view["counts"]) * 3 and len(view["table"]) <= 2


# British Durak


def _british(view: Mapping[str, Any], moves: Sequence[Move]) -> Move:
    hand = cards(view["hand"])
    if moves[0].verb == "declare":
        return max(moves, key=lambda move: sum(SUITS[SUIT_OF[one]] == move.suit for one in hand))
    plays = [move for move in moves if move.verb == "play"]
    if not plays:
        return moves[0]
    return max(plays, key=lambda move: _worth_laying(view, move.cards[0], hand))


def _worth_laying(view: Mapping[str, Any], one: int, hand: Sequence[int]) -> tuple[int, int]:
    """
    What a card is good for: to be rid of points, to leave something that fits, to hinder.

    An ace needs a card of its suit after it; a six is kept for a neighbour who is almost out.
    """
    rest = [other for other in hand if other != one]
    fitting = sum(SUIT_OF[other] == SUIT_OF[one] for other in rest)
    worth = VALUE_OF[one] + 2 * fitting
    if RANKS[RANK_OF[one]] == "A":
        worth += 2 if fitting else -21
    if RANKS[RANK_OF[one]] == "6":
        seats = len(view["counts"])
        worth += 12 if view["counts"][(view["seat"] + 1) % seats] <= 2 else 0
    return worth, -one


# Armenian Durak


def _armenian(view: Mapping[str, Any], moves: Sequence[Move]) -> Move:
    playable = [move.cards[0] for move in moves]
    laid = [card(one) for _, one in view["trick"]]
    if not laid:
        return moves[playable.index(_best_lead(view, playable))]
    suit = SUIT_OF[laid[0]]
    highest = max(one for one in laid if SUIT_OF[one] == suit)
    winning = [one for one in playable if SUIT_OF[one] == suit and one > highest]
    if not winning:
        return moves[playable.index(min(playable, key=lambda one: (RANK_OF[one], one)))]
    is_last = len(laid) == len(view["counts"]) - 1
    return moves[playable.index(min(winning) if is_last else max(winning))]


def _best_lead(view: Mapping[str, Any], playable: Sequence[int]) -> int:
    """A card that no card still unseen or open elsewhere can take; else the lowest there is."""
    own = {*playable, *cards(view["hand"])}
    gone = {*own, *cards(view["gone"])}

    def is_master(one: int) -> bool:
        higher = range(one + 1, 13 * (SUIT_OF[one] + 1))
        return all(other in gone for other in higher)

    masters = [one for one in playable if is_master(one)]
    if masters:
        return max(masters, key=lambda one: (RANK_OF[one], one))
    return min(playable, key=lambda one: (RANK_OF[one], one))


# Where nobody has thought of rules of thumb, the fallback is played.
_CHOOSING: dict[str, Callable[[Mapping[str, Any], Sequence[Move]], Move]] = {
    "podkidnoy": _durak,
    "passing": _durak,
    "british": _british,
    "armenian": _armenian,
}
