"""The one shuffle of this library, which anyone can check afterwards: see docs/shuffle.md.

A match has one secret of 32 bytes. Its commitment is shown before the first card, the secret
after the last. Every deck, lot and later chance of a deal follows from the secret and the number
of the deal, byte by byte.
"""

from __future__ import annotations

import hashlib

from games.decks import shuffled
from games.errors import SetupError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SECRET_BYTES = 32
_WORDS = 1 << 32
_DEALS = 1 << 64


def commitment(secret: bytes) -> str:
    """The SHA-256 of the secret as 64 hexadecimal digits: published before the first card."""
    return hashlib.sha256(checked(secret)).hexdigest()


def checked(secret: bytes) -> bytes:
    """
    The secret itself.

    Raises:
        SetupError: If it is not 32 bytes long, for a short one could be guessed.
    """
    if not isinstance(secret, bytes | bytearray | memoryview):
        raise SetupError(f"a shuffle secret is bytes, not {type(secret).__name__}")
    if len(secret) != SECRET_BYTES:
        raise SetupError(f"a shuffle secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return bytes(secret)


class Stream:
    """
    All the chance of one deal, in the order in which the deal needs it.

    Raises:
        SetupError: If the secret is not 32 bytes long, or the number of the deal does not fit
            into 8 bytes.
    """

    __slots__ = ("_block", "_bytes", "_prefix", "_used")

    def __init__(self, secret: bytes, deal: int) -> None:
        if not (isinstance(deal, int) and 0 <= deal < _DEALS):
            raise SetupError("the number of a deal is a whole number from 0 to 2**64 - 1")
        self._prefix = checked(secret) + deal.to_bytes(8, "big")
        self._block = 0
        self._bytes = b""
        self._used = 0

    def below(self, n: int) -> int:
        """
        A number from 0 to *n* - 1, each equally likely.

        Raises:
            ValueError: If *n* is not a number from 1 to 2**32.
        """
        if not 0 < n <= _WORDS:
            raise ValueError(f"cannot draw below {n}")
        fair = _WORDS - _WORDS % n
        while True:
            value = self._word()
            if value < fair:
                return value % n

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """A copy of *cards* in the next random order of this stream."""
        return shuffled(cards, self.below)

    def copy(self) -> Stream:
        """The same chance to come, drawn apart from this."""
        twin = Stream.__new__(Stream)
        twin._prefix = self._prefix
        twin._block = self._block
        twin._bytes = self._bytes
        twin._used = self._used
        return twin

    def _word(self) -> int:
        if self._used == len(self._bytes):
            self._bytes = hashlib.sha256(self._prefix + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._used = 0
        self._used += 4
        return int.from_bytes(self._bytes[self._used - 4 : self._used], "big")
