"""A bot that sleeps keeps nobody waiting for ever: the clock on the wall runs over all it does."""

import time

import pytest

from bots.check import trials, watching
from bots.check.trials import wall_seconds
from bots.check.watching import Budget
from bots.runner.players import Failure
from bots.sandbox.bubblewrap import Bubblewrap
from bots.sandbox.limits import Limits
from bots.sandbox.workspace import Workspace
from tests.bots.check.failing import kit_bot
from tests.bots.check.test_check import checked, spec_of


class HeldUp:
    """A heartbeat that was late, whenever it is asked."""

    def late_since(self, moment: float) -> bool:
        return moment > 0


SLEEPING = kit_bot("import time; time.sleep(0.25); return menu.lowest()")


def test_a_check_by_the_usual_limits_gives_a_bot_six_minutes() -> None:
    assert wall_seconds(spec_of(b"1")) == 360
    assert wall_seconds(spec_of(b"1", seats=(2, 6))) == 780
    assert wall_seconds(spec_of(b"1", limits=Limits(deal_cpu_ms=1_000))) == 240


def test_a_budget_is_spent_by_what_is_counted() -> None:
    budget = Budget(2)
    with budget.counted():
        time.sleep(0.05)
    assert 0.05 <= budget.spent < 2
    assert budget.failure is None
    budget.spent = 2.4
    told = "2 s in all steps of the check together, of 2"
    assert budget.failure == Failure("timeout", told)


def test_what_the_machine_was_held_up_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(2)
    monkeypatch.setattr(watching, "heartbeat", HeldUp())
    with budget.counted():
        time.sleep(0.05)
    assert budget.spent == 0


@pytest.mark.sandbox
def test_one_that_sleeps_is_refused_when_all_steps_together_took_too_long(
    walls: Bubblewrap, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "wall_seconds", lambda _: 8.0)
    report = checked(spec_of(SLEEPING), walls, workspace)
    assert report.problem is not None
    assert (report.steps[-1].name, report.kind) == ("positions", "timeout")
    assert report.reason.endswith("8 s in all steps of the check together, of 8)")
    taken = sum(step.ms for step in report.steps)
    assert 8_000 <= taken < 20_000


@pytest.mark.parametrize(
    ("deals", "seconds"), [(1, 20), (10, 200), (30, 480), (100, 900), (1_000, 6_300)]
)
def test_a_match_has_the_time_of_its_deals_but_no_more_than_honest_bots_need(
    deals: int, seconds: int
) -> None:
    assert Limits().match_wall_ms(deals) == seconds * 1_000
