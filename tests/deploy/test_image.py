"""The image and the small programs beside it: what they copy, ask and make."""

import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
RUNTIME = DOCKERFILE[DOCKERFILE.index("WORKDIR") :]
HEALTH = [sys.executable, str(ROOT / "deploy" / "health.py")]


def health(target: str, **environment: str) -> tuple[int, str]:
    done = subprocess.run(
        [*HEALTH, target],
        env={"PATH": os.defpath, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, (done.stdout + done.stderr).strip()


def copied() -> list[str]:
    lines = re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
    return [source for line in lines for source in line.split()[:-1]]


def test_everything_the_image_copies_exists_and_reaches_the_builder() -> None:
    sent = (ROOT / ".dockerignore").read_text()
    # Nothing of a folder that is sent stays behind but what Python makes.
    kept = [line for line in sent.splitlines() if not line.startswith(("!", "#"))]
    assert kept == ["*", "**/__pycache__", "**/*.pyc"]
    assert "requirements/run.txt" in copied()
    for source in copied():
        assert (ROOT / source).exists(), source
        assert f"!{source}\n" in sent, source


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site as the image has it: what is copied, where it is copied to."""
    folder = tmp_path_factory.mktemp("image")
    for line in re.findall(r"^COPY (?!--from)(.+)$", RUNTIME, re.MULTILINE):
        *sources, target = line.split()
        for source in sources:
            to = folder / target / Path(source).name if target.endswith("/") else folder / target
            to.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, to, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / source, to)
    return folder


@pytest.mark.parametrize(
    ("address", "language", "title"),
    [
        ("/how-to/bot/", "en", "Writing a bot"),
        ("/how-to/bot/", "ru", "Как написать бота"),
        ("/how-to/bot/protocol/", "en", "The bot protocol"),
        ("/rules/british/", "en", "British Durak"),
        ("/rules/passing/", "ru", "Переводной дурак"),
    ],
)
def test_the_texts_that_pages_are_made_of_are_in_the_image(
    inside: Path, tmp_path: Path, address: str, language: str, title: str
) -> None:
    asked = f"{address!r}, headers={{'accept-language': {language!r}}}"
    script = (
        "import django; django.setup(); from django.test import Client; "
        "import league; print(league.__file__); "
        f"answer = Client().get({asked}); print(answer.status_code); "
        "print(answer.content.decode())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=inside,
        env={
            "PATH": os.defpath,
            "DJANGO_SETTINGS_MODULE": "league.settings",
            "LEAGUE_ALLOWED_HOSTS": "testserver",
            "LEAGUE_DATA": str(tmp_path),
            "LEAGUE_BOOTSTRAP": "0",
            "PYTHONIOENCODING": "utf-8",
        },
        capture_output=True,
        check=False,
        timeout=60,
    )
    where, status, *page = done.stdout.decode().split("\n")
    assert where.startswith(str(inside))
    assert status == "200"
    assert f"<h1>{title}</h1>" in "\n".join(page)


def test_the_image_installs_by_hash_and_does_not_run_as_root() -> None:
    assert "--require-hashes" in DOCKERFILE
    users = re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE)
    assert users == ["10001:10001"]
    assert DOCKERFILE.rindex("USER ") > DOCKERFILE.rindex("RUN ")


def test_the_image_starts_a_server_that_exists() -> None:
    command = json.loads(re.findall(r"^CMD (.+)$", DOCKERFILE, re.MULTILINE)[0])
    assert command[0] == "gunicorn"
    assert importlib.util.find_spec("gunicorn")
    assert importlib.util.find_spec(command[1].split(":")[0])


@pytest.fixture
def site() -> Iterator[HTTPServer]:
    """A server that is ready for one host name only."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known = self.headers["Host"] == "league.example"
            self.send_response(200 if known and self.path == "/health/ready" else 400)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_the_site_is_asked_by_its_public_name(site: HTTPServer) -> None:
    url = f"http://127.0.0.1:{site.server_port}/health/ready"
    assert health(url, LEAGUE_ALLOWED_HOSTS="league.example,other.example") == (0, "200")
    assert health(url, LEAGUE_ALLOWED_HOSTS="other.example")[0] == 1


def test_a_site_that_is_not_there_is_unwell() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    code, reason = health(f"http://127.0.0.1:{port}/health/ready")
    assert code == 1
    assert "Connection refused" in reason


@pytest.mark.parametrize(
    ("sandbox", "reason", "expected"),
    [
        ("bubblewrap", None, (0, "bubblewrap, 1 of 2 slots in use")),
        (None, "bwrap is missing", (1, "no sandbox: bwrap is missing")),
    ],
)
def test_a_runner_is_well_when_its_sandbox_is(
    tmp_path: Path, sandbox: str | None, reason: str | None, expected: tuple[int, str]
) -> None:
    status = {"type": "status", "sandbox": sandbox, "reason": reason, "slots": 2, "playing": 1}

    def answer(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection, connection.makefile("rb") as lines:
            assert json.loads(lines.readline()) == {"type": "status"}
            connection.sendall(json.dumps(status).encode() + b"\n")

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        listener.listen()
        thread = threading.Thread(target=answer, args=[listener])
        thread.start()
        assert health(f"unix:{tmp_path / 's'}") == expected
        thread.join()


def test_a_scheduler_is_well_while_it_writes_its_plan(tmp_path: Path) -> None:
    plan = tmp_path / "schedule.db"
    assert health(f"file:{tmp_path / 'schedule'}")[0] == 1
    plan.touch()
    assert health(f"file:{tmp_path / 'schedule'}")[0] == 0
    os.utime(plan, (0, 0))
    code, reason = health(f"file:{tmp_path / 'schedule'}")
    assert code == 1
    assert "last written" in reason


def test_secrets_are_made_once_without_a_newline_and_fit_together(tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    script = tmp_path / "deploy" / "secrets.sh"
    script.write_text((ROOT / "deploy" / "secrets.sh").read_text())
    subprocess.run(["sh", script], check=True, capture_output=True)
    secrets = {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}
    password = secrets["postgres_password"]
    assert secrets["database_url"] == f"postgres://league:{password}@postgres:5432/league"
    assert len(secrets["secret_key"]) >= 50
    assert not any("\n" in secret for secret in secrets.values())
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
    again = subprocess.run(["sh", script], capture_output=True, text=True, check=False)
    assert again.returncode == 1
    assert secrets == {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}
