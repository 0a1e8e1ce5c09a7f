from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0012_logs_of_before'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('round', 'key'), name='table_is_one_match'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(condition=models.Q(('stands', True)), fields=('match',), name='one_result_of_a_match_stands'),
        ),
    ]
