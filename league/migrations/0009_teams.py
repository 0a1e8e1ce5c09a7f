"""Entries of teams: how many play in one, what it is called, who plays beside the first."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0008_own_filenames"),
    ]

    operations = [
        migrations.CreateModel(
            name="Teammate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
            ],
            options={
                "ordering": ["entry", "number"],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="team_name",
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name="tournament",
            name="team_size",
            field=models.PositiveSmallIntegerField(
                default=1, help_text="players of an entry; more than one is a team"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("team_name", ""), _negated=True),
                fields=("tournament", "team_name"),
                name="team_name_is_unique_in_tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("team_size__in", [1, 2, 3])), name="team_size_is_one_to_three"
            ),
        ),
        migrations.AddField(
            model_name="teammate",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="teammates",
                to="league.entry",
            ),
        ),
        migrations.AddField(
            model_name="teammate",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="teams",
                to="league.player",
            ),
        ),
        migrations.AddField(
            model_name="teammate",
            name="version",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="league.botversion",
            ),
        ),
        migrations.AddConstraint(
            model_name="teammate",
            constraint=models.UniqueConstraint(
                fields=("entry", "number"), name="teammate_number_is_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="teammate",
            constraint=models.UniqueConstraint(
                fields=("entry", "player"), name="teammate_is_in_team_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="teammate",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 2)), name="teammates_are_numbered_from_two"
            ),
        ),
    ]
