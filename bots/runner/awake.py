"""Which bots of a match are running, so that none thinks on another's time."""

from bots.sandbox.process import Running


class Awake:
    """
    The bots of one match that are not stopped.

    A bot waits over its input for its next turn by itself, and to stop and wake it after every
    answer would cost quick bots more than it saves. So whoever has answered is left running until
    another thinks for longer than a moment, and `ProcessPlayer` stops at once who runs on alone.
    """

    def __init__(self) -> None:
        self._running: set[Running] = set()

    def wake(self, bot: Running) -> None:
        """Let *bot* run."""
        self._running.add(bot)
        bot.thaw()

    def stop(self, bot: Running) -> None:
        """Stop *bot*, if it runs."""
        if bot in self._running:
            self._running.discard(bot)
            bot.freeze()

    def stop_others(self, bot: Running) -> None:
        """Stop every bot but *bot*."""
        for other in self._running - {bot}:
            self.stop(other)

    def stop_all(self) -> None:
        """Stop every bot."""
        while self._running:
            self._running.pop().freeze()

    def forget(self, bot: Running) -> None:
        """*bot* has ended."""
        self._running.discard(bot)
