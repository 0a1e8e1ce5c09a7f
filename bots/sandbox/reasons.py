"""Why a sandbox does not stand, told to an operator with the remedy."""

import errno

NO_BOT_USERS = (
    "the runner is root and cannot give bots users of their own: start it as a user who is not "
    "root, or give root the user numbers from 200000 on"
)
# What bubblewrap, prlimit or the launcher says, and what to do about it. The first one counts.
REASONS = (
    (NO_BOT_USERS, NO_BOT_USERS),
    ("failed to execute /usr/bin/bwrap", "bubblewrap is not installed: apt install bubblewrap"),
    (
        "No permissions to create",
        "the container or the kernel forbids user namespaces: start the runner with its own "
        "seccomp profile, deploy/seccomp-runner.json, or set user.max_user_namespaces above 0 on "
        "the host",
    ),
    (
        "setting up uid map: Permission denied",
        "AppArmor restricts user namespaces: allow them for bwrap with an AppArmor profile, or set "
        "kernel.apparmor_restrict_unprivileged_userns=0",
    ),
    (
        "Failed to make / slave",
        "the container may not mount: its default AppArmor or seccomp profile is in force; start "
        "the runner with apparmor=unconfined and deploy/seccomp-runner.json",
    ),
    (
        "Resource temporarily unavailable",
        "too many processes or user namespaces for this user: raise user.max_user_namespaces and "
        "the limit of processes",
    ),
    (
        "ENOSPC",
        "no more user namespaces are allowed here: raise user.max_user_namespaces",
    ),
    (
        "lower the limits of a bot",
        "a security module or an outer sandbox lets the runner lower no limits but its own: allow "
        "it the system call prlimit64 on processes of its user, or LEAGUE_SANDBOX=landlock",
    ),
    (
        "the count of threads",
        "the kernel or the container lets nobody count a bot's threads: allow the system call "
        "seccomp, and let no other program answer the runner's own calls by it",
    ),
    (
        "does not support user namespaces",
        "the kernel has no user namespaces: use one that has, or LEAGUE_SANDBOX=landlock",
    ),
)
CLOSED = (
    "what bots read is closed to their user, so take a BOT_PYTHON and a TMPDIR that everybody may "
    "read"
)
_NO_LANDLOCK = {
    errno.ENOSYS: "this kernel has no Landlock: use Linux 5.13 or newer, built with it",
    errno.EOPNOTSUPP: "Landlock is switched off: add landlock to lsm= of the kernel's command line",
    errno.EPERM: "the container's seccomp profile forbids Landlock: use deploy/seccomp-runner.json",
}


def reason(complaint: str) -> str:
    """The sentence for an operator behind what the system said."""
    for sign, sentence in REASONS:
        if sign in complaint:
            return sentence
    said = complaint.strip()[-300:]
    if "Permission denied" in said:
        return f"{CLOSED}: {said}"
    return f"the sandbox does not start: {said}"


def no_landlock(error: OSError) -> str:
    """The sentence for an operator behind what the kernel answered to a question for Landlock."""
    return _NO_LANDLOCK.get(error.errno or 0, f"there is no Landlock here: {error.strerror}")
