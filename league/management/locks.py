"""What only one `up` may hold at a time: the data folder, and the address it answers at."""

import fcntl
import os
import socket
from pathlib import Path
from typing import IO

from django.core.management.base import CommandError


def hold_folder(folder: Path, *, address: str) -> IO[str]:
    """
    Take the data folder for this process; it is given back when the process ends, however it ends.

    Returns:
        The open lock file, to be kept as long as the folder is held.

    Raises:
        CommandError: If another `up` holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / "up.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip() or "another process"
        lock.close()
        raise CommandError(
            f"The league already runs on the data in {folder}: {holder}. "
            "Stop that one with Ctrl-C, or give this one a folder of its own: "
            "LEAGUE_DATA=/some/folder python3 manage.py up",
            returncode=3,
        ) from error
    lock.truncate(0)
    lock.write(f"process {os.getpid()} at {address}\n")
    lock.flush()
    return lock


def hold_port(host: str, port: int) -> socket.socket:
    """
    Take the port before anything else is started.

    Raises:
        CommandError: If another program has it, or the host is not this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise CommandError(_why_not(host, port, error), returncode=4) from error
    return listener


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno in (98, 48):  # EADDRINUSE on Linux and on macOS
        return (
            f"Port {port} is taken by another program. "
            f"Choose another one: python3 manage.py up --port {port + 1}"
        )
    return f"The league cannot listen at {host}, port {port}: {error.strerror or error}."
