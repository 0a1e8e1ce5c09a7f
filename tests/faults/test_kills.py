"""Whatever is killed in the middle of a match: every match ends with exactly one result."""

import shutil
import time
from pathlib import Path
from random import Random

import pytest

from tests.instance import Instance, instance

pytestmark = [pytest.mark.faults]

FAST = {
    "LEAGUE_PACE_SECONDS": "0",
    "LEAGUE_LEASE_SECONDS": "4",
    "LEAGUE_RESEND_SECONDS": "2",
    "LEAGUE_RATING_SECONDS": "2",
}
CHAOS_SECONDS = 45
LONG_LADDER = """
from league.models import Bot, Ladder, LadderEntry
from league.services import rulesets
ruleset = rulesets.create(name="Long", deals=300)
Ladder.objects.update(is_open=False)
ladder = Ladder.objects.create(name="Long", slug="long", ruleset=ruleset)
# Bots that think long would only make the end wait: three hundred deals of theirs take a minute.
quick = Bot.objects.exclude(current_version__program__in=["counting", "search"])
LadderEntry.objects.bulk_create(LadderEntry(ladder=ladder, bot=bot) for bot in quick)
answer = ladder.pk
"""
CLOSE = "from league.models import Ladder\nanswer = Ladder.objects.update(is_open=False)"
OPEN_MATCHES = """
from league.models import Match
answer = Match.objects.filter(status__in=["queued", "running"]).count()
"""
REPORT = """
from django.db.models import Count, Q
from league.models import Attempt, Match, Result
from league.selectors.matches import record_lines
from games.records import loads, verify_match
finished = Match.objects.filter(status="finished")
first = Count("results", filter=Q(results__stands=True))
answer = {
    "finished": finished.count(),
    "not_finished": Match.objects.exclude(status__in=["finished", "planned"]).count(),
    "not_one_result": finished.annotate(n=first).exclude(n=1).count(),
    "wrong_deals": [
        m.pk for m in finished.annotate(n=Count("deals", distinct=True))
        if m.ladder_id and m.ruleset.deals == 300 and m.n != 300
    ],
    "interrupted": Attempt.objects.filter(exit="interrupted").count(),
    "parked": Match.objects.filter(parked_at__isnull=False).count(),
    "failed": list(Attempt.objects.filter(exit="failed").values_list("detail", flat=True)),
    "goes_on": Match.objects.filter(status="finished", attempt__gt=1).count(),
}
for match in finished.filter(attempt__gt=1)[:5]:
    verify_match(loads("".join(record_lines(match))))
"""


def test_kill_9_of_worker_and_runner_and_a_wiped_queue_lose_and_double_nothing(
    tmp_path: Path,
) -> None:
    with instance(tmp_path / "data", **FAST) as league:
        league.ask(LONG_LADDER)
        league.wait_until("matches are played", lambda: league.ask(OPEN_MATCHES) >= 2)
        make_chaos(league)
        league.ask(CLOSE)
        league.wait_until("all matches over", lambda: league.ask(OPEN_MATCHES) == 0, 180)
        report = league.ask(REPORT)
        family = league.family()
        assert league.stop() == 0
    print("kill test:", {**report, "kills": league.killed})
    assert {"worker", "runner"} <= set(league.killed)
    assert report["interrupted"] >= 2, "the kills hit no match: the test has shown nothing"
    assert report["goes_on"] >= 1
    assert report["finished"] > 0
    assert report["not_finished"] == report["not_one_result"] == report["parked"] == 0
    assert report["wrong_deals"] == report["failed"] == []
    assert [pid for pid in family if Path(f"/proc/{pid}").exists()] == []


def make_chaos(league: Instance) -> None:
    """kill -9 the worker or the runner every few seconds, and delete the queue's files once."""
    rng = Random(2)
    begin = time.monotonic()
    wiped = False
    while (passed := time.monotonic() - begin) < CHAOS_SECONDS:
        time.sleep(rng.uniform(4, 7))
        league.kill(rng.choice(["worker", "runner"]))
        if not wiped and passed > CHAOS_SECONDS / 2:
            wiped = True
            shutil.rmtree(league.folder / "queue", ignore_errors=True)
