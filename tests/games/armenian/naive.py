"""Armenian Durak once more: slow, with texts and lists, written from the rules alone."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

ORDER = "6789TJQKA"
Turn = tuple[int, set[str], dict[str, Any]]


def deal(
    deck: list[str], seats: int, dealer: int, options: dict[str, Any]
) -> Generator[Turn, str, list[int]]:
    """Play a deal: yields who acts, what he may lay, what lies where; returns the tricks."""
    rest = list(deck)
    clockwise = [(dealer + 1 + step) % seats for step in range(seats)]
    each = 12 // seats
    # A place of a row is a pile of two cards, the covered one first.
    places: list[list[list[str]]] = [[[] for _ in range(each)] for _ in range(seats)]
    for _ in range(2):
        for place in range(each):
            for seat in clockwise:
                places[seat][place].append(rest.pop(0))
    hands: list[list[str]] = [[] for _ in range(seats)]
    for _ in range(each):
        for seat in clockwise:
            hands[seat].append(rest.pop(0))
    faced = [[True] * each for _ in range(seats)]
    tricks = [0] * seats
    leader = clockwise[0]
    while any(hands) or any(pile for row in places for pile in row):
        laid: list[tuple[int, str]] = []
        for step in range(seats):
            seat = (leader + step) % seats
            row = {
                pile[-1]: place
                for place, pile in enumerate(places[seat])
                if pile and faced[seat][place]
            }
            may = [*hands[seat], *row]
            if laid:
                suit = laid[0][1][1]
                judged = hands[seat] if options["follow_scope"] == "hand_only" else may
                if any(card[1] == suit for card in judged):
                    may = [card for card in may if card[1] == suit]
            there = {
                "open": [
                    [pile[-1] if pile and up else None for pile, up in zip(*both, strict=True)]
                    for both in zip(places, faced, strict=True)
                ],
                "down": [
                    [pile[0] if len(pile) > up else None for pile, up in zip(*both, strict=True)]
                    for both in zip(places, faced, strict=True)
                ],
                "tricks": list(tricks),
            }
            said = yield seat, {f"play {card}" for card in may}, there
            card = said.split()[1]
            laid.append((seat, card))
            if card in hands[seat]:
                hands[seat].remove(card)
            else:
                place = row[card]
                places[seat][place].pop()
                faced[seat][place] = options["reveal"] == "immediate"
        faced = [[True] * each for _ in range(seats)]
        best = max((c for _, c in laid if c[1] == laid[0][1][1]), key=lambda c: ORDER.index(c[0]))
        leader = next(seat for seat, card in laid if card == best)
        tricks[leader] += 1
    return tricks
