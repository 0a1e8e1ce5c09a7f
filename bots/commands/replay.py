"""Ask a bot again in a match that is over: what it would play now where it played then."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bots.commands.asking import Decision, asked, scores_before
from bots.commands.given import FAILED, OK, Unusable, contestants
from bots.commands.showing import counted, moves_of, say, view_text
from games import record_files
from games.record_files import Stored
from games.records import Record, game_of


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Enter the command."""
    command = commands.add_parser("replay", help=__doc__)
    command.add_argument(
        "record",
        type=Path,
        help="JSON Lines: of --record, or from the site a match or all matches of a bot",
    )
    command.add_argument("--with", dest="bot", required=True, metavar="BOT", help="who is asked")
    command.add_argument("--match", metavar="ID", help="which match, if the file has several")
    command.add_argument("--deal", type=int, default=1, metavar="N", help="which deal, from 1 (1)")
    command.add_argument("--leg", type=int, default=1, metavar="L", help="which leg, from 1 (1)")
    command.add_argument(
        "--move", type=int, metavar="M", help="one decision, by its number from 1; all of a seat"
    )
    command.add_argument(
        "--seat",
        type=int,
        metavar="S",
        help="whose decisions, from 0; without, those of the seat "
        "named like BOT (a record from the site names none)",
    )
    command.add_argument(
        "--from-start",
        action="store_true",
        help="ask it all deals of the leg before this one as well: for a bot that remembers them "
        "or draws by lot",
    )
    command.add_argument("--json", action="store_true", help="write the result as JSON")
    command.set_defaults(act=act)


def act(options: argparse.Namespace) -> int:
    """Ask; 1 if the bot failed."""
    stored = _match(options.record, options.match)
    deals = stored.records
    record = _chosen(deals, options.leg - 1, options.deal - 1)
    (bot,) = contestants([options.bot])
    seat = _seat(record, options, bot.label, _names(record, stored.told))
    course = [(record, scores_before(deals, record))]
    if options.from_start:
        before = [deal for deal in deals if deal.leg == record.leg and deal.deal < record.deal]
        course = [(deal, scores_before(deals, deal)) for deal in before] + course
    with asked(course, seat, bot.program) as (player, decisions):
        found = list(_until(decisions, options.move))
        log = player.log
    # A log comes late: what the bot wrote last is there once it has ended.
    log = player.log or log
    if options.move is not None:
        found = [decision for decision in found if decision.move == options.move]
        if not found:
            raise Unusable(_no_decision(record, options.move, seat))
    if options.json:
        told = {"seat": seat, "decisions": [one.to_json() for one in found], "log": log}
        print(json.dumps(told))
    else:
        _show(record, seat, found, one=options.move is not None, log=log)
    return FAILED if any(decision.problem for decision in found) else OK


def _match(path: Path, name: str | None) -> Stored:
    """
    The match called *name*, or the only one in the file.

    Raises:
        Unusable: If the file cannot be read, or it is not clear which match is meant.
        RecordError: If there is no record in it, or one cannot be read.
    """
    try:
        found = record_files.read(path)
    except OSError as error:
        raise Unusable(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Unusable(f"{path} is no text in UTF-8") from error
    meant = [match for match in found if name in (None, match.name)]
    if len(meant) == 1:
        return meant[0]
    names = ", ".join(match.name for match in found)
    if not meant:
        raise Unusable(f"there is no match {name} in {path}; there is: {names}")
    raise Unusable(f"{path} has {len(meant)} matches; choose one by --match: {names}")


def _chosen(deals: Sequence[Record], leg: int, number: int) -> Record:
    for record in deals:
        if (record.leg, record.deal) == (leg, number):
            return record
    legs = sorted({record.leg + 1 for record in deals})
    numbers = sorted(record.deal + 1 for record in deals if record.leg == leg) or [0]
    raise Unusable(
        f"there is no deal {number + 1} of leg {leg + 1}: the record has "
        f"leg{'s' if len(legs) > 1 else ''} {legs[0]} to {legs[-1]}, deals {numbers[0]} to "
        f"{numbers[-1]}"
    )


def _names(record: Record, told: Mapping[str, Any]) -> list[str]:
    """Who sat where in the deal, by the record or by what the site tells of the match; or []."""
    if record.sitting:
        return list(record.sitting)
    try:
        entries = {seat["number"]: str(seat["bot"] or seat["player"]) for seat in told["seats"]}
        return [entries[entry] for entry in record.seated]
    except (KeyError, TypeError):
        return []


def _seat(record: Record, options: argparse.Namespace, label: str, names: Sequence[str]) -> int:
    if options.move is not None:
        if not 1 <= options.move <= len(record.moves):
            raise Unusable(f"there is no move {options.move}; the deal has {len(record.moves)}")
        seat = record.moves[options.move - 1].seat
        if options.seat not in (None, seat):
            raise Unusable(f"move {options.move} is of seat {seat}, not of seat {options.seat}")
        return int(seat)
    if options.seat is None:
        if record.sitting.count(label) == 1:
            return record.sitting.index(label)
        seats = ", ".join(
            f"{seat} ({names[seat]})" if names else str(seat) for seat in range(record.seats)
        )
        raise Unusable(f"the record does not say which seat is {label}'s; give --seat: {seats}")
    if not 0 <= options.seat < record.seats:
        raise Unusable(f"there is no seat {options.seat}; seats are 0 to {record.seats - 1}")
    return int(options.seat)


def _no_decision(record: Record, move: int, seat: int) -> str:
    played = record.moves[move - 1]
    why = "it was the only legal move" if played.mark == "forced" else "nobody was asked"
    return f"move {move}, {played.move} of seat {seat}, was no decision: {why}"


def _until(decisions: Iterator[Decision], move: int | None) -> Iterator[Decision]:
    for decision in decisions:
        yield decision
        if decision.problem or (move is not None and decision.move >= move):
            return


def _show(record: Record, seat: int, found: list[Decision], *, one: bool, log: str) -> None:
    if one:
        decision = found[0]
        say(f"seat {seat} of deal {record.deal + 1}, move {decision.move}:")
        say(view_text(game_of(record), decision.view))
        say(f"it may play: {', '.join(moves_of(decision.menu, decision.view))}")
        say(f"then: {decision.then}")
        say(f"now:  {decision.now or '–'}   ({_took(decision)})")
        if decision.note:
            say(f"its note: {decision.note}")
    else:
        different = [decision for decision in found if decision.differs]
        say(
            f"seat {seat} of deal {record.deal + 1}: {counted(len(found), 'decision')}, "
            f"{len(different)} of them different now"
        )
        for decision in different:
            say(f"  move {decision.move}: then {decision.then}, now {decision.now or '–'}")
        if found:
            slowest = max(found, key=lambda decision: decision.wall_ms)
            say(f"slowest: move {slowest.move}, {_took(slowest)}")
    for decision in found:
        if decision.problem:
            say(f"it failed at move {decision.move}: {decision.problem}")
    if log:
        say("its log:\n" + log.rstrip())


def _took(decision: Decision) -> str:
    return f"{decision.cpu_ms} ms CPU, {decision.wall_ms} ms in all"
