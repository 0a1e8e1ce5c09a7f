"""Stages as an organiser asks for them: completed, refused by name, told in words."""

from typing import Any

import pytest
from django.utils import translation

from league.errors import BadInput
from league.models import Ruleset, Stage
from league.progress.options import FORMATS, options_from_json
from league.scheduling.swiss import System
from league.services import entries, rulesets, stages
from league.services import tournaments as tournament_services
from league.standings.tie_breaks import DEFAULTS
from tests.factories import MemberFactory, PersonFactory, RulesetFactory

pytestmark = pytest.mark.django_db

KNOCKOUT = {"format": "knockout"}
GROUPS = {"format": "round_robin", "groups": 4, "qualifiers": 2}


def ruleset(seats: int = 2, sides: str = "single", **more: Any) -> Ruleset:
    made: Ruleset = RulesetFactory.create(seats=seats, sides=sides, **more)
    return made


def refused(
    asked: list[dict[str, Any]], played: Ruleset | None = None, team_size: int = 1
) -> BadInput:
    with pytest.raises(BadInput) as refusal:
        stages.checked_stages(asked, played or ruleset(), team_size)
    return refusal.value


def stored(format: str, **options: Any) -> Stage:
    return Stage(format=format, options=options)


@pytest.mark.parametrize("format", [name for name in FORMATS if name != "tables"])
def test_a_format_alone_is_enough_and_is_stored_with_all_its_options(format: str) -> None:
    ((checked, options),) = stages.checked_stages([{"format": format}], ruleset())
    assert checked == format
    assert options_from_json(format, options) == FORMATS[format]()


def test_every_format_can_be_stored_and_every_option_has_a_name() -> None:
    assert set(Stage.Format.values) == set(FORMATS)
    named = {name for made in FORMATS.values() for name in made().to_json()}
    assert named | {"format"} == {name for name in stages.OPTIONS if "." not in name}
    assert set(stages.PAIRINGS) == {"fitting", *(system.value for system in System)}


def test_tables_are_of_the_size_the_ruleset_has() -> None:
    ((_format, options),) = stages.checked_stages([{"format": "tables"}], ruleset(5))
    assert (options["size"], options["beside"]) == (5, 0)
    assert options["tie_breaks"] == [one.key for one in DEFAULTS["tables"]]


def test_groups_and_a_knockout_after_them() -> None:
    groups, knockout = stages.checked_stages([GROUPS, KNOCKOUT], ruleset())
    assert (groups[1]["groups"], groups[1]["qualifiers"]) == (4, 2)
    assert knockout == ("knockout", {"qualifiers": 0, "third_place": False, "reseeded": False})


def test_a_tournament_is_made_of_what_was_checked() -> None:
    member = MemberFactory.create()
    tournament = tournament_services.create(
        club=member.club, name="Пары", ruleset=ruleset(4, "pairs"), team_size=2,
        stages=[
            {"format": "swiss", "rounds": 3, "qualifiers": 4},
            {"format": "double_elimination"},
        ],
        by=member.user,
    )  # fmt: skip
    assert tournament.team_size == 2
    first, second = tournament.stages.all()
    assert (first.format, first.options["rounds"]) == ("swiss", 3)
    assert (second.number, second.format) == (2, "double_elimination")


@pytest.mark.parametrize(
    ("asked", "seats", "count"),
    [
        ([GROUPS, KNOCKOUT], 2, 8),
        ([{"format": "swiss", "qualifiers": 4}, {"format": "double_elimination"}], 2, 7),
        ([{"format": "double_elimination"}], 2, 6),
        ([{"format": "tables", "beside": 3, "qualifiers": 2}, KNOCKOUT], 4, 7),
    ],
)
def test_what_was_made_of_any_format_can_be_started(
    asked: list[dict[str, Any]], seats: int, count: int
) -> None:
    member = MemberFactory.create()
    tournament = tournament_services.create(
        club=member.club, name="Кубок", ruleset=ruleset(seats), stages=asked, by=member.user
    )
    for person in PersonFactory.create_batch(count, club=member.club):
        entries.register(tournament=tournament, player=person, by=member.user)
    tournament_services.start(tournament=tournament, by=member.user)
    tournament.refresh_from_db()
    assert tournament.status == "running"


@pytest.mark.parametrize(
    ("asked", "field", "words"),
    [
        ([], "stages", "0 stages were given; a tournament has one or two."),
        ([GROUPS, GROUPS, KNOCKOUT], "stages", "3 stages"),
        ([{}], "stages/0/format", "“” is not a format; choose from: round_robin, knockout"),
        ([{"format": 7}], "stages/0/format", "“7” is not a format"),
        ([{"format": "knockout", "cycles": 2}], "stages/0", "“cycles” is not an option"),
        (
            [{"format": "round_robin", "cycles": 9}],
            "stages/0/cycles",
            "Stage 1, times everybody meets: “9” is not possible; possible: 1–4.",
        ),
        ([{"format": "round_robin", "cycles": True}], "stages/0/cycles", "“True”"),
        ([{"format": "knockout", "reseeded": "yes"}], "stages/0/reseeded", "yes or no"),
        ([{"format": "swiss", "rounds": 0}], "stages/0/rounds", "1–99"),
        ([{"format": "swiss", "pairing": "monrad"}], "stages/0/pairing", "dutch"),
        ([{"format": "swiss", "points": [2]}], "stages/0/points", "win, draw, loss"),
        ([{"format": "swiss", "points": {"win": 0.1}}], "stages/0/points/win", "in quarters"),
        ([{"format": "swiss", "points": {"won": 2}}], "stages/0/points/won", "win, draw"),
        ([{"format": "swiss", "points": {"win": 1}}], "stages/0/points", "a win more than a draw"),
        ([{"format": "swiss", "tie_breaks": "wins"}], "stages/0/tie_breaks", "a list"),
        ([{"format": "swiss", "tie_breaks": ["fools"]}], "stages/0/tie_breaks", "buchholz"),
        (
            [{"format": "swiss", "tie_breaks": ["wins", "wins"]}],
            "stages/0/tie_breaks",
            "“wins” stands twice",
        ),
        ([{"format": "round_robin", "least_share": 2}], "stages/0/least_share", "0–1"),
        ([{"format": "swiss", "qualifiers": 4}], "stages/0/qualifiers", "no stage follows stage 1"),
        ([{"format": "knockout", "qualifiers": 2}], "stages/0/qualifiers", "possible: 0"),
        ([KNOCKOUT, KNOCKOUT], "stages/0/format", "no stage follows"),
        ([GROUPS, {"format": "swiss"}], "stages/1/format", "a knockout or a double elimination"),
        ([GROUPS, {"format": "knockout", "x": 1}], "stages/1", "Stage 2"),
        ([{"format": "swiss"}, KNOCKOUT], "stages/0/qualifiers", "0 go on"),
        ([{"format": "swiss", "qualifiers": 1}, KNOCKOUT], "stages/0/qualifiers", "let 2 to 512"),
        ([{**GROUPS, "qualifiers": 200}, KNOCKOUT], "stages/0/qualifiers", "800 go on"),
        (
            [{"format": "swiss", "qualifiers": 2}, {"format": "knockout", "third_place": True}],
            "stages/1/third_place",
            "Only two go on",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_stage_option_and_value(
    asked: list[dict[str, Any]], field: str, words: str
) -> None:
    error = refused(asked)
    assert error.field == field
    assert words in str(error)


@pytest.mark.parametrize(
    ("format", "seats", "sides", "team_size", "field"),
    [
        ("round_robin", 4, "single", 1, "ruleset"),
        ("swiss", 2, "single", 2, "ruleset"),
        ("knockout", 4, "single", 2, "ruleset"),
        ("knockout", 4, "pairs", 3, "ruleset"),
        ("round_robin", 2, "single", 4, "team_size"),
        ("tables", 2, "single", 1, "ruleset"),
        ("tables", 4, "pairs", 2, "team_size"),
    ],
)
def test_a_ruleset_that_they_do_not_fill_is_refused(
    format: str, seats: int, sides: str, team_size: int, field: str
) -> None:
    assert refused([{"format": format}], ruleset(seats, sides), team_size).field == field


@pytest.mark.parametrize(("seats", "sides", "team_size"), [(4, "pairs", 2), (6, "threes", 3)])
def test_teams_meet_with_a_ruleset_of_two_sides(seats: int, sides: str, team_size: int) -> None:
    for format in ("round_robin", "knockout", "double_elimination", "swiss"):
        assert stages.checked_stages([{"format": format}], ruleset(seats, sides), team_size)


def test_partners_rotate_at_tables_of_a_ruleset_with_sides() -> None:
    pairs = ruleset(4, "pairs")
    assert stages.rotating_sides(pairs) == 2
    assert stages.rotating_sides(ruleset(4)) == 0
    assert stages.checked_stages([{"format": "tables", "beside": 6}], pairs)
    error = refused([{"format": "tables", "beside": 3}], pairs)
    assert error.field == "stages/0/beside"
    assert "sides do not come out even with 3 seats" in str(error)


def test_tables_beside_need_a_game_that_has_so_many_seats() -> None:
    british = ruleset(4, game="british")
    assert stages.checked_stages([{"format": "tables", "beside": 3}], british)
    error = refused([{"format": "tables", "beside": 6}], british)
    assert (error.field, "is played by 2 to 5" in str(error)) == ("stages/0/beside", True)


def test_after_tables_two_meet_where_the_game_is_one_for_two() -> None:
    asked = [{"format": "tables", "qualifiers": 4}, KNOCKOUT]
    assert stages.checked_stages(asked, ruleset(4))
    assert refused(asked, ruleset(4, "pairs")).field == "stages/1/format"


@pytest.mark.parametrize(
    ("stage", "limits"),
    [
        (stored("round_robin", cycles=2), (2, 64)),
        (stored("round_robin", groups=4), (8, 256)),
        (stored("round_robin", groups=4, qualifiers=3), (12, 256)),
        (stored("knockout"), (2, 512)),
        (stored("knockout", third_place=True), (3, 512)),
        (stored("double_elimination"), (2, 512)),
        (stored("swiss", qualifiers=8), (8, 2000)),
        (stored("tables", size=4), (4, 1000)),
        (stored("tables", size=5, beside=4), (4, 1000)),
    ],
)
def test_a_field_has_limits_by_format(stage: Stage, limits: tuple[int, int]) -> None:
    assert stages.field_limits(stage) == limits


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("format", FORMATS)
def test_what_was_chosen_is_told_in_words(format: str, language: str) -> None:
    with translation.override(language):
        told = stages.describe(stored(format, **FORMATS[format]().to_json()))
    assert all(label and value for label, value in told)
    assert {label.isascii() for label, _value in told} <= {language == "en"}


def test_points_and_tie_breaks_are_told_as_people_say_them() -> None:
    told = dict(stages.describe(stored("swiss", rounds=7, tie_breaks=["wins", "buchholz"])))
    assert told["rounds"] == "7"
    assert told["points for a win, a draw, a loss"] == "2, 1, 0"
    assert told["points for a bye"] == "2"
    assert told["tie-breaks"] == "Wins, Buchholz"
    assert "how many go on" not in told


def test_a_variant_is_made_once_and_not_offered() -> None:
    base = ruleset(4, "pairs", options={"deck_size": 52})
    assert rulesets.variant(base, 4) == base
    six = rulesets.variant(base, 6)
    assert (six.seats, six.sides, six.made_from) == (6, "threes", base)
    assert (six.options, six.length, six.club) == (base.options, base.length, base.club)
    assert rulesets.variant(base, 6) == six
    assert "6" in six.name


def test_a_variant_whose_options_do_not_go_with_its_seats_is_refused() -> None:
    small = ruleset(4, options={"deck_size": 24})
    with pytest.raises(BadInput) as refusal:
        rulesets.variant(small, 6)
    assert refusal.value.field == "seats"
    assert "cannot have 6 seats" in str(refusal.value)


def test_other_seats_and_other_deals_of_a_ruleset_are_told_apart() -> None:
    base = ruleset(3)
    duel = rulesets.variant(base, 2)
    other = rulesets.with_deals(base, base.deals + 1, mirrored=False)
    assert duel.seats == 2
    assert (other.seats, other.deals) == (3, base.deals + 1)
