"""The description of the API is valid, complete, and made without a warning."""

import json
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from league.api.urls import urlpatterns
from tests.league.api.callers import ROOT

pytestmark = pytest.mark.django_db


def described() -> dict[str, Any]:
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return schema


def test_the_schema_is_valid_openapi_3_1_and_made_without_warnings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    GENERATOR_STATS.reset()
    schema = described()
    assert not GENERATOR_STATS, capsys.readouterr().err
    validate_schema(schema)
    assert schema["openapi"].startswith("3.1")


def test_every_address_is_described() -> None:
    hidden = {"schema/", "docs/"}
    served = {
        pattern.pattern._route for pattern in urlpatterns if hasattr(pattern.pattern, "_route")
    } - hidden
    assert len(served) == len(described()["paths"])


def test_every_operation_says_how_it_refuses_and_what_it_is_called() -> None:
    schema = described()
    operations = [one for path in schema["paths"].values() for one in path.values()]
    assert len({one["operationId"] for one in operations}) == len(operations)
    for operation in operations:
        assert "application/problem+json" in operation["responses"]["default"]["content"]


def test_lists_are_described_as_pages_and_creating_posts_with_their_key() -> None:
    paths = described()["paths"]
    answer = paths["/api/v1/clubs/"]["get"]["responses"]["200"]["content"]["application/json"]
    assert answer["schema"]["$ref"].endswith("PaginatedClubList")
    names = [one["name"] for one in paths["/api/v1/clubs/"]["post"]["parameters"]]
    assert "Idempotency-Key" in names


def test_the_schema_is_served_as_json_and_as_yaml(client: Client) -> None:
    plain = client.get(ROOT + "schema/")
    assert plain["Content-Type"].startswith("application/json")
    assert json.loads(plain.content)["info"]["title"] == "Durak League"
    assert client.get(ROOT + "schema/?format=yaml").content.startswith(b"openapi: 3.1")


def test_the_documentation_page_needs_no_script_of_its_own(client: Client) -> None:
    page = client.get(ROOT + "docs/").content.decode()
    assert "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js" in page
    assert "<script>" not in page
    script = client.get(ROOT + "docs/?script=")
    assert script["Content-Type"].startswith("application/javascript")
    assert ROOT + "schema/" in script.content.decode()
