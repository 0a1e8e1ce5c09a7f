"""
All that an author needs to write a bot, in one file that may be copied beside it.

    from bots.kit import Bot, run

    class Lowest(Bot):
        def move(self, view, menu):
            return menu.lowest()

    run(Lowest())

A view and a menu are the objects of the protocol with names on top; cards are text of two letters,
rank and suit (``7S TD AH``), and a move is text (``beat 7S 9S``). Every other hook of `Bot` may be
left out. Whatever is printed goes to the author's log.
"""

from __future__ import annotations

import sys

try:
    # What `os` is made of: importing that takes 2 ms more at every start.
    from posix import dup, dup2, write
except ImportError:
    from os import dup, dup2, write

# Only for readers and type checkers: importing typing costs 6 ms at every start.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from random import Random
    from typing import Any

    Choice = str | dict[str, Any]
    Object = dict[str, Any]
else:
    Object = dict

PROTOCOL = 1
RANKS = "23456789TJQKA"
SUITS = "SCDH"
# By trump suit: how dear each card is. Filled when first asked for.
_WEIGHTS: dict[str, dict[str, int]] = {}


def rank(card: str) -> int:
    """The rank of *card* as a number, 0 for a two to 12 for an ace."""
    return RANKS.index(card[0])


def suit(card: str) -> str:
    """The suit of *card*: S, C, D or H."""
    return card[1]


class View(Object):
    """What the seat may know, read as ``view["hand"]`` or ``view.hand``."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"this view has no {name!r}; it has {', '.join(self)}") from None

    @property
    def trump_suit(self) -> str:
        """The trump suit, or "" in a game without one."""
        trump = self.get("trump")
        return trump[-1] if isinstance(trump, str) and trump else ""

    def weight(self, card: str) -> int:
        """How dear *card* is: by rank, and every trump above every other card."""
        return self._weights()[card]

    def cheapest(self, cards: Iterable[str]) -> str:
        return min(cards, key=self._weights().__getitem__)

    def dearest(self, cards: Iterable[str]) -> str:
        return max(cards, key=self._weights().__getitem__)

    def _weights(self) -> dict[str, int]:
        """The weight of every card."""
        trump = self.trump_suit
        if trump not in _WEIGHTS:
            _WEIGHTS[trump] = {
                high + low: rank(high) + (len(RANKS) if low == trump else 0)
                for high in RANKS
                for low in SUITS
            }
        return _WEIGHTS[trump]


class Menu(Object):
    """
    The legal moves, compactly: for instance ``{"throw": ["7D", "9C"], "max": 4, "pass": True}``.

    Iterating gives the moves as text; of sets of cards to throw in only single cards are listed.
    """

    def __init__(self, menu: dict[str, Any], view: View) -> None:
        super().__init__(menu)
        self.view = view

    @property
    def attacks(self) -> list[list[str]]:
        """Sets of cards of one rank that may be led."""
        return list(self.get("attack", ()))

    @property
    def throws(self) -> list[str]:
        """Cards that may be thrown in, at most ``menu["max"]`` in one move."""
        return list(self.get("throw", ()))

    @property
    def beats(self) -> dict[str, list[str]]:
        """For every open attack card the cards of the hand that beat it, maybe none."""
        return dict(self.get("beat", {}))

    @property
    def transfers(self) -> list[list[str]]:
        """Sets of cards with which the attack may be passed on."""
        sets = self.get("transfer", ())
        return [[cards] if isinstance(cards, str) else cards for cards in sets]

    @property
    def may_take(self) -> bool:
        return bool(self.get("take"))

    @property
    def may_pass(self) -> bool:
        return bool(self.get("pass"))

    def moves(self) -> list[str]:
        return list(self._moves())

    def lowest(self) -> str:
        """
        The cheapest card that may be played, be it to beat or to pass an attack on; with none to
        play it passes, takes or draws. Of suits it names that of its own cheapest card.
        """
        if self.get("transfer_show"):
            return f"transfer_show {self['transfer_show'][0]}"
        weight = self.view._weights().__getitem__
        # By card what stands before it in the move; what names a card first has it.
        playable = {cards[0]: "attack" for cards in self.get("attack", ()) if len(cards) == 1}
        for word in ("throw", "play"):
            if word in self:
                playable.update(dict.fromkeys(self[word], word))
        beats = self.get("beat")
        if beats and all(beats.values()):
            # The dearest attack first: what beats it might be wasted on a cheaper one.
            attack = max(beats, key=weight)
            playable[min(beats[attack], key=weight)] = f"beat {attack}"
        for cards in self.transfers if "transfer" in self else ():
            if len(cards) == 1:
                playable.setdefault(cards[0], "transfer")
        if playable:
            card = min(playable, key=weight)
            return f"{playable[card]} {card}"
        if self.get("declare"):
            return f"declare {suit(self.view.cheapest(self.view['hand']))}"
        for word in ("pass", "take", "draw", "lay"):
            if self.get(word):
                return word
        return self.moves()[0]

    def any(self, chance: Random) -> str:
        """A move drawn by lot."""
        return chance.choice(self.moves())

    def _moves(self) -> Iterator[str]:
        for cards in self.attacks:
            yield "attack " + " ".join(cards)
        for attack, answers in self.beats.items():
            for card in answers:
                yield f"beat {attack} {card}"
        for cards in self.transfers:
            yield "transfer " + " ".join(cards)
        for word in ("throw", "transfer_show", "play", "declare"):
            for card in self.get(word, ()):
                yield f"{word} {card}"
        for word in ("take", "pass", "draw", "lay", "swap"):
            if self.get(word):
                yield word


class Bot:
    """
    A bot: give `move` and, if you like, the other hooks.

    ``hello`` is what the runner said first (game, options, seats, limits …); ``seat`` is the
    bot's place in the deal in hand; ``random`` is its own source of chance, the same in every
    replay; ``note`` may be set in `move` to a short text that is kept in the replay.
    """

    name = ""
    hello: dict[str, Any] = {}
    seat = 0
    note = ""
    _random: Random | None = None

    @property
    def random(self) -> Random:
        if self._random is None:
            from random import Random  # 5 ms that only bots using chance should pay

            self._random = Random(int(self.hello.get("random", "0"), 16))
        return self._random

    def match(self, hello: dict[str, Any]) -> None:
        """A match begins."""

    def deal(self, number: int, view: View) -> None:
        """Deal *number* (from 0) has been dealt; *view* shows the hand."""

    def move(self, view: View, menu: Menu) -> Choice:
        """
        The move to play, one of *menu*.

        ``view.events`` is what happened since the last ask, ``view.cpu_left_ms`` the CPU time left
        for the rest of this deal; ``view.refused`` is there after an illegal move and says why.
        """
        raise NotImplementedError("a bot needs move(self, view, menu)")

    def deal_over(self, message: dict[str, Any]) -> None:
        """A deal has ended: ``places``, ``points``, ``hands``, ``events``."""

    def bye(self, result: dict[str, Any]) -> None:
        """The match has ended."""


class Session:
    """One bot's side of one match: messages in, the two kinds of answers out."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def receive(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to *message*, or None where none is wanted."""
        kind = message.get("type")
        if kind == "ask":
            return self._ask(message)
        if kind == "deal":
            self.bot.seat = message["seat"]
            self.bot.deal(message["deal"], View(message["view"]))
        elif kind == "deal_over":
            self.bot.deal_over(message)
        elif kind == "bye":
            self.bot.bye(message.get("result", {}))
        elif kind == "hello":
            self.bot.hello = message
            self.bot._random = None
            self.bot.match(message)
            name = self.bot.name or type(self.bot).__name__
            return {"type": "ready", "name": name, "protocol": PROTOCOL}
        return None

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        view = View(message["view"])
        view["events"] = message.get("events", [])
        view["cpu_left_ms"] = message.get("cpu_left_ms", 0)
        if "refused" in message:
            view["refused"] = message["refused"]
        bot = self.bot
        bot.note = ""
        move = bot.move(view, Menu(message["menu"], view))
        answer: dict[str, Any] = {"type": "move", "id": message["id"], "move": move}
        if bot.note:
            answer["note"] = bot.note
        return answer


class _FunctionBot(Bot):
    def __init__(self, choose: Callable[[View, Menu], Choice]) -> None:
        self.name = choose.__name__
        self._choose = choose

    def move(self, view: View, menu: Menu) -> Choice:
        return self._choose(view, menu)


def run(bot: Bot | type[Bot] | Callable[[View, Menu], Choice]) -> None:
    """Play one match as *bot*: a `Bot`, its class, or a function of view and menu."""
    take_stdout()
    made: Any = bot() if isinstance(bot, type) else bot
    session = Session(made if isinstance(made, Bot) else _FunctionBot(made))
    decode, encode = _json()
    with open(0, "rb", closefd=False) as lines:
        for line in lines:
            message = decode(line.decode("utf-8"))
            answer = session.receive(message)
            if answer is not None:
                _write(encode(answer).encode("utf-8") + b"\n")
            if message.get("type") == "bye":
                return


_stdout = -1


def take_stdout() -> None:
    """Keep the real standard output for the protocol; anything printed goes to the log instead."""
    global _stdout
    if _stdout < 0:
        sys.stdout.flush()
        _stdout = dup(1)
        dup2(2, 1)
        sys.stdout = sys.stderr


def _write(data: bytes) -> None:
    while data:
        data = data[write(_stdout, data) :]


def _json() -> tuple[Callable[[str], Any], Callable[[Any], str]]:
    # The json package brings in `re` and costs 8 ms at every start; its C half alone does not.
    try:
        import _json as c
    except ImportError:
        import json

        return json.loads, json.dumps
    text = c.encode_basestring_ascii

    def encode(value: Any) -> str:
        move = value.get("move")
        if type(move) is str and len(value) == 3:
            # A move without a note, as nearly every answer is.
            return f'{{"type":"move","id":{value["id"]},"move":{text(move)}}}'
        return _encode(value, text)

    return _decoder(c), encode


def _decoder(c: Any) -> Callable[[str], Any]:
    class Settings:
        strict = True
        object_hook = None
        object_pairs_hook = None
        parse_float = float
        parse_int = int
        parse_constant = float

    scan = c.make_scanner(Settings)

    def decode(text: str) -> Any:
        return scan(text.lstrip(), 0)[0]

    return decode


def _encode(value: Any, text: Callable[[str], str]) -> str:
    if isinstance(value, str):
        return text(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, dict):
        pairs = [f"{text(str(key))}:{_encode(item, text)}" for key, item in value.items()]
        return "{" + ",".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join([_encode(item, text) for item in value]) + "]"
    raise TypeError(f"a move is text or a small object, not {type(value).__name__}")


# In a bot's own process the launcher says so; an import elsewhere changes nothing.
if getattr(sys.modules.get("__main__"), "__bot__", False):
    take_stdout()
