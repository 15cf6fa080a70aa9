"""The sheets of all games, or of some years, places and games, in one file that is sent as it is made."""

from __future__ import annotations

from collections.abc import Generator
from itertools import chain

from flask import Blueprint, Response, abort, render_template, request, stream_with_context

from scorepad.errors import NothingToPrint, UnknownLanguage
from scorepad.formats import decimals
from scorepad.game.report.archive import ArchiveChoice, GameLine, ToChooseFrom
from scorepad.store.records import Listed
from scorepad.web.reports.drawn import drawings, waiting
from scorepad.web.reports.printing import paper_choices, paper_options, printed_in
from scorepad.web.submit import FormState, repository
from scorepad.words import _, language, made_in

blueprint = Blueprint("archive", __name__)

KB_A_SHEET = 16
"""About, in a zip and with fonts; in one PDF, which has them once, it is a quarter of that."""


@blueprint.get("/print/all")
def choose() -> str:
    """What there is to choose from, and how many sheets that is; every field has an answer already."""
    return _page(FormState(typed=request.args or None))


def _page(form_state: FormState) -> str:
    lines = [_line(one) for one in repository().kept()]
    count = sum(map(_choice().holds, lines))
    return render_template(
        "reports/print_all.html", there=ToChooseFrom.of(lines), count=count, zipped=_megabytes(count * KB_A_SHEET),
        whole=_megabytes(count * KB_A_SHEET / 4), form_state=form_state, paper_choices=paper_choices(),
    )  # fmt: skip


def _megabytes(kilobytes: float) -> str:
    """`0.3`, `33`: no more exact than it is."""
    size = kilobytes / 1000
    return decimals(size, 0) if size >= 10 else decimals(max(size, 0.1))


def _line(one: Listed) -> GameLine:
    return GameLine.of(one.summary.title, one.summary.rulebook, one.summary.date)


def _choice() -> ArchiveChoice:
    """`?year=2026&place=The Crown&game=Murder`, each as often as one likes."""
    years, places, games = ([one for one in request.args.getlist(key) if one] for key in ("year", "place", "game"))
    return ArchiveChoice(years, places, games)


@blueprint.get("/print/all.pdf")
def one_pdf() -> Response | tuple[str, int]:
    """One file with a title and contents, which name the games that are left out for their record is damaged."""
    return _sent("pdf")


@blueprint.get("/print/all.zip")
def zipped() -> Response | tuple[str, int]:
    """A file for each game; in a text of its own stands which are left out."""
    return _sent("zip")


def _sent(kind: str) -> Response | tuple[str, int]:
    """Piece by piece; nobody waits for the whole, and whoever stops the download stops the work. 422 with the form
    where no game is chosen, 404 where there is none at all."""
    choice = _choice()
    lines = [one for one in repository().kept() if choice.holds(_line(one))]
    if not lines and not choice.words:
        abort(404)
    pieces = _pieces(kind, lines, choice)
    try:
        with printed_in():
            first = next(pieces)
    except UnknownLanguage as error:
        return _page(FormState({error.field: str(error)}, request.args)), 422
    except NothingToPrint:
        words = _("No such game was played, or its record is damaged. Choose others.")
        return _page(FormState({"year": words}, request.args)), 422
    answer = Response(stream_with_context(chain([first], pieces)), content_type=f"application/{kind}")
    answer.headers["Content-Disposition"] = f'{"inline" if kind == "pdf" else "attachment"}; filename="scorepad.{kind}"'
    answer.call_on_close(pieces.close)
    return answer


def _pieces(kind: str, lines: list[Listed], choice: ArchiveChoice) -> Generator[bytes]:
    from printables.archive import as_one_pdf, as_zip

    left_out: list[Listed] = []
    paper = paper_options(request.args, sheet=True)

    def missing() -> list[str]:
        return [one.summary.heading for one in left_out]

    found = (stored.game for stored in repository().each_of(lines, left_out))
    drawn = (
        as_zip(found, paper, left_out=missing)
        if kind == "zip"
        else as_one_pdf(found, paper, chosen=choice.words, left_out=missing)
    )
    with waiting():
        yield from drawings().in_turn(made_in(language(), drawn))
