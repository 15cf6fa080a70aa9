"""The sheets of all games, or of selected years, places and games, in one file that is streamed."""

from collections.abc import Generator
from functools import partial
from itertools import chain

from flask import Blueprint, Response, abort, render_template, request, stream_with_context

from scorepad.errors import RuleError, UnknownLanguage
from scorepad.formats import decimals
from scorepad.repository.archive_filter import ArchiveChoice, ToChooseFrom
from scorepad.store.records import Listed
from scorepad.web.form_state import FormState
from scorepad.web.reports.printing import paper_choices, paper_options, print_language
from scorepad.web.reports.render_cache import count_waiting, drawings
from scorepad.web.submit import repository
from scorepad.words import _, language, translated_items

blueprint = Blueprint("archive", __name__)

KB_A_SHEET = 16
"""Approximate kB per sheet in a zip, with fonts. One PDF embeds the fonts once and takes a quarter of that."""


@blueprint.get("/print/all")
def choose() -> str:
    """Return the form with the filters and the number of sheets; every field has a default."""
    return _page(FormState(typed=request.args or None))


def _page(form_state: FormState) -> str:
    games = [line.summary for line in repository().kept()]
    count = sum(map(_choice().holds, games))
    return render_template(
        "reports/print_all.html", there=ToChooseFrom.of(games), count=count, zipped=_megabytes(count * KB_A_SHEET),
        whole=_megabytes(count * KB_A_SHEET / 4), form_state=form_state, paper_choices=paper_choices(),
    )  # fmt: skip


def _megabytes(kilobytes: float) -> str:
    """Return a size in MB, rounded, such as `0.3` or `33`."""
    size = kilobytes / 1000
    return decimals(size, 0) if size >= 10 else decimals(max(size, 0.1))


def _choice() -> ArchiveChoice:
    """Parse `?year=2026&place=The Crown&game=Murder`; each parameter may be repeated."""
    years, places, games = (
        [value for value in request.args.getlist(key) if value] for key in ("year", "place", "game")
    )
    return ArchiveChoice(years, places, games)


@blueprint.get("/print/all.pdf", endpoint="one_pdf", defaults={"kind": "pdf"})
@blueprint.get("/print/all.zip", endpoint="zipped", defaults={"kind": "zip"})
def stream_file(kind: str) -> Response | tuple[str, int]:
    """Stream one PDF with a title and contents, or a zip with one file per game; both list the omitted damaged games.

    The file comes piece by piece; the work stops if the client cancels the download.
    Answer 422 with the form if no game matches, 404 if there are no games at all.
    """
    choice = _choice()
    lines = [line for line in repository().kept() if choice.holds(line.summary)]
    if not lines and not choice.words:
        abort(404)
    pieces = _pieces(kind, lines, choice)
    try:
        with print_language():
            first = next(pieces)
    except UnknownLanguage as error:
        return _page(FormState({error.field: str(error)}, request.args)), 422
    except RuleError as error:
        words = _("No such game was played, or its record is damaged. Choose another one.")
        return _page(FormState({error.field: words}, request.args)), 422
    answer = Response(stream_with_context(chain([first], pieces)), content_type=f"application/{kind}")
    answer.headers["Content-Disposition"] = f'{"inline" if kind == "pdf" else "attachment"}; filename="scorepad.{kind}"'
    answer.call_on_close(pieces.close)
    return answer


def _pieces(kind: str, lines: list[Listed], choice: ArchiveChoice) -> Generator[bytes]:
    from printables.filled.archive import as_one_pdf, as_zip

    left_out: list[Listed] = []
    paper = paper_options(request.args, sheet=True)

    games = (stored.game for stored in repository().load_each(lines, left_out))
    missing = (line.summary.heading for line in left_out)  # known when all are loaded
    draw = as_zip if kind == "zip" else partial(as_one_pdf, chosen=choice.words)
    pieces = draw(games, paper, left_out=missing)
    with count_waiting():
        yield from drawings().in_turn(translated_items(language(), pieces))
