"""Who may do what: the roles of a club, in one table."""

import pytest

from league.errors import LeagueError, NotAllowed
from league.models import Role, User
from league.permissions import may
from league.progress.acts import KINDS, Cancelled, Undid, Withdrew
from league.services import directing, tournaments
from league.services.directing import RIGHTS
from tests.factories import MemberFactory, UserFactory, tournament_of

pytestmark = pytest.mark.django_db

DIRECTORS = {Role.OWNER, Role.ORGANISER}
ARBITERS = {Role.OWNER, Role.ORGANISER, Role.ARBITER}
TABLE: dict[str, set[Role]] = {
    "start": DIRECTORS,
    "enter": DIRECTORS,
    "withdraw": DIRECTORS,
    "return": DIRECTORS,
    "exclude": DIRECTORS,
    "readmit": DIRECTORS,
    "substitute": DIRECTORS,
    "keep_apart": DIRECTORS,
    "order": DIRECTORS,
    "change": DIRECTORS,
    "cancel": DIRECTORS,
    "qualify": DIRECTORS,
    "excuse": ARBITERS,
    "draw": ARBITERS,
    "open_by_hand": ARBITERS,
    "pair_by_hand": ARBITERS,
    "close_by_hand": ARBITERS,
    "lots": ARBITERS,
    "report": ARBITERS,
    "void": ARBITERS,
}
"""Each act of the log and who of a club may do it; the site's staff may do everything."""


def test_the_table_is_of_every_act() -> None:
    assert TABLE.keys() == KINDS.keys() - {"undo"}
    assert RIGHTS.keys() == TABLE.keys()


@pytest.mark.parametrize("role", [*Role, None])
@pytest.mark.parametrize("kind", TABLE)
def test_who_may_do_it(kind: str, role: Role | None) -> None:
    tournament, _ = tournament_of(0, started=False)
    user: User = UserFactory.create()
    if role is not None:
        MemberFactory.create(club=tournament.club, user=user, role=role)
    assert may(user, RIGHTS[kind], tournament) == (role in TABLE[kind])


@pytest.mark.parametrize("role", [*Role, None])
def test_an_act_is_taken_back_by_whoever_may_do_it(role: Role | None) -> None:
    tournament, organiser = tournament_of(4)
    directing.do(tournament=tournament, act=Withdrew(entry=1), by=organiser)
    user: User = UserFactory.create()
    if role is not None:
        MemberFactory.create(club=tournament.club, user=user, role=role)
    undo = Undid(act=tournament.acts.latest("number").number)
    if role in DIRECTORS:
        directing.do(tournament=tournament, act=undo, by=user)
        assert tournament.entries.get(starting_rank=1).withdrawn_at is None
    else:
        with pytest.raises(NotAllowed):
            directing.do(tournament=tournament, act=undo, by=user)


def test_staff_may_do_everything() -> None:
    tournament, _ = tournament_of(4)
    staff: User = UserFactory.create(is_staff=True)
    directing.do(tournament=tournament, act=Cancelled(), by=staff, reason="test")
    tournament.refresh_from_db()
    assert tournament.status == "cancelled"
    with pytest.raises(LeagueError, match="called off"):
        directing.do(tournament=tournament, act=Withdrew(entry=1), by=staff)
    directing.do(
        tournament=tournament,
        act=Undid(act=tournament.acts.latest("number").number),
        by=staff,
    )
    tournament.refresh_from_db()
    assert tournament.status == "running"


def test_a_visitor_cannot_start() -> None:
    tournament, _ = tournament_of(4, started=False)
    with pytest.raises(NotAllowed):
        tournaments.start(tournament=tournament, by=UserFactory.create())
