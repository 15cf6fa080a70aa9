"""All games of a group in one zip, to keep them or to take them to another Scorepad."""

import contextlib
import secrets
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from flask import Response

from scorepad import json_text
from scorepad.errors import StoreDamaged
from scorepad.formats import slug
from scorepad.game.report.sheet_files import sheet_csv
from scorepad.store import open_store
from scorepad.store.records import Listed
from scorepad.web.auth.login import public_address
from scorepad.web.groups.group import CopyNotice, Group, mark_copy
from scorepad.web.reports.render_cache import count_waiting, drawings
from scorepad.words import _

CHUNK_BYTES = 256 * 1024
"""Bytes that are read and sent in one piece."""


def group_zip(group: Group) -> Response:
    """Return a zip of a group: game files with logs, spreadsheets, custom rules and a database file.

    A laptop can open the database file. It contains no secret, so no link works with it.
    """
    with contextlib.ExitStack() as stack:
        stack.enter_context(count_waiting())
        file = stack.enter_context(tempfile.TemporaryFile())
        with ZipFile(file, "w", ZIP_DEFLATED) as packed:
            for _step in drawings().in_turn(_write_zip(packed, group)):
                pass
        slot = stack.pop_all()  # keep the slot until the zip is sent, because sending holds a thread
    size = file.tell()
    file.seek(0)
    answer = Response(iter(lambda: file.read(CHUNK_BYTES), b""), content_type="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug(group.name, "group")}.zip"'
    answer.headers["Content-Length"] = str(size)
    answer.call_on_close(slot.close)
    return answer


def _write_zip(packed: ZipFile, group: Group) -> Iterator[bytes]:
    """Fill the zip step by step. Other requests may render files between two steps."""
    left_out: list[Listed] = []
    games = [row for pile in ("running", "finished", "binned") for row in group.games.all_list_rows(pile)]
    for stored in group.games.load_each(games, left_out):
        from scorepad.game.files.game_file import write_game  # late: the start does not need it

        name = slug(f"{stored.game.sheet.date} {stored.game.sheet.location}", "game") + f" {stored.game_id}"
        packed.writestr(f"games/{name}.json", json_text.serialize(write_game(stored.game, with_log=True)))
        packed.writestr(f"sheets/{name}.csv", sheet_csv(stored.game))
        yield b""
    for kind in ("scheme", "rulebook"):
        for key in group.store.rule_files(kind):
            packed.writestr(f"{kind}s/{key}.toml", group.store.rule_file(kind, key) or "")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / f"{secrets.token_hex(4)}.db"
        with contextlib.suppress(StoreDamaged):  # the zip contains every readable game
            group.store.backup(copy)
            with contextlib.closing(open_store(copy, made=False)) as database:
                mark_copy(database, CopyNotice(date.today().isoformat(), group.name, public_address() or ""))
            packed.write(copy, "scorepad.db")
    if left_out:
        packed.writestr(_("Left out.txt"), "\n".join(listed.summary.heading for listed in left_out))
    yield b""
