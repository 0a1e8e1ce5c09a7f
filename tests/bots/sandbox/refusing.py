"""Refuses system calls to the process it then becomes, as the profile of a container would."""

import ctypes
import errno
import json
import os
import struct
import sys

from bots.sandbox.choose import bot_python, choose
from bots.sandbox.seccomp import syscall_numbers
from bots.sandbox.workspace import Workspace

_NEW_USER = 0x10000000
_NO_NEW_PRIVS, _SET_SECCOMP, _FILTER = 38, 22, 2


def refuse(calls: dict[str, int]) -> None:
    """From here on each of *calls* fails with its error; clone only with a new user namespace."""
    numbers = syscall_numbers(os.uname().machine)
    program = [_step(0x20, 0)]
    for name, code in calls.items():
        answer = _step(0x06, 0x00050000 | code)
        body = [answer]
        if name == "clone":
            body = [_step(0x20, 16), _step(0x45, _NEW_USER, no=1), answer, _step(0x20, 0)]
        program += [_step(0x15, numbers[name], no=len(body)), *body]
    program.append(_step(0x06, 0x7FFF0000))
    code = b"".join(program)
    memory = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HP", len(program), ctypes.addressof(memory))
    system = ctypes.CDLL(None, use_errno=True)
    system.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0)
    if system.prctl(_SET_SECCOMP, _FILTER, header, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "no filter")


def _step(code: int, value: int, *, no: int = 0) -> bytes:
    return struct.pack("<HBBI", code, 0, no, value)


def main(wanted: str, *refused: str) -> None:
    """Print the reason that *wanted* is not available where the calls named are refused."""
    calls = {}
    for word in refused:
        name, _, code = word.partition("=")
        calls[name] = getattr(errno, code)
    refuse(calls)
    workspace = Workspace(bot_python())
    try:
        print(json.dumps(choose(wanted, workspace).to_json()))
    finally:
        workspace.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
