"""Each upload has the name that its own author gave the file; the bytes may be another's too."""

from django.db import migrations, models
from django.db.models import Min


def name_uploads(apps, schema_editor):
    """Of those that sent the same bytes only the first is known to have named them so."""
    Submission = apps.get_model("league", "Submission")
    firsts = Submission.objects.values("bundle").annotate(first=Min("pk")).values_list("first")
    for submission in Submission.objects.filter(pk__in=firsts).select_related("bundle").only(
        "bundle__filename"
    ).iterator():  # fmt: skip
        Submission.objects.filter(pk=submission.pk).update(filename=submission.bundle.filename)
    for ending in ("zip", "py"):
        Submission.objects.filter(filename="", bundle__filename__iendswith=f".{ending}").update(
            filename=f"bot.{ending}"
        )


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0007_one_variation_a_length"),
    ]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="filename",
            field=models.CharField(
                blank=True,
                default="",
                help_text="as its author named the file",
                max_length=120,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(name_uploads, migrations.RunPython.noop),
    ]
