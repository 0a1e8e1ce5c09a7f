"""Addresses from names in any alphabet, never one that stands for something else."""

import pytest

from league.models import Club
from league.services.slugs import LONGEST, free_slug, latin
from tests.factories import ClubFactory

pytestmark = [pytest.mark.django_db]


def test_russian_names_are_written_by_sound() -> None:
    assert latin("Клуб «Щука и Ёж» № 2") == "klub-shchuka-i-yozh-no-2"


def test_a_taken_slug_gets_a_number() -> None:
    for slug in ("kozyr", "kozyr-2"):
        ClubFactory.create(slug=slug)
    assert free_slug(Club, "Козырь") == "kozyr-3"


@pytest.mark.parametrize(("name", "slug"), [("New", "new-2"), ("♠♠♠", "club")])
def test_no_slug_is_empty_or_hides_a_page(name: str, slug: str) -> None:
    assert free_slug(Club, name) == slug


def test_a_long_name_leaves_room_for_a_number() -> None:
    slug = free_slug(Club, "a" * 80)
    ClubFactory.create(slug=slug)
    assert (len(slug), len(free_slug(Club, "a" * 80))) == (LONGEST, LONGEST + 2)
