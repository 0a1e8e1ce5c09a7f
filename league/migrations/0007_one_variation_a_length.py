from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0006_rated_on_ladders"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="ruleset",
            constraint=models.UniqueConstraint(
                fields=("made_from", "length"), name="ruleset_is_varied_once_a_length"
            ),
        ),
    ]
