"""A match as one line of a list: who, against whom, how it stands."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from league.models import Deal, Match, Player, Result


@dataclass(frozen=True, slots=True)
class Side:
    """One who sits in the match; *address* is his page, "" where he has none."""

    name: str
    address: str
    version: int | None
    has_won: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A match to be listed; *score* is empty before the first deal is over."""

    match: Match
    sides: list[Side]
    score: str
    is_forfeited: bool


def address_of(player: Player) -> str:
    """A bot's page; people have none of their own."""
    return reverse("bot", args=[player.bot.slug]) if player.bot else ""


def lines(matches: Iterable[Match]) -> list[Line]:
    """Matches as ``selectors.matches.matches`` reads them, ready to be listed."""
    found = list(matches)
    running = scores_so_far([match for match in found if match.status == Match.Status.RUNNING])
    return [_line(match, running.get(match.pk)) for match in found]


def scores_so_far(matches: Iterable[Match]) -> dict[str, list[int]]:
    """Deals won by each seat in matches that are being played, in one query."""
    wanted = [match.pk for match in matches]
    if not wanted:
        return {}
    scores: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    deals = Deal.objects.filter(match__in=wanted).values_list("match", "places")
    for match, places in deals:
        scores[match] = with_deal(scores[match], places)
    return dict(scores)


def with_deal(score: list[int], places: list[int]) -> list[int]:
    """*score* with one more deal: 1 to the seat placed first alone."""
    alone = places.count(1) == 1
    return [have + (alone and place == 1) for have, place in zip(score, places, strict=True)]


def standing(match: Match) -> Result | None:
    """The prefetched result that stands."""
    found: list[Result] = getattr(match, "standing_results", [])
    return found[0] if found else None


def score_text(scores: Iterable[int]) -> str:
    """A score as people write it: 6:3."""
    return ":".join(map(str, scores))


def result_text(scores: Iterable[int], forfeits: Iterable[int]) -> str:
    """A result of two as people write it: 6:3, or +:– where one did not play."""
    absent = set(forfeits)
    if not absent:
        return score_text(scores)
    return ":".join("–" if seat in absent else "+" for seat in (0, 1))


def _line(match: Match, running: list[int] | None) -> Line:
    result = standing(match)
    winner = result.winner if result else None
    sides = [
        Side(
            name=seat.player.name,
            address=address_of(seat.player),
            version=seat.version.number if seat.version else None,
            has_won=seat.number == winner,
        )
        for seat in match.seats.all()
    ]
    scores = result.scores if result else running
    return Line(
        match=match,
        sides=sides,
        score=score_text(scores) if scores else "",
        is_forfeited=bool(result and result.forfeits),
    )
