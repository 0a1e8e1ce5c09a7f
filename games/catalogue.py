"""The games that can be played here, by key."""

from __future__ import annotations

from games.armenian.game import Armenian
from games.british.game import British
from games.drunkard.game import Drunkard
from games.durak.passing import Passing
from games.durak.podkidnoy import Podkidnoy
from games.errors import UnknownGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.game import Game

GAMES: tuple[type[Game], ...] = (Podkidnoy, Passing, Drunkard, British, Armenian)


def find_game(key: str) -> type[Game]:
    """
    The game of this key; call it with seats, sides and options: `find_game("podkidnoy")(seats=4)`.

    Raises:
        UnknownGame: If there is none; the message lists those there are.
    """
    for game in GAMES:
        if game.key == key:
            return game
    raise UnknownGame(key, [game.key for game in GAMES])
