"""What a deployment must have right, told by ``manage.py check --deploy``."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.security, deploy=True)
def served_from_sqlite(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Several machines cannot share a SQLite file."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return [
            Warning(
                "The database is SQLite, which serves one machine only.",
                hint="Set DATABASE_URL to a PostgreSQL database for a public site.",
                id="league.W001",
            )
        ]
    return []


@register(Tags.security, deploy=True)
def queue_in_files(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Several machines cannot share a queue of files."""
    if settings.CELERY_BROKER_URL.startswith("files:"):
        return [
            Warning(
                "The queue is a folder of files, which serves one machine only.",
                hint="Set CELERY_BROKER_URL to a Redis server for a public site.",
                id="league.W002",
            )
        ]
    return []
