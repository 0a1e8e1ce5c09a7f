"""Every game that can be played can be watched: with cards where there are bouts, else in words."""

import pytest
from django.test import Client
from django.urls import reverse

from games.catalogue import GAMES
from league.services import attempts
from tests.factories import bot_match, house_bot, ladder_of
from tests.league.services.test_attempts import play

pytestmark = [pytest.mark.django_db]


@pytest.mark.parametrize("game", [game.key for game in GAMES])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_deal_of_every_game_is_played_again_move_by_move(game: str, language: str) -> None:
    first, second = house_bot("Осип", "cautious"), house_bot("Рома")
    ladder = ladder_of(first, second)
    ladder.ruleset.game = game
    ladder.ruleset.length = {"kind": "deals", "count": 1}
    ladder.ruleset.save()
    match = bot_match(first, second, ladder=ladder)
    attempt = attempts.claim(match_id=match.pk, worker="test")
    assert attempt is not None
    play(attempt)
    moves = len(match.deals.get().record["moves"])
    for move in (0, 1, moves // 2, moves):
        page = Client().get(
            reverse("replay", args=[match.pk, 1]),
            {"move": move},
            headers={"accept-language": language},
        )
        assert page.status_code == 200
        assert ("felt" in page.content.decode()) == (game in {"podkidnoy", "passing"})
