"""Matches at the terminal: deal after deal, the score sheet, the secret, the record."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path

from games.game import Game, Outcome, State
from games.records import Record, dumps, record_of
from games.rendering import outcome_text
from games.series import Dealt, Length, Series
from games.shuffle import commitment
from games.terminal.answers import read_command
from games.terminal.deal import DealAtTable
from games.terminal.look import Look, look_at
from games.terminal.screen import left_lines
from games.terminal.setting import chosen_options
from games.terminal.talk import Ask, Left, Say, Talk
from games.terminal.words import points


class MatchAtTable:
    """
    One match at the terminal, with one shuffle secret.

    length: None goes on deal by deal as long as the player likes. path: where the record is
    written at the end, if anywhere.
    """

    def __init__(
        self,
        talk: Talk,
        *,
        length: Length | None,
        secret: bytes | None = None,
        path: Path | None = None,
    ) -> None:
        self.talk = talk
        self.length = length
        self.secret = secrets.token_bytes(32) if secret is None else secret
        self.path = path
        # The deals that are over, and whether the dealer of each was drawn by lot.
        self._finished: list[tuple[State, bool]] = []
        self._taken_back = 0
        self._is_between_deals = False

    def play(self) -> bool:
        """
        Play until the match is over or the player leaves; False if he left.

        Either way the secret is shown and the record written, for deals that were finished.
        """
        self._open()
        try:
            while self._play_deal():
                pass
            stayed = True
        except (Left, EOFError, KeyboardInterrupt) as left:
            if not isinstance(left, Left):
                self.talk.say("")
            if not self._is_between_deals:
                self.talk.tell("unfinished")
            stayed = False
        self._close()
        return stayed

    def _open(self) -> None:
        look = self.talk.look
        game = look.game
        sides = look.say(f"sides_{game.sides}") if game.sides != "single" else ""
        match = "match_open"
        count = 0 if self.length is None else self.length.count
        if self.length is not None:
            match = "match_points" if self.length.kind == "points" else "match_deals"
            match = "match_deal" if (match, count) == ("match_deals", 1) else match
        name = game.NAMES[look.lang]
        told = look.say(match, count=count, points=points(count, look.lang))
        self.talk.tell("welcome", game=name, seats=game.seats, sides=sides, match=told)
        for label, value in chosen_options(game, look.lang):
            self.talk.tell("option", label=label, value=value)
        self.talk.tell("commitment")
        self.talk.say(f"  {commitment(self.secret)}")

    def _close(self) -> None:
        if self._taken_back:
            self.talk.tell("taken_back", count=self._taken_back)
        self.talk.tell("secret")
        self.talk.say(f"  {self.secret.hex()}")
        self.talk.tell("again")
        if self.path is not None:
            self._write(self.path)

    def _write(self, path: Path) -> None:
        records = self.records()
        if not records:
            self.talk.tell("not_recorded")
            return
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(dumps(records))
        except OSError as error:
            self.talk.tell("record_failed", path=path, error=error.strerror or error)
        else:
            self.talk.tell("recorded", path=path)

    def records(self) -> list[Record]:
        """The finished deals, with the secret in them."""
        length = self.length or Length("deals", max(len(self._finished), 1))
        return [
            record_of(
                state,
                deal=number,
                sitting=self.talk.look.sitting,
                series=length,
                secret=self.secret,
                published=True,
                dealer_by_lot=by_lot,
            )
            for number, (state, by_lot) in enumerate(self._finished)
        ]

    @property
    def series(self) -> Series:
        """The match as it stands; one without a length has room for another deal."""
        length = self.length or Length("deals", len(self._finished) + 1)
        series = Series(self.talk.look.game, length)
        for state, _ in self._finished:
            assert state.outcome is not None
            series.add(state.outcome)
        return series

    def _play_deal(self) -> bool:
        """Play one deal and tell how it ended; whether there is another."""
        self._is_between_deals = False
        series = self.series
        talk = self.talk
        talk.look = replace(talk.look, deal=series.number + 1, score=series.scores)
        dealt = series.deal(self.secret)
        self._tell_start(dealt)
        deal = DealAtTable(talk, lambda: series.deal(self.secret).state)
        try:
            state = deal.play()
        finally:
            self._taken_back += deal.taken_back
        self._is_between_deals = True
        self._finished.append((state, dealt.dealer_by_lot))
        series = self._tell_result(state, series)
        if self.length is None:
            return talk.agrees("ask_another_deal")
        if series.decided:
            self._tell_winner(series)
            return False
        if read_command(talk.ask(talk.look.say("ask_next_deal"))) == "quit":
            raise Left
        return True

    def _tell_start(self, dealt: Dealt) -> None:
        look = self.talk.look
        told = []
        for key, seat in (("dealing", dealt.dealer), ("leading", dealt.leader)):
            own = f"{key}_you" if seat == look.me else key
            told.append(look.say(own, who=look.names[seat]))
        self.talk.say("")
        self.talk.write(" ".join(told))

    def _tell_result(self, state: State, series: Series) -> Series:
        """Tell how a deal ended; the match with it."""
        look = self.talk.look
        outcome = state.outcome
        assert outcome is not None
        self.talk.say("")
        key = f"reason_{outcome.reason}"
        if outcome.reason in ("blocked", "turn_limit", "repetition", "bout_limit"):
            self.talk.tell(key)
        self.talk.write(f"{_ending(look, state, outcome)}.")
        for line in left_lines(look, state):
            self.talk.write(line)
        series.add(outcome)
        self.talk.say("\n".join(_sheet(look, outcome, series)))
        return series

    def _tell_winner(self, series: Series) -> None:
        look = self.talk.look
        if self.length is not None and series.length.count == 1 and series.length.kind == "deals":
            return
        if series.winner is None:
            self.talk.tell("match_level")
        elif series.winner == look.game.side_of(look.me):
            self.talk.tell("match_won_you")
        elif look.game.side_count < look.game.seats:
            self.talk.tell("match_lost_you")
        else:
            self.talk.tell("match_won", who=look.names[series.winner])


def _ending(look: Look, state: State, outcome: Outcome) -> str:
    """How the deal ended; a single winner of points is named without the points of all seats."""
    if look.game.match_by_points and outcome.losers and outcome.places.count(1) == 1:
        winner = outcome.places.index(1)
        return look.say("deal_won_you" if winner == look.me else "deal_won", who=look.names[winner])
    return outcome_text(state, look.lang, look.names, look.me)


def _sheet(look: Look, outcome: Outcome, series: Series) -> list[str]:
    """Places, points of the deal and of the match, best first."""
    titles = [look.say(key) for key in ("place", "points", "total")]
    wide = max(map(len, look.names))
    lines = [f"  {titles[0]}  {'':<{wide}}  {titles[1]:>6}  {titles[2]:>6}"]
    seats = sorted(look.round, key=lambda seat: (outcome.places[seat], seat != look.me))
    lines += [
        f"  {outcome.places[seat]:>{len(titles[0])}}  {look.names[seat]:<{wide}}"
        f"  {_signed(outcome.points[seat]):>6}  {series.scores[seat]:>6}"
        for seat in seats
    ]
    return lines


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"


def play_matches(
    game: Game,
    me: int,
    lang: str,
    ask: Ask,
    say: Say,
    *,
    deals: int | None = None,
    secret: bytes | None = None,
    path: Path | None = None,
) -> None:
    """
    Play match after match until the player has enough; only the first has a given *secret*.

    deals: how many a match has; left out, it is as long as the game's custom has it, and where
    that is a single deal it goes on as long as the player likes. Records of further matches go
    to files beside *path*, with a number in their names.
    """
    length: Length | None = None
    if deals is not None:
        length = Length("deals", deals)
    elif game.usual_match != ("deals", 1):
        length = Length(*game.usual_match)
    talk = Talk(look_at(game, me, lang), ask, say)
    number = 1
    while True:
        match = MatchAtTable(talk, length=length, secret=secret, path=_numbered(path, number))
        if not match.play() or length is None or not _goes_on(talk):
            talk.tell("bye")
            return
        number += 1
        secret = None


def _goes_on(talk: Talk) -> bool:
    try:
        return talk.agrees("ask_another_match")
    except (EOFError, KeyboardInterrupt):
        talk.say("")
        return False


def _numbered(path: Path | None, number: int) -> Path | None:
    """The file itself for the first match; then the first free name with a number behind it."""
    if path is None or number == 1:
        return path
    found = path
    while found.exists():
        found = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return found
