"""Reaching somebody over a network or a socket."""

import errno
import socket
from typing import Any

from attacker import Attacker

VSOCK, NETLINK, PACKET, ALG = 40, 16, 17, 38
MPTCP = 262


def database(bot: Attacker) -> object:
    """Connect to the site's database on the loopback address."""
    return connect(("127.0.0.1", bot.canary.database), socket.AF_INET)


def broker(bot: Attacker) -> object:
    """Connect to the site's queue on the loopback address."""
    return connect(("127.0.0.1", bot.canary.broker), socket.AF_INET)


def mapped_address(bot: Attacker) -> object:
    """Connect to the loopback address written as one of IPv6."""
    return connect(("::ffff:127.0.0.1", bot.canary.broker), socket.AF_INET6)


def multipath(bot: Attacker) -> object:
    """Connect by MPTCP, which Landlock's own rules for TCP do not see."""
    return connect(("127.0.0.1", bot.canary.broker), socket.AF_INET, MPTCP)


def internet(bot: Attacker) -> object:
    """Connect to an address of the internet."""
    with socket.socket() as line:
        line.setblocking(False)
        error = line.connect_ex(("192.0.2.1", 443))
    if error not in (0, errno.EINPROGRESS):
        raise OSError(error, "not connected")
    return "the packet is on its way"


def datagram(bot: Attacker) -> object:
    """Send a datagram, as a look-up of a name does."""
    with socket.socket(type=socket.SOCK_DGRAM) as line:
        return line.sendto(b"x", ("127.0.0.1", bot.canary.names))


def socket_file(bot: Attacker) -> object:
    """Connect to a Unix socket by its path."""
    return connect(bot.canary.socket, socket.AF_UNIX)


def abstract_socket(bot: Attacker) -> object:
    """Connect to a Unix socket without a path."""
    return connect("\0" + bot.canary.mark, socket.AF_UNIX)


def hypervisor(bot: Attacker) -> object:
    """Open a socket to the hypervisor (AF_VSOCK), which no network namespace covers."""
    return made(VSOCK, socket.SOCK_STREAM)


def kernel_messages(bot: Attacker) -> object:
    """Open a socket to the kernel's own services (AF_NETLINK)."""
    return made(NETLINK, socket.SOCK_RAW)


def raw_packets(bot: Attacker) -> object:
    """Listen to every packet (AF_PACKET)."""
    return made(PACKET, socket.SOCK_RAW)


def kernel_ciphers(bot: Attacker) -> object:
    """Use the kernel's ciphers (AF_ALG), home of several faults."""
    return made(ALG, socket.SOCK_SEQPACKET)


def pair_of_another_family(bot: Attacker) -> object:
    """Get a socket of another family through socketpair, which asyncio needs."""
    return [end.close() for end in socket.socketpair(socket.AF_INET, socket.SOCK_STREAM)]


def pair_turned_outwards(bot: Attacker) -> object:
    """Send from one end of a socket pair to the site's own socket."""
    inner, outer = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with inner, outer:
        return inner.sendto(b"x", bot.canary.datagrams)


def connect(address: Any, family: int, protocol: int = 0) -> str:
    with socket.socket(family, socket.SOCK_STREAM, protocol) as line:
        line.settimeout(2)
        line.connect(address)
    return "connected"


def made(family: int, kind: int) -> str:
    socket.socket(family, kind).close()
    return "made"
