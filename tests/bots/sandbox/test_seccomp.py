"""The filter says for every system call what it should, on both kinds of processor."""

import errno
import struct

import pytest

from bots.sandbox.seccomp import (
    ABSENT,
    ALLOW_CALL,
    ALLOWED,
    BY_ARGUMENT,
    KILL_PROCESS,
    KILLED,
    REFUSED,
    compile_filter,
    syscall_numbers,
)

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
CLONE_THREAD = 0x10000


def decide(program: bytes, architecture: int, number: int, *arguments: int) -> int:
    """What the kernel would do: the filter, run as the kernel runs it."""
    padded = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    data = struct.pack("<IIQ6Q", number, architecture, 0, *padded)
    steps = list(struct.iter_unpack("<HBBI", program))
    at = accumulator = 0
    while True:
        code, yes, no, value = steps[at]
        at += 1
        if code == 0x20:
            (accumulator,) = struct.unpack_from("<I", data, value)
        elif code == 0x06:
            return int(value)
        else:
            truth = {
                0x15: accumulator == value,
                0x35: accumulator >= value,
                0x45: bool(accumulator & value),
            }[code]
            at += yes if truth else no


def error(code: int) -> int:
    return 0x00050000 | code


@pytest.mark.parametrize("machine", MACHINES)
class TestFilter:
    def test_every_number_gets_the_answer_of_the_lists(self, machine: str) -> None:
        program, numbers = compile_filter(machine), syscall_numbers(machine)
        names = {number: name for name, number in numbers.items()}
        for number in range(500):
            name = names.get(number, "")
            if name in BY_ARGUMENT or name == "clone":
                continue
            expected = error(errno.EPERM)
            if name in ALLOWED:
                expected = ALLOW_CALL
            elif name in REFUSED:
                expected = error(REFUSED[name])
            elif name in ABSENT:
                expected = error(errno.ENOSYS)
            elif name in KILLED:
                expected = KILL_PROCESS
            assert decide(program, MACHINES[machine], number) == expected, name

    def test_arguments_are_compared_by_their_low_half(self, machine: str) -> None:
        program, numbers = compile_filter(machine), syscall_numbers(machine)
        for name, (allowed, refusal) in BY_ARGUMENT.items():
            right = [allowed.get(index, (0,))[0] for index in range(6)]
            for index, values in allowed.items():
                tries = [(value, ALLOW_CALL) for value in values] + [(0x5412, error(refusal))]
                for value, expected in tries:
                    arguments = [*right[:index], value | 7 << 32, *right[index + 1 :]]
                    found = decide(program, MACHINES[machine], numbers[name], *arguments)
                    assert found == expected, (name, value)

    def test_threads_are_allowed_and_processes_are_not(self, machine: str) -> None:
        program, clone = compile_filter(machine), syscall_numbers(machine)["clone"]
        architecture = MACHINES[machine]
        assert decide(program, architecture, clone, CLONE_THREAD | 0xF00) == ALLOW_CALL
        assert decide(program, architecture, clone, 17) == error(errno.EPERM)
        for namespace in (0x10000000, 0x20000000, 0x00020000, 0x40000000):
            flags = CLONE_THREAD | namespace
            assert decide(program, architecture, clone, flags) == error(errno.EPERM)

    def test_calls_of_another_processor_kill(self, machine: str) -> None:
        assert decide(compile_filter(machine), 0x40000003, 4) == KILL_PROCESS

    def test_it_fits_into_what_the_kernel_takes(self, machine: str) -> None:
        assert len(compile_filter(machine)) // 8 < 4096


def test_the_half_wide_calls_of_x86_64_kill() -> None:
    assert decide(compile_filter("x86_64"), MACHINES["x86_64"], 0x40000000) == KILL_PROCESS


def test_an_unknown_processor_has_no_filter() -> None:
    with pytest.raises(ValueError, match="riscv64"):
        compile_filter("riscv64")


def test_no_call_is_in_two_lists() -> None:
    lists = [*ALLOWED, *KILLED, *ABSENT, *REFUSED, *BY_ARGUMENT]
    assert len(lists) == len(set(lists))
