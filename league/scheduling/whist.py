"""
Whist schedules: four at a table, two against two, and a new partner every round.

In a whole schedule of v entries everybody has everybody else once as a partner and twice as an
opponent. All rounds follow from one by counting on; see Anderson, Combinatorial Designs and
Tournaments. The schedule of nine counts on in pairs of thirds instead.
"""

from league.scheduling.table_rounds import Seating, TableRound

# The tables of round one as "partners|partners". With v = 4n one entry stays in its place (x) and
# the others count modulo v - 1; with v = 4n + 1 they count modulo v, and 0 sits the round out.
_FIRST_ROUNDS = {
    4: "x,2|0,1",
    5: "1,4|2,3",
    8: "x,1|5,6 0,3|2,4",
    12: "x,2|10,3 0,8|6,1 4,5|9,7",
    13: "1,5|8,10 2,3|4,11 6,9|12,7",
    16: "x,13|7,6 0,11|4,10 1,9|14,12 2,5|8,3",
    17: "1,8|12,3 2,7|4,15 5,6|13,16 9,11|14,10",
    20: "x,12|4,14 0,15|10,18 1,3|13,7 2,9|16,17 5,8|11,6",
    24: "x,6|4,22 0,11|8,15 1,10|5,7 2,17|16,12 3,20|13,14 9,19|18,21",
}
_NINE = "1,2|3,6 4,8|5,7"

WHIST_ENTRIES = (*_FIRST_ROUNDS, 9)
"""For how many entries a whole schedule is kept."""


def whist(entries: int) -> list[TableRound]:
    """
    The whole schedule: an odd number of rounds, in which an odd field sits out one by one.

    Partners sit opposite each other, in seats 0 and 2 or in 1 and 3.

    Raises:
        ValueError: If no schedule is kept for so many; use rotating partners by search.
    """
    if entries not in WHIST_ENTRIES:
        raise ValueError(
            f"no whist schedule of {entries} is kept, only of {sorted(WHIST_ENTRIES)}; "
            "have partners rotated by plan_tables"
        )
    turn = entries - 1 if entries % 4 == 0 else entries
    return [_round(entries, number) for number in range(turn)]


def _round(entries: int, number: int) -> TableRound:
    tables = []
    for text in (_FIRST_ROUNDS.get(entries) or _NINE).split():
        one, other = (pair.split(",") for pair in text.split("|"))
        seats = (one[0], other[0], one[1], other[1])
        tables.append(Seating(tuple(_moved(seat, number, entries) for seat in seats)))
    out = (_moved("0", number, entries),) if entries % 4 else ()
    return TableRound(tuple(tables), out)


def _moved(place: str, number: int, entries: int) -> int:
    """The starting rank that comes to *place* of round one, *number* rounds later."""
    if place == "x":
        return entries
    if entries == 9:
        thirds, ones = divmod(int(place), 3)
        return (thirds + number // 3) % 3 * 3 + (ones + number) % 3 + 1
    return (int(place) + number) % (entries - 1 if entries % 4 == 0 else entries) + 1
