"""The list of games, the page of one, a game file imported, and the bin."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorepad.errors import FileError, ScorepadError
from scorepad.repository import damaged_words
from scorepad.repository.folding import new_event_id
from scorepad.store import BINNED
from scorepad.store.records import Listed, Pile
from scorepad.web.auth.permissions import may
from scorepad.web.fields import whole
from scorepad.web.groups.group import Copy, copy_of, drop_copy, group
from scorepad.web.hands import game_page
from scorepad.web.reports import view
from scorepad.web.submit import Answer, fresh, idempotency_key, look_or_404, repository, rule_library, who
from scorepad.words import _

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


@blueprint.get("/games/bin")
def show_bin() -> str:
    """The games in the bin, with a button each to take it out."""
    games = repository().games("binned", limit=100)
    return render_template(
        "games/bin.html", games=games, damaged=repository().damaged(games), damaged_words=damaged_words,
        days=BINNED,
    )  # fmt: skip


@blueprint.post("/games/<game_id>/bin")
def put_in_bin(game_id: str) -> Response:
    """Put a game away, a damaged one too; on to the list. 404 for a game there is not."""
    look_or_404(game_id)
    repository().store.remove_game(game_id)
    undo = f"{url_for('games.take_out_of_bin', game_id=game_id)} -"
    flash(_("The game is in the bin, from where it can be taken out again."), undo)
    return redirect(url_for("games.list_games"), code=303)


@blueprint.post("/games/<game_id>/unbin")
def take_out_of_bin(game_id: str) -> Response:
    """Put a game back into the list; on to its page. 404 for a game there is not."""
    look_or_404(game_id)
    repository().store.restore_game(game_id)
    flash(_("The game is back in the list."))
    return redirect(url_for("games.show", game_id=game_id), code=303)


@blueprint.post("/games/upload")
def read_in() -> Answer:
    """Keep the game of a file and go to its page; 422 with what is wrong with the file."""
    from scorepad import json_text  # late, with all that reads files: no start needs it
    from scorepad.game.files.game_file import read_game
    from scorepad.importing.keeping import KnownEvenings
    from scorepad.importing.preview import goes_on

    file = request.files.get("file")
    data = file.read() if file else b""
    try:
        if not data:
            raise FileError(_("Choose a file first; this one is empty, or none was sent."))
        game = read_game(json_text.parse(data), rule_library())
    except ScorepadError as error:
        return render_template("games/refused_upload.html", error=error, form=fresh()), 422
    known, sent_as = KnownEvenings(repository()), idempotency_key(data) or new_event_id()
    twin, added = known.twin_of(game), known.continued_by(game)
    if twin:
        game_id, told = twin, _("This evening is kept already; here it is.")
    elif added:
        more = {added.game_id: (added.seen, added.game.events[added.seen :])}
        repository().append_together(more, [], by=who(), event_id=sent_as)
        game_id, told = added.game_id, goes_on(added)
    else:
        game_id = repository().keep(game, by=who(), event_id=sent_as)
        told = _("The game has been read in.")
    flash(told)
    return redirect(url_for("games.show", game_id=game_id), code=303)


def copy_here() -> Copy | None:
    """What these games say of where they come from, where they are a copy."""
    return copy_of(group().store)


def links_are_anew() -> bool:
    """Whether links that were shown once open nothing any more."""
    links = group().links
    return links is not None and links.are_anew


@blueprint.post("/copy/read")
def read_note() -> Response:
    """Say it no more."""
    drop_copy(group().store)
    links = group().links
    if links is not None and links.are_anew:
        links.note_anew()
    return redirect(url_for("games.list_games"), code=303)
