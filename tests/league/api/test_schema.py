"""The description of the API is valid, complete, and made without a warning."""

import json
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from league.api.urls import urlpatterns
from league.progress.options import FORMATS, OptionError, options_from_json
from league.services.stages import as_json
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


def of_format(name: str) -> dict[str, Any]:
    """What the description says of the options of a format."""
    formats = described()["components"]["schemas"]["Stage"]["oneOf"]
    (found,) = [one for one in formats if one["properties"]["format"]["const"] == name]
    properties: dict[str, Any] = found["properties"]
    return {key: told for key, told in properties.items() if key not in ("number", "format")}


@pytest.mark.parametrize("format", FORMATS)
def test_every_option_of_a_format_is_described_with_its_default(format: str) -> None:
    usual = as_json(FORMATS[format]())
    told = of_format(format)
    assert set(told) == set(usual)
    assert {name: usual[name] for name in usual if name != "size"} == {
        name: one["default"] for name, one in told.items() if "default" in one
    }
    assert all(one["description"] for one in told.values())


@pytest.mark.parametrize("format", FORMATS)
def test_an_option_may_be_just_what_the_description_says(format: str) -> None:
    for name, told in of_format(format).items():
        if "minimum" in told:
            for value in (told["minimum"], told["maximum"]):
                assert options_from_json(format, {name: value})
            for value in (told["minimum"] - 1, told["maximum"] + 1):
                with pytest.raises(OptionError):
                    options_from_json(format, {name: value})
        choices = told.get("oneOf", told.get("items", {}).get("oneOf", []))
        for choice in choices:
            value = choice["const"] if "oneOf" in told else [choice["const"]]
            assert options_from_json(format, {name: value})
