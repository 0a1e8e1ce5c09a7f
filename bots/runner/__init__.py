"""A match played: who sits at the table, one deal, one match, and the processes behind it."""
