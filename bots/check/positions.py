"""Positions of a game drawn by lot: a deal played at random up to a decision, and on to its end."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from bots.protocol import Ask, Choice, Deal, DealOver
from bots.reports import SpecError
from games.game import Game, State
from games.moves import with_seat
from games.shuffle import Stream

_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Position:
    """
    One decision of one seat, and what it is told around it: a deal in which every other decision
    was made for it. ``state`` is the position itself; `ask` may be put as often as one likes.
    """

    number: int
    seat: int
    state: State
    opening: Deal
    events: list[str]
    over: DealOver

    def ask(self, identity: int, refused: dict[str, str] | None = None) -> Ask:
        """The question, numbered *identity*; asked again, it has no news."""
        news = [] if refused else self.events
        view = view_of(self.state, self.seat)
        return Ask(self.number, identity, 0, news, view, self.state.menu(), refused)

    def described(self, answer: str | None = None) -> dict[str, Any]:
        """The position for its author to look at."""
        game = self.state.game
        return described(self.state, self.seat, self.number, dict(game.options), answer)


class Decision:
    """
    A position as it is put to a bot, in questions numbered from *identity*; nothing is changed by
    the answers. ``asked`` says how often it was put, ``played`` what was answered last.
    """

    def __init__(self, position: Position, identity: int) -> None:
        self._position = position
        self._identity = identity
        self.asked = 0
        self.played: str | None = None

    def ask(self, seat: int, refused: dict[str, str] | None) -> Ask:
        self.asked += 1
        return self._position.ask(self._identity + self.asked - 1, refused)

    def take(self, seat: int, choice: Choice) -> None:
        self.played = shown_move(choice)
        self._position.state.copy().play(choice.move)


def shown_move(choice: Choice) -> str:
    """What was answered, as far as it is shown."""
    return str(choice.move)[:_SHOWN]


def described(
    state: State, seat: int, deal: int, options: dict[str, Any], answer: str | None
) -> dict[str, Any]:
    """A decision of *seat* as plain data, with what was *answer*-ed, if anything was."""
    return {
        "game": state.game.key,
        "seats": state.game.seats,
        "sides": state.game.sides,
        "options": options,
        "deal": deal,
        "seat": seat,
        "view": view_of(state, seat),
        "menu": state.menu(),
        "answer": answer,
    }


def view_of(state: State, seat: int, scores: list[int] | None = None) -> dict[str, Any]:
    """The view of a seat as a bot is sent it, with the scores of the match."""
    view = state.view(seat).to_json()
    view["scores"] = scores or [0] * state.game.seats
    return view


def positions(game: Game, count: int, secret: bytes) -> Iterator[Position]:
    """
    *count* decisions, each of a deal of its own; the same ones for the same *secret*.

    Raises:
        SpecError: If the game leaves nothing to decide.
    """
    require_decisions(game)
    chance = Random(secret)
    found = number = 0
    while found < count:
        position = _position(game, found, Stream(secret, number), chance)
        number += 1
        if position is not None:
            found += 1
            yield position


def require_decisions(game: Game) -> None:
    """
    Raises:
        SpecError: If the game leaves nothing to decide, so that there can be no bot for it.
    """
    if not game.has_decisions:
        raise SpecError(f"{game.NAMES['en']} leaves nothing to decide: there is no bot for it")


def _position(game: Game, number: int, stream: Stream, chance: Random) -> Position | None:
    deck = stream.shuffled(game.deck)
    state = game.deal(deck, dealer=stream.below(game.seats), chance=stream)
    game.note_scores(state, [0] * game.seats)
    openings = [Deal(number, seat, view_of(state, seat)) for seat in range(game.seats)]
    events: list[str] = []
    decisions: list[tuple[int, State, int]] = []
    while (seat := state.to_act) is not None:
        if len(state.legal_moves) > 1:
            decisions.append((seat, state.copy(), len(events)))
        move = chance.choice(list(state.legal_moves))
        state.play(move)
        events.append(with_seat(seat, move))
    if not decisions or state.outcome is None:
        return None
    seat, asked, told = chance.choice(decisions)
    hands = [state.view(own).to_json().get("hand", []) for own in range(game.seats)]
    outcome = state.outcome
    over = DealOver(number, events[told:], outcome.places, outcome.points, hands)
    return Position(number, seat, asked, openings[seat], events[:told], over)
