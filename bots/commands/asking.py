"""A bot put into a seat of a deal that is over, and asked every decision of that seat again."""

import contextlib
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from bots.check.positions import view_of
from bots.commands.given import Unusable
from bots.commands.home import unwalled
from bots.matches import hello_of, spec_of
from bots.protocol import Ask, Bye, Choice, Deal, DealOver
from bots.reports import MatchSpec, Program
from bots.runner.heartbeat import heartbeat
from bots.runner.players import Failure, Player
from bots.runner.seating import seated
from games.errors import IllegalMove, InvalidMove
from games.game import State
from games.moves import with_seat
from games.records import Record, game_of, opening, play_on
from games.series import Length, Match


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
        decisions = _decisions(course, record.seated[seat], player, spec)
        with contextlib.closing(decisions):
            yield player, decisions
        player.stop()
        player.close()


def _spec(record: Record, program: Program) -> MatchSpec:
    """The match of the deal with the bot in each seat: only one of them is ever started."""
    name, secret = record.match or "replay", record.secret or "0" * 64
    return spec_of(name, game_of(record), _series(record), secret, [program] * record.seats)


def _series(record: Record) -> Length:
    return record.series or Length("deals", 1)


def _decisions(
    course: Sequence[tuple[Record, list[int]]], entry: int, player: Player, spec: MatchSpec
) -> Generator[Decision, None, None]:
    """The decisions of the last deal; those before it are asked and not told of."""
    _start(course[0][0], player, spec, entry)
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


def _start(record: Record, player: Player, spec: MatchSpec, entry: int) -> None:
    where = {"leg": record.leg, "first_deal": record.deal}
    player.prepare(hello_of(spec, game_of(record), _series(record), entry, **where))
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
