"""What the fixed forms are made of: pages that ask the same few things each time. The pad, whose fields grow with the
table, is read by `hands.hand_form`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_wtf import FlaskForm
from wtforms import StringField

from scorepad.web.numbers_typed import number
from scorepad.words import later

Typed = Mapping[str, str]
"""What was typed, field by field, as a form or an address brings it."""


class FieldsForm(FlaskForm):  # type: ignore[misc]
    """Fields without the hidden ones, which `SubmitForm` gives every form of a page; CSRFProtect looks at the token of
    whatever is sent before any view does."""

    class Meta:
        csrf = False


class TextField(StringField):  # type: ignore[misc]
    """A line of text without blanks around it. What no form sent stays as it was, "" on a new one."""

    def __init__(self, label: later, **more: Any) -> None:
        super().__init__(label, **{"default": "", **more})

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = valuelist[0].strip()


class NumberField(TextField):
    """A whole number, None for none; what is no number stays as typed, to be refused by the model at this field."""

    def __init__(self, label: later, **more: Any) -> None:
        super().__init__(label, **{"default": None, **more})

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = number(valuelist[0])
