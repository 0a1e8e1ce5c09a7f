"""What the scheduler asks for: a look at the queue every second or so, and a daily tidy-up."""

import random

from celery import shared_task

from league.services import challenges, ladders, ratings, sweep, versions


@shared_task(name="league.tick")
def tick() -> None:
    """Send what was lost, draw the ladders' next matches, fit ratings where results came in."""
    sweep.resend()
    ladders.draw_all(rng=random.SystemRandom())
    challenges.start_next()
    versions.purge()
    ratings.refresh()


@shared_task(name="league.tidy")
def tidy() -> None:
    """Thin out old rating runs; forget refused uploads, and answers nobody asks for any more."""
    ratings.thin_out()
    versions.forget_refused()
    sweep.forget()
