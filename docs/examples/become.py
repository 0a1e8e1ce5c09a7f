"""A bot.py that becomes another program: how to try a bot of any language at home."""

import os
import sys
from pathlib import Path

# The path from which it may be started, and what it is started with.
PROGRAM = ["/bin/sh", str(Path(__file__).with_name("shell.sh"))]

sys.stderr.flush()
os.execv(PROGRAM[0], PROGRAM)
