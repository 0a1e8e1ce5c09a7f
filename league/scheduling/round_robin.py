"""Round robin: everybody meets everybody once a cycle, in the order of Berger's tables."""

from league.scheduling.values import Pairing


def berger(entries: int, cycles: int = 1) -> list[list[Pairing]]:
    """
    The rounds of a round robin after Berger's tables (FIDE C.05, annex 1).

    A cycle has ``entries - 1`` rounds, or ``entries`` when that number is odd: then
    every round ends with one bye, and every entry has exactly one bye a cycle. One
    cycle is the printed table; the second, fourth ... have the order of every pair
    exchanged. Who is first alternates as nearly as the tables allow: over one cycle
    everybody is first as often as second, or once more or less where he has an odd number
    of matches, and never three times running. So that it stays so from one cycle to the
    next, the last two rounds of a cycle that is not the last are exchanged where the number
    of entries is even (the annex advises it for two cycles).

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
    backwards = (
        [[pairing.reversed() for pairing in pairings] for pairings in forwards]
        if cycles > 1
        else []
    )
    return [
        list(pairings)
        for cycle in range(cycles)
        for pairings in _in_order(
            backwards if cycle % 2 else forwards,
            exchanged=cycles > 1 and _is_exchanged(entries, cycle, is_last=cycle + 1 == cycles),
        )
    ]


def _is_exchanged(entries: int, cycle: int, *, is_last: bool) -> bool:
    """
    Whether the last two rounds of a cycle (from 0) change places.

    With four entries they are most of the cycle, and exchanged twice running they would undo
    the good of it: every other cycle has it there, the last or not.
    """
    if entries == 4:
        return cycle % 2 == 0
    return entries % 2 == 0 and entries > 4 and not is_last


def _in_order(rounds: list[list[Pairing]], *, exchanged: bool) -> list[list[Pairing]]:
    return [*rounds[:-2], rounds[-1], rounds[-2]] if exchanged else rounds


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
