"""Let several bots play each other, all against all, and show who took what from whom."""

import argparse
import json
import re
import time
from itertools import combinations
from pathlib import Path
from typing import Any

from bots.commands import home
from bots.commands.given import (
    FAILED,
    OK,
    Unusable,
    add_match,
    contestants,
    game_of,
    positive,
    secret_of,
)
from bots.commands.progress import Bar
from bots.commands.recording import Recorder, free_file
from bots.commands.showing import counted, faults_told, say, shown_share
from bots.measure.meeting import Meeting, Terms
from bots.measure.statistics import Share, share_of
from bots.reports import DealReport, MatchSpec


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Enter the command."""
    command = commands.add_parser("tournament", help=__doc__)
    command.add_argument("bots", nargs="+", metavar="BOT", help="files, folders, bots of the house")
    add_match(command)
    command.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write the matches down, each in a file of its own: FILE's name and a number",
    )
    command.set_defaults(act=act)


def act(options: argparse.Namespace) -> int:
    """Play all the matches; 1 if a bot failed."""
    positive(options, "deals", "jobs")
    if len(options.bots) < 2:
        raise Unusable("a tournament needs two bots or more")
    terms = Terms(game_of(options), options.deals, options.mirrored, secret_of(options))
    bots = contestants(options.bots)
    table = Table([one.label for one in bots])
    for first, second in combinations(range(len(bots)), 2):
        table.meetings[first, second] = Meeting(bots[first], bots[second], terms)
    begun = time.monotonic()
    _play(table, options)
    if options.json:
        print(json.dumps(table.to_json(terms)))
    else:
        table.show()
        matches = counted(len(table.meetings), "match", "matches")
        deals = f"{counted(table.deals, 'deal')} of {terms.game.NAMES['en']}"
        seconds = time.monotonic() - begun
        say(f"{matches}, {deals}, {seconds:.1f} s; the same cards again: --secret {terms.secret}")
    return FAILED if any(table.faults(number) for number in range(len(bots))) else OK


def _play(table: "Table", options: argparse.Namespace) -> None:
    meetings = list(table.meetings.values())
    specs = [meeting.spec(number) for number, meeting in enumerate(meetings)]
    recorders = _recorders(options.record, specs, meetings)
    total = sum(meeting.terms.total for meeting in meetings)
    played = 0
    with Bar("tournament", total) as bar:
        for number, report in home.matches(specs, options.jobs):
            meeting = meetings[number]
            meeting.take(number, report)
            if isinstance(report, DealReport):
                played += 1
                bar.show(played, f"{meeting.first.label} - {meeting.second.label}")
                if recorders:
                    recorders[number].take(report)


def _recorders(
    path: Path | None, specs: list[MatchSpec], meetings: list[Meeting]
) -> list[Recorder]:
    """For each match one that writes to its own file."""
    if path is None:
        return []
    recorders = []
    for number, (spec, meeting) in enumerate(zip(specs, meetings, strict=True), start=1):
        names = f"{meeting.first.label}-{meeting.second.label}"
        plain = re.sub(r"[^\w.-]+", "_", names)
        file = free_file(path.with_name(f"{path.stem}-{number}-{plain}{path.suffix or '.jsonl'}"))
        assert file is not None, "a path was given"
        recorders.append(Recorder(file, spec, meeting, alone=True))
    return recorders


class Table:
    """The crosstable: what each took from each, and from all together."""

    def __init__(self, labels: list[str]) -> None:
        self.labels = labels
        self.meetings: dict[tuple[int, int], Meeting] = {}

    @property
    def deals(self) -> int:
        """Deals played so far, in all matches."""
        return sum(len(meeting.deals) for meeting in self.meetings.values())

    def cell(self, own: int, other: int) -> tuple[int, int]:
        """The match score of *own* and *other*."""
        if own < other:
            return self.meetings[own, other].scores
        score = self.meetings[other, own].scores
        return score[1], score[0]

    def total(self, number: int) -> tuple[int, int]:
        """What one took and gave away in all its matches."""
        scores = [self.cell(number, other) for other in range(len(self.labels)) if other != number]
        return sum(own for own, _ in scores), sum(theirs for _, theirs in scores)

    def share(self, number: int) -> Share | None:
        """What one took from all others together."""
        units: list[float] = []
        for (first, second), meeting in self.meetings.items():
            if number == first:
                units += meeting.units
            elif number == second:
                units += [1 - unit for unit in meeting.units]
        return share_of(units) if units else None

    def faults(self, number: int) -> list[dict[str, Any]]:
        """Everything one did wrong."""
        return [
            fault
            for pair, meeting in self.meetings.items()
            if number in pair
            for fault in meeting.faults(pair.index(number))
        ]

    def ranking(self) -> list[int]:
        """The best first: by share, and in a tie by the fewest faults."""

        def worth(number: int) -> tuple[float, int]:
            share = self.share(number)
            return (share.value if share else 0.0), -len(self.faults(number))

        return sorted(range(len(self.labels)), key=worth, reverse=True)

    def show(self) -> None:
        """Print the table, the best first, and what went wrong."""
        order = self.ranking()
        ranks = [str(rank) for rank in range(1, len(order) + 1)]
        rows = [["", "bot", *ranks, "total", "share", "faults"]]
        for rank, own in enumerate(order, start=1):
            cells = ["·" if own == other else _score(self.cell(own, other)) for other in order]
            share, faults = shown_share(self.share(own)), str(len(self.faults(own)))
            total = _score(self.total(own))
            rows.append([str(rank), self.labels[own], *cells, total, share, faults])
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        for row in rows:
            name = row[1].ljust(widths[1])
            rest = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
            say("  ".join([row[0].rjust(widths[0]), name, *rest]))
        for meeting in self.meetings.values():
            for line in faults_told(meeting):
                say(line)

    def to_json(self, terms: Terms) -> dict[str, Any]:
        rows = []
        for rank, number in enumerate(self.ranking(), start=1):
            share = self.share(number)
            rows.append(
                {
                    "rank": rank,
                    "bot": self.labels[number],
                    "total": list(self.total(number)),
                    "share": None if share is None else share.to_json(),
                    "faults": len(self.faults(number)),
                }
            )
        matches = [meeting.to_json() for meeting in self.meetings.values()]
        return {"table": rows, "matches": matches, "secret": terms.secret}


def _score(score: tuple[int, int]) -> str:
    return f"{score[0]}:{score[1]}"
