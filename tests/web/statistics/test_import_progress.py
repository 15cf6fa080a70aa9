"""The progress of an import, requested while the server works on the files."""

import contextlib
import http.client
import itertools
import json
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hosting import Hosted, hosted
from html_pages import Form, Page
from raw_http import served
from scorekeeper import Scorekeeper, Wired
from waiting import until
from web.statistics.many_evenings import HANDS, folder_of

from scorepad.importing.save_evenings import EveningSaver
from scorepad.web.groups.group import Group
from scorepad.web.host.owners import new_owner

FILES = 12


@pytest.fixture
def host(tmp_path: Path) -> Iterator[tuple[Hosted, int]]:
    with hosted(tmp_path) as opened, served(opened.front) as (_here, port):
        yield opened, port


def owner(port: int, group: Group) -> Scorekeeper:
    somebody = Scorekeeper(Wired(port))
    somebody.visit(new_owner(group, "Ann", date(2026, 11, 20)))
    return somebody


def asked(somebody: Scorekeeper, group: Group, word: str) -> Any:
    answer = somebody.way.ask("GET", f"{group.root}/import/progress?of={word}")
    assert answer.status == 200
    return json.loads(answer.body)


@contextlib.contextmanager
def in_step(*numbers: int) -> Iterator[list[int]]:
    """Finish each of these files only after a progress request has returned its number; yield the list of these."""
    heard, keep, count = list[int](), EveningSaver.keep, itertools.count(1)

    def keep_in_step(*given: Any) -> Any:
        number, results = next(count), keep(*given)
        if number in numbers:
            until(lambda: number in heard)
        return results

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(EveningSaver, "keep", keep_in_step)
        yield heard


def listen(sent: Future[Page], somebody: Scorekeeper, group: Group, word: str, heard: list[int]) -> None:
    """Append the file numbers of the progress answers to `heard` until the page has arrived."""
    while not sent.done():
        answer = asked(somebody, group, word)
        assert answer in ({}, {"number": answer.get("number"), "count": FILES})
        heard += [answer["number"]] if answer else []


def word_of(form: Form) -> str:
    return form.value("event_id") or ""


def test_while_files_are_looked_at_and_kept_their_own_group_is_told_how_far_they_are(host: tuple[Hosted, int]) -> None:
    ours, theirs = (host[0].begin(name) for name in ("Ours", "Theirs"))
    ann, other = owner(host[1], ours), owner(host[1], theirs)
    form = ann.visit(f"{ours.root}/import").form("/import")
    typed: dict[str, Any] = {"files": ("years.zip", folder_of(FILES)), "rulebook": "pike"}
    with ThreadPoolExecutor(2) as work:
        for button in ("Show preview", f"Import {FILES} evenings"):
            word = word_of(form)
            assert asked(ann, ours, word) == {}
            elsewhere: list[int] = []
            with in_step(2, 6, 10) as heard:
                sent = work.submit(ann.send_form, form, typed, button)
                beside = work.submit(listen, sent, other, theirs, word, elsewhere)
                listen(sent, ann, ours, word, heard)
            beside.result()
            assert heard == sorted(heard)
            assert 1 <= heard[0] < heard[-1] <= FILES
            assert elsewhere == []
            assert (asked(ann, ours, word), ours.progress) == ({}, {}), "it is forgotten with the answer"
            if button == "Show preview":
                form, typed = sent.result().form("/import"), {}
    assert f"{FILES} evenings imported." in ann.page.status_text


def test_of_one_file_alone_and_of_a_form_that_nobody_has_sent_nothing_is_told(
    host: tuple[Hosted, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = host[0].begin("Ours")
    ann = owner(host[1], ours)
    noted: list[str] = []

    class Noting(dict[str, tuple[int, int]]):
        def __setitem__(self, word: str, how_far: tuple[int, int]) -> None:
            noted.append(word)

    monkeypatch.setattr(ours, "progress", Noting())
    form = ann.visit(f"{ours.root}/import").form("/import")
    page = ann.send_form(form, {"rows": HANDS, "rulebook": "pike"}, "Show preview")
    assert "1 evening found" in page.text
    assert noted == []
    assert asked(ann, ours, "") == asked(ann, ours, "nosuchword") == {}


def test_whoever_leaves_while_files_are_kept_finds_each_of_them_once_the_next_time(host: tuple[Hosted, int]) -> None:
    ours = host[0].begin("Ours")
    ann = owner(host[1], ours)
    files: dict[str, Any] = {"files": ("years.zip", folder_of(FILES)), "rulebook": "pike"}
    form = ann.send_form(ann.visit(f"{ours.root}/import").form("/import"), files).form("/import")
    with in_step(4) as heard:
        leave_at(3, ann, ours, form, heard)
    while asked(ann, ours, word_of(form)):
        time.sleep(0.05)
    assert ours.store.count("finished") == FILES, "nobody has to wait for it"
    page = ann.send_form(ann.visit(f"{ours.root}/import").form("/import"), files)
    assert page.text.count("This evening is already saved.") == FILES


def leave_at(number: int, somebody: Scorekeeper, group: Group, form: Form, heard: list[int]) -> None:
    """Send the form that saves the import, and disconnect when the file of this number is saved."""
    way = somebody.way
    assert isinstance(way, Wired)
    cookies = "; ".join(f"{name}={value}" for name, value in way.cookies.items())
    heads = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    with contextlib.closing(http.client.HTTPConnection(way.host, way.port, timeout=60)) as line:
        line.request("POST", f"{group.root}/import", urlencode(form.filled({}, f"Import {FILES} evenings")), heads)
        while (heard or [0])[-1] <= number:
            heard.append(asked(somebody, group, word_of(form)).get("number", 0))
            time.sleep(0.01)
