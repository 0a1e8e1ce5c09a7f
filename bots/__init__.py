"""Programs that play: how they are written, how they are kept apart, and how their matches run."""
