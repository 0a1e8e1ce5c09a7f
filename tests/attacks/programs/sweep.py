"""Makes every system call of a list, with nonsense for arguments, and says what came of it."""

import ctypes
import errno
import os

system = ctypes.CDLL(None, use_errno=True)
system.syscall.restype = ctypes.c_long
nonsense = [ctypes.c_long(-1)] * 6

with open(os.path.dirname(__file__) + "/numbers.txt") as file:
    numbers = [int(word) for word in file.read().split()]

for number in numbers:
    # First the number: what kills it cannot be said afterwards.
    os.write(1, b"%d " % number)
    ctypes.set_errno(0)
    result = system.syscall(ctypes.c_long(number), *nonsense)
    name = errno.errorcode.get(ctypes.get_errno(), "?") if result == -1 else "OK"
    os.write(1, name.encode() + b"\n")
