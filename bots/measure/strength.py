"""How strong the bots of the house are: who beats whom, how surely, and what a move costs."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing import get_context
from time import thread_time_ns

from bots.matches import spec_of
from bots.measure.statistics import Margin, Share, leads_of, margin_of, share_of, units_of
from bots.protocol import Ask, Choice
from bots.reference import PROGRAMS, make
from bots.reports import DealReport, Fault, HouseProgram, MatchReport, MatchSpec
from bots.runner.match import play_match
from bots.runner.players import Failure, InProcessPlayer
from games.catalogue import find_game
from games.game import Game
from games.series import Length

DECKS = 1_000
# The same cards whenever the table is made.
SECRET = hashlib.sha256(b"strength of the house bots").hexdigest()
MARKS = "<!-- strength: begin -->\n\n", "\n\n<!-- strength: end -->"
# Decks of one match; a match is the unit of work of a process.
_DECKS_A_MATCH = 10


@dataclass
class Thinking:
    """The CPU time of the moves of one program, in milliseconds."""

    moves: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.moves) / max(1, len(self.moves))

    @property
    def most(self) -> float:
        return max(self.moves, default=0.0)

    def below(self, part: float) -> float:
        """What this part of the moves took at most."""
        return sorted(self.moves)[int(part * (len(self.moves) - 1))] if self.moves else 0.0


@dataclass
class Pair:
    """
    One program against another, and what became of it.

    units: what the stronger took, one number a deck; leads: how many points a seat it was ahead.
    """

    stronger: HouseProgram
    weaker: HouseProgram
    units: list[float] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)
    thinking: tuple[Thinking, Thinking] = field(default_factory=lambda: (Thinking(), Thinking()))
    faults: list[Fault] = field(default_factory=list)

    @property
    def share(self) -> Share:
        """What the stronger took, a deck played from both seats being one observation."""
        return share_of(self.units)

    @property
    def lead(self) -> Margin | None:
        """The points it was ahead; None for fewer than two decks."""
        return margin_of(self.leads)

    @property
    def is_real(self) -> bool:
        """Whether the whole interval lies above one half."""
        return self.share.low > 0.5 and not self.faults


class _Timed(InProcessPlayer):
    """A bot of the house whose moves are timed, in CPU time of its thread."""

    def __init__(self, program: HouseProgram) -> None:
        super().__init__(functools.partial(make, program.program, program.settings))
        self.moves: list[float] = []

    def choose(self, ask: Ask) -> Choice | Failure:
        began = thread_time_ns()
        choice = super().choose(ask)
        self.moves.append((thread_time_ns() - began) / 1e6)
        return choice


def ladder(programs: Sequence[HouseProgram] = ()) -> list[Pair]:
    """Each program of the house against the one before it; or of those given."""
    steps = programs or [HouseProgram(name) for name in PROGRAMS]
    return [Pair(stronger, weaker) for weaker, stronger in pairwise(steps)]


def measure(
    pairs: Sequence[Pair], game: Game, decks: int, secret: str, *, jobs: int
) -> Iterator[int]:
    """
    Let every pair play *decks* decks from all seats; says after each match how many have been.

    The stronger has the first side of the table, the weaker all others, and they go round it.

    Raises:
        SpecError: If a program cannot be made.
    """
    tasks = [
        (pair, _spec(pair, game, min(_DECKS_A_MATCH, decks - first), f"{secret}|{number}|{first}"))
        for number, pair in enumerate(pairs)
        for first in range(0, decks, _DECKS_A_MATCH)
    ]
    done = 0
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        matches = pool.map(_played, [spec for _, spec in tasks])
        for (pair, spec), (units, leads, moves, faults) in zip(tasks, matches, strict=True):
            pair.units += units
            pair.leads += leads
            pair.faults += faults
            for thinking, own in zip(pair.thinking, moves, strict=True):
                thinking.moves += own
            done += spec.series["count"]
            yield done


def _spec(pair: Pair, game: Game, decks: int, source: str) -> MatchSpec:
    secret = hashlib.sha256(source.encode()).hexdigest()
    programs = [pair.weaker if game.side_of(seat) else pair.stronger for seat in range(game.seats)]
    return spec_of("strength", game, Length("deals", decks, mirrored=True), secret, programs)


def _played(
    spec: MatchSpec,
) -> tuple[list[float], list[float], tuple[list[float], list[float]], list[Fault]]:
    """One match: two numbers for each deck, the moves of both, and whatever went wrong."""
    players = [_Timed(program) for program in spec.programs if isinstance(program, HouseProgram)]
    deals = []
    faults: list[Fault] = []
    for report in play_match(spec, players):
        if isinstance(report, DealReport):
            deals.append(report)
        if isinstance(report, MatchReport):
            faults += report.faults
    game = find_game(spec.game)(spec.seats, spec.sides, **spec.options)
    own = [seat for seat in range(game.seats) if game.side_of(seat) == 0]
    others = [seat for seat in range(game.seats) if game.side_of(seat) != 0]
    legs = game.side_count
    moves = players[own[0]].moves, players[others[0]].moves
    return units_of(deals, own, others, legs), leads_of(deals, own, others, legs), moves, faults


def table(pairs: Sequence[Pair]) -> str:
    """The table in Markdown."""
    lines = [
        "| stronger | weaker | decks | score share, 95 % | real? | CPU a move: mean, 99 %, most |",
        "|---|---|---|---|---|---|",
    ]
    for pair in pairs:
        share = pair.share
        own = pair.thinking[0]
        real = "yes" if pair.is_real else "**no**"
        reach = f"({100 * share.low:.1f} to {100 * share.high:.1f})"
        lines.append(
            f"| {_told(pair.stronger)} | {_told(pair.weaker)} | {share.units} "
            f"| {100 * share.value:.1f} % {reach} | {real} "
            f"| {own.mean:.2f} ms, {own.below(0.99):.2f} ms, {own.most:.1f} ms |"
        )
    return "\n".join(lines)


def _told(program: HouseProgram) -> str:
    settings = "".join(f", {name} {value}" for name, value in program.settings.items())
    return f"`{program.program}`{settings}"


def settings_told() -> str:
    """The settings that the programs were measured with, as a list in Markdown."""
    lines = []
    for name, program in PROGRAMS.items():
        usual = ", ".join(f"{key} {setting.usual}" for key, setting in program.SETTINGS.items())
        lines.append(f"* `{name}`: {usual or 'no settings'}")
    return "\n".join(lines)
