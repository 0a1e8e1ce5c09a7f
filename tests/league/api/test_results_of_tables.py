"""Results of tables of three to six by program: scores or deals by seat, partners as one."""

from typing import Any

import pytest

from league.models import Result
from tests.league.api.callers import ROOT, pointers, problem, program, visitor
from tests.league.tables import table_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.mark.parametrize(
    ("table", "body", "scores", "winner"),
    [
        ((3,), {"scores": [0, -1, -3]}, [0, -1, -3], 0),
        ((3,), {"scores": [-2, -2, 0]}, [-2, -2, 0], 2),
        (
            (3,),
            {"deals": [{"places": [1, 2, 3]}] * 2 + [{"places": [3, 1, 2]}, {"places": [2, 1, 2]}]},
            [-1, 0, -2],
            1,
        ),
        ((4, "pairs"), {"scores": [1, 3, 1, 3]}, [1, 3, 1, 3], 1),
        (
            (4, "pairs"),
            {"deals": [{"places": [1, 3, 1, 3]}] * 3 + [{"places": [1, 1, 1, 1]}]},
            [3, 0, 3, 0],
            0,
        ),
        ((6, "threes"), {"scores": [2, 2, 2, 2, 2, 2]}, [2, 2, 2, 2, 2, 2], None),
        ((6, "threes"), {"deals": [{"places": [4, 1, 4, 1, 4, 1]}] * 4}, [0, 4, 0, 4, 0, 4], 1),
    ],
)
def test_a_table_is_reported_by_scores_or_deals(
    table: tuple[Any, ...], body: dict[str, Any], scores: list[int], winner: int | None
) -> None:
    match, organiser = table_of(*table)
    address = ROOT + f"matches/{match.pk}/"
    response = program(organiser).post(address + "result/", body)
    assert response.status_code == 201, response.content
    told = response.json()["result"]
    assert (told["scores"], told["winner"]) == (scores, winner)
    assert visitor().get(address).json()["result"] == told


def test_points_below_zero_are_taken_where_cards_are_paid_for() -> None:
    match, organiser = table_of(3, game="british", length={"kind": "deals", "count": 2})
    deals = [{"places": [1, 2, 3], "points": [30, -10, -20]}] * 2
    told = program(organiser).post(ROOT + f"matches/{match.pk}/result/", {"deals": deals}).json()
    assert told["result"]["scores"] == [60, -20, -40]


def test_who_did_not_come_takes_the_partner_along() -> None:
    match, organiser = table_of(4, "pairs")
    told = program(organiser).post(ROOT + f"matches/{match.pk}/result/", {"forfeits": [2]}).json()
    assert (told["result"]["forfeits"], told["result"]["winner"]) == ([0, 2], 1)


@pytest.mark.parametrize(
    ("table", "body", "code", "pointer"),
    [
        ((3,), {"scores": [3, 1]}, "invalid", "#/scores"),
        ((3,), {"scores": [0, 1, 2]}, "above_zero", "#/scores"),
        ((4, "pairs"), {"scores": [3, 1, 1, 3]}, "partners_differ", "#/scores"),
        ((4, "pairs"), {"scores": [3, 3, 3, 3]}, "too_many_deals", "#/scores"),
        ((6, "threes"), {"deals": [{"places": [1, 2, 3, 4, 5, 6]}]}, "partners_differ", "#/deals"),
        ((3,), {"deals": [{"places": [1, 2, 3]}]}, "wrong_number_of_deals", "#/deals"),
        ((3,), {"forfeits": [3]}, "no_such_seat", "#/forfeits"),
        ((3,), {"forfeits": [1]}, "scores_or_deals", "#/scores"),
    ],
)
def test_what_cannot_be_is_refused_by_a_word_and_changes_nothing(
    table: tuple[Any, ...], body: dict[str, Any], code: str, pointer: str
) -> None:
    match, organiser = table_of(*table)
    refused = problem(
        program(organiser).post(ROOT + f"matches/{match.pk}/result/", body), 400, code
    )
    assert pointers(refused) == [pointer]
    assert not Result.objects.exists()
