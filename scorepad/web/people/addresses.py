"""Names of people in addresses."""

from __future__ import annotations

from urllib.parse import unquote

from werkzeug.routing import PathConverter


class Name(PathConverter):
    """Any name. Of one that browsers would take for a way through folders (`..`, `/a`), dots and strokes are written
    as figures once more."""

    def to_python(self, value: str) -> str:
        return unquote(value)

    def to_url(self, value: str) -> str:
        name = value.replace("%", "%25")
        if {"", ".", ".."} & set(name.split("/")):
            name = name.replace(".", "%2E").replace("/", "%2F")
        return super().to_url(name)
