"""A secret of its own for every file of games, kept beside it: a copy of the file alone opens nothing."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
from pathlib import Path

from scorepad.store.sqlite.failures import refusal

_WHOLE = re.compile(r"[0-9a-f]{64}")


def place_of_secret(file: Path) -> Path:
    """Where the secret of the games in `file` is kept."""
    return file.with_suffix(".secret")


def secret_beside(file: Path) -> bytes:
    """256 random bits, made once for the games in `file` and readable by their owner only; in no backup.

    Raises StoreUnavailable where it is missing and cannot be kept.
    """
    path = place_of_secret(file)
    try:
        kept = _read(path)
        if kept is None:
            _write(path, secrets.token_hex(32))
            kept = _read(path)
        if not kept:  # nor may anybody be let in by a secret that is none
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        _make_private(path)
    except OSError as error:
        raise refusal(error, path) from error
    return bytes.fromhex(kept)


def is_damaged(file: Path) -> bool:
    """Return whether the games in `file` have a secret that is none; it is replaced when it is needed next."""
    return place_of_secret(file).is_file() and _read(place_of_secret(file)) is None


def keep_secret(file: Path, secret: bytes) -> None:
    """Let this be the secret of the games in `file`, whatever was kept there."""
    place_of_secret(file).unlink(missing_ok=True)  # of games that were there before
    _write(place_of_secret(file), secret.hex())


def _read(path: Path) -> str | None:
    """What is kept; None when that is nothing, or what a power cut or a hand has left of it."""
    with contextlib.suppress(FileNotFoundError):
        text = path.read_text(encoding="ascii", errors="replace").strip()
        return text if _WHOLE.fullmatch(text) else None
    return None


def _make_private(path: Path) -> None:
    """A secret that was copied from another machine may have come with anybody's rights."""
    with contextlib.suppress(OSError):  # somebody else's file, a disk that takes nothing or knows no rights
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)


def _put(unfinished: Path, path: Path) -> None:
    """Put it in its place; of several who make one at the same moment, the first has made it for all of them."""
    try:
        os.link(unfinished, path)
    except FileExistsError:
        if _read(path) is None:  # what is no secret any more
            os.replace(unfinished, path)
    except OSError:  # a disk that knows no links
        os.replace(unfinished, path)


def _write(path: Path, text: str) -> None:
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        _put(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
