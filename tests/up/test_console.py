"""What `up` writes: names before lines, a status line at the foot of a terminal only."""

import io

from league.management.console import Console


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_file_gets_plain_lines_and_no_status() -> None:
    stream = io.StringIO()
    console = Console(stream)
    console.status("3 matches played")
    console.line("web", "started\n")
    assert stream.getvalue() == "      web | started\n"


def test_a_line_goes_above_the_status_line() -> None:
    stream = Terminal()
    console = Console(stream)
    console.status("3 matches played")
    console.line("worker", "hello")
    shown = stream.getvalue()
    assert shown.count("3 matches played") == 2
    assert shown.index("\r\x1b[K") < shown.index("hello") < shown.rindex("3 matches played")


def test_a_closed_terminal_stops_nothing() -> None:
    class Closed(Terminal):
        def write(self, text: str) -> int:
            raise OSError(5, "Input/output error")

    console = Console(Closed())
    console.line("web", "nobody reads this")
    console.status("nor this")
    assert not console.terminal
