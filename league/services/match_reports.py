"""What an arbiter says of a match: scores or deals and who forfeited, checked and in one shape."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.errors import BadInput
from league.models import Match

MOST_TIE_BREAKS = 50
"""Deals a knockout match may add to its series before a winner is found."""


@dataclass(frozen=True, slots=True)
class Report:
    """
    What somebody says of a match of two: scores by seat, who forfeited, the deals if told.

    ``tally`` is how often each order of places came up, for the ratings.
    """

    scores: tuple[int, int]
    forfeits: tuple[int, ...] = ()
    tally: tuple[dict[str, Any], ...] = ()

    @property
    def winner(self) -> int | None:
        """The seat that won; None for a draw or where both forfeited."""
        if self.forfeits:
            present = {0, 1} - set(self.forfeits)
            return present.pop() if present else None
        first, second = self.scores
        return None if first == second else int(second > first)


def read_report(
    match: Match,
    *,
    scores: Sequence[int] | None = None,
    deals: Sequence[dict[str, Any]] | None = None,
    forfeits: Sequence[int] = (),
) -> Report:
    """
    Check a report of *match* and put it into one shape.

    Args:
        scores: Deals won by each seat.
        deals: Instead of scores: an object with ``places`` (and ``points``) for each deal.
        forfeits: Seats that lost without play; the scores may then be left out.

    Raises:
        BadInput: If it does not add up; the message names the value.
    """
    if any(seat not in (0, 1) for seat in forfeits):
        raise BadInput("forfeits", _("Forfeits are named by seat: 0 or 1."))
    if forfeits and scores is None and deals is None:
        return Report(scores=(0, 0), forfeits=tuple(sorted(set(forfeits))))
    if (scores is None) == (deals is None):
        raise BadInput("scores", _("Give either the scores or the deals."))
    if deals is not None:
        tally = _tally_of_deals(match, deals)
        scores = _scores_of(tally)
    else:
        tally = _tally_of_scores(scores or ())
    report = Report(
        scores=_checked_scores(match, scores or ()),
        forfeits=tuple(sorted(set(forfeits))),
        tally=() if forfeits else tally,
    )
    if match.must_have_winner and report.winner is None and set(report.forfeits) != {0, 1}:
        raise BadInput(
            "scores",
            _("%(first)d:%(second)d has no winner, and somebody must go on; play another deal.")
            % {"first": report.scores[0], "second": report.scores[1]},
            code="no_winner",
        )
    return report


def _checked_scores(match: Match, scores: Sequence[int]) -> tuple[int, int]:
    if len(scores) != 2 or any(type(score) is not int or score < 0 for score in scores):
        raise BadInput(
            "scores",
            _("“%(scores)s” is not a score; write two whole numbers, such as 6 and 3.")
            % {"scores": ":".join(map(str, scores))},
        )
    first, second = scores
    if first + second > _most_deals(match):
        raise BadInput(
            "scores",
            _("%(first)d:%(second)d is more than the %(deals)d deals of this match.")
            % {"first": first, "second": second, "deals": match.ruleset.deals},
            code="too_many_deals",
        )
    return first, second


def _most_deals(match: Match) -> int:
    return match.ruleset.deals + (MOST_TIE_BREAKS if match.must_have_winner else 0)


def _tally_of_scores(scores: Sequence[int]) -> tuple[dict[str, Any], ...]:
    lines = zip(([1, 2], [2, 1]), scores, strict=False)
    return tuple({"places": places, "count": count} for places, count in lines if count)


def _tally_of_deals(match: Match, deals: Sequence[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    if not match.ruleset.deals <= len(deals) <= _most_deals(match):
        raise BadInput(
            "deals",
            _("%(count)d deals were told; this match has %(deals)d.")
            % {"count": len(deals), "deals": match.ruleset.deals},
            code="wrong_number_of_deals",
        )
    places = [tuple(deal.get("places", ())) for deal in deals]
    wrong = next((p for p in places if p not in {(1, 2), (2, 1), (1, 1)}), None)
    if wrong is not None:
        raise BadInput(
            "deals",
            _("%(places)s are not the places of a deal of two; [1, 2], [2, 1] or [1, 1].")
            % {"places": list(wrong)},
        )
    return tuple({"places": list(p), "count": n} for p, n in sorted(Counter(places).items()))


def _scores_of(tally: Sequence[dict[str, Any]]) -> tuple[int, int]:
    won = {tuple(line["places"]): line["count"] for line in tally}
    return won.get((1, 2), 0), won.get((2, 1), 0)
