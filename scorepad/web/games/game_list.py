"""The list of games, and the page of one."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from scorepad.repository import damaged_words
from scorepad.store.records import Listed, Pile
from scorepad.web.auth.permissions import may
from scorepad.web.hands import game_page
from scorepad.web.numbers_typed import whole
from scorepad.web.reports import view
from scorepad.web.submit import fresh, look_or_404, repository

blueprint = Blueprint("games", __name__)

PAGE = 30  # games on one page of the list
MOST_PLACE = 10**18 - 1  # of a game in the list


@blueprint.get("/")
def list_games() -> str:
    """Games in progress first, then the finished ones, or those that a search finds; `?running=` or `?before=` and a
    place goes on with one of the two."""
    search = request.args.get("search", "").strip()[:80]
    running, before = _place("running"), _place("before")
    piles = {
        "running": None if before else _page_of("running", running, search),
        "finished": None if running else _page_of("finished", before, search),
    }
    return render_template(
        "games/list.html",
        **piles,
        damaged=repository().damaged(line for pile in piles.values() if pile for line in pile[0]),
        damaged_words=damaged_words,
        search=search,
        binned=repository().store.count("binned"),
        form=fresh(),
    )


def _page_of(pile: Pile, before: int | None, search: str) -> tuple[list[Listed], int | None]:
    """Some games of a pile, and the place before which more of them come."""
    found = repository().games(pile, limit=PAGE + 1, before=before, search=search)
    return found[:PAGE], found[PAGE - 1].place if len(found) > PAGE else None


def _place(name: str) -> int | None:
    """A place in the list from the address; None for anything else."""
    return whole(request.args.get(name), 0, MOST_PLACE)


@blueprint.get("/games/<game_id>")
def show(game_id: str) -> str:
    """The page of a game for whoever asks: to write on, to look at, or what is sound of a damaged one."""
    stored = look_or_404(game_id)
    if stored.damage:
        return game_page.damaged_page(stored)
    return game_page.page(stored) if may("score") else view.look_page(stored)
