"""How fast the house is, measured beside what others offer."""
