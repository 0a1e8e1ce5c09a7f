"""The walls round a stranger's program: what it may be, use and touch."""
