"""What is played: a game with its options, its seats, and how many deals make a match."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _

from games.catalogue import find_game
from league.language import readers_language
from league.models.clubs import Club
from league.models.names import Named


class Ruleset(Named):
    """
    A stored game + options + series.

    ``options`` and ``length`` are JSON objects as the rules engine reads them
    (``games.options``, ``games.series.Length``). A ruleset that has been played is frozen.
    Without a club it belongs to the site. One made from another, with other deals for a challenge
    or other seats for a smaller table, is not offered for choice.
    """

    slug = models.SlugField(unique=True, max_length=60)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="rulesets"
    )
    game = models.CharField(max_length=32)
    seats = models.PositiveSmallIntegerField(default=2)
    sides = models.CharField(max_length=12, default="single")
    options = models.JSONField(default=dict, blank=True)
    length = models.JSONField(default=dict)
    made_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="variations"
    )
    frozen_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["search_name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(seats__gte=2) & models.Q(seats__lte=8),
                name="ruleset_seats_in_range",
            ),
            models.UniqueConstraint(
                fields=["made_from", "length", "seats"], name="ruleset_is_varied_once_a_kind"
            ),
        ]

    @property
    def pool(self) -> str:
        """
        The scale its deals are rated on, or "" where they are not rated.

        A pool is a game, its seats and its sides with every option at its default. A game without
        decisions has none: who wins it says nothing of strength.
        """
        if self.options or not self.has_decisions:
            return ""
        return pool_key(self.game, self.seats, self.sides)

    @property
    def has_decisions(self) -> bool:
        """Whether those who play it choose anything."""
        return find_game(self.game).has_decisions

    @property
    def is_mirrored(self) -> bool:
        """Whether the same decks are played again from every seat."""
        return bool(self.length.get("mirrored"))

    @property
    def deals(self) -> int:
        """Deals of the series in all its legs, before any that break a tie."""
        legs = self.seats if self.sides == "single" else 2
        return int(self.length.get("count", 0)) * (legs if self.is_mirrored else 1)


def pool_key(game: str, seats: int, sides: str) -> str:
    """The name of a rating pool, such as ``podkidnoy-2-single``."""
    return f"{game}-{seats}-{sides}"


def no_ratings(game: str) -> str:
    """Why a *game* without decisions has neither ladder nor leaderboard, for whoever asks."""
    return _(
        "In %(game)s nobody decides anything: the cards alone say who wins. It can be played at "
        "tables and in tournaments, but it has no ladder and no ratings."
    ) % {"game": find_game(game).NAMES[readers_language()]}
