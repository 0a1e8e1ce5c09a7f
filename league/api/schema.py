"""The description of the API for programs (OpenAPI 3.1) and for people (Swagger UI)."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
)
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from league.api import errors
from league.api.shapes import ProblemShape

# Three resources have a status of their own; their sets of words are told apart by name.
spectacular_settings.apply_patches(
    {
        "ENUM_NAME_OVERRIDES": {
            "MatchStatus": "league.models.Match.Status",
            "TournamentStatus": "league.models.Tournament.Status",
            "SubmissionStatus": "league.models.Submission.Status",
        }
    }
)

IDEMPOTENCY_PARAMETER = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 128},
    "description": "Any text of your own; the same request sent again under it is done once.",
}


class LeagueSchema(AutoSchema):
    """Adds to every operation what all have in common: how it refuses, and its idempotency."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        problem = self.resolve_serializer(ProblemShape, "response").ref
        operation["responses"]["default"] = {
            "description": "The request is refused; the problem says why.",
            "content": {errors.MEDIA_TYPE: {"schema": problem}},
        }
        handler = getattr(self.view, self.method.lower(), None)
        if getattr(handler, "is_idempotent", False):
            operation.setdefault("parameters", []).append(IDEMPOTENCY_PARAMETER)
        return operation

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        return str(super().get_serializer_name(serializer, direction)).removesuffix("Shape")


class TokenScheme(OpenApiAuthenticationExtension):
    """Tells the description how a token is sent."""

    target_class = "league.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token dl_…`, from `POST accounts/` or `POST me/tokens/`",
        }


class Schema(SpectacularAPIView):
    """The description: JSON, or YAML by ``?format=yaml`` or ``Accept``."""

    renderer_classes = [OpenApiJsonRenderer2, OpenApiJsonRenderer, OpenApiYamlRenderer]


class Docs(SpectacularSwaggerSplitView):
    """The description as a page one can try things on."""

    url_name = "api-schema"
