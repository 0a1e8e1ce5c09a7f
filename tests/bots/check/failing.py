"""Bots that fail on purpose, each with the step it must fail at and what must be told."""

from dataclasses import dataclass

from bots.sandbox.limits import Limits

# Little patience, so that waiting for those that do not answer is short.
IMPATIENT = Limits(start_ms=2_500, move_cpu_ms=250, deal_cpu_ms=1_500, move_wall_ms=2_000)
# The least memory, so that it is soon used up, and the time for that.
SMALL = Limits(memory_mb=64)


@dataclass(frozen=True, slots=True)
class Failing:
    """A program, and the step, kind of fault and cause that its check must end with."""

    source: bytes
    step: str
    kind: str
    cause: str
    limits: Limits = IMPATIENT


def kit_bot(body: str, before: str = "") -> bytes:
    """A bot of the kit whose move has this *body*."""
    return (
        f"{before}\nfrom bots import kit\nfrom bots.kit import Bot, run\nclass Failing(Bot):\n"
        f"    moves = 0\n    def move(self, view, menu):\n        self.moves += 1\n        {body}\n"
        "        return menu.lowest()\nrun(Failing)\n"
    ).encode()


def plain_bot(ready: str = "answer({'type': 'ready', 'protocol': 1})", move: str = "") -> bytes:
    """A bot without the kit, which prints; *ready* and *move* are done instead of answering."""
    move = move or "answer({'type': 'move', 'id': message['id'], 'move': first(message)})"
    return (
        "import json, sys\n"
        "out = open(1, 'w', closefd=False)\n"
        "def first(message):\n"
        "    menu = message['menu']\n"
        "    words = [word for word in ('take', 'pass') if word in menu]\n"
        "    return words[0] if words else 'attack ' + ' '.join(menu['attack'][0])\n"
        "def answer(value, flush=True):\n"
        "    out.write(json.dumps(value) + '\\n')\n"
        "    if flush: out.flush()\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'hello':\n"
        f"        {ready}\n"
        "    if message['type'] == 'ask':\n"
        f"        {move}\n"
        "    if message['type'] == 'bye':\n"
        "        break\n"
    ).encode()


ASKED = "'type': 'move', 'id': message['id'], 'move': first(message)"

FAILING = {
    "broken": Failing(
        b"raise RuntimeError('forgot something')\n", "handshake", "no_start", "error_at_start"
    ),
    "importing": Failing(kit_bot("pass", "import numpy"), "handshake", "no_start", "import"),
    "mute": Failing(b"import time\ntime.sleep(100)\n", "handshake", "no_start", "no_start"),
    "of another version": Failing(
        plain_bot("answer({'type': 'ready', 'protocol': 2})"), "handshake", "no_start", "version"
    ),
    "ready in a buffer": Failing(
        plain_bot("answer({'type': 'ready', 'protocol': 1}, flush=False)"),
        "handshake",
        "no_start",
        "unflushed",
    ),
    "answer in a buffer": Failing(
        plain_bot(move=f"answer({{{ASKED}}}, flush=False)"), "flush", "timeout", "unflushed"
    ),
    "without run": Failing(
        kit_bot("pass").replace(b"run(Failing)\n", b""), "handshake", "no_start", "no_run"
    ),
    "without return": Failing(
        kit_bot("menu.lowest()").replace(b"        return menu.lowest()\n", b""),
        "positions",
        "bad_answer",
        "no_return",
    ),
    "calling home": Failing(
        kit_bot("import socket; socket.create_connection(('127.0.0.1', 80))"),
        "positions",
        "crashed",
        "network",
    ),
    "looking up a name": Failing(
        b"import urllib.request\nurllib.request.urlopen('http://example.com/')\n",
        "handshake",
        "no_start",
        "network",
    ),
    "chattering": Failing(
        plain_bot(move=f"answer({{{ASKED}}}); answer({{{ASKED}}})"),
        "output",
        "unexpected_output",
        "unexpected_output",
    ),
    "chattering at bye": Failing(
        plain_bot().replace(b"        break\n", b"        print('good-bye', flush=True)\n"),
        "output",
        "unexpected_output",
        "unexpected_output",
    ),
    "printing": Failing(
        plain_bot(move=f"print('thinking', flush=True); answer({{{ASKED}}})"),
        "positions",
        "bad_answer",
        "prints",
    ),
    "printing late": Failing(
        kit_bot("if sum(view.scores) > 1: kit._write(b'thinking\\n')"),
        "itself",
        "bad_answer",
        "prints",
    ),
    "misnumbered": Failing(
        plain_bot(move="answer({'type': 'move', 'id': 987654, 'move': 'take'})"),
        "positions",
        "bad_answer",
        "bad_answer",
    ),
    "endless line": Failing(
        kit_bot("while True: kit._write(b'x' * 1000)"),
        "positions",
        "line_too_long",
        "line_too_long",
    ),
    "crashing": Failing(
        kit_bot("assert self.moves < 3, 'a mistake in the third move'"),
        "positions",
        "crashed",
        "crashed",
    ),
    "leaving": Failing(kit_bot("raise SystemExit(0)"), "positions", "exited", "exited"),
    "asleep": Failing(kit_bot("import time; time.sleep(100)"), "positions", "timeout", "timeout"),
    "slow": Failing(kit_bot("while True: pass"), "positions", "cpu_limit", "cpu_limit"),
    "hungry": Failing(
        kit_bot("self.eaten = [bytearray(8 << 20) for _ in range(1000)]"),
        "positions",
        "memory_limit",
        "memory_limit",
        SMALL,
    ),
    "logging": Failing(
        kit_bot("print('I think about what to think ' * 1000)"),
        "positions",
        "stderr_limit",
        "stderr_limit",
    ),
    "logging a little": Failing(
        kit_bot("print('I think ' * 45)"), "positions", "stderr_limit", "stderr_limit", Limits()
    ),
    "padding": Failing(
        kit_bot(
            "pass",
            "from bots import kit\nwrite = kit._write\n"
            "kit._write = lambda data: write(data.rstrip().ljust(12_000) + b'\\n')",
        ),
        "limits",
        "output_limit",
        "output_limit",
        Limits(),
    ),
    "cheating": Failing(
        kit_bot("return f'throw A{view.trump_suit}' if menu.beats else 'beat 6S AS'"),
        "positions",
        "illegal_move",
        "illegal_move",
    ),
    "tracing": Failing(
        kit_bot("import ctypes; ctypes.CDLL(None).ptrace(0, 0, 0, 0)"),
        "positions",
        "forbidden_syscall",
        "forbidden_syscall",
    ),
    "failing late": Failing(
        kit_bot("if view.scores[self.seat] or sum(view.scores) > 1: raise KeyError('scores')"),
        "itself",
        "crashed",
        "crashed",
    ),
}
