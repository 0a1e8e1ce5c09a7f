"""
Kept designs: one base round, from which every other round follows by counting on.

The entries stand in circles of ``turn`` places, with a few that stay where they are; each round
moves every circle on by one place. The base rounds were found for this project by
backtracking, with no difference twice in a round; the tests develop them and count.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CyclicDesign:
    """
    A base round of tables for *circles* circles of *turn* places each.

    Place x of circle i is the number ``i * turn + x``; higher numbers stay where they are.
    *across* adds rounds with one table for each x: place ``x + offset`` of every circle.
    """

    turn: int
    circles: int
    base: tuple[tuple[int, ...], ...]
    across: tuple[tuple[int, ...], ...] = ()

    def rounds(self) -> list[list[tuple[int, ...]]]:
        """All rounds, each a list of tables of numbers from 0."""
        turned = [
            [tuple(self._moved(number, step) for number in table) for table in self.base]
            for step in range(self.turn)
        ]
        crossing = [
            [
                tuple(
                    circle * self.turn + (place + offset) % self.turn
                    for circle, offset in enumerate(offsets)
                )
                for place in range(self.turn)
            ]
            for offsets in self.across
        ]
        return turned + crossing

    def _moved(self, number: int, step: int) -> int:
        circle, place = divmod(number, self.turn)
        if circle >= self.circles:
            return number
        return circle * self.turn + (place + step) % self.turn


def _tables(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, table.split())) for table in text.split(","))


# By entries and seats at a table.
CYCLIC_DESIGNS: dict[tuple[int, int], CyclicDesign] = {
    (15, 3): CyclicDesign(
        7,
        2,
        _tables("14 2 11, 13 6 9, 10 4 12, 0 1 5, 3 8 7"),
    ),
    (21, 3): CyclicDesign(
        7,
        3,
        _tables("2 20 7, 17 15 14, 8 13 12, 11 16 1, 18 10 6, 9 19 3, 0 4 5"),
        across=((0, 0, 0), (0, 1, 3), (0, 2, 6)),
    ),
    (24, 3): CyclicDesign(
        11,
        2,
        _tables("22 2 12, 23 20 4, 19 10 5, 13 18 6, 9 15 17, 21 11 14, 0 7 8, 16 1 3"),
    ),
    (30, 3): CyclicDesign(
        14,
        2,
        _tables(
            "28 19 7, 29 9 16, 6 2 26, 27 15 24, 17 25 12,"
            " 10 8 13, 20 5 21, 1 23 0, 22 4 18, 11 3 14"
        ),
    ),
    (24, 4): CyclicDesign(
        7,
        3,
        _tables("21 19 2 11, 22 14 1 12, 23 13 17 5, 20 7 8 10, 9 3 6 4, 0 18 15 16"),
    ),
    (28, 4): CyclicDesign(
        9,
        3,
        _tables("27 5 13 23, 3 9 22 24, 2 6 8 19, 4 11 18 15, 14 25 0 1, 26 12 21 20, 10 7 17 16"),
    ),
}
