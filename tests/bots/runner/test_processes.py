"""A bot as a process: started once a match, clocked, frozen between asks, killed without trace."""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bots.kit import Bot, Menu, View
from bots.protocol import Ask, Choice, Deal, DealOver, Hello
from bots.reports import MatchReport
from bots.runner.awake import Awake
from bots.runner.heartbeat import Heartbeat
from bots.runner.match import play_match
from bots.runner.players import Failure, InProcessPlayer
from bots.runner.processes import ProcessPlayer, StoppedError
from bots.runner.seating import seated
from bots.runner.table import StarvedError
from bots.sandbox import limits as limits_module
from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.bundle import open_bundle
from bots.sandbox.limits import LOG_BYTES, Limits
from bots.sandbox.own import Own
from bots.sandbox.process import Running, SandboxError
from bots.sandbox.users import FIRST_UID
from bots.sandbox.workspace import Workspace
from tests.bots.conftest import processes_below

pytestmark = pytest.mark.sandbox

Source = Callable[[str], bytes]
MENU = {"attack": [["7S"], ["9D"]]}
VIEW = {"hand": ["7S", "9D"], "trump": "H", "seat": 0}


def hello(limits: Limits | None = None, deals: int = 5) -> Hello:
    return Hello(
        match="m_test",
        game="podkidnoy",
        options={},
        seats=2,
        sides="single",
        deals=deals,
        leg=0,
        first_deal=0,
        series={},
        random="0" * 32,
        limits=limits or Limits(),
    )


def ask(number: int) -> Ask:
    return Ask(0, number, 0, [], VIEW, MENU)


@pytest.fixture
def player(walls: Bubblewrap, workspace: Workspace) -> Any:
    made: list[tuple[ProcessPlayer, Path]] = []

    def start(source: bytes, limits: Limits | None = None) -> ProcessPlayer:
        folder = workspace.unpack(open_bundle(source, "bot.py"))
        started = ProcessPlayer(walls, folder)
        made.append((started, folder))
        started.prepare(hello(limits))
        assert started.start() is None, started.log
        return started

    yield start
    for started, folder in made:
        started.stop()
        started.close()
        workspace.remove(folder)


def test_one_process_lives_for_the_whole_match(player: Any, own_bot: Source) -> None:
    bot = player(
        own_bot(
            "self.n = getattr(self, 'n', 0) + 1; self.note = str(self.n)\n"
            "        return menu.lowest()"
        )
    )
    answers = [bot.choose(ask(number)) for number in (1, 2, 3)]
    assert [answer.note for answer in answers] == ["1", "2", "3"]
    assert [str(answer.move) for answer in answers] == ["attack 7S"] * 3
    assert bot.usage.answers == 3


RUNS_ON = (
    b"import threading\n"
    b"from bots.kit import run\n"
    b"def spin():\n"
    b"    while True: pass\n"
    b"def move(view, menu):\n"
    b"    if menu.may_pass or threading.active_count() == 1:\n"
    b"        threading.Thread(target=spin, daemon=True).start()\n"
    b"    return menu.lowest()\n"
    b"run(move)\n"
)


def comes_to_rest(bot: Running) -> bool:
    """Whether it uses no time any more; its threads run on until the signal has come to them."""
    for _ in range(10):
        before = bot.cpu_ns()
        time.sleep(0.2)
        if bot.cpu_ns() - before < 1_000_000:
            return True
    return False


def test_a_bot_that_ran_on_between_two_deals_is_stopped(player: Any) -> None:
    bot = player(RUNS_ON)
    assert isinstance(bot.choose(ask(1)), Choice)
    bot.tell(DealOver(0, [], (1, 2), (0, -1), None))
    time.sleep(0.1)
    bot.tell(Deal(1, 0, VIEW))
    assert comes_to_rest(bot._bot)
    used = bot.usage.cpu_ms
    ran_on = bot._bot.cpu_ns() - bot._charged_ns
    assert isinstance(bot.choose(ask(2)), Choice)
    assert bot.usage.cpu_ms - used >= ran_on // 1_000_000


@pytest.fixture
def opponents(walls: Bubblewrap, workspace: Workspace, own_bot: Source) -> Any:
    """One that runs on after its answers, and one that sleeps before them, at one table."""
    awake = Awake()
    sources = (RUNS_ON, own_bot("import time; time.sleep(0.4); return menu.lowest()"))
    folders = [workspace.unpack(open_bundle(source, "bot.py")) for source in sources]
    players = [ProcessPlayer(walls, folder, awake) for folder in folders]
    for one in players:
        one.prepare(hello(None))
        assert one.start() is None, one.log
    yield awake, *players
    for one, folder in zip(players, folders, strict=True):
        one.stop()
        one.close()
        workspace.remove(folder)


def test_a_bot_is_stopped_while_another_thinks(opponents: Any) -> None:
    _, restless, slow = opponents
    assert isinstance(restless.choose(ask(1)), Choice)
    before = restless._bot.cpu_ns()
    assert isinstance(slow.choose(ask(2)), Choice)
    assert restless._bot.cpu_ns() - before < 100_000_000


def test_a_bot_is_stopped_while_a_house_program_thinks(opponents: Any) -> None:
    class Slow(Bot):
        def move(self, view: View, menu: Menu) -> str:
            time.sleep(0.4)
            return menu.lowest()

    awake, restless, _ = opponents
    house = InProcessPlayer(Slow, awake)
    house.prepare(hello(None))
    assert isinstance(restless.choose(ask(1)), Choice)
    before = restless._bot.cpu_ns()
    assert isinstance(house.choose(ask(2)), Choice)
    assert restless._bot.cpu_ns() - before < 100_000_000


def test_a_bot_that_was_seen_running_on_is_stopped_after_each_answer(opponents: Any) -> None:
    _, restless, slow = opponents
    # A busy machine may not let it run on in the moment that it has.
    for number in range(1, 41, 2):
        assert isinstance(restless.choose(ask(number)), Choice)
        assert isinstance(slow.choose(ask(number + 1)), Choice)
        if restless._runs_on:
            break
    assert isinstance(restless.choose(ask(41)), Choice)
    assert comes_to_rest(restless._bot)


def test_time_over_a_deal_is_added_up(player: Any, own_bot: Source) -> None:
    limits = Limits(move_cpu_ms=500, deal_cpu_ms=600)
    bot = player(
        own_bot(
            "import time; end = time.process_time() + 0.25\n"
            "        while time.process_time() < end: pass\n"
            "        return menu.lowest()"
        ),
        limits,
    )
    answers = [bot.choose(ask(number)) for number in (1, 2, 3)]
    assert isinstance(answers[0], Choice)
    assert isinstance(answers[1], Choice)
    assert answers[2] == Failure("cpu_limit", answers[2].detail)


SLEEPER = "import time; time.sleep(0.4); return menu.lowest()"


def test_a_bot_that_sleeps_in_every_move_uses_up_the_time_of_its_deal(
    player: Any, own_bot: Source
) -> None:
    bot = player(own_bot(SLEEPER), Limits(deal_wall_ms=1_100))
    answers = [bot.choose(ask(number)) for number in (1, 2, 3)]
    assert isinstance(answers[1], Choice)
    assert answers[2] == Failure("timeout", answers[2].detail)
    assert "of 1100 (deal_wall_ms)" in answers[2].detail
    assert bot.usage.wall_ms >= 1_100


def test_every_deal_has_its_own_time(player: Any, own_bot: Source) -> None:
    bot = player(own_bot(SLEEPER), Limits(deal_wall_ms=700))
    for number in (1, 2, 3):
        # The number of a deal comes again in the next leg of a mirrored match.
        bot.tell(Deal(0, 0, VIEW))
        assert isinstance(bot.choose(ask(number)), Choice)


def test_a_failed_move_is_counted_once(player: Any, own_bot: Source) -> None:
    bot = player(own_bot("import time; time.sleep(0.3); return 'fly'"))
    begun = time.monotonic()
    answer = bot.choose(ask(1))
    assert answer == Failure("bad_answer", answer.detail, cause="malformed")
    assert 300 <= bot.usage.wall_ms <= 1_000 * (time.monotonic() - begun)


def test_what_a_bot_uses_between_two_asks_is_charged_to_the_next_one(player: Any) -> None:
    bot = player(
        b"import threading, time\n"
        b"from bots.kit import run\n"
        b"def tick():\n"
        b"    while True: pass\n"
        b"def move(view, menu):\n"
        b"    threading.Thread(target=tick, daemon=True).start()\n"
        b"    return menu.lowest()\n"
        b"run(move)\n",
        Limits(move_cpu_ms=300),
    )
    # As if it knew a way not to be stopped.
    bot._bot.freeze = lambda: None
    assert isinstance(bot.choose(ask(1)), Choice)
    enough, patience = bot._bot.cpu_ns() + 400_000_000, time.monotonic() + 30
    while bot._bot.cpu_ns() < enough and time.monotonic() < patience:
        time.sleep(0.05)
    answer = bot.choose(ask(2))
    assert answer == Failure("cpu_limit", answer.detail)


def test_a_word_between_two_asks_was_not_asked_for(player: Any) -> None:
    bot = player(
        b"import threading\n"
        b"from bots.kit import _write, run\n"
        b"def move(view, menu):\n"
        b"    threading.Timer(0.2, _write, [b'by the way']).start()\n"
        b"    return menu.lowest()\n"
        b"run(move)\n"
    )
    bot._bot.freeze = lambda: None
    assert isinstance(bot.choose(ask(1)), Choice)
    assert select.select([bot._bot.stdout], [], [], 30)[0]
    answer = bot.choose(ask(2))
    assert answer == Failure("unexpected_output", "“by the way” before it was asked")


def test_an_answer_in_time_counts_even_if_the_runner_looks_late(
    player: Any, own_bot: Source
) -> None:
    bot = player(own_bot("return menu.lowest()"), Limits(move_wall_ms=200))
    thaw = bot._bot.thaw

    def held_up() -> None:
        thaw()
        time.sleep(0.3)
        assert select.select([bot._bot.stdout], [], [], 30)[0]

    bot._bot.thaw = held_up
    assert isinstance(bot.choose(ask(1)), Choice)


def test_a_bot_is_not_blamed_for_another_that_does_not_start(
    walls: Bubblewrap, workspace: Workspace, own_bot: Source
) -> None:
    sources = (b"import time\ntime.sleep(100)\n", own_bot("return menu.lowest()"))
    folders = [workspace.unpack(open_bundle(source, "bot.py")) for source in sources]
    mute, honest = (ProcessPlayer(walls, folder) for folder in folders)
    limits = Limits(start_ms=4_000)
    for bot in (mute, honest):
        bot.prepare(hello(limits))
    failure = mute.start()
    assert failure is not None
    assert failure.kind == "no_start"
    time.sleep(0.3)
    assert honest.start() is None
    honest.stop()
    honest.close()
    for folder in folders:
        workspace.remove(folder)


def test_what_is_told_meanwhile_is_kept_and_read_with_the_next_ask(player: Any) -> None:
    bot = player(
        b"from bots.kit import Bot, run\n"
        b"class Own(Bot):\n"
        b"    told = 0\n"
        b"    def deal_over(self, message): self.told += 1\n"
        b"    def move(self, view, menu):\n"
        b"        self.note = str(self.told)\n"
        b"        return menu.lowest()\n"
        b"run(Own)\n"
    )
    long = DealOver(0, ["0 take"] * 2_000, (1, 2), (0, -1), [[], []])
    begun = time.monotonic()
    for _ in range(30):
        bot.tell(long)
    # Far more than a pipe holds, and nobody reads yet.
    assert time.monotonic() - begun < 1
    answer = bot.choose(ask(1))
    assert isinstance(answer, Choice)
    assert answer.note == "30"


def test_a_bot_that_answers_and_ends_has_answered(player: Any, own_bot: Source) -> None:
    bot = player(
        b"import os\n"
        b"from bots import kit\n"
        b"def move(view, menu):\n"
        b'    kit._write(b\'{"type":"move","id":1,"move":"attack 7S"}\\n\')\n'
        b"    os._exit(0)\n"
        b"kit.run(move)\n"
    )
    assert isinstance(bot.choose(ask(1)), Choice)
    bot._bot.thaw()
    assert bot._bot.wait(30)
    assert bot.choose(ask(2)) == Failure("exited", "exit code 0")


def test_a_bot_may_do_without_its_log(player: Any, own_bot: Source) -> None:
    bot = player(own_bot("import os; os.close(2); return menu.lowest()"))
    assert isinstance(bot.choose(ask(1)), Choice)


def test_what_is_printed_goes_to_the_log_and_not_into_the_protocol(
    player: Any, own_bot: Source
) -> None:
    bot = player(own_bot("print('thinking'); return menu.lowest()"))
    assert isinstance(bot.choose(ask(1)), Choice)
    bot.close()
    assert "thinking" in bot.log


def test_control_characters_in_the_log_are_written_out(player: Any, own_bot: Source) -> None:
    bot = player(own_bot("print('a\\x00b\\x1b[31m'); return menu.lowest()"))
    assert isinstance(bot.choose(ask(1)), Choice)
    bot.close()
    assert bot.log == "a\\x00b\\x1b[31m\n"


def test_the_log_is_kept_up_to_its_limit(player: Any, own_bot: Source) -> None:
    bot = player(own_bot("print('x' * 20_000); return menu.lowest()"))
    for number in (1, 2, 3):
        assert isinstance(bot.choose(ask(number)), Choice)
    bot.close()
    assert len(bot.log) == LOG_BYTES


def test_a_bot_that_never_reads_does_not_block_the_runner(player: Any) -> None:
    bot = player(
        b"import sys, time\n"
        b"sys.stdin.readline()\n"
        b'sys.stdout.write(\'{"type":"ready","protocol":1}\\n\'); sys.stdout.flush()\n'
        b"time.sleep(1000)\n",
        Limits(move_wall_ms=500),
    )
    large = Ask(0, 1, 0, ["0 take"] * 50_000, VIEW, MENU)
    begun = time.monotonic()
    answer = bot.choose(large)
    assert answer == Failure("timeout", answer.detail)
    assert time.monotonic() - begun < 3


def test_a_slow_drip_of_bytes_is_no_answer(player: Any, own_bot: Source) -> None:
    bot = player(
        own_bot(
            "import time; from bots.kit import _write\n"
            "        while True: _write(b' '); time.sleep(0.05)"
        ),
        Limits(move_wall_ms=500),
    )
    answer = bot.choose(ask(1))
    assert answer == Failure("timeout", answer.detail)


@pytest.mark.parametrize("limits", [Limits(move_wall_ms=300), Limits(deal_wall_ms=300)])
def test_time_lost_by_the_runner_itself_is_nobodys_fault(
    walls: Bubblewrap, workspace: Workspace, own_bot: Source, limits: Limits
) -> None:
    class HeldUp(Heartbeat):
        def late_since(self, moment: float) -> bool:
            return True

    source = own_bot("import time; time.sleep(100)")
    folder = workspace.unpack(open_bundle(source, "bot.py"))
    bot = ProcessPlayer(walls, folder, pulse=HeldUp())
    bot.prepare(hello(limits))
    assert bot.start() is None
    answer = bot.choose(ask(1))
    assert isinstance(answer, Failure)
    assert answer.starved
    workspace.remove(folder)


def test_the_heartbeat_notices_that_the_process_was_held_up() -> None:
    with Heartbeat() as pulse:
        begun = time.monotonic()
        time.sleep(0.1)
        assert not pulse.late_since(begun)
        # Stopped from outside and let go again, as on a machine out of breath.
        subprocess.run(
            [
                sys.executable,
                "-c",
                "import os,signal,time,sys\n"
                "pid = int(sys.argv[1]); os.kill(pid, signal.SIGSTOP); time.sleep(0.5)\n"
                "os.kill(pid, signal.SIGCONT)",
                str(os.getpid()),
            ],
            check=True,
        )
        time.sleep(0.1)
        assert pulse.late_since(begun)


def test_whoever_was_held_up_may_ask_before_the_heartbeat_is_back() -> None:
    usual = sys.getswitchinterval()
    with Heartbeat() as pulse:
        time.sleep(0.1)
        begun = time.monotonic()
        # No other thread of this process gets a turn meanwhile.
        sys.setswitchinterval(60)
        try:
            while time.monotonic() < begun + 0.5:
                pass
            held_up = pulse.late_since(begun)
        finally:
            sys.setswitchinterval(usual)
    assert held_up


def test_a_bot_may_be_stopped_from_another_thread_while_it_thinks(
    player: Any, own_bot: Source
) -> None:
    bot = player(own_bot("import time; time.sleep(100)"))
    threading.Timer(0.2, bot.stop).start()
    with pytest.raises(StoppedError):
        bot.choose(ask(1))


def test_time_on_the_wall_over_a_match_is_added_up(
    walls: Bubblewrap, workspace: Workspace, own_bot: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits_module, "MATCH_WALL_MS", 0)
    folder = workspace.unpack(
        open_bundle(own_bot("import time; time.sleep(0.25); return menu.lowest()"), "bot.py")
    )
    bot = ProcessPlayer(walls, folder)
    bot.prepare(hello(Limits(deal_cpu_ms=150), deals=2))
    assert bot.start() is None
    assert isinstance(bot.choose(Ask(0, 1, 0, [], VIEW, MENU)), Choice)
    bot.tell(Deal(1, 0, VIEW))
    assert isinstance(bot.choose(Ask(1, 2, 0, [], VIEW, MENU)), Choice)
    bot.tell(Deal(2, 0, VIEW))
    answer = bot.choose(Ask(2, 3, 0, [], VIEW, MENU))
    assert isinstance(answer, Failure)
    assert answer.kind == "timeout"
    assert answer.detail.endswith("ms in this match, of 600")
    workspace.remove(folder)


THINKING = "import time; time.sleep(100)"
FULL = "self.much = bytearray(70 << 20); import time; time.sleep(100)"


def test_a_bot_that_somebody_else_kills_is_not_to_blame(player: Any, own_bot: Source) -> None:
    bot = player(own_bot(THINKING))
    threading.Timer(0.3, os.kill, (bot._bot.pid, signal.SIGKILL)).start()
    answer = bot.choose(ask(1))
    assert isinstance(answer, Failure)
    assert answer.starved
    assert answer.detail == "a bot within its limits was killed"


def test_a_bot_killed_with_its_memory_full_has_used_it_up(player: Any, own_bot: Source) -> None:
    bot = player(own_bot(FULL), Limits(memory_mb=64, move_cpu_ms=10_000, deal_cpu_ms=10_000))
    threading.Timer(1.0, os.kill, (bot._bot.pid, signal.SIGKILL)).start()
    answer = bot.choose(ask(1))
    assert isinstance(answer, Failure)
    assert (answer.kind, answer.starved) == ("memory_limit", False)


class Killing:
    """Walls behind which the first *times* bots are killed as soon as they think."""

    def __init__(self, walls: Any, times: int) -> None:
        self._walls = walls
        self._times = times

    def start(self, *arguments: Any) -> Running:
        bot: Running = self._walls.start(*arguments)
        if self._times > 0:
            self._times -= 1
            threading.Timer(0.5, os.kill, (bot.pid, signal.SIGKILL)).start()
        return bot


SLOW_AT_FIRST = (
    "import time\n"
    "        if not hasattr(self, 'asked'): time.sleep(1.5)\n"
    "        self.asked = True\n"
    "        return menu.lowest()"
)


def test_a_deal_in_which_the_system_killed_a_bot_is_played_again(
    make_spec: Any, own_bot: Source, walls: Bubblewrap, workspace: Workspace
) -> None:
    spec = make_spec(own_bot(SLOW_AT_FIRST), "lowest", deals=2)
    with seated(spec, Killing(walls, 1), workspace) as players:
        *deals, match = play_match(spec, players)
    assert [deal.again for deal in deals] == [True, False]
    assert isinstance(match, MatchReport)
    assert match.faults == ()


def test_a_match_in_which_the_system_kills_time_and_again_is_void(
    make_spec: Any, own_bot: Source, walls: Bubblewrap, workspace: Workspace
) -> None:
    spec = make_spec(own_bot(SLOW_AT_FIRST), "lowest", deals=2)
    with seated(spec, Killing(walls, 2), workspace) as players, pytest.raises(StarvedError):
        list(play_match(spec, players))


def test_a_bot_runs_as_a_user_of_its_own_when_the_runner_is_root(
    player: Any, own_bot: Source, workspace: Workspace
) -> None:
    if os.getuid() != 0:
        pytest.skip("only root may choose the user of a process")
    first, second = player(own_bot("return 1")), player(own_bot("return 2"))
    users = {Path(f"/proc/{pid}").stat().st_uid for pid in processes_below(workspace.path)}
    assert len(users) == 2
    assert all(user >= FIRST_UID for user in users)
    del first, second


def test_broken_walls_are_our_failure_and_not_the_bots(
    workspace: Workspace, own_bot: Source
) -> None:
    broken = Bubblewrap(workspace, "/usr/bin/python3", bwrap="/bin/false")
    folder = workspace.unpack(open_bundle(own_bot("return 1"), "bot.py"))
    bot = ProcessPlayer(broken, folder)
    with pytest.raises(SandboxError):
        bot.prepare(hello())
    workspace.remove(folder)


class FailingLater:
    """Walls that stand once and then start what fails, as of a machine that falls ill."""

    def __init__(self, *walls: Any) -> None:
        self._walls = iter(walls)

    def start(self, *arguments: Any) -> Running:
        bot: Running = next(self._walls).start(*arguments)
        return bot


def test_why_the_walls_failed_says_nothing_that_the_bot_wrote_before(
    own_bot: Source, walls: Bubblewrap, workspace: Workspace
) -> None:
    """In the second leg of a mirrored match its processes are new, and its log goes on."""
    source = b"import sys; print('my opening book', file=sys.stderr)\n" + own_bot("return 1")
    folder = workspace.unpack(open_bundle(source, "bot.py"))
    bot = ProcessPlayer(FailingLater(walls, Own(workspace, "/bin/false")), folder)
    bot.prepare(hello())
    assert bot.start() is None
    bot.close()
    assert "my opening book" in bot.log
    bot.prepare(hello())
    with pytest.raises(SandboxError) as failure:
        bot.start()
    assert str(failure.value) == "exit code 1"
    bot.close()
    workspace.remove(folder)


def test_bots_play_a_match_as_house_programs_do(
    make_spec: Any, own_bot: Source, walls: Bubblewrap, workspace: Workspace
) -> None:
    lowest = own_bot("return menu.lowest()")
    records = []
    for programs in (("lowest", "lowest"), (lowest, lowest)):
        spec = make_spec(*programs, deals=4)
        with seated(spec, walls, workspace) as players:
            *deals, match = play_match(spec, players)
        assert isinstance(match, MatchReport)
        assert match.faults == ()
        records.append([deal.record for deal in deals])
    assert records[0] == records[1]
    assert match.usage[0].peak_kb > 5_000
    assert match.usage[0].answers > 20
