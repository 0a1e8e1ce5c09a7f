"""Attacks on the sandbox: what they try, which verdict must come, what must stay untouched."""
