"""Who of two deals first in a Swiss match (FIDE C.04.3, article 5)."""

from league.scheduling.swiss_past import Past
from league.scheduling.values import Pairing


def in_order_of_deal(one: Past, other: Past, *, top_deals: bool) -> Pairing:
    """
    The two as a pairing, whoever is to deal first named first.

    In turn: what both are due; what is more urgent; the reverse of the last time one dealt
    first and the other did not; what the better placed is due; by odd and even starting
    ranks, the odd ones dealing first if *top_deals*.
    """
    if _first_deals(one, other, top_deals):
        return Pairing(one.entry, other.entry)
    return Pairing(other.entry, one.entry)


def _first_deals(one: Past, other: Past, top_deals: bool) -> bool:
    if one.due is not None and other.due is not None and one.due != other.due:
        return one.due
    mine, theirs = _claim(one), _claim(other)
    if mine != theirs:
        return one.due is True if mine > theirs else other.due is False
    for mine_then, theirs_then in zip(reversed(one.dealt), reversed(other.dealt), strict=False):
        if mine_then != theirs_then:
            return theirs_then
    better = min(one, other, key=lambda past: (-past.points, past.entry))
    deals = better.due if better.due is not None else (better.entry % 2 == 1) == top_deals
    return deals is (better is one)


def _claim(past: Past) -> tuple[int, int]:
    """How much what it is due is due: the urgency, then how far it is behind."""
    return past.urgency, -past.lead if past.due else past.lead
