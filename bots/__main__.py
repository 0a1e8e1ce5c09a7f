"""Runs the author's commands: python -m bots."""

import sys

from bots.commands.main import main

if __name__ == "__main__":
    sys.exit(main())
