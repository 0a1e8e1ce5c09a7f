"""Rules of the bot's own, by which it always wins."""
