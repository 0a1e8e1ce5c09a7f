"""Let two bots play each other, and say who is better and how sure that is."""

import argparse
import contextlib
import json
import time
from pathlib import Path

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
from bots.commands.showing import counted, faults_told, shown_share
from bots.measure.meeting import DEALS_A_MATCH, Contestant, Meeting, Terms
from bots.reference import PROGRAMS
from bots.reports import DealReport


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Enter the command."""
    command = commands.add_parser("play", help=__doc__)
    names = ", ".join(PROGRAMS)
    command.add_argument(
        "first",
        metavar="A",
        help=f"a file, a folder, or a bot of the house: {names} (reference:NAME in full)",
    )
    command.add_argument("second", metavar="B", help="the other")
    add_match(command)
    command.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help=f"write it down; over {DEALS_A_MATCH} deals are several matches in the file",
    )
    command.set_defaults(act=act)


def act(options: argparse.Namespace) -> int:
    """Play; 1 if a bot failed."""
    positive(options, "deals", "jobs")
    if options.record is not None and options.jobs > 1:
        raise Unusable("a record is written deal after deal: leave out --jobs, or --record")
    terms = Terms(game_of(options), options.deals, options.mirrored, secret_of(options))
    first, second = contestants([options.first, options.second])
    meeting = Meeting(first, second, terms)
    record = free_file(options.record)
    begun = time.monotonic()
    _play(meeting, options.jobs, record)
    if options.json:
        print(json.dumps(meeting.to_json()))
    else:
        _show(meeting, time.monotonic() - begun)
    return FAILED if meeting.faults(0) or meeting.faults(1) else OK


def _play(meeting: Meeting, jobs: int, record: Path | None) -> None:
    specs = meeting.parts()
    names = _named(meeting.first, meeting.second)
    recorders = []
    if record is not None:
        recorders = [Recorder(record, spec, meeting, alone=len(specs) == 1) for spec in specs]
    played = 0
    with (
        Bar(names, meeting.terms.total) as bar,
        contextlib.closing(home.matches(specs, jobs)) as reports,
    ):
        for number, report in reports:
            meeting.take(number, report)
            if isinstance(report, DealReport):
                played += 1
                bar.show(played, lambda: f"share {shown_share(meeting.share)}")
                if recorders:
                    recorders[number].take(report)
            elif report.faults:
                return  # There is no verdict any more.


def _named(first: Contestant, second: Contestant) -> str:
    return f"{first.label} - {second.label}"


def _show(meeting: Meeting, seconds: float) -> None:
    terms = meeting.terms
    own, theirs = meeting.scores
    game = terms.game.NAMES["en"]
    deals = counted(len(meeting.deals), "deal")
    draws = f", {meeting.draws} drawn" if meeting.draws else ""
    print(
        f"{meeting.first.label} {own} : {theirs} {meeting.second.label}   "
        f"({deals} of {game}{draws}, {seconds:.1f} s)"
    )
    share = meeting.share
    if share is not None:
        paired = (
            f", {counted(share.units, 'deck')} played from every seat" if terms.mirrored else ""
        )
        print(f"share of {meeting.first.label}: {shown_share(share)} (95 %{paired})")
    if meeting.margin is not None:
        gained, reach = meeting.margin.value, meeting.margin.half_width
        print(f"points of {meeting.first.label} a deal: {gained:+.2f} ± {reach:.2f} (95 %)")
    print(meeting.verdict())
    for line in faults_told(meeting):
        print(line)
    for who, one in enumerate((meeting.first, meeting.second)):
        if meeting.peak_mb(who):
            print(
                f"{one.label}: slowest move {meeting.slowest_ms(who)} ms CPU, "
                f"{meeting.peak_mb(who)} MB"
            )
    print(f"the same cards again: --secret {terms.secret}")
