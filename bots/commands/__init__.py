"""The author's commands, one module each: from nothing to a bot that plays on the site."""
