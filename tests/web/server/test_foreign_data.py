"""Another person's data folder: nothing in it is ever run as code."""

from __future__ import annotations

import contextlib
import re
import subprocess
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from program import run, started
from raw_http import ask

from scorepad.store import open_store
from scorepad.web import create_app


def compiled_by_an_attacker(data: Path, marker: Path) -> None:
    """Fill the folder of compiled templates of an older Scorepad with code that creates `marker`."""
    pages = data / "pages"
    pages.mkdir()
    with contextlib.closing(open_store(data)) as store:
        templates = create_app(store).jinja_env
    cache = FileSystemBytecodeCache(str(pages))
    code = compile(f"open({str(marker)!r}, 'w').close()", "attack", "exec")
    for name in templates.list_templates():
        assert templates.loader is not None
        source, file, _current = templates.loader.get_source(templates, name)
        bucket = cache.get_bucket(templates, name, file, source)
        bucket.code = code
        cache.set_bucket(bucket)


def first_page(running: subprocess.Popen[str]) -> int:
    assert running.stdout is not None
    address = re.search(r"http://([\d.]+):(\d+)/", running.stdout.readline())
    assert address
    return ask((address[1], int(address[2])))[0]


def test_templates_compiled_by_another_person_are_not_run_and_a_check_ignores_them(tmp_path: Path) -> None:
    data, marker = tmp_path / "data", tmp_path / "attacked"
    data.mkdir()
    compiled_by_an_attacker(data, marker)
    assert any((data / "pages").iterdir())
    with started(tmp_path) as running:
        assert first_page(running) == 200
    assert not marker.exists()
    assert run(tmp_path, "check").text == "0 games checked, no errors found.\n"
