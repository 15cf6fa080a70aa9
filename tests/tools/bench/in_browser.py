"""The edition in the browser: its starts against a bare page with Python, its answers against a laptop's."""

import contextlib
import gzip
import io
import shutil
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from browser import engines
from in_browser.edition import Fetched, StaticHost, Tab
from raw_http import served
from scorekeeper import Scorekeeper, new_game
from selenium import webdriver
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.wait import WebDriverWait

from scorepad.in_browser import make_folder
from scorepad.store import open_store
from scorepad.web import create_app

RUNS = 3
DOWNLOADS = Path(__file__).parents[3] / ".venv/downloads"
OF_FLASK = ("flask/", "flask-", "werkzeug", "jinja2", "markupsafe", "itsdangerous", "click/", "click-", "blinker")

BARE_PAGE = """<!doctype html><script type="module">
const worker = new Worker("bare.js", { type: "module" });
worker.onmessage = () => { window.up = Math.round(performance.now()); };
</script>"""
BARE_WORKER = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
const packed = fetch("flask.zip").then((answer) => answer.arrayBuffer());
const python = await loadPyodide({ indexURL: new URL("pyodide/", location.href).pathname });
python.unpackArchive(await packed, "zip", { extractDir: "/program" });
python.runPython("import sys; sys.path.insert(0, '/program'); import flask");
postMessage("up");
"""

DROP_SNAPSHOT = """
caches.keys().then((names) => names.forEach((name) => name.startsWith("snapshot") && caches.delete(name)));
"""

ASK = """
const [path, body, done] = arguments, begun = performance.now();
const sent = body ? { method: "POST", body: new URLSearchParams(body) } : {};
fetch(path, sent).then((answer) => answer.arrayBuffer()).then(() => done(performance.now() - begun));
"""


@dataclass(frozen=True)
class Starts:
    """Median ms from the address to the engine: a bare page, a first visit, a start with and without the snapshot.

    `size` is the bytes of a first visit.
    """

    bare: float
    cold: float
    warm: float
    without: float
    size: int


@contextlib.contextmanager
def sites() -> Iterator[tuple[StaticHost, int]]:
    """Yield a host with the edition and with the bare page in the folder "bare"."""
    with tempfile.TemporaryDirectory() as name:
        site = Path(name)
        size = make_folder.make(site / "scorepad", DOWNLOADS)
        bare = site / "bare"
        make_folder.unpack_pyodide(bare, DOWNLOADS)
        (bare / "index.html").write_text(BARE_PAGE)
        (bare / "bare.js").write_text(BARE_WORKER)
        program = io.BytesIO(gzip.decompress((site / "scorepad/program.zip.gz").read_bytes()))
        with zipfile.ZipFile(program) as source, zipfile.ZipFile(bare / "flask.zip", "w") as packed:
            for file in source.namelist():
                if file.lower().startswith(OF_FLASK):
                    packed.writestr(file, source.read(file))
        host = StaticHost(site)
        yield host, size
        host.stop()


def starts() -> Starts:
    """Measure each start in a new profile, in turn."""
    rows = []
    with sites() as (host, size), tempfile.TemporaryDirectory() as name:
        for run in range(RUNS):
            profile = f"--user-data-dir={name}/{run}"
            with engines.chromium(profile) as driver:
                driver.get(host.address.replace("scorepad", "bare"))
                WebDriverWait(driver, 120, 0.05).until(lambda _: driver.execute_script("return window.up"))
                bare = driver.execute_script("return window.up")
                cold = _start(driver, host)
                time.sleep(5)  # until the snapshot is stored
            times = []
            for has_snapshot in (True, False):
                with engines.chromium(profile) as driver:
                    if not has_snapshot:
                        driver.get(host.address.replace("scorepad", "bare"))
                        driver.execute_script(DROP_SNAPSHOT)
                        time.sleep(1)
                    times.append(_start(driver, host))
            rows.append((bare, cold, *times))
        shutil.rmtree(name, ignore_errors=True)
    bare, cold, warm, without = (median(column) for column in zip(*rows, strict=True))
    return Starts(bare, cold, warm, without, size)


def _start(driver: WebDriver, host: StaticHost) -> float:
    tab = Tab(driver, host.address)
    return float(tab.run("return marks.up"))


def answers() -> dict[str, tuple[float, float]]:
    """Return the median ms of a saved comment with its page, and of a PDF: in the edition and on a laptop."""
    times: dict[str, list[float]] = {}
    with sites() as (host, _size), tempfile.TemporaryDirectory() as name, engines.chromium() as driver:
        assert isinstance(driver, webdriver.Chrome)
        with contextlib.closing(open_store(Path(name))) as store, served(create_app(store)) as (laptop, port):
            for where in ("here", "there"):
                driver.get(f"http://{laptop}:{port}/")
                keeper = Scorekeeper(Tab(driver, host.address) if where == "here" else Fetched(driver))
                new_game(keeper, "pike", "Ann", "Ben", "Cat", ladder="2 1 2")
                game = keeper.page.path
                for number in range(12):
                    form = keeper.visit(game).form("/comments")
                    body = dict(form.filled({"text": f"comment {number}"}, ""))
                    times.setdefault(f"save {where}", []).append(
                        driver.execute_async_script(ASK, form.sent_to(""), body)
                    )
                    pdf = driver.execute_async_script(ASK, f"{game}/sheet.pdf", None)
                    times.setdefault(f"pdf {where}", []).append(pdf)
    best = {key: median(values[2:]) for key, values in times.items()}
    return {what: (best[f"{what} here"], best[f"{what} there"]) for what in ("save", "pdf")}
