"""One deal at the terminal: one's own moves asked for, the others' played and told."""

from __future__ import annotations

from collections.abc import Callable

from games.errors import IllegalMove, InvalidMove
from games.game import State
from games.moves import Move
from games.opponent import simple_move
from games.rendering import sentence
from games.terminal import answers, reasons, screen
from games.terminal.choices import Choice, choice_lines, choices_of
from games.terminal.events import happened
from games.terminal.look import fitted
from games.terminal.talk import Left, Talk
from games.terminal.tricks import Tricks

_UNBROKEN = "\xa0"


class DealAtTable:
    """
    A deal between the player and simple opponents.

    fresh: deals the same cards again, with the same chance to come; that is how a move is taken
    back without anything new being dealt. taken_back: how often that was done.
    """

    def __init__(self, talk: Talk, fresh: Callable[[], State]) -> None:
        self.talk = talk
        self.look = talk.look
        self.taken_back = 0
        self._fresh = fresh
        # How many moves had been made before each decision of one's own.
        self._decided: list[int] = []
        # Who has passed since something was last told.
        self._passed: list[int] = []

    def play(self) -> State:
        """
        The deal played to its end.

        Raises:
            Left, EOFError, KeyboardInterrupt: If the player leaves.
        """
        state = self._fresh()
        tricks = Tricks(self.talk) if state.game.key == "drunkard" else None
        while state.to_act is not None:
            if tricks is not None:
                tricks.ask(state)
                tricks.tell(state, self._made(state, simple_move(state)))
            elif state.to_act != self.look.me or len(state.legal_moves) == 1:
                self._tell(state, simple_move(state))
            else:
                move = self.choose(state)
                if move is None:
                    state = self._before_last_decision(state)
                else:
                    self._decided.append(len(state.moves))
                    self._tell(state, move)
        return state

    def choose(self, state: State) -> Move | None:
        """
        The move the player chooses, always a legal one; None to take the last one back.

        Raises:
            Left, EOFError, KeyboardInterrupt: If he leaves.
        """
        choices = choices_of(self.look, state)
        self._tell_passes()
        self._show(state, choices)
        while True:
            answer = self.talk.answer("ask", "ask_help")
            try:
                found = answers.read_answer(answer, state, choices)
            except answers.Unclear as unclear:
                self.talk.tell(unclear.key, **unclear.facts)
                continue
            if not isinstance(found, answers.Command):
                if self._is_legal(state, found):
                    return found
            elif found.name == "undo":
                return None
            else:
                self._obey(found.name, state, choices)

    def _is_legal(self, state: State, move: Move) -> bool:
        """Whether the rules allow the move; if not, it is said why."""
        try:
            state.copy().play(move)
        except (IllegalMove, InvalidMove) as error:
            self.talk.write(reasons.refusal(self.look, state, move, error))
            return False
        return True

    def _obey(self, command: str, state: State, choices: list[Choice]) -> None:
        if command == "quit":
            raise Left
        if command == "table":
            self._show(state, choices)
        elif command == "help":
            self.talk.help()
        else:
            self._explain(state, choices)

    def _before_last_decision(self, state: State) -> State:
        """The deal as it was before one's last decision, or as it is if there was none."""
        if not self._decided:
            self.talk.tell("nothing_to_undo")
            return state
        moves = state.moves[: self._decided.pop()]
        again = self._fresh()
        for _, move in moves:
            again.play(move)
        self.taken_back += 1
        self.talk.tell("undone")
        return again

    # What is shown

    def _show(self, state: State, choices: list[Choice]) -> None:
        data = state.view(self.look.me).to_json()
        lines = ["", *screen.table_lines(self.look, data), *screen.hand_lines(self.look, data)]
        lines += choice_lines(self.look, choices, len(state.legal_moves))
        self.talk.say("\n".join(lines))

    def _explain(self, state: State, choices: list[Choice]) -> None:
        """Why each move is possible, those of one ground together; and what is not possible."""
        look = self.look
        self.talk.tell("explain")
        grounds: dict[tuple[str, str], list[str]] = {}
        for choice in choices:
            ground = choice.title, reasons.why(look, state, choice.move)
            label = f"[{choice.number}] {choice.label}"
            grounds.setdefault(ground, []).append(label.replace(" ", _UNBROKEN))
        for (title, because), labels in grounds.items():
            text = f"{title} {'   '.join(labels)}".strip()
            told = fitted(f"  {text}: {because}.", "      ")
            self.talk.say(told.replace(_UNBROKEN, " "))
        if len(state.legal_moves) > len(choices):
            self.talk.say(f"  ({look.say('several')})")
        idle = reasons.not_playable(look, state)
        if idle:
            self.talk.tell("not_now", cards=idle)

    # What is told

    def _made(self, state: State, move: Move) -> list[str]:
        """Play a move: the sentences for what came of it."""
        before = state.view(self.look.me).to_json()
        state.play(move)
        return happened(self.look, before, state)

    def _tell(self, state: State, move: Move) -> None:
        """Play a move and tell what came of it; passes wait to be told together."""
        seat = state.to_act
        assert seat is not None
        is_forced = seat == self.look.me and len(state.legal_moves) == 1
        told = self._made(state, move)
        if seat != self.look.me and told[0] == self._passing(seat):
            self._passed.append(seat)
            del told[0]
            if not told:
                return
        self._tell_passes()
        if is_forced:
            told[0] = self.look.say("forced", did=told[0].removesuffix("."))
        for line in told:
            self.talk.write(line)

    def _tell_passes(self) -> None:
        """One sentence for all who have passed in a row."""
        seats, self._passed = self._passed, []
        if len(seats) == 1:
            self.talk.write(self._passing(seats[0]))
        elif seats:
            self.talk.tell("passes", who=", ".join(self.look.names[seat] for seat in seats))

    def _passing(self, seat: int) -> str:
        return sentence(seat, "pass", self.look.lang, self.look.names) + "."
