"""Drunkard: every card is laid as it comes, and who has lost all of his is the Drunkard."""
