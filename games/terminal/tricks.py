"""Drunkard at the terminal: nothing is decided, so tricks are asked for, one or many."""

from __future__ import annotations

from games.game import State
from games.terminal import answers
from games.terminal.events import packs
from games.terminal.screen import table_lines
from games.terminal.talk import Left, Talk

_TO_THE_END = ("e", "end", "к", "конец")
# With more tricks at a time than this only every so manyth is told.
_MOST_TOLD = 50


class Tricks:
    """How many tricks of a deal are still to be played without asking."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self._unasked = self._at_once = 0

    def ask(self, state: State) -> None:
        """
        Before a trick: how many to play, unless some are still to come.

        Raises:
            Left: If the player leaves.
        """
        talk = self.talk
        data = state.view(talk.look.me).to_json()
        if data["trick"] or self._unasked:
            return
        if not data["tricks"] or self._at_once > 1:
            talk.say("\n".join(["", *table_lines(talk.look, data)]))
        while not self._unasked:
            self._unasked = self._wanted(int(state.game.options["max_tricks"]))
        self._at_once = self._unasked

    def _wanted(self, most: int) -> int:
        """The number of tricks asked for; 0 if the answer was something else."""
        answer = self.talk.answer("ask_more_tricks", "ask_trick").strip().lower()
        command = answers.read_command(answer)
        if command == "quit":
            raise Left
        if not answer:
            return 1
        if answer in _TO_THE_END:
            return most
        if answer.isascii() and answer.isdigit() and int(answer[:6]):
            return int(answer[:6])
        if command in ("help", "explain"):
            self.talk.help()
            self.talk.has_answered = False
        else:
            self.talk.tell("enter_or_number")
        return 0

    def tell(self, state: State, told: list[str]) -> None:
        """Every trick that is over; of very many a line now and then."""
        if not told:
            return
        self._unasked -= 1
        look = self.talk.look
        data = state.view(look.me).to_json()
        if self._at_once <= _MOST_TOLD or state.to_act is None:
            for line in told:
                self.talk.write(line)
        elif data["tricks"] % _MOST_TOLD == 0:
            self.talk.tell("after_tricks", number=data["tricks"], counts=packs(look, data))
