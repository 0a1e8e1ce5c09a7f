"""
Perfect schedules: rounds of tables at which nobody meets anybody twice, by construction.

Affine spaces, transversal designs over finite fields and their products, both with some entries
left out, and kept designs (Kirkman's fifteen schoolgirls, ten rounds of thirty-two). See Colbourn
and Dinitz, Handbook of Combinatorial Designs, on resolvable designs and on MacNeish's product.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, product

from league.scheduling.couples_design import thirty_two
from league.scheduling.cyclic_designs import CYCLIC_DESIGNS
from league.scheduling.fields import Field, field_of, prime_powers

Groups = list[tuple[int, ...]]
"""One round: who sits together, whatever the seats."""


def perfect_rounds(sizes: Sequence[int], most: int) -> list[Groups]:
    """
    At most *most* rounds without a second meeting, at tables of these *sizes*.

    Entries are numbered from 1, and all play in every round. There are fewer rounds, or none,
    where no more are known; longer schedules may exist.
    """
    longest: list[Groups] = []
    for rounds in _known(tuple(sizes), most):
        longest = max(longest, rounds[:most], key=len)
        if len(longest) == most:
            break
    return [
        sorted(
            (tuple(sorted(number + 1 for number in table)) for table in groups),
            key=lambda table: (-len(table), table),
        )
        for groups in longest
    ]


def meets_everybody(entries: int, rounds: Sequence[Groups]) -> bool:
    """Whether rounds without a second meeting leave nobody unmet: then they can start again."""
    met = sum(len(table) * (len(table) - 1) for groups in rounds for table in groups)
    return met == entries * (entries - 1)


def _known(sizes: tuple[int, ...], most: int) -> Iterator[list[Groups]]:
    size = max(sizes, default=0)
    smaller = sizes.count(size - 1)
    if not sizes or sizes.count(size) + smaller < len(sizes):
        return
    entries = sum(sizes)
    if smaller <= 1:
        # With one entry left out, one table of each round is a seat short.
        whole = entries + smaller
        for rounds in (_affine(whole, size, most), _found(whole, size)):
            yield _without(rounds, range(entries, whole))
    tables = len(sizes)
    rounds = _transversal(size, tables, most)
    if rounds and not smaller and tables % size == 0:
        rounds += _inside(size, tables, most - len(rounds))
    # Those of one column never meet: leaving some of them out shortens as many tables.
    yield _without(rounds, range(entries, size * tables))


def _affine(entries: int, size: int, most: int) -> list[Groups]:
    """The lines of the affine space with *size* points on a line, one direction a round."""
    field, dimension = field_of(size), 1
    while size**dimension < entries:
        dimension += 1
    if field is None or size**dimension != entries or dimension < 2:
        return []
    points = list(product(range(size), repeat=dimension))
    number = {point: place for place, point in enumerate(points)}
    directions = [
        (*[0] * zeros, 1, *rest)
        for zeros in range(dimension)
        for rest in product(range(size), repeat=dimension - zeros - 1)
    ]
    return [
        sorted(
            {
                tuple(sorted(number[_along(field, point, way, step)] for step in range(size)))
                for point in points
            }
        )
        for way in directions[:most]
    ]


def _along(
    field: Field, point: tuple[int, ...], way: tuple[int, ...], step: int
) -> tuple[int, ...]:
    return tuple(
        field.plus(place, field.times(step, part)) for place, part in zip(point, way, strict=True)
    )


def _found(entries: int, size: int) -> list[Groups]:
    if (entries, size) == (32, 4):
        return thirty_two()
    design = CYCLIC_DESIGNS.get((entries, size))
    return design.rounds() if design else []


def _transversal(size: int, tables: int, most: int) -> list[Groups]:
    """
    Up to as many rounds as tables: *size* columns of entries, one of each column at every table.

    In round m, table b, column c sits entry ``m * c + b`` of the column, reckoned in the product
    of fields whose orders make up *tables*; each field needs *size* elements.
    """
    orders = [prime**power for prime, power in prime_powers(tables)]
    fields = [field for order in orders if order >= size and (field := field_of(order))]
    if len(fields) < len(orders) or not orders:
        return []
    shifts = [
        [_shift(fields, slope, column, tables) for column in range(size)]
        for slope in islice(product(*map(range, orders)), most)
    ]
    return [
        [
            tuple(column * tables + shift[base] for column, shift in enumerate(columns))
            for base in range(tables)
        ]
        for columns in shifts
    ]


def _shift(fields: list[Field], slope: tuple[int, ...], column: int, tables: int) -> list[int]:
    """Where column *column* sends every base: ``slope * column + base`` in each field."""
    orders = [field.order for field in fields]
    added = [field.times(part, column) for field, part in zip(fields, slope, strict=True)]
    shifted = []
    for base in product(*map(range, orders)):
        number = 0
        for field, one, other in zip(fields, base, added, strict=True):
            number = number * field.order + field.plus(one, other)
        shifted.append(number)
    assert len(shifted) == tables
    return shifted


def _inside(size: int, tables: int, most: int) -> list[Groups]:
    """Rounds in which each column of a transversal design, *tables* entries, keeps to itself."""
    return [
        [
            tuple(column * tables + number - 1 for number in table)
            for column in range(size)
            for table in groups
        ]
        for groups in perfect_rounds([size] * (tables // size), most)
    ] or [[tuple(range(first, first + size)) for first in range(0, size * tables, size)]]


def _without(rounds: list[Groups], left_out: range) -> list[Groups]:
    return [
        [tuple(number for number in table if number not in left_out) for table in groups]
        for groups in rounds
    ]
