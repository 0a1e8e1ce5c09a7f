"""A game at a terminal: the table drawn, answers read, what happens told in words."""
