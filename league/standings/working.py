"""How a tie-break came to its value: the sum as a club secretary would write it down."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import prod


@dataclass(frozen=True, slots=True)
class Term:
    """
    One summand: the product of *factors*, divided by *over*.

    *opponent* and *round* say what it comes from, where it comes from one. *virtual* stands
    for a round without play, in which the opponent is thought up. *cut* is shown and not
    added.
    """

    factors: tuple[float, ...]
    opponent: int | None = None
    round: int | None = None
    over: int = 1
    virtual: bool = False
    cut: bool = False

    @property
    def value(self) -> float | Fraction:
        """The summand; exact."""
        product = prod(self.factors)
        return product if self.over == 1 else Fraction(product) / self.over

    @property
    def text(self) -> str:
        """As figures: ``4 × 0.5`` or ``7 / 3``; in brackets where it is cut."""
        shown = " × ".join(_plain(factor) for factor in self.factors)
        if self.over != 1:
            shown += f" / {self.over}"
        return f"({shown})" if self.cut else shown


@dataclass(frozen=True, slots=True)
class Working:
    """A sum of terms, divided by *over* where it is an average."""

    terms: tuple[Term, ...]
    over: int = 1

    @property
    def value(self) -> float:
        """What the terms come to. Equal sums are equal numbers, however they came about."""
        total = sum(term.value for term in self.terms if not term.cut)
        return settled(total if self.over == 1 else Fraction(total) / self.over)

    @property
    def text(self) -> str:
        """As figures: ``4 × 1 + 2.5 × 0.5``; ``0`` where nothing adds to it."""
        shown = _joined(term.text for term in self.terms) or "0"
        return shown if self.over == 1 else f"({shown}) / {self.over}"


def settled(number: float | Fraction) -> float:
    """*number* without the noise that thirds leave behind, so that equal ones compare equal."""
    return round(float(number), 9)


def _joined(terms: Iterable[str]) -> str:
    shown = ""
    for term in terms:
        if not shown:
            shown = term
        elif term.startswith("-"):
            shown += f" - {term[1:]}"
        else:
            shown += f" + {term}"
    return shown


def _plain(number: float) -> str:
    return f"{number:.10g}"
