"""Deals as choices: each time somebody is left behind, he is chosen from those still playing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ChoiceSets:
    """
    Groups of equal size out of which one was left behind.

    members: shape (size, groups), competitor indices, ascending within a group, no group
    twice; a group is a column because sums over short rows are slow. weights: shape
    (groups,), how many choices fell in each, in deals.
    """

    members: Integers
    weights: Floats


@dataclass(frozen=True)
class Choices:
    """
    All that the fit needs to know about the deals.

    left_behind: shape (competitors,), how often each was the one left behind.
    sets: the groups this happened in, one entry for each size from 2 upwards.
    """

    left_behind: Floats
    sets: tuple[ChoiceSets, ...]


@dataclass(frozen=True)
class SeatedDeals:
    """
    Deals with the same number of seats.

    competitors, places: shape (deals, seats). counts: shape (deals,).
    """

    competitors: Integers
    places: Integers
    counts: Integers


def choices(deals: Sequence[SeatedDeals], competitors: int) -> Choices:
    """
    Turn places into choices, from the last place upwards (Plackett-Luce, read from the foot).

    The last one was chosen among all, the last but one among the others, and so on. With
    two seats this is Bradley-Terry, and where all but the loser share the first place it
    is the choice of one loser. Shared places:

    * the first place shared by some: who of them was better is not known and not used;
    * any other place, or the last one shared by all, is a draw between those who share
      it: every order of theirs counts with the same part of a deal. For two that is half
      a win and half a loss each.
    """
    left_behind = np.zeros(competitors)
    found: dict[int, list[tuple[Integers, Floats]]] = {}
    for seated in deals:
        for ranked in _by_ties(seated):
            for members, weights in _chosen(ranked):
                np.add.at(left_behind, members, weights[:, np.newaxis])
            for members, weights in _groups(ranked):
                found.setdefault(members.shape[1], []).append((members, weights))
    return Choices(left_behind, tuple(_joined(found[size]) for size in sorted(found)))


@dataclass(frozen=True)
class _Ranked:
    """
    Deals in which the same places were shared.

    members: shape (deals, seats), best first. weights: shape (deals,). levels: for each
    place the columns that share it, as (from, to), best first.
    """

    members: Integers
    weights: Floats
    levels: tuple[tuple[int, int], ...]

    @property
    def seats(self) -> int:
        return int(self.members.shape[1])


def _by_ties(deals: SeatedDeals) -> Iterator[_Ranked]:
    """
    Sort deals by who shared places, competitors from best to worst, equal deals once.

    The order in which the deals were given is lost here, so that all later sums come
    out the same to the last bit.
    """
    order = np.lexsort((deals.competitors, deals.places), axis=1)
    ranked = np.take_along_axis(deals.competitors, order, axis=1)
    places = np.take_along_axis(deals.places, order, axis=1)
    tied = (np.diff(places, axis=1) == 0).astype(np.int64)
    rows, weights = _unique_rows(np.hstack((tied, ranked)), deals.counts.astype(np.float64))
    links = tied.shape[1]
    starts = _starts(rows[:, :links])
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        levels = _levels([bool(link) for link in rows[start, :links]])
        yield _Ranked(rows[start:end, links:], weights[start:end], levels)


def _levels(tied: Sequence[bool]) -> tuple[tuple[int, int], ...]:
    """The columns of each place; *tied* tells whether a column shares with the one before."""
    starts = [0, *(column for column, link in enumerate(tied, 1) if not link)]
    return tuple(zip(starts, [*starts[1:], len(tied) + 1], strict=True))


def _told(ranked: _Ranked) -> list[tuple[int, int]]:
    """The levels out of which somebody was left behind."""
    return [level for level in ranked.levels if level[0] > 0 or level[1] == ranked.seats]


def _chosen(ranked: _Ranked) -> Iterator[tuple[Integers, Floats]]:
    """Who was left behind, and how often; the best of a draw of all was not."""
    for start, end in _told(ranked):
        share = 1.0 if start else 1 - 1 / end
        yield ranked.members[:, start:end], share * ranked.weights


def _groups(ranked: _Ranked) -> Iterator[tuple[Integers, Floats]]:
    """Out of whom: the better ones and, of those who share the place, every part as likely."""
    for start, end in _told(ranked):
        for size in range(1, end - start + 1):
            share = 1 / comb(end - start, size)
            for sharing in combinations(range(start, end), size):
                columns = [*range(start), *sharing]
                if len(columns) > 1:
                    members = np.sort(ranked.members[:, columns], axis=1)
                    yield members, share * ranked.weights


def _joined(parts: Sequence[tuple[Integers, Floats]]) -> ChoiceSets:
    rows, weights = zip(*parts, strict=True)
    members, total = _unique_rows(np.vstack(rows), np.concatenate(weights))
    return ChoiceSets(np.ascontiguousarray(members.T), total)


def _unique_rows(rows: Integers, weights: Floats) -> tuple[Integers, Floats]:
    """Sort *rows*, keep equal ones once and add up their weights."""
    order = np.lexsort(rows.T[::-1])
    rows, weights = rows[order], weights[order]
    starts = _starts(rows)
    return rows[starts], np.add.reduceat(weights, starts)


def _starts(rows: Integers) -> Integers:
    """Where in sorted *rows* a new one begins."""
    return np.flatnonzero(np.r_[True, (rows[1:] != rows[:-1]).any(axis=1)])
