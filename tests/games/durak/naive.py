"""Podkidnoy for two once more: slow, with texts and lists, written from the rules alone.

It only knows the default rules. A deal is a generator: it yields the seat to act and every move
that seat may play, is sent the chosen one, and returns how the deal ended.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import chain, combinations

ORDER = "6789TJQKA"
Turn = tuple[int, set[str]]


def beats(card: str, attack: str, trump: str) -> bool:
    if card[1] == attack[1]:
        return ORDER.index(card[0]) > ORDER.index(attack[0])
    return card[1] == trump


def move_text(verb: str, cards: tuple[str, ...]) -> str:
    in_order = sorted(cards, key=lambda card: (ORDER.index(card[0]), "SCDH".index(card[1])))
    return " ".join([verb, *in_order])


def sets(cards: list[str], most: int) -> list[tuple[str, ...]]:
    return list(chain(*(combinations(cards, size) for size in range(1, most + 1))))


def deal(deck: list[str], dealer: int) -> Generator[Turn, str, tuple[int | None, bool]]:
    """Play a deal; the value returned is the fool (None in a draw) and whether with epaulettes."""
    hands: list[list[str]] = [[], []]
    for number in range(12):
        hands[(dealer + 1 + number) % 2].append(deck[number])
    stock = [*deck[13:], deck[12]]
    trump = deck[12][1]
    leader = first_leader(hands, trump, dealer)
    seen: dict[object, int] = {}
    for _ in range(1000):
        if not stock:
            position = (leader, *(tuple(sorted(hand)) for hand in hands))
            seen[position] = seen.get(position, 0) + 1
            if seen[position] == 3:
                return None, False
        led, thrown, taken = yield from bout(hands, leader, trump)
        for seat in (leader, 1 - leader):
            while stock and len(hands[seat]) < 6:
                hands[seat].append(stock.pop(0))
        if not hands[0] and not hands[1]:
            return None, False
        if not hands[0] or not hands[1]:
            fool = 0 if hands[0] else 1
            sixes = [card for card in led if card[0] == "6"]
            straps = taken and fool != leader and not thrown and len(led) == len(sixes) == 2
            return fool, straps
        if not taken:
            leader = 1 - leader
    return None, False


def first_leader(hands: list[list[str]], trump: str, dealer: int) -> int:
    for rank in ORDER:
        for seat in (0, 1):
            if rank + trump in hands[seat]:
                return seat
    return 1 - dealer


def bout(
    hands: list[list[str]], leader: int, trump: str
) -> Generator[Turn, str, tuple[list[str], list[str], bool]]:
    """One bout; returns the cards led, those thrown in, and whether the defender took."""
    mine, his = hands[leader], hands[1 - leader]
    limit = min(6, len(his))
    choices = {
        move_text("attack", cards)
        for cards in sets(mine, min(4, limit))
        if len({card[0] for card in cards}) == 1
    }
    move = yield leader, choices
    led = move.split()[1:]
    thrown: list[str] = []
    answers: dict[str, str] = {}
    for card in led:
        mine.remove(card)
    taken = False
    while True:
        attack = led + thrown
        unbeaten = [card for card in attack if card not in answers]
        while unbeaten and not taken:
            choices = {f"beat {a} {c}" for a in unbeaten for c in his if beats(c, a, trump)}
            move = yield 1 - leader, choices | {"take"}
            if move == "take":
                taken = True
            else:
                _, target, card = move.split()
                his.remove(card)
                answers[target] = card
                unbeaten.remove(target)
        room = limit - len(attack)
        if room == 0 or not mine or (not taken and not his):
            break
        ranks = {card[0] for card in [*attack, *answers.values()]}
        fitting = [card for card in mine if card[0] in ranks]
        choices = {move_text("throw", cards) for cards in sets(fitting, room)}
        move = yield leader, choices | {"pass"}
        if move == "pass":
            break
        for card in move.split()[1:]:
            mine.remove(card)
            thrown.append(card)
    if taken:
        his += [*led, *thrown, *answers.values()]
    return led, thrown, taken
