"""Passing Durak once more: what differs from the naive Podkidnoy, from the rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from tests.games.durak import naive


class Deal(naive.Deal):
    """A deal in which the defender who has beaten nothing may pass the attack on."""

    def __init__(self, options: Mapping[str, Any], seats: int, sides: str) -> None:
        super().__init__(options, seats, sides)
        self.shown_in_deal: list[str] = []

    def begin_bout(self) -> None:
        super().begin_bout()
        self.passes = 0
        self.shown_in_bout: list[str] = []

    def defence(self) -> dict[str, Any]:
        menu = super().defence()
        menu["transfer"] = self.transfers()
        if self.options["pass_show_trump"] != "off":
            menu["transfer_show"] = [card for card in self.of_rank() if self.may_show(card)]
        return menu

    def of_rank(self) -> list[str]:
        """The cards of the attack's rank in the defender's hand."""
        attack = str(self.table[0][0])
        return [card for card in self.hands[self.defender] if card[0] == attack[0]]

    def transfers(self) -> list[Any]:
        if self.options["pass_cards"] == "one":
            return [card for card in self.of_rank() if not self.hindered(1)]
        mine = self.of_rank()
        sets = [list(some) for n in range(1, len(mine) + 1) for some in combinations(mine, n)]
        return [some for some in sets if not self.hindered(len(some))]

    def may_show(self, card: str) -> bool:
        return card[1] == self.trump and not self.shown(card) and not self.hindered(0)

    def shown(self, card: str) -> bool:
        if self.options["pass_show_trump"] == "once_per_deal":
            return card in self.shown_in_deal
        return card in self.shown_in_bout

    def hindered(self, more: int) -> set[str]:
        """Why the attack cannot be passed on with so many cards more, whatever they are."""
        found = set()
        if any(answer for _, answer in self.table):
            found.add("ALREADY_BEATING")
        if self.bouts == 1 and not self.options["pass_in_first_bout"]:
            found.add("NO_PASSING_IN_FIRST_BOUT")
        if self.passes == self.options["pass_chain_max"]:
            found.add("PASSING_NOT_ALLOWED")
        others = [seat for seat in range(self.seats) if seat != self.defender and self.hands[seat]]
        if not others:
            found |= {"PASSING_NOT_ALLOWED", "NEXT_PLAYER_TOO_FEW_CARDS"}
        elif len(self.hands[self.next_player()]) < len(self.table) + more:
            found.add("NEXT_PLAYER_TOO_FEW_CARDS")
        return found

    def next_player(self) -> int:
        return self.in_rotation(self.defender + 1)

    def defend_otherwise(self, verb: str, cards: list[str]) -> None:
        if verb == "swap":
            self.do_swap(self.defender)
            return
        passer, taker = self.defender, self.next_player()
        if verb == "transfer":
            self.lay(passer, cards)
        else:
            self.known[passer] |= set(cards)
            self.shown_in_bout += cards
            self.shown_in_deal += cards
        self.passes += 1
        self.leader = self.leader_seat = passer
        self.new_defender(taker)

    def draws_first(self) -> int:
        if self.options["refill_first"] == "last_passer":
            return self.leader_seat
        return self.opener

    def objections(self, move: str) -> set[str]:
        self.showing = move.startswith("transfer_show")
        return super().objections(move)

    def objections_to_passing(self, cards: list[str]) -> set[str]:
        found = self.not_held(cards)
        if self.phase != "defend":
            return found | {"WRONG_PHASE"}
        if not naive.one_rank([*cards, str(self.table[0][0])]):
            found.add("RANK_MISMATCH")
        if self.showing:
            found |= self.hindered(0)
            if self.options["pass_show_trump"] == "off":
                found.add("PASSING_NOT_ALLOWED")
            elif self.shown(cards[0]):
                found.add("ALREADY_SHOWN")
            if cards[0][1] != self.trump:
                found |= {"PASSING_NOT_ALLOWED", "NOT_ELIGIBLE"}
            return found
        if len(cards) > 1 and self.options["pass_cards"] == "one":
            found.add("ONE_CARD_ONLY")
        return found | self.hindered(len(cards))
