"""What an author is told of a check: its steps, each kind of fault, and what to mend."""

from collections.abc import Mapping
from typing import Any

from bots.sandbox.limits import Limits

# In this order; a step is tried only if all before it were passed.
STEPS: dict[str, str] = {
    "bundle": "the bundle can be opened",
    "handshake": "it answers hello with ready",
    "start": "it starts in time, every time",
    "flush": "its answers come at once",
    "output": "it is silent while nothing is asked",
    "positions": "it plays legal moves in positions drawn by lot",
    "itself": "it plays a match against itself",
    "house": "it plays a match against the house",
    "limits": "it keeps the limits, with room to spare",
}

# What the author is told of each kind of fault.
EXPLANATIONS = {
    "no_start": "it did not start: it must answer hello with ready within {start_ms} ms",
    "crashed": "it ended with an error",
    "exited": "it ended before the match did",
    "forbidden_syscall": "it asked the system for what no bot may have",
    "timeout": "it did not answer within {move_wall_ms} ms, or {deal_wall_ms} ms for a deal",
    "cpu_limit": "it used more than {move_cpu_ms} ms CPU for a move or {deal_cpu_ms} ms for a deal",
    "memory_limit": "it used more than {memory_mb} MB of memory",
    "output_limit": "it wrote more than 4 MiB in one match",
    "stderr_limit": "it wrote more than 64 KiB of log in one match",
    "line_too_long": "it wrote a line of more than {line_bytes} bytes",
    "unexpected_output": "it wrote to standard output although nothing was asked",
    "bad_answer": "its answer was no message of the protocol",
    "illegal_move": "it played an illegal move twice in a row",
}

# What to mend: by the kind of fault, or by a cause that the check has found out.
ADVICE = {
    "bundle": "Pack one .py file, or a .zip with bot.py at its top.",
    "bundle_empty": "There is nothing in it: was the bot saved, and is it the right file?",
    "bundle_too_large": (
        "Leave out what it does not need to play; in a .zip the files are packed smaller."
    ),
    "bundle_unpacked_size": "Leave out what it does not need to play.",
    "bundle_too_many_files": "Leave out what it does not need to play, or join files.",
    "bundle_not_text": "A bot is source, plain text in UTF-8; or a .zip with such files.",
    "unflushed": (
        "Its answer was written and lay in a buffer until the input ended. Write "
        "print(..., flush=True), or use the kit (from bots.kit import run), which does so."
    ),
    "no_start": (
        "Before anything else it must read hello and answer "
        '{"type":"ready","name":"…","protocol":1}; the kit does so. Its log says how far it came.'
    ),
    "import": (
        "No libraries are installed for bots: there is Python's standard library, bots.kit, games, "
        "and the bot's own files, packed beside bot.py in a .zip."
    ),
    "no_run": (
        "It ended without an error and said nothing: the last line of bot.py must be "
        "run(YourBot), with the name of your class."
    ),
    "network": (
        "There is no network for bots, here or on the site: leave out what opens a socket, and "
        "pack what it needs to know beside bot.py in a .zip."
    ),
    "error_at_start": "It ended with an error before ready; the last lines of its log say where.",
    "version": 'Its first line must be {"type":"ready","name":"…","protocol":1}.',
    "slow_start": "Load less before ready, or load it at the first question.",
    "crashed": "The last lines of its log say where; the position below makes it happen again.",
    "exited": "It must go on reading and answering until bye; look for sys.exit and an early end.",
    "forbidden_syscall": "No network, no other programs, no files, no debugging of processes.",
    "timeout": "It waited without thinking: look for a sleep, a lock, a read that waits.",
    "cpu_limit": "Search less deep, or watch the clock: every ask says cpu_left_ms.",
    "memory_limit": "Keep less in memory; give every cache a bound.",
    "output_limit": "Write nothing but one short line for each ask.",
    "stderr_limit": "Log less: nothing in every move, or only behind a switch.",
    "line_too_long": "An answer is one short line that ends with \\n.",
    "unexpected_output": (
        "One line for each ask and not a byte more. Write notes to standard error, "
        "print(..., file=sys.stderr), or use the kit, which sends every print there."
    ),
    "bad_answer": (
        "Every line on standard output must be one answer with the id of the ask: "
        '{"type":"move","id":17,"move":"take"}.'
    ),
    "no_return": (
        "Its move was null, None in Python: did you forget “return”? Every way through move() "
        "must end with one."
    ),
    "prints": (
        "A line on standard output was no JSON. Write notes to standard error, "
        "print(..., file=sys.stderr), or use the kit, which sends every print there."
    ),
    "illegal_move": "Choose from the menu: it lists every legal move.",
}


def explain(kind: str, limits: Limits) -> str:
    """A kind of fault in words."""
    return EXPLANATIONS[kind].format(**limits.to_json())


def told(step: str, facts: Mapping[str, Any]) -> str:
    """What was measured in a step, in a few words; "" where there is nothing to tell."""
    if step not in _TOLD or not facts:
        return ""
    return _TOLD[step].format(**{**facts, **_spoken(facts)})


_TOLD = {
    "bundle": "files: {files}, bytes: {size:,}",
    "handshake": "“{name}”, protocol {protocol}",
    "start": "{starts} starts, the slowest {wall_ms} ms, {cpu_ms} ms CPU; allowed {start_ms:,} ms",
    "positions": "{asked} at tables of {seats}; slowest answer {cpu_ms} ms CPU, {wall_ms} ms wall",
    "itself": "{deals} deals, {scores}; slowest answer {cpu_ms} ms CPU",
    "house": "{deals} deals against {opponent}, {scores}; slowest answer {cpu_ms} ms CPU",
    "limits": (
        "CPU {move_cpu_ms} ms a move, {deal_cpu_ms} a deal; {move_wall_ms} ms wall; "
        "{memory_mb} MB; {output_bytes} bytes written, {log_bytes} of log"
    ),
}


def _spoken(facts: Mapping[str, Any]) -> dict[str, str]:
    spoken = {}
    for name, value in facts.items():
        if name == "seats":
            spoken[name] = ", ".join(map(str, value))
        elif name == "scores":
            spoken[name] = ", ".join(":".join(map(str, scores)) for scores in value)
        elif isinstance(value, list):
            used, allowed = value
            spoken[name] = f"{used:,} of {allowed:,}"
        elif name == "cpu_ms" and value == 0:
            spoken[name] = "under 1"
    return spoken
