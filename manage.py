#!/usr/bin/env python3
"""The two commands: `python3 manage.py up` runs the league, `python3 manage.py test` tests it."""

# This file has to be readable by every old Python: it is where an old Python is told so.
import os
import sys


def main():
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit(
            "Durak League needs Python 3.11 or newer and this is Python "
            + sys.version.split()[0]
            + ": run `python3.11 manage.py ...`, or install a newer Python first."
        )
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    from league import arguments, bootstrap

    if sys.argv[1:2] == ["up"]:
        arguments.check(sys.argv[2:])  # A wrong call is told before minutes of set-up, not after.
    testing = sys.argv[1:2] == ["test"]
    bootstrap.enter_environment("dev" if testing else "run")
    if testing:
        from tests.command import main as run_tests

        sys.exit(run_tests(sys.argv[2:]))
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
