"""FIDE's own tool reckons random Swiss stages alike: byes, forfeits, leavers and all."""

from random import Random
from typing import Any

import pytest
from gacrux import tiebreak, trf2json

from league.standings import MatchPoints, Played, Standing, find_tie_break, table
from tests.league.standings import contests

HALVES = MatchPoints(win=1, draw=0.5, bye=1)

# Ours and the tool's names; it gives averages to two places.
CODES = {
    "buchholz": "BH", "buchholz_cut1": "BH/C1", "buchholz_cut2": "BH/C2",
    "median_buchholz": "BH/M1", "median_buchholz_2": "BH/M2", "average_of_buchholz": "AOB",
    "sonneborn_berger": "SB", "progressive": "PS", "progressive_cut1": "PS/C1",
    "wins": "WIN", "wins_played": "WON",
}  # fmt: skip
_BYES = {"allocated": "U", "full": "F", "half": "H", "zero": "Z"}
_RESULTS = {"won": "1", "drawn": "=", "lost": "0"}
_FORFEITS = {"won": "+", "lost": "-"}


@pytest.mark.parametrize("seed", range(12))
def test_the_tool_of_fide_agrees(seed: int) -> None:
    random = Random(seed)
    entries, rounds = random.randint(6, 24), random.randint(5, 9)
    played = contests.swiss(random, entries, rounds)

    def ranked_by(*keys: str) -> list[Standing]:
        return table(
            range(1, entries + 1),
            played,
            HALVES,
            [find_tie_break(key) for key in keys],
            system="swiss",
            scheduled=rounds,
            rounds_over=rounds,
        )

    standings = ranked_by(*CODES)
    report = as_report(standings, played, rounds)
    for place, code in enumerate(CODES.values()):
        theirs = {line["cid"]: float(line["tiebreakScore"][0] or 0) for line in asked(report, code)}
        ours = {line.entry: line.tie_breaks[place].value for line in standings}
        assert ours == pytest.approx(theirs, abs=0.006), code
    assert {line.entry: line.rank for line in ranked_by("direct")} == {
        line["cid"]: line["rank"] for line in asked(report, "PTS", "DE")
    }


def as_report(standings: list[Standing], played: list[Played], rounds: int) -> str:
    """The stage as a tournament report file (FIDE C.04, annex 2)."""
    cells = {(line.entry, number): "0000 - Z" for line in standings for number in range(rounds + 1)}
    for match in played:
        if match.second is None:
            cells[match.first, match.round] = f"0000 - {_BYES[match.bye]}"
            continue
        results = _RESULTS if match.forfeit is None else _FORFEITS
        cells[match.first, match.round] = f"{match.second:4d} w {results[match.first_verdict]}"
        cells[match.second, match.round] = f"{match.first:4d} b {results[match.second_verdict]}"
    head = ["012 Swiss", "042 2026/03/01", f"062 {len(standings)}", f"XXR {rounds}"]
    lines = [
        f"001 {line.entry:4d} m    {'Entry':<33} 2000 NOR           0 1990/01/01 "
        f"{line.points:4.1f} {place:4d}"
        + "".join(f"  {cells[line.entry, number]}" for number in range(1, rounds + 1))
        for place, line in enumerate(standings, 1)
    ]
    return "\n".join([*head, *lines, ""])


def asked(report: str, *codes: str) -> list[dict[str, Any]]:
    """What the tool says of each entry."""
    file = trf2json.trf2json()
    file.parse_file(report, True)
    tournament = file.get_tournament(1)
    how = {
        "tiebreak": list(codes), "check": False, "unrated": None, "pre_determined": False,
        "swiss": True,
    }  # fmt: skip
    told = tiebreak.tiebreak(tournament, -1, how).compute_tiebreaks(tournament, how)
    lines: list[dict[str, Any]] = told["competitors"]
    return lines
