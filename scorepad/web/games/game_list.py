"""The list of games, the upload of a game file, and the trash."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorepad.errors import FileError, GameNotFound, RecordDamaged, ScorepadError
from scorepad.formats import day_and_month, format_points, parse_exact
from scorepad.game.state.game import Game
from scorepad.repository import StoredGame, damaged_words
from scorepad.store import TRASH_DAYS
from scorepad.store.records import DEMO_GAME, Listed, Pile
from scorepad.web.auth import login
from scorepad.web.fields import parse_int
from scorepad.web.groups.group import COPY, CopyNotice, group, read_copy_notice
from scorepad.web.reports import table_view
from scorepad.web.reports.sheet_rows import sheet_html
from scorepad.web.submit import Answer, idempotency_key, look_or_404, new_hidden_fields, repository, rule_library, who
from scorepad.words import _, join_label

blueprint = Blueprint("game_list", __name__)

PAGE = 30  # games on one page of the list
CARDS = 3  # games in progress that show what is next and the totals
PAUSED = timedelta(days=14)  # a game that was not played for so long has no card
LETTERS = 18, 27, 500  # of the names of a game: on a narrow phone, on a phone, and on a wide screen
MOST_PLACE = 10**18 - 1  # the highest place in the list


class RunningGame(NamedTuple):
    """A game in progress: its row in the list, what is next, and the board with the totals."""

    listed: Listed
    next_step: str
    board: table_view.Board


@blueprint.get("/")
def list_games() -> str:
    """Return the list of games: those in progress first, then the finished ones; or the results of a search.

    `?running=` or `?before=` with a place shows the next page of one of the two.
    """
    search = request.args.get("search", "").strip()[:80]
    running, before = _place("running"), _place("before")
    piles = {
        "running": None if before else _page_of("running", running, search),
        "finished": None if running else _page_of("finished", before, search),
    }
    damaged = repository().damaged(row for pile in piles.values() if pile for row in pile[0])
    running_games, finished = ([] if pile is None else pile[0] for pile in piles.values())
    since = (datetime.now(UTC) - PAUSED).isoformat()
    paused = {row.game_id for row in running_games if row.updated < since}
    playing = [row for row in running_games if row.game_id not in {*damaged, *paused}]
    nothing = not (running_games or finished or search or before or running)
    return render_template(
        "games/list.html",
        **piles,
        cards=list(_cards(playing)),
        paused=paused,
        example=_example_sheet() if nothing else "",
        counted=lambda names: dict.fromkeys(counted_names(names, letters) for letters in LETTERS),
        by_year=[
            (year, list(games)) for year, games in groupby(finished, lambda row: day_and_month(row.summary.date)[2])
        ],
        times=_times(finished),
        results=_results([row for row in finished if row.game_id not in damaged]),
        damaged=damaged,
        damaged_words=damaged_words,
        search=search,
        today=date.today().isoformat(),
    )


@blueprint.get("/more")
def more() -> str:
    """Return the links to the pages that are needed less often."""
    return render_template("games/more.html", binned=repository().store.count("binned"), form=new_hidden_fields())


def counted_names(names: Sequence[str], letters: int) -> str:
    """Return as many whole names as fit, at least one, and the number of the others, such as "Ann, Bob +3"."""
    for count in range(len(names), 1, -1):
        text = ", ".join(names[:count]) + (f" +{len(names) - count}" if count < len(names) else "")
        if len(text) <= letters:
            return text
    return f"{names[0]} +{len(names) - 1}" if len(names) > 1 else "".join(names)


def _example_sheet() -> Markup:
    """Return the sheet of the demo game, which shows a new user what to expect."""
    from scorepad.game.files.demo_game import demo_game  # imported late: startup needs no code that reads files

    return sheet_html(StoredGame(demo_game(), 0, DEMO_GAME, ""))


def _cards(playing: list[Listed]) -> Iterator[RunningGame]:
    """Yield the first few games in progress with their boards."""
    for listed in playing[:CARDS]:
        try:
            game = repository().load(listed.game_id).game
        except (GameNotFound, RecordDamaged):  # changed since the list was read
            continue
        board = table_view.board(game, repository().store.draft(listed.game_id))
        yield RunningGame(listed, _next_step(game, board), board)


def _next_step(game: Game, board: table_view.Board) -> str:
    """Return what is next in a game in progress, such as "Hand 10 of 19: Eve bids"."""
    sheet, hand = game.sheet, game.sheet.open_hand
    if hand is None:
        return ""
    count = sheet.hands_played + len(sheet.coming())
    title = _("Hand {n}") if sheet.endless else _("Hand {n} of {count}")
    turn = next((line.name for line in board.lines if line.turn), "")
    if sheet.bids is not None or not hand.bidders:
        step = _("the hand is being played")
    elif turn:
        step = (_("{name} calls") if sheet.rulebook.bidding == "auction" else _("{name} bids")).format(name=turn)
    else:
        step = _("the players bid")
    return join_label(title.format(n=hand.number, count=count), step)


def _times(games: list[Listed]) -> dict[str, str]:
    """Return the time of the last change, in local time, of games that share their date with another game."""
    dates = [row.summary.date for row in games]
    return {
        row.game_id: f"{datetime.fromisoformat(row.updated).astimezone():%H:%M}"
        for row in games
        if row.summary.date and dates.count(row.summary.date) > 1
    }


def _results(games: list[Listed]) -> dict[str, tuple[str, str]]:
    """Return the winners of these games and their total, "" if no player won; leave out games without stored facts."""
    evenings = repository().evenings.listed([(row.game_id, str(row.state[1])) for row in games])
    won = {game_id: evening.winners for game_id, evening in evenings.items()}
    return {
        game_id: (
            counted_names([result.name for result in first], LETTERS[0]),
            format_points(parse_exact(first[0].total)) if first else "",
        )
        for game_id, first in won.items()
    }


def _page_of(pile: Pile, before: int | None, search: str) -> tuple[list[Listed], int | None]:
    """Return some games of a pile, and the place before which the next page begins; None if there is no next page."""
    games = repository().games(pile, limit=PAGE + 1, before=before, search=search)
    return games[:PAGE], games[PAGE - 1].place if len(games) > PAGE else None


def _place(name: str) -> int | None:
    """Return a place in the list from the query; None if it is not valid."""
    return parse_int(request.args.get(name), 0, MOST_PLACE)


@blueprint.post("/games/demo")
def try_demo() -> Response:
    """Create the demo game unless it exists; redirect to its page."""
    from scorepad.game.files.demo_game import demo_game  # imported late: startup needs no code that reads files

    repository().keep(demo_game(), by=who(), event_id=DEMO_GAME, game_id=DEMO_GAME)
    return redirect(url_for("game_page.show", game_id=DEMO_GAME), code=303)


@blueprint.get("/games/bin")
def show_bin() -> str:
    """Return the page of the trash, with a button to restore each game."""
    games = repository().games("binned", limit=100)
    return render_template(
        "games/bin.html", games=games, damaged=repository().damaged(games), damaged_words=damaged_words,
        days=TRASH_DAYS,
    )  # fmt: skip


@blueprint.post("/games/<game_id>/bin")
def put_in_bin(game_id: str) -> Response:
    """Move a game to the trash, a damaged one too; redirect to the list. Answer 404 if there is no such game.

    Delete the demo game at once.
    """
    look_or_404(game_id)
    repository().store.remove_game(game_id)
    if game_id == DEMO_GAME:
        flash(_("The demo game is deleted."))
        return redirect(url_for("game_list.list_games"), code=303)
    undo = f"{url_for('game_list.take_out_of_bin', game_id=game_id)} -"
    flash(_("The game is in the trash. You can restore it there."), undo)
    return redirect(url_for("game_list.list_games"), code=303)


@blueprint.post("/games/<game_id>/unbin")
def take_out_of_bin(game_id: str) -> Response:
    """Restore a game to the list; redirect to its page. Answer 404 if there is no such game."""
    look_or_404(game_id)
    repository().store.restore_game(game_id)
    flash(_("The game is back in the list."))
    return redirect(url_for("game_page.show", game_id=game_id), code=303)


@blueprint.post("/games/upload")
def read_in() -> Answer:
    """Save the game of an uploaded file and redirect to its page; answer 422 with the error if the file is invalid."""
    from scorepad import json_text  # imported late: startup needs no code that reads files
    from scorepad.game.files.game_file import read_game
    from scorepad.importing.prepared_games import PreparedGame
    from scorepad.importing.preview import continuation_text
    from scorepad.importing.save_evenings import EveningSaver
    from scorepad.importing.sheets.game_builder import ImportedGame

    file = request.files.get("file")
    data = file.read() if file else b""
    try:
        if not data:
            raise FileError(_("Choose a file first. This one is empty, or none was sent."))
        game = read_game(json_text.parse(data), rule_library())
    except ScorepadError as error:
        return render_template("games/refused_upload.html", error=error, form=new_hidden_fields()), 422
    sent = PreparedGame("", None, "", ImportedGame(game))
    (result,) = EveningSaver(repository(), by=who()).keep([sent], idempotency_key(data))
    if result.already:
        message = _("This evening is already saved. Here it is.")
    else:
        message = continuation_text(result.continues) if result.continues else _("The game is imported.")
    flash(message)
    return redirect(url_for("game_page.show", game_id=result.game_id), code=303)


def copy_here() -> CopyNotice | None:
    """Return the notice that these games are a copy of another group; None if they are not."""
    return read_copy_notice(group().store)


def links_are_anew() -> bool:
    """Return True if links that were shown before no longer work."""
    links = login.all_links()
    return links is not None and links.has_changed


@blueprint.post("/copy/read")
def read_note() -> Response:
    """Dismiss the notice of a copy, which becomes the group itself."""
    group().store.drop_setting(COPY)
    links = login.all_links()
    if links is not None and links.has_changed:
        links.dismiss_change()
    return redirect(url_for("game_list.list_games"), code=303)
