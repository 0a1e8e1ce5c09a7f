"""A bot.py that becomes another program: how to try a bot of any language at home."""

import os
import sys
from pathlib import Path

# The program and what it is started with. Files beside this one are found like shell.sh here, once
# they are packed with it in a zip or a folder; a program elsewhere needs its absolute path.
PROGRAM = ["/bin/sh", str(Path(__file__).with_name("shell.sh"))]

sys.stderr.flush()
os.execv(PROGRAM[0], PROGRAM)
