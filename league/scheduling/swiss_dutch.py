"""
The Dutch system (FIDE C.04.3, in force since 1 February 2026), through `caissify-pairings`.

White is the first deal. The library is told every round's floats, which it does not work out
by itself, and pairs that are forbidden, which it does not know. Who of two deals first is
decided here: the library takes the better starting rank for the better placed (1.8 asks for the
points first). Where a round cannot be paired it would give two byes or a rematch with a line in
a log: that is found out beforehand.
"""

from caissify_pairings.engines.dutch import DutchEngine, DutchPlayer

from league.scheduling.swiss_deals import in_order_of_deal
from league.scheduling.swiss_field import SwissField
from league.scheduling.swiss_limits import Limits, check_pairable, in_table_order
from league.scheduling.swiss_past import Past
from league.scheduling.values import Pairing

LIMIT = 100
"""Entries up to which a round takes seconds: 5 to 7 s of one core for 100."""


def dutch(field: SwissField) -> list[Pairing]:
    """
    The next round by the Dutch system: in order of tables, the bye last.

    Raises:
        UnpairableRound: If there is no pairing without a rematch, a second bye, a forbidden
            pair, or a first deal too many; it says which.
    """
    within = check_pairable(field, deals=True, repeats=False)
    lines = _Engine(field, within).generate_pairings()
    told = [Pairing(line["white_id"], line["black_id"]) for line in lines]
    _check(told, field, within)
    return in_table_order([_with_deal(pairing, field, within) for pairing in told], within)


class _Engine(DutchEngine):  # type: ignore[misc]
    """The library's engine, which besides keeps forbidden pairs apart."""

    def __init__(self, field: SwissField, within: Limits) -> None:
        present = field.present
        # The library's first round is a fixed table. Where some may not meet, it is paired
        # like any other: as a second round in which nobody has any points yet.
        later = int(field.round == 1 and bool(field.forbidden))
        super().__init__(
            [_player(within.pasts[entry], field) for entry in present],
            {(entry, other) for entry in present for other in within.pasts[entry].opponents},
            field.round + later,
            field.rounds + 2 * later,
            initial_color="white" if field.top_deals else "black",
        )
        self._forbidden = within.forbidden

    def _can_pair(self, p1: DutchPlayer, p2: DutchPlayer) -> bool:
        return frozenset((p1.id, p2.id)) not in self._forbidden and super()._can_pair(p1, p2)


def _with_deal(pairing: Pairing, field: SwissField, within: Limits) -> Pairing:
    if pairing.second is None:
        return pairing
    one, other = within.pasts[pairing.first], within.pasts[pairing.second]
    return in_order_of_deal(one, other, top_deals=field.top_deals)


def _player(past: Past, field: SwissField) -> dict[str, object]:
    """
    An entry as the library wants it.

    It reckons in wins of 1, losses of 0: the points are brought to that scale.
    """
    played = field.round - 1
    score = (past.points - played * field.loss) / (field.win - field.loss)
    return {
        "id": past.entry,
        "name": "",
        "rating": 0,
        "starting_number": past.entry,
        "pairing_number": past.entry,
        "score": round(score, 6),
        "color_hist": ["white" if first else "black" for first in past.dealt],
        "float_history": [way.value for way in past.floats],
        "bye_count": int(past.had_bye),
    }


def _check(told: list[Pairing], field: SwissField, within: Limits) -> None:
    """
    Look over what the library answers.

    Raises:
        RuntimeError: If it breaks an absolute rule although the round can be paired.
    """
    there = sorted(who for pairing in told for who in (pairing.first, pairing.second) if who)
    wrong = [
        pairing
        for pairing in told
        if not (
            within.may_rest(pairing.first)
            if pairing.second is None
            else within.may_meet(pairing.first, pairing.second)
        )
    ]
    byes = sum(pairing.is_bye for pairing in told)
    if there != field.present or wrong or byes != len(there) % 2:
        raise RuntimeError(f"caissify-pairings answered round {field.round} with {told}")
