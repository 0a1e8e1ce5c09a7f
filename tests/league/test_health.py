"""What a load balancer asks: alive, and ready."""

import pytest
from django.db import connection
from django.test import Client

from league.selectors import health


def test_a_process_is_alive_without_a_database(client: Client) -> None:
    assert client.get("/health/live").json() == {"status": "live"}


@pytest.mark.django_db
def test_it_is_ready_when_the_database_is_migrated(client: Client) -> None:
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


@pytest.mark.django_db
def test_it_is_not_ready_before_the_migrations(client: Client) -> None:
    with connection.cursor() as cursor:
        # The newest: Django asks no further back than to the last that is applied.
        cursor.execute("SELECT max(name) FROM django_migrations WHERE app = 'league'")
        cursor.execute("DELETE FROM django_migrations WHERE name = %s", cursor.fetchone())
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json()["reason"] == "1 migrations are not applied"
    assert health.database_problem() is not None
