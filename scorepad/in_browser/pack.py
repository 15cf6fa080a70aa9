"""Packs the program and the standard library for the browser, compiled. `make_folder` runs it in the browser's Python.

A browser then compiles no module, and the archives are smaller than those with the source.
"""

import importlib._bootstrap_external as bootstrap
import zipfile
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


def add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a file to an archive; a module as its compiled form."""
    if name.endswith(".py"):
        code = compile(data, name, "exec", dont_inherit=True)
        data, name = bytes(bootstrap._code_to_timestamp_pyc(code, 0, 0)), name + "c"  # type: ignore[attr-defined]
    archive.writestr(zipfile.ZipInfo(name, DATE), data)


def main() -> None:
    """Write program.zip and stdlib.zip."""
    with zipfile.ZipFile(WORK / "program.zip", "w") as program:
        for path in sorted((WORK / "program").rglob("*")):
            if path.is_file():
                add(program, str(path.relative_to(WORK / "program")), path.read_bytes())
    with (
        zipfile.ZipFile(WORK / "pyodide/python_stdlib.zip") as source,
        zipfile.ZipFile(WORK / "stdlib.zip", "w") as library,
    ):
        for name in source.namelist():
            if not name.endswith("/") and not name.startswith(UNUSED):
                add(library, name, source.read(name))


if __name__ == "__main__":
    main()
