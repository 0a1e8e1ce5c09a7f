"""
Bots are rated on ladders alone, and a ruleset is varied once a length: what is stored follows.

The constraint is a migration of its own: PostgreSQL adds none to rows that were just changed.
"""

import json

from django.db import migrations
from django.db.models import Exists, OuterRef


def rate_no_bots_in_tournaments(apps, schema_editor):
    Match, Seat = apps.get_model("league", "Match"), apps.get_model("league", "Seat")
    bots = Seat.objects.filter(match=OuterRef("pk"), player__kind="bot")
    arranged = Match.objects.filter(Exists(bots), ladder__isnull=True, is_rated=True)
    arranged.update(is_rated=False)


def keep_one_variation_a_length(apps, schema_editor):
    """Of those that two challengers have made at once the first stays; its matches are all its."""
    Ruleset = apps.get_model("league", "Ruleset")
    kept = {}
    for ruleset in Ruleset.objects.filter(made_from__isnull=False).order_by("pk"):
        terms = ruleset.made_from_id, json.dumps(ruleset.length, sort_keys=True)
        first = kept.setdefault(terms, ruleset)
        if first is not ruleset:
            for rows in (ruleset.matches, ruleset.ladders, ruleset.tournaments):
                rows.update(ruleset=first)
            ruleset.variations.update(made_from=first)
            ruleset.delete()


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0005_waits_in_words"),
    ]

    operations = [
        migrations.RunPython(rate_no_bots_in_tournaments, migrations.RunPython.noop),
        migrations.RunPython(keep_one_variation_a_length, migrations.RunPython.noop),
    ]
