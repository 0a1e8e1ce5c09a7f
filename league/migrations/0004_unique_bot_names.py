"""The database itself refuses a second bot of one name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0003_forgiven_attempts")]
    operations = [
        migrations.AddConstraint(
            model_name="bot",
            constraint=models.UniqueConstraint(
                fields=["search_name"], name="bot_name_is_unique_in_any_case"
            ),
        ),
    ]
