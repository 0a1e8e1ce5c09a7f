"""Writes the system calls that the runner's container is refused, from the list bots are killed by.

python deploy/make_seccomp.py > deploy/seccomp-runner.json
"""

import errno
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bots.sandbox.seccomp import KILLED, syscall_numbers

MACHINES = {
    "x86_64": ("SCMP_ARCH_X86_64", ["SCMP_ARCH_X86", "SCMP_ARCH_X32"]),
    "aarch64": ("SCMP_ARCH_AARCH64", ["SCMP_ARCH_ARM"]),
}
GONE = {"_sysctl"}
"""Names that engines of today no longer know."""
NEEDED = {"mount", "umount2", "pivot_root", "sethostname"}
"""What bubblewrap builds the sandbox with."""
AF_ALG, AF_VSOCK = 38, 40


def profile() -> dict[str, Any]:
    """
    The profile as container engines read it.

    Everything a bot is killed for is refused to the runner too, except what the sandbox is built
    with; clone3 is said not to exist, since its flags cannot be looked at; sockets to the
    hypervisor and to the kernel's cryptography are refused, as no network namespace covers them.
    """
    known = set().union(*(syscall_numbers(machine) for machine in MACHINES))
    return {
        "defaultAction": "SCMP_ACT_ALLOW",
        "archMap": [
            {"architecture": name, "subArchitectures": others} for name, others in MACHINES.values()
        ],
        "syscalls": [
            refusal(sorted((set(KILLED) - NEEDED - GONE) & known), errno.EPERM),
            refusal(["clone3"], errno.ENOSYS),
            refusal(["socket"], errno.EAFNOSUPPORT, first_argument=AF_ALG),
            refusal(["socket"], errno.EAFNOSUPPORT, first_argument=AF_VSOCK),
        ],
    }


def refusal(names: list[str], error: int, first_argument: int | None = None) -> dict[str, Any]:
    rule: dict[str, Any] = {"names": names, "action": "SCMP_ACT_ERRNO", "errnoRet": error}
    if first_argument is not None:
        rule["args"] = [{"index": 0, "value": first_argument, "op": "SCMP_CMP_EQ"}]
    return rule


if __name__ == "__main__":
    sys.stdout.write(json.dumps(profile(), indent=1) + "\n")
