"""The command itself: settings, encodings, a real terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import pytest

from games.__main__ import main
from games.terminal.setting import WrongSetting, game_from
from games.terminal.words import TEXT
from tests.games.at_terminal import (
    LANGUAGES,
    ROOT,
    WIDTH,
    english_words,
)
from tests.games.helpers import SECRET


def typed_into(monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], str], *call: str) -> int:
    monkeypatch.setattr("builtins.input", answer)
    return main(["play", *call])


def closed(prompt: str) -> str:
    raise EOFError


@pytest.mark.parametrize("leaving", [EOFError, KeyboardInterrupt])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_leaving_is_polite_and_shows_the_secret(
    leaving: type[BaseException],
    lang: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def leave(prompt: str) -> str:
        raise leaving

    call = ["podkidnoy", "--secret", SECRET.hex(), "--lang", lang]
    assert typed_into(monkeypatch, leave, *call) == 0
    said = capsys.readouterr()
    assert TEXT[lang]["unfinished"] in said.out
    assert SECRET.hex() in said.out
    assert said.out.splitlines()[-1] == TEXT[lang]["bye"]
    assert said.err == ""


@pytest.mark.parametrize(
    ("call", "english", "russian"),
    [
        (["--option", "first_bout_max=9"], "allowed: 5, 6", "можно: 5, 6"),
        (["--option", "max_bouts=0"], "allowed: 1–100000", "можно: 1–100000"),
        (["--option", "colour=red"], "no option colour", "нет правила colour"),
        (["--option", "colour"], "name=value", "имя=значение"),
        (
            ["--seats", "6", "--option", "deck_size=32"],
            "deck_size=32 does not go with the other choices. 32: only with 2 to 5 seats",
            "deck_size=32 не сочетается с остальным. 32 — только при числе мест от 2 до 5",
        ),
        (
            ["--option", "deck_size=32", "--option", "trump_six_swap=on"],
            "other choices. “yes”: only where “Pack” is 36 or 52",
            "с остальным. «да» — только если «Колода» — 36 или 52",
        ),
        (["--seats", "9"], "allowed: 2–6", "можно: 2–6"),
        (["--seats", "3", "--sides", "pairs"], "allowed: single", "можно: single"),
        (["--me", "2"], "from 0 to 1", "от 0 до 1"),
        (["--deals", "0"], "1 to 1000", "от 1 до 1000"),
        (["--record", "pyproject.toml"], "exists already", "уже есть"),
        (["--record", "no-such-folder/r.jsonl"], "no folder", "папки"),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_the_remedy(
    call: list[str],
    english: str,
    russian: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    for lang, expected in (("en", english), ("ru", russian)):
        assert typed_into(monkeypatch, closed, "podkidnoy", "--lang", lang, *call) == 1
        said = capsys.readouterr().err
        assert expected in said
        assert said.count("\n") == 1


def test_options_are_chosen_by_name_and_value() -> None:
    options = ["first_bout_max=5", "multi_lead=no", "throwers=Neighbours"]
    game = game_from("podkidnoy", None, "pairs", options, "en")
    assert (game.seats, game.sides) == (4, "pairs")
    assert game.options["first_bout_max"] == 5
    assert game.options["multi_lead"] is False
    assert game.options["throwers"] == "neighbours"
    assert game_from("british", 3, None, ["target=21"], "ru").options["target"] == 21
    with pytest.raises(WrongSetting, match="whist"):
        game_from("whist", None, None, [], "ru")


def run(*call: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "games", "play", *call],
        cwd=ROOT,
        env={**os.environ, **env},
        input=typed.encode(),
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_without_suit_signs_letters_stand_for_them() -> None:
    done = run("podkidnoy", "--secret", SECRET.hex(), typed="q\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert re.search(rb"Trump: [SCDH] (spades|clubs|diamonds|hearts)", done.stdout)
    assert b"? " not in done.stdout.replace(b"(? moves", b"")


def test_an_error_is_told_in_the_signs_that_there_are() -> None:
    clash = ["--option", "deck_size=32", "--option", "trump_six_swap=on"]
    assert b'"yes": only where "Pack"' in run("podkidnoy", *clash, PYTHONIOENCODING="ascii").stderr


def test_russian_letters_without_suit_signs() -> None:
    call = ["british", "--secret", SECRET.hex(), "--lang", "ru"]
    done = run(*call, typed="1\n1\n", PYTHONIOENCODING="cp1251:strict")
    assert done.returncode == 0, done.stderr
    said = done.stdout.decode("cp1251")
    assert re.search(r"Ваши карты: .*(?:10|[6-9ВДКТ])[птбч]", said)
    assert english_words(said) == []


def test_a_terminal_without_the_letters_is_told_so() -> None:
    done = run("podkidnoy", "--lang", "ru", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert b"PYTHONIOENCODING=utf-8" in done.stderr
    assert done.stdout == b""


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "cp1251"])
def test_broken_letters_and_control_codes_do_not_end_the_game(encoding: str) -> None:
    typed = b"\xd0\xd0\n\xff\xfe\n\x1b[A\n" + "жук\n".encode() + b"x" * 300 + b"\nq\n"
    done = subprocess.run(
        [sys.executable, "-m", "games", "play", "armenian", "--secret", SECRET.hex()],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        input=typed,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"I do not understand") == 5
    assert b"\x1b" not in done.stdout
    assert done.stdout.rstrip().endswith(b"Good-bye.")


class Screen:
    """A real terminal of 80 columns with the real command in it."""

    def __init__(self, *call: str, **env: str) -> None:
        self.end, inner = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "games", "play", *call],
            cwd=ROOT,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env={
                **os.environ,
                "TERM": "xterm",
                "COLUMNS": "80",
                "PYTHONIOENCODING": "utf-8",
                **env,
            },
            start_new_session=True,
            # Who starts these tests in the background may have had Ctrl-C ignored.
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )
        os.close(inner)
        self.text = ""

    def wait_for(self, words: str, seconds: float = 30) -> None:
        """Read until *words* have been shown since the last time."""
        since = len(self.text)
        until = time.monotonic() + seconds
        raw = b""
        while words not in self.text[since:] and time.monotonic() < until:
            if not select.select([self.end], [], [], 0.2)[0]:
                continue
            try:
                raw += os.read(self.end, 65536)
            except OSError:
                break
            self.text = self.text[:since] + raw.decode("utf-8", "ignore")
        assert words in self.text[since:], self.text

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.end)


@pytest.mark.parametrize(("lang", "prompt"), [("en", "Your move"), ("ru", "Ваш ход")])
def test_the_command_in_a_real_terminal(lang: str, prompt: str) -> None:
    with Screen("armenian", "--secret", SECRET.hex(), "--lang", lang, NO_COLOR="") as shown:
        shown.wait_for(prompt)
        shown.type("?\n")
        shown.wait_for(prompt)
        shown.type("1\n")
        shown.wait_for(prompt)
        shown.type("u\n")
        shown.wait_for(prompt)
        shown.type("\x04")
        shown.wait_for(TEXT[lang]["bye"])
        assert shown.process.wait(timeout=30) == 0
    assert TEXT[lang]["undone"] in shown.text
    assert "\x1b[31m" in shown.text
    plain = re.sub(r"\x1b\[\d*m", "", shown.text)
    assert "\x1b" not in plain
    # What is typed stands behind the prompt.
    assert max(len(line) for line in plain.split("\r\n") if prompt not in line) <= WIDTH


def test_no_colours_where_none_are_wanted() -> None:
    with Screen("podkidnoy", "--secret", SECRET.hex(), NO_COLOR="1") as shown:
        shown.wait_for("Your move")
        # A signal between the prompt and the reading is noticed only after the reading.
        time.sleep(0.5)
        shown.process.send_signal(signal.SIGINT)
        shown.wait_for(TEXT["en"]["bye"])
        assert shown.process.wait(timeout=30) == 0
    assert "\x1b" not in shown.text
    assert "Traceback" not in shown.text
    done = run("podkidnoy", typed="q\n", TERM="xterm", NO_COLOR="")
    assert b"\x1b" not in done.stdout
