"""The deals of a match as an arbiter tells them: counted as if they had been played here."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.errors import ToldError
from games.game import Game
from games.places import placed_by
from games.reported import reported
from games.series import Match
from league.errors import BadInput
from league.services.told_scores import agreed_deals


def count(score: Match, deals: Sequence[Mapping[str, Any]], *, is_broken_off: bool) -> None:
    """
    Add the deals to *score*; with *is_broken_off* it need not be over then.

    Raises:
        BadInput: If one cannot have ended so, or they are too few or too many.
    """
    for number, deal in enumerate(deals, start=1):
        if score.decided:
            raise BadInput(
                "deals",
                _("%(count)d deals were told, but the match was over after %(deals)d.")
                % {"count": len(deals), "deals": score.played},
                code="wrong_number_of_deals",
            )
        # Told by who plays; a deal knows where he sits.
        places, points = (
            told if told is None or len(told) != score.game.seats
            else [told[entry] for entry in score.sitting]
            for told in (deal.get("places", ()), deal.get("points"))
        )  # fmt: skip
        try:
            score.add(reported(score.game, places or (), points=points))
        except ToldError as error:
            raise _refused_deal(score.game, number, deal, error) from error
    if not score.decided and not is_broken_off:
        _refuse_unfinished(score, len(deals))


def _refuse_unfinished(score: Match, told: int) -> None:
    """
    Raises:
        BadInput: If more deals were to be played than were told; not for those that break a tie.
    """
    agreed = agreed_deals(score)
    if agreed is None:
        raise BadInput(
            "deals",
            _("The match is not over after the %(count)d deals told; tell the others too.")
            % {"count": told},
            code="not_over",
        )
    if told < agreed:
        raise BadInput(
            "deals",
            _("%(count)d deals were told; this match has %(deals)d.")
            % {"count": told, "deals": agreed},
            code="wrong_number_of_deals",
        )


def _refused_deal(game: Game, number: int, deal: Mapping[str, Any], error: ToldError) -> BadInput:
    places, points = deal.get("places", ()), deal.get("points")
    facts = {
        "number": number,
        "places": list(places),
        "points": None if points is None else list(points),
        "seats": game.seats,
        "example": placed_by([game.side_of(seat) for seat in range(game.seats)]),
    }
    code, sentence = {
        "numbers": (
            "not_one_a_seat",
            _(
                "Deal %(number)d: places %(places)s and points %(points)s are not one whole number "
                "for each of the %(seats)d seats; write such as %(example)s."
            )
            if points is not None
            else _(
                "Deal %(number)d: places %(places)s are not one whole number for each of the "
                "%(seats)d seats; write such as %(example)s."
            ),
        ),
        "places": (
            "wrong_places",
            _(
                "Deal %(number)d: %(places)s are not places. A place is 1 and the number of seats "
                "before it, such as %(example)s; who tie share one."
            ),
        ),
        "sides": (
            "partners_differ",
            _("Deal %(number)d: in %(places)s partners differ; they share a place: %(example)s."),
        ),
        "points_needed": (
            "points_needed",
            _("Deal %(number)d: beside the places, tell the points; this game is played for them."),
        ),
    }.get(
        error.problem,
        (
            "wrong_points",
            _(
                "Deal %(number)d: no deal with places %(places)s gives the points %(points)s; "
                "look at both again."
            ),
        ),
    )
    return BadInput("deals", sentence % facts, code=code)


def tally(deals: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], ...]:
    """How often each order of places came up."""
    counts = Counter(tuple(deal["places"]) for deal in deals)
    return tuple({"places": list(p), "count": count} for p, count in sorted(counts.items()))
