"""Celery tasks: fetch, call a service or the runner, nothing else. JSON only."""

from league.tasks.play import check_submission, play_match
from league.tasks.scheduled import tick, tidy

__all__ = ["check_submission", "play_match", "tick", "tidy"]
