"""Records: what was played can be played again, and nothing can be changed unnoticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.catalogue import find_game
from games.errors import RecordError
from games.game import Outcome
from games.records import (
    Record,
    RecordedMove,
    dumps,
    game_of,
    loads,
    record_of,
    replay,
    verify,
    verify_match,
)
from games.series import Length, Series
from tests.games.helpers import SECRET, dealt, play_out

OTHER = bytes(range(1, 33))


def played(*, published: bool = True, deals: int = 5, seats: int = 2) -> list[Record]:
    """The records of a match of random play."""
    series = Series(find_game("podkidnoy")(seats=seats), Length("deals", deals))
    rng = Random(9)
    records = []
    while not series.decided:
        deal = series.deal(SECRET)
        state = play_out(deal.state, rng)
        record = record_of(
            state,
            deal=deal.number,
            match="m_1",
            sitting=[f"player {seat}" for seat in range(seats)],
            series=series.length,
            secret=SECRET,
            published=published,
            dealer_by_lot=deal.dealer_by_lot,
        )
        records.append(record)
        series.add(record.outcome)
    return records


MATCH = played()
FIRST = MATCH[0]
# Of a draw some changes make no difference.
SECOND = next(record for record in MATCH[1:] if record.outcome.losers)


def test_a_match_verifies_and_survives_json_lines() -> None:
    text = dumps(MATCH)
    assert text.count("\n") == 5
    assert loads(text) == MATCH
    verify_match(loads(text))
    verify_match(MATCH, SECRET)


def test_the_secret_is_in_a_record_only_once_it_is_published() -> None:
    hidden = played(published=False)
    assert SECRET.hex() not in dumps(hidden)
    assert hidden[0].commitment == FIRST.commitment
    verify_match(hidden)
    verify_match(hidden, SECRET)
    with pytest.raises(RecordError, match="commitment"):
        verify_match(hidden, OTHER)


def test_forced_moves_are_marked() -> None:
    state = replay(replace(FIRST, moves=()))
    marks = []
    for move in FIRST.moves:
        marks.append("forced" if len(state.legal_moves) == 1 else "")
        state.play(move.move)
    assert [move.mark for move in FIRST.moves] == marks
    assert "forced" in marks


def test_a_seat_that_failed_is_marked_and_the_award_kept_beside_the_outcome() -> None:
    game = find_game("podkidnoy")()
    state = dealt(game)
    marks = []
    while state.to_act is not None:
        if state.to_act == 1:
            state.play(game.fallback(state.view(1)))
            marks.append("fallback")
        else:
            state.play(state.legal_moves[0])
            marks.append("")
    award = {"places": [1, 2], "points": [0, -1]}
    record = record_of(state, secret=SECRET, dealer_by_lot=True, marks=marks, awarded=award)
    verify(record, SECRET)
    assert Record.from_json(record.to_json()).awarded == award
    assert any(str(move).endswith(" [fallback]") for move in record.moves)


def changed_move(record: Record, number: int, text: str) -> Record:
    moves = list(record.moves)
    moves[number] = RecordedMove.parse(text)
    return replace(record, moves=tuple(moves))


def first_choice(record: Record) -> int:
    return next(n for n, move in enumerate(record.moves) if not move.mark)


def swap(record: Record, first: int, second: int) -> Record:
    deck = list(record.deck)
    deck[first], deck[second] = deck[second], deck[first]
    return replace(record, deck=tuple(deck))


TAMPERINGS: dict[str, tuple[Callable[[Record], Record], str]] = {
    "the deck": (lambda r: swap(r, 34, 35), "deck is not the one"),
    "a card twice": (lambda r: replace(r, deck=(r.deck[1], *r.deck[1:])), "deck"),
    "the dealer": (lambda r: replace(r, dealer=1 - r.dealer), "dealer|leads first"),
    "the leader": (lambda r: replace(r, leader=1 - r.leader), "leads first"),
    "the deal number": (lambda r: replace(r, deal=r.deal + 1), "deck|lot"),
    "a negative deal": (lambda r: replace(r, deal=-1), "does not exist"),
    "the commitment": (lambda r: replace(r, commitment="00" * 32), "commitment"),
    "the secret": (lambda r: replace(r, secret=OTHER.hex()), "commitment"),
    "a secret of no form": (lambda r: replace(r, secret="zz"), "hexadecimal"),
    "a short secret": (lambda r: replace(r, secret="00"), "32 bytes"),
    "a move left out": (lambda r: replace(r, moves=r.moves[:-1]), "not over"),
    "a move too many": (lambda r: replace(r, moves=(*r.moves, r.moves[-1])), "to act"),
    "no moves": (lambda r: replace(r, moves=()), "not over"),
    "the seat of a move": (
        lambda r: replace(r, moves=(replace(r.moves[0], seat=1 - r.moves[0].seat), *r.moves[1:])),
        "is to act",
    ),
    "a move": (lambda r: changed_move(r, 0, f"{r.leader} attack 2S"), "does not hold"),
    "a forced mark": (
        lambda r: changed_move(r, first_choice(r), f"{r.moves[first_choice(r)]} [forced]"),
        "choice",
    ),
    "a fallback mark": (
        lambda r: changed_move(r, 0, f"{r.moves[0].seat} attack {r.deck[35]} [fallback]"),
        "fallback",
    ),
    "the places": (lambda r: outcome(r, places=[1, 1]), "outcome"),
    "the points": (lambda r: outcome(r, points=[5, 5]), "outcome"),
    "the reason": (lambda r: outcome(r, reason="draw"), "outcome"),
    "the honours": (lambda r: outcome(r, honours=[2, 2]), "outcome"),
    "who deals next": (lambda r: outcome(r, next_dealer=None), "outcome"),
    "an award of one seat": (
        lambda r: replace(r, awarded={"places": [1], "points": [0]}),
        "a seat",
    ),
    "an award of no places": (
        lambda r: replace(r, awarded={"places": [2, 2], "points": [0, 0]}),
        "no places",
    ),
    "an award of words": (lambda r: replace(r, awarded={"song": [1, 2]}), "award"),
    "an option": (
        lambda r: replace(r, options={**r.options, "first_bout_max": 9}),
        "first_bout_max",
    ),
    "the rules version": (lambda r: replace(r, rules_version=99), "rules version 99"),
    "the game": (lambda r: replace(r, game="whist"), "unknown game"),
    "a name left out": (lambda r: replace(r, sitting=r.sitting[:1]), "1 names for 2 seats"),
    "the entries": (lambda r: replace(r, entries=(1, 0)), "entry 1 is said to sit in seat 0"),
    "an entry twice": (lambda r: replace(r, entries=(0, 0)), "each entry once"),
    "the leg": (lambda r: replace(r, leg=1), "not mirrored"),
    "the seats": (lambda r: replace(r, seats=3), "deck|lot|dealer|leads|move|place|to act|names"),
}


def outcome(record: Record, **changes: Any) -> Record:
    data = {**record.outcome.to_json(), **changes}
    return replace(record, outcome=Outcome.from_json(data))


@pytest.mark.parametrize("kind", TAMPERINGS)
@pytest.mark.parametrize("record", [FIRST, SECOND], ids=["first", "second"])
def test_tampering_is_refused(record: Record, kind: str) -> None:
    change, message = TAMPERINGS[kind]
    verify(record)
    with pytest.raises(RecordError, match=message):
        verify(change(record))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m[1:], "deal 1 expected"),
        (lambda m: [m[0], *m[2:]], "deal 2 expected"),
        (lambda m: [m[0], m[0], *m[2:]], "deal 2 expected"),
        (lambda m: [m[0], replace(m[1], match="m_2"), *m[2:]], "match differs"),
        (lambda m: [m[0], replace(m[1], dealer_by_lot=True), *m[2:]], "was not to deal"),
        (lambda m: [replace(m[0], dealer_by_lot=False), *m[1:]], "was not to deal"),
        (lambda m: [*m, replace(m[-1], deal=5)], "was not to deal|deal 5"),
        (lambda m: [m[0], replace(m[1], sitting=m[1].sitting[::-1]), *m[2:]], "sit there"),
        (lambda m: [], "no record"),
    ],
)
def test_a_match_with_a_deal_missing_or_foreign_is_refused(change: Any, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        verify_match(change(MATCH))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", 2),
        ("seats", "2"),
        ("dealer_by_lot", 1),
        ("deck", "6S"),
        ("moves", ["0 dance"]),
        ("moves", ["attack 7S"]),
        ("moves", ["0 take [maybe]"]),
        ("moves", ["0 take [forced"]),
        ("moves", [7]),
        ("outcome", {}),
        ("outcome", None),
        ("series", {"kind": "hours"}),
        ("awarded", 3),
        ("secret", 7),
        ("entries", "01"),
        ("entries", [0, True]),
        ("leg", "0"),
    ],
)
def test_a_record_of_the_wrong_form_is_refused(field: str, value: Any) -> None:
    with pytest.raises(RecordError):
        Record.from_json({**FIRST.to_json(), field: value})


def test_what_players_wrote_beside_their_moves_is_kept_and_changes_nothing() -> None:
    plain = FIRST
    noted = replace(plain, notes=((0, "a gamble"), (3, "на авось")))
    assert loads(dumps([noted])) == [noted]
    assert noted.to_json()["notes"][1] == {"move": 3, "text": "на авось"}
    assert "notes" not in plain.to_json()
    verify(noted)
    for wrong in ("x", [{"move": 0}], [{"move": 10**6, "text": "late"}], [{"move": 0, "text": 1}]):
        with pytest.raises(RecordError, match="notes has the wrong form"):
            Record.from_json({**plain.to_json(), "notes": wrong})


def test_the_first_dealer_of_a_match_is_by_lot() -> None:
    with pytest.raises(RecordError, match="drawn by lot"):
        verify(replace(FIRST, dealer_by_lot=False))


@pytest.mark.parametrize("record", [FIRST, SECOND], ids=["first", "second"])
def test_the_leader_is_checked_by_the_cards_where_the_secret_is_not_known(record: Record) -> None:
    hidden = replace(record, secret=None)
    verify(hidden)
    with pytest.raises(RecordError, match="leads first"):
        verify(replace(hidden, leader=1 - record.leader))


def test_a_match_that_stops_short_is_whole_only_where_that_is_not_asked() -> None:
    assert not verify_match(MATCH[:3]).decided
    with pytest.raises(RecordError, match="deal 4 is missing"):
        verify_match(MATCH[:3], whole=True)
    assert verify_match(MATCH, whole=True).decided


def test_a_match_that_verifies_tells_its_score_sheet() -> None:
    sheet = verify_match(MATCH).sheet
    assert [(line.dealer, line.leader) for line in sheet] == [(r.dealer, r.leader) for r in MATCH]
    assert sum(sum(line.points) for line in sheet) == 5 - sum(
        record.outcome.reason == "draw" for record in MATCH
    )


def test_a_field_missing_or_unknown_is_named() -> None:
    data = FIRST.to_json()
    with pytest.raises(RecordError, match="colour"):
        Record.from_json({**data, "colour": "red"})
    del data["deck"]
    with pytest.raises(RecordError, match="deck"):
        Record.from_json(data)
    with pytest.raises(RecordError, match="object"):
        Record.from_json([])  # type: ignore[arg-type]


def test_a_line_that_cannot_be_read_is_named() -> None:
    with pytest.raises(RecordError, match="line 6"):
        loads(dumps(MATCH) + "{")


def test_replay_says_which_move_is_wrong() -> None:
    with pytest.raises(RecordError, match="move 1"):
        replay(changed_move(FIRST, 0, f"{FIRST.leader} take"))


def test_only_a_whole_deal_has_a_record() -> None:
    game = find_game("podkidnoy")()
    state = dealt(game)
    with pytest.raises(RecordError, match="over"):
        record_of(state)
    twin = play_out(game.determinize(state.view(0), Random(1)), Random(1))
    with pytest.raises(RecordError, match="no deck"):
        record_of(twin)
    with pytest.raises(RecordError, match="marks"):
        record_of(play_out(state, Random(1)), marks=["forced"])


@pytest.mark.parametrize("rule", ["random", "redeal"])
def test_what_was_drawn_by_lot_after_the_deck_is_verified_too(rule: str) -> None:
    """Among many deals some have no trump in any hand; then the stream goes on."""
    game = find_game("podkidnoy")(no_trump_leader=rule)
    plain = find_game("podkidnoy")(no_trump_leader="dealer_left")
    special = 0
    for number in range(150):
        state = dealt(game, number)
        trumpless = not any(
            name.endswith(plain_trump(dealt(plain, number)))
            for hand in range(2)
            for name in dealt(plain, number).view(hand).to_json()["hand"]
        )
        special += trumpless
        if trumpless or number < 3:
            play_out(state, Random(number))
            record = record_of(state, deal=number, secret=SECRET, dealer_by_lot=True)
            verify(record, SECRET)
    assert special


def plain_trump(state: Any) -> str:
    return str(state.view(None).to_json()["trump"])


def test_an_option_that_only_equals_the_right_one_is_refused_even_after_the_right_one() -> None:
    """Games are shared between records: one is not to stand in for true."""
    record = played(deals=1)[0]
    assert game_of(record).options["multi_lead"] is True
    for wrong in (1, 1.0, [True]):
        other = replace(record, options={**record.options, "multi_lead": wrong})
        with pytest.raises(RecordError, match="multi_lead"):
            game_of(other)
