"""The places of a deal: who stands before whom, who is last, and what places there can be."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def placed_by(amounts: Sequence[int]) -> list[int]:
    """Places from 1 for amounts of which the least is best; equal amounts share a place."""
    return [1 + sum(other < amount for other in amounts) for amount in amounts]


def last_of(places: Sequence[int]) -> list[int]:
    """The seats in the last place; none if all share one."""
    worst = max(places)
    return [seat for seat, place in enumerate(places) if place == worst != min(places)]


def are_places(numbers: Sequence[int]) -> bool:
    """Whether each number is 1 and the number of seats before it, as places are."""
    return list(numbers) == placed_by(numbers)
