"""Tables of three to six on the pages: the arbiter's form, the match, the lists, the round."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Deal, Match, Result, User
from league.pages.lines import lines, scores_so_far
from league.pages.reports import CorrectionForm, ReportForm, initial_of
from league.selectors import matches
from tests.factories import LadderFactory, RulesetFactory, bot_match, house_bot
from tests.league.pages.conftest import play, signed_in
from tests.league.tables import table_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def report(match: Match, by: User, **typed: object) -> str:
    """Send the arbiter's form and read the page it leads to."""
    address = reverse("match-report", args=[match.pk])
    return signed_in(by).post(address, typed, follow=True).content.decode()


def page_of(match: Match, by: User | None = None) -> str:
    client = signed_in(by) if by else Client()
    return client.get(reverse("match", args=[match.pk])).content.decode()


def read(match: Match) -> Match:
    return matches.matches().get(pk=match.pk)


def plain(html: str) -> str:
    """The text of a page, spaces made one."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_form_has_a_field_and_a_box_for_each_seat() -> None:
    match, organiser = table_of(3)
    html = page_of(match, organiser)
    assert re.findall(r'name="(score_\d)"', html) == ["score_0", "score_1", "score_2"]
    assert len(re.findall(r'type="checkbox" name="forfeits"', html)) == 3
    text = plain(html)
    assert "Points of Место 2" in text
    assert "Место 2 did not play" in text
    assert "−1 for a deal lost" in text
    # The pad of digits of some telephones has no minus.
    assert 'inputmode="numeric"' not in html


def test_partners_share_a_field_and_a_box() -> None:
    match, organiser = table_of(6, "threes")
    html = page_of(match, organiser)
    assert re.findall(r'name="(score_\d)"', html) == ["score_0", "score_1"]
    assert html.count('inputmode="numeric"') == 2
    text = plain(html)
    assert "Deals won by Место 0 / Место 2 / Место 4" in text
    assert "Место 1 / Место 3 / Место 5 did not play" in text


def test_a_table_of_three_is_reported_and_shown() -> None:
    match, organiser = table_of(3)
    said = report(match, organiser, score_0=0, score_1=-1, score_2=-3)
    assert "The result is in: Место 0 – Место 1 – Место 2, 0:−1:−3." in said
    result = match.results.get()
    assert (result.scores, result.winner) == ([0, -1, -3], 0)
    text = plain(page_of(match))
    assert "Место 0 winner 0 Место 1 −1 Место 2 −3" in text
    assert text.startswith("Место 0 – Место 1 – Место 2")


def test_a_pair_is_reported_and_shown_as_one() -> None:
    match, organiser = table_of(4, "pairs")
    said = report(match, organiser, score_0=1, score_1=3)
    assert "The result is in: Место 0 / Место 2 – Место 1 / Место 3, 1:3." in said
    result = match.results.get()
    assert (result.scores, result.winner) == ([1, 3, 1, 3], 1)
    assert "Место 0 / Место 2 1:3 Место 1 / Место 3 winner" in plain(page_of(match))


def test_a_team_with_a_name_is_called_by_it() -> None:
    match, organiser = table_of(4, "pairs")
    first = match.seats.get(number=0).entry
    assert first is not None
    first.team_name = "Тузы"
    first.save()
    said = report(match, organiser, score_0=3, score_1=1)
    assert "The result is in: Тузы – Место 1 / Место 3, 3:1." in said
    assert "Место 0 / Место 2" in plain(page_of(match))


def test_threes_that_did_not_come_lose_together() -> None:
    match, organiser = table_of(6, "threes")
    said = report(match, organiser, forfeits="1")
    assert "Место 1 / Место 3 / Место 5, +:–." in said
    assert match.results.get().forfeits == [1, 3, 5]


def test_of_three_one_may_be_away_and_the_others_have_scores() -> None:
    match, organiser = table_of(3)
    refused = report(match, organiser, forfeits="1", score_0=-2)
    assert "Write a number for everybody who played" in refused
    assert "The result is in" in report(match, organiser, forfeits="1", score_0=-2, score_2=-1)
    result = match.results.get()
    assert (result.scores, result.forfeits, result.winner) == ([-2, 0, -1], [1], 2)
    assert "Место 1 did not play –" in plain(page_of(match))


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"score_0": 1, "score_1": 0, "score_2": 0}, "less than or equal to 0"),
        ({"score_0": -3, "score_1": -3, "score_2": 0}, "-3:-3:0 is more than the 4 deals"),
        ({"score_0": -3, "score_1": -1}, "Write a number for everybody who played"),
    ],
)
def test_what_cannot_be_is_told_in_the_form_and_stays_typed(
    typed: dict[str, int], words: str
) -> None:
    match, organiser = table_of(3)
    html = report(match, organiser, **typed)
    assert words in plain(html)
    assert f'value="{typed["score_0"]}"' in html
    assert not match.results.exists()


def test_the_correction_begins_with_what_stands() -> None:
    match, organiser = table_of(4, "pairs")
    report(match, organiser, score_0=1, score_1=3, forfeits="0")
    found = read(match)
    initial = initial_of(found)
    assert initial == {
        "score_0": 1, "score_1": 3, "forfeits": ["0"], "seen": match.results.get().pk,
    }  # fmt: skip
    same = CorrectionForm(found, initial)
    assert same.is_valid()
    assert (same.report().scores, same.report().forfeits) == ((1, 3, 1, 3), (0, 2))


def test_the_form_reads_the_points_of_each_seat_of_four() -> None:
    match, _organiser = table_of(4, game="armenian", length={"kind": "points", "count": 21})
    form = ReportForm(match, {"score_0": 3, "score_1": 21, "score_2": 0, "score_3": 9})
    assert form.is_valid()
    assert (form.report().scores, form.report().winner) == ((3, 21, 0, 9), 1)


def stored(match: Match, *places: list[int]) -> None:
    """Deals of a match that is being played, one point for the last alone."""
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING)
    for number, order in enumerate(places):
        last = max(order)
        points = [-int(place == last and order.count(last) == 1) for place in order]
        Deal.objects.create(
            match=match, number=number, places=order, points=points, outcome={}, record={}
        )


def test_while_a_table_plays_its_score_adds_up_points() -> None:
    match, _organiser = table_of(3)
    stored(match, [1, 2, 3], [1, 3, 2], [2, 1, 2])
    assert scores_so_far([read(match)]) == {match.pk: [0, -1, -1]}
    (line,) = lines([read(match)])
    assert (line.names, line.score) == ("Место 0 – Место 1 – Место 2", "0:−1:−1")
    text = plain(page_of(match))
    assert "1. Место 0, 2. Место 2, 3. Место 1" in text
    assert "0:−1:−1" in text


def test_while_pairs_play_their_score_counts_the_deals_they_won() -> None:
    match, _organiser = table_of(4, "pairs")
    stored(match, [1, 3, 1, 3], [3, 1, 3, 1], [1, 3, 1, 3], [1, 1, 1, 1])
    (line,) = lines([read(match)])
    assert line.score == "2:1"
    assert "Место 0 / Место 2 2:1 Место 1 / Место 3" in plain(page_of(match))


def test_lists_name_all_who_sit_there_with_their_scores() -> None:
    match, organiser = table_of(3)
    report(match, organiser, score_0=0, score_1=-1, score_2=-3)
    home = plain(Client().get(reverse("home")).content.decode())
    assert "Место 0 0 Место 1 −1 Место 2 −3 table of 3" in home
    pairs, organiser = table_of(4, "pairs")
    report(pairs, organiser, score_0=3, score_1=1)
    home = plain(Client().get(reverse("home")).content.decode())
    assert "Место 0 / Место 2 Match 3:1 Место 1 / Место 3" in home


def test_the_round_shows_a_table_with_its_form_and_then_its_scores() -> None:
    match, organiser = table_of(3)
    assert match.round is not None
    address = reverse("tournament-rounds", args=[match.round.stage.tournament.slug])

    def shown() -> str:
        html = signed_in(organiser).get(address).content.decode()
        return html[html.index(f'id="{match.pk}"') :].split('<li class="pairing"')[0]

    assert len(re.findall(r'name="score_\d"', shown())) == 3
    report(match, organiser, score_0=0, score_1=-1, score_2=-3)
    text = plain(shown())
    assert "Место 0 0 place 1 Место 1 −1 place 2 Место 2 −3 place 3" in text
    assert Result.objects.count() == 1


def test_pairs_of_bots_are_watched_with_all_their_hands_and_win_together() -> None:
    ruleset = RulesetFactory.create(seats=4, sides="pairs", length={"kind": "deals", "count": 3})
    bots = [house_bot(name) for name in ("Альфа", "Бета", "Гамма", "Дельта")]
    match = bot_match(*bots, ladder=LadderFactory.create(ruleset=ruleset))
    play(match)
    result = match.results.get()
    text = plain(page_of(match))
    assert f"Альфа / Гамма {result.scores[0]}:{result.scores[1]} Бета / Дельта" in text.replace(
        " version 1 / version 1", ""
    ).replace(" · winner", "")
    for deal in match.deals.all():
        address = reverse("replay", args=[match.pk, deal.number + 1])
        watched = Client().get(address).content.decode()
        assert watched.count('<p class="seat">') == 4
        pair = {(1, 3): "Альфа / Гамма", (3, 1): "Бета / Дельта"}.get(tuple(deal.places[:2]))
        told = f"{pair} won this deal." if pair else "This deal was a draw."
        assert told in plain(watched)
