"""Records of deals: everything needed to play one again, and to find out whether it was changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.cards import NAMES, cards
from games.catalogue import find_game
from games.chance import Recorded
from games.errors import DealError, GameError, OptionError, RecordError
from games.game import Game, State
from games.places import are_places
from games.record_form import FORMAT, MARKS, Record, RecordedMove
from games.seating import check_deal, dealer_in_turn, leader_of, sitting
from games.series import Length, Match
from games.shuffle import Stream, commitment

__all__ = [
    "Record",
    "RecordedMove",
    "dumps",
    "game_of",
    "loads",
    "name_of",
    "opening",
    "play_on",
    "record_of",
    "replay",
    "verify",
    "verify_match",
]


def record_of(
    state: State,
    *,
    deal: int = 0,
    match: str = "",
    leg: int = 0,
    sitting: Sequence[str] = (),
    entries: Sequence[int] = (),
    series: Length | None = None,
    secret: bytes | None = None,
    published: bool = False,
    commitment: str | None = None,
    dealer_by_lot: bool = False,
    marks: Sequence[str] = (),
    awarded: Mapping[str, Sequence[int]] | None = None,
) -> Record:
    """
    The record of a deal that is over.

    match, leg, deal: which deal of which match it is, leg and deal from 0.
    sitting: a name for each seat. entries: the number of the entry in each seat, as `Dealt.sitting`
    has them; may be left out where nobody moves.
    series: the length of the match. dealer_by_lot: as `Dealt` has it.
    secret: the shuffle secret; only its commitment is written unless *published*.
    commitment: 64 hex digits, where the secret itself is not at hand.
    marks: one a move, see `RecordedMove`; left out, forced moves are found by playing again.
    awarded: `places` and `points` where a fault changed them.

    Raises:
        RecordError: If the deal is not over, was not dealt from a deck, or marks do not fit.
    """
    outcome = state.outcome
    if outcome is None:
        raise RecordError("only a deal that is over has a record")
    if not state.deck:
        raise RecordError("a position made up has no deck to record")
    game = state.game
    moves = _marked(state, marks)
    return Record(
        format=FORMAT,
        game=game.key,
        rules_version=game.rules_version,
        options=game.options,
        seats=game.seats,
        sides=game.sides,
        match=match,
        leg=leg,
        deal=deal,
        sitting=tuple(sitting),
        entries=() if list(entries) == list(range(game.seats)) else tuple(entries),
        series=series,
        commitment=commitment or (None if secret is None else _commitment(secret)),
        secret=secret.hex() if secret is not None and published else None,
        dealer=state.dealer,
        dealer_by_lot=dealer_by_lot,
        leader=state.first_leader,
        deck=tuple(NAMES[card] for card in state.deck),
        lots=state.lots,
        moves=moves,
        outcome=outcome,
        awarded=None if awarded is None else {k: list(v) for k, v in awarded.items()},
    )


def game_of(record: Record) -> Game:
    """
    The game of a record, with its options.

    Raises:
        RecordError: If the game, its rules version or an option is not known here.
    """
    for name in ("self", "seats", "sides"):
        if name in record.options:
            raise RecordError(f"no option is called {name}")
    values = record.options.values()
    make = _game if all(isinstance(v, bool | int | str) for v in values) else _game.__wrapped__
    try:
        game = make(record.game, record.seats, record.sides, tuple(record.options), *values)
    except GameError as error:
        raise RecordError(str(error)) from None
    if record.rules_version != game.rules_version:
        raise RecordError(
            f"rules version {record.rules_version} of {record.game} is not known here; "
            f"known: {game.rules_version}"
        )
    return game


@lru_cache(maxsize=64, typed=True)
def _game(key: str, seats: int, sides: str, names: tuple[str, ...], *values: Any) -> Game:
    """A game with its options; games are frozen, so that records may share one."""
    options = dict(zip(names, values, strict=True))
    return find_game(key)(seats=seats, sides=sides, **options)


def opening(record: Record) -> State:
    """
    The state before the first move of a record; `replay` plays the moves as well.

    Raises:
        RecordError: If the header or the deck does not fit the game.
    """
    game = game_of(record)
    try:
        return game.deal(
            cards(record.deck),
            dealer=record.dealer,
            leader=record.leader,
            chance=Recorded(record.lots),
        )
    except GameError as error:
        raise RecordError(str(error)) from None


def replay(record: Record) -> State:
    """
    The final state of a record: deals its deck and plays its moves.

    Raises:
        RecordError: If a move is not legal or not of the seat to act.
    """
    state = opening(record)
    for number, played in enumerate(record.moves, start=1):
        play_on(state, number, played)
    return state


def verify(record: Record, secret: bytes | None = None) -> None:
    """
    Check everything a record says: who sits where and deals as far as the number of the deal says
    so, deck, lot, leader, moves, marks, outcome, awards, commitment.

    secret: the shuffle secret; without it the published one, if any. Without either the deck
    cannot be derived again, and only the rest is checked.

    Raises:
        RecordError: Saying what is wrong.
    """
    if secret is None and record.secret is not None:
        secret = _secret(record.secret)
    state = opening(record)
    _verify_seats(record, state.game)
    if secret is not None:
        state = _verify_chance(record, secret)
    else:
        _verify_leader(record, state.game)
    for number, played in enumerate(record.moves, start=1):
        _verify_mark(state, number, played)
        play_on(state, number, played)
    if state.outcome is None:
        raise RecordError(f"after {len(record.moves)} moves the deal is not over")
    if state.lots != record.lots:
        raise RecordError("what was drawn by lot during the deal is not what was recorded")
    if state.outcome != record.outcome:
        raise RecordError(f"the rules give {state.outcome.to_json()}, not the outcome recorded")
    if record.awarded is not None:
        _verify_award(record.awarded, record.seats)


def verify_match(
    records: Sequence[Record], secret: bytes | None = None, *, whole: bool = False
) -> Match:
    """
    Check the records of one match, from its first deal on: each, their order, dealers and leaders.

    Where the entries move, also that each sits where it should; in a mirrored match, also that
    every leg plays the decks of the first. The records follow one another as the deals did: leg
    by leg. whole: whether the match must have come to its end; one that ended by forfeit has not.

    Returns:
        The match as the records tell it: its scores, its sheet, and whether it is decided.

    Raises:
        DealError: Saying which deal is wrong and why, its leg and number from 1.
        RecordError: If there is none, or one is missing at the end.
    """
    if not records:
        raise RecordError("there is no record")
    first = records[0]
    length = first.series or Length("deals", len(records))
    try:
        match = Match(game_of(first), length)
    except OptionError as error:
        raise RecordError(str(error)) from None
    decks: dict[int, tuple[str, ...]] = {}
    for index, record in enumerate(records):
        where = name_of(record)
        if (record.leg, record.deal) != (match.leg, match.number):
            expected = _name_of(length, match.leg, match.number)
            raise DealError(index, "", f"{expected} expected, not {where}")
        for name in ("match", "game", "options", "seats", "sides", "commitment", "series"):
            if getattr(record, name) != getattr(first, name):
                raise DealError(index, where, f"{name} differs from the first deal")
        dealer, _ = match.next_deal()
        if record.dealer_by_lot != (dealer is None) or dealer not in (None, record.dealer):
            raise DealError(index, where, f"seat {record.dealer} was not to deal")
        try:
            if length.mirrored and decks.setdefault(record.deal, record.deck) != record.deck:
                raise RecordError("the deck is not the one of this deal in the legs before")
            verify(record, secret)
            _verify_names(record, first, match.sitting)
            match.add(record.outcome, record.awarded, dealer=record.dealer, leader=record.leader)
        except GameError as error:
            raise DealError(index, where, str(error)) from None
    if whole and not match.decided:
        raise RecordError(f"{_name_of(length, match.leg, match.number)} is missing")
    return match


def dumps(records: Iterable[Record]) -> str:
    """The records of a match as JSON Lines."""
    return "".join(json.dumps(record.to_json(), ensure_ascii=False) + "\n" for record in records)


def loads(text: str) -> list[Record]:
    """
    The records of JSON Lines, or of one JSON object, which may go over many lines.

    Raises:
        RecordError: Naming the line that cannot be read.
    """
    is_one = text.lstrip().partition("\n")[0].strip() == "{"
    lines = [text] if is_one else text.splitlines()
    records = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                records.append(Record.from_json(json.loads(line, object_pairs_hook=_object)))
            except RecursionError:
                raise RecordError(f"line {number}: it is nested too deeply") from None
            except (ValueError, RecordError) as error:
                raise RecordError(f"line {number}: {error}") from None
    return records


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; a key that occurs twice could be read in two ways."""
    data = dict(pairs)
    if len(data) != len(pairs):
        raise RecordError("a key occurs twice in one object")
    return data


# The same few moves are played again and again.
_recorded = lru_cache(maxsize=8192)(RecordedMove)


def _marked(state: State, marks: Sequence[str]) -> tuple[RecordedMove, ...]:
    moves = state.moves
    if not marks:
        marks = _forced_marks(state)
    if len(marks) != len(moves) or any(mark not in MARKS for mark in marks):
        raise RecordError(f"{len(moves)} marks are needed, each empty, forced or fallback")
    return tuple(
        [_recorded(seat, move, mark) for (seat, move), mark in zip(moves, marks, strict=True)]
    )


def _forced_marks(state: State) -> list[str]:
    """Which moves were the only ones, found by playing the deal again."""
    again = state.game.deal(
        state.deck,
        dealer=state.dealer,
        leader=state.first_leader,
        chance=Recorded(state.lots),
    )
    marks = []
    for _, move in state.moves:
        marks.append("forced" if len(again.legal_moves) == 1 else "")
        again.play(move)
    return marks


def play_on(state: State, number: int, played: RecordedMove) -> None:
    """
    Play one move of a record, the *number*-th from 1, after those before it.

    Raises:
        RecordError: If it is not legal or not of the seat to act.
    """
    if state.to_act != played.seat:
        raise RecordError(f"move {number} is of seat {played.seat}, but {state.to_act} is to act")
    try:
        state.play(played.move)
    except GameError as error:
        raise RecordError(f"move {number}: {error}") from None


def _verify_mark(state: State, number: int, played: RecordedMove) -> None:
    """Whether a mark is true; a move of another seat is refused when it is played."""
    if state.to_act != played.seat:
        return
    if played.mark == "forced" and len(state.legal_moves) != 1:
        raise RecordError(f"move {number} is marked as forced, but there was a choice")
    if played.mark == "fallback":
        expected = state.game.fallback(state.view(played.seat))
        if played.move != expected:
            raise RecordError(f"move {number} is marked as fallback, which would be {expected}")


def _verify_chance(record: Record, secret: bytes) -> State:
    """Check commitment, deck, dealer's lot and leader; the opening, with chance to come."""
    if record.commitment is not None and record.commitment != _commitment(secret):
        raise RecordError("the commitment is not the SHA-256 of the secret")
    if record.secret is not None and record.secret != secret.hex():
        raise RecordError("the record names another secret")
    game = game_of(record)
    try:
        stream = Stream(secret, record.deal)
    except GameError as error:
        raise RecordError(f"deal {record.deal + 1} does not exist: {error}") from None
    deck = stream.shuffled(game.deck)
    if record.dealer_by_lot:
        dealer = stream.below(record.seats)
        if dealer != record.dealer:
            raise RecordError(f"the lot makes seat {dealer} the dealer, not {record.dealer}")
    leader = _leader_by_rule(record, game)
    try:
        state = game.deal(deck, dealer=record.dealer, leader=leader, chance=stream)
    except GameError as error:
        raise RecordError(str(error)) from None
    if tuple(NAMES[card] for card in state.deck) != record.deck:
        raise RecordError("the deck is not the one that follows from the secret")
    if state.first_leader != record.leader:
        raise RecordError(f"seat {state.first_leader} leads first, not {record.leader}")
    return state


def _verify_seats(record: Record, game: Game) -> None:
    """Who sits where and who deals, as far as the number of the deal alone decides it."""
    if sorted(record.seated) != list(range(record.seats)):
        raise RecordError(f"{list(record.entries)} does not name each entry once")
    if record.sitting and len(record.sitting) != record.seats:
        raise RecordError(f"{len(record.sitting)} names for {record.seats} seats")
    if record.series is None:
        return
    try:
        check_deal(game, record.series, record.leg, record.deal)
    except GameError as error:
        raise RecordError(str(error)) from None
    expected = sitting(game, record.series, record.leg, record.deal)
    for seat, entry in enumerate(expected):
        if record.seated[seat] != entry:
            raise RecordError(
                f"entry {record.seated[seat]} is said to sit in seat {seat}, which is entry "
                f"{entry}'s"
            )
    if record.series.in_turn:
        dealer = dealer_in_turn(game, record.series, record.deal)
        if record.dealer_by_lot or record.dealer != dealer:
            raise RecordError(f"it is seat {dealer}'s turn to deal, whoever lost before")
    elif record.deal == 0 and not record.dealer_by_lot:
        raise RecordError("the first dealer of a match is drawn by lot")


def _verify_names(record: Record, first: Record, seated: Sequence[int]) -> None:
    """Whether the names have moved with their entries since the first deal of the match."""
    expected = tuple(first.sitting[entry] for entry in seated) if first.sitting else ()
    if record.sitting != expected:
        raise RecordError(f"{list(record.sitting)} sit there, not {list(expected)}")


def _verify_leader(record: Record, game: Game) -> None:
    """Without the secret: the leader that follows from the dealer, or from the cards."""
    expected = _leader_by_rule(record, game)
    if expected is None:
        try:
            expected = game.deal(cards(record.deck), dealer=record.dealer).first_leader
        except OptionError:
            return  # drawn by lot, as nobody was dealt a trump: only the secret can tell
    if expected != record.leader:
        raise RecordError(f"seat {expected} leads first, not {record.leader}")


def _leader_by_rule(record: Record, game: Game) -> int | None:
    """Who leads first, or None where the cards decide."""
    dealer = None if record.dealer_by_lot else record.dealer
    if record.series is None:
        return None if dealer is None else game.leader_after(dealer)
    return leader_of(game, record.series, record.deal, dealer)


def name_of(record: Record) -> str:
    """Which deal of its match a record is, in a few words; leg and deal count from 1."""
    return _name_of(record.series, record.leg, record.deal)


def _name_of(length: Length | None, leg: int, deal: int) -> str:
    in_legs = length is not None and length.mirrored
    return f"leg {leg + 1}, deal {deal + 1}" if in_legs else f"deal {deal + 1}"


def _verify_award(awarded: Mapping[str, Any], seats: int) -> None:
    if set(awarded) != {"places", "points"}:
        raise RecordError("an award has places and points")
    for name, values in awarded.items():
        if len(values) != seats or any(type(value) is not int for value in values):
            raise RecordError(f"an award has one whole number of {name} a seat")
    places = awarded["places"]
    if not are_places(places):
        raise RecordError(f"{places} are no places: each is 1 and the number of seats before it")


def _commitment(secret: bytes) -> str:
    try:
        return commitment(secret)
    except GameError as error:
        raise RecordError(str(error)) from None


def _secret(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise RecordError("the secret is not hexadecimal") from None
