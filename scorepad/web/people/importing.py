"""Import old sheets: files or pasted rows are shown first and saved on request; the form carries them until then."""

from __future__ import annotations

import base64
import binascii
import contextlib
import io
import itertools
import re
import zipfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.errors import DateUnclear, FileError, HandsImpossible, ScorepadError, TwoOfOne
from scorepad.importing.files import BAD_ZIP, MOST_FILES, unpacked_size
from scorepad.rules.field_readers import MOST_PLAYERS
from scorepad.web.auth.access import MOST_SENT
from scorepad.web.groups.group import group
from scorepad.web.submit import Answer, fresh, idempotency_key, repository, rule_library, who
from scorepad.words import _, labelled, ngettext, ours

if TYPE_CHECKING:
    from scorepad.game.files.old_sheets.as_game import Counts
    from scorepad.game.state.dates import DayOrMonth
    from scorepad.importing.evenings import Choices, Incoming
    from scorepad.importing.files import Found
    from scorepad.importing.keeping import Result

MOST_CARRIED_UNPACKED = 3_000_000  # bytes
_SAME_DAY = (1980, 1, 1, 0, 0, 0)  # of every file: what is carried is the same whenever it is packed


@dataclass(frozen=True)
class SentFiles:
    """Names and bytes of files, in the order in which they came."""

    files: tuple[tuple[str, bytes], ...]

    @classmethod
    def of_request(cls) -> SentFiles:
        """What was chosen or pasted, and what the form carried from before where that is nothing."""
        chosen = [(one.filename or _("File"), one.read()) for one in request.files.getlist("files")]
        pasted = request.form.get("rows", "").strip()
        new = [(name, data) for name, data in chosen if data]
        new += [(_("Pasted rows"), pasted.encode())] if pasted else []
        return cls(tuple(new)) if new else cls(tuple(_unpacked(request.form.get("carried", ""))))

    @property
    def size(self) -> int:
        """Bytes of all together, unpacked."""
        return sum(unpacked_size(data) for _name, data in self.files)

    def carried(self) -> str:
        """All of it as the text of a field."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
            for number, (name, data) in enumerate(self.files):
                file.writestr(zipfile.ZipInfo(f"{number}/{name}", _SAME_DAY), data, zipfile.ZIP_DEFLATED)
        return base64.b64encode(packed.getvalue()).decode()


def _unpacked(carried: str) -> list[tuple[str, bytes]]:
    """What `carried` holds; nothing where somebody has changed it."""
    try:
        with zipfile.ZipFile(io.BytesIO(base64.b64decode(carried, validate=True))) as file:
            inside = file.infolist()
            if len(inside) > MOST_FILES or sum(one.file_size for one in inside) > MOST_CARRIED_UNPACKED:
                return []
            return [(one.filename.partition("/")[2], file.read(one)) for one in inside]
    except (binascii.Error, *BAD_ZIP):
        return []


blueprint = Blueprint("importing", __name__)

MOST_FILES_SENT = 448 * 1024
"""Bytes of the files that are sent at once: a hundred evenings of seven players have 300 kB."""


@blueprint.url_value_preprocessor
def _take_a_folder(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """More than elsewhere, and said before anybody looks at the form: its seal is read first of all."""
    request.max_content_length = MOST_FILES_SENT


Answers = dict[str, list[tuple[str, str]]]
"""Who somebody may be, by the name that comes in: names and their words."""

MOST_CARRIED = MOST_SENT - 32 * 1024
"""Letters of the field that carries the files: what else the form says, and who is who, has to go with them."""

MOST_READ, MOST_TRIED = 1_500_000, 8_000
"""Bytes of all files, unpacked, that are read for one page, and hands in them that are tried: some seconds of work."""


@blueprint.get("/import", endpoint="show")
@blueprint.get("/import/type", endpoint="type_in")
def show() -> str:
    """The page that asks for files or rows, or the one where a sheet of paper is typed, a row a hand."""
    return _page(SentFiles(()))


@blueprint.get("/import/progress")
def progress() -> dict[str, int]:
    """`number`, the file that is worked on now of the form whose `event_id` is `of`, and their `count`; {} where none
    is, or none but by another worker, which alone knows."""
    number, count = group().how_far.get(request.args.get("of", ""), (0, 0))
    return {"number": number, "count": count} if count else {}


@blueprint.post("/import", endpoint="read")
@blueprint.post("/import/type", endpoint="read_typed")
def read() -> Answer:
    """What would be kept of the files or typed rows, and with `keep` keep it; 422 where nothing was sent or can be."""
    from scorepad.importing.keeping import Keeping, Result

    sent = SentFiles.of_request()
    if not sent.files:
        nothing = _("Choose a file first, or paste rows of a spreadsheet.")
        return _page(sent, wrong=_("Type a hand first.") if _is_typing() else nothing), 422
    found = _found(sent)
    if found is None:
        words = _(
            "This is more than the page can carry along. Bring it in in parts, or by the command line: {command}."
        )
        return _page(SentFiles(()), wrong=words.format(command="scorepad import")), 422
    try:
        files = _looked_at(found, _choices(_first()))
    except ScorepadError as error:  # the day that was typed
        return _page(sent, wrong_date=str(error)), 422
    keep = bool(request.form.get("keep"))
    keeping = Keeping(repository(), by=who(), again=bool(request.form.get("again")), dry_run=not keep)
    sent_as = idempotency_key()
    results: list[Result] = []
    with contextlib.closing(_counted(files, len(found))) as counted:
        for number, evenings in enumerate(counted):
            left_out = [one for one in evenings if one.error] if request.form.get("leave_out") else []
            sound = [one for one in evenings if not (left_out and one.error)]
            results += keeping.keep(sound, f"{sent_as} {number}" if sent_as else None)
            results += [Result(one, held=True) for one in left_out]
    if not keep or not any(one.is_new for one in results):
        return _page(sent, results), 422 if keep else 200
    return _kept(results)


def _found(sent: SentFiles) -> list[list[Found]] | None:
    """The evenings of each file, those in a zip one by one; None where it is more than one page looks at and carries
    along."""
    from scorepad.importing.files import found_in

    if sent.size > MOST_READ or len(sent.carried()) > MOST_CARRIED:
        return None
    found = [list(found_in(name, data, _first())) for name, data in sent.files]
    if sum(one.work for of_sent in found for one in of_sent) > MOST_TRIED:
        return None
    return [list(of_file) for of_sent in found for _name, of_file in itertools.groupby(of_sent, lambda one: one.file)]


def _first() -> DayOrMonth | None:
    """What stands first in 03/04/2026, where somebody has said that."""
    from scorepad.game.state.dates import DayOrMonth

    return next((one for one in get_args(DayOrMonth) if one == request.form.get("dates")), None)


def _looked_at(found: Iterable[Iterable[Found]], choices: Choices) -> Iterator[list[Incoming]]:
    """What would be kept of each file, which is tried as it is asked for."""
    from scorepad.importing.evenings import by_file

    numbers = itertools.count()
    for of_file in found:
        yield from by_file(of_file, choices, rule_library(), numbers)


def _counted(files: Iterable[list[Incoming]], count: int) -> Generator[list[Incoming]]:
    """The same, and as long as this request works on them `progress` says which one it is; of one alone nothing."""
    word, how_far = request.form.get("event_id", ""), group().how_far
    try:
        for number, one in enumerate(files, 1):
            if count > 1:
                how_far[word] = number, count
            yield one
    finally:
        how_far.pop(word, None)


def _choices(first: DayOrMonth | None) -> Choices:
    from scorepad.game.state.dates import read_date
    from scorepad.importing.evenings import Choices

    said = request.form
    names = {key.removeprefix("who."): value for key, value in said.items() if key.startswith("who.") and value}
    by_rules = said.get("counts") == "rules"
    counts: Counts = "rules" if by_rules else "paper"
    other: Counts = "paper" if by_rules else "rules"
    return Choices(
        rulebook=said.get("rulebook", ""),
        scheme=said.get("scheme", ""),
        date=read_date(said.get("date", "").strip(), first, 0),
        counts=counts,
        hands=dict.fromkeys(_hands_named(other), other),
        names=names,
    )


def _hands_named(what: str) -> Iterator[tuple[str, int]]:
    """The hands that are to be taken the other way than all: mark of the evening and number."""
    for key in request.form:
        if found := re.fullmatch(what + r"\.(\d{1,5}\.\d{1,6})\.(\d{1,4})", key):
            yield found[1], int(found[2])


def _kept(results: Sequence[Result]) -> Answer:
    """To the list, or where there is only one to its sheet."""
    from scorepad.importing.preview import goes_on

    new = [one.game_id for one in results if one.game_id and one.is_new]
    begun = sum(one.is_new and not one.continues for one in results)
    if begun:
        told = ngettext("{count} evening has been brought in.", "{count} evenings have been brought in.", begun)
        flash(told.format(count=begun))
    for added in [one.continues for one in results if one.continues][:1]:
        flash(goes_on(added))
    wrong = [one.evening for one in results if one.evening.error]
    if wrong:
        words = ngettext("{count} evening was not: {why}", "{count} evenings were not: {why}", len(wrong))
        flash(words.format(count=len(wrong), why=labelled(wrong[0].file, str(wrong[0].error))))
    where = url_for("games.show", game_id=new[0]) if len(new) == 1 else url_for("games.list_games")
    return redirect(where, code=303)


def _page(sent: SentFiles, results: Sequence[Result] = (), **wrong: str) -> str:
    from scorepad.importing.preview import by_hand, goes_on, heading, seen_before, unsure

    evenings = [one.evening for one in results]
    half = any(one.held for one in results) and any(one.evening.kept for one in results if one.held)
    people = {name: [(name, _("Somebody new")), (like, like)] for name, like in unsure(results, repository())}
    clashing = {one.error.asked: one.error for one in evenings if isinstance(one.error, TwoOfOne)}
    return render_template(
        "people/type.html" if _is_typing() else "people/import.html", typing=_grid() if _is_typing() else None,
        form=fresh(), sent=sent, results=results, told=_told_once(results), typed=request.form, heading=heading,
        by_hand=by_hand, goes_on=goes_on, seen_before=seen_before,
        rulebooks=[(key, ours(one.name)) for key, one in rule_library().rulebooks().items()],
        schemes=[(key, ours(one.name)) for key, one in rule_library().schemes().items()],
        people=_with_another(_said_who() | people, clashing), clashing=clashing,
        new=sum(one.is_new for one in results), half=half,
        already=any(one.already or one.continues for one in results),
        unclear=any(isinstance(one.error, DateUnclear) for one in evenings),
        differing=any(
            isinstance(one.error, HandsImpossible) or (one.kept and (one.kept.differences or one.kept.doubts))
            for one in evenings
        ), **wrong,
    )  # fmt: skip


def _told_once(results: Sequence[Result]) -> list[tuple[Result, int]]:
    """What came of the evenings; those that wait for one answer stand there once, with how many others there are."""
    alike: dict[object, list[Result]] = {}
    for one in results:
        alike.setdefault(_waits_for(one.evening.error) or one.evening.mark, []).append(one)
    return [(same[0], len(same) - 1) for same in alike.values()]


def _waits_for(error: ScorepadError | None) -> object:
    """What somebody has to say before an evening can be kept, which may hold for many; None where it is its own."""
    if isinstance(error, DateUnclear):
        return DateUnclear
    return str(error) if type(error) is FileError else None


def _is_typing() -> bool:
    return request.endpoint in ("importing.type_in", "importing.read_typed")


def _grid() -> dict[str, Any]:
    """What the rows of a sheet that is typed may hold of each player, in words, and who is likely to have sat there."""
    parts = [("bid", _("Bid")), ("taken", _("Tricks taken")), ("points", _("Points")), ("total", _("Running total"))]
    words = {
        "hand": _("Hand"), "cards": _("Cards"), "player": _("Player {number}"), "cell": _("Hand {hand}, {what}"),
        "of": _("{name}, {what}"), "bid": _("Bid"), "taken": _("Taken"), "points": _("Points"), "total": _("Total"),
        "empty": _("Empty all rows"), "back": _("Put them back"),
        "unanswered": _("Scorepad does not answer. What you have typed stays here."),
    }  # fmt: skip
    return {"parts": parts, "words": words, "most": MOST_PLAYERS, "known": repository().evenings.offered()}


def _said_who() -> Answers:
    """Names of which somebody has said who they are, to be asked again with that answer."""
    said = {key.removeprefix("who."): value for key, value in request.form.items() if key.startswith("who.")}
    return {name: [(name, _("Somebody new")), *([(to, to)] if to != name else [])] for name, to in said.items()}


def _with_another(people: Answers, clashing: Iterable[str]) -> Answers:
    """With somebody else to choose where two of a table would bear one name."""
    more = {
        name: [*people.get(name, [(name, name)]), (f"{name} 2", _("Somebody else: {name} 2").format(name=name))]
        for name in clashing
    }
    return people | more
