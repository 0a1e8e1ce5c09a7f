"""Opens an uploaded bot, one .py file or a .zip with bot.py, and refuses everything dubious."""

import hashlib
import io
import re
import stat
import zipfile
import zlib
from dataclasses import dataclass

UPLOAD_BYTES = 1 << 20
UNPACKED_BYTES = 4 << 20
FILES = 64
DEPTH = 4
MAIN = "bot.py"

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,63}")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1


class BundleError(ValueError):
    """
    An upload that cannot be taken; the message names what is wrong and the remedy.

    It is ``text`` with ``values`` filled in, so that it can be said in another language too;
    ``code`` is one of: empty, too_large, not_text, kind, not_zip, too_many_files, file_name,
    file_kind, encrypted, compression, duplicate, unpacked_size, damaged, no_main.
    """

    def __init__(self, code: str, text: str, **values: object) -> None:
        super().__init__(text % values)
        self.code, self.text, self.values = code, text, values


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of one bot by their path with forward slashes, and the hash of the upload."""

    files: dict[str, bytes]
    sha256: str


def open_bundle(data: bytes, filename: str) -> Bundle:
    """
    The bot in *data*, nothing of it executed or written.

    Raises:
        BundleError: If it is not one .py file or a clean .zip with bot.py at its top.
    """
    if not data:
        raise BundleError("empty", "%(name)r is empty; upload a .py file or a .zip", name=filename)
    if len(data) > UPLOAD_BYTES:
        raise BundleError(
            "too_large",
            "%(name)r has %(size)s bytes; at most %(most)s are taken",
            name=filename,
            size=f"{len(data):,}",
            most=f"{UPLOAD_BYTES:,}",
        )
    digest = hashlib.sha256(data).hexdigest()
    suffix = filename.lower().rpartition(".")[2]
    is_zip = guess_filename(data).endswith(".zip")
    if suffix == "py":
        if is_zip:
            raise BundleError(
                "not_text", "%(name)r is a zip file; give it a name in .zip", name=filename
            )
        return Bundle({MAIN: _source(data, filename)}, digest)
    if suffix == "zip":
        # What stands before the first member would make it no zip to whoever opens it by content.
        if not is_zip:
            raise BundleError(
                "not_zip", "%(name)r is not a plain zip file; pack it again", name=filename
            )
        return Bundle(_unzip(data, filename), digest)
    raise BundleError(
        "kind", "%(name)r is neither .py nor .zip; those two are taken", name=filename
    )


def guess_filename(data: bytes) -> str:
    """The name under which `open_bundle` reads *data* whose own name was not kept."""
    return "bot.zip" if data[:4] in (b"PK\x03\x04", b"PK\x05\x06") else MAIN


def _source(data: bytes, filename: str) -> bytes:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BundleError(
            "not_text",
            "%(name)r is not UTF-8 text at byte %(byte)d; save it as UTF-8",
            name=filename,
            byte=error.start,
        ) from error
    if "\0" in text:
        raise BundleError(
            "not_text", "%(name)r holds a NUL character; upload plain source", name=filename
        )
    return data


def _unzip(data: bytes, filename: str) -> dict[str, bytes]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise BundleError(
            "not_zip", "%(name)r is not a zip file; pack it again", name=filename
        ) from error
    with archive:
        # Not is_dir(), which fails on an entry without a name.
        members = [item for item in archive.infolist() if not item.filename.endswith("/")]
        if len(archive.infolist()) > FILES:
            raise BundleError(
                "too_many_files",
                "%(name)r holds %(count)d entries; at most %(most)d are taken",
                name=filename,
                count=len(archive.infolist()),
                most=FILES,
            )
        _check_names(members)
        files = _read_all(archive, members)
    if MAIN not in files:
        raise BundleError(
            "no_main",
            "%(name)r has no %(main)s at its top; name the bot's file so",
            name=filename,
            main=MAIN,
        )
    _source(files[MAIN], MAIN)
    return files


def _check_names(members: list[zipfile.ZipInfo]) -> None:
    seen: set[str] = set()
    for item in members:
        _check_member(item)
        folded = item.filename.lower()
        if folded in seen:
            raise BundleError(
                "duplicate", "%(name)r is in the zip twice; keep one", name=item.filename
            )
        seen.add(folded)
    for name in seen:
        parts = name.split("/")
        for length in range(1, len(parts)):
            if "/".join(parts[:length]) in seen:
                raise BundleError(
                    "duplicate", "%(name)r uses a file as a folder; rename one", name=name
                )


def _check_member(item: zipfile.ZipInfo) -> None:
    shown = item.filename[:60]
    kind = stat.S_IFMT(item.external_attr >> 16)
    if kind and not stat.S_ISREG(kind):
        raise BundleError(
            "file_kind", "%(name)r is not a regular file; pack plain files only", name=shown
        )
    if item.flag_bits & _ENCRYPTED:
        raise BundleError(
            "encrypted", "%(name)r is encrypted; pack it without a password", name=shown
        )
    if item.compress_type not in _METHODS:
        raise BundleError(
            "compression", "%(name)r is packed in an unusual way; use plain zip", name=shown
        )
    parts = item.filename.split("/")
    if len(parts) > DEPTH or not all(_NAME.fullmatch(part) and ".." not in part for part in parts):
        raise BundleError(
            "file_name",
            "%(name)r is not taken as a name; use Latin letters, digits, . _ - and at most "
            "%(most)d levels",
            name=shown,
            most=DEPTH,
        )


def _read_all(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    left = UNPACKED_BYTES
    for item in members:
        files[item.filename] = _read(archive, item, left)
        left -= len(files[item.filename])
    return files


def _read(archive: zipfile.ZipFile, item: zipfile.ZipInfo, left: int) -> bytes:
    # The size written in the archive may lie, so what really comes out is counted.
    try:
        with archive.open(item) as source:
            content = source.read(left + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError, ValueError) as error:
        raise BundleError(
            "damaged", "%(name)r is damaged; pack the zip again", name=item.filename
        ) from error
    if len(content) > left:
        raise BundleError(
            "unpacked_size",
            "the zip unpacks to more than %(most)s bytes; pack less",
            most=f"{UNPACKED_BYTES:,}",
        )
    return content
