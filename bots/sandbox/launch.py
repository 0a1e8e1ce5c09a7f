"""Starts the author's bot.py inside its walls, the first and only thing we run there ourselves."""

import _io
import atexit
import gc
import posix
import sys

# Read by the runner; an exit code is all that a process out of memory can still say.
MEMORY_EXIT = 77
# Written before the author's first line runs: without it the failure was ours, not the bot's.
LAUNCHED = b"launched\n"


def launch(folder: str, library: str) -> None:
    """Run bot.py of *folder* as ``__main__``; its modules come last, so that none shadows ours."""
    sys.path.extend([folder, library])
    path = folder + "/bot.py"
    sys.argv = [path]
    with open(1, "wb", buffering=0, closefd=False) as stdout:
        stdout.write(LAUNCHED)
    main = type(sys)("__main__")
    main.__file__ = path
    # Told to the kit: whatever the author prints goes to the log, not into the protocol.
    main.__dict__["__bot__"] = True
    sys.modules["__main__"] = main
    try:
        # Not pathlib, which would cost every bot 10 ms.
        with open(path, "rb") as source:  # noqa: PTH123
            code = compile(source.read(), path, "exec")
        exec(code, main.__dict__)
    except MemoryError:
        sys.stderr.write("MemoryError: the bot used up its memory\n")
        sys.exit(MEMORY_EXIT)
    try:
        leave()
    except BaseException:
        return  # the interpreter's own way to the end says what is wrong


def leave() -> None:
    """
    End as the interpreter does when a program is through: wait for its threads, call what it wants
    called, write out what lies in buffers. Left out is only to take its objects apart one by one,
    which is the work of a millisecond for nothing.
    """
    threading = sys.modules.get("threading")
    if threading is not None:
        threading._shutdown()
    atexit._run_exitfuncs()
    for one in gc.get_objects():
        if issubclass(type(one), _io._IOBase) and not one.closed:
            one.flush()
    posix._exit(0)


if __name__ == "__main__":
    launch(sys.argv[1], sys.argv[2])
