"""The admin site: for looking, and for the few things an operator edits by hand."""

from league.admin import contests, people

__all__ = ["contests", "people"]
