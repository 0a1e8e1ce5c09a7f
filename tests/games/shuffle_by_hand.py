"""The shuffle written from docs/shuffle.md alone: `python shuffle_by_hand.py SECRET DEAL CARDS`."""

import hashlib
import sys
from collections.abc import Iterator


def words_of(secret: bytes, deal: int) -> Iterator[int]:
    """The words of a deal, without end."""
    block = 0
    while True:
        text = secret + deal.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hashlib.sha256(text).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def number_below(n: int, words: Iterator[int]) -> int:
    """The next number below *n*."""
    for word in words:
        if word < 2**32 // n * n:
            return word % n
    raise ValueError("the words have run out")


def deck_of(size: int, words: Iterator[int]) -> list[str]:
    """The shuffled pack of 24, 32, 36 or 52 cards, the first to be dealt first."""
    ranks = "23456789TJQKA"[-size // 4 :]
    deck = [rank + suit for suit in "SCDH" for rank in ranks]
    for i in range(size - 1, 0, -1):
        j = number_below(i + 1, words)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


if __name__ == "__main__":
    print(*deck_of(int(sys.argv[3]), words_of(bytes.fromhex(sys.argv[1]), int(sys.argv[2]))))
