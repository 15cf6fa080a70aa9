"""Checks on a small disk that is full or read-only: `python -m soak.small_disk FOLDER`."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

from compiled import compiled_once
from program import PROGRAM, environment
from scorekeeper import Scorekeeper, Within, log_lines, new_game

from scorepad.store import open_store
from scorepad.web import create_app
from soak import often

TEXT = "A long evening. " * 30


def main(folder: Path) -> None:
    full(folder / "data")
    with compiled_once():  # in memory, which needs no disk space
        filling_up(folder / "data")
    read_only(folder)


def full(data: Path) -> None:
    """Fill the disk and free it: no answered comment is lost, and the refused text can be sent again."""
    data.mkdir()
    filler = data.parent / "filler"
    filler.write_bytes(b"x" * 200_000)
    with contextlib.closing(open_store(data)) as store:
        keeper = Scorekeeper(Within(create_app(store)))
        keeper.without_room = True
        game, saved = new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="5x5").path, 0
        with contextlib.suppress(OSError):
            (data.parent / "more").write_bytes(b"x" * 10_000_000)
        while keeper.send("/comments", text=TEXT).status == 200:
            saved += 1
        refused = keeper.page
        assert (refused.status, "disk is full" in refused.refusals[0]) == (507, True)
        assert refused.form("/comments").value("text") == TEXT
        for page in (game, "/", "/rules", f"{game}/table", f"{game}/log", "/late-entry"):
            assert keeper.visit(page).status == 200, "pages are shown, also those not compiled yet"
        assert store.verify_all() == []
        filler.unlink()
        (data.parent / "more").unlink()
        keeper.page = refused
        assert keeper.send("Send it again", "Send it again").status == 200
        assert sum("A long evening." in line for line in log_lines(keeper)) == saved + 1


def filling_up(data: Path) -> None:
    """Let the disk fill up at any moment of the work: each time the file is intact and opens again."""
    (data.parent / "more").write_bytes(b"x" * 200_000)
    for room in range(0, 40_000, often(13_000, 500)):
        left = os.statvfs(data)
        filler = data.parent / "filler"
        filler.write_bytes(b"x" * max(0, left.f_bavail * left.f_frsize - room))
        with contextlib.closing(open_store(data)) as store:
            keeper = Scorekeeper(Within(create_app(store)))
            keeper.without_room = True
            for _try in range(5):
                new_game(keeper, "pike", "Ann", "Bob", "Cat")
            assert store.verify_all() == []
        filler.unlink()
    (data.parent / "more").unlink()


def read_only(folder: Path) -> None:
    """Make the folder read-only: pages are shown, and each write is refused with a message."""
    with contextlib.closing(open_store(folder / "data")) as store:
        game = new_game(Scorekeeper(Within(create_app(store))), "pike", "Ann", "Bob", "Cat").path
    _mount(folder, "ro")
    with contextlib.closing(open_store(folder / "data")) as store:
        keeper = Scorekeeper(Within(create_app(store)))
        keeper.without_room = True
        assert keeper.visit(game).title == "Hand 1"
        page = keeper.send("/comments", text="Tea")
        assert page.status == 507
        assert "Check its owner" in page.refusals[0], page.refusals
        assert page.form("/comments").value("text") == "Tea"
    _refused_in_a_sentence(folder, "import", "-")
    _refused_in_a_sentence(folder, "serve", "--no-open", "--port", "0", "--data", str(folder / "new"))
    _mount(folder, "rw")
    with contextlib.closing(open_store(folder / "data")) as store:
        keeper = Scorekeeper(Within(create_app(store)))
        keeper.visit(game)
        assert keeper.send("/comments", text="Tea").status == 200
        assert store.verify_all() == []


def _refused_in_a_sentence(folder: Path, *words: str) -> None:
    game = b'{"format": "scorepad-game/1", "rulebook": "pike", "players": ["A", "B", "C"], "record": []}'
    done = subprocess.run([*PROGRAM, *words], input=game, capture_output=True, env=environment(folder), timeout=60)
    complaint = done.stderr.decode()
    assert done.returncode == 1, complaint
    assert "cannot be opened for writing" in complaint, complaint
    assert complaint.count("\n") == 1, complaint


def _mount(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
