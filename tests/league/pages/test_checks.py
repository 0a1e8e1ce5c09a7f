"""What the page of an upload says of a check: for every cause there is something to mend."""

import pytest

from bots.check.advice import ADVICE, EXPLANATIONS
from league.pages.checks import failure


@pytest.mark.parametrize("cause", ADVICE)
def test_every_cause_of_a_refusal_has_advice_on_the_page(cause: str) -> None:
    kind = "bundle" if cause.startswith("bundle") else "crashed"
    kind = cause if cause in EXPLANATIONS else kind
    told = failure([{"problem": {"kind": kind, "cause": cause, "detail": "why"}}])
    assert told is not None
    assert str(told.advice)


def test_a_move_that_was_none_is_told_apart_from_other_bad_answers() -> None:
    problem = {"kind": "bad_answer", "cause": "no_return", "detail": "why"}
    told = failure([{"problem": problem}])
    assert told is not None
    assert "did you forget “return”?" in str(told.advice)
