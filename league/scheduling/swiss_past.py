"""What each entry of a Swiss stage has behind it: points, opponents, deals, floats and byes."""

from dataclasses import dataclass, field
from enum import Enum

from league.scheduling.swiss_field import PastMatch, SwissField


class Float(Enum):
    """Whether an entry met one of fewer points in a round, or one of more."""

    DOWN = "down"
    UP = "up"
    NONE = "none"


@dataclass(slots=True)
class Past:
    """
    One entry before the round to be paired.

    *dealt* has an item for each match really played: whether the entry had the first
    deal. *floats* has one for each earlier round: who sits out and has more points for it
    than for a loss floats down (FIDE C.04.3, article 1.4).
    """

    entry: int
    points: float = 0.0
    opponents: set[int] = field(default_factory=set)
    dealt: list[bool] = field(default_factory=list)
    floats: list[Float] = field(default_factory=list)
    had_bye: bool = False
    """No further bye: it had one, or a win's points in one round without playing."""

    @property
    def lead(self) -> int:
        """How often it dealt first less how often it did not."""
        return 2 * sum(self.dealt) - len(self.dealt)

    @property
    def due(self) -> bool | None:
        """Whether it should deal first next, or not; None when it has not played yet."""
        if not self.dealt:
            return None
        if self._twice_running or not self.lead:
            return not self.dealt[-1]
        return self.lead < 0

    @property
    def urgency(self) -> int:
        """
        How much that is due: 3 absolute, 2 strong, 1 mild, 0 not at all.

        Absolute is a lead of 2 either way, or the same twice running (FIDE C.04.3, 1.7).
        """
        if not self.dealt:
            return 0
        if abs(self.lead) >= 2 or self._twice_running:
            return 3
        return 2 if self.lead else 1

    def floated(self, way: Float) -> bool:
        """Whether it floated that way in the last round."""
        return bool(self.floats) and self.floats[-1] is way

    @property
    def _twice_running(self) -> bool:
        return len(self.dealt) >= 2 and self.dealt[-1] == self.dealt[-2]


def pasts(field: SwissField) -> dict[int, Past]:
    """Every entry's past by starting rank, those absent included."""
    told = {entry: Past(entry) for entry in field.entries}
    for number in range(1, field.round):
        matches = [match for match in field.matches if match.round == number]
        before = {entry: past.points for entry, past in told.items()}
        for past in told.values():
            past.floats.append(Float.NONE)
        for match in matches:
            _add(match, told[match.first], True, before, field)
            _add(match, told[match.second], False, before, field)
        for bye in field.byes:
            if bye.round == number:
                _sit_out(told[bye.entry], bye.points, field)
                told[bye.entry].had_bye |= bye.allocated
    return told


def _add(
    match: PastMatch, past: Past, first: bool, before: dict[int, float], field: SwissField
) -> None:
    opponent = match.second if first else match.first
    points = match.first_points if first else match.second_points
    if not match.played:
        _sit_out(past, points, field)
        return
    past.points = _tidy(past.points + points)
    past.opponents.add(opponent)
    past.dealt.append(first)
    own, theirs = before[past.entry], before[opponent]
    if own != theirs:
        past.floats[-1] = Float.DOWN if own > theirs else Float.UP


def _sit_out(past: Past, points: float, field: SwissField) -> None:
    past.points = _tidy(past.points + points)
    past.had_bye |= points >= field.win
    if points > field.loss:
        past.floats[-1] = Float.DOWN


def _tidy(points: float) -> float:
    """Equal sums are equal numbers, in whatever order tenths and thirds were added."""
    return round(points, 6)
