"""How well strengths explain the deals: the penalised likelihood, its slope and its curvature."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve
from scipy.optimize import minimize

from league.ratings.choices import Choices, Floats, Integers

CONVERGED = 1e-8
"""The largest last step of the fit, in natural units (a step of 0.000002 rating points)."""

STEPS = 50
"""Newton's steps before the fit gives up; it needs two or three."""

SMALLEST = -600.0
"""Exponents stop here: odds so long are never met, and zero has no logarithm."""


@dataclass(frozen=True)
class Posterior:
    """
    Minus the logarithm of likelihood times prior, as a function of strengths.

    Strengths are in natural units, shape (competitors,): a difference of d means odds of
    exp(d). The prior is normal around 0 with standard deviation *prior_width*.
    """

    choices: Choices
    prior_width: float

    @property
    def competitors(self) -> int:
        return len(self.choices.left_behind)

    def value_and_slope(self, strengths: Floats) -> tuple[float, Floats]:
        pull = strengths / self.prior_width**2
        value = self.choices.left_behind @ strengths + strengths @ pull / 2
        slope = self.choices.left_behind + pull
        for group in self.choices.sets:
            log_total, chances = _chances(strengths, group.members)
            value += group.weights @ log_total
            slope -= self._sums(group.members, chances * group.weights)
        return float(value), slope

    def curvature(self, strengths: Floats) -> Floats:
        """
        The second derivative: Fisher information of the deals, and the prior's once.

        Shape (competitors, competitors).
        """
        size = self.competitors
        found = np.zeros(size * size)
        diagonal = np.full(size, self.prior_width**-2)
        for group in self.choices.sets:
            _, chances = _chances(strengths, group.members)
            weighted = chances * group.weights
            diagonal += self._sums(group.members, weighted)
            for member, chance in zip(group.members, weighted, strict=True):
                cells = member * size + group.members
                both = chance * chances
                found -= np.bincount(cells.ravel(), both.ravel(), minlength=size * size)
        information = found.reshape(size, size)
        information[np.diag_indices(size)] += diagonal
        return information

    def centred_curvature(self, strengths: Floats) -> Floats:
        """
        The curvature with the level common to all held fast; shape (competitors, competitors).

        The deals tell only differences, so without this the level would be as soft as the
        prior is wide. Nothing that depends on differences alone is changed by it.
        """
        return self.curvature(strengths) + 1 / self.competitors

    def _sums(self, members: Integers, amounts: Floats) -> Floats:
        sums = np.bincount(members.ravel(), amounts.ravel(), minlength=self.competitors)
        return sums.astype(np.float64, copy=False)


def most_likely(posterior: Posterior) -> Floats:
    """
    The strengths that explain the deals best, shape (competitors,); their mean is 0.

    A quasi-Newton search comes near, Newton's own steps make it exact.

    Raises:
        ArithmeticError: If the search does not settle.
    """
    near = minimize(
        posterior.value_and_slope,
        np.zeros(posterior.competitors),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": 1000, "ftol": 1e-11},
    )
    strengths = _centred(near.x)
    for _ in range(STEPS):
        value, slope = posterior.value_and_slope(strengths)
        step = solve(posterior.centred_curvature(strengths), slope, assume_a="pos")
        if np.abs(step).max() < CONVERGED:
            return _centred(strengths - step)
        strengths = downhill(posterior, strengths, step, value)
    raise ArithmeticError(f"the rating fit did not settle after {STEPS} steps")


def _centred(strengths: Floats) -> Floats:
    return strengths - np.mean(strengths)


def downhill(posterior: Posterior, strengths: Floats, step: Floats, value: float) -> Floats:
    """A full step, or the part of it that does not make things worse."""
    part = 1.0
    while part > 1e-6:
        moved = strengths - part * step
        if posterior.value_and_slope(moved)[0] <= value + 1e-12 * abs(value):
            return moved
        part /= 2
    return moved


def _chances(strengths: Floats, members: Integers) -> tuple[Floats, Floats]:
    """
    The logarithm of each group's sum, shape (groups,), and each member's chance to be left.

    The weaker one is, the likelier he is left behind; chances: shape (size, groups).
    """
    weakest = strengths.min()
    weakness = np.exp(np.maximum(weakest - strengths, SMALLEST))
    odds = weakness[members]
    total = odds.sum(axis=0)
    return np.log(total) - weakest, odds / total
