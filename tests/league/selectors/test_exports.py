"""All matches of a bot as lines: whole, to be checked, a few rows at a time, no one's secrets."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.records import Record, verify_match
from league.errors import BadInput
from league.models import Bot, Deal, Match, User
from league.permissions import Somebody
from league.selectors import exports
from league.services import bots, challenges
from tests.factories import UserFactory, bot_match, ladder_of
from tests.league.pages.conftest import play

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def mine() -> Bot:
    bot = bots.create(name="Мой", owner=UserFactory.create())
    bots.house_version(bot=bot, program="cautious", program_settings={})
    return bot


@pytest.fixture
def rival() -> Bot:
    bot = bots.create(name="Соперник", owner=UserFactory.create())
    bots.house_version(bot=bot, program="random", program_settings={})
    return bot


def owner(bot: Bot) -> User:
    assert bot.owner is not None
    return bot.owner


def played(first: Bot, second: Bot) -> Match:
    """A match with logs, usage and a note of whoever made the first own move of its first deal."""
    match = bot_match(first, second)
    play(match)
    names = [first.name, second.name]
    match.attempts.update(
        logs=[f"log of {name}" for name in names],
        usage=[{"cpu_ms": 5 + seat, "answers": 9} for seat in (0, 1)],
    )
    deal = match.deals.all()[0]
    seats = [int(move.split()[0]) for move in deal.record["moves"]]
    deal.notes = [{"move": seats.index(seat), "text": f"note of {names[seat]}"} for seat in (0, 1)]
    deal.save()
    match.refresh_from_db()
    return match


def told(bot: Bot, reader: Somebody | None = None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in exports.match_lines(bot, reader)]


def test_every_match_is_told_with_each_of_its_deals_in_order(mine: Bot, rival: Bot) -> None:
    first, second = played(mine, rival), played(rival, mine)
    lines = told(mine)
    assert [line.get("type", line.get("deal")) for line in lines] == [
        "match", 0, 1, 2, 3, "match", 0, 1, 2, 3,
    ]  # fmt: skip
    assert [line["id"] for line in lines if line.get("type")] == [first.pk, second.pk]
    assert lines[0]["secret"] == first.secret
    assert lines[0]["result"]["scores"] == first.results.get().scores
    assert [seat["bot"] for seat in lines[5]["seats"]] == [rival.slug, mine.slug]


def test_the_deals_of_each_match_pass_the_rules_engine(mine: Bot, rival: Bot) -> None:
    for match in (played(mine, rival), played(rival, mine)):
        records = [
            Record.from_json(line)
            for line in told(mine)
            if "type" not in line and line["match"] == match.pk
        ]
        counted = verify_match(records, whole=True)
        assert list(counted.scores) == match.results.get().scores


def test_a_mirrored_challenge_is_told_leg_by_leg(mine: Bot, rival: Bot) -> None:
    match = challenges.challenge(
        challenger=mine, opponent=rival, ruleset=ladder_of(mine).ruleset, deals=4, mirrored=True,
        by=owner(mine),
    )  # fmt: skip
    play(match)
    line, *deals = told(mine)
    assert (line["is_rated"], line["challenged_by"]) == (False, owner(mine).username)
    assert [(deal["leg"], deal["deal"]) for deal in deals] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert verify_match([Record.from_json(deal) for deal in deals], whole=True).decided


def test_only_finished_matches_are_told(mine: Bot, rival: Bot) -> None:
    running = bot_match(mine, rival)
    play(running, deals=2)
    bot_match(mine, rival)
    struck_out = played(mine, rival)
    Match.objects.filter(pk=struck_out.pk).update(status=Match.Status.VOID)
    assert told(mine, owner(mine)) == []
    assert running.secret not in "".join(exports.match_lines(mine, owner(mine)))


def test_an_author_finds_his_own_log_and_usage_and_no_opponents(mine: Bot, rival: Bot) -> None:
    played(mine, rival)
    played(rival, mine)
    for bot, other, seats in ((mine, rival, [0, 1]), (rival, mine, [1, 0])):
        lines = told(bot, owner(bot))
        assert [line["own"][0]["seat"] for line in lines if line.get("type") == "match"] == seats
        assert [line["own"][0]["usage"]["cpu_ms"] for line in lines if "own" in line] == [
            5 + seat for seat in seats
        ]
        text = json.dumps(lines, ensure_ascii=False)
        assert text.count(f"log of {bot.name}") == 2
        assert f"log of {other.name}" not in text


def test_the_notes_of_all_stand_once_in_the_record_for_everybody(mine: Bot, rival: Bot) -> None:
    match = played(mine, rival)
    for reader in (None, owner(mine), UserFactory.create(is_staff=True)):
        lines = told(mine, reader)
        assert [line["notes"] for line in lines if "notes" in line] == [match.deals.all()[0].notes]
        text = json.dumps(lines, ensure_ascii=False)
        assert text.count("note of Мой") == text.count("note of Соперник") == 1
    noted = Record.from_json(lines[1])
    assert sorted(text for _move, text in noted.notes) == ["note of Мой", "note of Соперник"]


def test_everybody_else_finds_what_is_public(mine: Bot, rival: Bot) -> None:
    match = played(mine, rival)
    for reader in (None, AnonymousUser(), UserFactory.create()):
        lines = told(mine, reader)
        assert len(lines) == 5
        assert "own" not in lines[0]
        text = json.dumps(lines, ensure_ascii=False)
        assert "log of" not in text
        assert match.secret in text


def test_staff_find_everything(mine: Bot, rival: Bot) -> None:
    played(mine, rival)
    lines = told(mine, UserFactory.create(is_staff=True))
    assert [own["log"] for own in lines[0]["own"]] == ["log of Мой", "log of Соперник"]
    assert [line["type"] for line in lines if "type" in line] == ["match"]


def test_a_match_without_a_deal_is_told_too(mine: Bot, rival: Bot) -> None:
    match = bot_match(mine, rival)
    match.results.create(
        scores=[0, 4], winner=1, faults=[{"seat": 0, "deal": 0, "kind": "crashed"}]
    )
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, finished_at=timezone.now()
    )
    (line,) = told(mine)
    assert line["result"]["faults"][0]["kind"] == "crashed"


def test_more_deals_cost_no_more_queries_and_matches_are_read_some_at_a_time(
    mine: Bot, rival: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MATCHES_AT_ONCE", 2)
    match = played(mine, rival)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            for _line in exports.match_lines(mine, owner(mine)):
                pass
        return len(captured)

    few = queries()
    last = match.deals.last()
    assert last is not None
    copies = [
        Deal(**{**_values(last), "number": number})
        for number in range(4, 3 * exports.DEALS_AT_ONCE)
    ]
    Deal.objects.bulk_create(copies)
    assert queries() == few
    for _ in range(3):
        played(mine, rival)
    assert queries() <= 2 * few


def _values(deal: Deal) -> dict[str, Any]:
    names = [field.attname for field in Deal._meta.concrete_fields if not field.primary_key]
    return {name: getattr(deal, name) for name in names}


def test_the_first_lines_are_told_before_the_second_match_is_read(
    mine: Bot, rival: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MATCHES_AT_ONCE", 1)
    first, second = played(mine, rival), played(mine, rival)
    lines = exports.match_lines(mine, None)
    with CaptureQueriesContext(connection) as captured:
        for _number in range(5):
            next(lines)
    read = " ".join(query["sql"] for query in captured)
    assert first.pk in read
    assert second.pk not in read
    assert json.loads(next(lines))["id"] == second.pk


def test_a_long_history_comes_in_parts_and_every_match_once(
    mine: Bot, rival: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MATCHES_AT_ONCE", 2)
    monkeypatch.setattr(exports, "MOST", 3)
    matches = [played(mine, rival) for _ in range(7)]
    # Two that ended in the same moment are told apart by their names.
    moment = matches[2].finished_at
    Match.objects.filter(pk__in=[matches[2].pk, matches[3].pk]).update(finished_at=moment)
    found: list[str] = []
    after, begins = None, []
    for most in (3, 3, 1):
        *lines, last = [json.loads(line) for line in exports.match_lines(mine, None, after, most=3)]
        told = [line["id"] for line in [*lines, last] if line.get("type") == "match"]
        assert len(told) == most
        found += told
        if last.get("type") == "more":
            after = exports.Place.parse(last["after"])
            begins.append(after)
    assert last.get("type") != "more"
    assert sorted(found) == sorted(match.pk for match in matches)
    assert len(set(found)) == 7
    assert exports.parts(mine) == begins


def test_a_part_that_is_just_full_promises_no_more(mine: Bot, rival: Bot) -> None:
    played(mine, rival)
    (only,) = [line for line in told(mine) if "type" in line]
    assert only["type"] == "match"
    lines = [json.loads(line) for line in exports.match_lines(mine, None, most=1)]
    assert [line["type"] for line in lines if "type" in line] == ["match"]


@pytest.mark.parametrize("text", ["x", "12", "1_", "99999999999999999999_m_1", "1_m 1", "١_m_1"])
def test_a_place_that_no_answer_gave_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="the last line of an earlier answer"):
        exports.Place.parse(text)


def test_of_others_faults_the_kind_is_told_and_of_ones_own_the_detail(
    mine: Bot, rival: Bot
) -> None:
    match = played(mine, rival)
    match.results.update(
        faults=[
            {"seat": seat, "deal": 3, "kind": "crashed", "detail": f"traceback of {seat}", "leg": 0}
            for seat in (0, 1)
        ]
    )

    def details(bot: Bot, reader: Somebody | None) -> list[str | None]:
        line = told(bot, reader)[0]
        assert [fault["kind"] for fault in line["result"]["faults"]] == ["crashed"] * 2
        return [fault["detail"] for fault in line["result"]["faults"]]

    assert details(mine, owner(mine)) == ["traceback of 0", None]
    assert details(rival, owner(rival)) == [None, "traceback of 1"]
    staff = UserFactory.create(is_staff=True)
    assert details(mine, staff) == ["traceback of 0", "traceback of 1"]
    for reader in (None, AnonymousUser(), UserFactory.create()):
        assert details(mine, reader) == [None, None]
