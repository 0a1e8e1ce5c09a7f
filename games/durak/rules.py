"""What beats what, and the options of a game turned into what the table asks at each move."""

from __future__ import annotations

from games.cards import RANKS, SUIT_MASKS, SUIT_OF, mask_of
from games.moves import ATTACK, BEAT, PASS, TAKE
from games.moves import THROW as THROW_IN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.durak.table import DurakTable

HAND_SIZE = 6
MOST_ATTACK_CARDS = 6
SIXES = mask_of(13 * suit + RANKS.index("6") for suit in range(4))
# Phases of a deal, each with the number of the verb that lays cards in it; none does in the last.
LEAD, DEFEND, THROW, OVER = ATTACK, BEAT, THROW_IN, 3
PHASES = ("lead", "defend", "throw", "over")
# What may be played in a phase without laying a card.
WITHOUT_CARDS: tuple[int | None, ...] = (None, TAKE, PASS, None)


def beaters(target: int, trump: int) -> int:
    """The cards that beat *target*: higher ones of its suit, or any trump if it is none."""
    suit = SUIT_OF[target]
    higher = SUIT_MASKS[suit] & ~((2 << target) - 1)
    return higher if suit == trump else higher | SUIT_MASKS[trump]


# By trump suit, then by the card to be beaten.
BEATERS: tuple[tuple[int, ...], ...] = tuple(
    tuple(beaters(target, trump) for target in range(52)) for trump in range(4)
)


class Rules:
    """The options as plain attributes, read where rules differ."""

    __slots__ = (
        "always_six",
        "defender_loses",
        "epaulettes",
        "epaulettes_weight",
        "first_bout_max",
        "follow_suit",
        "left_of",
        "max_bouts",
        "may_repeat",
        "multi_lead",
        "next_leader",
        "no_trump_leader",
        "orders",
        "pass_is_final",
        "sides",
        "swap",
        "teams",
        "throw_after_take",
        "throwers",
        "throwers_vary",
        "until_first_discard",
        "unusual_answers",
    )

    # Whether an attack may be passed on.
    PASSING = False

    def __init__(self, options: Mapping[str, object], sides: tuple[int, ...]) -> None:
        self.sides = sides
        self.left_of = (*range(1, len(sides)), 0)
        self.teams = len(set(sides)) < len(sides)
        self.multi_lead = bool(options["multi_lead"])
        self.first_bout_max = int(str(options["first_bout_max"]))
        self.always_six = self.first_bout_max == MOST_ATTACK_CARDS
        self.until_first_discard = options["first_bout_scope"] == "until_first_discard"
        self.swap = options["trump_six_swap"] == "on"
        self.follow_suit = bool(options["follow_suit_before_trump"])
        # Whether a defender may do more, or less, than beat with any card that beats.
        self.unusual_answers = self.follow_suit or self.swap
        self.throwers = str(options["throwers"])
        self.throwers_vary = self.throwers in ("leader_only", "neighbours")
        self.throw_after_take = bool(options["throw_after_take"]) and self.throwers != "none"
        self.pass_is_final = bool(options["pass_is_final"])
        self.no_trump_leader = str(options["no_trump_leader"])
        self.next_leader = str(options["next_leader"])
        self.defender_loses = options["simultaneous_out"] == "defender_loses"
        self.epaulettes = str(options["epaulettes"])
        self.epaulettes_weight = int(str(options["epaulettes_weight"]))
        # With two who cannot pass an attack on, the leader's cards only ever go over to the other.
        self.may_repeat = bool(options["repetition"]) and (len(sides) > 2 or self.PASSING)
        self.max_bouts = int(str(options["max_bouts"]))
        # Who throws in and who draws, in order: by the leader's seat, then by who defends.
        self.orders = tuple(
            tuple(
                (self.throwers_at(leader, defender), self.refill_order(leader, defender))
                for defender in range(len(sides))
            )
            for leader in range(len(sides))
        )

    def straps(self, led: int, attack: int) -> int:
        """The honours of a fool who takes an attack (sets of cards): straps of epaulettes."""
        sixes = (attack & SIXES).bit_count()
        if self.epaulettes == "led_pair":
            return int(led == attack and sixes == 2 and attack.bit_count() == 2)
        if self.epaulettes == "any_two_sixes":
            return int(sixes >= 2)
        return sixes if self.epaulettes == "one_strap_per_six" else 0

    def throwers_at(self, leader_seat: int, defender: int) -> tuple[int, ...]:
        """
        Who may throw in during a bout, in the order in which they are asked.

        Seats without cards may be among them. In sides only opponents of the defender throw in.
        """
        if self.throwers == "none":
            return ()
        own = self.sides[defender]
        return tuple(seat for seat in self._clockwise(leader_seat) if self.sides[seat] != own)

    def throwers_now(self, table: DurakTable) -> tuple[int, ...]:
        """The same where it depends on who leads in another's place, or who still has cards."""
        if self.throwers == "leader_only":
            return (table.leader,)
        near = {table.leader, self._neighbour(table, 1), self._neighbour(table, -1)}
        everybody, _ = self.orders[table.leader_seat][table.defender]
        return tuple(seat for seat in everybody if seat in near)

    def refill_order(self, leader_seat: int, defender: int) -> tuple[int, ...]:
        """The leader first, then clockwise, the defender last [sources 000, 003]."""
        clockwise = self._clockwise(leader_seat)
        clockwise.remove(defender)
        return (*clockwise, defender)

    def _clockwise(self, first: int) -> list[int]:
        seats = len(self.sides)
        return [(first + step) % seats for step in range(seats)]

    def _neighbour(self, table: DurakTable, direction: int) -> int:
        """The nearest seat with cards on one side of the defender; a team-mate's counts too."""
        seat = table.defender
        for _ in self.sides:
            seat = (seat + direction) % len(self.sides)
            if table.hands[seat]:
                break
        return seat
