"""Write down a privileged act."""

from typing import Any

from django.db import models

from league.models import AuditEntry, Club, User


def record(
    *,
    actor: User | None,
    act: str,
    subject: models.Model,
    club: Club | None = None,
    reason: str = "",
    **detail: Any,
) -> AuditEntry:
    """Add a row: *actor* did *act* to *subject*; *detail* is JSON, what stood before and after."""
    return AuditEntry.objects.create(
        actor=actor,
        act=act,
        subject=f"{subject._meta.model_name}:{subject.pk}",
        club=club,
        reason=reason,
        detail=detail,
    )
