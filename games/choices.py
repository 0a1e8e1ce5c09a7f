"""One thing about a game that may be chosen: its values, its name and its meaning."""

from __future__ import annotations

from games.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Value = bool | int | str


class Option:
    """
    An option of a game, described well enough to draw a form or a JSON schema from it.

    Either `choices` lists every value, or `low` and `high` bound a whole number (inclusive).
    Labels and help are by language, `en` and `ru`; `choice_labels` by value, then language.
    """

    __slots__ = ("choice_labels", "choices", "default", "help", "high", "label", "low", "name")

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
    ) -> None:
        self.name = name
        self.default = default
        self.label = label
        self.help = help
        self.choices = tuple(choices)
        self.low = low
        self.high = high
        self.choice_labels = choice_labels or {}

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
        if isinstance(value, bool) and self.choices == ("off", "on"):
            value = self.choices[value]
        if isinstance(value, bool | int | str):
            if any(value == choice and type(value) is type(choice) for choice in self.choices):
                return value
            if not self.choices and type(value) is int and self.low <= value <= self.high:
                return value
        raise OptionError(self.name, value, self.allowed())


def chosen(options: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """
    Every option with its value: the given one, else its default.

    Raises:
        OptionError: For an unknown option or a value that is not allowed.
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise OptionError(name, value, f"no such option; there is: {', '.join(known)}")
    return {
        name: option.checked(given[name]) if name in given else option.default
        for name, option in known.items()
    }
