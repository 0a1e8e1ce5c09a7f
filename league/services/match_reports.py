"""What an arbiter says of a match: scores or deals and who forfeited, checked and in one shape."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.game import Game
from games.series import Match as Counted
from league.errors import BadInput
from league.models import Match
from league.selectors.terms import game_played, length_of
from league.services import told_deals, told_scores


@dataclass(frozen=True, slots=True)
class Report:
    """
    What somebody says of a match: scores by seat, who forfeited, the deals if told.

    Partners have the same score and forfeit together. ``tally`` is how often each order of places
    came up, for the ratings; empty where it is not known. ``sides`` has the side of each seat;
    empty, everybody plays for himself. ``ahead`` is what decides, by seat and the more the better,
    where it is not the scores.
    """

    scores: tuple[int, ...]
    forfeits: tuple[int, ...] = ()
    tally: tuple[dict[str, Any], ...] = ()
    sides: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()

    @property
    def winner(self) -> int | None:
        """
        The seat that won, of partners the first; None for a draw, a shared first place, or where
        all forfeited.
        """
        counts = self.ahead or self.scores
        present = [seat for seat in range(len(counts)) if seat not in self.forfeits]
        best = max((counts[seat] for seat in present), default=0)
        first = [seat for seat in present if counts[seat] == best]
        sides = {self.sides[seat] if self.sides else seat for seat in first}
        return first[0] if len(sides) == 1 else None

    @property
    def is_of_nobody(self) -> bool:
        """Whether all forfeited."""
        return len(self.forfeits) == len(self.scores)


def read_report(
    match: Match,
    *,
    scores: Sequence[int] | None = None,
    deals: Sequence[Mapping[str, Any]] | None = None,
    forfeits: Sequence[int] = (),
) -> Report:
    """
    Check a report of *match* and put it into one shape.

    Args:
        scores: By seat: deals won between two sides, else points, as the ruleset counts.
        deals: Instead of scores: an object with ``places`` (and ``points``) by seat for each deal,
            in order. They are counted as if they had been played here.
        forfeits: Seats that lost without play, and their partners with them. The scores may be
            left out where no more than one side is there.

    Raises:
        BadInput: If it does not add up; the message names the value.
    """
    score = Counted(game_played(match.ruleset), length_of(match))
    absent = _absent(score.game, forfeits)
    tally: tuple[dict[str, Any], ...] = ()
    if scores is None and deals is None and _sides_there(score.game, absent) < 2:
        scores = (0,) * score.game.seats
    elif (scores is None) == (deals is None):
        raise BadInput(
            "scores",
            _("Give either the scores or the deals; only where nobody is left to play, neither."),
            code="scores_or_deals",
        )
    elif deals is not None:
        told_deals.count(score, deals, is_broken_off=bool(absent))
        scores, tally = score.scores, told_deals.tally(deals)
    else:
        told_scores.check(score, scores or (), is_broken_off=bool(absent))
        tally = told_scores.tally(score, scores or ())
    report = Report(
        scores=tuple(scores or ()),
        forfeits=absent,
        tally=() if absent else tally,
        sides=tuple(score.game.side_of(seat) for seat in range(score.game.seats)),
        ahead=_ahead(score) if deals is not None else (),
    )
    if match.must_have_winner and report.winner is None and not report.is_of_nobody:
        raise BadInput(
            "scores",
            _("%(score)s has no winner, and somebody must go on; play another deal.")
            % {"score": told_scores.written(report.scores)},
            code="no_winner",
        )
    return report


def _absent(game: Game, forfeits: Sequence[int]) -> tuple[int, ...]:
    """
    The seats that forfeited, those of one side together.

    Raises:
        BadInput: If there is no such seat.
    """
    for seat in forfeits:
        if seat not in range(game.seats):
            raise BadInput(
                "forfeits",
                _("There is no seat %(seat)s; forfeits are named by seat, from 0 to %(last)d.")
                % {"seat": seat, "last": game.seats - 1},
                code="no_such_seat",
            )
    sides = {game.side_of(seat) for seat in forfeits}
    return tuple(seat for seat in range(game.seats) if game.side_of(seat) in sides)


def _sides_there(game: Game, absent: Sequence[int]) -> int:
    return len({game.side_of(seat) for seat in range(game.seats) if seat not in absent})


def _ahead(score: Counted) -> tuple[int, ...]:
    """What decides a match that is lost by losses; empty where the scores decide."""
    counted = {"losses": score.losses, "points_lost": score.points_lost}.get(score.length.kind, ())
    return tuple(-own for own in counted)
