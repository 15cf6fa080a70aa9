"""Excel and OpenDocument files: what their cells say, and files that are made to do harm."""

import datetime
import io
import time
import zipfile
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from openpyxl import Workbook
from soak import often

from scorepad.errors import SheetUnreadable
from scorepad.importing.files import FileEvening, evenings_in_file
from scorepad.importing.sheets.spreadsheets import Table, tables_in

ROWS: list[list[Any]] = [["date", "game", "Ann", "Bob"], [datetime.date(2026, 1, 3), "Wizard", 84, 79.5]]
TEXTS = [("date", "game", "Ann", "Bob"), ("2026-01-03", "Wizard", "84", "79.5")]


def xlsx(rows: list[list[Any]] = ROWS, **sheets: list[list[Any]]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for name, more in sheets.items():
        sheet = book.create_sheet(name)
        for row in more:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def packed(files: Mapping[str, bytes | str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


def changed(data: bytes, files: Mapping[str, bytes | str]) -> bytes:
    """Return a zip with some files added or replaced."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return packed({**{name: archive.read(name) for name in archive.namelist()}, **files})


def member(data: bytes, name: str) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name).decode()


_HEAD = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:spreadsheet>'
)
_FOOT = "</office:spreadsheet></office:body></office:document-content>"


def ods(tables: str, before: str = "") -> bytes:
    return packed({
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": before + _HEAD + tables + _FOOT,
    })  # fmt: skip


def ods_table(*rows: str, name: str = "Sheet1") -> str:
    return f'<table:table table:name="{name}">{"".join(rows)}</table:table>'


def ods_row(*cells: str, more: str = "") -> str:
    return f"<table:table-row{more}>{''.join(map(ods_cell, cells))}</table:table-row>"


def ods_cell(text: str) -> str:
    return text if text.startswith("<") else f"<table:table-cell><text:p>{text}</text:p></table:table-cell>"


def texts(table: Table) -> list[tuple[str, ...]]:
    return [line.cells for line in table.lines]


def read(name: str, data: bytes) -> tuple[list[FileEvening], float]:
    """Return what a file gives, and the seconds of work."""
    begun = time.process_time()
    return [*evenings_in_file(name, data)], time.process_time() - begun


@cache
def work_of_a_large_file() -> float:
    """Return the seconds of work for an Excel file of 10,000 rows, the control of files that are refused."""
    return read("large.xlsx", xlsx(ROWS + ROWS[-1:] * 10_000))[1]


def refusal(name: str, data: bytes) -> str:
    """Return the message for a file, and check that it is refused with less work than a large file."""
    (result,), work = read(name, data)
    assert work < work_of_a_large_file()
    return str(result.error)


# --- what the cells say -------------------------------------------------------------------------------------------


def test_a_number_with_a_date_format_is_a_date_and_a_sum_of_tenths_is_short() -> None:
    book = Workbook()
    book.active.append([46025, 0.1 + 0.2, True, "x"])
    book.active["A1"].number_format = "dd.mm.yyyy"
    file = io.BytesIO()
    book.save(file)
    (table,) = tables_in(file.getvalue(), "xlsx")
    assert texts(table) == [("2026-01-03", "0.3", "True", "x")]


def test_cells_of_opendocument_are_texts_and_dates_are_iso_dates() -> None:
    date = '<table:table-cell {}office:value-type="date" office:date-value="2026-01-03T00:00:00"><text:p>3 Jan</text:p>'
    number = '<table:table-cell office:value-type="float" office:value="84"><text:p>84 pts</text:p></table:table-cell>'
    comment = (
        "<table:table-cell><office:annotation><text:p>well</text:p></office:annotation>"
        '<text:p>79<text:span>.5</text:span><text:s text:c="2"/></text:p></table:table-cell>'
    )
    rows = (ods_row("date", "game", "Ann", "Bob"),
            ods_row(date.format("") + "</table:table-cell>", "Wizard", number, comment))  # fmt: skip
    (table,) = tables_in(ods(ods_table(*rows)), "ods")
    assert texts(table) == TEXTS


def test_repeated_rows_and_cells_are_repeated_and_empty_ones_at_the_end_do_not_count() -> None:
    empty = '<table:table-cell table:number-columns-repeated="16382"/>'
    twice = '<table:table-cell table:number-columns-repeated="2"><text:p>7</text:p></table:table-cell>'
    rows = (ods_row("a", "b", empty), f'<table:table-row table:number-rows-repeated="2">{empty}</table:table-row>',
            ods_row(twice, more=' table:number-rows-repeated="2"'),
            f'<table:table-row table:number-rows-repeated="1048570">{empty}</table:table-row>')  # fmt: skip
    (table,) = tables_in(ods(ods_table(*rows)), "ods")
    assert texts(table) == [("a", "b"), (), (), ("7", "7"), ("7", "7")]
    assert [line.number for line in table.lines] == [1, 2, 3, 4, 5]


def test_lines_have_the_numbers_that_the_program_shows() -> None:
    (table,) = tables_in(xlsx([[], [], *ROWS]), "xlsx")
    assert [(line.number, bool(line.cells)) for line in table.lines][-2:] == [(3, True), (4, True)]


def test_every_sheet_is_tried_and_a_sheet_without_a_score_table_is_set_aside_by_name() -> None:
    data = xlsx(Rules=[["Misses lose 10."]], Later=[ROWS[0], [datetime.date(2026, 1, 10), "Wizard", 1, 2]])
    first, second = evenings_in_file("old.xlsx", data)
    assert first.evening
    assert (first.file, first.evening.ignored) == ("old.xlsx, sheet Sheet", ("sheet “Rules”",))
    assert second.file == "old.xlsx, sheet Later"
    assert second.evening
    assert (second.evening.line, second.evening.date) == (2, "2026-01-10")
    _good, wrong = evenings_in_file("old.xlsx", xlsx(Later=[ROWS[0], ["last Thursday", "Wizard", 1, 2]]))
    assert wrong.file == "old.xlsx, sheet Later"
    assert str(wrong.error).startswith("Line 2: “last Thursday”")


def test_hidden_sheets_are_not_read() -> None:
    book = Workbook()
    book.active.append(ROWS[0])
    book.create_sheet("Lists").append(["Ann", "Bob"])
    book["Lists"].sheet_state = "hidden"
    file = io.BytesIO()
    book.save(file)
    assert [table.name for table in tables_in(file.getvalue(), "xlsx")] == ["Sheet"]


def test_a_formula_that_no_program_has_calculated_is_refused_and_not_read_as_an_empty_cell() -> None:
    data = xlsx([*ROWS, ["2026-01-10", "Wizard", "=C2+1", 5]])
    assert refusal("old.xlsx", data).startswith("The formula in cell C3 has no saved result.")
    sheet = member(data, "xl/worksheets/sheet1.xml")
    for result in ("<v>85</v>", "<v/>"):
        text = sheet.replace("</f><v></v>", f"</f>{result}").replace("</f><v />", f"</f>{result}")
        text = text.replace('<c r="C3">', '<c r="C3" t="str">') if result == "<v/>" else text
        (table,) = tables_in(changed(data, {"xl/worksheets/sheet1.xml": text}), "xlsx")
        assert table.lines[-1].cells[2] == result.strip("</v>")


@pytest.mark.parametrize(("data", "message"), [
    (ods(""), "This is an OpenDocument file without a table."),
    (ods(ods_table()), "This is an OpenDocument file without a table."),
    (xlsx([]), "This Excel file is empty."),
    (packed({"word/document.xml": ""}), "This is a Word document (.docx). Import CSV, Excel (.xlsx)"),
    (packed({"xl/workbook.bin": ""}), "This is an Excel file (.xlsb). Import CSV"),
    (packed({"photo.png": b"\x89PNG"}), "This zip has no file that Scorepad imports."),
    (packed({}), "This zip has no file that Scorepad imports."),
    (b"\x89PNG\r\n\x1a\n", "This is a picture (PNG). Import CSV"),
    (b"\xff\xd8\xff\xe0", "This is a picture (JPEG)."),
    (b"\0\0\0\x18ftypheic", "This is a picture (HEIC)."),
    (b"%PDF-1.7", "This is a PDF."),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "This is an old Office file (.xls or .doc), or one with a password."),
    (b"SQLite format 3\0", "This is a database (SQLite)."),
    (b"<!DOCTYPE html><table>", "This is a web page (HTML)."),
    (b"we played Oh Hell", "This text has no table."),
    (b"we played Oh Hell\nand then Wizard\n", "This text has no table."),
])  # fmt: skip
def test_a_file_that_is_no_score_sheet_says_what_it_is_and_what_is_accepted(data: bytes, message: str) -> None:
    assert refusal("file", data).startswith(message)


# --- harm -----------------------------------------------------------------------------------------------------------

BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("dtd", [BOMB, OUTSIDE])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_xml_entities_are_refused(dtd: str, encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?>{dtd}'.encode(encoding)
    for data in (
        changed(ods(""), {"content.xml": text + "<x>&a;</x>".encode(encoding).removeprefix(b"\xff\xfe")}),
        changed(xlsx(), {"xl/styles.xml": text + "<styleSheet/>".encode(encoding).removeprefix(b"\xff\xfe")}),
    ):
        assert refusal("file.zip", data).startswith("This file defines XML entities.")


TOO_LARGE = "too large for a score sheet"


@pytest.mark.parametrize("name", ["xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml", "content.xml"])
def test_a_spreadsheet_that_unpacks_to_gigabytes_is_not_unpacked(name: str) -> None:
    assert TOO_LARGE in refusal(
        "bomb", changed(ods("") if name == "content.xml" else xlsx(), {name: bytes(60_000_000)})
    )


def test_many_small_bombs_in_a_zip_are_refused_together() -> None:
    small = packed({"content.xml": b" " * 15_000_000})
    (result, *_more) = evenings_in_file("bombs.zip", packed({f"{at}.ods": small for at in range(50)}))
    assert "too large for score sheets" in str(result.error)


def test_a_sheet_that_states_a_million_rows_and_columns_is_read_as_far_as_it_has_cells() -> None:
    sheet = member(xlsx(), "xl/worksheets/sheet1.xml").replace('ref="A1:D2"', 'ref="A1:XFD1048576"')
    assert "XFD1048576" in sheet
    (table,) = tables_in(changed(xlsx(), {"xl/worksheets/sheet1.xml": sheet}), "xlsx")
    assert texts(table) == TEXTS


@pytest.mark.parametrize("row", [
    "".join(f'<row r="{at}"><c r="XFD{at}"/></row>' for at in range(3, 20_000)),
    '<row r="9999999999999"><c r="A9999999999999"><v>1</v></c></row>',
    "".join(f'<row r="{at}"><c r="A{at}"><v>1</v></c></row>' for at in range(3, 60_000)),
    f'<row r="3">{"".join("<c><v>1</v></c>" for at in range(600))}</row>',
])  # fmt: skip
def test_rows_and_columns_without_end_are_refused_or_ignored(row: str) -> None:
    sheet = member(xlsx(), "xl/worksheets/sheet1.xml").replace("</sheetData>", f"{row}</sheetData>")
    data = changed(xlsx(), {"xl/worksheets/sheet1.xml": sheet})
    results, work = read("wide.xlsx", data)
    assert work < 2 * work_of_a_large_file()
    assert len(results) == 1


@pytest.mark.parametrize("rows", [
    (ods_row("1", more=' table:number-rows-repeated="1000000"'),),
    (ods_row('<table:table-cell table:number-columns-repeated="1000000000"><text:p>1</text:p></table:table-cell>'),),
    (ods_row('<table:table-cell table:number-columns-repeated="400"><text:p>1</text:p></table:table-cell>',
             more=' table:number-rows-repeated="40000"'),),
    (ods_row('<table:table-cell table:number-columns-repeated="-5"><text:p>1</text:p></table:table-cell>'),),
    ('<table:table-row table:number-rows-repeated="9' + "9" * 5000 + '"/>',),
])  # fmt: skip
def test_repeats_without_end_are_refused(rows: tuple[str, ...]) -> None:
    assert refusal("wide.ods", ods(ods_table(*rows))).endswith(".")


def test_macros_and_external_links_are_not_read() -> None:
    data = xlsx()
    types = member(data, "[Content_Types].xml").replace(
        "spreadsheetml.sheet.main+xml", "vnd.ms-excel.sheet.macroEnabled.main+xml"
    )
    relations = member(data, "xl/_rels/workbook.xml.rels").replace(
        "</Relationships>",
        '<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
        'externalLink" Target="externalLinks/externalLink1.xml"/></Relationships>',
    )
    link = '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'
    target = '<Relationships><Relationship Id="rId1" Target="http://example.invalid/" TargetMode="External"/>'
    (table,) = tables_in(
        changed(data, {
            "xl/vbaProject.bin": b"\xd0\xcf\x11\xe0" * 1000, "xl/_rels/workbook.xml.rels": relations,
            "xl/externalLinks/externalLink1.xml": link,
            "xl/externalLinks/_rels/externalLink1.xml.rels": target + "</Relationships>",
            "[Content_Types].xml": types.replace("vnd.openxmlformats-officedocument.vnd.ms", "vnd.ms"),
        }),
        "xlsx",
    )  # fmt: skip
    assert texts(table) == TEXTS


def test_copies_of_other_files_in_an_opendocument_file_are_not_read() -> None:
    linked = ods_table(ods_row("date", "Zoe", "Kim"), name="'file:///home/x/old.ods'#$Sheet1")
    assert [table.name for table in tables_in(ods(ods_table(ods_row("a")) + linked), "ods")] == ["Sheet1"]


@pytest.mark.parametrize(("name", "begin"), [
    ("old.csv", b"date,Ann,Bob\n"), ("old.csv", b"| date | Ann |\n|---|---|\n"), ("old.xlsx", b"PK\x03\x04"),
    ("old.xlsx", b"date,Ann,Bob\n"), ("old.json", b"{"), ("old.zip", b"PK\x03\x04"), ("old.png", b"{"),
])  # fmt: skip
def test_sixty_megabytes_are_refused_at_once(name: str, begin: bytes) -> None:
    assert refusal(name, begin + b"2026-01-03,1,2\n" * 4_000_000)


def test_a_workbook_that_is_damaged_anywhere_is_told_in_a_sentence() -> None:
    for name, whole in (("old.xlsx", xlsx()), ("old.ods", ods(ods_table(*(ods_row(*row) for row in TEXTS))))):
        for at in range(4, len(whole), 1 + len(whole) // often(60, 300)):
            damaged = whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :]
            results: list[FileEvening] = [*evenings_in_file(name, damaged)]
            assert results
            assert all(result.evening or str(result.error).endswith(".") for result in results)


def test_pictures_in_a_workbook_do_not_count_for_its_size() -> None:
    data = changed(xlsx(), {"xl/media/photo.jpg": bytes(30_000_000)})
    (table,) = tables_in(data, "xlsx")
    assert texts(table) == TEXTS
    with pytest.raises(SheetUnreadable):
        tables_in(changed(data, {"xl/worksheets/sheet1.xml": "<x"}), "xlsx")
