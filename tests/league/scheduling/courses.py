"""Courses of brackets for property tests: any format and size, played at random."""

from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st

from league.scheduling.brackets import Bracket, BracketMatch, Slot
from league.scheduling.double_elimination import DoubleElimination
from league.scheduling.knockout import Knockout


@dataclass(frozen=True)
class Course:
    bracket: Bracket
    winners: dict[Slot, int | None] = field(default_factory=dict)

    @property
    def matches(self) -> list[BracketMatch]:
        return [match for matches in self.bracket.fill(self.winners) for match in matches]

    @property
    def ready(self) -> list[BracketMatch]:
        return [match for match in self.matches if match.is_ready]

    @property
    def decided(self) -> list[BracketMatch]:
        return [match for match in self.matches if match.is_decided]


@st.composite
def brackets(draw: st.DrawFn) -> Bracket:
    entries = draw(st.integers(2, 33))
    if draw(st.booleans()):
        return DoubleElimination(entries)
    third_place = entries > 2 and draw(st.booleans())
    return Knockout(entries, third_place=third_place, reseeded=draw(st.booleans()))


@st.composite
def courses(
    draw: st.DrawFn,
    of: st.SearchStrategy[Bracket] = brackets(),  # noqa: B008 - a strategy is a value
    *,
    double_losses: bool = False,
    finished: bool = True,
) -> Course:
    """Brackets of which some of the matches that are ready are played, again and again."""
    random = Random(draw(st.integers(0, 2**32)))
    both_lose = draw(st.sampled_from([0.0, 0.1, 0.4])) if double_losses else 0.0
    breaks = None if finished else draw(st.integers(0, 12))
    course = Course(draw(of))
    steps = 0
    while (ready := course.ready) and steps != breaks:
        for match in random.sample(ready, random.randint(1, len(ready))):
            winner = None if random.random() < both_lose else random.choice(match.known)
            course.winners[match.round, match.slot] = winner
        steps += 1
    return course
