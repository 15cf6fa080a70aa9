"""The metadata of a PDF."""

from __future__ import annotations

import datetime
import re

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFDocument, PDFInfo, PDFString

_ISO_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Info(PDFInfo):  # type: ignore[misc]
    """The metadata of a PDF. Its date is the day of the game, or none."""

    def __init__(self, info: PDFInfo, day: str) -> None:
        super().__init__()
        self.__dict__.update(info.__dict__)
        self._day = _day(day.strip())

    def format(self, document: PDFDocument) -> bytes:
        entries = {
            "Title": self.title, "Author": self.author, "Subject": self.subject, "Creator": self.creator,
            "Producer": self.producer,
        }  # fmt: skip
        if self._day:
            entries |= dict.fromkeys(("CreationDate", "ModDate"), f"D:{self._day}")
        made: bytes = PDFDictionary({key: PDFString(text) for key, text in entries.items()}).format(document)
        return made


def _day(text: str) -> str:
    """Return `20261120` for `2026-11-20`; "" for an invalid day, such as the 31st of February."""
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return ""
    return text.replace("-", "") if _ISO_DATE.fullmatch(text) else ""


def drop_lone_surrogates(text: str) -> str:
    """Without halves of signs, which JSON can hold and a PDF's description cannot."""
    return text.encode("utf-8", "replace").decode()
