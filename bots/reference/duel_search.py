"""Looking ahead in throw-in Durak for two: a move, the rest of the bout, the next, and a guess."""

from __future__ import annotations

from random import Random

from bots.reference.duel import (
    BEATERS,
    CARD_COUNT,
    PLAIN,
    TRUMPS,
    bits_of,
    finish_bout,
    numbering,
    play_bout,
    ranks_of,
    refilled,
)
from bots.reference.memory import Belief
from bots.reference.worth import leaders_chance
from games.cards import mask_of
from games.durak.podkidnoy import Podkidnoy
from games.durak.rules import DEFEND, LEAD
from games.durak.view import DurakView
from games.moves import ATTACK, PASS, TAKE, Move
from games.moves import THROW as THROW_IN

# While there is a stock only so many of the cheapest cards are thought about: the dearer ones are
# hardly ever better, and each try spent on them is lost to the others.
_LEADS, _ANSWERS, _THROWS = 4, 4, 3

# The other's hand, and the stock as single cards, the next one first.
World = tuple[int, list[int]]


def knows(game: Podkidnoy) -> bool:
    """Whether these rules are the ones that are played here: bouts of the usual kind, 36 cards."""
    rules = game.rules
    return (
        game.seats == 2
        and len(game.deck) <= CARD_COUNT
        and rules.always_six
        and not rules.swap
        and not rules.follow_suit
        and rules.throwers != "none"
        and rules.throw_after_take
    )


class DuelSearch:
    """
    One decision: the moves worth trying, and how each does in a world.

    bouts: how many further bouts are played by rule of thumb before the position is judged.
    """

    def __init__(self, game: Podkidnoy, view: DurakView, random: Random, bouts: int) -> None:
        assert view.seat is not None
        self._numbers = numbering(view.trump)
        numbered = self._numbers.numbered
        belief = Belief(game, view)
        other = 1 - view.seat
        self._own = numbered(view.hand)
        self._sure = numbered(belief.sure[other])
        self._hidden = belief.hidden[other]
        self._unseen = bits_of(numbered(belief.unseen))
        self._bottom = bits_of(numbered(belief.turnup))
        self._table = numbered(belief.table)
        self._open = numbered(mask_of(one for one, answer in view.table if answer is None))
        self._ranks = ranks_of(self._table)
        self._room = view.room
        self._left = view.stock
        self._taking = view.taking
        self._attacks = view.phase != DEFEND
        self._shuffle = random.shuffle
        self._bouts = bouts
        self.moves: list[Move] = []
        # With each move the cards it lays, as a set.
        self._laid: list[int] = []
        if view.phase == LEAD:
            self._leads()
        elif view.phase == DEFEND:
            self._answers()
        else:
            self._throws()

    @property
    def is_certain(self) -> bool:
        """Whether there is one world only."""
        return self._hidden in (0, len(self._unseen)) and len(self._unseen) - self._hidden < 2

    def make_world(self) -> World:
        """The unseen cards in random places."""
        unseen = self._unseen
        self._shuffle(unseen)
        hand = self._sure
        for one in unseen[: self._hidden]:
            hand |= one
        return hand, unseen[self._hidden :] + self._bottom

    def rate(self, world: World, move: int) -> float:
        """The chance not to be the fool after a move, by its number."""
        other, stock = world
        cards = self._laid[move]
        a, d, taken = self._bout(other, cards)
        left = self._left
        if left:
            a, d, left = refilled(a, d, left, stock)
        leads = self._attacks == taken
        if not taken:
            a, d = d, a
        for _ in range(self._bouts):
            if not a or not d:
                break
            a, d, taken = play_bout(a, d, left)
            if left:
                a, d, left = refilled(a, d, left, stock)
            if not taken:
                a, d = d, a
                leads = not leads
        chance = leaders_chance(a, d, left)
        return chance if leads else 1 - chance

    def _bout(self, other: int, cards: int) -> tuple[int, int, bool]:
        """The bout in hand after a move: both hands, and whether the defender has taken."""
        own, t, ranks, room, left = self._own, self._table, self._ranks, self._room, self._left
        if not self._attacks:
            if not cards:
                return finish_bout(other, own, t, 0, ranks, room, left, True)
            beaten = 1 << self._open.bit_length() - 1
            ranks |= ranks_of(cards)
            return finish_bout(
                other, own ^ cards, t | cards, self._open ^ beaten, ranks, room, left
            )
        if self._taking:
            return own ^ cards, other | t | cards, True
        if not cards:
            return own, other, False
        ranks |= ranks_of(cards)
        return finish_bout(
            own ^ cards, other, t | cards, cards, ranks, room - cards.bit_count(), left
        )

    def _leads(self) -> None:
        """Of each rank the plain cards together, or the first of them alone; the least trump."""
        plain = self._own & PLAIN
        ranks = 0
        while plain and (ranks < _LEADS or not self._left):
            rank = plain & ranks_of(plain & -plain)
            plain ^= rank
            ranks += 1
            some = bits_of(rank)[: self._room]
            self._add(Move.of_cards(ATTACK, self._named(sum(some))), sum(some))
            if len(some) > 1:
                self._add(Move.of_cards(ATTACK, self._named(some[0])), some[0])
        trumps = self._own & TRUMPS
        if trumps and (ranks < _LEADS or not self._left):
            least = trumps & -trumps
            self._add(Move.of_cards(ATTACK, self._named(least)), least)

    def _answers(self) -> None:
        """Each way to beat the dearest open card, and taking."""
        target = self._open.bit_length() - 1
        cards = self._numbers.cards
        able = bits_of(self._own & BEATERS[target])
        for one in able[:_ANSWERS] if self._left else able:
            self._add(Move.beat(cards[target], cards[one.bit_length() - 1]), one)
        self._add(Move(TAKE), 0)

    def _throws(self) -> None:
        """Nothing, or each fitting card; once the defender takes, the cheapest so many of them."""
        self._add(Move(PASS), 0)
        together = 0
        fitting = bits_of(self._own & self._ranks)
        for one in fitting[:_THROWS] if self._left and not self._taking else fitting:
            together |= one
            cards = together if self._taking else one
            if cards.bit_count() <= self._room:
                self._add(Move.of_cards(THROW_IN, self._named(cards)), cards)

    def _add(self, move: Move, cards: int) -> None:
        self.moves.append(move)
        self._laid.append(cards)

    def _named(self, numbers: int) -> int:
        return self._numbers.named(numbers)
