"""The games that can be played here, by key."""

from __future__ import annotations

from games.durak.passing import Passing
from games.durak.podkidnoy import Podkidnoy
from games.errors import UnknownGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

GAMES: tuple[type[Podkidnoy], ...] = (Podkidnoy, Passing)


def find_game(key: str) -> type[Podkidnoy]:
    """
    The game of this key; call it with seats, sides and options: `find_game("podkidnoy")(seats=4)`.

    Raises:
        UnknownGame: If there is none; the message lists those there are.
    """
    for game in GAMES:
        if game.key == key:
            return game
    raise UnknownGame(key, [game.key for game in GAMES])
