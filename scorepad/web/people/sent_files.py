"""Files that a browser sent, and rows that were pasted; carried along by the form, so that nothing is kept before it is
asked for."""

from __future__ import annotations

import base64
import binascii
import io
import zipfile
from dataclasses import dataclass

from flask import request

from scorepad.importing.files import BAD_ZIP, MOST_FILES, MOST_UNPACKED, unpacked_size
from scorepad.words import _

MOST_CARRIED = 3_000_000  # bytes, unpacked
_SAME_DAY = (1980, 1, 1, 0, 0, 0)  # of every file: what is carried is the same whenever it is packed


@dataclass(frozen=True)
class SentFiles:
    """Names and bytes of files, in the order in which they came."""

    files: tuple[tuple[str, bytes], ...]

    @classmethod
    def of_request(cls) -> SentFiles:
        """What was chosen or pasted, and what the form carried from before where that is nothing."""
        chosen = [(one.filename or _("File"), one.read()) for one in request.files.getlist("files")]
        pasted = request.form.get("rows", "").strip()
        new = [(name, data) for name, data in chosen if data]
        new += [(_("Pasted rows"), pasted.encode())] if pasted else []
        return cls(tuple(new)) if new else cls(tuple(_unpacked(request.form.get("carried", ""))))

    @property
    def size(self) -> int:
        """Bytes of all together, unpacked."""
        return sum(unpacked_size(data) for _name, data in self.files)

    def carried(self) -> str:
        """All of it as the text of a field."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
            for number, (name, data) in enumerate(self.files):
                file.writestr(zipfile.ZipInfo(f"{number}/{name}", _SAME_DAY), data, zipfile.ZIP_DEFLATED)
        return base64.b64encode(packed.getvalue()).decode()


def _unpacked(carried: str) -> list[tuple[str, bytes]]:
    """What `carried` holds; nothing where somebody has changed it."""
    try:
        with zipfile.ZipFile(io.BytesIO(base64.b64decode(carried, validate=True))) as file:
            inside = file.infolist()
            if len(inside) > MOST_FILES or sum(one.file_size for one in inside) > min(MOST_CARRIED, MOST_UNPACKED):
                return []
            return [(one.filename.partition("/")[2], file.read(one)) for one in inside]
    except (binascii.Error, *BAD_ZIP):
        return []
