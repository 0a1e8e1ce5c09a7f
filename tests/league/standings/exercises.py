"""
The tournaments of FIDE's exercises in tie-breaking, and the answers.

Source: FIDE Technical Commission, "Exercises in Tie-Breaking" (C.07-2023, March 2024): results
and values, keyed in again. Answers that the rules of March 2026 changed are given as these have
them; FIDE has not printed those, its own tool and the library agree on them.
"""

from league.standings import Bye, Forfeit, Played

ROUND_ROBIN = [
    Played(1, 5, 1, 1, round=1),
    Played(2, 6, 1, 0, round=1),
    Played(3, 4, 1, 0, round=1),
    Played(1, 2, 1, 0, round=2),
    Played(6, 3, 0, 1, round=2),
    Played(5, 4, 1, 0, round=2),
    Played(3, 1, 0, 1, round=3),
    Played(2, 5, 1, 0, round=3),
    Played(4, 6, 1, 1, round=3),
    Played(1, 4, 0, 1, round=4),
    Played(2, 3, 1, 1, round=4),
    Played(5, 6, forfeit="first", round=4),
    Played(6, 1, 0, 1, round=5),
    Played(4, 2, 0, 1, round=5),
    Played(3, 5, 1, 0, round=5),
]

# By starting number, opponent and result of each round: 1 = 0 as played, + and - by forfeit,
# U a bye for want of an opponent, H and Z byes asked for, worth a half and nothing.
_FIVE_ROUNDS = """
9:1 13:= 2:= 15:1 4:=
10:1 7:1 1:= 16:1 3:=
11:= 6:1 8:1 4:= 2:=
12:1 H 13:1 3:= 1:=
13:0 15:0 11:1 7:= 10:1
14:0 3:0 U 10:1 8:1
15:1 2:0 16:0 5:= 11:0
16:= 14:1 3:0 13:1 6:0
1:0 10:0 H 11:- U
2:0 9:1 15:0 6:0 5:0
3:= 16:0 5:0 9:+ 7:1
4:0 U 14:+ Z Z
5:1 1:= 4:0 8:0 14:0
6:1 8:0 12:- Z 13:1
7:0 5:1 10:1 1:0 16:0
8:= 11:1 7:1 2:0 15:1
"""

_NINE_ROUNDS = """
9:1 13:= 2:= 15:1 4:= 6:= 3:= 16:= 8:1
10:1 7:1 1:= 16:1 3:1 4:= 6:0 15:= 5:=
11:= 6:1 8:1 4:= 2:0 16:1 1:= 14:1 10:1
12:1 H 13:1 3:= 1:= 2:= 16:= 6:= 15:1
13:0 15:0 11:1 7:= 10:1 14:0 9:1 8:0 2:=
14:0 3:0 U 10:1 8:1 1:= 2:1 4:= 16:1
15:1 2:0 16:0 5:= 11:0 10:0 13:1 9:1 14:1
16:= 14:1 3:0 13:1 6:0 11:= 15:= 5:1 1:0
1:0 10:0 H 11:- U 13:1 5:0 7:0 12:=
2:0 9:1 15:0 6:0 5:0 7:1 12:1 11:1 3:0
3:= 16:0 5:0 9:+ 7:1 8:= 14:0 10:0 13:=
4:0 U 14:+ Z Z 15:0 10:0 13:= 9:=
5:1 1:= 4:0 8:0 14:0 9:0 7:0 12:= 11:=
6:1 8:0 12:- Z 13:1 5:1 11:1 3:0 7:0
7:0 5:1 10:1 1:0 16:0 12:1 8:= 2:= 4:0
8:= 11:1 7:1 2:0 15:1 3:0 4:= 1:= 6:0
"""

_SCORES: dict[str, tuple[int, int, Forfeit | None]] = {
    "1": (1, 0, None), "=": (1, 1, None), "0": (0, 1, None),
    "+": (0, 0, "second"), "-": (0, 0, "first"),
}  # fmt: skip
_BYES: dict[str, Bye] = {"U": "allocated", "H": "half", "Z": "zero"}


def _read(crosstable: str) -> list[Played]:
    played = []
    for entry, line in enumerate(crosstable.split("\n")[1:-1], 1):
        for number, cell in enumerate(line.split(), 1):
            if cell in _BYES:
                played.append(Played(entry, None, round=number, bye=_BYES[cell]))
                continue
            opponent, result = cell.split(":")
            if entry < int(opponent):
                won, lost, forfeit = _SCORES[result]
                played.append(Played(entry, int(opponent), won, lost, forfeit, number))
    return played


SWISS_5 = _read(_FIVE_ROUNDS)
SWISS_9 = _read(_NINE_ROUNDS)

POINTS = [3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 2, 1.5, 2, 2, 3.5]

# Exercises 1 to 9, 12, 27, 28, 32 and 33, by starting number. From cut 2 on, and for the
# changed rules beside the named ones, the values are the library's alone and are not here.
SWISS_5_ANSWERS: dict[str, list[float]] = {
    "buchholz": [
        12.5, 13, 15.5, 14, 8.5, 11.5, 14.5, 13.5, 9, 13, 12.5, 11.5, 14, 11, 12, 12.5,
    ],
    "average_of_buchholz": [
        12.4, 13.6, 12.9, 13.375, 13.2, 13.25, 11.7, 12.9, 12.75, 10.8, 12.75, 14, 11.9, 13,
        12.2, 13.1,
    ],
    "sonneborn_berger": [
        8, 9.5, 10.5, 9.25, 4.25, 6, 3.25, 5.25, 2.25, 1.5, 4.75, 4, 4.25, 4.5, 3.5, 7.25,
    ],
    "wins": [2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3],
    "wins_played": [2, 3, 2, 2, 2, 2, 1, 2, 0, 1, 1, 0, 1, 2, 2, 3],
    "progressive": [11, 13, 11, 11.5, 5, 6, 6, 8.5, 2.5, 4, 5.5, 7, 7, 6, 7, 10.5],
    "progressive_cut1": [10, 12, 10.5, 10.5, 5, 6, 5, 8, 2.5, 4, 5, 7, 6, 5, 7, 10],
}  # fmt: skip

# Exercises 5 to 8: those of the entries that are printed.
BUCHHOLZ_CUT1 = {5: 7.5, 7: 12.5, 8: 12, 9: 7.5, 11: 11, 12: 9.5, 13: 12, 14: 9, 15: 11}

# Exercise 25: the ranks by points and then direct encounter.
SWISS_9_RANKS = [3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6]
