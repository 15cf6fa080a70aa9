"""The process that reads files of other programs: its answers, its limits, and its ends."""

import io
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from kept_reader import reader_of_its_own
from program import run
from scorekeeper import Scorekeeper

from scorepad.errors import ColumnsUnclear, DateUnclear, TooBusy
from scorepad.importing import reader_process
from scorepad.importing.evening_json import evening_from_line, lines_of_file
from scorepad.importing.files import evenings_in_file
from scorepad.importing.reader_process import FileReader
from scorepad.words import use_language

EVENING = b"date,game,Ann,Bob\n2026-01-03,Wizard,84,79.5\n"
CASES = sorted(path for path in (Path(__file__).parent.parent / "cases" / "import").iterdir() if path.is_file())
TOO_MUCH = "There was not enough time or memory to read this file. Import it alone, or save it as CSV."
FAILED = "The part of Scorepad that reads files failed. Save the file as CSV, or restart Scorepad."


@pytest.fixture(autouse=True)
def _own_reader() -> Iterator[None]:
    """Have a process for each reader, as in the program."""
    with reader_of_its_own():
        yield


def texts(reader: FileReader, name: str, data: bytes) -> list[str]:
    return [str(item.error or (item.evening and dict(item.evening.totals))) for item in reader.read(name, data)]


def test_each_case_and_error_is_the_same_on_the_other_side() -> None:
    for path in CASES:
        data = path.read_bytes()
        for line, item in zip(lines_of_file(path.name, data, None, {}), evenings_in_file(path.name, data), strict=True):
            there = evening_from_line(line.encode())
            assert replace(there, error=None) == replace(item, error=None), path.name
            assert (type(there.error), str(there.error)) == (type(item.error), str(item.error))
            assert vars(there.error or io) == vars(item.error or io)


def test_answers_to_questions_reach_the_process_and_errors_speak_the_readers_language() -> None:
    with FileReader() as reader, use_language("nl"):
        (unclear,) = reader.read("old.csv", b"date;game;Ann;Bob\n03/04/2026;Wizard;84;79\n")
        assert type(unclear.error) is DateUnclear
        assert "Kies" in str(unclear.error)
        (item,) = reader.read("old.csv", b"date;game;Ann;Bob\n03/04/2026;Wizard;84;79\n", "month")
        assert item.evening
        assert item.evening.date == "2026-03-04"
        data = b"hand;cards;Ann a;Ann b;Bob a;Bob b\n1;2;1;11;1;11\n2;3;0;10;3;13\n"
        (unclear,) = reader.read("old.csv", data)
        assert isinstance(unclear.error, ColumnsUnclear)
        chosen = {"Ann a": "bid:Ann", "Ann b": "points:Ann", "Bob a": "bid:Bob", "Bob b": "points:Bob"}
        (item,) = reader.read("old.csv", data, None, {"": chosen})
        assert item.evening
        assert [dict(hand.points) for hand in item.evening.hands] == [{"Ann": 11, "Bob": 11}, {"Ann": 10, "Bob": 13}]


def test_memory_and_time_have_an_end_and_the_next_file_is_read() -> None:
    empty = b'{"plays":[' + b"{}," * 3_300_000 + b"{}]}"
    with FileReader() as reader:
        assert texts(reader, "empty.json", empty) == [TOO_MUCH]
        assert texts(reader, "old.csv", EVENING) == ["{'Ann': 84, 'Bob': Fraction(159, 2)}"]
        assert reader._process
        threading.Timer(0.05, reader._process.kill).start()
        assert texts(reader, "long.csv", EVENING + EVENING[-22:] * 40_000) == [TOO_MUCH]
        assert len(texts(reader, "old.csv", EVENING)) == 1
    with FileReader(most_seconds=0.2) as reader:
        assert texts(reader, "long.csv", EVENING + EVENING[-22:] * 40_000) == [TOO_MUCH]
        assert texts(reader, "old.csv", EVENING) == [TOO_MUCH]
    with FileReader(most_answer=100) as reader:
        assert texts(reader, "old.csv", EVENING) == [TOO_MUCH]


@pytest.mark.soak
def test_the_system_ends_a_process_that_computes_for_too_long() -> None:
    code = "from scorepad.importing import reader_main as r; r.MOST_SECONDS = 0; r.limit_resources()\nwhile True: pass"
    done = subprocess.run([sys.executable, "-c", code], timeout=60)
    assert done.returncode == -signal.SIGXCPU


def test_a_process_that_cannot_start_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for program in ("/no/such/python", "/bin/false"):
        monkeypatch.setattr(sys, "executable", program)
        with FileReader() as reader:
            assert texts(reader, "old.csv", EVENING) == [FAILED]


# --- one at a time ----------------------------------------------------------------------------------------------


@pytest.fixture
def _little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_process, "PATIENCE", 0.2)


@pytest.mark.usefixtures("_little_patience")
def test_one_reads_at_a_time_and_the_next_one_when_it_has_ended() -> None:
    with FileReader(), pytest.raises(TooBusy), FileReader():
        pass
    with FileReader() as reader:
        assert len(texts(reader, "old.csv", EVENING)) == 1


def test_who_waits_reads_when_another_one_has_ended() -> None:
    with ExitStack() as first:
        first.enter_context(FileReader())
        begun = time.monotonic()
        threading.Timer(0.2, first.close).start()
        with FileReader() as reader:
            assert time.monotonic() - begun > 0.1
            assert len(texts(reader, "old.csv", EVENING)) == 1


@pytest.mark.usefixtures("_little_patience")
def test_the_page_says_that_others_are_reading_and_keeps_the_files(newcomer: Scorekeeper) -> None:
    form = newcomer.visit("/import").form("/import")
    with FileReader():
        page = newcomer.send_form(form, {"files": ("old.csv", EVENING)})
    assert (page.status, page.headers["retry-after"]) == (429, "20")
    assert page.refusals == ["Other files are being read. Nothing was imported. Try again in a moment."]
    assert "1 evening found" in newcomer.send_form(page.form("/import"), {}).text


# --- damage -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"\x1d\0\x9c" * 900, b"PK\x03\x04" + bytes(900)])
def test_a_damaged_excel_file_is_not_called_a_csv_file(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "old.xlsx").write_bytes(data)
    answer = run(tmp_path, "import", "old.xlsx")
    assert (answer.status, answer.error) == (1, "old.xlsx: This Excel file cannot be read.\n")
