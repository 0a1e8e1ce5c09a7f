"""A bot is packed so that the same files are the same upload."""

from bots.packing import packed
from bots.sandbox.bundle import open_bundle


def test_what_is_packed_opens_as_it_was() -> None:
    files = {"bot.py": b"import tables\n", "tables/__init__.py": b"", "tables/data.bin": b"\0\xff"}
    assert open_bundle(packed(files), "bot.zip").files == files


def test_the_same_files_are_the_same_bytes() -> None:
    files = {"bot.py": b"pass\n", "a.py": b""}
    assert packed(files) == packed(dict(files))
