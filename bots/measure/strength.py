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

from bots.measure.meeting import Contestant, Meeting, Terms
from bots.protocol import Ask, Choice
from bots.reference import PROGRAMS, make
from bots.reports import DealReport, HouseProgram, MatchReport, MatchSpec
from bots.runner.match import play_match
from bots.runner.players import Failure, InProcessPlayer
from games.game import Game

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


@dataclass(slots=True)
class Pair(Meeting):
    """A stronger program, the first, against a weaker one, and what their moves cost."""

    thinking: tuple[Thinking, Thinking] = field(default_factory=lambda: (Thinking(), Thinking()))

    @property
    def has_faults(self) -> bool:
        """Whether one of them failed."""
        return any(report.faults for report in self.reports)

    @property
    def is_real(self) -> bool:
        """Whether the whole interval lies above one half."""
        return self.share is not None and self.share.low > 0.5 and not self.has_faults


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


def pair_of(stronger: HouseProgram, weaker: HouseProgram, terms: Terms) -> Pair:
    return Pair(Contestant(_told(stronger), stronger), Contestant(_told(weaker), weaker), terms)


def _told(program: HouseProgram) -> str:
    settings = "".join(f", {name} {value}" for name, value in program.settings.items())
    return f"`{program.program}`{settings}"


def terms_of(game: Game, decks: int, secret: str) -> Terms:
    """Every deck from all seats, one program among others of another kind."""
    return Terms(game, decks, mirrored=True, secret=secret, among=True)


def ladder(terms: Terms, programs: Sequence[HouseProgram] = ()) -> list[Pair]:
    """Each program of the house against the one before it; or of those given."""
    steps = programs or [HouseProgram(name) for name in PROGRAMS]
    return [pair_of(stronger, weaker, terms) for weaker, stronger in pairwise(steps)]


def measure(pairs: Sequence[Pair], *, jobs: int) -> Iterator[int]:
    """
    Let every pair play its decks; says after each match how many have been, of all pairs.

    Raises:
        SpecError: If a program cannot be made.
    """
    tasks = [
        (pair, match, _spec(pair, number, first))
        for number, pair in enumerate(pairs)
        for match, first in enumerate(range(0, pair.terms.deals, _DECKS_A_MATCH))
    ]
    done = 0
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        matches = pool.map(_played, [(pair.sitting, spec) for pair, _, spec in tasks])
        for (pair, match, spec), (reports, moves) in zip(tasks, matches, strict=True):
            for report in reports:
                pair.take(match, report)
            for thinking, own in zip(pair.thinking, moves, strict=True):
                thinking.moves += own
            done += spec.series["count"]
            yield done


def _spec(pair: Pair, number: int, first: int) -> MatchSpec:
    source = f"{pair.terms.secret}|{number}|{first}"
    decks = min(_DECKS_A_MATCH, pair.terms.deals - first)
    return pair.match("strength", decks, hashlib.sha256(source.encode()).hexdigest())


def _played(
    task: tuple[list[int], MatchSpec],
) -> tuple[list[DealReport | MatchReport], tuple[list[float], list[float]]]:
    """The reports of one match, and what the moves of a seat of each program cost."""
    sitting, spec = task
    players = [_Timed(program) for program in spec.programs if isinstance(program, HouseProgram)]
    reports = list(play_match(spec, players))
    return reports, (players[sitting.index(0)].moves, players[sitting.index(1)].moves)


def table(pairs: Sequence[Pair]) -> str:
    """The table in Markdown."""
    lines = [
        "| stronger | weaker | decks | score share, 95 % | real? | CPU a move: mean, 99 %, most |",
        "|---|---|---|---|---|---|",
    ]
    for pair in pairs:
        share, own = pair.share, pair.thinking[0]
        assert share is not None, "a table is made of what has been played"
        real = "yes" if pair.is_real else "**no**"
        reach = f"({100 * share.low:.1f} to {100 * share.high:.1f})"
        lines.append(
            f"| {pair.first.label} | {pair.second.label} | {share.units} "
            f"| {100 * share.value:.1f} % {reach} | {real} "
            f"| {own.mean:.2f} ms, {own.below(0.99):.2f} ms, {own.most:.1f} ms |"
        )
    return "\n".join(lines)


def settings_told() -> str:
    """The settings that the programs were measured with, as a list in Markdown."""
    lines = []
    for name, program in PROGRAMS.items():
        usual = ", ".join(f"{key} {setting.usual}" for key, setting in program.SETTINGS.items())
        lines.append(f"* `{name}`: {usual or 'no settings'}")
    return "\n".join(lines)
