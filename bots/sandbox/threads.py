"""Counts the threads of a bot that has no user of its own: the kernel asks before it makes one."""

import contextlib
import errno
import fcntl
import os
import select
import socket
import struct
import threading

from bots.sandbox.process import start_thread
from bots.sandbox.rlimits import THREADS

# struct seccomp_notif and seccomp_notif_resp: the number of a question, and what is answered to it.
_QUESTION = 80
_ANSWER = struct.Struct("<QqiI")
_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_GO_ON = 1
_PATIENCE = 1.0


class ThreadCount:
    """
    Answers, in a thread of its own, whether process *pid* may start another thread.

    Its launcher sends the descriptor that the kernel asks by over the socket *line*, which is
    closed here once `begin` has been called. Where nobody answers no thread is started, so that
    this fails to the safe side.
    """

    def __init__(self, pid: int, line: int) -> None:
        self._pid = pid
        self._line = line
        self._thread = threading.Thread(target=self._answer, name="threads", daemon=True)

    def begin(self) -> None:
        """
        Raises:
            ExhaustedError: If its own thread cannot start.
        """
        start_thread(self._thread)

    def end(self) -> None:
        """Wait until nothing is left of it; the process has ended."""
        if self._thread.ident is not None:
            self._thread.join(_PATIENCE)

    def _answer(self) -> None:
        with socket.socket(fileno=self._line) as line:
            try:
                asked = socket.recv_fds(line, 1, 1, socket.MSG_CMSG_CLOEXEC)[1]
            except OSError:
                return
        for descriptor in asked:
            try:
                self._serve(descriptor)
            finally:
                os.close(descriptor)

    def _serve(self, asked: int) -> None:
        poll = select.poll()
        poll.register(asked, select.POLLIN)
        # A hang-up says that the process is no more.
        while poll.poll()[0][1] & select.POLLIN:
            question = bytearray(_QUESTION)
            # It may have been killed, or have caught a signal, before it is asked or answered.
            with contextlib.suppress(FileNotFoundError, InterruptedError):
                fcntl.ioctl(asked, _RECEIVE, question)
                (number,) = struct.unpack_from("<Q", question)
                if self._has_room():
                    answer = _ANSWER.pack(number, 0, 0, _GO_ON)
                else:
                    answer = _ANSWER.pack(number, 0, -errno.EAGAIN, 0)
                fcntl.ioctl(asked, _SEND, answer)

    def _has_room(self) -> bool:
        try:
            return len(os.listdir(f"/proc/{self._pid}/task")) < THREADS  # noqa: PTH208
        except OSError:
            return False
