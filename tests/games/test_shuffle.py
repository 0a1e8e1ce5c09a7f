"""The shuffle to the byte, worked out again with nothing but hashlib; and how even it is."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import chain, count, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import chdtrc, chdtri

from games.cards import NAMES
from games.decks import LOWEST_RANK, shuffled, sorted_deck
from games.errors import OptionError, SetupError
from games.shuffle import Stream, commitment
from tests.games import shuffle_by_hand
from tests.games.helpers import SECRET
from tests.games.shuffle_by_hand import deck_of, number_below, words_of

PAGE = (Path(__file__).parents[2] / "docs" / "shuffle.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("deal", [0, 1, 2, 999, 2**40, 2**64 - 1])
@pytest.mark.parametrize("secret", [SECRET, bytes(32), b"\xff" * 32])
@pytest.mark.parametrize("size", list(LOWEST_RANK))
def test_decks_follow_from_the_description(secret: bytes, deal: int, size: int) -> None:
    words = words_of(secret, deal)
    stream = Stream(secret, deal)
    assert [NAMES[card] for card in stream.shuffled(sorted_deck(size))] == deck_of(size, words)
    for n in (2, 6, 1, 36, 2**31 + 1, 2**32):
        assert stream.below(n) == number_below(n, words)


def test_the_worked_example_of_the_documentation() -> None:
    deck = Stream(SECRET, 0).shuffled(sorted_deck(36))
    assert [NAMES[card] for card in deck] == " ".join(DECK_LINES).split()
    assert commitment(SECRET) == COMMITMENT
    first_block = [f"{word:08x}" for word in islice(words_of(SECRET, 0), 8)]
    for told in (COMMITMENT, " ".join(first_block), *DECK_LINES):
        assert told in PAGE


# Worked out once with sha256sum and a calculator, as shown in docs/shuffle.md.
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
DECK_LINES = (
    "8D QS 8S 8H QH KC KS AD TH 7D 6H 7S 9D 7C 6S JS 9S 9C",
    "6D JC JH KH 7H AC AH AS 6C QD TD TC JD 9H KD 8C TS QC",
)


def vectors() -> tuple[bytes, str, list[tuple[int, list[str], int]]]:
    """The secret, its commitment, and deal, deck and dealer of each vector of the page."""
    text = PAGE.split("## Test vectors")[1].split("\n## ")[0]
    (secret,) = re.findall(r"^    secret +([0-9a-f]{64})$", text, re.MULTILINE)
    (told,) = re.findall(r"^    commitment +([0-9a-f]{64})$", text, re.MULTILINE)
    found = re.findall(
        r"^    deal +(\d+)\n    deck((?: +(?:[2-9TJQKA][SCDH] ?)+\n)+)    dealer +(\d)$",
        text,
        re.MULTILINE,
    )
    return bytes.fromhex(secret), told, [(int(k), d.split(), int(seat)) for k, d, seat in found]


def test_the_page_has_vectors_for_two_packs_and_two_deals() -> None:
    secret, _, found = vectors()
    assert secret == bytes(32)
    assert [(deal, len(deck)) for deal, deck, _ in found] == [(0, 36), (1, 36), (0, 52), (1, 52)]
    for _, deck, _ in found:
        assert sorted(deck) == sorted(NAMES[card] for card in sorted_deck(len(deck)))


def test_the_library_comes_to_the_vectors_of_the_page() -> None:
    secret, told, found = vectors()
    assert commitment(secret) == told
    for deal, deck, dealer in found:
        stream = Stream(secret, deal)
        assert [NAMES[card] for card in stream.shuffled(sorted_deck(len(deck)))] == deck
        assert stream.below(2) == dealer


def test_a_program_from_the_page_alone_comes_to_its_vectors() -> None:
    secret, told, found = vectors()
    assert hashlib.sha256(secret).hexdigest() == told
    for deal, deck, dealer in found:
        words = words_of(secret, deal)
        assert deck_of(len(deck), words) == deck
        assert number_below(2, words) == dealer


def test_that_program_needs_nothing_of_this_project(tmp_path: Path) -> None:
    secret, _, found = vectors()
    deal, deck, _ = found[1]
    done = subprocess.run(
        [sys.executable, "-I", "-S", shuffle_by_hand.__file__, secret.hex(), str(deal), "36"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == deck


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    for secret in (SECRET, bytes(32)):
        assert commitment(secret) == hashlib.sha256(secret).hexdigest()


# Words that would favour some numbers


class Told(Stream):
    """A stream whose words are told to it."""

    def __init__(self, words: Iterator[int]) -> None:
        super().__init__(bytes(32), 0)
        self.words = words

    def _word(self) -> int:
        return next(self.words)


@pytest.mark.parametrize("n", [3, 5, 7, 33, 35, 36, 51, 52, 2**31 + 1, 2**32 - 1])
def test_words_from_the_largest_multiple_on_are_dropped(n: int) -> None:
    over = 2**32 // n * n
    words = [over, 2**32 - 1, over, over - 1, 0, (over + 2**32) // 2, n - 1]
    assert any(word >= over for word in words[:3])
    stream = Told(iter(words))
    assert [stream.below(n) for _ in range(3)] == [n - 1, 0, n - 1]
    by_hand = iter(words)
    assert [number_below(n, by_hand) for _ in range(3)] == [n - 1, 0, n - 1]


@pytest.mark.parametrize("n", [1, 2, 4, 32, 2**31, 2**32])
def test_no_word_is_dropped_where_all_numbers_have_as_many(n: int) -> None:
    words = [2**32 - 1, 0, 2**32 - n, 2**31]
    stream = Told(iter(words))
    assert [stream.below(n) for _ in words] == [word % n for word in words]


@pytest.mark.parametrize("size", [36, 52])
def test_a_deck_is_the_same_with_unfair_words_between(size: int) -> None:
    """The words over the limit of each position are put before the fair one: they must not tell."""
    fair = list(islice(words_of(SECRET, 5), size - 1))
    limits = [2**32 // n * n for n in range(size, 1, -1)]
    unfair = [[limit, 2**32 - 1] if limit < 2**32 else [] for limit in limits]
    mixed = list(chain(*([*drop, word] for drop, word in zip(unfair, fair, strict=True))))
    assert len(mixed) > 2 * len(fair)
    told = Told(iter(mixed)).shuffled(sorted_deck(size))
    assert told == Told(iter(fair)).shuffled(sorted_deck(size))
    assert told == Stream(SECRET, 5).shuffled(sorted_deck(size))
    assert deck_of(size, iter(mixed)) == [NAMES[card] for card in told]


def test_real_words_are_dropped_too() -> None:
    """Of 2**32 words, those from the largest multiple of n on are passed over."""
    n = 3_000_000_000
    kept = [value for value in islice(words_of(SECRET, 7), 64) if value < n]
    assert len(kept) < 60, "the example must drop some"
    stream = Stream(SECRET, 7)
    assert [stream.below(n) for _ in kept] == kept


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_number_below_nothing_or_too_much_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Stream(SECRET, 0).below(n)


@pytest.mark.parametrize("secret", [b"", b"short", bytes(31), bytes(33), "0" * 32, 32, None])
def test_a_secret_that_could_be_guessed_is_refused(secret: Any) -> None:
    with pytest.raises(SetupError):
        Stream(secret, 0)
    with pytest.raises(SetupError):
        commitment(secret)


@pytest.mark.parametrize("deal", [-1, 2**64, 2**70, 1.0, "0", None])
def test_the_number_of_a_deal_has_eight_bytes(deal: Any) -> None:
    with pytest.raises(SetupError):
        Stream(SECRET, deal)


def test_a_copy_of_a_stream_goes_on_from_the_same_place() -> None:
    stream = Stream(SECRET, 3)
    for _ in range(5):
        twin = stream.copy()
        assert [twin.below(1000) for _ in range(20)] == [stream.below(1000) for _ in range(20)]
        stream.below(2)


# How even it is


def test_each_order_of_four_cards_comes_about_equally_often() -> None:
    """10,000 shuffles of four cards: each of the 24 orders within five standard deviations."""
    stream = Stream(SECRET, 1)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(10_000):
        order = tuple(stream.shuffled([0, 1, 2, 3]))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert all(abs(found - 10_000 / 24) < 5 * (10_000 / 24) ** 0.5 for found in counts.values())


def decks(size: int, number: int) -> Any:
    """The decks of the deals 0, 1, 2 ... of one secret: a card's index in each place, by row."""
    pack = sorted_deck(size)
    of_card = {card: index for index, card in enumerate(pack)}
    found = np.array([Stream(bytes(32), deal).shuffled(pack) for deal in range(number)])
    return np.vectorize(of_card.__getitem__, otypes=[np.int64])(found)


def by_place(found: Any) -> tuple[float, int]:
    """
    The χ² of card by place, and its degrees of freedom.

    Each deck adds a permutation matrix, whose covariance is that of (n-1)**2 free cells over n-1:
    hence the factor beside the usual sum.
    """
    number, size = found.shape
    cells = np.stack([np.bincount(column, minlength=size) for column in found.T])
    expected = number / size
    usual = float(((cells - expected) ** 2 / expected).sum())
    return usual * (size - 1) / size, (size - 1) ** 2


def by_pair(found: Any, place: int) -> tuple[float, int]:
    """The χ² of the ordered pair of cards in a place and the next, and its degrees of freedom."""
    number, size = found.shape
    pairs = np.bincount(found[:, place] * size + found[:, place + 1], minlength=size * size)
    assert pairs.reshape(size, size).trace() == 0
    expected = number / (size * (size - 1))
    different = pairs[~np.eye(size, dtype=bool).ravel()]
    return float(((different - expected) ** 2 / expected).sum()), size * (size - 1) - 1


def fits(statistic: float, freedom: int) -> bool:
    """Whether χ² is neither too great nor too small to happen once in 10,000 times."""
    return bool(chdtri(freedom, 0.99995) < statistic < chdtri(freedom, 0.00005))


@pytest.mark.parametrize(
    "number", [10_000, pytest.param(100_000, marks=pytest.mark.slow)], ids="{:,} decks".format
)
@pytest.mark.parametrize("size", [36, 52])
def test_every_card_and_pair_comes_to_every_place_equally_often(size: int, number: int) -> None:
    found = decks(size, number)
    measured = {"card by place": by_place(found)}
    for place in (0, size // 2 - 1, size - 2):
        measured[f"pair in places {place} and {place + 1}"] = by_pair(found, place)
    for what, (statistic, freedom) in measured.items():
        rarity = chdtrc(freedom, statistic)
        print(f"{size} cards, {number:,} decks, {what}: {statistic:.1f} / {freedom} / {rarity:.3f}")
    assert {what: one for what, one in measured.items() if not fits(*one)} == {}


@pytest.mark.parametrize(
    "bound",
    [lambda last: last, lambda last: 36, lambda last: last + 1 if last > 1 else 1],
    ids=["below i", "below n", "never to the first place"],
)
def test_the_measure_finds_a_shuffle_that_is_not_even(bound: Callable[[int], int]) -> None:
    """The usual mistakes, over 3,000 decks only."""
    found = []
    for deal in range(3_000):
        stream = Stream(bytes(32), deal)
        deck = list(range(36))
        for last in range(35, 0, -1):
            other = stream.below(bound(last))
            deck[last], deck[other] = deck[other], deck[last]
        found.append(deck)
    decks = np.array(found)
    measured = [by_place(decks), by_pair(decks, 0)]
    assert not all(fits(*one) for one in measured)


def test_the_measure_finds_decks_that_are_too_even() -> None:
    """Cut one after the other, no card comes to any place more often: that is no chance."""
    cut = np.array([[(first + place) % 36 for place in range(36)] for first in range(36)] * 50)
    assert by_place(cut)[0] == 0
    assert not fits(*by_place(cut))


@pytest.mark.parametrize("size", list(LOWEST_RANK))
def test_sorted_packs_have_suits_in_order_and_ranks_ascending(size: int) -> None:
    names = [NAMES[card] for card in sorted_deck(size)]
    ranks = "23456789TJQKA"[-size // 4 :]
    assert names == [rank + suit for suit in SUITS for rank in ranks]


SUITS = "SCDH"


def test_there_is_no_pack_of_another_size() -> None:
    with pytest.raises(OptionError, match="40"):
        sorted_deck(40)


def test_a_shuffle_moves_every_card_that_chance_wants_moved() -> None:
    """With chance that always takes the first place the pack turns by one."""
    assert shuffled([0, 1, 2, 3], lambda n: 0) == [1, 2, 3, 0]
    assert shuffled([0, 1, 2, 3], lambda n: n - 1) == [0, 1, 2, 3]
    numbers = count()
    assert shuffled([], lambda n: next(numbers)) == []
    assert shuffled([7], lambda n: next(numbers)) == [7]
    assert next(numbers) == 0
