"""What the stored words mean, for people: kinds of faults, audited acts, tie-breaks, games."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.catalogue import find_game
from games.errors import GameError
from games.options import describe, without_effect
from league.errors import Text
from league.language import readers_language
from league.models import Ruleset
from league.progress.acts import Requested
from league.progress.elimination import Elimination
from league.progress.state import AnyStage
from league.progress.tables import Table
from league.scheduling.double_elimination import DoubleElimination, Part
from league.selectors.tie_breaks import TIE_BREAKS

__all__ = [
    "ACTS",
    "FAULTS",
    "FAULT_REMEDIES",
    "REQUESTED_BYES",
    "TIE_BREAKS",
    "Choice",
    "choices",
    "fault",
    "game",
    "name_of_round",
    "part_name",
    "part_of_round",
    "round_name",
    "ruleset",
]

FAULTS: dict[str, Text] = {
    "no_start": _("did not start"),
    "crashed": _("crashed"),
    "exited": _("ended before the match did"),
    "forbidden_syscall": _("tried something the sandbox forbids"),
    "timeout": _("did not answer in time"),
    "cpu_limit": _("used more computing time than allowed"),
    "memory_limit": _("used more memory than allowed"),
    "output_limit": _("wrote too much"),
    "stderr_limit": _("wrote too much into its log"),
    "line_too_long": _("wrote a line that is too long"),
    "unexpected_output": _("wrote something when it was not asked"),
    "bad_answer": _("gave an answer that cannot be read"),
    "illegal_move": _("played a move the rules forbid"),
}

FAULT_REMEDIES: dict[str, Text] = {
    "no_start": _(
        "The log says how far it came: an error in the first lines, or imports that take too long."
    ),
    "crashed": _("The log ends with the traceback; check the bot at home before you upload it."),
    "exited": _("A bot must answer until the match is over; keep its loop running."),
    "forbidden_syscall": _("No network, no other programs, no writing of files."),
    "timeout": _("Look for an endless loop or a read that waits."),
    "cpu_limit": _("Search less deep, or watch the clock: every question says how much is left."),
    "memory_limit": _("Keep less in memory; caches need a bound."),
    "output_limit": _("Print only your moves."),
    "stderr_limit": _("Log less."),
    "line_too_long": _("An answer is one short line."),
    "unexpected_output": _("Print nothing to stdout but answers; use stderr for notes."),
    "bad_answer": _("One JSON object a line, with the id of the question."),
    "illegal_move": _("Choose from the menu: it lists every legal move."),
}

ACTS: dict[str, Text] = {
    "create_tournament": _("set the tournament up"),
    "open_tournament": _("opened the entries to authors"),
    "withdraw_entry": _("withdrew an entry"),
    "void_match": _("struck out a match"),
    "set_role": _("set a role"),
    "release_match": _("released a parked match"),
    "release_submission": _("released a parked upload"),
    "change_bot": _("changed its settings"),
    "pause_bot": _("paused it"),
    "resume_bot": _("let it play on"),
    "roll_back_bot": _("went to another version"),
    "delete_version": _("deleted the file of a version"),
    "retire_bot": _("retired it"),
    "withdraw_challenge": _("took a challenge back"),
}

REQUESTED_BYES: dict[Requested, Text] = {
    "half": _("sits out, for the points of a draw"),
    "full": _("sits out, for the points of a win"),
    "zero": _("sits out, without points"),
}
"""What is said of an entry that asked for a bye, by what that is worth."""


def fault(kind: str) -> Text:
    """What a bot did wrong, as the end of a sentence that begins with its name."""
    return FAULTS.get(kind, kind)


def game(key: str) -> str:
    """A game's name; its key where the engine does not know it any more."""
    try:
        return find_game(key).NAMES[readers_language()]
    except GameError:
        return key


def ruleset(of: Ruleset) -> str:
    """A ruleset for people: the site's plain ones by game and deals, a club's by its own name."""
    if of.club_id or of.options:
        return of.name
    count = ngettext("%(count)d deal", "%(count)d deals", of.deals) % {"count": of.deals}
    return f"{game(of.game)}, {count}"


@dataclass(frozen=True)
class Choice:
    """
    An option that a ruleset has chosen: its label and its value as people read them.

    idle: where it would matter, if at this table it changes nothing; else empty.
    """

    label: str
    value: str
    idle: str


def choices(of: Ruleset) -> list[Choice]:
    """What a ruleset says about options; nothing where the engine does not know them any more."""
    lang = readers_language()
    try:
        played = find_game(of.game)(seats=of.seats, sides=of.sides, **of.options)
    except GameError:
        return []
    idle = {one["name"]: one["told"] for one in without_effect(played, lang)}
    return [
        Choice(option["label"], _value(option, played.options[name]), idle.get(name, ""))
        for option in describe(of.game, lang)
        if (name := option["name"]) in of.options
    ]


def _value(option: dict[str, Any], value: object) -> str:
    labels = [label for choice, label in option.get("choices", ()) if choice == value]
    return str(labels[0] if labels else value)


def round_name(number: int, last: int) -> Text:
    """A knockout's round, named from its end: final, semi-finals, quarter-finals, then 1/8."""
    left = last - number
    if left == 0:
        return _("Final")
    if left == 1:
        return _("Semi-finals")
    if left == 2:
        return _("Quarter-finals")
    return f"1/{2**left}"


def name_of_round(stage: AnyStage, number: int) -> Text:
    """A knockout's round by its name, any other by its number."""
    if isinstance(stage, Elimination) and not isinstance(stage.plan, DoubleElimination):
        return round_name(number, stage.rounds_total)
    return gettext("Round %(number)d") % {"number": number}


def part_of_round(stage: Elimination, table: Table) -> Text:
    """What a match of a bracket is, where its round has several kinds; else empty."""
    plan = stage.plan
    if isinstance(plan, DoubleElimination):
        return part_name(*plan.part((table.key.round, table.slot)))
    is_last = table.key.round == stage.rounds_total
    return _("Third place") if is_last and table.slot == 2 else ""


def part_name(part: Part, number: int) -> Text:
    """A round of a double elimination: which of the winners' or the losers', final or reset."""
    match part:
        case Part.WINNERS:
            return gettext("Winners' round %(number)d") % {"number": number}
        case Part.LOSERS:
            return gettext("Losers' round %(number)d") % {"number": number}
        case Part.FINAL:
            return _("Final")
        case Part.RESET:
            return _("Second final")
