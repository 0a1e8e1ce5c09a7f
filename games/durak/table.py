"""What lies where in a deal of Durak: hands, stock, cards in play, and whose turn it is."""

from __future__ import annotations

from games.cards import BITS, RANK_MASKS
from games.durak.rules import BEATERS, OVER
from games.game import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from games.durak.podkidnoy import Podkidnoy
    from games.durak.rules import Rules


# Fields that follow from others.
_NO_PART_OF_THE_DEAL = ("rules", "beaters")


class DurakTable(State):
    """
    The fields of a deal of Durak. All may be read; only `play` of the state changes them.

    Between moves: `hands`, the table, the rest of the stock and `discard` hold every card once.
    `leader` and `defender` are the seats that act, `leader_seat` and `defender_seat` the places
    they act in (they differ in teams, when a seat that is out is played by its team-mate).
    `pairs` holds each attack card in play with what beat it, in the order laid; `open` those that
    are not beaten; after "take" nobody needs to beat them. `choice` holds the cards out of which
    the seat to act may lay: all when leading or beating, those that fit when throwing in.
    `ranks` holds every card of a rank that lies on the table. `limit` is the most attack cards of
    this bout, `room` what is left of it. `emptied` lists the seats that ran out of cards in this
    bout, `finished` those that are out, both in order. `taken` holds, per seat, every card ever
    taken in the open, also those played since. `throwers` and `drawers` are the seats to be asked
    and to refill, in order. `positions` counts starts of bouts since the stock ran out and nothing
    was discarded, `repetition` the present one; `moved` holds the cards taken since the first.
    `laid_aside` are cards that were out of play before a made-up position began. `beaters` are
    the cards that beat each card with this trump suit.
    """

    __slots__ = (
        "_deck",
        "_log",
        "beaters",
        "bout",
        "dealer",
        "defender",
        "defender_seat",
        "discard",
        "discarded",
        "drawers",
        "emptied",
        "end",
        "finished",
        "fool",
        "game",
        "hands",
        "laid_aside",
        "last_bout",
        "leader",
        "leader_seat",
        "led",
        "limit",
        "moved",
        "open",
        "pairs",
        "passed",
        "phase",
        "positions",
        "ranks",
        "repetition",
        "room",
        "rules",
        "stock",
        "stock_count",
        "straps",
        "table",
        "taken",
        "taking",
        "throwers",
        "to_act",
        "trump",
        "turnup",
    )

    game: Podkidnoy
    pairs: dict[int, int | None]
    open: int
    ranks: int
    table: int
    led: int
    limit: int
    room: int
    passed: int
    taking: bool
    phase: int

    def __init__(
        self,
        game: Podkidnoy,
        rules: Rules,
        hands: Sequence[int],
        stock: Sequence[int],
        trump: int,
        turnup: int | None,
        dealer: int,
        deck: Sequence[int] = (),
    ) -> None:
        """A deal before its first bout: hands as sets, `stock[0]` is drawn first."""
        self.game = game
        self.rules = rules
        self._deck = tuple(deck)
        self._log: list[int] = []
        self.beaters = BEATERS[trump]
        self.hands = list(hands)
        self.stock = tuple(stock)
        self.stock_count = len(self.stock)
        self.trump = trump
        self.turnup = turnup
        self.dealer = dealer
        self.taken = [0] * len(self.hands)
        self.discard = self.laid_aside = 0
        self.discarded = False
        self.bout = 0
        self.emptied: tuple[int, ...] = ()
        self.finished: tuple[int, ...] = ()
        self.positions: dict[tuple[int, ...], int] = {}
        self.moved = 0
        self.repetition = 0
        self.last_bout: tuple[bool, int, tuple[tuple[int, int], ...]] | None = None
        self.end = ""
        self.fool = -1
        self.straps = 0
        self.leader = self.leader_seat = self.defender = self.defender_seat = 0
        self.to_act: int | None = None
        self.throwers: tuple[int, ...] = ()
        self.drawers: tuple[int, ...] = ()
        self.phase = OVER
        self.limit = self.room = 0
        self.clear_table()

    def copy(self) -> Self:
        """An equal state that goes its own way from here."""
        kind = type(self)
        twin = kind.__new__(kind)
        twin.game = self.game
        twin.rules = self.rules
        twin._deck = self._deck
        twin._log = self._log[:]
        twin.beaters = self.beaters
        twin.hands = self.hands[:]
        twin.stock = self.stock
        twin.stock_count = self.stock_count
        twin.trump = self.trump
        twin.turnup = self.turnup
        twin.dealer = self.dealer
        twin.taken = self.taken[:]
        twin.discard = self.discard
        twin.laid_aside = self.laid_aside
        twin.discarded = self.discarded
        twin.bout = self.bout
        twin.emptied = self.emptied
        twin.finished = self.finished
        twin.positions = self.positions.copy()
        twin.moved = self.moved
        twin.repetition = self.repetition
        twin.last_bout = self.last_bout
        twin.end = self.end
        twin.fool = self.fool
        twin.straps = self.straps
        twin.leader = self.leader
        twin.leader_seat = self.leader_seat
        twin.defender = self.defender
        twin.defender_seat = self.defender_seat
        twin.to_act = self.to_act
        twin.pairs = self.pairs.copy()
        twin.open = self.open
        twin.ranks = self.ranks
        twin.table = self.table
        twin.led = self.led
        twin.limit = self.limit
        twin.room = self.room
        twin.passed = self.passed
        twin.throwers = self.throwers
        twin.drawers = self.drawers
        twin.taking = self.taking
        twin.phase = self.phase
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DurakTable) and all(
            getattr(self, name) == getattr(other, name)
            for name in DurakTable.__slots__
            if name not in _NO_PART_OF_THE_DEAL
        )

    __hash__ = None  # type: ignore[assignment]

    def lay_table(self, pairs: Sequence[tuple[int, int | None]], led: int) -> None:
        """Put cards in play as pairs of attack and answer; *led* are those that opened the bout."""
        self.clear_table()
        self.led = led
        for attack, answer in pairs:
            self.pairs[attack] = answer
            for card in (attack,) if answer is None else (attack, answer):
                self.table |= BITS[card]
                self.ranks |= RANK_MASKS[card]
            if answer is None:
                self.open |= BITS[attack]

    def clear_table(self) -> None:
        """Nothing in play, nothing said about it."""
        self.pairs = {}
        self.open = self.ranks = self.table = self.led = self.passed = 0
        self.taking = False
