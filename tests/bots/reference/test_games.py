"""The house's programs in every game with decisions: legal, sensible, and better than chance."""

import functools
import hashlib
from collections.abc import Sequence
from typing import Any

import pytest

from bots.kit import Menu, View
from bots.matches import spec_of
from bots.measure.statistics import leads_of
from bots.reference import ANCHOR, make
from bots.reports import DealReport, HouseProgram
from bots.runner.match import play_match
from bots.runner.players import InProcessPlayer
from games.armenian import positions as armenian
from games.british import positions as british
from games.catalogue import find_game
from games.durak import positions as durak
from games.game import State
from games.series import Length
from tests.games.helpers import setup_id, setups

HOUSE = ("random", "lowest", "cautious")
SETUPS = [setup for setup in setups() if find_game(setup["key"]).has_decisions]


def deals_of(
    setup: dict[str, Any], programs: Sequence[str], decks: int, *, mirrored: bool = False
) -> list[DealReport]:
    """Deals of one match; whatever a program does that it may not is an error here."""
    options = {key: value for key, value in setup.items() if key not in ("key", "seats", "sides")}
    game = find_game(setup["key"])(seats=setup["seats"], sides=setup["sides"], **options)
    series = Length("deals", decks, mirrored=mirrored)
    own = [HouseProgram(program) for program in programs]
    spec = spec_of("m_house", game, series, "5a" * 32, own)
    players = [InProcessPlayer(functools.partial(make, program)) for program in programs]
    return [report for report in play_match(spec, players) if isinstance(report, DealReport)]


@pytest.mark.parametrize("setup", SETUPS, ids=setup_id)
def test_every_program_plays_every_table_by_the_rules(setup: dict[str, Any]) -> None:
    seats = range(setup["seats"])
    for first in range(len(HOUSE)):
        programs = [HOUSE[(first + seat) % len(HOUSE)] for seat in seats]
        assert len(deals_of(setup, programs, 1)) == 1


# How many points a seat more than each other it leads by at least: two of three in the long run.
@pytest.mark.parametrize(
    ("game", "seats", "sides", "rival", "decks", "least"),
    [
        ("passing", 2, "single", "random", 30, 0.8),
        ("passing", 2, "single", "lowest", 150, 0.1),
        ("passing", 4, "single", "random", 20, 0.25),
        ("passing", 4, "single", "lowest", 80, 0.05),
        ("british", 2, "single", "random", 150, 3.0),
        ("british", 2, "single", "lowest", 150, 6.0),
        ("british", 4, "single", "random", 60, 4.0),
        ("british", 4, "single", "lowest", 60, 6.0),
        ("armenian", 2, "single", "random", 40, 4.0),
        ("armenian", 2, "single", "lowest", 60, 2.0),
        ("armenian", 4, "single", "random", 40, 0.5),
        ("armenian", 4, "single", "lowest", 40, 0.3),
        ("podkidnoy", 3, "single", "random", 20, 0.4),
        ("podkidnoy", 4, "pairs", "random", 20, 0.8),
        ("podkidnoy", 6, "threes", "random", 10, 0.8),
    ],
)
def test_the_careful_player_beats_the_others_from_every_seat(
    game: str, seats: int, sides: str, rival: str, decks: int, least: float
) -> None:
    side_of = find_game(game)(seats=seats, sides=sides).side_of
    own = [seat for seat in range(seats) if side_of(seat) == 0]
    others = [seat for seat in range(seats) if seat not in own]
    programs = ["cautious" if seat in own else rival for seat in range(seats)]
    setup = {"key": game, "seats": seats, "sides": sides}
    leads = leads_of(deals_of(setup, programs, decks, mirrored=True), own, others)
    assert len(leads) == decks
    assert sum(leads) / decks > least


def test_the_anchor_plays_throw_in_durak_for_two_as_ever() -> None:
    # Ratings of years hang on it: whatever else it learns, these moves stay.
    setup = {"key": "podkidnoy", "seats": 2, "sides": "single"}
    deals = deals_of(setup, [ANCHOR, "lowest"], 40)
    moves = repr([deal.record["moves"] for deal in deals]).encode()
    assert hashlib.sha256(moves).hexdigest()[:16] == "e1f0cb4433e2ab09"


# What each idea comes to at the table


def chosen(state: State, program: str = "cautious") -> str:
    """What a program plays in a position."""
    seat, game = state.to_act, state.game
    assert seat is not None
    bot = make(program)
    bot.hello = {"game": game.key, "options": game.options, "sides": game.sides}
    view = View(state.view(seat).to_json())
    return str(bot.move(view, Menu(state.menu(), view)))


def on_the_pile(hand: str, top: str, other: str = "8C 9C TC", **setup: Any) -> State:
    """British Durak for two: a hand, the card to be followed, the other's cards."""
    cards = {"hands": [hand.split(), other.split()], "stock": ["6H", "QC", "KC"], "pile": [top]}
    return british.position(find_game("british")(), {**cards, "turn": 0, **setup})


@pytest.mark.parametrize(
    ("hand", "top", "move"),
    [
        pytest.param("6S KS 9D", "7S", "play 6S", id="a six at once"),
        pytest.param("7S KS 9D", "8S", "play KS", id="the dear card first"),
        pytest.param("AS 8D 7D 9H", "8S", "play 8D", id="no ace that nothing could cover"),
        pytest.param("AS 7S KS 9D", "8S", "play AS", id="an ace that can be covered"),
        pytest.param("8S 8D 9D TD", "8H", "play 8D", id="the suit one has more of"),
    ],
)
def test_what_is_laid_in_british_durak(hand: str, top: str, move: str) -> None:
    assert chosen(on_the_pile(hand, top)) == move


def test_the_suit_is_asked_for_that_one_has_most_of() -> None:
    state = on_the_pile("AS 7S 9D JD QH", "8S")
    state.play("play AS")
    state.play("play 7S")
    assert chosen(state) == "declare D"
    assert chosen(state, "lowest") == "declare D"


def at_tricks(hand: str, row: str, covered: str, other: str, led: str = "") -> State:
    """Armenian Durak for two near the end: own cards, the other's hand, what he has led."""
    own = [None if card == "-" else card for card in row.split()]
    down = [None if card == "-" else card for card in covered.split()]
    setup: dict[str, Any] = {
        "hands": [hand.split(), other.split()],
        "open": [own, [None] * len(own)],
        "down": [down, [None] * len(own)],
        "leader": 1 if led else 0,
    }
    state = armenian.position(find_game("armenian")(), setup)
    if led:
        state.play(f"play {led}")
    return state


@pytest.mark.parametrize(
    ("hand", "row", "covered", "other", "led", "move"),
    [
        pytest.param("JS KS 7D", "-", "-", "TS 8H 8C", "TS", "play JS", id="taken cheaply"),
        pytest.param("7D KD 9H", "-", "-", "TS 8H 8C", "TS", "play 7D", id="the lowest given"),
        pytest.param("JS 7D", "QS", "9C", "TS 8H 8C", "TS", "play QS", id="a card turned up"),
        pytest.param("KS 7D", "-", "-", "QS 8D", "", "play KS", id="what takes is led"),
    ],
)
def test_what_is_laid_in_armenian_durak(
    hand: str, row: str, covered: str, other: str, led: str, move: str
) -> None:
    assert chosen(at_tricks(hand, row, covered, other, led)) == move


def attacked(
    key: str, hand: str, by: str, stock: str = "6C 7C 8C KH", led: int = 1, **options: Any
) -> Any:
    """Durak for two, hearts trumps: seat 0, with *hand*, is attacked by the first cards of *by*."""
    game: Any = find_game(key)(**options)
    setup = {
        "hands": [hand.split(), by.split()],
        "stock": stock.split(),
        "trump": "H",
        "leader": 1,
        "first_bout": False,
    }
    state = durak.position(game, setup)
    state.play(f"attack {' '.join(by.split()[:led])}")
    return state


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        pytest.param("9D JS TD", "transfer 9D", id="passed on with a plain card"),
        pytest.param("9H JS TD", "beat 9S JS", id="not with a trump where another beats"),
        pytest.param("9H JC TD", "beat 9S 9H", id="a trump that beats is out of play"),
        pytest.param("8H JC TD", "beat 9S 8H", id="beaten where nothing passes it on"),
    ],
)
def test_when_an_attack_is_passed_on(hand: str, move: str) -> None:
    assert chosen(attacked("passing", hand, "9S 8D 7D", stock="")) == move


def test_a_trump_passes_an_attack_on_that_would_be_taken() -> None:
    # It would beat one card of the two.
    state = attacked("passing", "9H 8C TD", "9S 9C 8D 7D 6D", stock="", led=2)
    assert chosen(state) == "transfer 9H"


def test_a_trump_is_shown_where_that_is_played() -> None:
    state = attacked("passing", "9H JS TD", "9S 8D 7D", pass_show_trump="once_per_deal")
    assert chosen(state) == chosen(state, "lowest") == "transfer_show 9H"


def test_the_lowest_card_may_be_one_that_passes_the_attack_on() -> None:
    assert chosen(attacked("passing", "9D JS TD", "9S 8D 7D"), "lowest") == "transfer 9D"
    assert chosen(attacked("passing", "9H JS TD", "9S 8D 7D"), "lowest") == "beat 9S JS"
    assert chosen(attacked("passing", "9D KC TD", "9S 8D 7D"), "lowest") == "transfer 9D"


def test_the_six_of_trumps_is_swapped_as_soon_as_it_may_be() -> None:
    state = attacked("podkidnoy", "6H JS TD", "9S 8D 7D", trump_six_swap="on")
    assert chosen(state) == "swap"


@pytest.mark.parametrize(
    ("key", "sides", "seats", "thrown"),
    [("podkidnoy", "single", 2, False), ("podkidnoy", "single", 4, True)],
)
def test_of_many_even_aces_are_thrown_in(key: str, sides: str, seats: int, thrown: bool) -> None:
    hands = ["9S AD 8C", "AS JC QC", "7D 8D TD", "7S 8S TC"][:seats]
    setup = {
        "hands": [hand.split() for hand in hands],
        "stock": ["6C", "7C", "9C", "KC", "JD", "QD", "KD", "6D"],
        "trump": "H",
        "leader": 0,
        "first_bout": False,
    }
    game: Any = find_game(key)(seats=seats, sides=sides)
    state = durak.position(game, setup)
    state.play("attack 9S")
    state.play("beat 9S AS")
    assert (chosen(state) == "throw AD") is thrown
