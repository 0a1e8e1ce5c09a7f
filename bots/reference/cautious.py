"""Saves its trumps and good cards while there is a stock to draw from: the anchor of ratings."""

from collections.abc import Sequence
from typing import Any, ClassVar

from bots.kit import RANKS, Bot, Menu, View, rank, suit
from bots.reference.settings import MISTAKES, Setting


class Cautious(Bot):
    """
    Plays the fewest good cards it can while the stock lasts, and lets go of them afterwards.

    It leads its cheapest rank, all cards of it together, throws in what is cheap, beats with cards
    whose rank already lies on the table, and takes a small attack rather than spend a high trump
    on it. The settings say how far it goes in each of these.
    """

    name = "cautious"
    SETTINGS: ClassVar[dict[str, Setting]] = {
        "patience": Setting(4, 0, 24, "It saves good cards while the stock is larger than this."),
        "keep_trumps": Setting(3, 0, 13, "How many of the highest trump ranks it saves."),
        "take_limit": Setting(2, 0, 12, "Most cards it takes to save a trump."),
        "throw_rank": Setting(
            9, 0, 12, "Highest rank it throws in while it saves (0: two, 12: ace)."
        ),
        "mistakes": MISTAKES,
    }

    def __init__(
        self,
        *,
        patience: int = 4,
        keep_trumps: int = 3,
        take_limit: int = 2,
        throw_rank: int = 9,
        mistakes: int = 0,
    ) -> None:
        self._patience = patience
        self._keep_trumps = keep_trumps
        self._take_limit = take_limit
        self._throw_rank = throw_rank
        self._mistakes = mistakes

    def move(self, view: View, menu: Menu) -> str | dict[str, Any]:
        if self._mistakes and self.random.randrange(100) < self._mistakes:
            return menu.any(self.random)
        if menu.attacks:
            return self._lead(view, menu.attacks)
        if menu.beats:
            return self._defend(view, menu)
        if menu.throws:
            return self._throw(view, menu)
        return menu.lowest()

    def _saves(self, view: View) -> bool:
        return int(view.get("stock", 0)) > self._patience

    def _lead(self, view: View, attacks: Sequence[Sequence[str]]) -> str:
        # Per card dearest first to last: a set of low cards is led before a single one above it.
        def price(cards: Sequence[str]) -> tuple[int, int]:
            return max(view.weight(card) for card in cards), -len(cards)

        plain = [cards for cards in attacks if not _has_trump(view, cards)]
        choice = min(plain or attacks, key=price)
        return "attack " + " ".join(choice)

    def _throw(self, view: View, menu: Menu) -> str:
        cards = sorted(menu.throws, key=view.weight)
        if self._saves(view):
            cards = [card for card in cards if view.weight(card) <= self._throw_rank]
        elif view.get("stock", 0) or not view.get("taking"):
            cards = [card for card in cards if suit(card) != view.trump_suit] or (
                [] if view.get("taking") else cards
            )
        if not cards:
            return "pass"
        most = int(menu["max"]) if view.get("taking") else 1
        return "throw " + " ".join(cards[:most])

    def _defend(self, view: View, menu: Menu) -> str:
        plan = self._plan(view, menu.beats)
        if plan is None:
            return "take"
        if menu.may_take and self._rather_takes(view, plan):
            return "take"
        attack, card = plan[0]
        return f"beat {attack} {card}"

    def _plan(self, view: View, beats: dict[str, list[str]]) -> list[tuple[str, str]] | None:
        """A card for every open attack, the hardest attack first; None if they do not reach."""
        on_table = {card[0] for pair in view.get("table", ()) for card in pair if card}

        def price(card: str) -> tuple[bool, int]:
            trump = suit(card) == view.trump_suit
            return trump, view.weight(card) - (2 if card[0] in on_table else 0)

        plan: list[tuple[str, str]] = []
        used: set[str] = set()
        for attack in sorted(beats, key=lambda open_card: len(beats[open_card])):
            free = [card for card in beats[attack] if card not in used]
            if not free:
                return None
            card = min(free, key=price)
            used.add(card)
            plan.append((attack, card))
        return plan

    def _rather_takes(self, view: View, plan: Sequence[tuple[str, str]]) -> bool:
        if not self._saves(view):
            return False
        kept = len(RANKS) - self._keep_trumps
        spends = [card for _, card in plan if suit(card) == view.trump_suit and rank(card) >= kept]
        lying = sum(card is not None for pair in view.get("table", ()) for card in pair)
        return bool(spends) and lying <= self._take_limit


def _has_trump(view: View, cards: Sequence[str]) -> bool:
    return any(suit(card) == view.trump_suit for card in cards)
