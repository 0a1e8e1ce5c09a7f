"""Dutch Swiss beside `gacrux`, the tool of FIDE's technical commission: the same pairings."""

from random import Random

import pytest
from gacrux.crosstabledutch import crosstable_dutch
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json

from league.scheduling.swiss import PastMatch, SwissField, UnpairableRound, next_round
from league.scheduling.values import Pairing
from tests.league.scheduling.swiss_events import Event

PARAMETERS = {"experimental": [], "verbose": 0, "top_color": "w", "rank": False}


class FixedNumbers(crosstable_dutch):
    """Starting ranks as they are: gacrux counts anew without those who never were there yet."""

    def assign_tpn(self, competitors: list[dict[str, int]], size: int) -> None:
        for competitor in competitors:
            competitor["tpn"] = competitor["cid"]


class Gacrux(pairing_dutch):
    def get_crosstable(self, *arguments: object) -> FixedNumbers:
        return FixedNumbers(*arguments)


def result(match: PastMatch, first: bool) -> str:
    points = match.first_points if first else match.second_points
    if match.played:
        return {1.0: "1", 0.5: "=", 0.0: "0"}[points]
    return "+" if points else "-"


def report(field: SwissField) -> list[str]:
    """The event so far as a tournament report file (TRF)."""
    cells: dict[tuple[int, int], str] = {}
    points = dict.fromkeys(field.entries, 0.0)
    for match in field.matches:
        cells[match.first, match.round] = f"{match.second:4} w {result(match, True)}"
        cells[match.second, match.round] = f"{match.first:4} b {result(match, False)}"
        points[match.first] += match.first_points
        points[match.second] += match.second_points
    for bye in field.byes:
        asked = {1.0: "F", 0.5: "H", 0.0: "Z"}[bye.points]
        cells[bye.entry, bye.round] = f"0000 - {'U' if bye.allocated else asked}"
        points[bye.entry] += bye.points
    lines = ["012 event", f"142 {field.rounds}", "152 W" if field.top_deals else "152 B"]
    if field.absent:
        lines.append("XXZ " + " ".join(map(str, sorted(field.absent))))
    lines += [f"260 001 {field.rounds:3} {one:4} {other:4}" for one, other in field.forbidden]
    for entry in field.entries:
        head = f"001 {entry:4}      entry {entry}".ljust(80) + f"{points[entry]:4.1f} {entry:4}"
        rounds = ["  " + cells.get((entry, number), "0000 - Z") for number in range(1, field.round)]
        lines.append(head + "".join(rounds))
    return lines


def by_gacrux(field: SwissField) -> list[Pairing]:
    read = trf2json()
    read.parse_file("\n".join(report(field)), 0)
    assert read.get_status() == 0, read.chessjson["status"]
    tournament = read.get_tournament(1)
    tournament["currentRound"] = field.round - 1
    brackets = Gacrux(tournament, field.round, PARAMETERS).compute_pairing(False)
    return [
        Pairing(pair["w"], pair["b"] or None) for bracket in brackets for pair in bracket["pairs"]
    ]


def sides(pairings: list[Pairing]) -> set[tuple[int, int | None]]:
    return {(pairing.first, pairing.second) for pairing in pairings}


def compare(number: int) -> int:
    """Play one event; the number of rounds that were compared."""
    random = Random(number)
    entries = random.randint(6, 22)
    drawn = [random.sample(range(1, entries + 1), 2) for _ in range(random.choice([0, 0, 3]))]
    forbidden = tuple((one, other) for one, other in drawn)
    event = Event(entries, random.randint(4, 7), random, forbidden=forbidden)
    rounds = 0
    try:
        for field, pairings in event.play(next_round):
            assert sides(pairings) == sides(by_gacrux(field)), (number, field.round)
            rounds += 1
    except UnpairableRound:
        with pytest.raises(GacruxNoLegalPairing):
            by_gacrux(event.before)
    return rounds


@pytest.mark.parametrize("number", range(6))
def test_a_few_events_agree(number: int) -> None:
    assert compare(number) > 2


@pytest.mark.slow
def test_three_hundred_events_agree() -> None:
    rounds = sum(compare(number) for number in range(100, 400))
    assert rounds > 1500
