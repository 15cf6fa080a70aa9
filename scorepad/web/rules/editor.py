"""Writing a rule file of one's own: the form, the text it begins from, and what is wrong at which place."""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask_wtf import FlaskForm
from wtforms import HiddenField, TextAreaField
from wtforms.validators import InputRequired, Length

from scorepad import rule_library
from scorepad.errors import RuleFileError
from scorepad.rule_library import MOST_CHARACTERS
from scorepad.words import _, later

_QUOTED = 40  # characters of a line that fit on a phone


def _one_kind_of_line_end(text: str | None) -> str:
    """Browsers send CRLF; files and line counts here know only LF."""
    return (text or "").replace("\r\n", "\n").replace("\r", "\n")


class RuleFileForm(FlaskForm):  # type: ignore[misc]
    """The text of a rule file; `seen` marks the one that was changed, empty for a new one."""

    text = TextAreaField(
        later("Text"),
        filters=[_one_kind_of_line_end],
        validators=[
            InputRequired(later("Write something first.")),
            Length(max=MOST_CHARACTERS, message=later("At most {most} characters, please.", most=MOST_CHARACTERS)),
        ],
    )
    seen = HiddenField()


@dataclass(frozen=True)
class Mistake:
    """What is wrong, and the line it is in: quoted, with a caret below the very place where that is known."""

    reason: str
    place: str
    quoted: str
    caret: str

    @classmethod
    def of(cls, error: RuleFileError, text: str) -> Mistake:
        """What is wrong in this text; without a line the reason stands alone."""
        lines = text.split("\n")
        if error.line is None or error.line > len(lines):
            return cls(error.reason, error.what, "", "")
        place = _("Line {line}").format(line=error.line)
        if error.where:
            place = _("Line {line}: {what}").format(line=error.line, what=error.what)
        quoted, at = _excerpt(lines[error.line - 1], error.column)
        return cls(error.reason, place, quoted, "" if at is None else _under(quoted, at))


def _excerpt(line: str, column: int | None) -> tuple[str, int | None]:
    """As much of the line as fits around the column (from 1), and where the column is in it (from 0)."""
    at = None if column is None else min(column - 1, len(line))
    start = max(0, min((at or 0) - _QUOTED // 2, len(line) - _QUOTED))
    quoted = line[start : start + _QUOTED]
    before, after = "…" if start else "", "…" if start + _QUOTED < len(line) else ""
    return before + quoted + after, None if at is None else at - start + len(before)


def _under(quoted: str, at: int) -> str:
    """A caret that stands below character `at`, whatever tabs come before it."""
    return "".join("\t" if sign == "\t" else " " for sign in quoted[:at]) + "^"


def ours(text: str) -> str:
    """The text of a rule file under a name of one's own."""
    return re.sub(
        r'^(name\s*=\s*)"([^"\\\n]+)"', lambda found: f'{found[1]}"{rule_library.ours(found[2])}"', text,
        count=1, flags=re.M,
    )  # fmt: skip
