"""Uploads: what is taken, and what is refused with the value and the remedy."""

import io
import stat
import warnings
import zipfile
from collections.abc import Callable

import pytest

from bots.sandbox.bundle import UPLOAD_BYTES, BundleError, guess_filename, open_bundle

Write = Callable[[zipfile.ZipFile], object]


def packed(*writes: Write) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for write in writes:
            write(archive)
    return buffer.getvalue()


def file(name: str, content: bytes = b"x = 1\n") -> Write:
    return lambda archive: archive.writestr(name, content)


def special(name: str, kind: int) -> Write:
    def write(archive: zipfile.ZipFile) -> None:
        info = zipfile.ZipInfo(name)
        info.external_attr = (kind | 0o777) << 16
        archive.writestr(info, "/etc/passwd")

    return write


def with_method(name: str, method: int) -> Write:
    return lambda archive: archive.writestr(name, b"x = 1\n" * 100, compress_type=method)


MAIN = file("bot.py")


def test_one_python_file_is_a_bundle() -> None:
    bundle = open_bundle("print('да')\n".encode(), "my bot.py")
    assert list(bundle.files) == ["bot.py"]
    assert len(bundle.sha256) == 64


def test_a_zip_may_have_modules_data_and_folders() -> None:
    data = packed(MAIN, file("brain/__init__.py"), file("brain/data/table.bin", b"\x00\xff"))
    bundle = open_bundle(data, "Bot.ZIP")
    assert set(bundle.files) == {"bot.py", "brain/__init__.py", "brain/data/table.bin"}


def test_the_kind_is_told_by_the_content_where_the_name_was_not_kept() -> None:
    assert guess_filename(packed(MAIN)).endswith(".zip")
    assert guess_filename(b"print()\n").endswith(".py")


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"", "bot.py", "empty"),
        (b"#" * (UPLOAD_BYTES + 1), "bot.py", "too_large"),
        (b"\xff\xfe", "bot.py", "not_text"),
        (b"a\0b", "bot.py", "not_text"),
        (b"MZ", "bot.exe", "kind"),
        (b"anything", "bot.tar.gz", "kind"),
        (b"not a zip", "bot.zip", "not_zip"),
        (b"#!/bin/sh\n" + packed(MAIN), "bot.zip", "not_zip"),
        (packed(MAIN), "bot.py", "not_text"),
        (b"PK\x03\x04 = 1\n", "bot.py", "not_text"),
        (packed(MAIN, file("a.py")).replace(b"a.py", b"\0.py"), "bot.zip", "file_name"),
        (packed(file("main.py")), "bot.zip", "no_main"),
        (packed(MAIN, *(file(f"f{n}.py") for n in range(64))), "bot.zip", "too_many_files"),
        (packed(MAIN, file("../up.py")), "bot.zip", "file_name"),
        (packed(MAIN, file("/etc/passwd")), "bot.zip", "file_name"),
        (packed(MAIN, file("a\\b.py")), "bot.zip", "file_name"),
        (packed(MAIN, file("a/../b.py")), "bot.zip", "file_name"),
        (packed(MAIN, file(".hidden")), "bot.zip", "file_name"),
        (packed(MAIN, file("a/b/c/d/e.py")), "bot.zip", "file_name"),
        (packed(MAIN, file("имя.py")), "bot.zip", "file_name"),
        (packed(MAIN, file("a\nb.py")), "bot.zip", "file_name"),
        (packed(MAIN, special("link", stat.S_IFLNK)), "bot.zip", "file_kind"),
        (packed(MAIN, special("pipe", stat.S_IFIFO)), "bot.zip", "file_kind"),
        (packed(MAIN, file("a.py"), file("A.py")), "bot.zip", "duplicate"),
        (packed(MAIN, file("a.py"), file("a.py")), "bot.zip", "duplicate"),
        (packed(MAIN, file("a"), file("a/b.py")), "bot.zip", "duplicate"),
        (packed(MAIN, file("zero", bytes(5 << 20))), "bot.zip", "unpacked_size"),
        (packed(MAIN, with_method("a.py", zipfile.ZIP_BZIP2)), "bot.zip", "compression"),
        (packed(MAIN, with_method("a.py", zipfile.ZIP_LZMA)), "bot.zip", "compression"),
    ],
)
def test_what_is_dubious_is_refused(data: bytes, name: str, code: str) -> None:
    with pytest.raises(BundleError) as refusal:
        open_bundle(data, name)
    assert refusal.value.code == code
    assert str(refusal.value) == refusal.value.text % refusal.value.values


def test_an_encrypted_member_is_refused() -> None:
    data = bytearray(packed(MAIN))
    # The flag in the local header and in the central directory.
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(BundleError) as refusal:
        open_bundle(bytes(data), "bot.zip")
    assert refusal.value.code == "encrypted"


def test_a_size_that_lies_is_found_out() -> None:
    data = bytearray(packed(MAIN, file("zero", bytes(8 << 20))))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.rindex(signature)
        data[at + offset : at + offset + 4] = (100).to_bytes(4, "little")
    with pytest.raises(BundleError) as refusal:
        open_bundle(bytes(data), "bot.zip")
    assert refusal.value.code in ("damaged", "unpacked_size")


def test_damaged_content_is_refused() -> None:
    data = bytearray(packed(MAIN, file("a.py", bytes(range(256)) * 40)))
    middle = data.rindex(b"a.py", 0, data.index(b"PK\x01\x02")) + 20
    data[middle : middle + 8] = b"\xff" * 8
    with pytest.raises(BundleError) as refusal:
        open_bundle(bytes(data), "bot.zip")
    assert refusal.value.code == "damaged"
