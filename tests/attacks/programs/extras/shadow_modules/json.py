"""Must not be imported in place of the module of this name."""

raise RuntimeError("the bot's own module has been imported")
