"""Writes the static folder: the program, its dependencies and a Python for browsers (`make static`)."""

import argparse
import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from jinja2 import Environment

import scorepad
from scorepad.web import resource_folder
from scorepad.web.auth.access import HEADERS
from scorepad.words import languages, later, use_language

PYODIDE = "pyodide@314.0.7"
"""Python for browsers, from the npm registry. The snapshots of its memory are private, so the version is fixed."""

PYODIDE_SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

NOT_NEEDED = {"a2wsgi", "charset-normalizer", "pillow", "pip", "tzdata", "uvicorn"}
"""Dependencies of Scorepad and ReportLab that a browser cannot run or does not need."""

LEFT_OUT = re.compile(
    r"\.(so|pyd|pyi|c|po|typed)$|/tests?/|__pycache__|^reportlab/(fonts|graphics/(samples|widgets|charts/(?!__init__|areas)))|^werkzeug/debug/|^bidi/__init__\.py$"
    r"|^scorepad/(commands|web/host|store/postgres|static/in_browser)/|^scorepad/in_browser/(make_folder|pack)\.py$"
    r"|\.dist-info/(?!METADATA|entry_points)"
)
"""Files without use in a browser: compiled parts, tests, fonts that are not printed, the server's own pages.

Without its `__init__`, `bidi` is a package of its pure modules only.
"""

STAND_IN = {"PIL/__init__.py": "", "PIL/Image.py": "class Image: ...\n"}
"""Modules that ReportLab imports in any case."""

FIRST_FILES = (
    "index.html", "shell.js", "shell.css", "icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest",
)  # fmt: skip
"""Files that a browser loads before there is a service worker, or without asking it. So they are not compressed."""

RUN_IN_NODE = """
const { loadPyodide } = await import(process.argv[1] + "/pyodide/pyodide.mjs");
const python = await loadPyodide(), { readFileSync } = await import("fs");
python.FS.mkdirTree("/work");
python.FS.mount(python.FS.filesystems.NODEFS, { root: process.argv[1] }, "/work");
python.runPython(readFileSync(process.argv[2], "utf8"));
"""
"""Runs a Python file with the folder in the first argument as /work."""

WORDS = {
    "begin": later("Scorepad is loading …"),
    "loading": later("Scorepad is loading: {loaded} of {of} MB …"),
    "starting": later("Scorepad is starting …"),
    "making": later("The file is being made …"),
    "failed": later("Scorepad did not start. Close its other tabs and reload this page. The reason: {reason}"),
    "full": later("There is no room on this device, so Scorepad cannot save. Free some space and reload this page."),
    "impossible": later("This browser cannot run Scorepad here. It needs https, and a window that is not private."),
    "keep": later("The games are on this device only. Add Scorepad to the home screen, and the browser keeps them."),
    "keep_apple": later(
        "The games are on this device only, and Safari deletes them after 7 days without a visit. Tap Share, then “Add "
        "to Home Screen”, and play from there."
    ),
    "install": later("Keep the games here"),
    "later": later("Later"),
}
"""The messages of the page around the frame."""


def main() -> None:
    """Write the folder that the argument names, in place of an earlier one."""
    parser = argparse.ArgumentParser(description="Write Scorepad as a folder for a static web host.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("downloads", type=Path, help="folder of the downloaded archive")
    arguments = parser.parse_args()
    size = make(arguments.folder, arguments.downloads)
    print(f"{arguments.folder}: {size / 1e6:.1f} MB at the first visit")


def make(folder: Path, downloads: Path, *, level: int = 9) -> int:
    """Write the folder, compressed with this level of gzip; return the bytes of a first visit.

    `downloads` keeps the archive of Pyodide, and the compiled modules for the next time.
    """
    packed = downloads / PYODIDE
    packed.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        info = unpack_pyodide(work, downloads)
        collect_program(work / "program")
        shutil.copytree(packed, work, dirs_exist_ok=True)
        pack = Path(__file__).with_name("pack.py")
        subprocess.run(["node", "--input-type=module", "-e", RUN_IN_NODE, str(work), str(pack)], check=True)
        files = {f"pyodide/{name}": (work / "pyodide" / name).read_bytes() for name in PYODIDE_FILES}
        for name in ("program.zip", "stdlib.zip"):
            shutil.copyfile(work / name, packed / name)
            files[name] = (work / name).read_bytes()
        return write_folder(folder, files, info, level)


def unpack_pyodide(work: Path, downloads: Path) -> dict[str, str]:
    """Unpack Pyodide into the folder `pyodide`, and return what its loader has to know of the build.

    Raise SystemExit if the archive is another one than that of PYODIDE_SHA512.
    """
    archive = downloads / (PYODIDE.replace("@", "-") + ".tgz")
    if not archive.exists():
        downloads.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", PYODIDE], cwd=downloads, check=True, stdout=subprocess.DEVNULL)
    if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != PYODIDE_SHA512:
        archive.unlink()
        raise SystemExit(f"{archive.name}: this is not the archive that Scorepad was tested with")
    with tarfile.open(archive) as tar:
        tar.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.2 has none
        tar.extractall(work)
    (work / "package").rename(work / "pyodide")
    info: dict[str, str] = json.loads((work / "pyodide/pyodide-lock.json").read_text())["info"]
    return info | {"version": PYODIDE.partition("@")[2]}


def collect_program(target: Path) -> None:
    """Copy Scorepad and its dependencies to a folder, without what a browser does not need."""
    root = Path(scorepad.__file__).parent
    sources = {"scorepad": root, "printables": root.parent / "printables"}
    sources |= {f"scorepad/{name}": Path(resource_folder(name)) for name in ("templates", "static")}
    for name, folder in sources.items():
        for path in folder.rglob("*"):
            if path.is_file():
                _copy(path, target, f"{name}/{path.relative_to(folder).as_posix()}")
    for name in _needed("scorepad", set()):
        for file in distribution(name).files or ():
            if (not file.is_relative_to("..") and name != "scorepad") or ".dist-info" in str(file):
                _copy(Path(str(file.locate())), target, file.as_posix())
    for name, text in STAND_IN.items():
        (target / name).parent.mkdir(exist_ok=True)
        (target / name).write_text(text)


def _needed(name: str, known: set[str]) -> set[str]:
    """Return the names of an installed package and of what it requires without extras."""
    name = re.sub(r"[-_.]+", "-", name).lower()
    if name not in known | NOT_NEEDED:
        try:
            requirements = distribution(name).requires or []
        except PackageNotFoundError:  # for another system
            return known
        known.add(name)
        for requirement in requirements:
            if ";" not in requirement:
                _needed(re.split(r"[^\w.-]", requirement)[0], known)
    return known


def _copy(path: Path, target: Path, name: str) -> None:
    if not LEFT_OUT.search(name):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target / name)


def write_folder(folder: Path, files: dict[str, bytes], info: dict[str, str], level: int) -> int:
    """Write the folder with the shell and these files, compressed; return the bytes of a first visit."""
    static = Path(resource_folder("static"))
    shell = static / "in_browser"
    files |= {name: (shell / name).read_bytes() for name in ("shell.js", "shell.css")}
    files |= {name: (static / name).read_bytes() for name in ("icon.svg", "icon-192.png", "icon-512.png")}
    files["index.html"] = _shell_page().encode()
    files["manifest.webmanifest"] = (static / "manifest.webmanifest").read_text().replace("../../", "./").encode()
    engine, worker = ((shell / name).read_text() for name in ("engine.js", "service_worker.js"))
    digest = hashlib.sha256("".join([engine, worker, json.dumps(HEADERS)]).encode())
    for name, data in sorted(files.items()):
        digest.update(name.encode() + data)
    version = f"const VERSION = {json.dumps(digest.hexdigest()[:10])};\n"
    lock = json.dumps({"lockFileContents": {"info": info, "packages": {}}})
    files["engine.js"] = f"{version}const PYODIDE = {lock};\n{engine}".encode()
    packed = {name: gzip.compress(data, level, mtime=0) for name, data in files.items()}
    sizes = json.dumps([[name, len(data), hashlib.sha256(files[name]).hexdigest()] for name, data in packed.items()])
    worker = f"{version}const FILES = {sizes};\nconst HEADERS = {json.dumps(HEADERS)};\n{worker}"
    first = {name: files[name] for name in FIRST_FILES} | {"service_worker.js": worker.encode()}
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in [*first.items(), *((f"{name}.gz", data) for name, data in packed.items())]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return sum(map(len, [*first.values(), *packed.values()]))


def _shell_page() -> str:
    words = {}
    for language in languages():
        with use_language(language):
            words[language] = {key: str(text) for key, text in WORDS.items()}
    template = Path(resource_folder("templates")) / "in_browser/shell.html"
    return Environment(autoescape=True).from_string(template.read_text()).render(words=words)


if __name__ == "__main__":
    main()
