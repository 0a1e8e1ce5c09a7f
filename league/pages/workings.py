"""How a tie-break came to its value, line by line, with the names of the opponents."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.standings.values import TieBreakValue
from league.standings.working import Term

DECIMALS = 3


@dataclass(frozen=True, slots=True)
class WorkedTerm:
    """A summand: what it comes from and its figures; *is_cut* where it is shown and not added."""

    label: str
    text: str
    is_cut: bool


@dataclass(frozen=True, slots=True)
class Value:
    """
    A tie-break's value, rounded to be read, and its working; *over* is what the sum is divided by,
    1 mostly.
    """

    key: str
    value: float | None
    terms: tuple[WorkedTerm, ...] = ()
    over: int = 1
    has_working: bool = False


def worked(value: TieBreakValue, name_of: Callable[[int], str]) -> Value:
    """A tie-break's value as a page shows it."""
    working = value.working
    shown = None if value.value is None else round(value.value, DECIMALS)
    if working is None:
        return Value(value.key, shown)
    terms = tuple(
        WorkedTerm(_label(term, name_of), term.text.replace("-", "−"), term.cut)
        for term in working.terms
    )
    return Value(value.key, shown, terms, working.over, has_working=True)


def _label(term: Term, name_of: Callable[[int], str]) -> str:
    said = []
    if term.round is not None:
        said.append(_("Round %(number)d") % {"number": term.round})
    if term.virtual:
        said.append(_("without play"))
    elif term.opponent is not None:
        said.append(name_of(term.opponent))
    return ", ".join(said)
