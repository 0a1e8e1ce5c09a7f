"""What a check tries a bot with: positions, matches, processes; all follow from the upload."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bots.check.overhearing import Overheard, overhear
from bots.check.positions import Position, positions, require_decisions
from bots.check.reports import DEALS, POSITIONS, CheckSpec
from bots.check.watching import Budget, Measured, Watch, Worst
from bots.matches import hello_of, spec_of
from bots.protocol import Hello
from bots.reference import ANCHOR
from bots.reports import DealReport, HouseProgram, MatchReport, MatchSpec, SpecError
from bots.runner.match import play_match
from bots.runner.players import Failure
from bots.runner.processes import ProcessPlayer
from bots.runner.seating import seated
from bots.runner.table import StarvedError
from bots.sandbox.bundle import guess_filename, open_bundle
from bots.sandbox.workspace import Workspace
from games.catalogue import find_game
from games.errors import GameError
from games.game import Game
from games.series import Length

# No further position is asked when this much time has gone, unless fewer than so many were.
POSITIONS_SECONDS = 60.0
FEWEST_POSITIONS = 20
# What overhearing may take beside the start.
_OVERHEARING_SECONDS = 60


def wall_seconds(spec: CheckSpec) -> float:
    """
    What a bot may take by the clock on the wall over a whole check of *spec*: a minute to start,
    and twice what it could use in CPU time. For a table of two by the usual limits, six minutes.
    """
    answering = sum(DEALS * (seats + 1) for seats in spec.seats) * spec.limits.deal_cpu_ms / 1_000
    return 60 + 2 * (POSITIONS_SECONDS + answering)


@dataclass(slots=True)
class Trials:
    """
    The same upload is tried with the same: cards, positions and the bot's own source of chance
    follow from its hash. ``logs`` and ``worst`` are what its processes have left behind,
    ``measured`` its seats in the last match.

    Raises:
        SpecError: If there is no such game, or not at so many seats, or it has no decisions.
    """

    spec: CheckSpec
    watch: Watch
    workspace: Workspace
    games: tuple[Game, ...] = ()
    logs: list[str] = field(default_factory=list)
    worst: Worst = field(default_factory=Worst)
    measured: dict[int, Measured] = field(default_factory=dict)
    budget: Budget = field(init=False)

    def __post_init__(self) -> None:
        self.budget = Budget(wall_seconds(self.spec))
        try:
            kind = find_game(self.spec.game)
            self.games = tuple(kind(seats=seats) for seats in self.spec.seats)
        except GameError as error:
            raise SpecError(str(error)) from error
        require_decisions(self.games[0])

    def positions(self, game: Game, count: int) -> Iterator[Position]:
        """*count* decisions of *game*."""
        return positions(game, count, self._secret(f"positions|{game.seats}"))

    @contextmanager
    def player(self) -> Iterator[ProcessPlayer]:
        """The bot, not started yet."""
        with self._unpacked() as folder:
            player = ProcessPlayer(self.watch, folder)
            try:
                yield player
            finally:
                player.close()
                self.logs.append(player.log)

    def start(self, player: ProcessPlayer, game: Game) -> Failure | None:
        """
        Whether it starts; held up by the machine it is started once more.

        Raises:
            StarvedError: If the machine was held up again.
        """
        if failure := self.budget.failure:
            return failure
        hello = self._hello(game, POSITIONS)
        held_up = ""
        for _ in range(2):
            player.prepare(hello)
            with self.budget.counted():
                failure = player.start()
            if failure is None or not failure.starved:
                return failure
            held_up = failure.detail
        raise StarvedError(held_up)

    def overhear(self) -> Overheard:
        """What it says in its first position when nobody judges it."""
        game, limits = self.games[0], self.spec.limits
        position = next(self.positions(game, 1))
        with self._unpacked() as folder:
            cpu_seconds = limits.start_ms // 1_000 + _OVERHEARING_SECONDS
            running = self.watch.start(folder, limits, cpu_seconds)
            try:
                with self.budget.counted():
                    return overhear(running, self._hello(game, 1), position)
            finally:
                running.end()

    def match(self, against: str, game: Game) -> Iterator[DealReport | MatchReport]:
        """The reports of a match against "itself" or the "house", its own answers measured."""
        spec = self._match(against, game)
        with seated(spec, self.watch, self.workspace) as players:
            self.measured = {
                seat: Measured(player, self.worst, self.budget)
                for seat, player in enumerate(players)
                if spec.programs[seat] is self.spec.program
            }
            watched = [self.measured.get(seat, player) for seat, player in enumerate(players)]
            yield from play_match(spec, watched)

    @contextmanager
    def _unpacked(self) -> Iterator[Path]:
        data = self.spec.program.data
        folder = self.workspace.unpack(open_bundle(data, guess_filename(data)))
        try:
            yield folder
        finally:
            self.workspace.remove(folder)

    def _secret(self, purpose: str) -> bytes:
        text = f"check|{self.spec.program.sha256}|{self.spec.game}|{purpose}"
        return hashlib.sha256(text.encode()).digest()

    def _hello(self, game: Game, deals: int) -> Hello:
        series = Length("deals", deals)
        own = [self.spec.program] * game.seats
        spec = spec_of("check", game, series, self._secret("asked").hex(), own, self.spec.limits)
        return hello_of(spec, game, series, 0)

    def _match(self, against: str, game: Game) -> MatchSpec:
        own = self.spec.program
        other = own if against == "itself" else HouseProgram(ANCHOR)
        return spec_of(
            f"check_{against}",
            game,
            Length("deals", DEALS),
            self._secret(f"{against}|{game.seats}").hex(),
            [own, *[other] * (game.seats - 1)],
            self.spec.limits,
        )
