"""
Start background work, by task name, after the transaction that asked for it has been committed.

A message is only a nudge: what must be done is in the rows, and the sweep finds what was lost.
"""

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = structlog.get_logger("league.queue")

PLAY_MATCH = "league.play_match"
CHECK_SUBMISSION = "league.check_submission"


def send(task: str, *args: str | int) -> None:
    """Send *task* after commit. A broker out of reach is logged and costs a delay, no work."""

    def now() -> None:
        try:
            current_app.send_task(task, args=args, retry=False)
        except (OperationalError, OSError) as error:
            log.warning("message not sent; the sweep will send it", task=task, error=str(error))

    transaction.on_commit(now)
