"""Finite fields, as the geometry behind perfect schedules needs them: numbers 0 to q - 1."""

from dataclasses import dataclass
from functools import cache

_MOST_ELEMENTS = 1000
# x^degree = this polynomial, by its digits in base p, lowest power first: one of the irreducible
# ones of each order; the tests show that every equation has one answer.
_REDUCED = {
    4: (1, 1),
    8: (1, 1, 0),
    9: (2, 0),
    16: (1, 1, 0, 0),
    25: (2, 0),
    27: (2, 1, 0),
    32: (1, 0, 1, 0, 0),
    49: (6, 0),
    64: (1, 1, 0, 0, 0, 0),
}


@dataclass(frozen=True, slots=True)
class Field:
    """The field of *order* elements; 0 and 1 are the numbers, ``prime`` is its characteristic."""

    order: int
    prime: int
    degree: int

    def plus(self, one: int, other: int) -> int:
        if self.degree == 1:
            return (one + other) % self.order
        return _sum_table(self)[one][other]

    def times(self, one: int, other: int) -> int:
        if self.degree == 1:
            return one * other % self.order
        return _product_table(self)[one][other]

    def sum_by_digits(self, one: int, other: int) -> int:
        """What :meth:`plus` looks up, reckoned as polynomials."""
        digits = zip(self._digits(one), self._digits(other), strict=True)
        return self._number([(a + b) % self.prime for a, b in digits])

    def product_by_digits(self, one: int, other: int) -> int:
        """What :meth:`times` looks up, reckoned as polynomials."""
        product = [0] * self.degree
        for factor in reversed(self._digits(other)):
            # Horner: multiply what there is by x, then add the next multiple of `one`.
            carry = product[-1]
            product = [0, *product[:-1]]
            product = [
                (digit + carry * reduced + factor * own) % self.prime
                for digit, reduced, own in zip(
                    product, _REDUCED[self.order], self._digits(one), strict=True
                )
            ]
        return self._number(product)

    def _digits(self, number: int) -> list[int]:
        digits = []
        for _ in range(self.degree):
            number, digit = divmod(number, self.prime)
            digits.append(digit)
        return digits

    def _number(self, digits: list[int]) -> int:
        number = 0
        for digit in reversed(digits):
            number = number * self.prime + digit
        return number


@cache
def field_of(order: int) -> Field | None:
    """The field with *order* elements; None where there is none, or none is kept here."""
    powers = prime_powers(order)
    if len(powers) != 1 or order > _MOST_ELEMENTS:
        return None
    ((prime, degree),) = powers
    return Field(order, prime, degree) if degree == 1 or order in _REDUCED else None


@cache
def _sum_table(field: Field) -> list[list[int]]:
    numbers = range(field.order)
    return [[field.sum_by_digits(one, other) for other in numbers] for one in numbers]


@cache
def _product_table(field: Field) -> list[list[int]]:
    numbers = range(field.order)
    return [[field.product_by_digits(one, other) for other in numbers] for one in numbers]


def prime_powers(number: int) -> list[tuple[int, int]]:
    """The primes of *number* with their powers: 12 is [(2, 2), (3, 1)]; 1 has none."""
    powers = []
    prime = 2
    while number > 1:
        power = 0
        while number % prime == 0:
            number //= prime
            power += 1
        if power:
            powers.append((prime, power))
        prime = prime + 1 if prime * prime <= number else max(number, prime + 1)
    return powers
