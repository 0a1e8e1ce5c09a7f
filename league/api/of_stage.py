"""The stage that an address is about, and how far every stage has come."""

from functools import cached_property

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.stages import StagePlayedShape, stages_played
from league.api.tournaments import OfTournament
from league.progress.state import AnyStage
from league.selectors.progress import Progress, progress_of

STAGE = OpenApiParameter(
    "stage", int, description="Number of the stage, from 1; without it, the one being played."
)
GROUP = OpenApiParameter("group", int, description="Number of the group, from 1.")


class OfStage(OfTournament):
    """Something of a tournament's stage: of the one that is played, or that the query names."""

    @cached_property
    def progress(self) -> Progress:
        return progress_of(self.tournament())

    def stage(self) -> AnyStage:
        number = self.number_asked("stage")
        if number is None:
            return self.progress.stage
        found = self.progress.state.stages
        if not 1 <= number <= len(found):
            raise Http404
        return found[number - 1]

    def number_asked(self, name: str) -> int | None:
        """
        The whole number that the query has under *name*.

        Raises:
            ValidationError: If it has something else there.
        """
        told = self.request.query_params.get(name)
        if told is None:
            return None
        if not (told.isascii() and told.isdecimal() and len(told) < 10):
            raise ValidationError({name: _("“%(value)s” is not a number.") % {"value": told[:60]}})
        return int(told)


class StagesPlayed(OfStage):
    """The stages of a tournament and how far each has come."""

    serializer_class = StagePlayedShape

    @extend_schema(operation_id="tournaments_stages_list", responses=StagePlayedShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.page(list(stages_played(self.progress)), StagePlayedShape)
