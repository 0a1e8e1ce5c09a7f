"""Ask a bot again in a match that is over: what it would play now where it played then."""

import argparse
import contextlib
import json
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bots.commands.given import FAILED, OK, Unusable, contestants
from bots.commands.home import unwalled
from bots.commands.showing import moves_of, say, view_text
from bots.heartbeat import heartbeat
from bots.players import Choice, Failure, Player
from bots.positions import view_of
from bots.protocol import Ask, Bye, Deal, DealOver, Hello
from bots.randoms import random_of
from bots.reports import MatchSpec, Program
from bots.sandbox.limits import Limits
from bots.seating import seated
from games.errors import IllegalMove, InvalidMove
from games.game import State
from games.moves import with_seat
from games.records import Record, game_of, loads, opening, play_on
from games.series import Length, Match


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Enter the command."""
    command = commands.add_parser("replay", help=__doc__)
    command.add_argument("record", type=Path, help="JSON Lines, of --record or from the site")
    command.add_argument("--with", dest="bot", required=True, metavar="BOT", help="who is asked")
    command.add_argument("--deal", type=int, default=1, metavar="N", help="which deal, from 1 (1)")
    command.add_argument("--leg", type=int, default=1, metavar="L", help="which leg, from 1 (1)")
    command.add_argument(
        "--move", type=int, metavar="M", help="one decision, by its number from 1; all of a seat"
    )
    command.add_argument(
        "--seat", type=int, metavar="S", help="whose decisions, from 0; the seat named like BOT"
    )
    command.add_argument(
        "--from-start",
        action="store_true",
        help="ask it all deals of the leg before this one as well: for a bot that remembers them "
        "or draws by lot",
    )
    command.add_argument("--json", action="store_true", help="write the result as JSON")
    command.set_defaults(act=act)


@dataclass(frozen=True, slots=True)
class Decision:
    """
    A question of the match, put again: move number *move* from 1, what was played *then* and what
    the bot plays *now*; ``problem`` says what is wrong with that, "" if nothing is.
    """

    move: int
    view: dict[str, Any]
    menu: dict[str, Any]
    events: list[str]
    then: str
    now: str | None
    note: str
    cpu_ms: int
    wall_ms: int
    problem: str = ""

    @property
    def differs(self) -> bool:
        return self.now != self.then

    def to_json(self) -> dict[str, Any]:
        told = {name: getattr(self, name) for name in Decision.__slots__}
        return {**told, "differs": self.differs}


def act(options: argparse.Namespace) -> int:
    """Ask; 1 if the bot failed."""
    deals = _records(options.record)
    record = _chosen(deals, options.leg - 1, options.deal - 1)
    (bot,) = contestants([options.bot])
    seat = _seat(record, options, bot.label)
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


def _records(path: Path) -> list[Record]:
    try:
        found = loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unusable(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Unusable(f"{path} is no text in UTF-8") from error
    if not found:
        raise Unusable(f"{path} is empty: there is no record in it")
    return found


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


def _seat(record: Record, options: argparse.Namespace, label: str) -> int:
    if options.move is not None:
        if not 1 <= options.move <= len(record.moves):
            raise Unusable(f"there is no move {options.move}; the deal has {len(record.moves)}")
        seat = record.moves[options.move - 1].seat
        if options.seat not in (None, seat):
            raise Unusable(f"move {options.move} is of seat {seat}, not of seat {options.seat}")
        return int(seat)
    if options.seat is None:
        return record.sitting.index(label) if label in record.sitting else 0
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


def scores_before(deals: Sequence[Record], record: Record) -> list[int]:
    """What the table showed, per seat, when *record* was dealt; zeros if deals before it lack."""
    match = Match(game_of(record), record.series or Length("deals", len(deals)))
    for deal in deals:
        if (match.leg, match.number) == (record.leg, record.deal):
            return list(match.seat_scores)
        if (deal.leg, deal.deal) != (match.leg, match.number):
            break
        match.add(deal.outcome, deal.awarded, dealer=deal.dealer, leader=deal.leader)
    if (record.leg, record.deal) != (0, 0):
        sys.stderr.write("deals before this one are missing: its scores are taken to be level\n")
    return [0] * record.seats


@contextmanager
def asked(
    course: Sequence[tuple[Record, list[int]]], seat: int, program: Program
) -> Iterator[tuple[Player, Iterator[Decision]]]:
    """
    A bot in *seat* of the last deal of *course*, and every decision of that seat put to it as it
    was then, after those of the deals before it; with each deal its scores per seat.

    What it answers changes nothing: the deals go on as they were played, and so does what it is
    told.
    """
    record = course[-1][0]
    spec = _spec(record, program)
    with (
        unwalled() as (walls, workspace),
        seated(spec, walls, workspace) as players,
        heartbeat,
    ):
        player = players[seat]
        decisions = _decisions(course, record.seated[seat], player, spec.randoms[seat])
        with contextlib.closing(decisions):
            yield player, decisions
        player.stop()
        player.close()


def _spec(record: Record, program: Program) -> MatchSpec:
    """The seats of the deal with the bot in each: only one of them is ever started."""
    secret = record.secret or "0" * 64
    entries = record.seated
    return MatchSpec(
        match=record.match or "replay",
        game=record.game,
        options=dict(record.options),
        seats=record.seats,
        sides=record.sides,
        series=(record.series or Length("deals", 1)).to_json(),
        secret=secret,
        randoms=tuple(random_of(secret, entries[place]) for place in range(record.seats)),
        programs=(program,) * record.seats,
    )


def _decisions(
    course: Sequence[tuple[Record, list[int]]], entry: int, player: Player, random: str
) -> Generator[Decision, None, None]:
    """The decisions of the last deal; those before it are asked and not told of."""
    _start(course[0][0], player, random)
    asked = 0
    for record, scores in course:
        for decision in _of_deal(record, scores, record.seated.index(entry), player, asked):
            asked += 1
            if record is course[-1][0] or decision.problem:
                yield decision
            if decision.problem:
                return
    player.tell(Bye({"scores": course[-1][1], "winner": None}))


def _of_deal(
    record: Record, scores: list[int], seat: int, player: Player, asked: int
) -> Iterator[Decision]:
    state = opening(record)
    state.game.note_scores(state, scores)
    player.tell(Deal(record.deal, seat, view_of(state, seat, scores)))
    events: list[str] = []
    told = 0
    for number, played in enumerate(record.moves, start=1):
        if played.seat == seat and len(state.legal_moves) > 1:
            asked += 1
            view = view_of(state, seat, scores)
            ask = Ask(record.deal, asked, 0, events[told:], view, state.menu())
            told = len(events)
            yield _decision(state, ask, player, number, str(played.move))
        play_on(state, number, played)
        events.append(with_seat(played.seat, played.move))
    outcome = record.awarded or record.outcome.to_json()
    hands = [view_of(state, own).get("hand", []) for own in range(record.seats)]
    places, points = outcome["places"], outcome["points"]
    player.tell(DealOver(record.deal, events[told:], places, points, hands))


def _start(record: Record, player: Player, random: str) -> None:
    series = record.series or Length("deals", 1)
    player.prepare(
        Hello(
            match=record.match or "replay",
            game=record.game,
            options=dict(game_of(record).options),
            seats=record.seats,
            sides=record.sides,
            deals=series.count if series.kind == "deals" else None,
            leg=record.leg,
            first_deal=record.deal,
            series=series.to_json(),
            random=random,
            limits=Limits(),
        )
    )
    failure = player.start()
    if failure is not None:
        log = f"\nits log:\n{player.log.rstrip()}" if player.log else ""
        raise Unusable(f"the bot did not start: {failure.kind}: {failure.detail}{log}")


def _decision(state: State, ask: Ask, player: Player, number: int, then: str) -> Decision:
    before = player.usage
    answer = player.choose(ask)
    after = player.usage
    now, note = (None, "") if isinstance(answer, Failure) else (str(answer.move), answer.note)
    return Decision(
        move=number,
        view=ask.view,
        menu=ask.menu,
        events=ask.events,
        then=then,
        now=now,
        note=note,
        cpu_ms=after.cpu_ms - before.cpu_ms,
        wall_ms=after.wall_ms - before.wall_ms,
        problem=_problem(state, answer),
    )


def _problem(state: State, answer: Choice | Failure) -> str:
    if isinstance(answer, Failure):
        return f"{answer.kind}: {answer.detail}"
    try:
        state.copy().play(answer.move)
    except (IllegalMove, InvalidMove) as error:
        return f"illegal_move: {error}"
    return ""


def _show(record: Record, seat: int, found: list[Decision], *, one: bool, log: str) -> None:
    if one:
        decision = found[0]
        say(view_text(game_of(record), decision.view))
        say(f"it may play: {', '.join(moves_of(decision.menu, decision.view))}")
        say(f"then: {decision.then}")
        say(f"now:  {decision.now or '–'}   ({_took(decision)})")
        if decision.note:
            say(f"its note: {decision.note}")
    else:
        different = [decision for decision in found if decision.differs]
        say(
            f"seat {seat} of deal {record.deal + 1}: {len(found)} decisions, "
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
