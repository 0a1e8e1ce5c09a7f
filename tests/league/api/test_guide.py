"""What the bot guide says of programs is so: its curl commands, sent to the site as they stand."""

import base64
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.models import Submission, User
from tests.factories import UserFactory
from tests.league.api.callers import ROOT, SOURCE

pytestmark = [pytest.mark.django_db, pytest.mark.database]

DOCS = Path(__file__).resolve().parents[3] / "docs"
PASSWORD = "midnight oil 7"


def commands(guide: str) -> list[list[str]]:
    """The guide's curl commands, split as a shell splits them."""
    text = (DOCS / guide).read_text("utf-8")
    return [shlex.split(line) for line in re.findall(r"^    (curl .+)$", text, re.MULTILINE)]


def send(words: list[str], token: str) -> Any:
    """Do what curl does with the options that the guide uses; the answer as JSON."""
    headers: dict[str, str] = {}
    form: dict[str, Any] = {}
    body, path = "", ""
    rest = iter(words[1:])
    for word in rest:
        if word == "-u":
            pair = base64.b64encode(f"{next(rest)}:{PASSWORD}".encode()).decode()
            headers["authorization"] = f"Basic {pair}"
        elif word == "-H":
            name, _, value = next(rest).partition(": ")
            headers[name.lower()] = value.replace("$TOKEN", token)
        elif word == "-d":
            body = next(rest)
        elif word == "-F":
            name, _, file = next(rest).partition("=@")
            form[name] = SimpleUploadedFile(file, SOURCE)
        else:
            path = word.replace("$LEAGUE/", ROOT)
    client = Client()
    if form:
        answer = client.post(path, form, headers=headers)
    elif body:
        kind = headers.pop("content-type")
        answer = client.post(path, body, content_type=kind, headers=headers)
    else:
        answer = client.get(path, headers=headers)
    assert answer.status_code < 300, answer.content
    return json.loads(answer.content)


@pytest.mark.parametrize("guide", ["bot-guide.md", "bot-guide.ru.md"])
def test_the_guides_commands_get_a_token_and_upload_a_bot(guide: str) -> None:
    user = UserFactory.create(username="ivan")
    assert isinstance(user, User)
    user.set_password(PASSWORD)
    user.save()
    token_please, new_bot, upload, look = commands(guide)
    token = send(token_please, "")["token"]
    assert token.startswith("dl_")
    bot = send(new_bot, token)
    assert bot["slug"] == "my-bot"
    assert send(upload, token)["status"] == "queued"
    assert Submission.objects.get().filename == "mybot.py"
    (seen,) = send(look, token)["results"]
    assert {"status", "reason", "checks", "log"} <= set(seen)
