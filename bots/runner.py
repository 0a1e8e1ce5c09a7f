"""Plays a match: starts the players, deals, keeps the score, and reports deal by deal."""

from collections.abc import Generator, Iterator, Sequence

from bots.awards import awarded
from bots.heartbeat import heartbeat
from bots.players import Failure, Player
from bots.protocol import Bye, Hello
from bots.reports import DealReport, Fault, FinishedDeal, MatchReport, MatchSpec, SpecError
from bots.table import StarvedError, Table
from games.catalogue import find_game
from games.errors import GameError
from games.game import Game, Outcome
from games.records import record_of
from games.series import Length, Series


def play_match(
    spec: MatchSpec, players: Sequence[Player]
) -> Generator[DealReport | MatchReport, None, None]:
    """
    A report of each deal as it ends, then one of the match. Faults of bots are in the reports.

    Closing the iterator ends the players as well.

    Raises:
        SpecError: If the game, its options or the earlier deals do not fit together.
        StarvedError: If the runner itself was held up twice in the match: it is void.
    """
    match = _Match(spec, players)
    with heartbeat:
        try:
            yield from match.play()
        finally:
            for player in players:
                player.stop()
                player.close()


class _Match:
    """One match in progress: the series, the players, and who has failed."""

    def __init__(self, spec: MatchSpec, players: Sequence[Player]) -> None:
        self._spec = spec
        self._players = players
        self._secret = bytes.fromhex(spec.secret)
        self._game, self._length, self._series = _series_of(spec)
        self._first_deal = self._series.number
        self._started = False
        self._last_id = 0
        self._faults: list[Fault] = []
        # Seat -> when it failed; those failing at one moment have the same number.
        self._faulted: dict[int, int] = {}
        self._absent: set[int] = set()
        self._again: int | None = None
        for deal in spec.previous:
            self._recall(deal)

    def _recall(self, deal: FinishedDeal) -> None:
        """A seat that failed in an earlier deal stays out; who do not start fail at one moment."""
        moment = len(self._faults)
        for fault in deal.faults:
            at_once = fault.kind == "no_start"
            self._faulted[fault.seat] = moment if at_once else len(self._faults)
            self._absent.add(fault.seat)
            self._faults.append(fault)

    def play(self) -> Iterator[DealReport | MatchReport]:
        while not self._series.decided and not self._is_over():
            yield self._deal()
        self._settle()
        result = {"scores": list(self._series.scores), "winner": self._series.winner}
        for seat, player in enumerate(self._players):
            if self._started and seat not in self._absent:
                player.tell(Bye(result))
            player.close()
        yield self._report()

    def _is_over(self) -> bool:
        """Nothing more is played once one of two sides has failed, or all of more have."""
        failed = {self._game.side_of(seat) for seat in self._faulted}
        return bool(failed) and (self._game.side_count == 2 or len(failed) == self._game.side_count)

    def _settle(self) -> None:
        """Of two sides, the one that failed first loses what was not played."""
        if not self._faulted or self._series.decided or self._game.side_count != 2:
            return
        first = min(self._faulted.values())
        losers = [seat for seat, moment in self._faulted.items() if moment == first]
        # Neither side started: nobody earns the remaining deals.
        if len({self._game.side_of(seat) for seat in losers}) == 1:
            self._series.forfeit(losers[0])

    def _deal(self) -> DealReport:
        try:
            return self._play_deal(again=False)
        except StarvedError:
            if self._again is not None:
                raise
        self._again = self._first_deal = self._series.number
        self._started = False
        return self._play_deal(again=True)

    def _play_deal(self, *, again: bool) -> DealReport:
        dealt = self._series.deal(self._secret)
        table = Table(
            dealt.number,
            dealt.state,
            self._players,
            self._series.scores,
            self._absent,
            self._begin,
            self._fail,
            self._next_id,
            self._started,
        )
        table.play()
        outcome = table.state.outcome
        assert outcome is not None, "a deal is over when nobody is to act"
        changed = awarded(self._game, outcome, self._faulted)
        places = tuple(changed["places"]) if changed else outcome.places
        points = tuple(changed["points"]) if changed else outcome.points
        table.tell_end(places, points)
        record = record_of(
            table.state,
            deal=dealt.number,
            match=self._spec.match,
            leg=self._spec.leg,
            series=self._length,
            secret=self._secret,
            dealer_by_lot=dealt.dealer_by_lot,
            marks=table.marks,
            awarded=changed,
        )
        self._series.add(outcome, changed)
        return DealReport(
            number=dealt.number,
            record=record.to_json(),
            outcome=outcome.to_json(),
            places=places,
            points=points,
            awarded=changed,
            faults=tuple(fault for fault in self._faults if fault.deal == dealt.number),
            notes=tuple(table.notes),
            rated=all(fault.deal >= dealt.number for fault in self._faults),
            again=again,
        )

    def _begin(self) -> None:
        """Start every player, all at once, and wait for each."""
        self._started = True
        present = [seat for seat in range(len(self._players)) if seat not in self._absent]
        for seat in present:
            self._players[seat].prepare(self._hello(seat))
        moment = len(self._faults)
        for seat in present:
            failure = self._players[seat].start()
            if failure is None:
                continue
            if failure.starved:
                raise StarvedError(failure.detail)
            self._fail(seat, failure, moment)

    def _fail(self, seat: int, failure: Failure, moment: int | None = None) -> None:
        self._faulted[seat] = len(self._faults) if moment is None else moment
        self._absent.add(seat)
        self._faults.append(Fault(seat, self._series.number, failure.kind, failure.detail))
        self._players[seat].stop()
        self._players[seat].close()

    def _next_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def _hello(self, seat: int) -> Hello:
        spec = self._spec
        return Hello(
            match=spec.match,
            game=spec.game,
            options=dict(self._game.options),
            seats=spec.seats,
            sides=spec.sides,
            deals=self._length.count if self._length.kind == "deals" else None,
            leg=spec.leg,
            first_deal=self._first_deal,
            series=spec.series,
            random=spec.randoms[seat],
            limits=spec.limits,
        )

    def _report(self) -> MatchReport:
        series, players = self._series, self._players
        return MatchReport(
            match=self._spec.match,
            scores=tuple(series.scores),
            decided=series.decided,
            winner=series.winner,
            faults=tuple(self._faults),
            usage=tuple(player.usage for player in players),
            logs=tuple(player.log for player in players),
            names=tuple(player.name for player in players),
            deals=series.number,
            again=self._again,
        )


def _series_of(spec: MatchSpec) -> tuple[Game, Length, Series]:
    try:
        game = find_game(spec.game)(seats=spec.seats, sides=spec.sides, **spec.options)
        length = Length.from_json(spec.series)
        series = Series(game, length)
        for deal in spec.previous:
            series.add(Outcome.from_json(deal.outcome), deal.awarded)
    except (GameError, TypeError, KeyError) as error:
        raise SpecError(str(error)) from error
    return game, length, series
