"""The loop: deal, show, ask, play, tell, score, and ask whether to go on."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from games.errors import IllegalMove, InvalidMove
from games.game import Game, Outcome, State
from games.moves import Move
from games.opponent import simple_move
from games.records import Record, dumps, record_of
from games.rendering import outcome_text, sentence
from games.series import Dealt, Length, Series
from games.shuffle import commitment
from games.terminal import answers, reasons, screen
from games.terminal.events import happened, packs
from games.terminal.screen import Look
from games.terminal.setting import chosen_options
from games.terminal.words import KEYS, RULES_IN_BRIEF, points

Ask = Callable[[str], str]
Say = Callable[[str], None]

_YES = ("y", "yes", "д", "да", "н.", "ye")
_NO = ("n", "no", "н", "нет", "q", "quit", "в", "выход", "й")
_TO_THE_END = ("e", "end", "к", "конец")
# So often an answer that is neither yes nor no is asked for again.
_PATIENCE = 3
_UNBROKEN = "\xa0"
# With more tricks at a time than this only every so manyth is told.
_MOST_TOLD = 50


class Left(Exception):
    """The player has left the table."""


class Match:
    """
    One match at the terminal, with one shuffle secret.

    ask: shows a prompt and returns a line; may raise EOFError or KeyboardInterrupt, which leave
    the table. say: prints a text of one or several lines. length: None goes on deal by deal as
    long as the player likes. path: where the record is written at the end, if anywhere.
    """

    def __init__(
        self,
        look: Look,
        ask: Ask,
        say: Say,
        *,
        length: Length | None,
        secret: bytes | None = None,
        path: Path | None = None,
    ) -> None:
        self.look = look
        self.ask = ask
        self.say = say
        self.length = length
        self.secret = secrets.token_bytes(32) if secret is None else secret
        self.path = path
        self._outcomes: list[Outcome] = []
        self._finished: list[tuple[State, bool]] = []
        self._taken_back = 0
        self._passed: list[int] = []
        self._is_between_deals = False
        self._has_answered = False
        # Tricks of Drunkard still to be played without asking; how many were asked for at once.
        self._unasked = self._at_once = 0

    # The match

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
                self.say("")
            if not self._is_between_deals:
                self._tell("unfinished")
            stayed = False
        self._close()
        return stayed

    def _open(self) -> None:
        look = self.look
        game = look.game
        sides = look.say(f"sides_{game.sides}") if game.sides != "single" else ""
        match = "match_open"
        count = 0 if self.length is None else self.length.count
        if self.length is not None:
            match = "match_points" if self.length.kind == "points" else "match_deals"
            match = "match_deal" if (match, count) == ("match_deals", 1) else match
        name = game.NAMES[look.lang]
        told = look.say(match, count=count, points=points(count, look.lang))
        self._tell("welcome", game=name, seats=game.seats, sides=sides, match=told)
        for label, value in chosen_options(game, look.lang):
            self._tell("option", label=label, value=value)
        self._tell("commitment")
        self.say(f"  {commitment(self.secret)}")

    def _close(self) -> None:
        if self._taken_back:
            self._tell("taken_back", count=self._taken_back)
        self._tell("secret")
        self.say(f"  {self.secret.hex()}")
        self._tell("again")
        if self.path is not None:
            self._write(self.path)

    def _write(self, path: Path) -> None:
        records = self.records()
        if not records:
            self._tell("not_recorded")
            return
        try:
            path.write_text(dumps(records), encoding="utf-8")
        except OSError as error:
            self._tell("record_failed", path=path, error=error.strerror or error)
        else:
            self._tell("recorded", path=path)

    def records(self) -> list[Record]:
        """The finished deals, with the secret in them."""
        length = self.length or Length("deals", max(len(self._finished), 1))
        return [
            record_of(
                state,
                deal=number,
                sitting=self.look.sitting,
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
        length = self.length or Length("deals", len(self._outcomes) + 1)
        series = Series(self.look.game, length)
        for outcome in self._outcomes:
            series.add(outcome)
        return series

    def _play_deal(self) -> bool:
        """Play one deal and tell how it ended; whether there is another."""
        self._is_between_deals = False
        series = self.series
        self.look = replace(self.look, deal=series.number + 1, score=series.scores)
        self._unasked = self._at_once = 0
        dealt = series.deal(self.secret)
        state = self._play_cards(series, dealt)
        assert state.outcome is not None
        self._is_between_deals = True
        self._outcomes.append(state.outcome)
        self._finished.append((state, dealt.dealer_by_lot))
        series.add(state.outcome)
        self._tell_result(state, series)
        if self.length is None:
            return self._agrees("ask_another_deal")
        if series.decided:
            self._tell_winner(series)
            return False
        self._pause("ask_next_deal")
        return True

    # A deal

    def _play_cards(self, series: Series, dealt: Dealt) -> State:
        state = dealt.state
        decided: list[int] = []
        while state.to_act is not None:
            seat = state.to_act
            if self._is_drunkard(state):
                self._ask_for_tricks(state)
            if seat == self.look.me and len(state.legal_moves) > 1:
                answer = self._decision(state)
                if answer is None:
                    state = self._taken_back_to(series, state, decided)
                    continue
                decided.append(len(state.moves))
                self._make(state, answer)
            else:
                self._make(state, simple_move(state))
        return state

    def _make(self, state: State, move: int) -> None:
        """Play a move and tell what came of it."""
        look = self.look
        seat = state.to_act
        assert seat is not None
        forced = seat == look.me and len(state.legal_moves) == 1
        before = state.view(look.me).to_json()
        state.play(move)
        told = happened(look, before, state)
        if self._is_drunkard(state):
            self._tell_tricks(state, told)
            return
        if seat != look.me and told[0] == self._passing(seat):
            # Told together with those who pass after it.
            self._passed.append(seat)
            del told[0]
            if not told:
                return
        self._tell_passes()
        if forced:
            told[0] = look.say("forced", did=told[0].removesuffix("."))
        for line in told:
            self.say(screen.fitted(line, "  "))

    def _passing(self, seat: int) -> str:
        return sentence(seat, "pass", self.look.lang, self.look.names) + "."

    def _tell_passes(self) -> None:
        """One sentence for all who have passed in a row."""
        seats, self._passed = self._passed, []
        if len(seats) == 1:
            self.say(self._passing(seats[0]))
        elif seats:
            self._tell("passes", who=", ".join(self.look.names[seat] for seat in seats))

    def _taken_back_to(self, series: Series, state: State, decided: list[int]) -> State:
        """The deal as it was before one's last decision, or as it is if there was none."""
        if not decided:
            self._tell("nothing_to_undo")
            return state
        moves = state.moves[: decided.pop()]
        again = series.deal(self.secret).state
        for _, move in moves:
            again.play(move)
        self._taken_back += 1
        self._tell("undone")
        return again

    def _decision(self, state: State) -> int | None:
        """The move the player chooses; None to take the last one back."""
        choices = screen.choices_of(self.look, state)
        self._tell_passes()
        self._show(state, choices)
        while True:
            answer = self.ask(self.look.say("ask" if self._has_answered else "ask_help"))
            self._has_answered = True
            try:
                found = answers.read_answer(answer, state, choices)
            except answers.Unclear as unclear:
                self._tell(unclear.key, **unclear.facts)
                continue
            if isinstance(found, answers.Command):
                if found.name == "undo":
                    return None
                self._obey(found.name, state, choices)
            elif self._is_legal(state, found):
                return found

    def _is_legal(self, state: State, move: Move) -> bool:
        """Whether the rules allow the move; if not, it is said why."""
        try:
            state.copy().play(move)
        except (IllegalMove, InvalidMove) as error:
            self.say(screen.fitted(reasons.refusal(self.look, state, move, error)))
            return False
        return True

    def _obey(self, command: str, state: State, choices: list[screen.Choice]) -> None:
        if command == "quit":
            raise Left
        if command == "table":
            self._show(state, choices)
        elif command == "help":
            self._help()
        else:
            self._explain(state, choices)

    def _show(self, state: State, choices: list[screen.Choice]) -> None:
        data = state.view(self.look.me).to_json()
        lines = ["", *screen.table_lines(self.look, data), *screen.hand_lines(self.look, data)]
        lines += screen.choice_lines(self.look, choices, len(state.legal_moves))
        self.say("\n".join(lines))

    def _explain(self, state: State, choices: list[screen.Choice]) -> None:
        look = self.look
        self._tell("explain")
        grounds: dict[tuple[str, str], list[str]] = {}
        for choice in choices:
            ground = choice.title, reasons.why(look, state, choice.move)
            label = f"[{choice.number}] {choice.label}"
            grounds.setdefault(ground, []).append(label.replace(" ", _UNBROKEN))
        for (title, because), labels in grounds.items():
            text = f"{title} {'   '.join(labels)}".strip()
            told = screen.fitted(f"  {text}: {because}.", "      ")
            self.say(told.replace(_UNBROKEN, " "))
        if len(state.legal_moves) > len(choices):
            self.say(f"  ({look.say('several')})")
        idle = reasons.not_playable(look, state)
        if idle:
            self._tell("not_now", cards=idle)

    def _help(self) -> None:
        look = self.look
        key = look.game.key
        parts = {"podkidnoy": ["durak"], "passing": ["durak", "passing"]}.get(key, [key])
        brief = " ".join(RULES_IN_BRIEF[part][look.lang] for part in parts)
        self.say(screen.fitted(brief))
        if key != "drunkard":
            for line in KEYS[look.lang]:
                self.say(screen.fitted(line, "  "))
        self._tell("all_rules", game=key)

    # Drunkard, where nothing is decided

    def _is_drunkard(self, state: State) -> bool:
        return state.game.key == "drunkard"

    def _ask_for_tricks(self, state: State) -> None:
        """Before a trick: ask how many to play, unless some are still to come."""
        data = state.view(self.look.me).to_json()
        if data["trick"] or self._unasked:
            return
        if not data["tricks"] or self._at_once > 1:
            self.say("\n".join(["", *screen.table_lines(self.look, data)]))
        while not self._unasked:
            prompt = "ask_more_tricks" if self._has_answered else "ask_trick"
            answer = self.ask(self.look.say(prompt)).strip().lower()
            self._has_answered = True
            command = answers.read_command(answer)
            if answer in _TO_THE_END:
                self._unasked = state.game.options["max_tricks"]  # type: ignore[assignment]
            elif not answer:
                self._unasked = 1
            elif answer.isascii() and answer.isdigit() and int(answer[:6]):
                self._unasked = int(answer[:6])
            elif command == "quit":
                raise Left
            elif command in ("help", "explain"):
                self._help()
                self._has_answered = False
            else:
                self._tell("enter_or_number")
        self._at_once = self._unasked

    def _tell_tricks(self, state: State, told: list[str]) -> None:
        """Every trick, or of very many a line now and then."""
        if not told:
            return
        self._unasked -= 1
        data = state.view(self.look.me).to_json()
        if self._at_once <= _MOST_TOLD or state.to_act is None:
            for line in told:
                self.say(screen.fitted(line, "  "))
        elif data["tricks"] % _MOST_TOLD == 0:
            counts = packs(self.look, data)
            text = self.look.say("after_tricks", number=data["tricks"], counts=counts)
            self.say(screen.fitted(text, "  "))

    # The end

    def _tell_result(self, state: State, series: Series) -> None:
        look = self.look
        outcome = state.outcome
        assert outcome is not None
        self.say("")
        key = f"reason_{outcome.reason}"
        if outcome.reason in ("blocked", "turn_limit", "repetition", "bout_limit"):
            self._tell(key)
        self.say(screen.fitted(f"{_ending(look, state, outcome)}.", "  "))
        for line in screen.left_lines(look, state):
            self.say(screen.fitted(line, "  "))
        self.say("\n".join(_sheet(look, outcome, series)))

    def _tell_winner(self, series: Series) -> None:
        look = self.look
        if self.length is not None and series.length.count == 1 and series.length.kind == "deals":
            return
        if series.winner is None:
            self._tell("match_level")
        elif series.winner == look.game.side_of(look.me):
            self._tell("match_won_you")
        elif look.game.side_count < look.game.seats:
            self._tell("match_lost_you")
        else:
            self._tell("match_won", who=look.names[series.winner])

    def _agrees(self, question: str) -> bool:
        """Yes or no; an answer that stays unclear is a no."""
        for _ in range(_PATIENCE):
            answer = self.ask(self.look.say(question)).strip().lower()
            if answer in _YES:
                return True
            if answer in _NO:
                return False
            self._tell("yes_or_no")
        return False

    def _pause(self, prompt: str) -> None:
        if answers.read_command(self.ask(self.look.say(prompt))) == "quit":
            raise Left

    def _tell(self, key: str, **facts: object) -> None:
        self.say(screen.fitted(self.look.say(key, **facts), "  "))


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
    look = screen.look_at(game, me, lang)
    number = 1
    while True:
        match = Match(look, ask, say, length=length, secret=secret, path=_numbered(path, number))
        if not match.play() or length is None or not _goes_on(match):
            say(look.say("bye"))
            return
        number += 1
        secret = None


def _goes_on(match: Match) -> bool:
    try:
        return match._agrees("ask_another_match")
    except (EOFError, KeyboardInterrupt):
        match.say("")
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
