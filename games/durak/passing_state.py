"""What passing adds to a deal of Durak: who may pass the attack on, with what, and what follows."""

from __future__ import annotations

from games.cards import BITS, NAMES, SUIT_MASKS, by_rank, cards_of, names_of
from games.durak.codes import groups, legal_codes
from games.durak.legal import refusal
from games.durak.rules import DEFEND, Rules
from games.durak.state import DurakState
from games.durak.view import READERS, DurakView, view_json, view_of
from games.moves import TRANSFER, TRANSFER_SHOW, Move, code_of_set, set_of_code
from games.reading import card_set, seat, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Self


class PassingRules(Rules):
    """The options of Passing, as plain attributes."""

    __slots__ = ("chain_max", "many", "original_leader_first", "pass_in_first_bout", "show")

    PASSING = True

    def __init__(self, options: Mapping[str, object], sides: tuple[int, ...]) -> None:
        super().__init__(options, sides)
        self.many = options["pass_cards"] == "many"
        self.pass_in_first_bout = bool(options["pass_in_first_bout"])
        self.show = str(options["pass_show_trump"])
        chain = options["pass_chain_max"]
        self.chain_max = chain if isinstance(chain, int) else None
        self.original_leader_first = options["refill_first"] == "original_leader"


class PassingView(DurakView):
    """
    The view of Durak, and: opener, who led to this bout; passes, how often it was passed on.

    shown holds the trumps that may not be shown again, in this deal or in this bout.
    """

    READERS = {**READERS, "shown": card_set, "opener": seat, "passes": whole}
    __slots__ = ("opener", "passes")

    opener: int
    passes: int

    def to_json(self) -> dict[str, Any]:
        """The view as bots receive it."""
        return {**super().to_json(), "opener": self.opener, "passes": self.passes}


class PassingState(DurakState):
    """
    A deal of Passing Durak in progress.

    After a pass the passer is `leader` and the next player `defender`. `opener` led to the bout,
    `passes` counts how often it was passed on, `shown` holds the trumps that were shown.
    """

    __slots__ = ("opener", "passes", "shown")

    rules: PassingRules
    opener: int
    passes: int
    shown: int

    def __init__(self, *dealt: Any) -> None:
        super().__init__(*dealt)
        self.resume(0, 0, 0)

    def start_bout(self, place: int) -> None:
        """Begin a bout; nothing has been passed on in it."""
        super().start_bout(place)
        self.resume(self.leader_seat, 0, 0 if self.rules.show == "once_per_bout" else self.shown)

    def resume(self, opener: int, passes: int, shown: int) -> None:
        """Say how the attack came here."""
        self.opener = opener
        self.passes = passes
        self.shown = shown
        if passes and self.rules.original_leader_first:
            _, self.drawers = self.rules.orders[opener][self.defender]

    def view(self, seat: int | None) -> PassingView:
        """What *seat* may know; None is a spectator."""
        view = PassingView()
        view_of(self, seat, view)
        view.opener = self.opener
        view.passes = self.passes
        view.shown = self.shown
        return view

    def view_json(self, seat: int | None) -> dict[str, Any]:
        """The view as bots receive it."""
        told = view_json(self, seat, self.shown)
        return {**told, "opener": self.opener, "passes": self.passes}

    def copy(self) -> Self:
        """An equal state that goes its own way from here."""
        twin = super().copy()
        twin.opener = self.opener
        twin.passes = self.passes
        twin.shown = self.shown
        return twin

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, PassingState)
            and super().__eq__(other)
            and (self.opener, self.passes, self.shown) == (other.opener, other.passes, other.shown)
        )

    __hash__ = None  # type: ignore[assignment]

    # What may be played

    def legal_codes(self) -> tuple[int, ...]:
        """The legal moves as plain numbers, which `play` takes as well."""
        codes = tuple(legal_codes(self))
        # Mostly there is no card to pass with, and nothing more to find out.
        if self.phase == DEFEND and self.hands[self.defender] & self.ranks:
            codes += tuple([code_of_set(TRANSFER, cards) for cards in self._transfers()])
            codes += tuple([card << 4 | TRANSFER_SHOW for card in cards_of(self._showable())])
        return codes

    def menu(self) -> dict[str, Any]:
        """The legal moves, compact; see the bot protocol."""
        menu = super().menu()
        if self.phase == DEFEND:
            sets = [names_of(cards) for cards in self._transfers()]
            menu["transfer"] = sets if self.rules.many else [name for (name,) in sets]
            if self.rules.show != "off":
                menu["transfer_show"] = names_of(self._showable())
        return menu

    def allows(self, code: int) -> bool:
        """Whether the seat to act may play this move (its number)."""
        if self.phase != DEFEND or code < 0 or code & 15 not in (TRANSFER, TRANSFER_SHOW):
            return super().allows(code)
        if code & 15 == TRANSFER_SHOW:
            return self._showable() >> (code >> 4) & 1 == 1
        return code in [code_of_set(TRANSFER, cards) for cards in self._transfers()]

    def _transfers(self) -> list[int]:
        """The sets of cards with which the attack may be passed on."""
        room = self._room_to_pass()
        fitting = self.choice & self.ranks
        if room < 1 or not fitting:
            return []
        singles = [BITS[card] for card in by_rank(fitting)]
        return [*singles, *groups(fitting, room)] if self.rules.many else singles

    def _showable(self) -> int:
        """The set of trumps, none or one, that may be shown to pass the attack on."""
        if self.rules.show == "off" or self._room_to_pass() < 0:
            return 0
        return self.choice & self.ranks & SUIT_MASKS[self.trump] & ~self.shown

    def _room_to_pass(self) -> int:
        """How many more cards the next player could have to beat; below 0: no passing at all."""
        if self.open != self.table or self._why_not_now() is not None:
            return -1
        heir = self._heir()
        return -1 if heir == self.defender else self.hands[heir].bit_count() - len(self.pairs)

    def _heir(self) -> int:
        """The next player with cards, whose the attack would be."""
        return self._next_place((self.defender + 1) % len(self.hands))

    def _why_not_now(self) -> tuple[str, str] | None:
        rules = self.rules
        if self.bout == 1 and not rules.pass_in_first_bout:
            return "NO_PASSING_IN_FIRST_BOUT", "in the first bout nothing may be passed on"
        if self.open != self.table:
            return "ALREADY_BEATING", "a card of the attack has been beaten already"
        if rules.chain_max is not None and self.passes >= rules.chain_max:
            return "PASSING_NOT_ALLOWED", f"the attack was passed on {self.passes} times already"
        return None

    def why_no_transfer(self, move: Move) -> tuple[str, str]:
        """The code and the reason why the attack cannot be passed on like this."""
        shows = move & 15 == TRANSFER_SHOW
        cards = BITS[move >> 4] if shows else set_of_code(move)
        if self.phase != DEFEND:
            return "WRONG_PHASE", "only a defender who has beaten nothing passes the attack on"
        if shows and self.rules.show == "off":
            return "PASSING_NOT_ALLOWED", "nothing is passed on by showing a trump"
        if cards & ~self.choice:
            return "CARD_NOT_HELD", "the defender does not hold it"
        return (
            self._why_not_now()
            or self._why_not_these(cards, shows)
            or ("NEXT_PLAYER_TOO_FEW_CARDS", "the next player could not beat so many cards")
        )

    def _why_not_these(self, cards: int, shows: bool) -> tuple[str, str] | None:
        if cards & ~self.ranks:
            return "RANK_MISMATCH", "the attack is of another rank"
        if shows and cards & ~SUIT_MASKS[self.trump]:
            return "NOT_ELIGIBLE", "only a trump may be shown"
        if shows and cards & self.shown:
            return "ALREADY_SHOWN", f"{NAMES[cards.bit_length() - 1]} has been shown already"
        if not self.rules.many and cards & cards - 1:
            return "ONE_CARD_ONLY", "only one card may be laid to pass the attack on"
        return None

    # What a move does

    def pass_on(self, code: int, seat: int) -> None:
        """The passer becomes an attacker, the next player defends against all cards."""
        if not self.allows(code):
            raise refusal(self, code)
        self._log.append(code << 3 | seat)
        heir = self._heir()
        self.leader = self.leader_seat = seat
        self.defender = self.defender_seat = self.to_act = heir
        self.seat_others()
        self.limit = min(self._most_attack_cards(), self.hands[heir].bit_count())
        if code & 15 == TRANSFER:
            self._add_to_attack(seat, set_of_code(code))
        else:
            card = BITS[code >> 4]
            self.shown |= card
            self.taken[seat] |= card
        self.room = self.limit - len(self.pairs)
        self.resume(self.opener, self.passes + 1, self.shown)

    def _add_to_attack(self, seat: int, cards: int) -> None:
        self.hands[seat] ^= cards
        if not self.hands[seat]:
            self._ran_out(seat)
        self.pairs.update(dict.fromkeys(cards_of(cards)))
        self.table |= cards
        self.open |= cards
