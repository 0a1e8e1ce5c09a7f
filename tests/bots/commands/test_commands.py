"""The author's commands but for playing: a new bot, its check, its way to the site; wrong calls."""

import http.server
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bots.check.advice import ADVICE, STEPS
from bots.commands.given import upload_from
from games.catalogue import GAMES
from tests.bots.commands.running import LOWEST, needs_python, result, run

pytestmark = needs_python


class TestNew:
    @pytest.mark.parametrize("game", [game.key for game in GAMES if game.has_decisions])
    def test_a_new_bot_plays_its_game_and_the_next_commands_are_told(
        self, tmp_path: Path, game: str
    ) -> None:
        new = run(tmp_path, "new", "mine", "--game", game)
        assert new.returncode == 0, new.stderr
        assert "python3 -m bots check mine.py" in new.stdout
        # The site checks one game only: for another there is more to be played at home.
        is_taken = game == "podkidnoy"
        assert ("python3 -m bots submit mine.py" in new.stdout) == is_taken
        assert ("python3 -m bots tournament mine.py" in new.stdout) != is_taken
        assert ("A site checks every bot at Podkidnoy Durak for two" in new.stdout) != is_taken
        told = new.stdout.partition("-m bots play ")[2].splitlines()[0]
        play = run(tmp_path, "play", *told.split(), "-n", "3", "--json")
        assert play.returncode == 0, play.stderr
        assert result(play)["deals"] == 3

    def test_a_game_without_decisions_has_no_bot(self, tmp_path: Path) -> None:
        new = run(tmp_path, "new", "mine", "--game", "drunkard")
        assert new.returncode == 2
        assert "Drunkard leaves nothing to decide" in new.stderr
        assert list(tmp_path.iterdir()) == []

    def test_new_never_writes_over_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "mine.py").write_text("precious")
        again = run(tmp_path, "new", "mine")
        assert again.returncode == 2
        assert "mine.py is there already" in again.stderr
        assert (tmp_path / "mine.py").read_text() == "precious"


class TestCheck:
    def test_every_step_is_listed_with_its_time(self, folder: Path) -> None:
        check = run(folder, "check", "mine.py")
        assert check.returncode == 0, check.stderr
        lines = check.stdout.splitlines()
        assert [line.split()[:2] for line in lines[: len(STEPS)]] == [["✓", step] for step in STEPS]
        assert all(" s " in line for line in lines[: len(STEPS)])
        assert lines[-1].startswith("accepted")
        assert "check: 9 of 9" in check.stderr

    def test_a_refusal_says_what_to_mend_and_shows_the_position_and_the_log(
        self, folder: Path
    ) -> None:
        check = run(folder, "check", "bad.py")
        assert check.returncode == 1
        assert "✗ positions" in check.stdout
        assert "– itself" in check.stdout
        assert "refused: it ended with an error" in check.stdout
        assert f"mend it: {ADVICE['crashed']}" in check.stdout
        assert "it may play: " in check.stdout
        assert "a mistake in the third move" in check.stdout
        as_json = result(run(folder, "check", "bad.py", "--json"))
        assert (as_json["accepted"], as_json["kind"]) == (False, "crashed")
        assert as_json["steps"][-1]["problem"]["position"]["menu"]

    def test_it_is_checked_at_the_tables_asked_for(self, folder: Path) -> None:
        check = run(folder, "check", "mine.py", "--game", "passing", "--seats", "2,3", "--json")
        assert check.returncode == 0, check.stderr
        steps = {step["name"]: step["facts"] for step in result(check)["steps"]}
        assert steps["positions"]["seats"] == [2, 3]
        assert [len(scores) for scores in steps["itself"]["scores"]] == [2, 3]

    def test_what_cannot_be_a_bot_fails_at_the_first_step(self, folder: Path) -> None:
        with zipfile.ZipFile(folder / "empty.zip", "w") as archive:
            archive.writestr("main.py", LOWEST)
        check = run(folder, "check", "empty.zip")
        assert check.returncode == 1
        assert "✗ bundle" in check.stdout
        assert "no bot.py at its top" in check.stdout

    def test_without_walls_the_same_steps_are_taken_and_that_is_said(self, folder: Path) -> None:
        check = run(folder, "check", "mine.py", "--no-walls", "--json")
        assert check.returncode == 0, check.stderr
        assert [step["name"] for step in result(check)["steps"]] == list(STEPS)
        assert "checked without a sandbox" in check.stderr


@contextmanager
def proxy(status: int, body: bytes, **headers: str) -> Iterator[str]:
    """Something between author and site that answers everything alike; its address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Quietly."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class TestSubmit:
    @pytest.mark.parametrize(
        ("status", "body", "headers", "message"),
        [
            (413, b"<h1>too large</h1>", {}, "413: the file is too large for the site"),
            (
                401,
                b'{"detail": "This token has been revoked."}',
                {},
                "error: 401: This token has been revoked; get a token with the scope submit on",
            ),
            (429, b"{}", {"Retry_After": "60"}, "too many requests; wait a while; try again in 60"),
            (502, b"<h1>bad gateway</h1>", {}, "502: Bad Gateway"),
            (307, b"", {"Location": "https://new.example/x"}, "give https://new.example as"),
            (200, b"<h1>hello</h1>", {}, "does not answer as a league does"),
        ],
    )
    def test_what_stands_before_the_site_is_told_apart(
        self, folder: Path, status: int, body: bytes, headers: dict[str, str], message: str
    ) -> None:
        with proxy(status, body, **headers) as address:
            done = run(folder, "submit", "mine.py", "--server", address, "--token", "dl_x")
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr

    def test_a_token_over_plain_http_is_warned_of(self, folder: Path) -> None:
        done = run(
            folder, "submit", "mine.py", "--server", "http://nowhere.invalid", LEAGUE_TOKEN="dl_x"
        )
        assert done.returncode == 2
        assert "over plain HTTP anyone on the way can read your token" in done.stderr
        assert "cannot be reached" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["new", "../up"], "'../up' is no name for a bot"),
        (["new", "mine", "--game", "whist"], "there is no game whist"),
        (["check", "nowhere.py"], "cannot read nowhere.py"),
        (["check", "mine.py", "--seats", "two"], "'two' is no list such as 2,3,4"),
        (["check", "mine.py", "--seats", "9"], "--seats 9 is not possible in Podkidnoy Durak"),
        (["check", "mine.py", "--game", "drunkard"], "Drunkard leaves nothing to decide"),
        (["play", "genius", "lowest"], "'genius' is neither a file nor a bot of the house"),
        (["play", "lowest", "lowest", "--deals", "0"], "--deals is 0"),
        (["play", "lowest", "lowest", "--game", "whist"], "there is no game whist"),
        (["play", "lowest", "lowest", "--secret", "5"], "secret must be 64"),
        (["play", "lowest", "lowest", "--record", "mine.py"], "mine.py is there already"),
        (
            ["play", "lowest", "random", "--jobs", "2", "--record", "x"],
            "a record is written deal",
        ),
        (["tournament", "lowest"], "needs two bots or more"),
        (["replay", "nowhere.jsonl", "--with", "lowest"], "cannot read nowhere.jsonl"),
        (["replay", "mine.py", "--with", "lowest"], "line 2"),
        (["submit", "mine.py", "--server", "http://127.0.0.1:9"], "a token is needed"),
        (["submit", "mine.py", "--server", "ftp://x", "--token", "t"], "is no address"),
        (["submit", "mine.py", "--server", "127.0.0.1:9", "--token", "t"], "cannot be reached"),
        (["dance"], "invalid choice"),
    ],
)
def test_a_command_that_makes_no_sense_gets_one_clear_line(
    folder: Path, arguments: list[str], message: str
) -> None:
    done = run(folder, *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_the_same_folder_is_the_same_upload(folder: Path) -> None:
    (folder / "strong").mkdir()
    (folder / "strong" / "bot.py").write_bytes(LOWEST)
    first = upload_from(folder / "strong")
    (folder / "strong" / "bot.py").touch()
    assert upload_from(folder / "strong") == first
    assert first[1] == "strong.zip"
