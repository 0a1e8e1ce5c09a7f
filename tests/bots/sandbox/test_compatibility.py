"""What an honest bot may count on behind the walls: the standard library, its files, the rules."""

import hashlib
import io
import zipfile
from typing import Any

import pytest

from bots.reports import BundleProgram, DealReport
from bots.runner.match import play_match
from bots.runner.seating import seated
from bots.sandbox.limits import Limits
from bots.sandbox.probe import Sandbox
from bots.sandbox.workspace import Workspace

pytestmark = pytest.mark.sandbox

# What is tried is what works, not how fast on a busy machine.
PATIENT = Limits(move_cpu_ms=20_000, deal_cpu_ms=60_000, move_wall_ms=60_000, deal_wall_ms=120_000)

WORKS = {
    "its own module": "import brain.helper; ok = brain.helper.ANSWER == 42",
    "its own data file": "ok = (Path(__file__).parent / 'data.txt').read_text() == 'seven'",
    "the rules": (
        "from games.catalogue import find_game\n"
        "game = find_game('podkidnoy')(seats=2)\n"
        "state = game.determinize(game.read_view(view), self.random)\n"
        "ok = menu.moves()[0] in [str(move) for move in state.legal_moves]"
    ),
    "asyncio": "import asyncio; ok = asyncio.run(asyncio.sleep(0.01, 5)) == 5",
    "threads": (
        "import threading; heard = []\n"
        "threads = [threading.Thread(target=heard.append, args=(n,)) for n in range(4)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "ok = sorted(heard) == [0, 1, 2, 3]"
    ),
    "a pool of threads": (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor(4) as pool: ok = sum(pool.map(abs, range(9))) == 36"
    ),
    "timers": (
        "import signal, time; rung = []\n"
        "signal.signal(signal.SIGALRM, lambda *_: rung.append(1))\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.05); time.sleep(0.2); ok = rung == [1]"
    ),
    "numbers": "import decimal, fractions, statistics; ok = decimal.Decimal(1) / 3 > 0",
    "a database in memory": (
        "import sqlite3; base = sqlite3.connect(':memory:')\n"
        "base.execute('create table cards(name)'); ok = True"
    ),
    "C libraries": "import ctypes, os; ok = ctypes.CDLL(None).getpid() == os.getpid()",
    "hashes and chance": "import hashlib, secrets, uuid; ok = len(secrets.token_hex(8)) == 16",
    "logging": "import logging; logging.warning('hello'); ok = True",
    "three hundred megabytes of lists": (
        "self.much = getattr(self, 'much', None) or [[0] * 1_000 for _ in range(37_500)]\n"
        "ok = len(self.much) == 37_500"
    ),
    "its own clocks": (
        "import time; ok = time.process_time() > 0 and time.thread_time() > 0\n"
        "time.sleep(0.001); ok = ok and time.monotonic() > 0 and time.perf_counter() > 0"
    ),
    "signals to itself": (
        "import os, signal; rung = []\n"
        "signal.signal(signal.SIGUSR1, lambda *_: rung.append(1))\n"
        "signal.raise_signal(signal.SIGUSR1); os.kill(os.getpid(), signal.SIGUSR1)\n"
        "ok = rung == [1, 1]"
    ),
    "the null device": "ok = open('/dev/null', 'w').write('x') == 1 and len(os.urandom(4)) == 4",
    "a refusal instead of an end where it asks for too much": (
        "import multiprocessing, tempfile\n"
        "def refused(act):\n"
        "    try: act()\n"
        "    except OSError: return True\n"
        "ok = refused(multiprocessing.Process(target=print).start)\n"
        "ok = ok and refused(tempfile.TemporaryFile) and refused(os.fork)"
    ),
}

BOT = """
import os
from pathlib import Path

from bots.kit import Bot, run


class Honest(Bot):
    def move(self, view, menu):
        scope = {{"view": view, "menu": menu, "self": self, "Path": Path, "__file__": __file__}}
        scope["os"] = os
        exec({code!r}, scope)
        self.note = "works" if scope["ok"] else "fails"
        return menu.lowest()


run(Honest)
"""


@pytest.mark.parametrize("name", WORKS)
def test_an_honest_bot_can_use(
    name: str, make_spec: Any, each_walls: Sandbox, workspace: Workspace
) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("bot.py", BOT.format(code=WORKS[name]))
        archive.writestr("brain/helper.py", "ANSWER = 42\n")
        archive.writestr("data.txt", "seven")
    data = buffer.getvalue()
    program = BundleProgram(data, hashlib.sha256(data).hexdigest())
    with seated(
        make_spec(program, "lowest", deals=1, limits=PATIENT), each_walls, workspace
    ) as players:
        deal = next(play_match(make_spec(program, "lowest", deals=1, limits=PATIENT), players))
    assert isinstance(deal, DealReport)
    assert deal.faults == (), players[0].log
    assert {note.text for note in deal.notes} == {"works"}
