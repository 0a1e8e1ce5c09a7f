"""Cannot even be loaded."""

raise RuntimeError("the author forgot something")
