"""Records of mirrored matches and of matches whose entries move: verified as a whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from itertools import product
from random import Random
from typing import Any

import pytest

from games.catalogue import find_game
from games.errors import RecordError
from games.game import Outcome
from games.records import Record, dumps, loads, record_of, verify, verify_match
from games.series import Length, Match
from tests.games.helpers import SECRET, play_out

Records = list[Record]
OTHER = bytes(range(1, 33))
NAMES = ["Anna", "Boris", "Vera", "Gleb"]
MIRRORED = Length("deals", 2, mirrored=True)
MOVING = Length("deals", 5, seating="each_deal")


def played(
    key: str, length: Length, secret: bytes = SECRET, *, published: bool = True, **options: Any
) -> tuple[Match, Records]:
    """A match of random play with its records."""
    match = Match(find_game(key)(**options), length)
    rng = Random(11)
    records = []
    while not match.decided:
        dealt = match.deal(secret)
        record = record_of(
            play_out(dealt.state, rng),
            deal=dealt.number,
            leg=dealt.leg,
            match="m_1",
            sitting=[NAMES[entry] for entry in dealt.sitting],
            entries=dealt.sitting,
            series=length,
            secret=secret,
            published=published,
            dealer_by_lot=dealt.dealer_by_lot,
        )
        records.append(record)
        match.add(record.outcome)
    return match, records


THREE = played("podkidnoy", MIRRORED, seats=3)[1]
ROTATED = played("podkidnoy", MOVING, seats=3)[1]
DRAWN = Outcome((1, 1, 1), "draw", (0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("podkidnoy", {}),
        ("podkidnoy", {"seats": 4, "sides": "pairs"}),
        ("passing", {"seats": 3}),
        ("british", {"seats": 3}),
        ("drunkard", {"seats": 3, "collect_order": "shuffled", "max_tricks": 40}),
        ("armenian", {"seats": 3}),
    ],
)
@pytest.mark.parametrize(
    "length",
    [
        MIRRORED,
        Length("deals", 1, True, mirrored=True),
        MOVING,
        Length("deals", 4, seating="each_round", dealing="in_turn"),
        Length("losses", 2, dealing="in_turn", scoring="by_place"),
    ],
    ids=["mirrored", "to-a-winner", "each-deal", "each-round", "in-turn"],
)
def test_a_whole_match_verifies_and_tells_what_was_played(
    key: str, options: dict[str, Any], length: Length
) -> None:
    match, records = played(key, length, **options)
    again = verify_match(loads(dumps(records)), whole=True)
    assert again.scores == match.scores
    assert again.winner == match.winner
    assert again.sheet == match.sheet
    hidden = played(key, length, published=False, **options)[1]
    verify_match(hidden, whole=True)
    verify_match(hidden, SECRET)


def test_each_deal_of_a_mirrored_match_has_a_name_of_its_own() -> None:
    names = [(record.match, record.leg, record.deal) for record in THREE]
    assert names == [("m_1", leg, deal) for leg in range(3) for deal in range(2)]
    for record in THREE:
        verify(record)


def test_a_record_says_who_sits_where_only_where_it_differs_from_the_seats() -> None:
    assert [record.to_json().get("entries") for record in THREE] == [
        None,
        None,
        [2, 0, 1],
        [2, 0, 1],
        [1, 2, 0],
        [1, 2, 0],
    ]
    assert THREE[2].sitting == ("Vera", "Anna", "Boris")
    assert THREE[0].seated == (0, 1, 2)


def change(at: int, **changes: Any) -> Callable[[Records], Records]:
    def tampered(records: Records) -> Records:
        return [*records[:at], replace(records[at], **changes), *records[at + 1 :]]

    return tampered


def deck_of_another_match(records: Records) -> Records:
    """A leg played with other cards, whose secret is kept hidden."""
    others = played("podkidnoy", MIRRORED, OTHER, seats=3)[1]
    commitment = records[0].commitment
    swapped = [*records[:2], *others[2:4], *records[4:]]
    return [replace(record, secret=None, commitment=commitment) for record in swapped]


def without_legs(records: Records) -> Records:
    return records[:2]


MIRROR_TAMPERINGS: dict[str, tuple[Callable[[Records], Records], str]] = {
    "a leg left out": (lambda r: [*r[:2], *r[4:]], "leg 2, deal 1 expected, not leg 3, deal 1"),
    "a deal left out": (lambda r: [*r[:3], *r[4:]], "leg 2, deal 2 expected, not leg 3, deal 1"),
    "a leg twice": (lambda r: [*r[:2], *r[:2], *r[2:]], "leg 2, deal 1 expected"),
    "legs in another order": (lambda r: [*r[2:4], *r[:2], *r[4:]], "leg 1, deal 1 expected"),
    "too many legs": (lambda r: [*r, replace(r[5], leg=3)], "leg 4, deal 3 expected"),
    "the legs to come": (without_legs, "leg 2, deal 1 is missing"),
    "the last deal": (lambda r: r[:-1], "leg 3, deal 2 is missing"),
    "a leg with other cards": (deck_of_another_match, "leg 2, deal 1: the deck is not the one"),
    "a dealer by lot": (change(2, dealer_by_lot=True), "leg 2, deal 1: seat 0 was not to deal"),
    "another dealer": (change(3, dealer=2), "leg 2, deal 2: seat 2 was not to deal"),
    "another leader": (change(3, leader=0), "leg 2, deal 2: seat 2 leads first, not 0"),
    "an entry in a seat": (change(2, entries=(0, 2, 1)), "leg 2, deal 1: entry 0 is said to sit"),
    "nobody moved": (change(2, entries=()), "leg 2, deal 1: entry 0 is said to sit in seat 0"),
    "the names": (change(2, sitting=("Anna", "Boris", "Vera")), "leg 2, deal 1: .* sit there"),
    "the names left out": (change(2, sitting=()), r"leg 2, deal 1: \[\] sit there"),
    "a name changed": (change(4, sitting=("Boris", "Vera", "Gleb")), "leg 3, deal 1: .* sit there"),
    "the mirror taken off": (
        lambda r: [replace(record, series=Length("deals", 2)) for record in r],
        "deal 1: seat 0 was not to deal",
    ),
    "fewer deals": (
        lambda r: [replace(record, series=Length("deals", 1, mirrored=True)) for record in r],
        "leg 2, deal 1 expected, not leg 1, deal 2",
    ),
    "the length of one": (
        change(3, series=Length("deals", 3, mirrored=True)),
        "series differs",
    ),
    "the secret of one": (change(3, secret=OTHER.hex()), "leg 2, deal 2: .*commitment"),
    "the moves of one": (change(4, moves=THREE[4].moves[:-1]), "leg 3, deal 1: .*not over"),
    "an outcome": (change(4, outcome=DRAWN), "leg 3, deal 1: the rules give"),
}


@pytest.mark.parametrize("kind", MIRROR_TAMPERINGS)
def test_a_tampered_mirrored_match_is_refused(kind: str) -> None:
    tamper, message = MIRROR_TAMPERINGS[kind]
    verify_match(THREE, whole=True)
    with pytest.raises(RecordError, match=message):
        verify_match(tamper(THREE), whole=True)


@pytest.mark.parametrize("published", [True, False], ids=["published", "hidden"])
@pytest.mark.parametrize(
    ("key", "length"), [("podkidnoy", MIRRORED), ("british", MIRRORED), ("british", MOVING)]
)
def test_no_part_of_one_deal_can_stand_in_for_that_of_another(
    key: str, length: Length, published: bool
) -> None:
    """
    Every field of every record, replaced by the same field of every other that differs.

    But other moves that bring the same cards to the same end are as good as those replaced.
    """
    records = played(key, length, seats=3, published=published)[1]
    verify_match(records, whole=True)
    names = [field.name for field in fields(Record)]
    swapped = set()
    for name, at, other in product(names, range(len(records)), range(len(records))):
        value = getattr(records[other], name)
        if value == getattr(records[at], name):
            continue
        here, there = records[at], records[other]
        if name == "moves" and (here.deck, here.outcome) == (there.deck, there.outcome):
            continue
        swapped.add(name)
        with pytest.raises(RecordError):
            verify_match(change(at, **{name: value})(records), whole=True)
    assert swapped >= {"deal", "sitting", "entries", "dealer", "leader", "deck", "moves", "outcome"}


@pytest.mark.parametrize(
    ("leg", "deal", "length", "message"),
    [
        (0, 2, MIRRORED, "leg 0 has 2 deals"),
        (3, 2, MIRRORED, "breaks no tie"),
        (3, 0, Length("deals", 2, True, mirrored=True), "breaks no tie"),
        (4, 2, MIRRORED, "does not exist"),
        (-1, 0, MIRRORED, "does not exist"),
        (0, -1, MIRRORED, "does not exist"),
        (1, 0, Length("deals", 2), "not mirrored"),
    ],
)
def test_a_deal_that_a_match_cannot_have_is_refused_by_itself(
    leg: int, deal: int, length: Length, message: str
) -> None:
    with pytest.raises(RecordError, match=message):
        verify(replace(THREE[0], leg=leg, deal=deal, series=length, secret=None))


def test_a_single_deal_of_a_mirrored_match_is_dealt_by_whose_turn_it_is() -> None:
    with pytest.raises(RecordError, match="seat 1's turn to deal"):
        verify(replace(THREE[1], dealer=0, secret=None))
    with pytest.raises(RecordError, match="seat 0's turn to deal"):
        verify(replace(THREE[0], dealer_by_lot=True, secret=None))


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (change(1, entries=()), "deal 2: entry 0 is said to sit in seat 0, which is entry 2's"),
        (change(1, sitting=("Anna", "Boris", "Vera")), "deal 2: .* sit there"),
        (change(2, dealer=(ROTATED[2].dealer + 1) % 3), "deal 3: seat . was not to deal"),
        (lambda r: r[1:], "deal 1 expected, not deal 2"),
        (lambda r: r[:-1], "deal 5 is missing"),
        (
            lambda r: [replace(record, series=Length("deals", 5)) for record in r],
            "deal 2: seat . was not to deal|deal 2: entry 2 is said to sit in seat 0",
        ),
    ],
)
def test_a_tampered_match_of_moving_entries_is_refused(tamper: Any, message: str) -> None:
    verify_match(ROTATED, whole=True)
    with pytest.raises(RecordError, match=message):
        verify_match(tamper(ROTATED), whole=True)


def test_a_length_that_the_game_cannot_have_is_a_broken_record() -> None:
    wrong = [replace(record, series=Length("points", 3)) for record in THREE]
    with pytest.raises(RecordError, match="kind='points'"):
        verify_match(wrong)
