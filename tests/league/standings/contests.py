"""Whole stages made up at random: pairs of a Swiss or a round robin, and tables."""

from itertools import combinations
from random import Random

from league.standings import Bye, Forfeit, Played, Seated, TableResult, places_of

_FORFEITS: tuple[Forfeit | None, ...] = (None,) * 12 + ("first", "second", "both")
_SCORES = ((1, 0), (0, 1), (1, 1))


def swiss(random: Random, entries: int, rounds: int) -> list[Played]:
    """Rounds paired anyhow, with byes of every kind, forfeits, late entries and leavers."""
    left: set[int] = set()
    played = []
    for number in range(1, rounds + 1):
        present = []
        for entry in range(1, entries + 1):
            if entry in left:
                continue
            chance = random.random()
            if chance < 0.04:
                left.add(entry)
            elif chance < 0.12:
                bye: Bye = random.choice(["full", "half", "zero"])
                played.append(Played(entry, None, round=number, bye=bye))
            else:
                present.append(entry)
        random.shuffle(present)
        if len(present) % 2:
            played.append(Played(present.pop(), None, round=number))
        pairs = zip(present[::2], present[1::2], strict=True)
        played += [
            Played(first, second, *random.choice(_SCORES), random.choice(_FORFEITS), number)
            for first, second in pairs
        ]
    return played


def round_robin(random: Random, entries: int) -> list[Played]:
    """Everybody against everybody, a match a round, some of it not yet played; then a bye each."""
    pairs = list(combinations(range(1, entries + 1), 2))
    byes = [Played(entry, None, round=len(pairs) + entry) for entry in range(1, entries + 1)]
    return byes + [
        Played(*pair, *random.choice(_SCORES), random.choice(_FORFEITS), number)
        for number, pair in enumerate(pairs, 1)
        if random.random() < 0.9
    ]


def tables(random: Random, entries: int, rounds: int) -> list[TableResult]:
    """Tables of three and four, the rest sitting out; a point lost for each time the fool."""
    played = []
    for number in range(1, rounds + 1):
        order = random.sample(range(1, entries + 1), entries)
        while order:
            size = random.choice([3, 4]) if len(order) > 2 else 1
            sitting, order = order[:size], order[size:]
            fools = [random.randrange(4) for _ in sitting]
            places = places_of([-times for times in fools])
            played.append(
                TableResult(
                    tuple(
                        Seated(
                            entry,
                            place,
                            points=len(sitting) - place,
                            score=-times,
                            fools=times,
                            epaulettes=random.randrange(1 + times),
                        )
                        for entry, place, times in zip(sitting, places, fools, strict=True)
                    ),
                    number,
                )
            )
    return played
