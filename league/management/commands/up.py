"""Runs the whole league on one machine: web, worker, runner and scheduler, until Ctrl-C."""

import contextlib
import io
import signal
import socket
import time
import urllib.request
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from bots.client import RunnerStatus
from league import debian
from league.arguments import add_arguments
from league.management import locks, welcome
from league.management.console import Console
from league.management.processes import Group, KeepsDyingError
from league.management.programs import Address, programs, runner_socket, sandbox
from league.tasks import runner

STOP_ORDER = [["web", "scheduler", "worker"], ["runner"]]
"""The runner goes last, so that a worker can bring home the match it is playing."""
STOP_SECONDS = 10.0
STATUS_SECONDS = 3.0
SLOW_START = 60.0


class Command(BaseCommand):
    help = "Run web, worker, runner and scheduler together; Ctrl-C stops them all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        self.started = time.monotonic()
        self.console = Console()
        self.stops = 0
        address = Address(options["host"], options["port"])
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.on_signal)
        with (
            locks.hold_folder(settings.VAR, address=address.url),
            locks.hold_port(address.host, address.port) as listener,
        ):
            self.prepare(address)
            self.run(address, listener, options)

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        self.stops += 1

    def say(self, text: str) -> None:
        self.console.line("up", text)

    def prepare(self, address: Address) -> None:
        """
        All that must be there before the first program starts.

        Accounts whose passwords everybody knows are made only where nobody else can log in.
        """
        self.get_bubblewrap()
        self.say("bringing the database up to date")
        call_command("migrate", verbosity=0, interactive=False)
        self.say("loading the house bots and the demonstration club, unless they are there")
        call_command("seed", demo=address.loopback, stdout=io.StringIO())

    def get_bubblewrap(self) -> None:
        """
        Install the sandbox of uploaded bots where that is possible without asking, unless another
        one is set.
        """
        if sandbox() == "landlock" or welcome.bubblewrap_present():
            return
        prefix = debian.rights()
        if prefix is not None:
            self.say("bubblewrap, the sandbox of uploaded bots, is missing")
            debian.install(["bubblewrap"], prefix, self.say)

    def run(self, address: Address, listener: socket.socket, options: dict[str, Any]) -> None:
        group = Group(
            programs(address=address, listener=listener, workers=options["workers"]),
            self.console.line,
        )
        problem = None
        self.ready = False
        try:
            if not self.stops:
                self.say("starting web, worker, runner and scheduler")
                group.start()
                self.watch(group, address, options)
        except KeepsDyingError as error:
            problem = f"{error}; its last lines are above."
        finally:
            self.console.status("")
            self.say("stopping")
            first = self.stops
            group.stop(STOP_ORDER, STOP_SECONDS, hurry=lambda: self.stops > min(first, 1))
            self.say("stopped; everything is kept for the next start")
        if options["exit_when_ready"] and not self.ready:
            problem = problem or "It was stopped before it was ready."
        if problem:
            raise CommandError(problem)

    def watch(self, group: Group, address: Address, options: dict[str, Any]) -> None:
        """Keep the programs running until somebody or an option says stop."""
        end = slow = None
        next_status = 0.0
        while not self.stops:
            group.watch(0.1)
            now = time.monotonic()
            if end is None:
                if is_ready(address) and (status := runner.status(runner_socket())[0]):
                    self.welcome(address, status)
                    end = now if options["exit_when_ready"] else now + (options["seconds"] or 1e9)
                elif slow is None and now - self.started > SLOW_START:
                    slow = now
                    self.say(f"{address.url}health/ready or the runner does not say yes; waiting")
            elif now >= end:
                return
            elif self.console.terminal and now >= next_status:
                next_status = now + STATUS_SECONDS
                self.console.status(welcome.status_line())

    def welcome(self, address: Address, status: RunnerStatus) -> None:
        self.ready = True
        seconds = time.monotonic() - self.started
        for line in welcome.lines(address, seconds, status):
            self.say(line)


def is_ready(address: Address) -> bool:
    """Whether the site says that it and all it needs are ready."""
    with (
        contextlib.suppress(OSError),
        urllib.request.urlopen(  # an HTTP error is an OSError too
            f"{address.local_url}health/ready", timeout=1.5
        ) as answer,
    ):
        return bool(answer.status == 200)
    return False
