"""Drunkard once more, trick by trick on lists of texts, with nothing taken from the library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

RANKS = "23456789TJQKA"


def dealt(deck: list[str], seats: int, dealer: int, remainder: str) -> tuple[Any, list[str]]:
    """The packs, top card first, and what is left over."""
    stacks: list[list[str]] = [[] for _ in range(seats)]
    seat = dealer
    rest = list(deck)
    while rest and (remainder == "deal_out" or len(rest) >= seats or seat != dealer):
        seat = (seat + 1) % seats
        stacks[seat].insert(0, rest.pop(0))
    return stacks, rest


def trick(
    stacks: list[list[str]],
    leader: int,
    pot: list[str],
    options: dict[str, Any],
    shuffle: Callable[[list[str]], list[str]],
) -> tuple[int, list[tuple[int, str]], int]:
    """Play one trick in place: the winner, everything laid, and the number of disputes."""
    seats = len(stacks)
    laid: list[tuple[int, str]] = []
    fighting: list[tuple[int, str]] = []
    for step in range(seats):
        seat = (leader + step) % seats
        if stacks[seat]:
            laid.append((seat, stacks[seat].pop(0)))
            fighting.append(laid[-1])
    winner, disputes = fight(fighting, stacks, laid, options)
    cards = [card for _, card in laid]
    if options["collect_order"] == "winner_first":
        cards = [c for s, c in laid if s == winner] + [c for s, c in laid if s != winner]
    if options["collect_order"] == "shuffled":
        cards = shuffle(cards)
    stacks[winner] += cards + pot
    return winner, laid, disputes


def fight(
    fighting: list[tuple[int, str]],
    stacks: list[list[str]],
    laid: list[tuple[int, str]],
    options: dict[str, Any],
) -> tuple[int, int]:
    """Who wins among cards listed in the order in which they came, and after how many disputes."""
    strengths = [RANKS.index(card[0]) for _, card in fighting]
    lowest = "6" if options["deck_size"] == 36 else "2"
    if options["low_beats_ace"] and max(strengths) == 12:
        strengths = [99 if card[0] == lowest else RANKS.index(card[0]) for _, card in fighting]
    tied = [one for one, power in zip(fighting, strengths, strict=True) if power == max(strengths)]
    stands = options["tie_rule"] == "first_card_stands"
    if len(tied) == 1 or (stands and tied[0][1][0] == "A"):
        return tied[0][0], 0
    still = tied[:1] if stands else []
    kept = []
    for seat, card in tied[len(still) :]:
        if not stacks[seat]:
            if options["dispute_shortage"] == "last_card_counts":
                kept.append((seat, card))
            continue
        down = {"one_down_one_up": 1, "three_down_one_up": 3}.get(options["tie_rule"], 0)
        laid += [(seat, stacks[seat].pop(0)) for _ in range(min(down, len(stacks[seat]) - 1))]
        laid.append((seat, stacks[seat].pop(0)))
        still.append(laid[-1])
    again = sorted(still + kept, key=laid.index)
    if not again:
        return tied[0][0], 1
    winner, more = fight_again(again, kept, stacks, laid, options)
    return winner, more + 1


def fight_again(
    again: list[tuple[int, str]],
    kept: list[tuple[int, str]],
    stacks: list[list[str]],
    laid: list[tuple[int, str]],
    options: dict[str, Any],
) -> tuple[int, int]:
    """A dispute goes on: a card that was kept for want of another ends a further tie at once."""
    best = max(RANKS.index(card[0]) for _, card in again)
    lowest = "6" if options["deck_size"] == 36 else "2"
    rank = RANKS[best]
    if options["low_beats_ace"] and rank == "A" and any(card[0] == lowest for _, card in again):
        rank = lowest
    top = [one for one in again if one[1][0] == rank]
    if len(top) > 1 and any(one in kept for one in top):
        return top[0][0], 0
    return fight(again, stacks, laid, options)
