"""One attack in a real match behind given walls, and the verdict on it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from bots import matches
from bots.reports import (
    BundleProgram,
    DealReport,
    HouseProgram,
    MatchReport,
    MatchSpec,
    Program,
)
from bots.runner.match import play_match
from bots.runner.players import Player
from bots.runner.seating import seated
from bots.runner.table import StarvedError
from bots.sandbox.limits import Limits
from bots.sandbox.process import Walls
from bots.sandbox.workspace import Workspace
from games.catalogue import find_game
from games.series import Length
from tests.attacks.attacks import SUCCEEDED, Attack

# With it the first seat leads, and holds more than one card of a rank.
SECRET = "5a" * 32
# A match that was nobody's fault is void and played again, as the site does.
TRIES = 5


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match: its reports, of which the first seat is the attacker's."""

    deals: tuple[DealReport, ...]
    match: MatchReport

    def kind(self, seat: int = 0) -> str | None:
        """The fault of *seat*, if it has one."""
        kinds = [fault.kind for fault in self.match.faults if fault.seat == seat]
        assert len(kinds) < 2, "a seat fails once"
        return kinds[0] if kinds else None

    @property
    def notes(self) -> list[str]:
        return [note.text for deal in self.deals for note in deal.notes]

    @property
    def text(self) -> str:
        """All that anybody is ever told about the match."""
        return json.dumps([report.to_json() for report in (*self.deals, self.match)])


def play(
    programs: tuple[Program, ...],
    walls: Walls | None,
    workspace: Workspace,
    limits: Limits,
    deals: int = 1,
) -> Played:
    """The match of *programs*; void ones, in which the runner was held up twice, do not count."""
    spec = spec_of(programs, limits, deals)
    for attempt in range(TRIES):
        try:
            with seated(spec, walls, workspace) as players:
                return _reports(spec, players)
        except StarvedError:
            if attempt == TRIES - 1:
                raise
    raise AssertionError("the last try returns or raises")


def spec_of(programs: tuple[Program, ...], limits: Limits, deals: int = 1) -> MatchSpec:
    game = find_game("podkidnoy")(seats=len(programs))
    return matches.spec_of("m_attack", game, Length("deals", deals), SECRET, programs, limits)


def _reports(spec: MatchSpec, players: list[Player]) -> Played:
    *deals, match = play_match(spec, players)
    assert isinstance(match, MatchReport)
    assert all(isinstance(deal, DealReport) for deal in deals)
    return Played(tuple(deals), match)


def uploaded(data: bytes) -> BundleProgram:
    return BundleProgram(data, hashlib.sha256(data).hexdigest())


def attack(one: Attack, canary: Mapping[str, object], walls: Walls, workspace: Workspace) -> Played:
    """*one* against a house program; again if a busy machine let it not even begin in time."""
    programs = (uploaded(one.bundle(canary)), HouseProgram("lowest"))
    for _ in range(TRIES):
        played = play(programs, walls, workspace, one.terms(), one.deals)
        if begun(played, one):
            break
    return played


def begun(played: Played, one: Attack) -> bool:
    """Whether the attack was tried at all: it says so before anything else."""
    return f"attack {one.name}\n" in played.match.logs[0]


def outcome(played: Played, one: Attack) -> str:
    """The fault, or what the bot says in its last note became of the attack."""
    kind = played.kind()
    if kind is not None:
        return kind
    # After the last move there is no note: that the match came to its end is all there is to say.
    last = SUCCEEDED if one.when == "bye" else played.notes[-1] if played.notes else "no note"
    return last.partition(":")[0]
