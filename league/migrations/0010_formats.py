"""Every format a stage can have; a ruleset is varied by its seats too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0009_teams"),
    ]

    operations = [
        migrations.AlterField(
            model_name="stage",
            name="format",
            field=models.CharField(
                choices=[
                    ("round_robin", "round robin"),
                    ("knockout", "knockout"),
                    ("double_elimination", "double elimination"),
                    ("swiss", "Swiss"),
                    ("tables", "tables"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="stage",
            name="options",
            field=models.JSONField(
                blank=True, default=dict, help_text="what the format lets one choose"
            ),
        ),
        migrations.RemoveConstraint(
            model_name="stage",
            name="stage_format_is_known",
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "format__in",
                        ["round_robin", "knockout", "double_elimination", "swiss", "tables"],
                    )
                ),
                name="stage_format_is_known",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="ruleset",
            name="ruleset_is_varied_once_a_length",
        ),
        migrations.AddConstraint(
            model_name="ruleset",
            constraint=models.UniqueConstraint(
                fields=("made_from", "length", "seats"), name="ruleset_is_varied_once_a_kind"
            ),
        ),
    ]
