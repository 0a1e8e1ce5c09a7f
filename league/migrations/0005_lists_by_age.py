"""The newest matches are found without sorting them all."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0004_unique_bot_names")]
    operations = [
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=["-created_at", "-id"], name="league_matc_created_324f2f_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=["ladder", "-created_at", "-id"], name="league_matc_ladder__f887fc_idx"
            ),
        ),
    ]
