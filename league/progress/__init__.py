"""
How a tournament stands: a pure function of what was decided before it and of the log of its acts.

Nothing here writes: `acts` are what the log holds, `state` folds them into rounds, brackets and
standings, and `changes` compares two states, which is what every question "are you sure?" shows.
Who may do what, and what becomes of the rows of the database, is the services' business.
"""
