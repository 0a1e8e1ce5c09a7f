"""Tags that tell how a tournament is played, stage by stage."""

from typing import Any

from django import template

from league.models import Tournament
from league.services import stages

register = template.Library()


@register.inclusion_tag("league/tournaments/stages.html")
def stages_of(tournament: Tournament) -> dict[str, Any]:
    """The formats of a tournament, each with what was chosen for it."""
    return {
        "stages": [
            (stage.get_format_display(), stages.describe(stage))
            for stage in tournament.stages.all()
        ]
    }
