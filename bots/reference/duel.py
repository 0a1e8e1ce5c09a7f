"""
Throw-in Durak for two as plain numbers, played on by rule of thumb: for looking ahead in haste.

A deal is played out in a tenth of a millisecond. The pack is numbered for one trump suit, cheapest
first: three plain cards of each rank from the six up, then the trumps. So the lowest bit of a set
is its cheapest card. *a* and *d* are the hands of attacker and defender, *t* the table, *left* the
cards still in the stock. Both sides play by the usual rules; other options are not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.cards import BITS, RANK_OF, RANKS, SUIT_OF, cards_of
from games.durak.rules import HAND_SIZE, MOST_ATTACK_CARDS

_LOWEST = RANKS.index("6")
RANK_COUNT = len(RANKS) - _LOWEST
PLAIN_COUNT = 3 * RANK_COUNT
CARD_COUNT = PLAIN_COUNT + RANK_COUNT
ALL = (1 << CARD_COUNT) - 1
PLAIN = (1 << PLAIN_COUNT) - 1
TRUMPS = ALL ^ PLAIN
MOST_STOCK = CARD_COUNT - 2 * HAND_SIZE


def _rank(number: int) -> int:
    return number // 3 if number < PLAIN_COUNT else number - PLAIN_COUNT


def _beaters(number: int) -> int:
    if number >= PLAIN_COUNT:
        return ALL & ~((2 << number) - 1)
    suit = number % 3
    higher = sum(1 << rank * 3 + suit for rank in range(_rank(number) + 1, RANK_COUNT))
    return higher | TRUMPS


# By number: all cards of its rank, and the cards that beat it.
SAME_RANK = tuple(
    sum(1 << other for other in range(CARD_COUNT) if _rank(other) == _rank(number))
    for number in range(CARD_COUNT)
)
BEATERS = tuple(_beaters(number) for number in range(CARD_COUNT))

# While more cards than this are in the stock, the dearest trumps are saved: the best four, as long
# as no more than six cards would have to be taken for it, and trumps are not thrown in.
_PATIENCE = 5
_SAVED = 1 << CARD_COUNT - 4
_MOST_TAKEN = 6
_NONE_SAVED = 1 << CARD_COUNT
_SAVED_AT = tuple(_SAVED if left > _PATIENCE else _NONE_SAVED for left in range(MOST_STOCK + 1))
_THROWN_AT = tuple(PLAIN if left else ALL for left in range(MOST_STOCK + 1))
# A card whose rank lies on the table already may be this many places dearer (two ranks).
_DEARER = 6


class Numbering:
    """Which number each card has with this trump suit, and back."""

    def __init__(self, trump: int) -> None:
        plain = [suit for suit in range(4) if suit != trump]
        self._number = {
            one: PLAIN_COUNT + RANK_OF[one] - _LOWEST
            if SUIT_OF[one] == trump
            else 3 * (RANK_OF[one] - _LOWEST) + plain.index(SUIT_OF[one])
            for one in range(52)
            if RANK_OF[one] >= _LOWEST
        }
        self.cards = tuple(sorted(self._number, key=self._number.__getitem__))

    def numbered(self, cards: int) -> int:
        """A set of cards as a set of numbers."""
        number = self._number
        return sum([1 << number[one] for one in cards_of(cards)])

    def named(self, numbers: int) -> int:
        """A set of numbers as a set of cards."""
        return sum([BITS[self.cards[number]] for number in numbers_of(numbers)])


@cache
def numbering(trump: int) -> Numbering:
    """The one numbering with this trump suit."""
    return Numbering(trump)


def numbers_of(some: int) -> list[int]:
    """The numbers of a set, cheapest first."""
    found = []
    while some:
        one = some & -some
        some ^= one
        found.append(one.bit_length() - 1)
    return found


def bits_of(some: int) -> list[int]:
    """The single cards of a set, cheapest first."""
    return [1 << number for number in numbers_of(some)]


def ranks_of(some: int) -> int:
    """All cards of the ranks of a set."""
    found = 0
    for number in numbers_of(some):
        found |= SAME_RANK[number]
    return found


def cheapest_lead(a: int, room: int) -> int:
    """The cheapest card of a hand, with the plain ones of its rank as far as there is room."""
    one = a & -a
    if one & TRUMPS:
        return one
    cards = one
    others = (a ^ one) & SAME_RANK[one.bit_length() - 1] & PLAIN
    while others and room > 1:
        one = others & -others
        others ^= one
        cards |= one
        room -= 1
    return cards


def finish_bout(
    a: int, d: int, t: int, unbeaten: int, ranks: int, room: int, left: int, taking: bool = False
) -> tuple[int, int, bool]:
    """
    Play a bout to its end: both hands before they draw, and whether the defender has taken.

    The cheapest card that beats is laid, a rank on the table before another, and a dear trump is
    spared while there is much to draw. The attacker throws in whatever plain card fits.
    """
    thrown = _THROWN_AT[left]
    saved = _SAVED_AT[left]
    while not taking:
        while unbeaten:
            target = unbeaten.bit_length() - 1
            able = d & BEATERS[target]
            if not able:
                taking = True
                break
            one = able & -able
            known = able & ranks
            if known:
                other = known & -known
                if other < one << _DEARER and (one & TRUMPS or not other & TRUMPS):
                    one = other
            if one >= saved and t.bit_count() <= _MOST_TAKEN:
                taking = True
                break
            d ^= one
            t |= one
            ranks |= SAME_RANK[one.bit_length() - 1]
            unbeaten ^= 1 << target
        else:
            fitting = a & ranks & thrown
            if not fitting or not d or not room:
                return a, d, False
            unbeaten = fitting & -fitting
            a ^= unbeaten
            t |= unbeaten
            room -= 1
    fitting = a & ranks & thrown
    while fitting and room:
        one = fitting & -fitting
        fitting ^= one
        a ^= one
        t |= one
        room -= 1
    return a, d | t, True


def refilled(a: int, d: int, left: int, stock: Sequence[int]) -> tuple[int, int, int]:
    """
    Both hands and what is left of the stock once they have drawn, the attacker first.

    stock: the single cards; the last of them are those left.
    """
    first = len(stock) - left
    missing = HAND_SIZE - a.bit_count()
    while left and missing > 0:
        a |= stock[first]
        first, left, missing = first + 1, left - 1, missing - 1
    missing = HAND_SIZE - d.bit_count()
    while left and missing > 0:
        d |= stock[first]
        first, left, missing = first + 1, left - 1, missing - 1
    return a, d, left


def play_bout(a: int, d: int, left: int) -> tuple[int, int, bool]:
    """A whole bout, from the lead on: see `finish_bout`."""
    room = min(d.bit_count(), MOST_ATTACK_CARDS)
    led = cheapest_lead(a, room)
    ranks = SAME_RANK[led.bit_length() - 1]
    return finish_bout(a ^ led, d, led, led, ranks, room - led.bit_count(), left)
