"""The scores of a match as an arbiter tells them: whether they can be, and the deals they tell."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.places import placed_by
from games.scoring import bounds, counts_wins, most_of_a_deal
from games.series import Match
from league.errors import BadInput

MOST_TIE_BREAKS = 50
"""Deals a knockout match may add to its series before a winner is found."""


def written(scores: Iterable[int]) -> str:
    """A score as it was typed, for a message."""
    return ":".join(map(str, scores))


def agreed_deals(score: Match) -> int | None:
    """How many deals the match has in all its legs, where that was agreed."""
    return score.legs * score.length.count if score.length.kind == "deals" else None


def check(score: Match, scores: Sequence[int], *, is_broken_off: bool) -> None:
    """
    Check what can be said of *scores* without the deals.

    Raises:
        BadInput: If the match cannot have ended so; with *is_broken_off* it need not be over.
    """
    game = score.game
    _check_numbers(score, scores)
    if score.length.kind in ("losses", "points_lost"):
        raise BadInput(
            "deals",
            _("This match goes by what each has lost, which scores do not tell; tell the deals."),
            code="deals_needed",
        )
    by_side: dict[int, int] = {}
    for seat, own in enumerate(scores):
        if by_side.setdefault(game.side_of(seat), own) != own:
            raise BadInput(
                "scores",
                _("“%(scores)s”: partners have the same score; write %(own)d for each of them.")
                % {"scores": written(scores), "own": by_side[game.side_of(seat)]},
                code="partners_differ",
            )
    agreed, most = agreed_deals(score), most_of_a_deal(game, score.length)
    if agreed is None:
        if not is_broken_off:
            _check_goal(score, by_side, scores)
    elif most is not None:
        deals = agreed + (MOST_TIE_BREAKS if score.length.must_have_winner else 0)
        if abs(sum(by_side.values())) > deals * most:
            raise BadInput(
                "scores",
                _("%(score)s is more than the %(deals)d deals of this match.")
                % {"score": written(by_side.values()), "deals": agreed},
                code="too_many_deals",
            )


def _check_numbers(score: Match, scores: Sequence[int]) -> None:
    seats, (low, high) = score.game.seats, bounds(score.game, score.length)
    told = {"scores": written(scores), "seats": seats}
    if len(scores) != seats or any(type(own) is not int for own in scores):
        raise BadInput(
            "scores",
            _("“%(scores)s” is not a score; write two whole numbers, such as 6 and 3.") % told
            if seats == 2
            else _("“%(scores)s” is not a score; write a whole number for each of %(seats)d seats.")
            % told,
        )
    if low is not None and min(scores) < low:
        raise BadInput(
            "scores",
            _("“%(scores)s” is not a score: nobody can have less than 0 here; write 0.") % told,
            code="below_zero",
        )
    if high is not None and max(scores) > high:
        raise BadInput(
            "scores",
            _(
                "“%(scores)s” is not a score: in this game points are only lost; write a minus "
                "before them, or 0."
            )
            % told,
            code="above_zero",
        )


def _check_goal(score: Match, by_side: Mapping[int, int], scores: Sequence[int]) -> None:
    """Whether a match to so many points has come to its end."""
    best, goal = max(by_side.values()), score.length.count
    if best < goal or list(by_side.values()).count(best) > 1:
        raise BadInput(
            "scores",
            _("At %(score)s the match is not over: it goes on until one is ahead with %(goal)d.")
            % {"score": written(scores), "goal": goal},
            code="not_over",
        )


def tally(score: Match, scores: Sequence[int]) -> tuple[dict[str, Any], ...]:
    """The deals won, where a score tells them: between two sides, each deal worth one."""
    game, length = score.game, score.length
    if not counts_wins(game, length) or most_of_a_deal(game, length) != 1:
        return ()
    found = []
    for side in range(game.side_count):
        seats = range(game.seats)
        won = next(scores[seat] for seat in seats if game.side_of(seat) == side)
        places = placed_by([int(game.side_of(seat) != side) for seat in seats])
        found.append({"places": places, "count": won})
    return tuple(line for line in found if line["count"])
