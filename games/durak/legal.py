"""The legal moves of a deal of Durak to be asked about: as a question, as a menu, or why not."""

from __future__ import annotations

from games.cards import BITS, NAMES, RANK_MASKS, by_rank, cards_of, names_of
from games.durak.codes import groups
from games.durak.rules import BEATERS, DEFEND, LEAD, OVER, THROW
from games.errors import GameError, IllegalMove, InvalidMove
from games.game import LegalMoves
from games.moves import (
    ATTACK,
    BEAT,
    PASS,
    SWAP,
    TAKE,
    TRANSFER,
    TRANSFER_SHOW,
    VERBS,
    Move,
    number_of,
    set_of_code,
)
from games.moves import THROW as THROW_IN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from games.durak.state import DurakState

_RANK_ROWS = RANK_MASKS[:13]
_KNOWN_VERBS = frozenset((ATTACK, BEAT, THROW_IN, TAKE, PASS, TRANSFER, TRANSFER_SHOW, SWAP))


class DurakLegalMoves(LegalMoves):
    """The moves of one position: membership by bit masks, the list only when it is asked for."""

    __slots__ = ("_codes", "_state")

    def __init__(self, state: DurakState) -> None:
        self._state = state
        self._codes: Sequence[int] | None = None

    def _listed(self) -> Sequence[int]:
        if self._codes is None:
            self._codes = self._state.legal_codes()
        return self._codes

    def __len__(self) -> int:
        return len(self._listed())

    def __bool__(self) -> bool:
        return self._state.to_act is not None

    def __iter__(self) -> Iterator[Move]:
        return map(Move, self._listed())

    def __getitem__(self, index: int) -> Move:
        return Move(self._listed()[index])

    def __contains__(self, move: object) -> bool:
        try:
            code = number_of(move)
        except GameError:
            return False
        return self._state.allows(code)


def menu(state: DurakState) -> dict[str, Any]:
    """The legal moves, compact: what is allowed to lead, to beat each card with, or to throw."""
    phase = state.phase
    if phase == THROW:
        return {"throw": names_of(state.choice), "max": state.room, "pass": True}
    if phase == LEAD:
        told: dict[str, Any] = {"attack": _leads(state)}
    elif phase == DEFEND:
        told = {
            "beat": {NAMES[target]: names_of(state.able(target)) for target in by_rank(state.open)},
            "take": True,
        }
    else:
        return {}
    if state.rules.swap and state.may_swap():
        told["swap"] = True
    return told


def _leads(state: DurakState) -> list[list[str]]:
    hand = state.hands[state.leader]
    told = _LEADS_OF_RANK[state.room if state.rules.multi_lead else 1]
    return [[*names] for row in _RANK_ROWS if (same := hand & row) for names in told[same]]


class _LeadsOfRank(dict[int, list[list[str]]]):
    """
    What may be led out of each set of cards of one rank, with so much room: every card, and every
    set of two or more. Worked out when first asked for.
    """

    def __init__(self, room: int) -> None:
        super().__init__()
        self._room = room

    def __missing__(self, same: int) -> list[list[str]]:
        sets = [BITS[card] for card in cards_of(same)] + groups(same, self._room)
        leads = self[same] = [names_of(cards) for cards in sets]
        return leads


_LEADS_OF_RANK = tuple(_LeadsOfRank(room) for room in range(7))


def refusal(state: DurakState, number: int) -> GameError:
    """Why a move (its number) that is not legal is not."""
    try:
        move = Move.checked(number)
    except InvalidMove as error:
        return error
    verb = move & 15
    if verb not in _KNOWN_VERBS:
        return InvalidMove(str(move), "there is no such move in Durak")
    code, reason = _why_not(state, verb, move)
    return IllegalMove(code, f"{move}: {reason}", position=state.copy())


def _why_not(state: DurakState, verb: int, move: Move) -> tuple[str, str]:
    if state.phase == OVER:
        return "GAME_OVER", "the deal is over"
    if verb in (TRANSFER, TRANSFER_SHOW):
        return state.why_no_transfer(move)
    if verb == SWAP:
        return _why_no_swap(state)
    if state.phase == LEAD:
        if verb == PASS:
            return "MUST_LEAD", "the leader must lead"
        if verb == ATTACK:
            return _why_no_lead(state, set_of_code(move))
    if state.phase == THROW and verb == THROW_IN:
        return _why_no_throw(state, set_of_code(move))
    if state.phase == DEFEND and verb == BEAT:
        return _why_no_beat(state, *move.cards)
    return "WRONG_PHASE", f"now it is time to {' or '.join(n for n in state.menu() if n in VERBS)}"


def _why_no_swap(state: DurakState) -> tuple[str, str]:
    if not state.rules.swap:
        return "NOT_ELIGIBLE", "the six of trumps is not swapped in this game"
    if not state.stock_count:
        return "NOT_ELIGIBLE", "the stock is empty"
    if state.phase == LEAD or (state.phase == DEFEND and state.open == state.table):
        return "CARD_NOT_HELD", "the seat does not hold the six of trumps"
    return "WRONG_PHASE", "the six of trumps is swapped before leading or defending"


def _why_no_lead(state: DurakState, cards: int) -> tuple[str, str]:
    if cards & ~state.hands[state.leader]:
        return "CARD_NOT_HELD", "the leader does not hold it"
    if cards & ~RANK_MASKS[cards.bit_length() - 1]:
        return "MIXED_RANKS", "cards led together must be of one rank"
    if not state.rules.multi_lead:
        return "ONE_CARD_ONLY", "only one card may be led"
    return "LIMIT_EXCEEDED", f"at most {state.room} cards may be led here"


def _why_no_throw(state: DurakState, cards: int) -> tuple[str, str]:
    if cards & ~state.hands[state.to_act]:  # type: ignore[index]
        return "CARD_NOT_HELD", "the seat does not hold it"
    if cards & ~state.ranks:
        return "RANK_NOT_ON_TABLE", "no card of this rank lies on the table"
    return "LIMIT_EXCEEDED", f"at most {state.room} more attack cards are allowed"


def _why_no_beat(state: DurakState, target: int, card: int) -> tuple[str, str]:
    if not state.hands[state.defender] >> card & 1:
        return "CARD_NOT_HELD", "the defender does not hold it"
    if not state.open >> target & 1:
        return "NO_SUCH_TARGET", "this attack card does not lie unbeaten on the table"
    if BEATERS[state.trump][target] >> card & 1:
        return "MUST_USE_SUIT", "a card of the suit must be used before a trump"
    return "CANNOT_BEAT", "it does not beat the attack card"
