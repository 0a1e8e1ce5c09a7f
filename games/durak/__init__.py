"""The beating games: lead, beat, throw in, and the last to hold cards is the fool."""
