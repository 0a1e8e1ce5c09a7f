"""The log of a tournament: every act and result, in order, none ever changed or taken out."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models.tournaments import Tournament


class LoggedAct(models.Model):
    """
    One line of the log. Who stands where is computed from all of them (`league.progress`).

    ``told`` is the act as its `to_json` has it. ``by`` is nobody for what a worker reported and
    what followed by itself.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="acts")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    told = models.JSONField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reason = models.TextField(blank=True, max_length=500)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "log"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="act_number_is_unique")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}. {self.kind}"
