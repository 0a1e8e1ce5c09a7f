"""The legal moves of a deal of Durak: counted, listed on demand, as a menu, or why one is not."""

from __future__ import annotations

from itertools import combinations

from games.cards import BITS, NAMES, RANK_MASKS, by_rank, cards_of, names_of
from games.durak.rules import BEATERS, DEFEND, LEAD, OVER, THROW
from games.errors import GameError, IllegalMove, InvalidMove
from games.game import LegalMoves
from games.moves import (
    ATTACK,
    BEAT,
    PASS,
    TAKE,
    TRANSFER,
    TRANSFER_SHOW,
    Move,
    code_of_set,
    read_move,
    set_of_code,
)
from games.moves import THROW as THROW_IN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from games.durak.state import DurakState

_RANK_ROWS = RANK_MASKS[:13]
_KNOWN_VERBS = frozenset((ATTACK, BEAT, THROW_IN, TAKE, PASS, TRANSFER, TRANSFER_SHOW))


class _CodesInSuit(dict[int, list[int]]):
    """The moves of one verb with each single card of one suit, by the pattern of its 13 bits."""

    def __init__(self, verb: int, suit: int) -> None:
        super().__init__()
        self._verb = verb
        self._first = 13 * suit

    def __missing__(self, pattern: int) -> list[int]:
        ranks = [rank for rank in range(13) if pattern >> rank & 1]
        codes = [self._first + rank << 4 | self._verb for rank in ranks]
        self[pattern] = codes
        return codes


class _CodesOfRank(dict[int, list[int]]):
    """Leads of two or more cards of one rank with so much room, by the set held of that rank."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self._room = room

    def __missing__(self, same: int) -> list[int]:
        codes = self[same] = [code_of_set(ATTACK, some) for some in _groups(same, self._room)]
        return codes


_GROUP_CODES = tuple(_CodesOfRank(room) for room in range(7))
_LEAD_S, _LEAD_C, _LEAD_D, _LEAD_H = (_CodesInSuit(ATTACK, suit) for suit in range(4))


class DurakLegalMoves(LegalMoves):
    """The moves of one position: membership by bit masks, the list only when it is asked for."""

    __slots__ = ("_codes", "_state")

    def __init__(self, state: DurakState) -> None:
        self._state = state
        self._codes: list[int] | None = None

    def _listed(self) -> list[int]:
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
            code = read_move(move)
        except GameError:
            return False
        return self._state.allows(code)


def beating_codes(state: DurakState) -> list[int]:
    """Taking, and each way to beat an open card."""
    found = [TAKE]
    unbeaten = state.open
    while unbeaten:
        target = unbeaten.bit_length() - 1
        unbeaten ^= BITS[target]
        code = target << 4 | BEAT
        able = state.able(target)
        while able:
            card = able.bit_length() - 1
            able ^= BITS[card]
            found.append(card << 10 | code)
    return found


def throwing_codes(fitting: int, room: int) -> list[int]:
    """Passing, and each set of fitting cards for which there is room."""
    if not fitting:
        return [PASS]
    if not fitting & fitting - 1:
        return [PASS, fitting.bit_length() - 1 << 4 | THROW_IN]
    cards = cards_of(fitting)
    found = [PASS, *[card << 4 | THROW_IN for card in cards]]
    if room > 1:
        found += [code_of_set(THROW_IN, some) for some in _groups(fitting, room)]
    return found


def leading_codes(state: DurakState) -> list[int]:
    """Each card, and each set of one rank for which there is room."""
    hand = state.hands[state.leader]
    spades, clubs, diamonds, hearts = (
        hand & 8191,
        hand >> 13 & 8191,
        hand >> 26 & 8191,
        hand >> 39,
    )
    found = _LEAD_S[spades] + _LEAD_C[clubs] + _LEAD_D[diamonds] + _LEAD_H[hearts]
    if state.room > 1 and state.rules.multi_lead:
        black = spades | clubs
        doubled = spades & clubs | black & diamonds | (black | diamonds) & hearts
        groups = _GROUP_CODES[state.room]
        while doubled:
            rank = doubled.bit_length() - 1
            doubled ^= BITS[rank]
            found += groups[hand & RANK_MASKS[rank]]
    return found


def _groups(cards: int, room: int) -> list[int]:
    """The sets of two or more out of a set of cards, as far as there is room."""
    bits = [BITS[card] for card in cards_of(cards)]
    return [
        sum(some)
        for size in range(2, min(room, len(bits)) + 1)
        for some in combinations(bits, size)
    ]


def menu(state: DurakState) -> dict[str, Any]:
    """The legal moves, compact: what is allowed to lead, to beat each card with, or to throw."""
    if state.phase == LEAD:
        return {"attack": _leads(state)}
    if state.phase == DEFEND:
        targets = by_rank(state.open)
        return {
            "beat": {NAMES[target]: names_of(state.able(target)) for target in targets},
            "take": True,
        }
    if state.phase == THROW:
        return {"throw": names_of(state.fitting()), "max": state.room, "pass": True}
    return {}


def _leads(state: DurakState) -> list[list[str]]:
    hand = state.hands[state.leader]
    leads: list[list[str]] = []
    for row in _RANK_ROWS:
        same = hand & row
        leads += [[NAMES[card]] for card in cards_of(same)]
        if state.rules.multi_lead and same & same - 1:
            leads += [names_of(cards) for cards in _groups(same, state.room)]
    return leads


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
        return "PASSING_NOT_ALLOWED", "throw-in Durak has no passing"
    if state.phase == LEAD:
        if verb == PASS:
            return "MUST_LEAD", "the leader must lead"
        if verb == ATTACK:
            return _why_no_lead(state, set_of_code(move))
    if state.phase == THROW and verb == THROW_IN:
        return _why_no_throw(state, set_of_code(move))
    if state.phase == DEFEND and verb == BEAT:
        return _why_no_beat(state, *move.cards)
    return "WRONG_PHASE", f"now it is time to {', '.join(state.menu())}"


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
