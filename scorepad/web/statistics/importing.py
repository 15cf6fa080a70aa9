"""Import of old sheets from files or pasted rows.

The first request shows what would be saved, the second saves it. The form carries the files from one to the other.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import io
import itertools
import re
import zipfile
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for

from scorepad.errors import (
    DateUnclear,
    DuplicatePerson,
    FileError,
    HandsImpossible,
    ScorepadError,
    SheetUnreadable,
    TooBusy,
)
from scorepad.formula_names import MOST_PLAYERS
from scorepad.web.auth.access import MAX_REQUEST_BYTES
from scorepad.web.groups.group import group
from scorepad.web.statistics import column_choices
from scorepad.web.submit import Answer, idempotency_key, new_hidden_fields, repository, rule_library, who
from scorepad.words import _, join_label, ngettext, ours

if TYPE_CHECKING:
    from scorepad.game.state.dates import DayOrMonth
    from scorepad.importing.files import FileEvening
    from scorepad.importing.prepared_games import Choices, PreparedGame
    from scorepad.importing.save_evenings import Result
    from scorepad.importing.sheets.game_builder import Counts

MOST_CARRIED_UNPACKED = 3_000_000  # bytes
_SAME_DAY = (1980, 1, 1, 0, 0, 0)  # the time of every file in the zip, so that its bytes are reproducible


@dataclass(frozen=True)
class SentFiles:
    """Names and bytes of files, in the order of arrival."""

    files: tuple[tuple[str, bytes], ...]

    @classmethod
    def of_request(cls) -> SentFiles:
        """Return the chosen files and pasted rows; without any, the files carried from the previous request."""
        chosen = [(upload.filename or _("File"), upload.read()) for upload in request.files.getlist("files")]
        pasted = request.form.get("rows", "").strip()
        new = [(name, data) for name, data in chosen if data]
        new += [(_("Pasted rows"), pasted.encode())] if pasted else []
        return cls(tuple(new)) if new else cls(tuple(_unpacked(request.form.get("carried", ""))))

    def carried(self) -> str:
        """Return all files as the text of a form field."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
            for number, (name, data) in enumerate(self.files):
                file.writestr(zipfile.ZipInfo(f"{number}/{name}", _SAME_DAY), data, zipfile.ZIP_DEFLATED)
        return base64.b64encode(packed.getvalue()).decode()


def _unpacked(carried: str) -> list[tuple[str, bytes]]:
    """Return the files in the field `carried`; none if its content is invalid."""
    from scorepad.importing.limited_zip import BAD_ZIP, LimitedZip, UnpackingBudget

    try:
        with LimitedZip(base64.b64decode(carried, validate=True), UnpackingBudget(MOST_CARRIED_UNPACKED)) as file:
            return [(name.partition("/")[2], data) for name, data in file.files(bool)]
    except (binascii.Error, SheetUnreadable, *BAD_ZIP):
        return []


blueprint = Blueprint("importing", __name__)

MOST_FILES_SENT = 448 * 1024
"""The most bytes of all files in one request; 100 evenings of 7 players take 300 kB."""


@blueprint.url_value_preprocessor
def _take_a_folder(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Set a larger size limit than for other pages, before the CSRF check parses the form."""
    request.max_content_length = MOST_FILES_SENT


Answers = dict[str, list[tuple[str, str]]]
"""The candidates for an imported name: pairs of a known name and its label."""

MOST_CARRIED = MAX_REQUEST_BYTES - 32 * 1024
"""The most letters of the field that carries the files; the rest is for the other fields of the form."""

MOST_TRIED, MOST_ANSWER = 8_000, 5_000_000
"""The most hands to try for one page, which take some seconds, and the most bytes of a file’s games as JSON."""

MOST_SECONDS = 20.0
"""The most seconds to read all files of one page."""

RETRY_AFTER = 20
"""Seconds until an import may be tried again while other files are being read."""


@blueprint.get("/import", endpoint="show")
@blueprint.get("/import/type", endpoint="type_in")
def show() -> str:
    """Return the page for files or pasted rows, or the page to type a paper sheet, one row per hand."""
    return _page(SentFiles(()))


@blueprint.get("/import/progress")
def progress() -> dict[str, int]:
    """Return the `number` of the current file and their `count`, for the form with the `event_id` in `of`.

    Return {} if no such import is running in this worker; other workers do not share their progress.
    """
    number, count = group().progress.get(request.args.get("of", ""), (0, 0))
    return {"number": number, "count": count} if count else {}


@blueprint.post("/import", endpoint="read")
@blueprint.post("/import/type", endpoint="read_typed")
def read() -> Answer:
    """Show the games in the files or typed rows; with `keep`, save them.

    Answer 422 if nothing was sent or nothing can be saved, or 429 if too many files are being read.
    """
    from scorepad.importing.prepared_games import prepare_file
    from scorepad.importing.save_evenings import EveningSaver, Result

    sent = SentFiles.of_request()
    if not sent.files:
        nothing = _("Choose a file first, or paste rows of a spreadsheet.")
        return _page(sent, wrong=_("Enter a hand first.") if _is_typing() else nothing), 422
    try:
        evenings_by_file = _read_evenings(sent)
    except TooBusy as error:
        return Response(_page(sent, wrong=str(error)), 429, {"Retry-After": str(RETRY_AFTER)})
    if evenings_by_file is None:
        words = _("This is more than the page can hold. Import it in parts, or on the command line: {command}.")
        return _page(SentFiles(()), wrong=words.format(command="scorepad import")), 422
    try:
        choices = _choices(_date_order())
    except ScorepadError as error:  # an invalid date in the form
        return _page(sent, wrong_date=str(error)), 422
    files = (
        prepare_file(evenings, number, choices, rule_library()) for number, evenings in enumerate(evenings_by_file)
    )
    keep = bool(request.form.get("keep"))
    keeping = EveningSaver(repository(), by=who(), again=bool(request.form.get("again")), dry_run=not keep)
    sent_as = idempotency_key()
    results: list[Result] = []
    with contextlib.closing(_with_progress(files, len(evenings_by_file))) as counted:
        for number, evenings in enumerate(counted):
            left_out = [evening for evening in evenings if evening.error] if request.form.get("leave_out") else []
            sound = [evening for evening in evenings if not (left_out and evening.error)]
            results += keeping.keep(sound, f"{sent_as} {number}" if sent_as else None)
            results += [Result(evening, held=True) for evening in left_out]
    if not keep or not any(result.is_new for result in results):
        return _page(sent, results), 422 if keep else 200
    column_choices.remember(column_choices.choices())
    return _redirect_to_imported(results)


def _read_evenings(sent: SentFiles) -> list[list[FileEvening]] | None:
    """Return the evenings of each file, each file of a zip separately; None if they are too much for one page."""
    from scorepad.importing.reader_process import FileReader

    if len(sent.carried()) > MOST_CARRIED:
        return None
    columns = column_choices.choices()
    with FileReader(most_seconds=MOST_SECONDS, most_answer=MOST_ANSWER) as reader:
        uploads = [reader.read(name, data, _date_order(), columns) for name, data in sent.files]
    if sum(evening.work for evenings in uploads for evening in evenings) > MOST_TRIED:
        return None
    return [
        list(of_file)
        for evenings in uploads
        for _name, of_file in itertools.groupby(evenings, lambda evening: evening.file)
    ]


def _date_order() -> DayOrMonth | None:
    """Return the first part of dates such as 03/04/2026, day or month, if the user has chosen it."""
    from scorepad.game.state.dates import DayOrMonth

    return next((known for known in get_args(DayOrMonth) if known == request.form.get("dates")), None)


def _with_progress(files: Iterable[list[PreparedGame]], count: int) -> Generator[list[PreparedGame]]:
    """Yield the evenings of each file and update the progress of this request; a single file has no progress."""
    request_id, how_far = request.form.get("event_id", ""), group().progress
    try:
        for number, evenings in enumerate(files, 1):
            if count > 1:
                how_far[request_id] = number, count
            yield evenings
    finally:
        how_far.pop(request_id, None)


def _choices(first: DayOrMonth | None) -> Choices:
    from scorepad.game.state.dates import read_date
    from scorepad.importing.prepared_games import Choices

    form = request.form
    counts: Counts = "rules" if form.get("counts") == "rules" else "paper"
    other: Counts = "paper" if counts == "rules" else "rules"
    of_hand = re.compile(other + r"\.(\d{1,5}\.\d{1,6})\.(\d{1,4})")
    return Choices(
        rulebook=form.get("rulebook", ""),
        scheme=form.get("scheme", ""),
        date=read_date(form.get("date", "").strip(), first, 0),
        counts=counts,
        hands={(match[1], int(match[2])): other for key in form if (match := of_hand.fullmatch(key))},
        names={key.removeprefix("who."): value for key, value in form.items() if key.startswith("who.") and value},
    )


def _redirect_to_imported(results: Sequence[Result]) -> Answer:
    """Redirect to the list, or to the game if there is only one."""
    from scorepad.importing.preview import continuation_text

    new = [result.game_id for result in results if result.game_id and result.is_new]
    begun = sum(result.is_new and not result.continues for result in results)
    if begun:
        message = ngettext("{count} evening imported.", "{count} evenings imported.", begun)
        flash(message.format(count=begun))
    for added in [result.continues for result in results if result.continues][:1]:
        flash(continuation_text(added))
    wrong = [result.evening for result in results if result.evening.error]
    if wrong:
        words = ngettext(
            "{count} evening was not imported: {why}", "{count} evenings were not imported: {why}", len(wrong)
        )
        flash(words.format(count=len(wrong), why=join_label(wrong[0].file, str(wrong[0].error))))
    where = url_for("game_page.show", game_id=new[0]) if len(new) == 1 else url_for("game_list.list_games")
    return redirect(where, code=303)


def _page(sent: SentFiles, results: Sequence[Result] = (), **wrong: str) -> str:
    from scorepad.importing import preview

    evenings = [result.evening for result in results]
    half = any(result.held for result in results) and any(result.evening.kept for result in results if result.held)
    people = {
        name: [(name, _("New person")), (known, known)] for name, known in preview.unsure_names(results, repository())
    }
    clashing = {
        evening.error.asked: evening.error for evening in evenings if isinstance(evening.error, DuplicatePerson)
    }
    return render_template(
        "statistics/type.html" if _is_typing() else "statistics/import.html", typing=_grid() if _is_typing() else None,
        form=new_hidden_fields(), sent=sent, results=results, typed=request.form, preview=preview,
        previews=preview.preview_tables(_grouped_by_answer(results)), tables=column_choices.tables_to_show(evenings),
        count=sum(type(evening.error) is not SheetUnreadable for evening in evenings),
        rulebooks=[(key, ours(rulebook.name)) for key, rulebook in rule_library().rulebooks().items()],
        schemes=[(key, ours(scheme.name)) for key, scheme in rule_library().schemes().items()],
        people=_add_new_person(_assigned_names() | people, clashing), clashing=clashing,
        new=sum(result.is_new for result in results), half=half,
        already=any(result.already or result.continues for result in results),
        unclear=any(isinstance(evening.error, DateUnclear) for evening in evenings),
        differing=any(
            isinstance(evening.error, HandsImpossible)
            or (evening.kept and (evening.kept.differences or evening.kept.doubts))
            for evening in evenings
        ), **wrong,
    )  # fmt: skip


def _grouped_by_answer(results: Sequence[Result]) -> list[tuple[Result, int]]:
    """Return the results for display; of results that wait for the same answer, one with the number of the others."""
    by_answer: dict[object, list[Result]] = {}
    for result in results:
        by_answer.setdefault(_needed_answer(result.evening.error) or result.evening.mark, []).append(result)
    return [(results[0], len(results) - 1) for results in by_answer.values()]


def _needed_answer(error: ScorepadError | None) -> object:
    """Return the question that the user must answer before the evening can be saved.

    The same question may concern many evenings. Return None if it concerns this evening only.
    """
    if isinstance(error, DateUnclear):
        return DateUnclear
    return str(error) if type(error) is FileError else None


def _is_typing() -> bool:
    return request.endpoint in ("importing.type_in", "importing.read_typed")


def _grid() -> dict[str, Any]:
    """Return the columns and texts of the form for a typed sheet, and the names of likely players."""
    parts = [("bid", _("Bid")), ("taken", _("Tricks taken")), ("points", _("Points")), ("total", _("Running total"))]
    words = {
        "hand": _("Hand"), "cards": _("Cards"), "player": _("Player {number}"), "cell": _("Hand {hand}, {what}"),
        "of": _("{name}, {what}"), "bid": _("Bid"), "taken": _("Taken"), "points": _("Points"), "total": _("Total"),
        "empty": _("Clear all rows"), "back": _("Restore them"),
        "unanswered": _("Scorepad does not answer. What you typed stays here."),
    }  # fmt: skip
    return {"parts": parts, "words": words, "most": MOST_PLAYERS, "known": repository().evenings.suggested_names()}


def _assigned_names() -> Answers:
    """Return the names that the user has assigned, so that the form shows these answers again."""
    assigned = {key.removeprefix("who."): value for key, value in request.form.items() if key.startswith("who.")}
    return {name: [(name, _("New person")), *([(to, to)] if to != name else [])] for name, to in assigned.items()}


def _add_new_person(people: Answers, clashing: Iterable[str]) -> Answers:
    """Add a new person as a candidate for each name that two players of a table would share."""
    extended = {
        name: [*people.get(name, [(name, name)]), (f"{name} 2", _("Another person: {name} 2").format(name=name))]
        for name in clashing
    }
    return people | extended
