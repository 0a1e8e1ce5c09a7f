"""Bots that misbehave on purpose, each with the fault it must get: a trial of the sandbox."""

from pathlib import Path

# File name without .py: the kind of fault it ends with. None: its mischief is refused by the walls,
# it says so in the note of its move, and plays on.
EXPECTED: dict[str, str | None] = {
    "broken": "no_start",
    "mute": "no_start",
    "wrong_version": "no_start",
    "crashing": "crashed",
    "aborting": "crashed",
    "leaving": "exited",
    "asleep": "timeout",
    "slow": "cpu_limit",
    "threaded": "cpu_limit",
    "hungry": "memory_limit",
    "chattering": "unexpected_output",
    "logging": "stderr_limit",
    "padding": "output_limit",
    "endless_line": "line_too_long",
    "rubbish": "bad_answer",
    "misnumbered": "bad_answer",
    "cheating": "illegal_move",
    "tracing": "forbidden_syscall",
    "forking": None,
    "calling_home": None,
    "reading_files": None,
    "writing_files": None,
    "outliving": None,
}


def source(name: str) -> bytes:
    """The program of the misbehaving bot *name*, as its author would upload it."""
    return Path(__file__).with_name(f"{name}.py").read_bytes()
