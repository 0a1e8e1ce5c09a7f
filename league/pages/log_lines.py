"""The lines of a tournament's log as plain sentences, with the names of those they are about."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Player
from league.pages.lines import ABSENT, PRESENT, between
from league.progress import acts
from league.progress.acts import Act, Outcome, TableKey
from league.selectors.progress import Progress
from league.selectors.tie_breaks import TIE_BREAKS
from league.services import stages

MOST_NAMES = 12
"""So many names stand in one line; of more it says how many there are."""


@dataclass
class Teller:
    """Tells the lines of one log; *log* is all of it, in order."""

    progress: Progress

    @property
    def log(self) -> Sequence[Act]:
        return self.progress.acts

    @cached_property
    def taken_back(self) -> dict[int, int]:
        """The acts that were undone, each with the number of the line that undid it."""
        undone: dict[int, int] = {}
        for act in reversed(self.log):
            if isinstance(act, acts.Undid) and act.number not in undone:
                undone[act.act] = act.number
        return undone

    @cached_property
    def stale(self) -> set[int]:
        """Results that count no more though nobody took them back: corrected, struck out, gone."""
        standing = {table.reported for table in self.progress.state.tables}
        told = {act.number for act in self.log if isinstance(act, acts.Reported)}
        return told - standing

    def told(self, act: Act) -> str:
        """What was done, as the end of a sentence that begins with who did it."""
        return SENTENCES[type(act)](self, act)

    @cached_property
    def _names(self) -> dict[int, str]:
        """Entries by number: those that are in before those that are not."""
        rows = self.progress.tournament.entries.order_by("is_in").with_members()
        return {row.starting_rank: row.name for row in rows}

    @cached_property
    def _players(self) -> Mapping[int, str]:
        wanted = {
            player
            for act in self.log
            if isinstance(act, acts.Substituted)
            for player, _version in act.members
        }
        return dict(Player.objects.filter(pk__in=wanted).values_list("pk", "name"))

    @cached_property
    def _before(self) -> dict[int, Outcome]:
        """What stood before a report of a table that had one."""
        found: dict[int, Outcome] = {}
        last: dict[TableKey, Outcome] = {}
        for act in self.log:
            if isinstance(act, acts.Reported):
                if act.table in last:
                    found[act.number] = last[act.table]
                if act.number not in self.taken_back:
                    last[act.table] = act.outcome
        return found

    def name(self, entry: int) -> str:
        return self._names.get(entry) or _("no. %(number)d") % {"number": entry}

    def names(self, entries: Iterable[int]) -> str:
        listed = [self.name(entry) for entry in entries]
        if len(listed) > MOST_NAMES:
            return ngettext("%(count)d entry", "%(count)d entries", len(listed)) % {
                "count": len(listed)
            }
        return ", ".join(listed)

    def players(self, members: Iterable[acts.Member]) -> str:
        return ", ".join(self._players.get(player, "?") for player, _version in members)

    def where(self, stage: int, round: int) -> str:
        """Which round is meant; which stage only where there are several."""
        if len(self.progress.state.stages) == 1:
            return _("round %(round)d") % {"round": round}
        return _("stage %(stage)d, round %(round)d") % {"stage": stage, "round": round}

    def table(self, key: TableKey) -> str:
        who = between(map(self.name, key.entries))
        return f"{who} ({self.where(key.stage, key.round)})"

    def before(self, act: acts.Reported) -> Outcome | None:
        return self._before.get(act.number)

    def is_undoing(self, number: int) -> bool:
        """Whether this line takes something back itself."""
        return isinstance(self.log[number - 1], acts.Undid)


def outcome_text(outcome: Outcome) -> str:
    """A result by the order of the seats: 6:3, of two +:– where one did not play, else 4:–:2."""
    if outcome.forfeits and len(outcome.scores) == 2:
        return ":".join(ABSENT if n in outcome.forfeits else PRESENT for n in (0, 1))
    return ":".join(
        ABSENT if n in outcome.forfeits else str(score).replace("-", "−")
        for n, score in enumerate(outcome.scores)
    )


def _started(_teller: Teller, act: acts.Started) -> str:
    count = len(act.members)
    return ngettext(
        "started the tournament with %(count)d entry",
        "started the tournament with %(count)d entries",
        count,
    ) % {"count": count}


def _substituted(teller: Teller, act: acts.Substituted) -> str:
    told = {"number": act.entry, "names": teller.players(act.members)}
    return _("set who plays for entry %(number)d from then on: %(names)s") % told


def _excused(teller: Teller, act: acts.Excused) -> str:
    said = {
        "half": _("let %(name)s sit out %(where)s for the points of a draw"),
        "full": _("let %(name)s sit out %(where)s for the points of a win"),
        "zero": _("let %(name)s sit out %(where)s without points"),
    }[act.bye]
    return said % {"name": teller.name(act.entry), "where": teller.where(act.stage, act.round)}


def _kept_apart(teller: Teller, act: acts.KeptApart) -> str:
    one, other = map(teller.name, act.entries)
    said = _("kept %(one)s and %(other)s apart") if act.apart else _("let %(one)s meet %(other)s")
    return said % {"one": one, "other": other}


def _qualified(teller: Teller, act: acts.Qualified) -> str:
    told = {"stage": act.stage, "names": teller.names(act.order)}
    return _("found who goes on to stage %(stage)d: %(names)s") % told


def _reported(teller: Teller, act: acts.Reported) -> str:
    before = teller.before(act)
    told = {"table": teller.table(act.table), "score": outcome_text(act.outcome)}
    if before is None:
        return _("reported %(table)s: %(score)s") % told
    return _("corrected %(table)s: %(before)s → %(score)s") % {
        **told, "before": outcome_text(before),
    }  # fmt: skip


def _lots(teller: Teller, act: acts.DrewLots) -> str:
    order = ", ".join(f"{n}. {teller.name(entry)}" for n, entry in enumerate(act.order, start=1))
    return _("drew lots: %(order)s") % {"order": order}


def _changed(teller: Teller, act: acts.Changed) -> str:
    told = ", ".join(f"{_option(name)}: {_chosen(value)}" for name, value in act.options.items())
    if len(teller.progress.state.stages) == 1:
        return _("changed the options: %(options)s") % {"options": told}
    return _("changed the options of stage %(stage)d: %(options)s") % {
        "stage": act.stage, "options": told,
    }  # fmt: skip


def _option(name: str) -> str:
    return str(stages.OPTIONS.get(name, name))


def _chosen(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return " / ".join(f"{number:g}" for number in value.values())
    if isinstance(value, list | tuple):
        return ", ".join(str(TIE_BREAKS[key][0]) for key in value)
    return str(value)


def _undid(teller: Teller, act: acts.Undid) -> str:
    if teller.is_undoing(act.act):
        return _("let count again what no. %(number)d had taken back") % {"number": act.act}
    return _("took back no. %(number)d") % {"number": act.act}


def _of_entry(sentence: Callable[[], str]) -> Callable[[Teller, Any], str]:
    return lambda teller, act: sentence() % {"name": teller.name(act.entry)}


def _of_round(sentence: Callable[[], str]) -> Callable[[Teller, Any], str]:
    return lambda teller, act: sentence() % {"where": teller.where(act.stage, act.round)}


SENTENCES: dict[type[Act], Callable[[Teller, Any], str]] = {
    acts.Started: _started,
    acts.Entered: _of_entry(lambda: _("entered %(name)s late")),
    acts.Withdrew: _of_entry(lambda: _("withdrew %(name)s")),
    acts.Returned: _of_entry(lambda: _("let %(name)s come back")),
    acts.Excluded: _of_entry(lambda: _("excluded %(name)s")),
    acts.Readmitted: _of_entry(lambda: _("took back the exclusion of %(name)s")),
    acts.Substituted: _substituted,
    acts.Excused: _excused,
    acts.KeptApart: _kept_apart,
    acts.Ordered: lambda teller, act: (
        _("set the starting ranks: %(names)s") % {"names": teller.names(act.order)}
    ),
    acts.Qualified: _qualified,
    acts.Drew: _of_round(lambda: _("drew %(where)s")),
    acts.OpenedByHand: _of_round(lambda: _("began to change by hand: %(where)s")),
    acts.PairedByHand: _of_round(lambda: _("set the tables by hand: %(where)s")),
    acts.ClosedByHand: _of_round(lambda: _("ended the changes by hand: %(where)s")),
    acts.Reported: _reported,
    acts.Voided: lambda teller, act: _("struck out %(table)s") % {"table": teller.table(act.table)},
    acts.DrewLots: _lots,
    acts.Changed: _changed,
    acts.Cancelled: lambda _teller, _act: _("called the tournament off"),
    acts.Undid: _undid,
}
"""What each kind of act says, after the name of who did it."""
