"""The panel of those who direct a tournament: what waits for them, and what else they can do."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Tournament, User
from league.pages.act_forms import FORMS, last_rounds, level
from league.permissions import Act, may
from league.progress.drawn import DrawnStage
from league.progress.elimination import Elimination
from league.progress.going_on import waits_for_draw
from league.progress.round_robin import RoundRobin
from league.progress.stages import RankedStage
from league.selectors.progress import Progress
from league.services.directing import RIGHTS, last_of

MOST_TABLES = 8
"""So many tables without a result are named one by one."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that somebody has to do: what, and the one button for it."""

    told: str
    label: str
    address: str


def panel_of(progress: Progress, user: Any) -> dict[str, Any] | None:
    """The panel for *user*; None for whoever may do nothing here, and before the start."""
    tournament = progress.tournament
    if not may(user, Act.REPORT, tournament) or not tournament.acts.exists():
        return None
    if not progress.state.is_started:
        return None
    return {"waits": waiting(progress), "acts": _acts(progress, user)}


def waiting(progress: Progress) -> list[Waiting]:
    """What the tournament waits for, by somebody's hand."""
    tournament, state = progress.tournament, progress.state
    if state.is_cancelled:
        return []
    found = [
        Waiting(
            _("Round %(number)d is being changed by hand; its matches wait.")
            % {"number": round.number},
            _("Go on"),
            reverse("tournament-by-hand", args=[tournament.slug]),
        )
        for _stage, round in last_rounds(progress, True)
    ]
    stage = waits_for_draw(state)
    if stage is not None:
        found.append(
            Waiting(
                _("Round %(number)d can be drawn.") % {"number": stage.next_round},
                _("Draw…"),
                _address(tournament, "draw"),
            )
        )
    missing = _missing(progress)
    if missing:
        told = ngettext(
            "%(count)d result is missing, at table %(tables)s.",
            "%(count)d results are missing, at tables %(tables)s.",
            len(missing),
        ) % {"count": len(missing), "tables": _listed(missing)}
        found.append(
            Waiting(told, _("Report"), reverse("tournament-rounds", args=[tournament.slug]))
        )
    return found


def _missing(progress: Progress) -> list[int]:
    """The tables of rounds that have begun at which people have not told how it ended."""
    for stage in progress.state.stages:
        for round in stage.rounds:
            open_ = [
                table
                for table in round.tables
                if table.outcome is None and progress.match(table) is not None
            ]
            if open_:
                return [
                    table.number
                    for table in open_
                    if any(v is None for e in table.entries for _, v in progress.state.members(e))
                ]
    return []


def _listed(numbers: list[int]) -> str:
    told = ", ".join(map(str, numbers[:MOST_TABLES]))
    return f"{told} …" if len(numbers) > MOST_TABLES else told


def _acts(progress: Progress, user: User) -> list[tuple[str, str]]:
    """Everything else that can be done to it now: label and address."""
    tournament, stages = progress.tournament, progress.state.stages
    last = last_of(tournament)
    found = []
    if last is not None:
        found.append(
            (_("Undo the last act"), reverse("tournament-undo-last", args=[tournament.slug]))
        )
    if progress.state.is_cancelled:
        return found
    has_rounds = any(isinstance(stage, DrawnStage) for stage in stages)
    suits = {
        "enter": not progress.state.is_finished,
        "excuse": has_rounds,
        "open_by_hand": bool(last_rounds(progress, False)),
        "keep_apart": has_rounds,
        "order": any(isinstance(s, RoundRobin | Elimination) and s.is_drawn for s in stages),
        "lots": any(isinstance(stage, RankedStage) and level(stage) for stage in stages),
        "change": True,
        "cancel": not progress.state.is_finished,
    }
    return found + [
        (str(FORMS[kind].title), _address(tournament, kind))
        for kind, is_suited in suits.items()
        if is_suited and may(user, RIGHTS[kind], tournament)
    ]


def _address(tournament: Tournament, kind: str) -> str:
    return reverse("tournament-act", args=[tournament.slug, kind])
