"""The source of chance of each bot in a match, drawn from the match's secret."""

import hashlib


def random_of(secret: str, seat: int) -> str:
    """
    The 32 hexadecimal digits told in hello to the bot that has *seat* in the first deal.

    Fixed for a match and seat, so that an interrupted match goes on as it would have, and a match
    that is over can be asked again; they tell nothing of the *secret* they are made from.
    """
    return hashlib.sha256(f"random|{secret}|{seat}".encode()).hexdigest()[:32]
