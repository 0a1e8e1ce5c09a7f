"""
What a user can mend.

    LeagueError            the act is refused; the message says why and what to do; status 400
    ├── NotAllowed         this user may not do this; 403
    ├── Conflict           it does not fit what is there now; 409
    └── BadInput           a value is wrong: ``field`` names it; 422 on pages, 400 in the API
        └── BadLines       several lines of a list are wrong, each with its number

Anything else that is raised is a fault of ours and is loud.
"""

from collections.abc import Sequence

from django.utils.functional import Promise

Text = str | Promise
"""A sentence for the user, translated now or when it is shown."""


class LeagueError(Exception):
    """
    An act that is refused.

    Attributes:
        code: A stable word for programs.
        detail: A translated sentence for people: what is wrong, and the remedy.
    """

    status = 400

    def __init__(self, detail: Text, *, code: str = "refused") -> None:
        super().__init__(detail)
        self.detail = detail
        self.code = code

    def __str__(self) -> str:
        return str(self.detail)


class NotAllowed(LeagueError):
    """This user may not do this."""

    status = 403

    def __init__(self, detail: Text, *, code: str = "not_allowed") -> None:
        super().__init__(detail, code=code)


class Conflict(LeagueError):
    """The act does not fit what is there now; look again and decide anew."""

    status = 409

    def __init__(self, detail: Text, *, code: str = "conflict") -> None:
        super().__init__(detail, code=code)


class BadInput(LeagueError):
    """A value is wrong; *field* is its name in forms and in the API."""

    def __init__(self, field: str, detail: Text, *, code: str = "invalid") -> None:
        super().__init__(detail, code=code)
        self.field = field


class BadLines(BadInput):
    """Lines of a list are wrong: ``lines`` has (number from 1, sentence) for each."""

    def __init__(self, field: str, lines: Sequence[tuple[int, Text]], detail: Text) -> None:
        super().__init__(field, detail, code="bad_lines")
        self.lines = list(lines)
