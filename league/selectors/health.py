"""Whether the site can do its work: the database answers and is migrated."""

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def database_problem() -> str | None:
    """What is wrong with the database; None where it answers and is migrated."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Exception as error:  # whatever it is, the probe must answer
        return f"{type(error).__name__}: {error}"
    return f"{len(plan)} migrations are not applied" if plan else None
