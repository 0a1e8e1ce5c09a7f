"""`python3 manage.py test`: linters, types, import contracts and all tests, with one summary."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from league import bootstrap, debian
from tests import services

ROOT = Path(__file__).resolve().parent.parent
PYTEST = [sys.executable, "-m", "pytest", "-p", "tests.services", "-q"]
PLACES_OF_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
DEPLOYED = {
    "LEAGUE_HTTPS": "1",
    "LEAGUE_SECRET_KEY": "only-for-the-checks-" + "0123456789abcdef" * 3,
    "LEAGUE_ALLOWED_HOSTS": "league.example",
    "DATABASE_URL": "postgres://league@localhost/league",
    "CELERY_BROKER_URL": "redis://localhost/0",
}
"""The environment of a server, for `check --deploy`; nothing of it is connected to."""


def have(needed: Callable[[], object]) -> bool:
    try:
        return bool(needed())
    except services.MissingServiceError:
        return False


@dataclass(frozen=True)
class Need:
    """Something from outside that tests need, and Debian's package that brings it."""

    name: str
    package: str
    present: Callable[[], bool]
    on_debian: Callable[[], bool]


NEEDS = {
    need.name: need
    for need in (
        Need(
            "PostgreSQL",
            "postgresql",
            lambda: have(services.postgresql_programs),
            lambda: any(Path("/usr/lib/postgresql").glob("*/bin/initdb")),
        ),
        Need(
            "Redis",
            "redis-server",
            lambda: have(services.redis_program),
            lambda: shutil.which("redis-server") is not None,
        ),
        Need("bubblewrap", "bubblewrap", *[lambda: shutil.which("bwrap") is not None] * 2),
        Need("Chromium", "chromium", *[lambda: any(map(shutil.which, PLACES_OF_CHROMIUM))] * 2),
    )
}


@dataclass(frozen=True)
class Step:
    """One thing to run, and what it needs from outside."""

    name: str
    command: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)
    need: str | None = None
    shown: bool = False
    """Whether its output is shown while it runs, or only when it fails."""


@dataclass(frozen=True)
class Done:
    """How a step went; `code` is None where it was not run."""

    name: str
    code: int | None
    seconds: float


def main(arguments: list[str]) -> int:
    """Run what the arguments ask for and return the exit code."""
    options, rest = parse(arguments)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    get_packages(options)
    if NEEDS["Chromium"].present():
        bootstrap.install("browser")
    if rest:
        return execute(Step("pytest", [*PYTEST, *rest], shown=True))[0]
    started = time.monotonic()
    done: list[Done] = []
    try:
        done.extend(run(step) for step in steps(full=options.full))
    except KeyboardInterrupt:
        print("\nstopped by Ctrl-C")
        return 130
    return summarise(done, time.monotonic() - started)


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        prog="manage.py test",
        allow_abbrev=False,
        description=__doc__,
        epilog="Anything else goes to pytest, which is then all that runs: paths, -k, -x, ...",
    )
    parser.add_argument("--full", action="store_true", help="the slow tests too")
    parser.add_argument("--install", action="store_true", help="install Debian packages by apt")
    return parser.parse_known_args(arguments)


def steps(*, full: bool) -> Iterable[Step]:
    """All steps in order, the quickest to fail first."""
    python = [sys.executable]
    tools = Path(sys.executable).parent
    yield Step("ruff check", [str(tools / "ruff"), "check", "."])
    yield Step("ruff format", [str(tools / "ruff"), "format", "--check", "."])
    yield Step("djlint", [str(tools / "djlint"), "league/templates", "--lint", "--quiet"])
    yield Step("import contracts", [str(tools / "lint-imports")])
    yield Step("types", [*python, "-m", "mypy", "games", "bots", "league"])
    deploy = [*python, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    yield Step("check --deploy", deploy, DEPLOYED)
    migrations = [*python, "manage.py", "makemigrations", "--check", "--dry-run"]
    yield Step("migrations", migrations)
    yield from test_runs(full=full)


def test_runs(*, full: bool) -> Iterable[Step]:
    """pytest once over everything, then again where a database, a broker or a browser matters."""
    speed = "" if full else " and not slow"
    quick = f"not browser and not faults{speed}"
    two = ["-n", "2"]
    yield Step("tests on SQLite", [*PYTEST, *two, "-m", quick], shown=True)
    yield Step(
        "tests on PostgreSQL",
        [*PYTEST, "--services", "postgresql", *two, "-m", f"database and {quick}"],
        need="PostgreSQL",
        shown=True,
    )
    yield Step(
        "tests on Redis",
        [*PYTEST, "--services", "redis", "-m", f"broker and {quick}"],
        need="Redis",
        shown=True,
    )
    yield Step(
        "tests in a browser",
        [*PYTEST, "-m", f"browser and not faults{speed}"],
        need="Chromium",
        shown=True,
    )
    yield Step("tests of faults", [*PYTEST, "-m", f"faults and not browser{speed}"], shown=True)
    if full:
        yield Step(
            "faults in production",
            [*PYTEST, "--services", "postgresql,redis", "-m", "faults", "tests/faults"],
            need="PostgreSQL",
            shown=True,
        )


def run(step: Step) -> Done:
    """Run one step and say how it went and how long it took."""
    if step.need and not NEEDS[step.need].present():
        print(f"-- {step.name}: not run, {step.need} is missing", flush=True)
        return Done(step.name, None, 0)
    print(f"== {step.name}", flush=True)
    started = time.monotonic()
    code, output = execute(step)
    seconds = time.monotonic() - started
    if code:
        print(output, end="")
        print(f"== {step.name} FAILED after {seconds:.0f} s: {' '.join(step.command)}", flush=True)
    else:
        print(f"   {step.name} passed in {seconds:.1f} s", flush=True)
    return Done(step.name, code, seconds)


def execute(step: Step) -> tuple[int, str]:
    environment = {**os.environ, **step.environment}
    process = subprocess.Popen(
        list(step.command),
        cwd=ROOT,
        env=environment,
        stdout=None if step.shown else subprocess.PIPE,
        stderr=None if step.shown else subprocess.STDOUT,
        text=True,
    )
    try:
        output, _ = process.communicate()
    except KeyboardInterrupt:
        process.wait()  # it has had the same Ctrl-C and is stopping its servers
        raise
    except SystemExit:
        process.terminate()
        process.wait()
        raise
    return process.returncode, output or ""


def summarise(done: list[Done], seconds: float) -> int:
    """Print the last lines: every step, then the verdict, then what was not run."""
    failed = [step.name for step in done if step.code]
    missing = [need for need in NEEDS.values() if not need.present()]
    in_ci = os.environ.get("CI") == "true"
    print("\n" + "=" * 72)
    for step in done:
        word = {None: "not run", 0: "passed"}.get(step.code, "FAILED")
        print(f"{step.name:<24} {word:<8} {step.seconds:7.1f} s")
    print("=" * 72)
    verdict = f"FAILED: {', '.join(failed)}" if failed else "PASSED"
    print(f"{verdict} ({int(seconds // 60)} min {seconds % 60:.0f} s)")
    if missing:
        names = ", ".join(need.name for need in missing)
        remedy = debian.command_line(need.package for need in missing)
        print(f"!!! NOT EVERYTHING WAS RUN: {names} missing. Remedy: {remedy}")
        if in_ci:
            print("!!! Under CI=true that is a failure.")
    return 1 if failed or (missing and in_ci) else 0


def get_packages(options: argparse.Namespace) -> None:
    """Install the Debian packages that are missing, where we may or somebody says yes."""
    missing = [need.package for need in NEEDS.values() if not need.on_debian()]
    if not missing or not shutil.which("apt-get"):
        return
    prefix = debian.rights()
    if not options.install and os.environ.get("CI") != "true":
        if not said_yes(missing):
            return
        prefix = ["sudo"] if prefix is None and shutil.which("sudo") else prefix
    if prefix is None:
        say(f"These cannot be installed from here: {debian.command_line(missing)}")
        return
    debian.install(missing, prefix, say)


def say(text: str) -> None:
    """Tell it now: into a file or a pipe, minutes of apt would pass before it is seen."""
    print(text, flush=True)


def said_yes(packages: list[str]) -> bool:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    question = f"Some tests need Debian's {', '.join(packages)}. Install with apt now? [y/N] "
    return input(question).strip().lower() in ("y", "yes")
