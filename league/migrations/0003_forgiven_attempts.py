"""Attempts before an operator's release no longer count against the match."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0002_cache_table")]
    operations = [
        migrations.AddField(
            model_name="attempt",
            name="is_forgiven",
            field=models.BooleanField(
                default=False, help_text="an operator has let the match be tried again since"
            ),
        ),
    ]
