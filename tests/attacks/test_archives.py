"""Archives made to do harm when they are opened; the everyday refusals stand beside `bundle`."""

import io
import os
import stat
import struct
import tracemalloc
import zipfile

import pytest

from bots.sandbox.bundle import UNPACKED_BYTES, UPLOAD_BYTES, BundleError, open_bundle
from bots.sandbox.workspace import Workspace
from tests.bots.sandbox.test_bundle import MAIN, file, packed, special

MIB = 1 << 20


def refusal(data: bytes) -> str:
    with pytest.raises(BundleError) as error:
        open_bundle(data, "bot.zip")
    return error.value.code


def test_thousands_of_files_are_refused() -> None:
    many = packed(MAIN, *(file(f"f{number}", b"") for number in range(5_000)))
    assert len(many) < UPLOAD_BYTES
    assert refusal(many) == "too_many_files"


def test_a_bomb_of_40_megabytes_takes_no_more_memory_than_is_allowed() -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("bot.py", "x = 1\n")
        with archive.open("zero", "w", force_zip64=True) as member:
            for _ in range(40):
                member.write(bytes(MIB))
    assert len(bomb.getvalue()) < UPLOAD_BYTES
    tracemalloc.start()
    try:
        assert refusal(bomb.getvalue()) == "unpacked_size"
        assert tracemalloc.get_traced_memory()[1] < 4 * UNPACKED_BYTES
    finally:
        tracemalloc.stop()


def test_members_that_share_their_bytes_count_each_for_itself() -> None:
    """As in the bombs whose members all point at one kernel of zeros."""
    data = bytearray(packed(MAIN, file("a", bytes(MIB)), *(file(f"b{n}", b"x") for n in range(9))))
    directory = entries(data)
    kernel = directory["a"]
    for name, at in directory.items():
        if name.startswith("b") and name != "bot.py":
            # Method, time, date, checksum, both sizes; and where its bytes are.
            data[at + 10 : at + 28] = data[kernel + 10 : kernel + 28]
            data[at + 42 : at + 46] = data[kernel + 42 : kernel + 46]
    assert refusal(bytes(data)) in ("damaged", "unpacked_size")


def test_the_program_itself_may_not_be_a_link() -> None:
    assert refusal(packed(special("bot.py", stat.S_IFLNK))) == "file_kind"


@pytest.mark.parametrize("kind", [stat.S_IFSOCK, stat.S_IFBLK, stat.S_IFCHR, stat.S_IFDIR])
def test_no_member_is_anything_but_a_file(kind: int) -> None:
    assert refusal(packed(MAIN, special("thing", kind))) == "file_kind"


def test_a_name_that_differs_between_header_and_directory_is_refused() -> None:
    """One reader would see the harmless name, another the harmful."""
    data = bytearray(packed(MAIN, file("helper.py")))
    at = data.index(b"helper.py")
    data[at : at + 9] = b"../../x.p"
    assert refusal(bytes(data)) == "damaged"


@pytest.mark.parametrize(
    "name",
    ["C:/x.py", "a//b.py", "./a.py", "a/./b.py", "~/x.py", "-rf", "a b.py", "a\x1b[2J.py", "a" * 65,
     "nul\u202e.py", "a:b.py", "a/..", " bot.py"],
)  # fmt: skip
def test_a_name_that_some_system_reads_otherwise_is_refused(name: str) -> None:
    assert refusal(packed(MAIN, file(name))) == "file_name"


def test_what_is_unpacked_is_ours_and_nobody_may_write_it(workspace: Workspace) -> None:
    """Whatever rights and owners the archive names, setuid and all."""
    sly = zipfile.ZipInfo("brain/sly.py")
    sly.external_attr = (stat.S_IFREG | 0o6777) << 16
    bundle = open_bundle(packed(MAIN, lambda archive: archive.writestr(sly, "x = 1\n")), "bot.zip")
    folder = workspace.unpack(bundle)
    try:
        rights = {
            str(path.relative_to(folder)): stat.S_IMODE(path.lstat().st_mode)
            for path in [folder, *folder.rglob("*")]
        }
        assert rights == {".": 0o755, "bot.py": 0o444, "brain": 0o755, "brain/sly.py": 0o444}
        assert {path.lstat().st_uid for path in folder.rglob("*")} == {os.getuid()}
    finally:
        workspace.remove(folder)


@pytest.mark.parametrize("size", [0, 3, 21, 22])
def test_a_stump_of_a_zip_is_no_zip(size: int) -> None:
    stump = (b"PK\x05\x06" + bytes(18))[:size] or b"PK\x03\x04"
    with pytest.raises(BundleError) as error:
        open_bundle(stump, "bot.zip")
    assert error.value.code in ("not_zip", "no_main")


def entries(data: bytearray) -> dict[str, int]:
    """Where each member's entry in the central directory begins."""
    found = {}
    at = data.index(b"PK\x01\x02")
    while data[at : at + 4] == b"PK\x01\x02":
        name, extra, comment = struct.unpack_from("<3H", data, at + 28)
        found[data[at + 46 : at + 46 + name].decode()] = at
        at += 46 + name + extra + comment
    return found
