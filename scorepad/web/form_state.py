"""A submitted form and its errors, for a page that shows the form again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flask import request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

Errors = Mapping[str, str]
"""The messages by field; the key "" has a message without a field."""


class ResendForm(NamedTuple):
    """A form with everything typed, a button with the label `words`, and a link to cancel."""

    words: str
    hidden_fields: Markup
    """The hidden fields of `SubmitForm`."""
    leave: str = ""
    """The address of the link to cancel, "" for no link."""


class FormState:
    """The submitted form and its errors, for rendering the page again. It is empty on a first visit.

    Each message is returned once. Fields take their messages, and base.html shows the others.
    """

    def __init__(
        self, errors: Errors | None = None, typed: Mapping[str, str] | None = None, *, resend: ResendForm | None = None
    ) -> None:
        self._unsaid = dict(errors or {})
        self._fields = frozenset(self._unsaid)
        self._focused = False
        self.typed: Mapping[str, str] = typed or MultiDict()
        self.address = request.script_root + request.path if typed else ""
        self.resend = resend
        self.versions: object = None  # both versions of a hand, for a conflict

    @property
    def is_empty(self) -> bool:
        """Return whether this is a first visit."""
        return not (self._fields or self._unsaid or self.typed or self.resend)

    def say(self, field: str, message: str) -> None:
        """Add a message for a field."""
        self._unsaid[field] = message

    def at(self, address: str) -> FormState:
        """Return this state if the form was sent to `address`, otherwise an empty one.

        Several forms of a page have fields with the same name.
        """
        return self if self.address == address else FormState()

    def error(self, field: str) -> str:
        """Return the error of a field, or "" if there is none or it was returned before."""
        return self._unsaid.pop(field, "")

    def below(self, field: str = "") -> list[str]:
        """Return the fields of a group that have a message not yet shown, such as `contract` and `contract.level`."""
        return [name for name in self._unsaid if name and (not field or f"{name}.".startswith(f"{field}."))]

    def others(self) -> list[str]:
        """Return the errors that no field has shown."""
        return [self.error(field) for field in list(self._unsaid)]

    def is_wrong(self, *fields: str) -> bool:
        """Return whether one of these fields has an error, shown or not. Without arguments check all fields."""
        return bool(self._fields.intersection(fields) if fields else self._fields)

    def wrong(self, *fields: str, why: str = "", hint: str = "") -> Markup:
        """Return the HTML attributes of the control for `fields`.

        `why` names the element of the message if it is not the field's. `hint` is the id of the control's hint. The
        first wrong control of a page gets the focus, so that the browser scrolls to it.
        """
        wrong = [f"why-{(why or field).replace('.', '-')}" for field in fields if field in self._fields]
        described = Markup(' aria-describedby="{}"').format(" ".join([*([hint] if hint else []), *wrong]))
        if not wrong:
            return described if hint else Markup("")
        is_first, self._focused = not self._focused, True  # only one control of a page gets the focus
        return Markup(' aria-invalid="true"') + described + Markup(" autofocus" * is_first)

    def wrong_group(self, *fields: str, why: str = "") -> Markup:
        """Return the attributes of `wrong` for a group of controls, which is focusable only if it has an error."""
        attributes = self.wrong(*fields, why=why)
        return attributes + Markup(' tabindex="-1"') if attributes else attributes

    def value(self, field: str, else_: object = "") -> object:
        """Return the typed text of a field, or `else_` if it has none."""
        return self.typed.get(field, else_) if self.typed else else_
