"""Writing too much, too early, too late, or nothing."""

import ctypes
import os
import signal
import sys
import threading
import time

from attacker import Attacker, sleep

from bots import kit


def endless_answers(bot: Attacker) -> object:
    """Write good answers without end."""
    line = bot.line() + b"\n"
    while True:
        bot.write(line * 100)


def said_twice(bot: Attacker) -> object:
    """Say everything twice."""
    bot.answer(2 * (bot.line() + b"\n"))


def next_answer_too(bot: Attacker) -> object:
    """Answer the next ask before it is asked."""
    bot.answer(bot.line() + b"\n" + bot.line(id=bot.asked["id"] + 2) + b"\n")


def late_second_line(bot: Attacker) -> object:
    """Write again a moment after the answer, about when it is stopped."""

    def write() -> None:
        time.sleep(0.001)
        bot.write(b"{}\n")

    threading.Thread(target=write, daemon=True).start()
    return "begun"


def padded_answers(bot: Attacker) -> object:
    """Answer well, in lines as long as a line may be."""
    write = kit._write
    kit._write = lambda data: write(data.rstrip().ljust(16_000) + b"\n")
    return "begun"


def endless_log(bot: Attacker) -> object:
    """Write a log without end."""
    while True:
        sys.stderr.write("I am thinking about what to think next\n" * 100)


def log_in_one_go(bot: Attacker) -> object:
    """Write ten megabytes of log in one go from a thread, and play on."""
    threading.Thread(target=os.write, args=(2, bytes(10 << 20)), daemon=True).start()
    return "begun"


def log_at_the_end(bot: Attacker) -> object:
    """Write a log without end when the match is over."""
    while True:
        os.write(2, b"x" * 1_000)


def talk_at_the_end(bot: Attacker) -> object:
    """Write answers without end when the match is over, also after its last line of code."""
    import atexit

    atexit.register(lambda: [bot.write(b"{}\n") for _ in range(100_000)])
    return "begun"


def endless_line(bot: Attacker) -> object:
    """Begin a line that does not end."""
    while True:
        bot.write(b"x" * 1_000)


def line_one_byte_too_long(bot: Attacker) -> object:
    """Answer well, with one byte more than a line may have."""
    bot.answer(bot.line().ljust(16_385) + b"\n")


def slow_drip(bot: Attacker) -> object:
    """Write one byte now and then, as if an answer were coming."""
    while True:
        bot.write(b" ")
        time.sleep(0.05)


def half_a_line(bot: Attacker) -> object:
    """Write half an answer and leave."""
    bot.write(bot.line()[:20])
    sys.exit(0)


def close_output(bot: Attacker) -> object:
    """Close the protocol and go on."""
    os.close(kit._stdout)
    sleep()


def close_input(bot: Attacker) -> object:
    """Close its input and never read."""
    os.close(0)
    sleep()


def own_input(bot: Attacker) -> object:
    """Write into its own input, as if the runner had."""
    return os.write(0, b'{"type":"bye"}\n')


def open_pipes_again(bot: Attacker) -> object:
    """Open the protocol anew by its name, with other rights."""
    from functools import partial

    from attacker import any_allowed

    names = ("/dev/stdin", "/dev/stdout", "/dev/fd/0", "/proc/self/fd/0", "/proc/self/fd/1")
    return any_allowed(partial(os.open, name, os.O_RDWR) for name in names)


def leave(bot: Attacker) -> object:
    """Get up from the table in the middle of a deal."""
    sys.exit(0)


def pretend_out_of_memory(bot: Attacker) -> object:
    """Leave with the exit code that the launcher keeps for the want of memory."""
    os._exit(77)


def pretend_a_signal(bot: Attacker) -> object:
    """Leave with the exit code that a shell gives for a forbidden call."""
    os._exit(128 + signal.SIGSYS)


def pretend_killed(bot: Attacker) -> object:
    """Leave with the exit code of a bot that was killed, which would not be its fault."""
    os._exit(128 + signal.SIGKILL)


def pretend_killed_with_the_last_thread(bot: Attacker) -> object:
    """The same by the call that ends a thread, in a number that is as good as that one."""
    return bot.system_call("exit", 256 + 128 + signal.SIGKILL)


def mistake(bot: Attacker) -> object:
    """Fail with an error of its own."""
    raise ValueError("the author forgot something")


def mistake_at_start(bot: Attacker) -> object:
    """Fail before it is ready."""
    raise ValueError("the author forgot something")


def abort(bot: Attacker) -> object:
    """End by a signal, as a faulty C library would."""
    os.abort()


def segfault(bot: Attacker) -> object:
    """Read from address 0."""
    return ctypes.string_at(0)


def kill_itself_by_a_timer(bot: Attacker) -> object:
    """The same by a timer, whose signal no filter sees."""
    import struct

    event = ctypes.create_string_buffer(struct.pack("QiI48x", 0, signal.SIGKILL, 0))
    timer = ctypes.c_int()
    at_once = struct.pack("4q", 0, 0, 0, 1_000_000)
    bot.system_call("timer_create", time.CLOCK_MONOTONIC, event, ctypes.byref(timer))
    bot.system_call("timer_settime", timer.value, 0, at_once, None)
    time.sleep(0.1)
    return "alive"


def kill_itself(bot: Attacker) -> object:
    """Kill itself, as the system does when memory runs out."""
    return os.kill(os.getpid(), signal.SIGKILL)
