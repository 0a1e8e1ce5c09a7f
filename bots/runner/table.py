"""One deal at the table: whose turn it is, what each seat has been told, and who failed."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from bots.protocol import Ask, Choice, Deal, DealOver, refused_told
from bots.reports import Note
from bots.runner.players import Failure, Player
from games.errors import IllegalMove, InvalidMove
from games.game import State
from games.moves import Move, with_seat

_ATTEMPTS = 2


class StarvedError(Exception):
    """
    A bot ran out of time while the runner itself was held up, or was killed from outside within its
    limits: nobody's fault.
    """


Refused = dict[str, str]


class Asking(Protocol):
    """Where decisions are made."""

    def ask(self, seat: int, refused: Refused | None) -> Ask:
        """The question to *seat*; put again, with the move that was refused."""

    def take(self, seat: int, choice: Choice) -> None:
        """
        Play the answer.

        Raises:
            IllegalMove, InvalidMove: If it is no move here.
        """


def failure_at(asking: Asking, player: Player, seat: int) -> Failure | None:
    """
    Put a decision to *player*, once more if its move is refused; how it failed, if it did.

    Raises:
        StarvedError: If the machine was held up.
    """
    refused: Refused | None = None
    for _ in range(_ATTEMPTS):
        answer = player.choose(asking.ask(seat, refused))
        if isinstance(answer, Failure):
            if answer.starved:
                raise StarvedError(answer.detail)
            return answer
        try:
            asking.take(seat, answer)
            return None
        except (IllegalMove, InvalidMove) as error:
            move, reason = str(answer.move)[:200], str(error)[:200]
            refused = {"move": move, "code": error.code, "reason": reason}
    return Failure("illegal_move", refused_told(move, reason))


class Table:
    """
    Plays one deal with *players*, one a seat of the deal; those in *absent* no longer answer.

    *begin* starts the players at the first real decision, so that a game without decisions starts
    none, and returns the seats that did not start. *fail* is told of every other failure as it
    occurs, and that seat is not asked any more.
    """

    def __init__(
        self,
        number: int,
        state: State,
        players: Sequence[Player],
        scores: Sequence[int],
        absent: set[int],
        begin: Callable[[], list[int]],
        fail: Callable[[int, Failure], None],
        next_id: Callable[[], int],
        started: bool,
    ) -> None:
        self.state = state
        self.number = number
        # Per move: "forced", "fallback" or nothing, as a record keeps it.
        self.marks: list[str] = []
        self.notes: list[Note] = []
        self._players = players
        self._scores = list(scores)
        self._absent = absent
        self._begin = begin
        self._fail = fail
        self._next_id = next_id
        self._started = started
        self._events: list[str] = []
        self._told = [0] * len(players)
        # A deal is told as it was dealt, whatever forced moves come before the first decision.
        self._dealt = state.copy()
        if started:
            self._open()

    def play(self) -> None:
        """
        Play until the deal is over.

        Raises:
            StarvedError: If the deal has to be played again.
        """
        state = self.state
        while (seat := state.to_act) is not None:
            codes = state.legal_codes()
            if len(codes) == 1:
                self._play(seat, Move(codes[0]), "forced")
                continue
            if not self._started:
                self._started = True
                self._absent.update(self._begin())
                self._open()
            if seat in self._absent or not self._ask(seat):
                self._play(seat, state.game.fallback(state.view(seat)), "fallback")

    def tell_end(self, places: Sequence[int], points: Sequence[int]) -> None:
        """Show everybody present how the deal ended, and all hands."""
        if not self._started:
            return
        seats = range(len(self._players))
        hands = [self._view(self.state, seat).get("hand", []) for seat in seats]
        for seat in self._present():
            events = self._news(seat)
            message = DealOver(self.number, events, places, points, hands)
            self._players[seat].tell(message)

    def _present(self) -> list[int]:
        return [seat for seat in range(len(self._players)) if seat not in self._absent]

    def _open(self) -> None:
        for seat in self._present():
            self._players[seat].tell(Deal(self.number, seat, self._view(self._dealt, seat)))

    def _ask(self, seat: int) -> bool:
        """Have *seat*, which is to act, play its own move; False if it failed to."""
        failure = failure_at(self, self._players[seat], seat)
        if failure is None:
            return True
        self._absent.add(seat)
        self._fail(seat, failure)
        return False

    def ask(self, seat: int, refused: Refused | None) -> Ask:
        return Ask(
            self.number,
            self._next_id(),
            0,
            self._news(seat),
            self._view(self.state, seat),
            self.state.menu(),
            refused,
        )

    def take(self, seat: int, choice: Choice) -> None:
        self._play(seat, choice.move, "")
        if choice.note:
            self.notes.append(Note(len(self._events) - 1, choice.note))

    def _play(self, seat: int, move: Move, mark: str) -> None:
        self.state.play(move)
        self._events.append(with_seat(seat, move))
        self.marks.append(mark)

    def _news(self, seat: int) -> list[str]:
        news = self._events[self._told[seat] :]
        self._told[seat] = len(self._events)
        return news

    def _view(self, state: State, seat: int) -> dict[str, Any]:
        view = state.view_json(seat)
        view["scores"] = self._scores
        return view
