"""What goes in and out of the runner survives its way through JSON, and nonsense does not."""

import json
from typing import Any

import pytest

from bots.reports import DealReport, FinishedDeal, MatchReport, MatchSpec, SpecError
from bots.runner.match import play_match
from bots.runner.players import ScriptedPlayer


def test_a_match_reads_back_as_it_was_written(make_spec: Any) -> None:
    spec = make_spec("lowest", b"print('hello')\n", previous=(FinishedDeal({"places": [1, 2]}),))
    assert MatchSpec.from_json(json.loads(json.dumps(spec.to_json()))) == spec


def test_reports_read_back_as_they_were_written(make_spec: Any) -> None:
    spec = make_spec(deals=2)
    *deals, match = play_match(spec, [ScriptedPlayer([]), ScriptedPlayer([])])
    for deal in deals:
        assert isinstance(deal, DealReport)
        assert DealReport.from_json(json.loads(json.dumps(deal.to_json()))) == deal
    assert isinstance(match, MatchReport)
    assert MatchReport.from_json(json.loads(json.dumps(match.to_json()))) == match


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seats": 7}, "7 seats need as many programs, not 2"),
        ({"secret": "ab"}, "secret must be 64"),
        ({"secret": "X" * 64}, "secret must be 64"),
        ({"limits": {"move_cpu_ms": 10**9}}, "move_cpu_ms is 1000000000; allowed is 10 to 60000"),
        ({"limits": {"movecpu": 5}}, "unknown limit 'movecpu'"),
        ({"programs": [{"kind": "exe"}, {"kind": "house"}]}, "unknown kind of program 'exe'"),
        ({"programs": [{"kind": "bundle", "sha256": "", "data": "%"}] * 2}, "not a program"),
        ({"series": 5}, "not a match"),
    ],
)
def test_a_match_that_makes_no_sense_is_refused(
    make_spec: Any, change: dict[str, Any], reason: str
) -> None:
    with pytest.raises(SpecError) as refusal:
        MatchSpec.from_json({**make_spec().to_json(), **change})
    assert reason in str(refusal.value)
