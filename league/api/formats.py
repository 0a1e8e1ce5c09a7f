"""The formats beside JSON: tables as CSV, records as JSON Lines, lists of names as plain CSV."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer

from league.services import entry_lists

_BOM = "﻿"
"""Tells a spreadsheet that a CSV file is UTF-8."""


class Negotiation(DefaultContentNegotiation):
    """As the framework's own; an unknown ``?format=`` is a wrong value, not a missing page."""

    def filter_renderers(
        self, renderers: Iterable[BaseRenderer], format: str
    ) -> list[BaseRenderer]:
        known = list(renderers)
        try:
            return list(super().filter_renderers(known, format))
        except Http404 as error:
            raise ValidationError(
                {
                    "format": _("“%(format)s” is not a format of this; choose from: %(known)s.")
                    % {"format": format, "known": ", ".join(str(one.format) for one in known)}
                }
            ) from error


class CsvRenderer(BaseRenderer):
    """Rows under ``results`` as CSV for spreadsheets; refusals stay JSON."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        response = (renderer_context or {}).get("response")
        if response is not None and response.exception:
            return bytes(JSONRenderer().render(data))
        rows = data["results"] if isinstance(data, Mapping) else data
        return (_BOM + as_csv(rows)).encode()


def as_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """
    *rows* with a heading line; of an object in a cell its name is written.

    A text that a spreadsheet would take for a formula gets a quote before it.
    """
    text = io.StringIO()
    if rows:
        writer = csv.writer(text)
        writer.writerow(rows[0])
        writer.writerows([_cell(value) for value in row.values()] for row in rows)
    return text.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, Mapping):
        return _cell(value.get("name", ""))
    if isinstance(value, str) and value[:1] in {"=", "+", "-", "@", "\t", "\r"}:
        return f"'{value}"
    return "" if value is None else value


class LinesRenderer(BaseRenderer):
    """JSON Lines; only its media type is used, the answer itself is streamed."""

    media_type = "application/x-ndjson"
    format = "jsonl"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return bytes(JSONRenderer().render(data))


class FileRenderer(BaseRenderer):
    """A stored file as it came; only its media type is used."""

    media_type = "application/octet-stream"
    format = "file"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return bytes(JSONRenderer().render(data))


class CsvParser(BaseParser):
    """A body of ``text/csv``: a list of names, in UTF-8 or Windows-1251."""

    media_type = "text/csv"

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, str]:
        return {"list": entry_lists.decode(stream.read())}
