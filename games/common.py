"""What the games played singly share: the choice of options, the log of moves, lots, refusals."""

from __future__ import annotations

from games.cards import NAMES, cards_of
from games.chance import apart
from games.choices import chosen
from games.decks import shuffled
from games.errors import GameError, IllegalMove, InvalidMove, OptionError, SetupError
from games.game import Game, LegalMoves, State
from games.moves import PLAY, Move, number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from games.game import Chance


class SingleGame(Game):
    """
    A game in which everybody plays for himself; subclasses say which pack and which rules.

    Raises:
        OptionError: If a seat count, sides or an option is not possible.
    """

    __slots__ = ()

    def __init__(self, seats: int = 2, sides: str = "single", **options: object) -> None:
        fewest, most = self.SEATS
        if type(seats) is not int or not fewest <= seats <= most:
            raise OptionError("seats", seats, f"{fewest} to {most}")
        if sides != "single":
            raise OptionError("sides", sides, "single: in this game everybody plays for himself")
        self.seats = seats
        self.sides = sides
        self._options = chosen(self.OPTIONS, options, seats, sides)

    @property
    def side_count(self) -> int:
        """As many sides as seats."""
        return self.seats

    def side_of(self, seat: int) -> int:
        """Each seat is a side of its own."""
        return seat

    def leader_at(self, dealer: int, leader: int | None) -> int:
        """Who leads first: *leader*, or the one that follows from the dealer."""
        first = self.leader_after(dealer) if leader is None else leader
        assert first is not None
        return first


class _PlaysInSuit(dict[int, tuple[int, ...]]):
    """The numbers of playing each card of one suit, for each pattern of 13 bits once asked for."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._first = 13 * suit

    def __missing__(self, pattern: int) -> tuple[int, ...]:
        codes = tuple([card << 4 | PLAY for card in cards_of(pattern << self._first)])
        self[pattern] = codes
        return codes


_SPADES, _CLUBS, _DIAMONDS, _HEARTS = (_PlaysInSuit(suit) for suit in range(4))


def plays_of(cards: int) -> list[int]:
    """The numbers of the moves that play one of a set of cards, sorted as a pack."""
    return [
        *_SPADES[cards & 8191],
        *_CLUBS[cards >> 13 & 8191],
        *_DIAMONDS[cards >> 26 & 8191],
        *_HEARTS[cards >> 39],
    ]


class ListedMoves(LegalMoves):
    """The moves of a position as a list, for games that have few of them at a time."""

    __slots__ = ("_codes",)

    def __init__(self, codes: Sequence[int]) -> None:
        self._codes = codes

    def __len__(self) -> int:
        return len(self._codes)

    def __iter__(self) -> Iterator[Move]:
        return map(Move, self._codes)

    def __getitem__(self, index: int) -> Move:
        return Move(self._codes[index])

    def __contains__(self, move: object) -> bool:
        try:
            return number_of(move) in self._codes
        except GameError:
            return False


class LoggedState(State):
    """
    A deal with its log and its lots.

    `lots` are the numbers drawn since the deal. Without a source of chance cards that should be
    shuffled keep their order. Copies draw apart from each other: they share the source of chance
    and the list of lots until one of them draws.
    """

    __slots__ = (
        "_chance",
        "_deck",
        "_first_leader",
        "_log",
        "_lots",
        "_shared",
        "dealer",
        "game",
        "to_act",
    )

    _VERBS: frozenset[int]

    def __init__(
        self,
        game: Game,
        dealer: int,
        leader: int,
        deck: Sequence[int] = (),
        chance: Chance | None = None,
    ) -> None:
        self.game = game
        self.dealer = dealer
        self.to_act: int | None = leader
        self._first_leader = leader
        self._deck = tuple(deck)
        # Of each move its number and the seat, in one number.
        self._log: list[int] | bytearray = []
        self._chance = chance
        self._shared = False
        self._lots: list[int] = []

    def _copied(self) -> Any:
        """A new state with these fields; the rest is for the subclass."""
        kind = type(self)
        twin = kind.__new__(kind)
        twin.game = self.game
        twin.dealer = self.dealer
        twin.to_act = self.to_act
        twin._first_leader = self._first_leader
        twin._deck = self._deck
        twin._log = self._log.copy()
        twin._chance = self._chance
        twin._shared = self._shared = True
        twin._lots = self._lots
        return twin

    @property
    def deck(self) -> tuple[int, ...]:
        """The cards as they were dealt; empty for a position made up."""
        return self._deck

    @property
    def first_leader(self) -> int:
        """The seat that leads first."""
        return self._first_leader

    @property
    def lots(self) -> tuple[int, ...]:
        """The numbers drawn by lot since the deal."""
        return tuple(self._lots)

    @property
    def moves(self) -> list[tuple[int, Move]]:
        """What was played so far: seat and move."""
        return [(entry & 7, Move(entry >> 3)) for entry in self._log]

    @property
    def legal_moves(self) -> ListedMoves:
        """What `to_act` may play now."""
        return ListedMoves(self.legal_codes())

    def play(self, move: int | str | Mapping[str, Any]) -> None:
        """
        Play a move of the seat to act: a `Move`, its number, its text or its JSON object.

        Raises:
            InvalidMove: If it cannot be read, or is no move of this game.
            IllegalMove: If it cannot be played; its code says why. Nothing has changed.
        """
        code = number_of(move)
        seat = self.to_act
        if seat is None or not self.allows(code):
            raise self._refusal(code)
        self._log.append(code << 3 | seat)
        self._do(seat, code)

    def allows(self, code: int) -> bool:
        """Whether the seat to act may play this move (its number)."""
        raise NotImplementedError

    def _do(self, seat: int, code: int) -> None:
        """Carry out a move of *seat*, which is to act; it is legal and in the log already."""
        raise NotImplementedError

    def _why_not(self, move: Move) -> tuple[str, str]:
        raise NotImplementedError

    def _refusal(self, number: int) -> GameError:
        """Why a move (its number) that is not legal is not."""
        try:
            move = Move.checked(number)
        except InvalidMove as error:
            return error
        if move & 15 not in self._VERBS:
            return InvalidMove(str(move), f"there is no such move in {self.game.NAMES['en']}")
        if self.to_act is None:
            return IllegalMove("GAME_OVER", f"{move}: the deal is over", position=self.copy())
        code, reason = self._why_not(move)
        return IllegalMove(code, f"{move}: {reason}", position=self.copy())

    def _shuffle(self, cards: Sequence[int]) -> list[int]:
        """These cards in the next random order, whose lots are kept."""
        if self._chance is None:
            return list(cards)
        if self._shared:
            self._chance = apart(self._chance)
            self._lots = self._lots.copy()
            self._shared = False
        return shuffled(cards, self._lot)

    def _lot(self, n: int) -> int:
        assert self._chance is not None
        lot = self._chance.below(n)
        self._lots.append(lot)
        return lot

    def _is_as(self, other: object, fields: Sequence[str]) -> bool:
        """Whether another state is the same deal with the same log and the same *fields*."""
        return type(other) is type(self) and all(
            getattr(self, name) == getattr(other, name) for name in (*_SHARED_FIELDS, *fields)
        )


class PlayedState(LoggedState):
    """
    A deal in which the seat to act mostly plays a card out of those that fit.

    `_fitting` is this set once it has been asked for; it is kept until the next move.
    """

    __slots__ = ("_fitting",)

    _fitting: int | None

    def play(self, move: int | str | Mapping[str, Any]) -> None:
        """
        Play a move of the seat to act: a `Move`, its number, its text or its JSON object.

        Raises:
            InvalidMove: If it cannot be read, or is no move of this game.
            IllegalMove: If it cannot be played; its code says why. Nothing has changed.
        """
        seat = self.to_act
        # Nearly all moves are a card by its number: those go the short way.
        if isinstance(move, int) and move & 15 == PLAY and seat is not None and move >= 0:
            fitting = self._fitting
            if fitting is None:
                fitting = self._choose()
            card = move >> 4
            if fitting >> card & 1:
                self._log.append(move << 3 | seat)
                self._fitting = None
                self._lay(seat, card)
                return
        LoggedState.play(self, move)

    def _choose(self) -> int:
        """Work out the cards that fit, and keep them in `_fitting`."""
        raise NotImplementedError

    def _lay(self, seat: int, card: int) -> None:
        """Carry out playing a card; it fits and is in the log already."""
        raise NotImplementedError


_SHARED_FIELDS = ("game", "dealer", "to_act", "_first_leader", "_deck", "_log", "_lots")


def listed(
    game: Game, piles: Sequence[Sequence[int]], counted: str, expected: int | None = None
) -> list[int]:
    """
    All cards of a made-up position; *counted* says what there is one of for each seat.

    Raises:
        SetupError: If a card is named twice or is not of the pack, or the seats do not fit.
    """
    if expected is not None and expected != game.seats:
        raise SetupError(f"{expected} {counted} for {game.seats} seats")
    found = [card for pile in piles for card in pile]
    if len(set(found)) != len(found) or not set(found) <= set(game.deck):
        raise SetupError("a card is named twice, or is not of this pack")
    return found


def name_or_none(card: int | None) -> str | None:
    """A card's text, null for none."""
    return None if card is None else NAMES[card]
