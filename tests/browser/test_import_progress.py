"""Tests of the progress display during an import of many files, which the user may leave."""

import re
import time
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from flask import request
from selenium.webdriver.support.select import Select
from web.statistics.many_evenings import folder_of

from browser.phone import Phone
from scorepad.importing import prepared_games
from scorepad.web.groups.group import Group, group
from scorepad.web.statistics import importing

FILES = 60
BESIDE = 0.03  # seconds per file; the page polls every half second

# The driver sends no query between a tap and the next page, so the page records what it shows.
NOTE = """
sessionStorage.clear();
const line = document.getElementById("far"), live = document.getElementById("live"), notes = [];
new MutationObserver(() => {
  const { top, bottom } = line.getBoundingClientRect();
  notes.push([line.textContent, live.textContent, top >= 0 && bottom <= innerHeight]);
  sessionStorage.notes = JSON.stringify(notes);
}).observe(line, { childList: true });
"""
NOTED = "return JSON.parse(sessionStorage.notes ?? '[]')"


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow down the work on each file, and hold the second until the page polls the progress."""
    prepare, polled = prepared_games.prepare_file, Event()

    def group_that_is_asked() -> Group:
        if request.path.endswith("/progress") and group().progress:
            polled.set()
        return group()

    def prepare_slowly(evenings: Any, number: int, *given: Any) -> Any:
        if number == 0:
            polled.clear()
        if number == 1:
            polled.wait(60)
        time.sleep(BESIDE)
        return prepare(evenings, number, *given)

    monkeypatch.setattr(importing, "group", group_that_is_asked)
    monkeypatch.setattr(prepared_games, "prepare_file", prepare_slowly)


@pytest.mark.soak
def test_while_many_files_are_worked_on_the_page_says_how_far_they_are(
    pad: Phone, slowly: None, tmp_path: Path
) -> None:
    (tmp_path / "years.zip").write_bytes(folder_of(FILES))
    pad.open("/import")
    pad.element("#files").send_keys(str(tmp_path / "years.zip"))
    assert pad.words("#chosen") == "years.zip"
    Select(pad.element("#rulebook")).select_by_value("pike")
    for button, afterwards in (
        ("#asked button.do", f"{FILES} evenings found"),
        ("#asked [name=keep]", f"{FILES} evenings imported"),
    ):
        assert pad.words("#far") == ""
        pad.run(NOTE)
        pad.tap_on(button)
        pad.wait_for_words("main", afterwards)
        notes = pad.run(NOTED)
        assert notes, "it was shown"
        for words, _read_out, is_seen in notes:
            number = re.match(
                rf"File (\d+) of {FILES}\. You can leave this page: files are imported completely or not at all", words
            )
            assert number, words
            assert 1 <= int(number[1]) <= FILES
            assert is_seen
        assert notes[0][1] == notes[0][0], "the first is read out"
    assert pad.all("#far") == [], "nothing is left of it"
