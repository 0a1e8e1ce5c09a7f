"""A match as one line of a list: who, against whom, how it stands."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse

from games.scoring import worth
from league.models import Deal, Match, Player, Result, Seat
from league.models.tournaments import MEMBERS_BETWEEN
from league.selectors.terms import game_played, length_of, sides_of

ABSENT, PRESENT = "–", "+"


@dataclass(frozen=True, slots=True)
class Member:
    """One who sits in the match; *address* is his page, "" where he has none."""

    name: str
    address: str
    version: int | None


@dataclass(frozen=True, slots=True)
class Side:
    """
    Who win and lose together, often one alone; *score* is empty before the first deal is over.
    """

    name: str
    members: list[Member]
    score: str
    has_won: bool
    has_forfeited: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A match to be listed; *score* is empty before the first deal is over."""

    match: Match
    sides: list[Side]
    score: str
    is_forfeited: bool

    @property
    def names(self) -> str:
        """Who meets."""
        return between(side.name for side in self.sides)


def address_of(player: Player) -> str:
    """A bot's page; people have none of their own."""
    return reverse("bot", args=[player.bot.slug]) if player.bot else ""


def lines(matches: Iterable[Match]) -> list[Line]:
    """Matches as ``selectors.matches.matches`` reads them, ready to be listed."""
    found = list(matches)
    running = scores_so_far([match for match in found if match.status == Match.Status.RUNNING])
    return [_line(match, running.get(match.pk)) for match in found]


def scores_so_far(matches: Iterable[Match]) -> dict[str, list[int]]:
    """The score by seat of matches that are being played, in one query."""
    wanted = {match.pk: match for match in matches}
    if not wanted:
        return {}
    worths = {pk: deal_worth(match) for pk, match in wanted.items()}
    scores: dict[str, list[int]] = {}
    deals = Deal.objects.filter(match__in=wanted).values_list("match", "places", "points")
    for pk, places, points in deals:
        scores[pk] = summed(scores.get(pk), worths[pk](places, points))
    return scores


def deal_worth(match: Match) -> Callable[[Sequence[int], Sequence[int]], list[int]]:
    """What a deal of *match* with such places and points by seat adds to each seat's score."""
    game, length = game_played(match.ruleset), length_of(match)
    return lambda places, points: worth(game, length, places, points)


def summed(score: Sequence[int] | None, more: Sequence[int]) -> list[int]:
    """*score* with *more* added seat by seat."""
    return [have + own for have, own in zip(score or [0] * len(more), more, strict=True)]


def places_by_side(match: Match, places: Sequence[int]) -> list[tuple[int, str]]:
    """The sides of *match* with their places in a deal, by seat of the match; best first."""
    return sorted((places[seats[0].number], side_name(seats)) for seats in seats_by_side(match))


def first_alone(order: Sequence[tuple[int, str]]) -> str:
    """Who won a deal in which the sides came in *order*; "" where the first place is shared."""
    first = [name for place, name in order if place == 1]
    return first[0] if len(first) == 1 else ""


def standing(match: Match) -> Result | None:
    """The prefetched result that stands."""
    found: list[Result] = getattr(match, "standing_results", [])
    return found[0] if found else None


def seats_by_side(match: Match) -> list[list[Seat]]:
    """The seats of *match*, those of a side together; the sides in the order of their seats."""
    sides = sides_of(match.ruleset)
    found: dict[int, list[Seat]] = {}
    for seat in match.seats.all():
        found.setdefault(sides[seat.number], []).append(seat)
    return list(found.values())


def sides_at(match: Match, scores: Sequence[int] | None = None) -> list[Side]:
    """
    Who sits in *match*, by side, with the score of the result that stands; without one with
    *scores*, by seat.
    """
    result = standing(match)
    scores = result.scores if result else scores
    absent = result.forfeits if result else []
    by_side = seats_by_side(match)
    return [
        Side(
            name=side_name(seats),
            members=[_member(seat) for seat in seats],
            score=score,
            has_won=result is not None and result.winner in [seat.number for seat in seats],
            has_forfeited=seats[0].number in absent,
        )
        for seats, score in zip(by_side, side_scores(match, scores, absent), strict=True)
    ]


def side_name(seats: Sequence[Seat]) -> str:
    """What the team is called that these play for, else who they are."""
    entry = seats[0].entry
    team = entry.team_name if entry and len({seat.entry_id for seat in seats}) == 1 else ""
    return team or MEMBERS_BETWEEN.join(seat.player.name for seat in seats)


def names_of(match: Match) -> str:
    """Who meets in *match*."""
    return between(side_name(seats) for seats in seats_by_side(match))


def between(names: Iterable[str]) -> str:
    """Names of those who meet, as one text."""
    return " – ".join(names)


def score_text(match: Match, scores: Sequence[int]) -> str:
    """A score by seat as people write it, one number a side: 6:3."""
    return result_text(match, scores, [])


def result_text(match: Match, scores: Sequence[int], forfeits: Sequence[int]) -> str:
    """A result as people write it: 6:3, of two +:– where one did not play, else 4:–:2."""
    return ":".join(side_scores(match, scores, forfeits))


def side_scores(match: Match, scores: Sequence[int] | None, forfeits: Sequence[int]) -> list[str]:
    """What each side of *match* has by a score by seat; empty texts where there is none."""
    firsts = [seats[0].number for seats in seats_by_side(match)]
    if forfeits and len(firsts) == 2:
        return [ABSENT if seat in forfeits else PRESENT for seat in firsts]
    if scores is None:
        return ["" for _seat in firsts]
    return [ABSENT if seat in forfeits else _written(scores[seat]) for seat in firsts]


def _written(number: int) -> str:
    return str(number).replace("-", "−")


def _member(seat: Seat) -> Member:
    return Member(
        name=seat.player.name,
        address=address_of(seat.player),
        version=seat.version.number if seat.version else None,
    )


def _line(match: Match, running: list[int] | None) -> Line:
    result = standing(match)
    scores = result.scores if result else running
    return Line(
        match=match,
        sides=sides_at(match, running),
        score=score_text(match, scores) if scores else "",
        is_forfeited=bool(result and result.forfeits),
    )
