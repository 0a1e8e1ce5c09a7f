"""Other languages are a row in a table, and stay off until they are switched on."""

import dataclasses
import json
import os
import select
from pathlib import Path

import pytest

from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.bundle import Bundle
from bots.sandbox.landlock import Landlock
from bots.sandbox.limits import Limits
from bots.sandbox.process import Running, SandboxError
from bots.sandbox.profiles import NODE, PERL, PROFILES, PYTHON, Profile
from bots.sandbox.workspace import Workspace

ECHO = {
    "node": (
        "const lines = require('readline').createInterface({input: process.stdin});\n"
        "const fs = require('fs');\n"
        "lines.on('line', line => fs.writeSync(1, JSON.stringify({heard: JSON.parse(line)}) +"
        " '\\n'));\n"
    ),
    "perl": '$| = 1; while (my $line = <STDIN>) { chomp $line; print qq({"heard":$line}\\n) }\n',
    "python": "import json\nwhile True: print(json.dumps({'heard': json.loads(input())}))\n",
}
THIEF = {
    "node": (
        "const fs = require('fs'), said = {};\n"
        "const tried = (name, act) => {try {act(); said[name] = 'ALLOWED'}"
        " catch (error) {said[name] = error.code}};\n"
        "tried('passwords', () => fs.readFileSync('/etc/passwd'));\n"
        "tried('write', () => fs.writeFileSync('/bot/x', 'x'));\n"
        "const run = require('child_process').spawnSync('/usr/bin/node');\n"
        "said['fork'] = run.error ? run.error.code : 'ALLOWED';\n"
        "fs.writeSync(1, JSON.stringify(said) + '\\n');\n"
    ),
    "perl": (
        "my %said;\n"
        "$said{passwords} = open(my $one, '<', '/etc/passwd') ? 'ALLOWED' : 'ENOENT';\n"
        "$said{write} = open(my $two, '>', '/bot/x') ? 'ALLOWED' : 'EROFS';\n"
        "$said{fork} = defined(fork) ? 'ALLOWED' : 'EPERM';\n"
        "print '{' . join(',', map { qq(\"$_\":\"$said{$_}\") } sort keys %said) . qq(}\\n);\n"
    ),
}


def test_only_python_is_switched_on() -> None:
    assert [profile.name for profile in PROFILES.values() if profile.enabled] == ["python"]
    assert PYTHON.refusal is None


def test_node_would_be_started_with_all_it_needs(workspace: Workspace) -> None:
    walls = Bubblewrap(workspace, "/usr/bin/python3", profile=NODE)
    words = walls.arguments(Path("/nowhere/bot"), 7, 8, 9)
    command = words[words.index("--") + 1 :]
    assert command[0] == "/usr/bin/node"
    assert "/bot/bot.js" in command[-1]
    shown = [
        words[at + 2] for at, word in enumerate(words) if word in ("--ro-bind", "--ro-bind-try")
    ]
    assert {"/usr/bin/node", "/usr/share/nodejs", "/usr/lib", "/bot"} <= set(shown)
    assert "/usr/bin/python3" not in words
    assert words.index("--remount-ro") > words.index("/bot")
    assert walls.hard_limits(Limits(), 10)["as"] == 8 << 30


def test_python_is_started_as_ever(workspace: Workspace) -> None:
    words = Bubblewrap(workspace, "/usr/bin/python3").arguments(Path("/nowhere/bot"), 7, 8, 9)
    assert words[words.index("--") + 1 :] == [
        *("/usr/bin/python3", "-I", "-S", "-B"),
        *("/usr/league/launcher", "/bot", "/usr/league"),
    ]
    assert Bubblewrap(workspace, "").hard_limits(Limits(), 10)["as"] == 512 << 20


def test_a_python_beside_the_systems_is_shown_where_it_is_with_its_library(
    workspace: Workspace,
) -> None:
    words = Bubblewrap(workspace, "/opt/py/bin/python3").arguments(Path("/nowhere/bot"), 7, 8, 9)
    assert words[words.index("--") + 1 :][:2] == ["/opt/py/bin/python3", "-I"]
    shown = [words[at + 1 : at + 3] for at, word in enumerate(words) if word == "--ro-bind"]
    assert ["/opt/py/bin/python3"] * 2 in shown
    assert ["/opt/py/lib"] * 2 in shown
    landlock = Landlock(workspace, "/opt/py/bin/python3", 1)
    confined = landlock.arguments(Path("/bot"), Limits(), 10, 7)
    assert confined[0] == "/opt/py/bin/python3"
    assert "/opt/py/lib" in confined
    assert "/usr/local/lib" not in confined


@pytest.mark.parametrize("profile", [NODE, PERL], ids=lambda profile: profile.name)
def test_a_language_that_is_off_is_refused(workspace: Workspace, profile: Profile) -> None:
    walls = Bubblewrap(workspace, "/usr/bin/python3", profile=profile)
    with pytest.raises(SandboxError, match=f"bots in {profile.name} are switched off"):
        walls.start(Path("/nowhere/bot"), Limits(), 10)


def test_one_that_needs_a_control_group_is_refused_though_it_is_on(workspace: Workspace) -> None:
    node = dataclasses.replace(NODE, enabled=True)
    walls = Bubblewrap(workspace, "/usr/bin/python3", profile=node)
    with pytest.raises(SandboxError, match="need a control group"):
        walls.start(Path("/nowhere/bot"), Limits(), 10)


def test_whoever_takes_more_memory_than_can_be_judged_by_needs_a_control_group() -> None:
    for profile in PROFILES.values():
        assert profile.needs_cgroup or (profile.address_space_mb or 0) <= 1_024


@pytest.fixture(params=["node", "perl"])
def foreign(request: pytest.FixtureRequest, walls: Bubblewrap) -> Bubblewrap:
    profile = PROFILES[request.param]
    if not Path(profile.program).exists():
        pytest.skip(f"{profile.program} is not installed")
    switched_on = dataclasses.replace(profile, enabled=True, needs_cgroup=False)
    return Bubblewrap(walls.workspace, walls.interpreter, profile=switched_on)


@pytest.mark.sandbox
def test_another_language_speaks_the_protocol_behind_the_same_walls(foreign: Bubblewrap) -> None:
    bot = started(foreign, ECHO[foreign.profile.name])
    try:
        assert line(bot) == b"launched"
        os.write(bot.stdin, b'{"type":"hello"}\n')
        assert json.loads(line(bot)) == {"heard": {"type": "hello"}}
    finally:
        bot.end()


@pytest.mark.sandbox
def test_another_language_may_no_more_than_python(foreign: Bubblewrap) -> None:
    bot = started(foreign, THIEF[foreign.profile.name])
    try:
        assert line(bot) == b"launched"
        said = json.loads(line(bot))
    finally:
        bot.end()
    assert set(said) == {"passwords", "write", "fork"}
    assert "ALLOWED" not in said.values()


def started(walls: Bubblewrap, source: str) -> Running:
    bundle = Bundle({walls.profile.main: source.encode()}, "f" * 64)
    return walls.start(walls.workspace.unpack(bundle), Limits(), cpu_seconds=10)


def line(bot: Running) -> bytes:
    """One line of the bot's, which says at most one at a time."""
    said = b""
    while not said.endswith(b"\n"):
        ready = select.select([bot.stdout], [], [], 10)[0]
        data = os.read(bot.stdout, 1) if ready else b""
        if not data:
            raise AssertionError((said, os.read(bot.stderr, 4096)))
        said += data
    return said.rstrip(b"\n")
