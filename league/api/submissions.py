"""Uploads of a bot: sent as a file, checked in the sandbox, accepted or refused with the reason."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from league import permissions
from league.api.authentication import has_scope
from league.api.idempotency import idempotent
from league.api.resource import Resource, caller
from league.api.shapes import RowShape
from league.models import Bot, Scope, Submission
from league.permissions import Act
from league.selectors import bots as bot_rows
from league.services import bots


class SubmissionShape(RowShape):
    """
    An upload. ``steps`` has an object for each step of the check as they end (name, passed, ms,
    what was measured, and in ``problem`` why it was not passed and in which position), ``log`` is
    what the bot wrote to stderr, ``reason`` why it was refused. ``checks`` has an object for each
    match of the check, once it is over.

    ``steps``, ``log``, ``reason``, ``filename``, ``sha256`` and in ``checks`` the ``faults`` and
    ``usage`` are for the bot's author and staff: null for everybody else.
    """

    bot = serializers.SlugRelatedField[Any](read_only=True, slug_field="slug")
    sha256 = serializers.SerializerMethodField()
    filename = serializers.SerializerMethodField()
    version = serializers.SerializerMethodField()
    reason = serializers.SerializerMethodField()
    waiting_for = serializers.CharField(source="waits_because", read_only=True)
    steps = serializers.SerializerMethodField()
    checks = serializers.SerializerMethodField()
    log = serializers.SerializerMethodField()

    class Meta:
        model = Submission
        fields = [
            "id", "number", "bot", "status", "reason", "waiting_for", "steps", "checks", "log",
            "filename", "sha256", "version", "created_at", "decided_at",
        ]  # fmt: skip

    def get_version(self, submission: Submission) -> int | None:
        version = getattr(submission, "version", None)
        return version.number if version is not None else None

    def get_sha256(self, submission: Submission) -> str | None:
        return submission.bundle_id if self.reads_all else None

    def get_filename(self, submission: Submission) -> str | None:
        return submission.filename if self.reads_all else None

    def get_reason(self, submission: Submission) -> str | None:
        return submission.reason if self.reads_all else None

    def get_steps(self, submission: Submission) -> list[dict[str, Any]] | None:
        return list(submission.steps) if self.reads_all else None

    def get_checks(self, submission: Submission) -> list[dict[str, Any]]:
        if self.reads_all:
            return list(submission.checks)
        return [{**check, "faults": None, "usage": None} for check in submission.checks]

    def get_log(self, submission: Submission) -> str | None:
        return submission.log if self.reads_all else None

    @property
    def reads_all(self) -> bool:
        """Whether the caller is the bot's author, or staff."""
        return bool(self.context["reads_all"])


class Upload(serializers.Serializer[Any]):
    """One ``.py`` file, or a ``.zip`` with ``bot.py``."""

    file = serializers.FileField(allow_empty_file=True)


class _OfBot(Resource):
    """Something of one bot's uploads."""

    serializer_class = SubmissionShape
    scope = Scope.SUBMIT

    def bot(self) -> Bot:
        return get_object_or_404(
            Bot.objects.select_related("current_version"), slug=self.kwargs["slug"]
        )

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "reads_all": self._reads_all()}

    def _reads_all(self) -> bool:
        return has_scope(self.request, Scope.READ, Scope.SUBMIT) and permissions.may(
            self.request.user, Act.SUBMIT, self.bot()
        )

    def uploads(self) -> QuerySet[Submission]:
        return bot_rows.submissions(self.bot()).select_related("bundle", "version", "bot")


class Submissions(_OfBot):
    """A bot's uploads, newest first; its author uploads by POST."""

    parser_classes = [MultiPartParser]

    @extend_schema(operation_id="bots_submissions_list", responses=SubmissionShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.page(self.uploads().defer("bundle__data"), SubmissionShape)

    @extend_schema(
        operation_id="bots_submissions_create",
        request={"multipart/form-data": Upload},
        responses={202: SubmissionShape},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        upload = self.asked(Upload)["file"]
        submission = bots.submit(
            bot=self.bot(), data=bots.read_upload(upload), filename=upload.name, by=caller(request)
        )
        where = reverse("api-submission", args=[slug, submission.pk], request=request)
        shown = self.shown(submission, SubmissionShape)
        return Response(shown, status=status.HTTP_202_ACCEPTED, headers={"Location": where})


class OneSubmission(_OfBot):
    """An upload: where its check stands, and the verdict."""

    @extend_schema(operation_id="bots_submissions_retrieve", responses=SubmissionShape)
    def get(self, request: Request, slug: str, id: int) -> Response:
        submission = get_object_or_404(self.uploads().defer("bundle__data"), pk=id)
        return Response(self.shown(submission, SubmissionShape))
