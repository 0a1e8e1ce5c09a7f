"""Fixed teams are entries like players: entered, edited, seated, and gone as a whole."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from league.errors import BadInput, BadLines, Conflict, NotAllowed
from league.models import Bot, BotVersion, Entry, Player, Teammate, Tournament, User
from league.scheduling.teams import team_seating
from league.selectors.progress import progress_of
from league.services import bots, entries, teams, tournaments, versions
from tests.factories import (
    PersonFactory,
    UserFactory,
    house_bot,
    teams_of,
    tournament_of,
    uploaded,
    version_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def names(tournament: Tournament) -> list[str]:
    return [entry.name for entry in tournament.entries.with_members()]


def people(tournament: Tournament, count: int) -> list[Player]:
    return PersonFactory.create_batch(count, club=tournament.club)


def entry_of(tournament: Tournament, number: int = 1) -> Entry:
    return tournament.entries.with_members().get(starting_rank=number)


def team_with(bot: Bot, tournament: Tournament, by: User) -> Entry:
    """The bot as the second of a team with a person."""
    return entries.register_team(
        tournament=tournament, players=[*people(tournament, 1), bot.player], by=by
    )


@pytest.mark.parametrize("size", [2, 3])
def test_a_team_is_one_entry_with_its_members_in_order(size: int) -> None:
    tournament, organiser = teams_of(0, size=size)
    players = people(tournament, size)
    entry = entries.register_team(tournament=tournament, players=players, by=organiser)
    assert (entry.starting_rank, entry.is_team, entry.players) == (1, True, players)
    assert entry.members == [(player, None) for player in players]
    assert [mate.number for mate in entry.teammates.all()] == list(range(2, size + 1))


def test_a_team_goes_by_its_name_or_by_its_players() -> None:
    tournament, organiser = teams_of(1)
    entries.register_team(
        tournament=tournament, players=people(tournament, 2), team_name=" Козыри ", by=organiser
    )
    assert names(tournament) == ["Игрок 1 / Игрок 2", "Козыри"]
    single, _ = tournament_of(1, started=False)
    assert names(single) == ["Игрок 1"]
    assert not entry_of(single).is_team


def test_a_larger_field_is_read_in_as_many_queries() -> None:
    counts = []
    for count in (2, 6):
        tournament, _ = teams_of(count)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert len({entry.name for entry in tournament.entries.with_members()}) == count
        counts.append(len(queries))
    assert counts == [2, 2]


def test_a_team_takes_the_starting_rank_it_is_given() -> None:
    tournament, organiser = teams_of(2)
    entries.register_team(
        tournament=tournament, players=people(tournament, 2), team_name="Первые",
        by=organiser, starting_rank=1,
    )  # fmt: skip
    assert names(tournament) == ["Первые", "Игрок 1 / Игрок 2", "Игрок 3 / Игрок 4"]


def test_people_and_bots_play_in_one_team() -> None:
    tournament, organiser = teams_of(0)
    bot = house_bot("Дом")
    assert team_with(bot, tournament, organiser).players[1] == bot.player


@pytest.mark.parametrize("count", [1, 3])
def test_a_team_of_another_size_is_refused(count: int) -> None:
    tournament, organiser = teams_of(0)
    with pytest.raises(BadInput, match=f"{count} players? .* is a team of 2"):
        entries.register_team(
            tournament=tournament, players=people(tournament, count), by=organiser
        )


def test_a_single_player_does_not_enter_among_teams_nor_a_team_among_players() -> None:
    tournament, organiser = teams_of(0)
    (player,) = people(tournament, 1)
    with pytest.raises(BadInput, match=r"1 player was named; .* is a team of 2"):
        entries.register(tournament=tournament, player=player, by=organiser)
    singles, director = tournament_of(0, started=False)
    for count in (1, 2):
        with pytest.raises(BadInput, match="is for single players"):
            entries.register_team(tournament=singles, players=people(singles, count), by=director)


def test_nobody_is_in_a_team_twice() -> None:
    tournament, organiser = teams_of(0)
    (player,) = people(tournament, 1)
    with pytest.raises(BadInput, match="stands in this team twice"):
        entries.register_team(tournament=tournament, players=[player] * 2, by=organiser)


@pytest.mark.parametrize("before", [0, 1])
@pytest.mark.parametrize("again", [0, 1])
def test_nobody_is_in_two_teams_whether_first_or_second(before: int, again: int) -> None:
    tournament, organiser = teams_of(1)
    players = people(tournament, 2)
    players[again] = entry_of(tournament).players[before]
    with pytest.raises(Conflict, match=f"“Игрок {before + 1}” is entered already") as refused:
        entries.register_team(tournament=tournament, players=players, by=organiser)
    assert refused.value.code == "entered"


def test_a_player_of_another_club_or_a_bot_without_a_version_does_not_belong_here() -> None:
    tournament, organiser = teams_of(0)
    stranger, idle = PersonFactory.create(), bots.create(name="Пустой", owner=None).player
    for player, words in ((stranger, "another club"), (idle, "no accepted version")):
        with pytest.raises(BadInput, match=words):
            entries.register_team(
                tournament=tournament, players=[*people(tournament, 1), player], by=organiser
            )


def test_a_team_name_is_given_once_whatever_the_case() -> None:
    tournament, organiser = teams_of(0)
    entries.register_team(
        tournament=tournament, players=people(tournament, 2), team_name="Ёлки", by=organiser
    )
    with pytest.raises(BadInput, match="“ЕЛКИ” already; choose another name"):
        entries.register_team(
            tournament=tournament, players=people(tournament, 2), team_name="ЕЛКИ", by=organiser
        )


def test_an_author_enters_a_team_of_his_own_bots_alone() -> None:
    tournament, organiser = teams_of(0)
    author = UserFactory.create()
    own = [bots.create(name=name, owner=author) for name in ("Мой", "Твой")]
    for bot in own:
        bots.house_version(bot=bot, program="random", program_settings={})
    mine, yours = (bot.player for bot in own)
    with pytest.raises(NotAllowed):
        entries.register_team(tournament=tournament, players=[mine, yours], by=author)
    tournaments.open_entries(tournament=tournament, by=organiser)
    tournament.refresh_from_db()
    with pytest.raises(NotAllowed):
        entries.register_team(
            tournament=tournament, players=[mine, house_bot("Чужой").player], by=author
        )
    entry = entries.register_team(tournament=tournament, players=[mine, yours], by=author)
    entries.edit_team(tournament=tournament, entry=entry, team_name="Наши", by=author)
    with pytest.raises(NotAllowed):
        entries.edit_team(
            tournament=tournament, entry=entry, players=[mine, *people(tournament, 1)], by=author
        )
    entries.remove(tournament=tournament, entry=entry, by=author)
    assert not tournament.entries.exists()


def test_an_author_does_not_take_out_a_team_in_which_others_play() -> None:
    tournament, organiser = teams_of(0)
    bot = uploaded("Мой", b"# one")
    entry = team_with(bot, tournament, organiser)
    tournaments.open_entries(tournament=tournament, by=organiser)
    tournament.refresh_from_db()
    assert bot.owner is not None
    with pytest.raises(NotAllowed):
        entries.remove(tournament=tournament, entry=entry, by=bot.owner)


@pytest.mark.parametrize("text", ["Анна / Дом\nБорис / Игрок 1\n", "Анна;Дом\nБорис;Игрок 1\n"])
def test_a_list_of_teams_enters_bots_and_people(text: str) -> None:
    tournament, organiser = teams_of(0)
    bot = house_bot("Дом")
    made = entries.register_list(tournament=tournament, text=text, by=organiser)
    assert names(tournament) == ["Анна / Дом", "Борис / Игрок 1"]
    assert made[0].players[1] == bot.player


def test_wrong_lines_of_teams_are_named_and_the_good_ones_can_be_entered() -> None:
    tournament, organiser = teams_of(1)
    bots.create(name="Пустой", owner=None)
    text = "Анна / игрок 2\nБорис / Пустой\nВера\nГлеб / Дарья\n"
    with pytest.raises(BadLines) as refused:
        entries.register_list(tournament=tournament, text=text, by=organiser)
    assert [(number, str(problem)) for number, problem in refused.value.lines] == [
        (1, "“игрок 2” is entered already"),
        (2, "“Пустой” is a bot without an accepted version; wait for one or name another"),
        (3, "“Вера” is 1 player; a team here has 2, written as Anna / Boris"),
    ]
    assert not Player.objects.filter(name__in=["Анна", "Дарья"]).exists()
    entries.register_list(tournament=tournament, text=text, by=organiser, skip_problems=True)
    assert names(tournament) == ["Игрок 1 / Игрок 2", "Глеб / Дарья"]
    assert not Player.objects.filter(name="Анна").exists()


def test_a_list_names_a_team_name_that_is_taken() -> None:
    tournament, organiser = teams_of(0)
    text = "Команда;Игроки\nКозыри;Анна / Борис\n"
    entries.register_list(tournament=tournament, text=text, by=organiser)
    with pytest.raises(BadLines) as refused:
        entries.register_list(
            tournament=tournament, text=text.replace("Анна / Борис", "Вера / Глеб"), by=organiser
        )
    assert [(number, str(problem)) for number, problem in refused.value.lines] == [
        (2, "a team is called “Козыри” already; choose another name")
    ]


def test_a_person_who_is_called_like_an_idle_bot_is_entered_where_the_club_knows_him() -> None:
    tournament, organiser = tournament_of(0, started=False)
    bots.create(name="Иван", owner=None)
    person = PersonFactory.create(club=tournament.club, name="Иван")
    (entry,) = entries.register_list(tournament=tournament, text="Иван", by=organiser)
    assert entry.player == person


def test_a_member_is_replaced_and_the_rank_stays() -> None:
    tournament, organiser = teams_of(2)
    entry = entry_of(tournament)
    (new,) = people(tournament, 1)
    second = entry.players[1]
    entries.edit_team(tournament=tournament, entry=entry, players=[second, new], by=organiser)
    edited = entry_of(tournament)
    assert (edited.pk, edited.players) == (entry.pk, [second, new])


def test_a_team_is_renamed_and_goes_by_its_players_again() -> None:
    tournament, organiser = teams_of(1)
    entry = entry_of(tournament)
    for given, called in (("Козыри", "Козыри"), ("козыри", "козыри"), ("", "Игрок 1 / Игрок 2")):
        entries.edit_team(tournament=tournament, entry=entry, team_name=given, by=organiser)
        assert names(tournament) == [called]


def test_an_edit_is_refused_as_an_entry_would_be() -> None:
    tournament, organiser = teams_of(2)
    entry, other = entry_of(tournament), entry_of(tournament, 2)
    with pytest.raises(Conflict, match="“Игрок 4” is entered already"):
        entries.edit_team(
            tournament=tournament, entry=entry, players=[entry.players[0], other.players[1]],
            by=organiser,
        )  # fmt: skip
    with pytest.raises(BadInput, match="is a team of 2"):
        entries.edit_team(
            tournament=tournament, entry=entry, players=entry.players[:1], by=organiser
        )
    with pytest.raises(NotAllowed):
        entries.edit_team(
            tournament=tournament, entry=entry, team_name="Х", by=UserFactory.create()
        )
    entries.remove(tournament=tournament, entry=Entry.objects.get(pk=other.pk), by=organiser)
    with pytest.raises(Conflict, match="“Игрок 3 / Игрок 4” is not entered any more"):
        entries.edit_team(tournament=tournament, entry=other, team_name="Х", by=organiser)


def test_a_team_is_not_edited_after_the_start() -> None:
    tournament, organiser = teams_of(2)
    tournaments.start(tournament=tournament, by=organiser)
    with pytest.raises(Conflict, match="has begun"):
        entries.edit_team(
            tournament=tournament, entry=entry_of(tournament), team_name="Х", by=organiser
        )


def test_the_version_of_every_bot_in_a_team_is_fixed_at_the_start() -> None:
    tournament, organiser = teams_of(1)
    first, second = house_bot("Первый"), house_bot("Второй")
    entries.register_team(
        tournament=tournament, players=[first.player, second.player], by=organiser
    )
    team_with(third := house_bot("Третий"), tournament, organiser)
    tournaments.start(tournament=tournament, by=organiser)
    fixed = [[version for _, version in entry_of(tournament, n).members] for n in (1, 2, 3)]
    assert fixed == [
        [None, None],
        [version_of(first), version_of(second)],
        [None, version_of(third)],
    ]


def test_a_team_with_a_bot_without_a_version_does_not_start() -> None:
    tournament, organiser = teams_of(1)
    bot = house_bot("Дом")
    team_with(bot, tournament, organiser)
    Bot.objects.update(current_version=None)
    with pytest.raises(Conflict, match="“Дом” has no accepted version"):
        tournaments.start(tournament=tournament, by=organiser)


def test_a_team_with_a_deleted_program_does_not_start() -> None:
    tournament, organiser = teams_of(1)
    bot = uploaded("Мой", b"# one")
    team_with(bot, tournament, organiser)
    BotVersion.objects.update(deleted_at=tournament.created_at)
    with pytest.raises(Conflict, match="has been deleted"):
        tournaments.start(tournament=tournament, by=organiser)


def test_a_team_leaves_with_the_bot_in_it() -> None:
    bot = uploaded("Мой", b"# one")
    assert bot.owner is not None
    running, organiser = teams_of(1)
    playing = team_with(bot, running, organiser)
    tournaments.start(tournament=running, by=organiser)
    drafted, director = teams_of(1)
    team_with(bot, drafted, director)
    versions.retire(bot=bot, by=bot.owner)
    playing.refresh_from_db()
    assert playing.withdrawn_at is not None
    assert names(drafted) == ["Игрок 1 / Игрок 2"]


def test_a_team_leaves_with_the_version_that_it_plays_with_alone() -> None:
    bot = uploaded("Мой", b"# one")
    first = version_of(bot)
    running, organiser = teams_of(1)
    playing = team_with(bot, running, organiser)
    tournaments.start(tournament=running, by=organiser)
    drafted, director = teams_of(1)
    waiting = team_with(uploaded("Мой", b"# two", bot=bot), drafted, director)
    assert bot.owner is not None
    versions.delete(version=first, by=bot.owner)
    playing.refresh_from_db()
    waiting.refresh_from_db()
    assert (playing.withdrawn_at is None, waiting.withdrawn_at) == (False, None)


def test_a_team_plays_no_more_when_the_program_of_its_second_was_deleted() -> None:
    tournament, organiser = teams_of(1)
    team_with(uploaded("Мой", b"# one"), tournament, organiser)
    tournaments.start(tournament=tournament, by=organiser)
    assert progress_of(tournament).setup.unplayable == set()
    BotVersion.objects.update(deleted_at=tournament.created_at)
    assert progress_of(tournament).setup.unplayable == {2}


@pytest.mark.parametrize(("count", "size"), [(2, 2), (3, 2), (2, 3)])
def test_partners_and_opponents_alternate_round_the_table(count: int, size: int) -> None:
    tournament, _ = teams_of(count, size=size)
    field = list(tournament.entries.with_members())
    for met_before in range(2 * count):
        sittings = teams.sittings(field, met_before)
        assert [sitting.entry for sitting in sittings[:count]] * size == [
            sitting.entry for sitting in sittings
        ]
        numbers = [[player.pk for player in entry.players] for entry in field]
        assert tuple(s.player.pk for s in sittings) == team_seating(numbers, met_before).entries


def test_every_seat_has_the_version_that_its_own_bot_plays_with() -> None:
    tournament, organiser = teams_of(1)
    bot = house_bot("Дом")
    team_with(bot, tournament, organiser)
    tournaments.start(tournament=tournament, by=organiser)
    sittings = teams.sittings(list(tournament.entries.with_members()))
    assert [sitting.version for sitting in sittings] == [None, None, None, version_of(bot)]


def test_single_players_sit_in_the_order_given() -> None:
    tournament, _ = tournament_of(4, started=False)
    field = list(tournament.entries.with_members())[::-1]
    assert [sitting.entry for sitting in teams.sittings(field, met_before=3)] == field


def test_a_team_does_not_meet_a_single_player() -> None:
    pairs, _ = teams_of(1)
    singles, _ = tournament_of(1, started=False)
    with pytest.raises(ValueError, match="cannot meet"):
        teams.sittings([entry_of(pairs), entry_of(singles)])


@pytest.mark.parametrize("wrong", [{"number": 1}, {"number": 2}, {"number": 3}])
def test_the_database_keeps_teammates_in_order_and_once_each(wrong: dict[str, int]) -> None:
    tournament, _ = teams_of(1)
    entry = entry_of(tournament)
    with pytest.raises(IntegrityError), transaction.atomic():
        Teammate.objects.create(entry=entry, player=entry.players[1], **wrong)


def test_there_are_no_teams_of_four() -> None:
    tournament, _ = teams_of(0)
    tournament.team_size = 4
    with pytest.raises(ValidationError, match="team_size_is_one_to_three"):
        tournament.full_clean()
