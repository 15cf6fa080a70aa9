"""The edition in the browser under test: a static host, a browser that opens it, and a scorekeeper in its pages."""

import base64
import contextlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from html_pages import Answer
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.wait import WebDriverWait

ROOT = "/scorepad/app"
"""The path of the pages, below the folder on the host."""

SECONDS = 120
"""Seconds until the engine must have started, on a machine with much else to do."""

ASK = """
const [method, path, kind, body, done] = arguments;
const bytes = Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0));
const sent = method === "GET" ? {} : { body: bytes, headers: { "Content-Type": kind } };
fetch(path, { method, ...sent }).then(async (answer) => {
  const reader = new FileReader(), headers = Object.fromEntries(answer.headers);
  reader.onload = () => done([answer.status, headers, answer.url, reader.result.split(",")[1] ?? ""]);
  reader.readAsDataURL(await answer.blob());
}, (error) => done(String(error)));
"""


IS_SHOWN = """
const { location, document } = frames[0];
const ofCover = ({ effect, playState }) => effect.target === document.body && playState !== "finished";
const isCovered = document.getAnimations().some(ofCover); // a tap would count for nothing
return location.pathname === arguments[0].split("#")[0] && document.readyState === "complete" && !isCovered;
"""

RECORD_FILES = """
window.saved = [];
HTMLAnchorElement.prototype.click = () => {};
URL.createObjectURL = (file) => saved.push(file) && "#";
"""
READ_FILE = """
const [done] = arguments, reader = new FileReader();
reader.onload = () => done([saved[0].name, reader.result.split(",")[1]]);
reader.readAsDataURL(saved[0]);
"""


CHANGE_ENGINE = """
const [script, done] = arguments, path = "/scorepad/engine.js";
caches.keys().then((names) => caches.open(names.find((name) => name.startsWith("files ")))).then(async (cache) => {
  const stored = await cache.match(path), { headers } = stored, text = await stored.text();
  await cache.put(path, new Response(script + text.slice(text.indexOf("const VERSION")), { headers }));
  done();
});
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_about: object) -> None:
        """Print nothing."""


class StaticHost:
    """A host that only sends the files below a folder. It keeps its port while it is stopped."""

    def __init__(self, folder: Path) -> None:
        self._handler = partial(Quiet, directory=str(folder))
        self._port = 0
        self.start()

    def start(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), self._handler)
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}/scorepad/"

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start()


class Fetched:
    """A transport of a scorekeeper: the requests of a page in a browser, for addresses below `root`."""

    def __init__(self, driver: WebDriver, root: str = "") -> None:
        self.driver, self.root = driver, root
        driver.set_script_timeout(SECONDS)

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        path = path if path.startswith(self.root) else self.root + path
        got = self.driver.execute_async_script(ASK, method, path, kind, base64.b64encode(body).decode())
        assert isinstance(got, list), (method, path, got)
        status, headers, url, data = got
        headers |= {} if urlsplit(url).path == urlsplit(path).path else {"content-location": url}
        return Answer(status, Headers(headers), base64.b64decode(data))


class Tab(Fetched):
    """A tab with the edition."""

    def __init__(self, driver: WebDriver, address: str) -> None:
        super().__init__(driver, ROOT)
        self.address = address
        self.open()

    def open(self) -> None:
        self.driver.get(self.address)
        self.wait_until_up()

    def wait_until_up(self) -> None:
        WebDriverWait(self.driver, SECONDS, 0.1).until(lambda _: self.state() == "")

    def show(self, path: str) -> None:
        """Show a page in the frame."""
        self.run("frames[0].location = arguments[0]", path)
        WebDriverWait(self.driver, SECONDS, 0.1).until(lambda _: self.run(IS_SHOWN, path))

    def save(self, selector: str) -> tuple[str, bytes]:
        """Tap a link or button in the frame that leads to a file; return the name and the content of the file."""
        page = self.run("return frames[0].location.href")
        self.run(RECORD_FILES)
        self.driver.switch_to.frame("page")
        key = self.driver.find_element(By.CSS_SELECTOR, selector)
        self.run("arguments[0].scrollIntoView({ block: 'center' })", key)
        key.click()
        self.driver.switch_to.default_content()
        WebDriverWait(self.driver, SECONDS, 0.1).until(lambda _: self.run("return saved[0]"))
        assert self.run("return frames[0].location.href") == page, "the frame has no button that goes back"
        name, data = self.driver.execute_async_script(READ_FILE)
        return name, base64.b64decode(data)

    @contextlib.contextmanager
    def changed_engine(self, script: str) -> Iterator[None]:
        """Run a script before the program of the engine, from its next start on."""
        self.driver.execute_async_script(CHANGE_ENGINE, script)
        try:
            yield
        finally:
            self.driver.execute_async_script(CHANGE_ENGINE, "")

    def state(self) -> str:
        """Return what the line above the pages says."""
        state: str = self.run("return document.getElementById('state')?.textContent ?? 'not there'")
        return state


class Headers(dict[str, str]):
    """Headers whose names may be asked for in any case."""

    def __init__(self, headers: dict[str, str]) -> None:
        super().__init__({name.lower(): value for name, value in headers.items()})

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name.lower(), default)

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(name.lower())
