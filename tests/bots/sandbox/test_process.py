"""One running bot seen from outside, at the moment it ends."""

import subprocess
import threading

from bots.sandbox.descriptors import Descriptors, Pipes
from bots.sandbox.process import Running


def test_a_bot_may_end_while_its_memory_is_looked_at() -> None:
    """Its entry among the processes goes in the middle of a look, and nothing may come of that."""
    looks = 0
    for _ in range(300):
        opened = Descriptors()
        pipes = Pipes(opened)
        child = subprocess.Popen(["true"])
        running = Running(child, pipes.ours(), child.pid)
        opened.close(*pipes.theirs())
        reaper = threading.Thread(target=child.wait)
        reaper.start()
        while child.returncode is None:
            running.peak_kb()
            looks += 1
        for _ in range(5):
            running.peak_kb()
        reaper.join()
        running.end()
    assert looks > 300
