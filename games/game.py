"""The words everyone speaks: a game with its options, a deal in progress, a view, an outcome."""

from __future__ import annotations

from abc import ABC, abstractmethod

from games.errors import SetupError
from games.moves import Move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, Protocol

    from games.choices import Option

    class Chance(Protocol):
        """Where chance comes from once the cards are dealt: a `shuffle.Stream`, or one made up."""

        def below(self, n: int) -> int:
            """A number from 0 to *n* - 1."""

    class Shuffler(Protocol):
        """Anything that can put a list in random order, such as `random.Random`."""

        def shuffle(self, x: list[int], /) -> object:
            """Reorder *x* in place."""


__all__ = ["Game", "LegalMoves", "Move", "Outcome", "State", "View"]


class Outcome:
    """
    What the rules say about a finished deal, and what the game's own scoring makes of it.

    places: per seat, from 1; seats that tie share a place and the next ones are left free.
    reason: one word for why the deal ended.
    honours: per seat, marks of shame that change no place (straps of epaulettes).
    points: per seat, by the game's own scoring.
    losers: the seats that lost; none in a draw.
    next_dealer: the seat that deals next by the game's rule; None if by lot.
    """

    __slots__ = ("honours", "losers", "next_dealer", "places", "points", "reason")

    def __init__(
        self,
        places: Sequence[int],
        reason: str,
        honours: Sequence[int],
        points: Sequence[int],
        losers: Sequence[int] = (),
        next_dealer: int | None = None,
    ) -> None:
        self.places = tuple(places)
        self.reason = reason
        self.honours = tuple(honours)
        self.points = tuple(points)
        self.losers = tuple(losers)
        self.next_dealer = next_dealer

    def to_json(self) -> dict[str, Any]:
        """All fields, lists for tuples."""
        return {
            "places": list(self.places),
            "reason": self.reason,
            "honours": list(self.honours),
            "points": list(self.points),
            "losers": list(self.losers),
            "next_dealer": self.next_dealer,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Outcome:
        """
        The outcome that `to_json` wrote.

        Raises:
            SetupError: If a field is missing or unknown, or the seats do not fit together.
        """
        if not isinstance(data, dict) or set(data) != set(Outcome.__slots__):
            raise SetupError(f"an outcome has the fields {', '.join(Outcome.__slots__)}")
        for name in ("places", "honours", "points", "losers"):
            if not _are_numbers(data[name]):
                raise SetupError(f"{name} of an outcome are a list of whole numbers")
        if not isinstance(data["reason"], str) or not _are_numbers([data["next_dealer"] or 0]):
            raise SetupError("an outcome has a word for its reason, and a seat or null as dealer")
        outcome = Outcome(**data)
        if not len(outcome.places) == len(outcome.honours) == len(outcome.points):
            raise SetupError("an outcome has one place, honour and number of points a seat")
        return outcome

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.places, self.reason, self.honours, self.points))

    def __repr__(self) -> str:
        return f"Outcome.from_json({self.to_json()!r})"


def _are_numbers(some: object) -> bool:
    return isinstance(some, list | tuple) and all(type(one) is int for one in some)


class View(ABC):
    """Everything one seat may know, and nothing else; seat None is a spectator."""

    __slots__ = ()

    seat: int | None
    to_act: int | None

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The view as bots receive it."""


class LegalMoves(ABC):
    """
    The moves of a position as a question: iterate, count, index, or ask `move in ...`.

    Asked about may be whatever `State.play` takes: a `Move`, its number, its text or its JSON.
    """

    __slots__ = ()

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Move]: ...

    @abstractmethod
    def __contains__(self, move: object) -> bool: ...

    @abstractmethod
    def __getitem__(self, index: int) -> Move: ...

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(str(move) for move in self)}>"


class State(ABC):
    """
    A deal at one moment. Until `outcome` is there exactly one seat, `to_act`, can move.

    `play` changes it in place; an illegal move raises and changes nothing. `to_act`, `outcome` and
    the order of events depend on public facts only.
    """

    __slots__ = ()

    game: Game
    dealer: int
    to_act: int | None

    @property
    @abstractmethod
    def deck(self) -> tuple[int, ...]:
        """The cards in the order in which they were dealt; empty for a position made up."""

    @property
    @abstractmethod
    def first_leader(self) -> int:
        """The seat that led, or will lead, first."""

    @property
    def lots(self) -> tuple[int, ...]:
        """The numbers drawn by lot since the deal, in order; none in most games."""
        return ()

    @property
    @abstractmethod
    def moves(self) -> list[tuple[int, Move]]:
        """What was played so far: seat and move."""

    @property
    @abstractmethod
    def legal_moves(self) -> LegalMoves:
        """What `to_act` may play now; empty once the deal is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """None exactly while somebody is to act."""

    @abstractmethod
    def menu(self) -> dict[str, Any]:
        """The legal moves, compact, as bots receive them."""

    @abstractmethod
    def legal_codes(self) -> Sequence[int]:
        """
        The legal moves as plain numbers, without making a `Move` of each: for search bots.

        In no order that may be relied on, and perhaps shared between states: not to be changed.
        """

    @abstractmethod
    def play(self, move: int | str | Mapping[str, Any]) -> None:
        """
        Play a move of the seat to act: a `Move`, its number, its text or its JSON object.

        Raises:
            InvalidMove: If it cannot be read.
            IllegalMove: If it cannot be played; its code says why.
        """

    @abstractmethod
    def copy(self) -> State:
        """An equal state that goes its own way from here; cheap."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What *seat* may know."""

    def view_json(self, seat: int | None) -> dict[str, Any]:
        """What the view's `to_json` gives, by a shorter way where the game has one."""
        return self.view(seat).to_json()

    def __repr__(self) -> str:
        turn = "over" if self.to_act is None else f"seat {self.to_act} to act"
        return f"<{type(self).__name__} of {self.game!r}, {len(self.moves)} moves, {turn}>"


class Game(ABC):
    """
    Rules with options chosen; frozen, and equal to another with the same choices.

    Each game says at class level its `key`, `rules_version`, `SEATS` (fewest, most) and `OPTIONS`.
    """

    __slots__ = ("_deck", "_options", "seats", "sides")

    key: str
    rules_version: int
    NAMES: Mapping[str, str]
    SEATS: tuple[int, int]
    SIDES: Mapping[str, tuple[int, ...]]
    OPTIONS: tuple[Option, ...]
    # Whether a good deal earns points; if not, only a bad one costs them.
    points_go_up: bool
    # Whether a match of two adds up the points of the deals instead of counting deals won.
    match_by_points = False
    # Whether the players choose anything; if not, the shuffle decides and says nothing of strength.
    has_decisions = True

    seats: int
    sides: str
    _options: dict[str, bool | int | str]
    _deck: tuple[int, ...]

    if TYPE_CHECKING:

        def __init__(self, seats: int = 2, sides: str = "single", **options: object) -> None: ...

    @property
    def options(self) -> dict[str, bool | int | str]:
        """Every option with its value, ready for JSON."""
        return dict(self._options)

    @property
    def deck(self) -> list[int]:
        """The cards of the game in sorted order: suits S C D H, ranks ascending."""
        return list(self._deck)

    @property
    @abstractmethod
    def side_count(self) -> int:
        """How many sides there are: as many as seats when everybody plays for himself."""

    @abstractmethod
    def side_of(self, seat: int) -> int:
        """The side a seat wins and loses with, from 0."""

    @abstractmethod
    def deal(
        self,
        deck: Sequence[int],
        dealer: int = 0,
        leader: int | None = None,
        chance: Chance | None = None,
    ) -> State:
        """
        Deal *deck*, of which the first card is dealt first.

        leader: who leads first; None lets the cards decide, as the game says.
        chance: the stream of this deal, where something is drawn by lot later.

        Raises:
            SetupError: If the deck is not the game's or a seat does not exist.
            OptionError: If an option needs *chance* and it is missing.
        """

    @abstractmethod
    def leader_after(self, dealer: int) -> int | None:
        """Who leads when *dealer* deals by the game's rule; None if the cards decide."""

    @property
    def points_go_down(self) -> bool:
        """Whether a bad deal costs points."""
        return not self.points_go_up

    @property
    def usual_match(self) -> tuple[str, int]:
        """The kind and count of the length of a match where nothing else is agreed."""
        return "deals", 1

    def note_scores(self, state: State, scores: Sequence[int]) -> None:  # noqa: B027
        """Let a deal know how the match stands before it, where the game's table shows it."""

    @abstractmethod
    def fallback(self, view: View) -> Move:
        """
        What a seat that fails to answer is taken to play.

        Raises:
            SetupError: If *view* is of another game, or not of the seat to act.
        """

    @abstractmethod
    def determinize(self, view: View, rng: Shuffler) -> State:
        """
        A whole state that *view* allows, the unseen cards in random places.

        Raises:
            SetupError: If *view* is of another game, does not add up or contradicts itself.
        """

    @abstractmethod
    def read_view(self, data: Mapping[str, Any]) -> View:
        """
        The view that `View.to_json` wrote, as a bot receives it; further keys are ignored.

        Raises:
            SetupError: If a field is missing or does not take its value, naming it.
        """

    def _check(self, deck: Sequence[int], dealer: int, leader: int | None) -> None:
        """Refuse a deck that is not the pack, and seats that there are not."""
        if tuple(sorted(deck)) != self._deck:
            raise SetupError(f"the deck must hold each of the {len(self._deck)} cards once")
        for seat in (dealer, 0 if leader is None else leader):
            if not 0 <= seat < self.seats:
                raise SetupError(f"there is no seat {seat} at a table of {self.seats}")

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, name):
            raise AttributeError(f"a game is frozen: {name} cannot be changed")
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Game)
            and (self.key, self.seats, self.sides) == (other.key, other.seats, other.sides)
            and self._options == other._options
        )

    def __hash__(self) -> int:
        return hash((self.key, self.seats, self.sides, tuple(self._options.items())))

    def __repr__(self) -> str:
        chosen = {"seats": self.seats, "sides": self.sides, **self._options}
        return f"find_game({self.key!r})({', '.join(f'{k}={v!r}' for k, v in chosen.items())})"
