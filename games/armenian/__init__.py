"""Armenian Durak: tricks without trumps, from the hand and from a row of cards on the table."""
