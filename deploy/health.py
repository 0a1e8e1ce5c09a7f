"""Asks a container's service whether it is well; the exit code is the answer, one line the reason.

python deploy/health.py http://127.0.0.1:8000/health/ready   the site
python deploy/health.py unix:/run/runner/runner.sock         the runner and its sandbox
python deploy/health.py file:/tmp/schedule                   the scheduler
"""

import json
import os
import socket
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 4.0  # seconds
STALE = 600.0  # seconds; the scheduler writes its plan every three minutes


class UnwellError(Exception):
    """The service answers, but not well; carries the reason."""


def site(url: str) -> str:
    """Ask by the site's public name, since it answers to no other."""
    host = os.environ.get("LEAGUE_ALLOWED_HOSTS", "").split(",")[0].lstrip(".") or "localhost"
    request = urllib.request.Request(url, headers={"Host": "localhost" if host == "*" else host})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return f"{answer.status}"


def runner(path: str) -> str:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        connection.connect(path)
        connection.sendall(b'{"type":"status"}\n')
        status = json.loads(connection.makefile("rb").readline())
    if not status.get("sandbox"):
        raise UnwellError(f"no sandbox: {status.get('reason')}")
    return f"{status['sandbox']}, {status['playing']} of {status['slots']} slots in use"


def schedule(path: str) -> str:
    """The plan is kept as one file or several, by whatever database module Python has."""
    written = [file.stat().st_mtime for file in Path(path).parent.glob(f"{Path(path).name}*")]
    if not written:
        raise UnwellError(f"{path} has not been written")
    age = time.time() - max(written)
    if age > STALE:
        raise UnwellError(f"{path} was last written {age:.0f} s ago")
    return f"written {age:.0f} s ago"


def ask(target: str) -> str:
    """
    Ask the service that *target* names.

    Raises:
        UnwellError, OSError, ValueError: If it is not well.
    """
    kind, _, path = target.partition(":")
    if kind == "unix":
        return runner(path)
    if kind == "file":
        return schedule(path)
    return site(target)


def main() -> None:
    try:
        sys.stdout.write(ask(sys.argv[1]) + "\n")
    except (UnwellError, OSError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
