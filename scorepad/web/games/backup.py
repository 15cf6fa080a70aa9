"""The games of the edition in the browser as a file: to keep them, to restore them, and to move to a server or back."""

from datetime import date

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorepad.errors import EmptyImport, GroupFull, SheetUnreadable
from scorepad.web.auth.addresses import public_address
from scorepad.web.form_state import FormState
from scorepad.web.groups.group import CopyNotice, group, mark_copy
from scorepad.web.reports.group_zip import group_zip
from scorepad.web.submit import repository
from scorepad.words import _, ngettext

blueprint = Blueprint("backup", __name__)

MOST_BYTES = 50_000_000
MOST_GAMES = 10_000


@blueprint.get("/backup")
def show() -> str:
    """Render the page with the file of all games and the ways to a server."""
    return _page(FormState())


@blueprint.get("/backup/games.zip")
def download() -> Response:
    """Return a zip of all games, named after the day, so that a folder of backups is in order."""
    answer = group_zip(group())
    answer.headers["Content-Disposition"] = f'attachment; filename="scorepad-{date.today().isoformat()}.zip"'
    return answer


@blueprint.post("/backup")
def restore() -> Response | tuple[str, int]:
    """Restore all games of a file if there are none. Answer 422 with the reason if this is not possible."""
    from scorepad.importing.group_import import NoThrottle, import_group  # late: the start needs no importers

    request.max_content_length = MOST_BYTES
    file, store = request.files.get("file"), group().store
    data = file.read() if file else b""
    if not data:
        return _page(FormState({"file": _("Choose a file first. This one is empty, or none was sent.")})), 422
    if _has_games():
        words = _("There are games here already. Import single games at “More”, “Import”.")
        return _page(FormState({"file": words})), 422
    try:
        brought = import_group(data, store, most_games=MOST_GAMES, pace=NoThrottle())
    except (EmptyImport, GroupFull, SheetUnreadable) as error:
        return _page(FormState({"file": str(error)})), 422
    if brought.left_out:
        mark_copy(store, CopyNotice(date.today().isoformat(), left_out=tuple(brought.left_out)))
    flash(ngettext("%(num)s game is here now.", "%(num)s games are here now.", brought.games) % {"num": brought.games})
    return redirect(url_for("game_list.list_games"), code=303)


@blueprint.get("/backup/server")
def find_server() -> tuple[str, int] | str:
    """Render the link to the import page of a server, whose address was typed. Answer 422 for a wrong address."""
    try:
        return _page(FormState(typed=request.args), server=public_address(request.args.get("server", "").strip()))
    except ValueError as error:
        return _page(FormState({"server": str(error)}, request.args)), 422


def _has_games() -> bool:
    return any(repository().store.count(pile) for pile in ("running", "finished", "binned"))


def _page(form_state: FormState, **words: object) -> str:
    return render_template("games/backup.html", form_state=form_state, has_games=_has_games(), **words)
