"""What each bot of a match is told first: the terms of the match, and a source of chance."""

from bots.matches import hello_of, random_of, spec_of
from bots.reports import HouseProgram, MatchSpec
from games.catalogue import find_game
from games.series import Length

SECRET = "5a" * 32
GAME = find_game("podkidnoy")(seats=3)


def spec(secret: str = SECRET) -> MatchSpec:
    return spec_of("m_test", GAME, Length("deals", 4), secret, [HouseProgram("lowest")] * 3)


def test_a_match_of_a_game_reads_back_as_it_was_written() -> None:
    assert MatchSpec.from_json(spec().to_json()) == spec()


def test_a_bot_that_begins_late_is_told_where() -> None:
    hello = hello_of(spec(), GAME, Length("deals", 4), 2, leg=1, first_deal=3)
    assert (hello.leg, hello.first_deal, hello.deals) == (1, 3, 4)
    assert hello.options == GAME.options


def test_how_many_deals_is_told_only_where_it_is_known() -> None:
    assert hello_of(spec(), GAME, Length("losses", 4), 0).deals is None


def test_each_seat_has_its_own_chance_the_same_in_every_leg() -> None:
    length = Length("deals", 4)
    legs = [[hello_of(spec(), GAME, length, seat, leg=leg) for seat in range(3)] for leg in (0, 1)]
    told = [[hello.random for hello in leg] for leg in legs]
    assert told[0] == told[1] == [random_of(SECRET, seat) for seat in range(3)]
    assert len(set(told[0])) == 3


def test_chance_follows_from_the_secret_and_tells_nothing_of_it() -> None:
    randoms = [hello_of(spec(), GAME, Length("deals", 4), seat).random for seat in range(3)]
    assert all(len(bytes.fromhex(random)) == 16 for random in randoms)
    assert all(random not in SECRET for random in randoms)
    assert randoms[0] != random_of("a5" * 32, 0)
