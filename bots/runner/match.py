"""Plays a match: starts the players, deals, keeps the score, and reports deal by deal."""

from collections.abc import Generator, Iterator, Sequence

from bots.awards import awarded, failures, is_over, settle
from bots.matches import hello_of
from bots.protocol import Bye, Hello
from bots.reports import DealReport, Fault, MatchReport, MatchSpec, SpecError
from bots.runner.heartbeat import heartbeat
from bots.runner.players import Failure, Player
from bots.runner.table import StarvedError, Table
from games.catalogue import find_game
from games.errors import GameError
from games.game import Outcome
from games.records import record_of
from games.series import Dealt, Length, Match


def play_match(
    spec: MatchSpec, players: Sequence[Player]
) -> Generator[DealReport | MatchReport, None, None]:
    """
    A report of each deal as it ends, then one of the match. Faults of bots are in the reports.

    One loop for every game, two to six seats, sides, and matches in which the players move. Each
    leg of a mirrored match is played by fresh processes: nobody brings the decks he has seen.
    Closing the iterator ends the players as well.

    Raises:
        SpecError: If the game, its options or the earlier deals do not fit together.
        StarvedError: If the runner itself was held up twice in the match: it is void.
    """
    playing = _Playing(spec, players)
    with heartbeat:
        try:
            yield from playing.play()
        finally:
            for player in players:
                player.stop()
                player.close()


class _Playing:
    """One match in progress: its deals and score, the players, and who has failed."""

    def __init__(self, spec: MatchSpec, players: Sequence[Player]) -> None:
        self._spec = spec
        self._players = players
        self._secret = bytes.fromhex(spec.secret)
        self._match = _match_of(spec)
        self._game = self._match.game
        # Where the processes that sit at the table begin: their leg and first deal.
        self._leg = self._match.leg
        self._first_deal = self._match.number
        self._started = False
        self._last_id = 0
        # A seat that failed in an earlier deal stays out.
        self._faults = [fault for deal in spec.previous for fault in deal.faults]
        self._faulted = failures(self._faults)
        self._was_again = any(deal.again for deal in spec.previous)

    def play(self) -> Iterator[DealReport | MatchReport]:
        while not self._match.decided and not is_over(self._game, self._faulted):
            if self._match.leg != self._leg:
                self._leave()
                self._leg, self._first_deal = self._match.leg, self._match.number
            yield self._deal()
        settle(self._match, self._faulted)
        self._leave()
        yield self._report()

    def _leave(self) -> None:
        """Everybody at the table is told how it stands, and goes."""
        result = {"scores": list(self._match.scores), "winner": self._match.winner}
        for seat, player in enumerate(self._players):
            if self._started and seat not in self._faulted:
                player.tell(Bye(result))
            player.close()
        self._started = False

    def _deal(self) -> DealReport:
        try:
            return self._play_deal(again=False)
        except StarvedError:
            if self._was_again:
                raise
        self._was_again = True
        self._first_deal = self._match.number
        self._started = False
        return self._play_deal(again=True)

    def _play_deal(self, *, again: bool) -> DealReport:
        dealt = self._match.deal(self._secret)
        sitting = dealt.sitting
        table = Table(
            dealt.number,
            dealt.state,
            [self._players[seat] for seat in sitting],
            self._match.seat_scores,
            {place for place, seat in enumerate(sitting) if seat in self._faulted},
            self._begin,
            lambda place, failure: self._fail(sitting[place], failure),
            self._next_id,
            self._started,
        )
        table.play()
        return self._finish(dealt, table, again=again)

    def _finish(self, dealt: Dealt, table: Table, *, again: bool) -> DealReport:
        """Count a deal that is over, and report it."""
        outcome = table.state.outcome
        assert outcome is not None, "a deal is over when nobody is to act"
        seats = [dealt.sitting.index(seat) for seat in range(self._game.seats)]
        failed = {seats[seat]: moment for seat, moment in self._faulted.items()}
        changed = awarded(self._game, outcome, failed)
        places = changed["places"] if changed else outcome.places
        points = changed["points"] if changed else outcome.points
        table.tell_end(places, points)
        record = record_of(
            table.state,
            deal=dealt.number,
            match=self._spec.match,
            leg=dealt.leg,
            entries=dealt.sitting,
            series=self._match.length,
            secret=self._secret,
            dealer_by_lot=dealt.dealer_by_lot,
            marks=table.marks,
            awarded=changed,
        )
        self._match.add(outcome, changed)
        where = (dealt.leg, dealt.number)
        return DealReport(
            number=dealt.number,
            leg=dealt.leg,
            record=record.to_json(),
            outcome=outcome.to_json(),
            places=tuple(places[place] for place in seats),
            points=tuple(points[place] for place in seats),
            awarded=changed,
            faults=tuple(fault for fault in self._faults if (fault.leg, fault.deal) == where),
            notes=tuple(table.notes),
            rated=all((fault.leg, fault.deal) >= where for fault in self._faults),
            again=again,
        )

    def _begin(self) -> list[int]:
        """
        Start every player; the places of who do not start.

        One after the other, each frozen before the next: together, one that starts a hundred
        threads would take the others' time, and two of one author would know each other.
        """
        self._started = True
        present = [seat for seat in range(len(self._players)) if seat not in self._faulted]
        for seat in present:
            self._players[seat].prepare(self._hello(seat))
            failure = self._players[seat].start()
            if failure is None:
                continue
            if failure.starved:
                raise StarvedError(failure.detail)
            self._fail(seat, failure)
        return [place for place, seat in enumerate(self._match.sitting) if seat in self._faulted]

    def _fail(self, seat: int, failure: Failure) -> None:
        deal, leg = self._match.number, self._match.leg
        self._faults.append(Fault(seat, deal, failure.kind, failure.detail, leg))
        self._faulted = failures(self._faults)
        self._players[seat].stop()
        self._players[seat].close()

    def _next_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def _hello(self, seat: int) -> Hello:
        where = {"leg": self._leg, "first_deal": self._first_deal}
        return hello_of(self._spec, self._game, self._match.length, seat, **where)

    def _report(self) -> MatchReport:
        match, players = self._match, self._players
        return MatchReport(
            match=self._spec.match,
            scores=tuple(match.scores),
            decided=match.decided,
            winner=match.winner,
            faults=tuple(self._faults),
            usage=tuple(player.usage for player in players),
            logs=tuple(player.log for player in players),
            names=tuple(player.name for player in players),
            deals=match.played,
        )


def _match_of(spec: MatchSpec) -> Match:
    """The match of *spec* with its earlier deals."""
    try:
        game = find_game(spec.game)(seats=spec.seats, sides=spec.sides, **spec.options)
        match = Match(game, Length.from_json(spec.series))
        for deal in spec.previous:
            match.add(Outcome.from_json(deal.outcome), deal.awarded)
    except (GameError, TypeError, KeyError) as error:
        raise SpecError(str(error)) from error
    return match
