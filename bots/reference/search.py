"""Tries every move in many worlds, that is ways in which the unseen cards may lie."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from bots.kit import Menu, View
from bots.reference import duel_search
from bots.reference.cautious import Cautious
from bots.reference.clock import Clock
from bots.reference.counting import Endings
from bots.reference.house import House, game_told
from bots.reference.lookahead import best_of
from bots.reference.playouts import THUMBS, USUAL_GAPS, by_lot, how_well, play_out
from bots.reference.settings import MISTAKES, Setting
from bots.reference.worth import prepare
from games.durak.podkidnoy import Podkidnoy
from games.durak.view import DurakView
from games.game import Game, State
from games.game import View as GameView
from games.moves import Move, read_move

# A deal played to its end takes as long as so many tries of a bout or two in Durak for two.
_PLAYOUT = 9
# With few of them, what `cautious` would play is left only for a move that does clearly better.
_TRUST = 0.4


class Search(House):
    """
    Puts the unseen cards in random places, plays each of its moves there, and takes the best.

    It plays every game of the catalogue, each deal on to its end by a rule of thumb, and leaves
    what `cautious` would play only for what does clearly better. Throw-in Durak for two it knows
    better: it plays on for a bout or two only and judges who stands better then (`worth`), and an
    ending it plays out as `counting` does. It keeps to its clock.
    """

    name = "search"
    SETTINGS: ClassVar[dict[str, Setting]] = {
        "rollouts": Setting(
            180,
            1,
            20_000,
            "How often a move is tried in a world, over all moves; a whole deal counts for 9.",
        ),
        "bouts": Setting(2, 0, 30, "Bouts it plays on before it judges, in Durak for two."),
        "nodes": Setting(
            1_000,
            0,
            200_000,
            "Most positions it looks at in one move of an ending; 100 take 0.3 ms.",
        ),
        "mistakes": MISTAKES,
    }

    def __init__(
        self, *, rollouts: int = 180, bouts: int = 2, nodes: int = 1_000, mistakes: int = 0
    ) -> None:
        super().__init__(mistakes=mistakes)
        self._rollouts = rollouts
        self._bouts = bouts
        self._nodes = nodes
        self._careful = Cautious()

    def match(self, hello: dict[str, Any]) -> None:
        self._game = game_told(hello)
        self._careful.hello = hello
        self._endings = Endings(self._game)
        self._clock = Clock(hello.get("limits", {}))
        if type(self._game) is Podkidnoy and duel_search.knows(self._game):
            prepare()

    def deal(self, number: int, view: View) -> None:
        self._endings.deal()
        self._clock.deal()

    def think(self, view: View, menu: Menu) -> str:
        self._clock.begin(view.get("cpu_left_ms", 0))
        move = self._best(self._game.read_view(view), view, menu)
        self._clock.end()
        return str(move)

    def _best(self, seen: GameView, view: View, menu: Menu) -> Move:
        game = self._game
        if type(game) is Podkidnoy and isinstance(seen, DurakView):
            known = self._endings.best(seen, self._clock.nodes(self._nodes))
            if known is not None:
                return known
            if duel_search.knows(game):
                return self._best_of_duel(game, seen)
        return self._best_by_playouts(seen, read_move(self._careful.move(view, menu)))

    def _best_of_duel(self, game: Podkidnoy, view: DurakView) -> Move:
        search = duel_search.DuelSearch(game, view, self.random, self._bouts)
        if len(search.moves) == 1:
            return search.moves[0]
        tries = 1 if search.is_certain else self._rollouts
        return search.moves[
            best_of(len(search.moves), search.make_world, search.rate, tries, self._clock)
        ]

    def _best_by_playouts(self, view: GameView, usual: Move) -> Move:
        playouts = _Playouts(self._game, view, self.random, usual)
        tries = max(1, self._rollouts // _PLAYOUT)
        return playouts.moves[
            best_of(
                len(playouts.moves),
                playouts.make_world,
                playouts.rate,
                tries,
                self._clock,
                _TRUST,
            )
        ]


class _Playouts:
    """One decision in any game: its moves, and how each does in a world played to the end."""

    def __init__(self, game: Game, view: GameView, random: Random, usual: Move) -> None:
        assert view.seat is not None
        self._game = game
        self._view = view
        self._seat = view.seat
        self._random = random
        self._thumb = THUMBS.get(game.key, by_lot)
        self._usual_gap = USUAL_GAPS.get(game.key, 0)
        others = sorted(code for code in self.make_world().legal_codes() if code != usual)
        self.moves = [usual, *map(Move, others)]

    def make_world(self) -> State:
        return self._game.determinize(self._view, self._random)

    def rate(self, world: State, move: int) -> float:
        state = world.copy()
        state.play(self.moves[move])
        return how_well(play_out(state, self._thumb, self._random), self._seat, self._usual_gap)
