"""The addresses of statistics: the evenings that they choose, names of people in them, and the files they answer."""

from __future__ import annotations

import json
from urllib.parse import unquote

from flask import Response, request
from werkzeug.routing import PathConverter

from scorepad.game.statistics.export import Export
from scorepad.game.statistics.table import Choice, Years
from scorepad.web.submit import repository

LONGEST = 80
"""Letters of a place or a game that are looked at."""


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


def years() -> Years:
    """What all finished games say together."""
    return repository().evenings.years()


def whole_years() -> Years:
    """What all finished games say together, for a file; RecordDamaged where a damaged game would be missing in it."""
    found = years()
    for error in found.left_out:
        raise error
    return found


def choice() -> Choice:
    """Which evenings the address asks for."""
    return Choice(*(request.args.get(name, "").strip()[:LONGEST] for name in Choice._fields))


def said(choice: Choice) -> dict[str, str]:
    """The same for the addresses of other pages: only what is chosen."""
    return {name: value for name, value in choice._asdict().items() if value}


def csv(export: Export, name: str) -> Response:
    """Return the rows as a CSV file of this name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(export.csv(), content_type="text/csv; charset=utf-8", headers=headers)


def data(export: Export) -> Response:
    """Return the data as JSON, as the command line writes it."""
    return Response(json.dumps(export.data, ensure_ascii=False), content_type="application/json; charset=utf-8")
