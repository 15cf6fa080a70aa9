"""What stands above the list of games that are a copy, or whose links are made anew; and that somebody has read it."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from scorepad.web.groups.group import Copy, copy_of, drop_copy, group

blueprint = Blueprint("copied", __name__)


def copy_here() -> Copy | None:
    """What these games say of where they come from, where they are a copy."""
    return copy_of(group().store)


def links_are_anew() -> bool:
    """Whether links that were shown once open nothing any more."""
    links = group().links
    return links is not None and links.are_anew


@blueprint.post("/copy/read")
def read() -> Response:
    """Say it no more."""
    drop_copy(group().store)
    links = group().links
    if links is not None and links.are_anew:
        links.note_anew()
    return redirect(url_for("games.list_games"), code=303)
