"""Whatever is sent to whatever address, the answer is an answer and never a fault of ours."""

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import LazySettings
from drf_spectacular.generators import SchemaGenerator

from league.models import Match
from league.services import ratings
from tests.factories import house_bot, tournament_of
from tests.league.api.callers import ROOT, decided, staff, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LONG = "x" * 5000
BODIES = [
    "{}",
    "[]",
    "null",
    '"\\ud800"',
    json.dumps({"name": LONG, "list": LONG, "reason": LONG, "username": LONG, "password": LONG}),
    '{"name": "\\ud800", "list": "\\ud800", "reason": "\\ud800", "username": "\\ud800",'
    ' "bot": "\\ud800", "options": {"\\ud800": "\\ud800"}, "role": "\\ud800"}',
    '{"name": "\\u0000", "list": "\\u0000", "reason": "\\u0000", "username": "\\u0000",'
    ' "bot": "\\u0000", "options": {"\\u0000": [1]}, "role": "\\u0000", "scopes": ["\\u0000"]}',
    json.dumps({"scores": [10**30, 1], "deals": 5, "forfeits": [[0]], "player": 10**30}),
    json.dumps({"deals": [], "reason": "x"}),
    json.dumps({"scores": [], "reason": "x"}),
    json.dumps({"scores": [2, 2], "reason": "x", "preview": True, "seen": 10**18}),
    json.dumps({"forfeits": [0, 1], "reason": "x", "preview": True}),
    json.dumps({"scores": [4, 0], "forfeits": [0], "reason": "x"}),
    json.dumps({"stages": [[]], "club": [], "ruleset": {"a": 1}, "bot": {"a": 1}, "deals": {}}),
    json.dumps({"starting_rank": 10**18, "name": "Анна", "days": 10**20, "scopes": [[1]]}),
]


@pytest.fixture
def _no_throttle(settings: LazySettings) -> None:
    rates = dict.fromkeys(["anonymous", "user", "sign-up"], "1000000/day")
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}


def addresses() -> Iterator[tuple[str, set[str]]]:
    """Every address of the API with its methods, filled in with what is there and what is not."""
    running, _ = tournament_of(3)
    knockout, _ = tournament_of(5, format="knockout")
    first, second = house_bot("А"), house_bot("Б")
    finished = decided(first, second, 3, 1)
    ratings.refit("podkidnoy-2-single")
    planned = Match.objects.filter(status="planned").first()
    entry = running.entries.first()
    assert planned is not None
    assert entry is not None
    values: dict[str, list[Any]] = {
        "slug": [running.slug, knockout.slug, first.slug, "klub"],
        "id": [finished.pk, planned.pk, entry.pk, 10**25],
        "key": ["podkidnoy"],
        "game": ["podkidnoy", "bridge"],
        "number": [1, 10**25],
        "bot": [first.slug],
    }
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    for path, operations in paths.items():
        names = re.findall(r"{(\w+)}", path)
        for filling in itertools.product(*(values[name] for name in names)):
            filled = path
            for name, value in zip(names, filling, strict=True):
                filled = filled.replace(f"{{{name}}}", str(value))
            yield filled, set(operations)


@pytest.mark.usefixtures("_no_throttle")
def test_no_method_and_no_body_makes_it_fall_over() -> None:
    known, nobody = staff(), visitor()
    asked = 0
    for path, operations in addresses():
        requests = [(known, method, "") for method in ("get", "head", "options", "put")]
        requests += [(nobody, method, "{}") for method in ("get", "options", "post", "delete")]
        if "post" in operations:
            requests += [(known, "post", body) for body in BODIES]
        for client, method, body in requests:
            response = client.generic(method.upper(), path, body, content_type="application/json")
            asked += 1
            assert response.status_code < 500, (method, path, body)
            if response.status_code >= 400:
                assert response["Content-Type"] == "application/problem+json", (method, path, body)
    assert asked > 1000


@pytest.mark.parametrize(
    "query",
    [
        "page=-1",
        "page_size=-1",
        "page_size=x",
        "format=%00",
        "search=%00",
        "club=%00",
        "status=%ff",
    ],
)
def test_no_query_makes_it_fall_over(query: str) -> None:
    for path in ("clubs/", "tournaments/", "matches/", "bots/", "players/"):
        assert visitor().get(f"{ROOT}{path}?{query}").status_code < 500
