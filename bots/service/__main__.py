"""``python -m bots.service``."""

from bots.service.server import main

if __name__ == "__main__":
    main()
