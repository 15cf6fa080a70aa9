"""Leaving a host: a group taken away whole, in files that any Scorepad and spreadsheet reads, or deleted for good."""

from __future__ import annotations

import contextlib
import secrets
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, session
from werkzeug.wrappers import Response as AnyResponse

from scorepad import json_text
from scorepad.errors import GroupNotFound, StoreDamaged
from scorepad.game.decide.setup import as_written
from scorepad.game.report.spreadsheet import sheet_csv
from scorepad.repository import GameRepository
from scorepad.slug import slug
from scorepad.store import open_store
from scorepad.store.records import Listed
from scorepad.web.groups import copied
from scorepad.web.groups.copied import Copy
from scorepad.web.groups.group import Group, group
from scorepad.web.host.host import held, host
from scorepad.web.reports.drawn import drawings, waiting
from scorepad.web.submit import fresh
from scorepad.words import _

blueprint = Blueprint("leaving", __name__)

PIECE = 256 * 1024
"""Bytes that are read and sent at a time."""


@blueprint.get("/owners/group.zip")
def whole() -> AnyResponse:
    """All games as game files with their logs and as spreadsheets, own rules, and the games' file itself, which a
    laptop opens. It holds no secret: who has it opens no link."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(waiting())
        file = stack.enter_context(tempfile.TemporaryFile())
        with ZipFile(file, "w", ZIP_DEFLATED) as packed:
            for _one in drawings().in_turn(_packed(packed, group())):
                pass
        sent = stack.pop_all()  # the place is theirs until it is sent: as long it takes a thread
    size = file.tell()
    file.seek(0)
    answer = Response(iter(lambda: file.read(PIECE), b""), content_type="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug(group().name, "group")}.zip"'
    answer.headers["Content-Length"] = str(size)
    answer.call_on_close(sent.close)
    return answer


def _packed(packed: ZipFile, taken: Group) -> Iterator[bytes]:
    """Fill the zip, a step at a time: others may draw between two of them."""
    left_out: list[Listed] = []
    for stored in taken.games.each_of(_lines(taken.games), left_out):
        from scorepad.game.files.game_file import write_game  # late: no start needs what writes files

        name = slug(f"{stored.game.sheet.date} {stored.game.sheet.location}", "game") + f" {stored.game_id}"
        packed.writestr(f"games/{name}.json", json_text.serialize(write_game(stored.game, with_log=True)))
        packed.writestr(f"sheets/{name}.csv", sheet_csv(stored.game))
        yield b""
    for kind in ("scheme", "rulebook"):
        for key in taken.store.rule_files(kind):
            packed.writestr(f"{kind}s/{key}.toml", taken.store.rule_file(kind, key) or "")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / f"{secrets.token_hex(4)}.db"
        with contextlib.suppress(StoreDamaged):  # whatever is sound of the games is in the zip
            taken.store.backup(copy)
            with contextlib.closing(open_store(copy, made=False)) as there:
                copied.mark(there, Copy(date.today().isoformat(), taken.name, host().address))
            packed.write(copy, "scorepad.db")
    if left_out:
        packed.writestr(_("Left out.txt"), "\n".join(one.summary.heading for one in left_out))
    yield b""


def _lines(games: GameRepository) -> list[Listed]:
    return [one for pile in ("running", "finished", "binned") for one in games.every_line(pile)]


@blueprint.get("/owners/end")
def ask() -> Response:
    """What is lost when the group is deleted, the zip before it, and the name to be typed."""
    return _page()


@blueprint.post("/owners/end")
def end() -> AnyResponse | tuple[Response, int]:
    """Delete the group for good, with its copies, where its name is typed; else the page with what is wrong."""
    key, name = group().key, group().name
    typed = request.form.get("group", "")
    if name.casefold() not in (as_written(typed).casefold(), typed.strip().casefold()):
        why = _("Type “{name}”, so that no group is deleted by a slip. Nothing was deleted.").format(name=name)
        return _page(why=why, typed=typed[:200]), 422
    try:
        host().groups.remove(key)
    except GroupNotFound:  # another owner was quicker
        abort(404)
    session.clear()
    host().opened.forget(key)
    return redirect("/gone", code=303)


def _page(**words: object) -> Response:
    count = sum(group().store.count(pile) for pile in ("running", "finished", "binned"))
    page = make_response(render_template("host/end.html", form=fresh(), count=count, held=held(), **words))
    page.headers["Cache-Control"] = "no-store"
    return page
