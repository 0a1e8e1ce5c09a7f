"""One thing about a game that may be chosen: its values, its meaning, and what it goes with."""

from __future__ import annotations

from games.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Value = bool | int | str

SWITCH = ("off", "on")


class Only:
    """
    Where a choice has its place: with these seats, these sides or these other choices only.

    where: one of these must hold; each gives, by name (`seats`, `sides` or another option), the
    values of which that name must have one.
    values: the choices this is said of; none for the option as a whole.
    why: the reason in a few words, by language.
    """

    __slots__ = ("values", "where", "why")

    def __init__(
        self,
        *where: Mapping[str, tuple[Value, ...]],
        why: Mapping[str, str],
        values: tuple[Value, ...] = (),
    ) -> None:
        self.where = where
        self.why = why
        self.values = values

    def speaks_of(self, value: Value) -> bool:
        """Whether this is said of an option with *value*."""
        return not self.values or value in self.values

    def holds(self, table: Mapping[str, Value]) -> bool:
        """
        Whether a table is as it must be; *table* has the seats, the sides and all options.

        What the table does not tell is taken to be as it must.
        """
        return any(
            all(name not in table or table[name] in values for name, values in place.items())
            for place in self.where
        )

    def names(self) -> tuple[str, ...]:
        """What this looks at, each name once."""
        return tuple(dict.fromkeys(name for place in self.where for name in place))

    def told(self) -> str:
        """The places in the names of the options, for a message to whoever sets up a game."""
        return ", or ".join(
            " and ".join(f"{name} {_listed(values)}" for name, values in place.items())
            for place in self.where
        )


class Option:
    """
    An option of a game, described well enough to draw a form or a JSON schema from it.

    Either `choices` lists every value, or `low` and `high` bound a whole number (inclusive).
    Labels and help are by language, `en` and `ru`; `choice_labels` by value, then language.
    defaults: the default by the number of seats, where it is another than `default`.
    needs: where a choice is possible at all; elsewhere it is refused.
    matters: where a choice changes anything; elsewhere it is accepted and does nothing.
    """

    __slots__ = (
        "choice_labels",
        "choices",
        "default",
        "defaults",
        "help",
        "high",
        "label",
        "low",
        "matters",
        "name",
        "needs",
    )

    def __init__(
        self,
        name: str,
        default: Value,
        *,
        label: Mapping[str, str],
        help: Mapping[str, str],
        choices: Iterable[Value] = (),
        low: int = 0,
        high: int = 0,
        choice_labels: Mapping[str, Mapping[str, str]] | None = None,
        defaults: Mapping[int, Value] | None = None,
        needs: tuple[Only, ...] = (),
        matters: tuple[Only, ...] = (),
    ) -> None:
        self.name = name
        self.default = default
        self.label = label
        self.help = help
        self.choices = tuple(choices)
        self.low = low
        self.high = high
        self.choice_labels = choice_labels or {}
        self.defaults = defaults or {}
        self.needs = needs
        self.matters = matters

    @property
    def is_switch(self) -> bool:
        """Whether it is `off` or `on`; then false and true are taken for them."""
        return self.choices == SWITCH

    def default_at(self, seats: int | None) -> Value:
        """What holds where nothing is chosen, at a table of *seats*."""
        return self.default if seats is None else self.defaults.get(seats, self.default)

    def allowed(self) -> str:
        """What may be chosen, for a message."""
        if self.choices:
            return ", ".join(str(choice) for choice in self.choices)
        return f"{self.low} to {self.high}"

    def checked(self, value: object) -> Value:
        """
        *value* itself, if it may be chosen; true is not taken for 1, nor 1.0 for 1.

        Where the choice is between `off` and `on`, false and true are taken for them.

        Raises:
            OptionError: Naming the option, the value and what is allowed.
        """
        if isinstance(value, bool) and self.is_switch:
            value = SWITCH[value]
        if isinstance(value, bool | int | str):
            if any(value == choice and type(value) is type(choice) for choice in self.choices):
                return value
            if not self.choices and type(value) is int and self.low <= value <= self.high:
                return value
        raise OptionError(self.name, value, self.allowed())

    def unmet(self, table: Mapping[str, Value]) -> Only | None:
        """The first need of the choice made that *table* does not meet; None if there is none."""
        return _first_unmet(self.needs, table[self.name], table)

    def idle(self, table: Mapping[str, Value]) -> Only | None:
        """Where the choice made would change something, if at *table* it does not; else None."""
        return _first_unmet(self.matters, table[self.name], table)

    def possible(self, table: Mapping[str, Value]) -> tuple[Value, ...]:
        """The choices that the rest of *table* leaves."""
        return tuple(
            choice for choice in self.choices if _first_unmet(self.needs, choice, table) is None
        )


def chosen(
    options: Iterable[Option],
    given: Mapping[str, object],
    seats: int | None = None,
    sides: str | None = None,
) -> dict[str, Value]:
    """
    Every option with its value: the given one, else its default at a table of *seats*.

    Without *seats* and *sides* what depends on them is not checked.

    Raises:
        OptionError: For an unknown option, a value that is not allowed, or one that does not go
            with the table or with another option.
    """
    options = tuple(options)
    values = settled(options, given, seats)
    table = table_of(values, seats, sides)
    for option in options:
        need = option.unmet(table)
        if need is not None:
            raise _refusal(option, need, table)
    return values


def settled(
    options: Iterable[Option], given: Mapping[str, object], seats: int | None = None
) -> dict[str, Value]:
    """
    Every option with its value, whether they go together or not.

    Raises:
        OptionError: For an unknown option or a value that is not allowed.
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise OptionError(name, value, f"the options {', '.join(known)}")
    return {
        name: option.checked(given[name]) if name in given else option.default_at(seats)
        for name, option in known.items()
    }


def table_of(values: Mapping[str, Value], seats: int | None, sides: str | None) -> dict[str, Value]:
    """Options, seats and sides in one mapping, as `Only` looks at them."""
    table: dict[str, Value] = dict(values)
    if seats is not None:
        table["seats"] = seats
    if sides is not None:
        table["sides"] = sides
    return table


def _first_unmet(onlys: tuple[Only, ...], value: Value, table: Mapping[str, Value]) -> Only | None:
    for only in onlys:
        if only.speaks_of(value) and not only.holds(table):
            return only
    return None


def _refusal(option: Option, need: Only, table: Mapping[str, Value]) -> OptionError:
    """What may be chosen instead, what would have to change, and why."""
    value = table[option.name]
    given = ", ".join(f"{name}={table[name]!r}" for name in need.names() if name in table)
    instead = _listed(option.possible(table))
    remedy = f"{instead} with {given}; " if instead else ""
    return OptionError(
        option.name, value, f"{remedy}{value} only with {need.told()}: {need.why['en']}"
    )


def _listed(values: tuple[Value, ...]) -> str:
    return " or ".join(str(value) for value in values)
