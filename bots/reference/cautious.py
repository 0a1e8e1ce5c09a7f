"""Saves its trumps and good cards while there is a stock to draw from: the anchor of ratings."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from bots.kit import RANKS, SUITS, Menu, View, rank, suit
from bots.reference import armenian, british, crowd, passing
from bots.reference.house import House
from bots.reference.settings import MISTAKES, Setting

_USUAL_PACK = 36
# Orders of leading grow fast with the hand: eight cards take half a millisecond.
_MOST_COUNTED = 8
# The games that are no throw-in Durak, by key: what is played there, out of view and menu alone.
_OTHER_GAMES: dict[str, Callable[[View, Menu], str]] = {
    "armenian": armenian.move,
    "british": british.move,
}


class Cautious(House):
    """
    Plays the fewest good cards it can while the stock lasts, and lets go of them afterwards.

    It leads its cheapest rank, all cards of it together, throws in what is cheap, beats with cards
    whose rank already lies on the table, and takes a small attack rather than spend a high trump
    on it. Once the stock is gone it counts: it leads what a single opponent cannot beat. The
    settings say how far it goes in each of these.

    Of the other games each has rules of thumb of its own (`passing`, `british`, `armenian`), and so
    have more than two at a table (`crowd`); of the settings those games know only the mistakes.
    """

    name = "cautious"
    SETTINGS: ClassVar[dict[str, Setting]] = {
        "patience": Setting(4, 0, 24, "It saves good cards while the stock is larger than this."),
        "keep_trumps": Setting(6, 0, 13, "How many of the highest trump ranks it saves."),
        "take_limit": Setting(6, 0, 12, "Most cards on the table that it takes to save a trump."),
        "throw_rank": Setting(
            10, 0, 12, "Highest rank it throws in while saving, of two: 0 two, 12 ace."
        ),
        "counting": Setting(1, 0, 1, "1: it works out the opponent's hand when the stock is gone."),
        "mistakes": MISTAKES,
    }

    def __init__(
        self,
        *,
        patience: int = 4,
        keep_trumps: int = 6,
        take_limit: int = 6,
        throw_rank: int = 10,
        counting: int = 1,
        mistakes: int = 0,
    ) -> None:
        super().__init__(mistakes=mistakes)
        self._patience = patience
        self._keep_trumps = keep_trumps
        self._take_limit = take_limit
        self._throw_rank = throw_rank
        self._counting = counting

    def think(self, view: View, menu: Menu) -> str:
        elsewhere = _OTHER_GAMES.get(self.hello.get("game", ""))
        if elsewhere is not None:
            return elsewhere(view, menu)
        if menu.get("swap"):
            return "swap"
        if menu.attacks:
            return "attack " + " ".join(self._lead(view, menu.attacks))
        if menu.beats:
            return self._defend(view, menu)
        if menu.throws:
            return self._throw(view, menu)
        return menu.lowest()

    def _saves(self, view: View) -> bool:
        return int(view.get("stock", 0)) > self._patience

    def _lead(self, view: View, attacks: Sequence[Sequence[str]]) -> Sequence[str]:
        # A set of low cards is led before a single card above it, and the larger set first.
        def price(cards: Sequence[str]) -> tuple[int, int]:
            return max(view.weight(card) for card in cards), -len(cards)

        opponent = self._opponent(view)
        if opponent is not None and len(view.hand) <= _MOST_COUNTED:
            for cards in sorted(attacks, key=price):
                if _goes_out(view, cards, attacks, set(view.hand), opponent):
                    return cards
        plain = [cards for cards in attacks if not any(self._is_trump(view, c) for c in cards)]
        return min(plain or attacks, key=price)

    def _throw(self, view: View, menu: Menu) -> str:
        cards = sorted(menu.throws, key=view.weight)
        taking = bool(view.get("taking"))
        if len(view.get("counts", ())) > 2:
            in_sides = self.hello.get("sides", "single") != "single"
            cards = crowd.worth_throwing(view, cards, in_sides=in_sides)
        elif self._saves(view):
            cards = [card for card in cards if view.weight(card) <= self._throw_rank]
        elif view.get("stock"):
            cards = [card for card in cards if not self._is_trump(view, card)]
        if not cards:
            return "pass"
        most = int(menu["max"]) if taking else 1
        return "throw " + " ".join(cards[:most])

    def _defend(self, view: View, menu: Menu) -> str:
        plan = self._plan(view, menu.beats)
        if plan is not None and menu.may_take and self._rather_takes(view, plan):
            plan = None
        passes = passing.passed_on(view, menu, would_take=plan is None)
        if passes is not None:
            return passes
        if plan is None:
            return "take"
        attack, card = plan[0]
        return f"beat {attack} {card}"

    def _plan(self, view: View, beats: dict[str, list[str]]) -> list[tuple[str, str]] | None:
        """A card for every open attack, the hardest attack first; None if they do not reach."""
        lying = {card[0] for pair in view.get("table", ()) for card in pair if card}

        def price(card: str) -> tuple[bool, int]:
            return self._is_trump(view, card), view.weight(card) + self._extra(view, card, lying)

        plan: list[tuple[str, str]] = []
        used: set[str] = set()
        for attack in sorted(beats, key=lambda open_card: len(beats[open_card])):
            free = [card for card in beats[attack] if card not in used]
            if not free:
                return None
            used.add(min(free, key=price))
            plan.append((attack, min(free, key=price)))
        return plan

    def _extra(self, view: View, card: str, lying: set[str]) -> int:
        """How much dearer a card is to beat with than it looks; *lying*: ranks on the table."""
        return -2 if card[0] in lying else 0

    def _rather_takes(self, view: View, plan: Sequence[tuple[str, str]]) -> bool:
        if not self._saves(view):
            return False
        kept = len(RANKS) - self._keep_trumps
        spends = any(self._is_trump(view, card) and rank(card) >= kept for _, card in plan)
        lying = sum(card is not None for pair in view.get("table", ()) for card in pair)
        return spends and lying <= self._take_limit

    def _opponent(self, view: View) -> set[str] | None:
        """The hand of a single opponent, certain once the stock is gone; None before."""
        if not self._counting or view.get("stock") or len(view.get("counts", ())) != 2:
            return None
        size = int(self.hello.get("options", {}).get("deck_size", _USUAL_PACK))
        pack = {r + s for r in RANKS[-size // len(SUITS) :] for s in SUITS}
        lying = {card for pair in view["table"] for card in pair if card}
        return pack - set(view["hand"]) - set(view["discard"]) - lying

    @staticmethod
    def _is_trump(view: View, card: str) -> bool:
        return suit(card) == view.trump_suit


def _goes_out(
    view: View,
    cards: Sequence[str],
    attacks: Sequence[Sequence[str]],
    hand: set[str],
    opponent: set[str],
) -> bool:
    """Whether leading *cards*, and then set after set, cannot be stopped by *opponent*."""
    left = hand - set(cards)
    if not left:
        return True
    if _beatable(view, cards, opponent) or passing.may_come_back(view, cards, left, opponent):
        return False
    taken = opponent | set(cards)
    return any(
        _goes_out(view, others, attacks, left, taken) for others in attacks if left >= set(others)
    )


def _beatable(view: View, cards: Iterable[str], hand: set[str]) -> bool:
    """Whether *hand* could beat all of *cards*, the hardest of them first."""
    left = sorted(hand, key=view.weight)
    for attack in sorted(cards, key=view.weight, reverse=True):
        answer = next((card for card in left if _beats(view, card, attack)), None)
        if answer is None:
            return False
        left.remove(answer)
    return True


def _beats(view: View, card: str, attack: str) -> bool:
    if suit(card) == suit(attack):
        return rank(card) > rank(attack)
    return suit(card) == view.trump_suit
