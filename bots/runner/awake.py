"""Which bots of a match are running, so that none thinks on another's time."""

from typing import Protocol


class Stoppable(Protocol):
    """A player whose bot can be stopped until it is asked again."""

    def still(self) -> None:
        """Stop its bot."""


class Awake:
    """
    The players of one match whose bots are not stopped.

    A bot waits over its input for its next turn by itself, and to stop and wake it around every
    answer would cost quick bots more than it saves. So whoever has answered is left running until
    another thinks for longer than a moment; `ProcessPlayer` stops at once who runs on alone.
    """

    def __init__(self) -> None:
        self._players: set[Stoppable] = set()

    def add(self, player: Stoppable) -> None:
        """*player* has woken its bot."""
        self._players.add(player)

    def discard(self, player: Stoppable) -> None:
        """*player* has stopped its bot, or it has ended."""
        self._players.discard(player)

    def still(self, but: Stoppable | None = None) -> None:
        """Stop every bot, *but* one's."""
        for player in [*self._players]:
            if player is not but:
                player.still()
