"""
Thirty-two at tables of four: ten rounds, the most there can be, in which nobody meets twice.

Found for this project. The entries are sixteen couples, 2x and 2x + 1, who never meet. The
couples meet twice each, as in two planes of order four of which one is renamed by chance, and the
halves are chosen by linear equations modulo 2, so that two couples meet crosswise once and
straight once. Ten rounds were an open question until Aguado's schedule of 2004.
"""

# The first four tables of each round; the other four are those of the other halves.
_ROUNDS = """
    0 8 16 24, 2 10 18 26, 4 12 20 28, 6 14 22 30
    0 10 20 30, 2 9 23 28, 4 15 17 26, 6 13 19 24
    0 12 23 27, 2 14 21 25, 4 8 19 31, 6 10 16 28
    0 15 18 29, 2 13 16 31, 4 11 22 25, 6 8 20 26
    0 2 4 7, 8 11 12 14, 16 18 21 22, 24 27 29 31
    0 22 5 17, 30 29 2 19, 24 26 11 9, 6 15 21 12
    0 28 11 13, 30 23 21 8, 24 14 4 18, 6 27 2 17
    0 26 21 19, 30 15 11 16, 24 22 2 12, 6 29 4 9
    0 14 3 9, 30 27 4 13, 24 28 21 17, 6 23 11 18
    0 31 25 6, 22 28 27 15, 4 3 10 21, 16 19 9 12
"""


def thirty_two() -> list[list[tuple[int, ...]]]:
    """All ten rounds, each a list of eight tables of numbers from 0 to 31."""
    rounds = []
    for line in _ROUNDS.split("\n")[1:-1]:
        tables = [tuple(map(int, table.split())) for table in line.split(",")]
        rounds.append(tables + [tuple(number ^ 1 for number in table) for table in tables])
    return rounds
