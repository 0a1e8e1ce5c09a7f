"""What is uploaded as bot.py: a bot that plays on, and carries out one attack."""

from attacker import carry

carry()
