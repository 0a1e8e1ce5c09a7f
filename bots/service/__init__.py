"""The runner as a process of its own behind a Unix socket."""
