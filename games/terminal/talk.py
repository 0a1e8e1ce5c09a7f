"""Talking with the player: phrases told, questions asked, answers that leave the table."""

from __future__ import annotations

from collections.abc import Callable

from games.terminal.brief import help_lines
from games.terminal.look import Look, fitted

Ask = Callable[[str], str]
Say = Callable[[str], None]

_YES = ("y", "yes", "д", "да")
_NO = ("n", "no", "н", "нет", "q", "quit", "в", "выход", "й")
# So often an answer that is neither yes nor no is asked for again.
_PATIENCE = 3


class Left(Exception):
    """The player has left the table."""


class Talk:
    """
    What is said to one player and asked of him.

    ask: shows a prompt and returns a line; may raise EOFError or KeyboardInterrupt, which leave
    the table. say: prints a text of one or several lines. look: his side of the table.
    """

    def __init__(self, look: Look, ask: Ask, say: Say) -> None:
        self.look = look
        self.ask = ask
        self.say = say
        # Once he has answered, prompts need not tell what can be typed.
        self.has_answered = False

    def tell(self, key: str, **facts: object) -> None:
        """Print a phrase."""
        self.write(self.look.say(key, **facts))

    def write(self, text: str) -> None:
        """Print a text in lines that fit."""
        self.say(fitted(text, "  "))

    def answer(self, short: str, long: str) -> str:
        """A line typed; the *long* prompt only as long as nothing has been typed."""
        prompt = self.look.say(short if self.has_answered else long)
        answer = self.ask(prompt)
        self.has_answered = True
        return answer

    def agrees(self, question: str) -> bool:
        """Yes or no; an answer that stays unclear is a no."""
        for _ in range(_PATIENCE):
            answer = self.ask(self.look.say(question)).strip().lower()
            if answer in _YES:
                return True
            if answer in _NO:
                return False
            self.tell("yes_or_no")
        return False

    def help(self) -> None:
        """Tell the game in brief, and what can be typed."""
        key = self.look.game.key
        brief, *keys = help_lines(key, self.look.lang)
        self.say(fitted(brief))
        for line in keys:
            self.say(fitted(f"  {line}", "    "))
        self.tell("all_rules", game=key)
