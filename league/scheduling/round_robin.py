"""Round robin: everybody meets everybody once a cycle, in the order of Berger's tables."""

from league.scheduling.values import Pairing


def berger(entries: int, cycles: int = 1) -> list[list[Pairing]]:
    """
    The rounds of a round robin after Berger's tables (FIDE C.05, annex 1).

    A cycle has ``entries - 1`` rounds, or ``entries`` when that number is odd: then
    every round ends with one bye, and every entry has exactly one bye a cycle. The
    first cycle is the printed table; the second, fourth ... repeat it with the order
    of every pair exchanged.

    Args:
        entries: How many take part, at least 2. They are numbered from 1.
        cycles: How often everybody meets everybody, at least 1.

    Raises:
        ValueError: If there are fewer than 2 entries or less than 1 cycle.
    """
    if entries < 2:
        raise ValueError(f"a round robin needs at least 2 entries, not {entries}")
    if cycles < 1:
        raise ValueError(f"a round robin has at least 1 cycle, not {cycles}")
    forwards = [_round(entries, number) for number in range(_rounds(entries))]
    backwards = [[pairing.reversed() for pairing in pairings] for pairings in forwards]
    return [
        list(pairings)
        for cycle in range(cycles)
        for pairings in (backwards if cycle % 2 else forwards)
    ]


def _rounds(entries: int) -> int:
    return entries if entries % 2 else entries - 1


def _round(entries: int, number: int) -> list[Pairing]:
    """
    One round of the printed table; *number* counts from 0.

    All but the last number stand in a circle of ``circle`` places. Each round starts
    half a circle further on; whoever stands there meets the last number, and the
    others meet the one at the same distance on the other side of him.
    """
    circle = _rounds(entries)
    last = circle + 1
    half = last // 2
    start = number * half % circle
    opposite = [
        Pairing((start + step) % circle + 1, (start - step) % circle + 1) for step in range(1, half)
    ]
    if last > entries:
        # The last number is nobody. The bye stands at the end: tables count from 1.
        return [*opposite, Pairing(start + 1, None)]
    leader = Pairing(start + 1, last)
    return [leader.reversed() if number % 2 else leader, *opposite]
