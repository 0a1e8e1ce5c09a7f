"""The shuffle to the byte: worked out again here with nothing but hashlib."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from games.cards import NAMES
from games.decks import LOWEST_RANK, sorted_deck
from games.errors import OptionError, SetupError
from games.shuffle import Stream, commitment
from tests.games.helpers import SECRET

SUITS, RANKS = "SCDH", "6789TJQKA"


def words(secret: bytes, deal: int, count: int) -> list[int]:
    """The first *count* 4-byte values of the stream, written from the description."""
    text = b""
    block = 0
    while len(text) < 4 * count:
        text += hashlib.sha256(secret + deal.to_bytes(8, "big") + block.to_bytes(8, "big")).digest()
        block += 1
    return [int.from_bytes(text[4 * i : 4 * i + 4], "big") for i in range(count)]


def by_hand(secret: bytes, deal: int) -> tuple[list[str], list[int]]:
    """The 36-card deck of a deal and the values left over, from the description alone."""
    values = words(secret, deal, 100)
    deck = [rank + suit for suit in SUITS for rank in RANKS]
    for i in range(35, 0, -1):
        while values[0] >= 2**32 // (i + 1) * (i + 1):
            values.pop(0)
        j = values.pop(0) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck, values


@pytest.mark.parametrize("deal", [0, 1, 2, 999, 2**40])
@pytest.mark.parametrize("secret", [SECRET, bytes(32), b"\xff" * 32])
def test_decks_follow_from_the_description(secret: bytes, deal: int) -> None:
    deck, rest = by_hand(secret, deal)
    stream = Stream(secret, deal)
    assert [NAMES[card] for card in stream.shuffled(sorted_deck(36))] == deck
    assert stream.below(2) == rest[0] % 2
    assert stream.below(6) == rest[1] % 6


def test_the_worked_example_of_the_documentation() -> None:
    deck = Stream(SECRET, 0).shuffled(sorted_deck(36))
    assert [NAMES[card] for card in deck] == " ".join(DECK_LINES).split()
    assert commitment(SECRET) == COMMITMENT
    page = (Path(__file__).parents[2] / "docs" / "shuffle.md").read_text(encoding="utf-8")
    first_block = [f"{word:08x}" for word in words(SECRET, 0, 8)]
    for told in (COMMITMENT, " ".join(first_block), *DECK_LINES):
        assert told in page


# Worked out once with sha256sum and a calculator, as shown in docs/shuffle.md.
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
DECK_LINES = (
    "8D QS 8S 8H QH KC KS AD TH 7D 6H 7S 9D 7C 6S JS 9S 9C",
    "6D JC JH KH 7H AC AH AS 6C QD TD TC JD 9H KD 8C TS QC",
)


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    for secret in (SECRET, bytes(32)):
        assert commitment(secret) == hashlib.sha256(secret).hexdigest()


def test_values_that_would_favour_some_are_dropped() -> None:
    """Of 2**32 words, those from the largest multiple of n on are passed over."""
    n = 3_000_000_000
    kept = [value for value in words(SECRET, 7, 64) if value < n]
    assert len(kept) < 60, "the example must drop some"
    stream = Stream(SECRET, 7)
    assert [stream.below(n) for _ in kept] == kept


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_number_below_nothing_or_too_much_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Stream(SECRET, 0).below(n)


@pytest.mark.parametrize("secret", [b"", b"short", bytes(31), bytes(33)])
def test_a_secret_that_could_be_guessed_is_refused(secret: bytes) -> None:
    with pytest.raises(SetupError):
        Stream(secret, 0)
    with pytest.raises(SetupError):
        commitment(secret)


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    """10,000 shuffles of four cards: each of the 24 orders within five standard deviations."""
    stream = Stream(SECRET, 1)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(10_000):
        order = tuple(stream.shuffled([0, 1, 2, 3]))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert all(abs(count - 10_000 / 24) < 5 * (10_000 / 24) ** 0.5 for count in counts.values())


@pytest.mark.parametrize("size", list(LOWEST_RANK))
def test_sorted_packs_have_suits_in_order_and_ranks_ascending(size: int) -> None:
    names = [NAMES[card] for card in sorted_deck(size)]
    ranks = "23456789TJQKA"[-size // 4 :]
    assert names == [rank + suit for suit in SUITS for rank in ranks]


def test_there_is_no_pack_of_another_size() -> None:
    with pytest.raises(OptionError, match="40"):
        sorted_deck(40)
