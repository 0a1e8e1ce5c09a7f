"""A match from its first deal to its report, and what the faults of players cost."""

from typing import Any

import pytest

from bots.protocol import Ask, Bye, Deal, DealOver, Hello
from bots.reference import make
from bots.reports import DealReport, FinishedDeal, MatchReport, MatchSpec, SpecError
from bots.runner.match import play_match
from bots.runner.players import Failure, InProcessPlayer, ScriptedPlayer
from bots.runner.table import StarvedError
from games.records import Record, verify, verify_match

CRASH = Failure("crashed", "exit code 1")


def play(spec: MatchSpec, *players: Any) -> tuple[list[DealReport], MatchReport]:
    reports = list(play_match(spec, players))
    assert isinstance(reports[-1], MatchReport)
    return [report for report in reports if isinstance(report, DealReport)], reports[-1]


def house(program: str = "lowest") -> InProcessPlayer:
    return InProcessPlayer(lambda: make(program))


def test_a_match_plays_its_deals_and_adds_up_their_scores(make_spec: Any) -> None:
    deals, match = play(make_spec(deals=5), house(), house())
    assert [deal.number for deal in deals] == [0, 1, 2, 3, 4]
    wins = [sum(deal.places == places for deal in deals) for places in ((1, 2), (2, 1))]
    assert match.scores == tuple(wins)
    assert match.decided
    assert match.faults == ()
    assert match.names == ("lowest", "lowest")


def test_every_record_replays_and_follows_from_the_secret(make_spec: Any) -> None:
    spec = make_spec(deals=4)
    deals, _ = play(spec, house("cautious"), house("random"))
    records = [Record.from_json(deal.record) for deal in deals]
    verify_match(records, bytes.fromhex(spec.secret))
    for record in records:
        assert record.secret is None, "the secret must not leave the runner"


def test_the_same_match_is_played_the_same_way_again(make_spec: Any) -> None:
    spec = make_spec(deals=3)
    first, second = (play(spec, house("random"), house("random"))[0] for _ in range(2))
    assert [deal.record for deal in first] == [deal.record for deal in second]


def test_an_interrupted_match_goes_on_where_it_was(make_spec: Any) -> None:
    whole, result = play(make_spec(deals=4), house(), house())
    done = tuple(FinishedDeal(deal.outcome, deal.awarded) for deal in whole[:2])
    scripted = ScriptedPlayer([])
    rest, again = play(make_spec(deals=4, previous=done), house(), house())
    assert [deal.record for deal in rest] == [deal.record for deal in whole[2:]]
    assert again.scores == result.scores
    play(make_spec(deals=4, previous=done), scripted, house())
    assert isinstance(scripted.heard[0], Hello)
    assert scripted.heard[0].first_deal == 2


def test_a_match_interrupted_after_its_last_deal_only_needs_its_report(make_spec: Any) -> None:
    whole, result = play(make_spec(deals=2), house(), house())
    done = tuple(FinishedDeal(deal.outcome, deal.awarded) for deal in whole)
    deals, again = play(make_spec(deals=2, previous=done), house(), house())
    assert deals == []
    assert (again.scores, again.winner, again.decided) == (result.scores, result.winner, True)


def test_a_seat_that_failed_before_an_interruption_gets_no_second_chance(make_spec: Any) -> None:
    whole, result = play(make_spec(deals=4), ScriptedPlayer([None, CRASH]), house())
    done = tuple(FinishedDeal(deal.outcome, deal.awarded, deal.faults) for deal in whole)
    deals, again = play(make_spec(deals=4, previous=done), house(), house())
    assert deals == []
    assert (again.scores, again.winner) == (result.scores, result.winner)
    assert again.faults == result.faults


def test_a_player_hears_hello_then_deals_asks_and_ends_then_bye(make_spec: Any) -> None:
    player = ScriptedPlayer([])
    play(make_spec(deals=2), player, house())
    kinds = [type(message) for message in player.heard]
    assert kinds[0] is Hello
    assert kinds[1] is Deal
    assert kinds[-1] is Bye
    assert kinds.count(Deal) == kinds.count(DealOver) == 2
    asks = [message.id for message in player.heard if isinstance(message, Ask)]
    assert asks == sorted(set(asks))


def test_events_of_a_deal_are_told_once_and_completely(make_spec: Any) -> None:
    player = ScriptedPlayer([])
    deals, _ = play(make_spec(deals=1), player, house())
    told = [
        event
        for message in player.heard
        if isinstance(message, Ask | DealOver)
        for event in message.events
    ]
    assert told == [move.partition(" [")[0] for move in deals[0].record["moves"]]


def test_only_real_decisions_are_asked_for(make_spec: Any) -> None:
    players = [ScriptedPlayer([]), ScriptedPlayer([])]
    deals, _ = play(make_spec(deals=3), *players)
    moves = [move for deal in deals for move in deal.record["moves"]]
    asked = sum(isinstance(message, Ask) for player in players for message in player.heard)
    assert any(move.endswith("[forced]") for move in moves)
    assert asked == sum(not move.endswith("[forced]") for move in moves)


def test_nobody_is_sent_anothers_cards(make_spec: Any) -> None:
    player = ScriptedPlayer([])
    play(make_spec(deals=2), player, house())
    for message in player.heard:
        if isinstance(message, Ask | Deal):
            assert message.view["seat"] == 0
            assert set(message.view) >= {"hand", "counts", "scores"}
            assert "hands" not in message.view
            assert "deck" not in message.view


def test_an_illegal_move_is_refused_once_with_the_reason(make_spec: Any) -> None:
    player = ScriptedPlayer(["play QD"])
    _, match = play(make_spec(deals=1), player, house())
    assert match.faults == ()
    asks = [message for message in player.heard if isinstance(message, Ask)]
    assert asks[0].refused is None
    assert asks[1].refused is not None
    assert asks[1].refused["move"] == "play QD"
    assert asks[1].refused["code"]
    assert asks[1].id == asks[0].id + 1
    assert asks[1].menu == asks[0].menu


def test_a_second_illegal_move_in_a_row_is_a_fault(make_spec: Any) -> None:
    deals, match = play(make_spec(deals=3), ScriptedPlayer(["play QD", "play QD"]), house())
    assert [fault.kind for fault in match.faults] == ["illegal_move"]
    assert len(deals) == 1


def test_a_fault_costs_the_deal_and_all_that_follow(make_spec: Any) -> None:
    deals, match = play(make_spec(deals=7), ScriptedPlayer([None, CRASH]), house())
    assert len(deals) == 1
    assert deals[0].places == (2, 1)
    assert deals[0].rated
    assert match.scores == (0, 7)
    assert match.winner == 1
    assert match.decided
    (fault,) = match.faults
    assert (fault.seat, fault.deal, fault.kind) == (0, 0, "crashed")
    record = Record.from_json(deals[0].record)
    verify(record)
    assert any(move.mark == "fallback" for move in record.moves)


def test_deals_won_before_a_fault_stay_won(make_spec: Any) -> None:
    whole, _ = play(make_spec(deals=6), house(), house())
    # As many answers as the first two deals need, and then a crash.
    counter = ScriptedPlayer([])
    play(make_spec(deals=2), counter, ScriptedPlayer([]))
    answers = sum(isinstance(message, Ask) for message in counter.heard)
    deals, match = play(
        make_spec(deals=6), ScriptedPlayer([None] * answers + [CRASH]), ScriptedPlayer([])
    )
    assert len(deals) == 3
    won = [sum(deal.places[seat] < deal.places[1 - seat] for deal in deals) for seat in (0, 1)]
    assert match.scores == (won[0], won[1] + 3)
    assert len(whole) == 6


def test_of_two_faults_in_a_deal_the_later_ranks_above(make_spec: Any) -> None:
    deals, match = play(make_spec(deals=3), ScriptedPlayer([CRASH]), ScriptedPlayer([None, CRASH]))
    assert [fault.seat for fault in match.faults] in ([0, 1], [1, 0])
    first, second = (fault.seat for fault in match.faults)
    assert deals[0].places[first] == 2
    assert deals[0].places[second] == 1
    assert match.winner == second
    assert match.scores[second] == 3


class NeverReady(ScriptedPlayer):
    def start(self) -> Failure | None:
        return Failure("no_start", "exit code 1")


def test_two_bots_that_do_not_start_earn_nothing(make_spec: Any) -> None:
    deals, match = play(make_spec(deals=5), NeverReady([]), NeverReady([]))
    assert [fault.kind for fault in match.faults] == ["no_start", "no_start"]
    assert deals[0].places == (1, 1)
    assert match.scores == (0, 0)
    assert match.winner is None
    assert not match.decided


def test_a_runner_held_up_plays_the_deal_again_with_everybody_anew(make_spec: Any) -> None:
    starved = Failure("timeout", "5000 ms", starved=True)
    first, second = ScriptedPlayer([None] * 3 + [starved]), ScriptedPlayer([])
    deals, match = play(make_spec(deals=2), first, second)
    assert match.faults == ()
    assert [deal.again for deal in deals] == [True, False]
    assert (first.prepared, second.prepared) == (2, 2)
    straight, _ = play(make_spec(deals=2), ScriptedPlayer([]), ScriptedPlayer([]))
    assert [deal.record for deal in deals] == [deal.record for deal in straight]


def test_a_fault_before_the_runner_was_held_up_stays_in_the_report(make_spec: Any) -> None:
    starved = Failure("timeout", "5000 ms", starved=True)
    first, second = ScriptedPlayer([CRASH]), ScriptedPlayer([None] * 3 + [starved])
    deals, match = play(make_spec(deals=2), first, second)
    assert [fault.kind for fault in match.faults] == ["crashed"]
    assert deals[0].again
    assert deals[0].rated
    assert deals[0].faults == match.faults


def test_a_runner_held_up_twice_blames_nobody_and_gives_up(make_spec: Any) -> None:
    starved = Failure("timeout", "5000 ms", starved=True)
    players = [ScriptedPlayer([starved, starved]), ScriptedPlayer([])]
    with pytest.raises(StarvedError):
        list(play_match(make_spec(deals=2), players))


def test_a_wrong_house_program_is_our_own_loud_error(make_spec: Any) -> None:
    class Cheat(type(make("lowest"))):  # type: ignore[misc]
        def move(self, view: Any, menu: Any) -> str:
            return "play QD"

    with pytest.raises(RuntimeError):
        list(play_match(make_spec(), [InProcessPlayer(Cheat), house()]))


@pytest.mark.parametrize(
    "change",
    [
        {"game": "whist"},
        {"options": {"deck_size": 37}},
        {"series": {"kind": "forever"}},
        {"series": {"kind": "deals", "count": 1}, "previous": (FinishedDeal({}),)},
    ],
)
def test_a_match_that_cannot_be_played_is_refused(make_spec: Any, change: dict[str, Any]) -> None:
    with pytest.raises(SpecError):
        list(play_match(make_spec(**change), [house(), house()]))


def test_a_game_without_decisions_starts_no_player(make_spec: Any) -> None:
    """Every card of Drunkard is laid by the runner itself."""
    spec = make_spec(game="drunkard", deals=2)
    idle = [ScriptedPlayer([CRASH]) for _ in range(2)]
    deals, match = play(spec, *idle)
    assert match.faults == ()
    assert [(player.prepared, player.heard) for player in idle] == [(0, []), (0, [])]
    assert all(move.endswith("[forced]") for deal in deals for move in deal.record["moves"])


@pytest.mark.parametrize("program", ["random", "lowest", "cautious"])
@pytest.mark.parametrize("game", ["british", "armenian"])
def test_the_programs_of_the_house_play_every_game(make_spec: Any, game: str, program: str) -> None:
    spec = make_spec(game=game, deals=6)
    deals, match = play(spec, house(program), house(program))
    assert match.faults == ()
    verify_match([Record.from_json(deal.record) for deal in deals], bytes.fromhex(spec.secret))
    points = [sum(deal.points[seat] for deal in deals) for seat in range(2)]
    assert list(match.scores) == points


MIRRORED = {"kind": "deals", "count": 3, "mirrored": True}


def test_a_mirrored_match_plays_the_same_decks_from_every_seat(make_spec: Any) -> None:
    spec = make_spec("lowest", "random", "cautious", series=MIRRORED)
    deals, match = play(spec, house("lowest"), house("random"), house("cautious"))
    assert [(deal.leg, deal.number) for deal in deals] == [
        (leg, n) for leg in range(3) for n in range(3)
    ]
    records = [Record.from_json(deal.record) for deal in deals]
    assert verify_match(records, bytes.fromhex(spec.secret), whole=True).scores == match.scores
    assert [record.seated for record in records[::3]] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    assert match.deals == 9


def test_places_are_those_of_who_plays_wherever_he_sits(make_spec: Any) -> None:
    deals, match = play(make_spec(series=MIRRORED), house("lowest"), house("random"))
    seats = [Record.from_json(deal.record).seated for deal in deals]
    for deal, seated in zip(deals, seats, strict=True):
        assert [deal.places[seat] for seat in seated] == deal.outcome["places"]
        assert [deal.points[seat] for seat in seated] == deal.outcome["points"]
    won = tuple(sum(d.places[seat] < d.places[1 - seat] for d in deals) for seat in (0, 1))
    assert match.scores == won


def test_each_leg_is_played_by_fresh_processes_that_start_at_its_first_deal(
    make_spec: Any,
) -> None:
    player = ScriptedPlayer([])
    play(make_spec(series=MIRRORED), player, house())
    hellos = [message for message in player.heard if isinstance(message, Hello)]
    assert [(hello.leg, hello.first_deal, hello.deals) for hello in hellos] == [
        (0, 0, 3),
        (1, 0, 3),
    ]
    second = player.heard.index(hellos[1])
    assert isinstance(player.heard[second - 1], Bye)
    assert {m.seat for m in player.heard[:second] if isinstance(m, Deal)} == {0}
    assert {m.seat for m in player.heard[second:] if isinstance(m, Deal)} == {1}


def test_a_fault_in_the_second_leg_costs_what_is_left_of_it(make_spec: Any) -> None:
    counter = ScriptedPlayer([])
    play(make_spec(deals=3, series={**MIRRORED, "count": 3}), counter, house())
    hellos = [n for n, message in enumerate(counter.heard) if isinstance(message, Hello)]
    asks = sum(isinstance(message, Ask) for message in counter.heard[: hellos[1]])
    spec = make_spec(series=MIRRORED)
    deals, match = play(spec, ScriptedPlayer([None] * asks + [CRASH]), house())
    (fault,) = match.faults
    assert (fault.seat, fault.leg, fault.deal) == (0, 1, 0)
    assert len(deals) == 4
    assert deals[3].places == (2, 1)
    assert match.scores[1] >= 3
    assert match.decided


def test_a_mirrored_match_goes_on_within_a_leg(make_spec: Any) -> None:
    spec = make_spec(series=MIRRORED)
    whole, result = play(spec, house(), house("random"))
    done = tuple(FinishedDeal(deal.outcome, deal.awarded) for deal in whole[:4])
    player = ScriptedPlayer([])
    play(make_spec(series=MIRRORED, previous=done), player, house())
    assert isinstance(player.heard[0], Hello)
    assert (player.heard[0].leg, player.heard[0].first_deal) == (1, 1)
    rest, again = play(make_spec(series=MIRRORED, previous=done), house(), house("random"))
    assert [(deal.leg, deal.number) for deal in rest] == [(1, 1), (1, 2)]
    assert again.deals == result.deals


@pytest.mark.parametrize("seating", ["each_deal", "each_round"])
def test_players_that_move_are_told_their_new_seat(make_spec: Any, seating: str) -> None:
    series = {"kind": "deals", "count": 8, "seating": seating, "dealing": "in_turn"}
    spec = make_spec("lowest", "lowest", "lowest", "lowest", sides="pairs", series=series)
    player = ScriptedPlayer([])
    deals, match = play(spec, player, house(), house("random"), house("random"))
    told = {message.deal: message.seat for message in player.heard if isinstance(message, Deal)}
    records = [Record.from_json(deal.record) for deal in deals]
    assert told == {n: record.seated.index(0) for n, record in enumerate(records)}
    assert verify_match(records, bytes.fromhex(spec.secret), whole=True).scores == match.scores


def test_of_several_that_move_one_that_fails_comes_last_from_then_on(make_spec: Any) -> None:
    series = {"kind": "deals", "count": 6, "seating": "each_deal"}
    spec = make_spec("lowest", "lowest", "lowest", series=series)
    deals, match = play(spec, house(), ScriptedPlayer([None, CRASH]), house())
    assert len(deals) == 6
    assert [deal.places[1] for deal in deals] == [3] * 6
    assert [deal.rated for deal in deals] == [True] + [False] * 5
    for deal in deals:
        verify(Record.from_json(deal.record))
    assert [fault.seat for fault in match.faults] == [1]


def test_a_match_is_begun_again_once_even_when_interrupted_in_between(make_spec: Any) -> None:
    starved = Failure("timeout", "5000 ms", starved=True)
    whole, _ = play(make_spec(deals=2), house(), house())
    done = (FinishedDeal(whole[0].outcome, again=True),)
    with pytest.raises(StarvedError):
        play(make_spec(deals=2, previous=done), ScriptedPlayer([starved]), house())
