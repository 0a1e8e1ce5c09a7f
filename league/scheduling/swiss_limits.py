"""What no Swiss round may do, and whether a round without it exists."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import rustworkx

from league.scheduling.swiss_field import SwissField
from league.scheduling.swiss_past import Past, pasts
from league.scheduling.values import Pairing


class Obstacle(Enum):
    """Why a round cannot be paired."""

    TOO_FEW = "too few"
    FIRST_DEAL = "first deal"
    """Somebody would deal first (or second) a third time running, or three times too often."""
    BYE = "bye"
    """Somebody would have a second bye."""
    REMATCH = "rematch"
    """Two would meet again."""
    FORBIDDEN = "forbidden"
    """Two would meet who are never to meet."""


_SAID = {
    Obstacle.TOO_FEW: (
        "fewer than two entries are present; end the stage, or bring absent entries back"
    ),
    Obstacle.FIRST_DEAL: (
        "every pairing gives somebody the first deal too often, or too seldom; "
        "pair this round by matching, which only weighs the deals"
    ),
    Obstacle.BYE: (
        "every pairing gives somebody a second bye; allow repeats, give the bye by hand, "
        "or bring an absent entry back"
    ),
    Obstacle.REMATCH: (
        "every pairing has two meet again; allow repeats, or end the stage after the last round"
    ),
    Obstacle.FORBIDDEN: (
        "every pairing has two meet who are kept apart; lift one of the forbidden pairs"
    ),
}


class UnpairableRound(Exception):
    """
    No pairing keeps the rules: the *obstacle* is the mildest rule that had to be broken.

    The organiser can mend it; the message says how.
    """

    def __init__(self, round: int, obstacle: Obstacle) -> None:
        super().__init__(f"round {round} cannot be paired: {_SAID[obstacle]}")
        self.round = round
        self.obstacle = obstacle


@dataclass(frozen=True, slots=True)
class Limits:
    """
    The absolute rules for one round (FIDE C.04.3, 2.1: C1 to C3, and forbidden pairs).

    *deals* says whether the third first deal running is forbidden as well; *repeats*
    whether rematches and second byes are let through.
    """

    pasts: Mapping[int, Past]
    forbidden: frozenset[frozenset[int]]
    top_score: float | None
    """In the last round: more points than these free a pair from the rule of deals."""
    deals: bool = False
    repeats: bool = False

    def may_meet(self, one: int, other: int) -> bool:
        if frozenset((one, other)) in self.forbidden:
            return False
        if not self.repeats and other in self.pasts[one].opponents:
            return False
        return not (self.deals and self.deals_clash(one, other))

    def may_rest(self, entry: int) -> bool:
        """Whether the bye may go to *entry*."""
        return self.repeats or not self.pasts[entry].had_bye

    def deals_clash(self, one: int, other: int) -> bool:
        """Whether both must have the first deal, or both must not."""
        first, second = self.pasts[one], self.pasts[other]
        if first.urgency < 3 or second.urgency < 3 or first.due != second.due:
            return False
        return self.top_score is None or max(first.points, second.points) <= self.top_score

    def is_pairable(self, entries: Sequence[int]) -> bool:
        """Whether everybody can be paired, an odd one out having the bye."""
        graph: rustworkx.PyGraph[int | None, None] = rustworkx.PyGraph()
        graph.add_nodes_from(entries)
        for row, one in enumerate(entries):
            graph.add_edges_from_no_data(
                [
                    (row, column)
                    for column in range(row + 1, len(entries))
                    if self.may_meet(one, entries[column])
                ]
            )
        if len(entries) % 2:
            nobody = graph.add_node(None)
            resting = [row for row, entry in enumerate(entries) if self.may_rest(entry)]
            graph.add_edges_from_no_data([(row, nobody) for row in resting])
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True)
        return 2 * len(matched) == graph.num_nodes()


def limits(field: SwissField, *, deals: bool = False, repeats: bool = False) -> Limits:
    """The limits that *field* sets to its round."""
    most = (field.round - 1) * (field.win - field.loss)
    least = (field.round - 1) * field.loss
    return Limits(
        pasts(field),
        frozenset(frozenset(pair) for pair in field.forbidden),
        least + most / 2 if field.is_last else None,
        deals,
        repeats,
    )


def check_pairable(field: SwissField, *, deals: bool, repeats: bool) -> Limits:
    """
    The limits of the round, after making sure that it can be paired within them.

    Raises:
        UnpairableRound: If it cannot.
    """
    within = limits(field, deals=deals, repeats=repeats)
    present = field.present
    if len(present) < 2:
        raise UnpairableRound(field.round, Obstacle.TOO_FEW)
    if within.is_pairable(present):
        return within
    raise UnpairableRound(field.round, obstacle(field, within))


def obstacle(field: SwissField, within: Limits) -> Obstacle:
    """The mildest rule without which the round could be paired."""
    loose = Limits(within.pasts, within.forbidden, None, repeats=within.repeats)
    if within.deals and loose.is_pairable(field.present):
        return Obstacle.FIRST_DEAL
    if within.repeats:
        return Obstacle.FORBIDDEN
    rested = {entry: _without_bye(past) for entry, past in within.pasts.items()}
    if Limits(rested, within.forbidden, None).is_pairable(field.present):
        return Obstacle.BYE
    if Limits(within.pasts, within.forbidden, None, repeats=True).is_pairable(field.present):
        return Obstacle.REMATCH
    return Obstacle.FORBIDDEN


def in_table_order(pairings: Iterable[Pairing], within: Limits) -> list[Pairing]:
    """By the better one's points, then both points, then the better rank; the bye at the end."""

    def place(pairing: Pairing) -> tuple[bool, float, float, int]:
        who = [entry for entry in (pairing.first, pairing.second) if entry is not None]
        points = [within.pasts[entry].points for entry in who]
        return pairing.is_bye, -max(points), -sum(points), min(who)

    return sorted(pairings, key=place)


def _without_bye(past: Past) -> Past:
    return Past(past.entry, past.points, past.opponents, past.dealt, past.floats)
