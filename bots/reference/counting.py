"""Remembers every card, and once it knows where each is, plays the end out by search."""

from __future__ import annotations

from typing import Any, ClassVar

from bots.kit import Menu, View
from bots.reference.cautious import Cautious
from bots.reference.clock import Clock
from bots.reference.endgame import Endgame, OutOfNodesError
from bots.reference.house import game_told
from bots.reference.memory import Belief, is_duel
from bots.reference.settings import MISTAKES, Setting
from games.durak.podkidnoy import Podkidnoy
from games.durak.view import DurakView
from games.game import Game
from games.moves import Move

ENDING_NODES = Setting(
    5_000, 0, 200_000, "Most positions it looks at in one move of an ending; 100 take 0.3 ms."
)

# What it costs to lay a rank of which the attacker is known to hold another, in ranks.
_INVITES = 2


class Endings:
    """The ending of the deal in hand, if it is one that can be played out."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._ending: Endgame | None = None

    def deal(self) -> None:
        """A deal begins."""
        self._ending = None

    def best(self, view: DurakView, nodes: int) -> Move | None:
        """A move that is best whatever happens; None if all lose, or it cannot be told."""
        game = self._game
        if not is_duel(game) or view.stock > 1 or view.seat is None or nodes <= 0:
            return None
        assert isinstance(game, Podkidnoy)
        if not _is_plain(game, view):
            return None
        belief = Belief(game, view)
        other = belief.hand(1 - view.seat)
        if other is None:
            return None
        # What was found out in an earlier move of the deal still holds.
        if self._ending is None:
            stock = () if not belief.turnup or view.turnup is None else (view.turnup,)
            live = view.hand | other | belief.table | belief.turnup
            self._ending = Endgame(live, view.trump, game.rules, stock)
        try:
            return self._ending.best(view, other, nodes)[1]
        except OutOfNodesError:
            return None


def _is_plain(game: Podkidnoy, view: DurakView) -> bool:
    """Whether nothing but usual bouts can follow: no smaller first bout, no trump to be swapped."""
    limited = not game.rules.always_six and not view.discarded
    return not limited and not (game.rules.swap and view.stock)


class Counting(Cautious):
    """
    Counts cards. While there is a stock it plays carefully, saving less than `cautious`, and beats
    with no rank that another is known to hold and could throw in. Once it knows where every card
    is it searches for a way to win that nothing can stop, and only where there is none, or `nodes`
    does not reach, plays by rule of thumb again. For more than two it is the careful player with a
    memory.
    """

    name = "counting"
    SETTINGS: ClassVar[dict[str, Setting]] = {
        "patience": Setting(5, 0, 24, "It saves good cards while the stock is larger than this."),
        "keep_trumps": Setting(4, 0, 13, "How many of the highest trump ranks it saves."),
        "throw_rank": Setting(12, 0, 12, "Highest rank it throws in while saving: 0 two, 12 ace."),
        "nodes": ENDING_NODES,
        "mistakes": MISTAKES,
    }

    def __init__(
        self,
        *,
        patience: int = 5,
        keep_trumps: int = 4,
        throw_rank: int = 12,
        nodes: int = ENDING_NODES.usual,
        mistakes: int = 0,
    ) -> None:
        super().__init__(
            patience=patience, keep_trumps=keep_trumps, throw_rank=throw_rank, mistakes=mistakes
        )
        self._nodes = nodes

    def match(self, hello: dict[str, Any]) -> None:
        self._game = game_told(hello)
        self._endings = Endings(self._game)
        self._clock = Clock(hello.get("limits", {}))

    def deal(self, number: int, view: View) -> None:
        self._endings.deal()
        self._clock.deal()

    def think(self, view: View, menu: Menu) -> str:
        self._clock.begin(view.get("cpu_left_ms", 0))
        known = self._ending(view)
        self._clock.end()
        return super().think(view, menu) if known is None else str(known)

    def _extra(self, view: View, card: str, lying: set[str]) -> int:
        if card[0] in lying:
            return super()._extra(view, card, lying)
        known = (cards for seat, cards in enumerate(view["known"]) if seat != view["seat"])
        return _INVITES if any(card[0] == one[0] for cards in known for one in cards) else 0

    def _ending(self, view: View) -> Move | None:
        if not is_duel(self._game) or view["stock"] > 1:
            return None
        seen = self._game.read_view(view)
        assert isinstance(seen, DurakView)
        return self._endings.best(seen, self._clock.nodes(self._nodes))
