"""Packs the program and the standard library for the browser, compiled. `make_folder` runs it in the browser's Python.

A browser then compiles no module, and the archives are smaller than those with the source.
"""

import importlib._bootstrap_external as bootstrap
import zipfile
from importlib.util import source_hash
from pathlib import Path

WORK = Path("/work")
UNUSED = tuple(
    f"{name}/" for name in (
        "test", "lib2to3", "idlelib", "tkinter", "turtledemo", "pydoc_data", "ensurepip", "venv", "unittest", "xmlrpc",
        "curses", "dbm", "_pyrepl",
    )
)  # fmt: skip
"""Packages of the standard library that Scorepad does not import."""

DATE = (2020, 1, 1, 0, 0, 0)


def add(archive: zipfile.ZipFile, name: str, data: bytes, before: dict[str, bytes]) -> None:
    """Add a file to an archive; a module as its compiled form, from the archive `before` if its source is the same."""
    if name.endswith(".py"):
        name, digest = name + "c", source_hash(data)
        if before.get(name, b"")[8:16] == digest:
            data = before[name]
        else:
            code = compile(data, name[:-1], "exec", dont_inherit=True)
            data = bytes(bootstrap._code_to_hash_pyc(code, digest, False))  # type: ignore[attr-defined]
    archive.writestr(zipfile.ZipInfo(name, DATE), data)


def read_before(path: Path) -> dict[str, bytes]:
    """Return the files of an archive that was written before, none if there is none or it is damaged."""
    if not zipfile.is_zipfile(path):
        return {}
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def main() -> None:
    """Write program.zip and stdlib.zip in place of the earlier ones."""
    before = read_before(WORK / "program.zip")
    with zipfile.ZipFile(WORK / "program.zip", "w") as program:
        for path in sorted((WORK / "program").rglob("*")):
            if path.is_file():
                add(program, str(path.relative_to(WORK / "program")), path.read_bytes(), before)
    before = read_before(WORK / "stdlib.zip")
    with (
        zipfile.ZipFile(WORK / "pyodide/python_stdlib.zip") as source,
        zipfile.ZipFile(WORK / "stdlib.zip", "w") as library,
    ):
        for name in source.namelist():
            if not name.endswith("/") and not name.startswith(UNUSED):
                add(library, name, source.read(name), before)


if __name__ == "__main__":
    main()
