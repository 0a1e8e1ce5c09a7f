"""Writes a match down as it is played: one deal a line, for replay and verify."""

import json
from dataclasses import replace
from pathlib import Path

from bots.commands.given import Unusable
from bots.measure.meeting import Meeting
from bots.reports import DealReport, MatchSpec
from games.records import Record


def free_file(path: Path | None) -> Path | None:
    """
    The file itself, if nothing is there yet.

    Raises:
        Unusable: If there is, or its folder is missing.
    """
    if path is None:
        return None
    if path.exists():
        raise Unusable(f"{path} is there already; choose another name for --record")
    if not path.absolute().parent.is_dir():
        raise Unusable(f"there is no folder {path.absolute().parent}; make it first")
    return path


class Recorder:
    """
    The record of one match, with who sits where, the notes of the bots and the secret. Not *alone*
    in its file, it begins with a line that tells of the match.
    """

    def __init__(self, path: Path, spec: MatchSpec, meeting: Meeting, *, alone: bool) -> None:
        self._path = path
        self._secret = spec.secret
        names = meeting.first.label, meeting.second.label
        self._names = [names[who] for who in meeting.sitting]
        seats = [{"number": seat, "bot": name} for seat, name in enumerate(self._names)]
        self._heading = None if alone else {"type": "match", "id": spec.match, "seats": seats}

    def take(self, report: DealReport) -> None:
        """
        Write a finished deal.

        Raises:
            Unusable: If the file cannot be written.
        """
        record = Record.from_json(report.record)
        record = replace(
            record,
            sitting=tuple(self._names[entry] for entry in record.seated),
            secret=self._secret,
            notes=tuple((note.move, note.text) for note in report.notes),
        )
        told = [self._heading, record.to_json()] if self._heading else [record.to_json()]
        self._heading = None
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(one, ensure_ascii=False) + "\n" for one in told)
        except OSError as error:
            raise Unusable(f"cannot write {self._path}: {error.strerror}") from error
