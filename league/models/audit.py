"""Who did what with a privileged hand, and what stood there before."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models.clubs import Club


class AuditEntry(models.Model):
    """One privileged act. Rows are only ever added."""

    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    act = models.CharField(max_length=60)
    subject = models.CharField(max_length=120, help_text="kind and id, such as match:m_12ab")
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.TextField(blank=True)
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "audit entries"
        indexes = [models.Index(fields=["subject", "-id"])]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor} {self.act} {self.subject}"
