"""Which evenings a page of the years is about: what its address chooses, and the links that keep it."""

from __future__ import annotations

import json

from flask import Response, request

from scorepad.game.years.choice import Choice
from scorepad.game.years.table import Years
from scorepad.web.submit import repository

LONGEST = 80
"""Letters of a place or a game that are looked at."""


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


def csv(text: str, name: str) -> Response:
    """A table as a spreadsheet reads it, to be kept as a file of this name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(text, content_type="text/csv; charset=utf-8", headers=headers)


def data(found: object) -> Response:
    """Data as the command line answers it."""
    return Response(json.dumps(found, ensure_ascii=False), content_type="application/json; charset=utf-8")
