"""Ladders: bots join, and the next match is drawn by need and nearness."""

from collections import Counter
from datetime import timedelta
from random import Random
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league import permissions
from league.errors import BadInput, Conflict
from league.models import Bot, BotVersion, Ladder, LadderEntry, Match, Ruleset, Seat, User
from league.permissions import Act
from league.selectors import ratings
from league.services import matches
from league.services.matches import Sitting
from league.services.slugs import free_slug

MOST_OPEN = 4
"""Matches of one ladder that may wait or be played at a time."""
RECENT = 200
"""How many of a ladder's latest matches count as meetings to be spread."""
NEAR = 200.0
"""A rating difference that weighs as much as one recent meeting."""
_OPEN = Q(status__in=[Match.Status.QUEUED, Match.Status.RUNNING])


class Candidate(NamedTuple):
    """A bot that could be drawn: its version, matches so far, rating."""

    version: BotVersion
    matches: int
    rating: float


@transaction.atomic
def create(*, name: str, ruleset: Ruleset, description: str = "") -> Ladder:
    """
    A ladder, open to all bots.

    Raises:
        BadInput: If the ruleset's game cannot rank anybody.
    """
    ladder = Ladder(
        name=name, slug=free_slug(Ladder, name), description=description, ruleset=ruleset
    )
    try:
        ladder.clean()
    except ValidationError as error:
        raise BadInput("ruleset", " ".join(error.messages)) from error
    ladder.save()
    return ladder


@transaction.atomic
def enrol(*, ladder: Ladder, bot: Bot, by: User) -> LadderEntry:
    """
    Put *bot* on the ladder, or back on it.

    Raises:
        NotAllowed: If *by* is not its author.
        Conflict: If it has no accepted version yet, or the ladder is closed.
    """
    permissions.require(by, Act.SUBMIT, bot)
    if bot.current_version is None:
        raise Conflict(
            _("“%(bot)s” has no accepted version yet; upload one first.") % {"bot": bot},
            code="no_version",
        )
    if not ladder.is_open:
        raise Conflict(_("The ladder “%(ladder)s” is closed.") % {"ladder": ladder}, code="closed")
    entry, _created = LadderEntry.objects.update_or_create(
        ladder=ladder, bot=bot, defaults={"is_active": True}
    )
    return entry


@transaction.atomic
def leave(*, ladder: Ladder, bot: Bot, by: User) -> None:
    """
    Take *bot* off the ladder; its rating stays in history, and it may come back.

    Raises:
        NotAllowed: If *by* is not its author.
    """
    permissions.require(by, Act.SUBMIT, bot)
    LadderEntry.objects.filter(ladder=ladder, bot=bot).update(is_active=False)


def enrol_everywhere(bot: Bot) -> None:
    """
    Put a newly accepted bot on every ladder that takes new bots and has not seen it yet. One that
    it has left it does not come back to by a new version.
    """
    for ladder in Ladder.objects.filter(is_open=True, takes_new_bots=True):
        LadderEntry.objects.get_or_create(ladder=ladder, bot=bot)


def draw_all(*, rng: Random) -> list[Match]:
    """Draw the next match of every ladder that is due one."""
    drawn = [draw(ladder=ladder, rng=rng) for ladder in Ladder.objects.filter(is_open=True)]
    return [match for match in drawn if match is not None]


@transaction.atomic
def draw(*, ladder: Ladder, rng: Random) -> Match | None:
    """
    Draw and queue the ladder's next match.

    Who has played least comes first. His opponent is the one he has met least of late: a rating
    difference of NEAR weighs as much as one meeting, and so do two matches more than his, up to
    twice. Two bots of one author never meet. None where the ladder is not due, has enough open
    matches, or has no two bots that may meet.
    """
    if not _take_turn(ladder):
        return None
    kept_waiting = _kept_waiting(ladder)
    open_matches = ladder.matches.filter(_OPEN, parked_at__isnull=True)
    if open_matches.exclude(pk__in=kept_waiting).count() >= MOST_OPEN:
        return None
    pair = _pair(_candidates(ladder, kept_waiting), _meetings(ladder), rng)
    if pair is None:
        return None
    try:
        with transaction.atomic():
            match = matches.plan(
                ruleset=ladder.ruleset,
                ladder=ladder,
                sittings=[Sitting(player=version.bot.player, version=version) for version in pair],
            )
    except Conflict:  # its author has gone back to another version and deleted this one just now
        return None
    matches.enqueue(match)
    return match


def _kept_waiting(ladder: Ladder) -> list[str]:
    """The matches that a stranger's bot keeps waiting, for a sandbox; the house plays on."""
    uploaded = ladder.matches.filter(_OPEN, seats__version__bundle__isnull=False)
    return list(uploaded.exclude(waiting_for="").values_list("pk", flat=True).distinct())


def _take_turn(ladder: Ladder) -> bool:
    """Whether the pace lets a match begin now; of several askers one is told yes."""
    now = timezone.now()
    due = Q(paced_at__isnull=True) | Q(
        paced_at__lte=now - timedelta(seconds=settings.LEAGUE_PACE_SECONDS)
    )
    return bool(Ladder.objects.filter(due, pk=ladder.pk).update(paced_at=now))


def _candidates(ladder: Ladder, kept_waiting: list[str]) -> list[Candidate]:
    versions = BotVersion.objects.filter(
        pk__in=LadderEntry.objects.filter(
            ladder=ladder,
            is_active=True,
            bot__current_version__isnull=False,
            bot__paused_at__isnull=True,
        ).values("bot__current_version")
    ).select_related("bot__player")
    # Who waits already is not drawn again: else its matches pile up until the sandbox is back.
    stuck = Seat.objects.filter(match__in=kept_waiting, version__bundle__isnull=False)
    versions = versions.exclude(pk__in=stuck.values("version"))
    rated = ratings.by_version(ladder.ruleset.pool)
    waiting = Counter(
        Seat.objects.filter(
            match__ladder=ladder, match__status__in=[Match.Status.QUEUED, Match.Status.RUNNING]
        ).values_list("version", flat=True)
    )
    return [
        Candidate(
            version=version,
            matches=(rated[version.pk].matches if version.pk in rated else 0) + waiting[version.pk],
            rating=rated[version.pk].value if version.pk in rated else ratings.START,
        )
        for version in versions
    ]


def _meetings(ladder: Ladder) -> Counter[frozenset[int]]:
    """How often two versions have met in the ladder's latest matches."""
    recent = ladder.matches.exclude(status=Match.Status.VOID).values("pk")[:RECENT]
    seats: dict[str, set[int]] = {}
    for match, version in Seat.objects.filter(
        match__in=list(recent.values_list("pk", flat=True)), version__isnull=False
    ).values_list("match", "version"):
        seats.setdefault(match, set()).add(version or 0)
    return Counter(frozenset(pair) for pair in seats.values())


def _pair(
    candidates: list[Candidate], meetings: Counter[frozenset[int]], rng: Random
) -> list[BotVersion] | None:
    for first in sorted(candidates, key=lambda one: (one.matches, rng.random())):
        others = [one for one in candidates if one is not first and _may_meet(first, one)]
        if others:
            second = _nearest(first, others, meetings, rng)
            pair = [first.version, second.version]
            rng.shuffle(pair)
            return pair
    return None


def _may_meet(one: Candidate, other: Candidate) -> bool:
    """Two bots of one author could help each other, so that they never meet in a rated match."""
    owner = one.version.bot.owner_id
    return owner is None or owner != other.version.bot.owner_id


def _nearest(
    first: Candidate, others: list[Candidate], meetings: Counter[frozenset[int]], rng: Random
) -> Candidate:
    def distance(other: Candidate) -> tuple[float, float]:
        met = meetings[frozenset({first.version.pk, other.version.pk})]
        ahead = min(other.matches - first.matches, 4) / 2
        return met + abs(first.rating - other.rating) / NEAR + ahead, rng.random()

    return min(others, key=distance)
