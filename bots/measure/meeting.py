"""Two programs at one table: how they sit, the matches they play, and what these say of them."""

import hashlib
from dataclasses import dataclass, field, replace
from typing import Any

from bots.matches import spec_of
from bots.measure.statistics import Margin, Share, leads_of, margin_of, share_of, units_of
from bots.reports import DealReport, MatchReport, MatchSpec, Program
from games.game import Game
from games.scoring import adds_points
from games.series import Length, Match

# Of a comparison: few enough to be shared out among processes, many enough to hide their start.
DEALS_A_MATCH = 25


@dataclass(frozen=True, slots=True)
class Contestant:
    """A program and what it is called here."""

    label: str
    program: Program


@dataclass(frozen=True, slots=True)
class Terms:
    """
    What is played: the game, how many deals, once or from every seat, with which cards. Two sides
    are of one kind each; of more seats the first has every other one, or, *among* the second, only
    one.
    """

    game: Game
    deals: int
    mirrored: bool
    secret: str
    among: bool = False

    def series(self, deals: int) -> Length:
        return Length("deals", deals, mirrored=self.mirrored)

    @property
    def legs(self) -> int:
        """How often each deal is played."""
        return Match(self.game, self.series(1)).legs

    @property
    def total(self) -> int:
        """Deals of a match, in all legs."""
        return self.deals * self.legs


@dataclass(slots=True)
class Meeting:
    """
    Two programs and what they have played, by the numbers of their matches. Of the deals it keeps
    what is counted, not their records.
    """

    first: Contestant
    second: Contestant
    terms: Terms
    played: dict[int, list[DealReport]] = field(default_factory=dict)
    ended: dict[int, MatchReport] = field(default_factory=dict)

    @property
    def sitting(self) -> list[int]:
        """Whose program sits in each seat: 0 or 1."""
        game = self.terms.game
        if game.side_count == 2:
            return [game.side_of(seat) for seat in range(game.seats)]
        return [min(seat, 1) if self.terms.among else seat % 2 for seat in range(game.seats)]

    def spec(self, number: int) -> MatchSpec:
        """All deals as one match, the one of this number."""
        return self._spec(number, 0, 1)

    def parts(self) -> list[MatchSpec]:
        """
        The deals as matches of about equal length, each with cards of its own: as many whatever
        they are played with, so that the same secret always gives the same.
        """
        parts = -(-self.terms.deals // DEALS_A_MATCH)
        return [self._spec(0, part, parts) for part in range(parts)]

    def _spec(self, number: int, part: int, parts: int) -> MatchSpec:
        deals = self.terms.deals // parts + (part < self.terms.deals % parts)
        secret = _secret(self.terms.secret, number, part)
        name = f"home_{number + 1}" if parts == 1 else f"home_{number + 1}_{part + 1}"
        return self.match(name, deals, secret)

    def match(self, name: str, deals: int, secret: str) -> MatchSpec:
        """So many of the deals as a match, with cards of its own."""
        own = self.first.program, self.second.program
        programs = [own[who] for who in self.sitting]
        return spec_of(name, self.terms.game, self.terms.series(deals), secret, programs)

    def take(self, match: int, report: DealReport | MatchReport) -> None:
        """Count a report of the match of this number."""
        if isinstance(report, DealReport):
            kept = replace(report, record={}, outcome={}, awarded=None, notes=())
            self.played.setdefault(match, []).append(kept)
        else:
            self.ended[match] = report

    @property
    def deals(self) -> list[DealReport]:
        """Every deal, match by match."""
        return [deal for _, deals in sorted(self.played.items()) for deal in deals]

    @property
    def reports(self) -> list[MatchReport]:
        """The matches that have ended."""
        return [report for _, report in sorted(self.ended.items())]

    def seats_of(self, who: int) -> list[int]:
        return [seat for seat, sits in enumerate(self.sitting) if sits == who]

    @property
    def scores(self) -> tuple[int, int]:
        """
        The match score of both: deals won and, where the game adds up points, points; what a
        fault gave away is in it.
        """
        game = self.terms.game
        sums = [0, 0]
        for report in self.reports:
            # Of a side each has the side's score.
            counted = (0, self.sitting.index(1)) if game.side_count == 2 else range(game.seats)
            for seat in counted:
                sums[self.sitting[seat]] += report.scores[seat]
        return sums[0], sums[1]

    @property
    def draws(self) -> int:
        """Deals in which nobody came in before the other."""
        return sum(len(set(deal.places)) == 1 for deal in self.deals)

    @property
    def units(self) -> list[float]:
        """What the first took in each deal, or deck, that counts."""
        own, theirs, legs = self.seats_of(0), self.seats_of(1), self.terms.legs
        matches = sorted(self.played.items())
        return [unit for _, deals in matches for unit in units_of(deals, own, theirs, legs)]

    @property
    def share(self) -> Share | None:
        units = self.units
        return share_of(units) if units else None

    @property
    def lead(self) -> Margin | None:
        """Points a seat of the first took more a deal; None for fewer than two deals or decks."""
        own, theirs, legs = self.seats_of(0), self.seats_of(1), self.terms.legs
        matches = sorted(self.played.items())
        return margin_of(
            [lead for _, deals in matches for lead in leads_of(deals, own, theirs, legs)]
        )

    @property
    def margin(self) -> Margin | None:
        """The lead, where points decide the match; else None."""
        return self.lead if adds_points(self.terms.game, Length("deals", 1)) else None

    def faults(self, who: int) -> list[dict[str, Any]]:
        """What the program did wrong, with the log it left behind."""
        own = self.seats_of(who)
        return [
            {**fault.to_json(), "log": report.logs[fault.seat]}
            for report in self.reports
            for fault in report.faults
            if fault.seat in own
        ]

    def slowest_ms(self, who: int) -> int:
        """CPU of its slowest answer."""
        return max(self._usage(who, "max_move_cpu_ms"), default=0)

    def peak_mb(self, who: int) -> int:
        """The most memory one of its processes had."""
        return -(-max(self._usage(who, "peak_kb"), default=0) // 1_024)

    def _usage(self, who: int, name: str) -> list[int]:
        own = self.seats_of(who)
        return [getattr(report.usage[seat], name) for report in self.reports for seat in own]

    def to_json(self) -> dict[str, Any]:
        share = self.share
        return {
            "programs": [self.first.label, self.second.label],
            "sitting": self.sitting,
            "deals": len(self.deals),
            "scores": list(self.scores),
            "draws": self.draws,
            "paired": self.terms.mirrored,
            "share": None if share is None else share.to_json(),
            "margin": None if self.margin is None else self.margin.to_json(),
            "verdict": self.verdict(),
            "faults": [self.faults(0), self.faults(1)],
            "slowest_ms": [self.slowest_ms(0), self.slowest_ms(1)],
            "peak_mb": [self.peak_mb(0), self.peak_mb(1)],
            "secret": self.terms.secret,
        }

    def verdict(self) -> str:
        """Whether the difference is real, in a sentence."""
        names = self.first.label, self.second.label
        failed = [names[who] for who in (0, 1) if self.faults(who)]
        if failed:
            return f"no verdict: {' and '.join(failed)} failed, which ended the match"
        share, margin = self.share, self.margin
        if share is None:
            return "no verdict: nothing was played"
        found = margin or share
        if found.is_shown:
            better = names[found.value < (0.0 if margin else 0.5)]
            level = "a level score" if margin else "a share of one half"
            return f"{better} is better: {level} lies outside the 95 % interval"
        unit = "decks" if self.terms.mirrored else "deals"
        if found.needed is None:
            return "no difference shown, and none to be seen: the two are level"
        return (
            f"no difference shown; about {rounded(found.needed):,} {unit} would be needed "
            "if it is as large as it looks"
        )


def rounded(number: int) -> int:
    """*number* to two digits: more it does not say."""
    scale = int(10 ** max(len(str(number)) - 2, 0))
    return -(-number // scale) * scale


def _secret(secret: str, number: int, part: int) -> str:
    """The first match has the secret itself, each other one cards that follow from it."""
    if number == part == 0:
        return secret
    return hashlib.sha256(f"match|{secret}|{number}|{part}".encode()).hexdigest()
