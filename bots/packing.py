"""Packs the files of a bot as one upload."""

import io
import zipfile
from collections.abc import Mapping


def packed(files: Mapping[str, bytes]) -> bytes:
    """
    A zip of *files*, their contents by their names with slashes; the same bytes for the same
    files in the same order, whatever the clock says and whoever owns them.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)  # With the date that zipfile gives by itself.
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data)
    return made.getvalue()
