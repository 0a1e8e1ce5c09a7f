"""The filter says for every system call what it should, on both kinds of processor."""

import errno
import struct

import pytest

from bots.sandbox import landlock, landlock_launch
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
        elif code == 0x54:
            accumulator &= value
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
        # All but its files shared: as many open files again for every thread.
        assert decide(program, architecture, clone, CLONE_THREAD | 0xB00) == error(errno.EPERM)
        for namespace in (0x10000000, 0x20000000, 0x00020000, 0x40000000):
            flags = CLONE_THREAD | namespace
            assert decide(program, architecture, clone, flags) == error(errno.EPERM)

    def test_no_bot_ends_as_if_it_had_been_killed(self, machine: str) -> None:
        program, numbers = compile_filter(machine), syscall_numbers(machine)
        for name in ("exit", "exit_group"):
            for code in (0, 1, 77, 136, 138, 255, 2**64 - 1):
                assert decide(program, MACHINES[machine], numbers[name], code) == ALLOW_CALL
            for code in (137, 137 + 256, 137 | 7 << 32):
                assert decide(program, MACHINES[machine], numbers[name], code) == KILL_PROCESS

    @pytest.mark.parametrize("own", [None, 4_242])
    def test_the_limit_of_its_time_can_be_read_and_not_set(
        self, machine: str, own: int | None
    ) -> None:
        program = compile_filter(machine, own)
        prlimit = syscall_numbers(machine)["prlimit64"]

        def limit(*arguments: int) -> int:
            return decide(program, MACHINES[machine], prlimit, *arguments)

        assert limit(0, 0, 0) == ALLOW_CALL
        for address in (0x7FFE_1234_5678, 0x5678, 1 << 32):
            assert limit(0, 0, address) == error(errno.EPERM)
            assert limit(0, 6, address) == ALLOW_CALL
            assert limit(4_242, 6, address) == error(errno.EPERM)

    def test_calls_of_another_processor_kill(self, machine: str) -> None:
        assert decide(compile_filter(machine), 0x40000003, 4) == KILL_PROCESS

    def test_it_fits_into_what_the_kernel_takes(self, machine: str) -> None:
        assert len(compile_filter(machine)) // 8 < 4096


@pytest.mark.parametrize("machine", MACHINES)
class TestFilterBesideOthers:
    """The filter of a bot that shares the list of processes with the rest of the machine."""

    OWN = 0x7EADBEEF

    def decide(self, machine: str, name: str, *arguments: int) -> int:
        program = compile_filter(machine, self.OWN)
        return decide(program, MACHINES[machine], syscall_numbers(machine)[name], *arguments)

    def test_it_signals_itself_only(self, machine: str) -> None:
        assert self.decide(machine, "kill", self.OWN, 15) == ALLOW_CALL
        assert self.decide(machine, "tgkill", self.OWN, 77, 15) == ALLOW_CALL
        for other in (0, 1, self.OWN + 1, 0xFFFFFFFF, 0xFFFFFFFF_FFFFFFFF):
            assert self.decide(machine, "kill", other, 15) == error(errno.EPERM)
            assert self.decide(machine, "tgkill", other, 77, 15) == error(errno.EPERM)

    @pytest.mark.parametrize("queued", [32, 34, 64])
    def test_signals_that_are_queued_are_refused_in_both_filters(
        self, machine: str, queued: int
    ) -> None:
        numbers, alone = syscall_numbers(machine), compile_filter(machine)
        for name, arguments in (("kill", (self.OWN, queued)), ("tgkill", (self.OWN, 77, queued))):
            assert self.decide(machine, name, *arguments) == error(errno.EPERM)
            found = decide(alone, MACHINES[machine], numbers[name], *arguments)
            assert found == error(errno.EPERM)

    @pytest.mark.parametrize("reserved", [9, 19])
    def test_what_means_the_runner_it_cannot_send(self, machine: str, reserved: int) -> None:
        assert self.decide(machine, "kill", self.OWN, reserved) == error(errno.EPERM)
        assert self.decide(machine, "tgkill", self.OWN, 77, reserved) == error(errno.EPERM)

    @pytest.mark.parametrize("name", ["tkill", "execve", "capget", "readlinkat"])
    def test_what_reaches_beyond_itself_is_refused(self, machine: str, name: str) -> None:
        assert self.decide(machine, name, self.OWN, 15) == error(errno.EPERM)
        assert decide(
            compile_filter(machine), MACHINES[machine], syscall_numbers(machine)[name]
        ) == (ALLOW_CALL)

    def test_it_reads_no_clock_of_another_process(self, machine: str) -> None:
        for name in ("clock_gettime", "clock_getres", "clock_nanosleep"):
            for own in range(12):
                assert self.decide(machine, name, own) == ALLOW_CALL
            for process in (1, self.OWN):
                clock = (~process << 3 | 2) & 0xFFFFFFFF
                assert self.decide(machine, name, clock) == error(errno.EINVAL)

    def test_everything_else_is_as_in_the_other_filter(self, machine: str) -> None:
        alone, beside = compile_filter(machine), compile_filter(machine, self.OWN)
        for name, number in syscall_numbers(machine).items():
            before = decide(alone, MACHINES[machine], number, 0, 1)
            after = decide(beside, MACHINES[machine], number, 0, 1)
            # Stricter or the same, never looser.
            assert after in (before, error(errno.EPERM), error(errno.EINVAL)), name

    def test_the_place_of_the_own_number_is_found_in_it_and_nowhere_else(
        self, machine: str
    ) -> None:
        found = compile_filter(machine, self.OWN).count(struct.pack("<I", self.OWN))
        assert found == 2
        assert self.OWN == landlock.OWN_PROCESS == landlock_launch.OWN_PROCESS


def test_the_half_wide_calls_of_x86_64_kill() -> None:
    assert decide(compile_filter("x86_64"), MACHINES["x86_64"], 0x40000000) == KILL_PROCESS


def test_an_unknown_processor_has_no_filter() -> None:
    with pytest.raises(ValueError, match="riscv64"):
        compile_filter("riscv64")


def test_no_call_is_in_two_lists() -> None:
    lists = [*ALLOWED, *KILLED, *ABSENT, *REFUSED, *BY_ARGUMENT]
    assert len(lists) == len(set(lists))
