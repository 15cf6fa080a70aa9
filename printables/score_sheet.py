"""The score sheet of a game on paper: what the screen shows, for the table, the folder and the fridge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from printables.chart import PrintedChart
from printables.page import PaperOptions, clean
from printables.pen import Pen
from printables.people_names import as_printed
from printables.sheet_drawing import ClosingRow, SheetWords, draw
from printables.sheet_grid import Grid, choose_grid
from printables.sheet_layout import SheetLayout, Wanted, foot_lines, lay_out
from printables.sheet_lines import DOT, STAR, TICK, SheetLine, lines_to_come, sheet_lines
from scorepad.game.report.chart_series import chart_series
from scorepad.game.state.record import Game
from scorepad.rules.numbers import change, written
from scorepad.words import _


def score_sheet(game: Game, paper: PaperOptions | None = None, *, blob: bool = False) -> bytes:
    """The game's sheet as a PDF, a missed bid blotted out where `blob`; raises UnknownPaper.

    Portrait or landscape as the figures need it unless the paper says. Equal games give equal bytes.
    """
    paper = paper or PaperOptions()
    drawing = SheetDrawing.of(game, paper, blob=blob)
    words = drawing.words
    author = game.sheet.scorer or "Scorepad"
    pen = Pen(drawing.layout.grid.size, title=words.running, author=author, subject=words.about, paper=paper)
    drawing.on(pen)
    return pen.done()


@dataclass(frozen=True)
class SheetDrawing:
    """A game's sheet laid out, ready to be drawn."""

    layout: SheetLayout
    words: SheetWords
    closing: Sequence[ClosingRow]
    chart: PrintedChart | None  # None: too few hands to show anything
    blob: bool

    @classmethod
    def of(cls, game: Game, paper: PaperOptions, *, blob: bool = False) -> SheetDrawing:
        """A game's sheet laid out on this paper; `blob`: missed bids blotted out, not struck. Raises UnknownPaper."""
        game = as_printed(game, clean)
        lines, to_come = sheet_lines(game), lines_to_come(game)
        rulebook = game.sheet.rulebook
        names = {player: game.names[player] for player in game.sheet.seats.everyone}
        auction = rulebook.bidding == "auction" or any(line.contract for line in lines)
        grid = choose_grid([*lines, *to_come], names, paper, auction)
        closing = _closing(game, lines)
        chart = PrintedChart(chart_series(game.sheet), grid.short) if game.sheet.hands_played >= LEAST_CHARTED else None
        foot = foot_lines(list(_foot(game, grid, names, lines, blob)), grid)
        wanted = Wanted(sum(row.high for row in closing), foot, len(chart.chart_series.totals) if chart else 0)
        layout = lay_out(grid, lines, to_come, wanted, game.sheet.endless)
        return cls(layout, _words(game), closing, chart, blob)

    def on(self, pen: Pen, *, marked: bool = False) -> None:
        """All its pages; a bookmark for each where there are several, or for the game where it is one of many."""
        pen.lay(self.layout.grid.size)
        draw(pen, self.layout, self.words, self.closing, self.chart, blob=self.blob, marked=marked)


LEAST_CHARTED = 3  # hands


def _words(game: Game) -> SheetWords:
    sheet = game.sheet
    title = sheet.rulebook.name or sheet.scheme.name
    scheme = _("Scoring: {scheme}").format(scheme=sheet.scheme.name)
    scorer = _("Scorer: {name}").format(name=sheet.scorer) if sheet.scorer else ""
    until = _("until {time}").format(time=sheet.until) if sheet.until else ""
    about = DOT.join(part for part in (sheet.date, sheet.location, until, scheme, scorer) if part)
    return SheetWords(title, about, DOT.join(part for part in (title, sheet.date, sheet.location) if part))


def _closing(game: Game, lines: list[SheetLine]) -> list[ClosingRow]:
    """Totals, places and money, as far as there are any."""
    sheet = game.sheet
    if not lines:
        return [ClosingRow(_("Total"), {}, 22, 12, bold=True)]
    title = _("Total") if sheet.finished else _("Total after hand {number}").format(number=sheet.hands_played)
    rows = [ClosingRow(title, {player: written(total) for player, total in sheet.totals.items()}, 22, 12, bold=True)]
    winners = sheet.winners
    places = {
        one.player: f"{STAR} {one.place}" if one.player in winners else str(one.place) for one in sheet.standings()
    }
    rows.append(ClosingRow(_("Place"), places, 15, 9))
    paid = sheet.settlement()
    if paid is not None:
        name = _("Settlement, {stake} a point").format(stake=sheet.stake)
        rows.append(ClosingRow(name, {player: change(amount) for player, amount in paid.items()}, 15, 9))
    return rows


# --- at the foot ------------------------------------------------------------------------------------------


def _foot(game: Game, grid: Grid, names: dict[str, str], lines: list[SheetLine], blob: bool) -> Iterator[str]:
    sheet = game.sheet
    if sheet.winners:
        won = ", ".join(names[player] for player in sheet.winners)
        yield _("Won by {names} with {total}.").format(names=won, total=written(sheet.totals[sheet.winners[0]]))
    lost: dict[str, list[str]] = {}
    for one in sheet.forfeits:
        lost.setdefault(one.name, []).append(_("{name} (hand {hand})").format(name=names[one.player], hand=one.hand))
    for forfeit, losers in lost.items():
        yield _("Lost the {forfeit}: {names}").format(forfeit=forfeit, names=", ".join(losers))
    for comment in sheet.comments:
        yield (
            comment.text
            if comment.hand is None
            else _("Hand {hand}: {text}").format(hand=comment.hand, text=comment.text)
        )
    yield from _in_full(grid, names)
    yield DOT.join(_signs(lines, blob))


def _in_full(grid: Grid, names: dict[str, str]) -> Iterator[str]:
    """Names that are cut in every place, written out in seat order."""
    heads = {player: column.title for player, column in grid.players.items()}
    cut = [f"{heads[p]} = {names[p]}" for p in names if heads[p] != names[p]]
    if cut:
        yield _("Names: {names}").format(names="; ".join(cut))


def _signs(lines: list[SheetLine], blob: bool) -> Iterator[str]:
    """What the signs mean, those that are there."""
    cells = [cell for line in lines for cell in line.cells.values()]
    missed = (
        _("blotted out: bid missed, with the tricks taken") if blob else _("struck: bid missed, with the tricks taken")
    )
    meant = (
        (_("{tick} bid made").format(tick=TICK), (cell.came == TICK for cell in cells)),
        (missed, (cell.struck for cell in cells)),
        (_("(2) a doubler’s own bid, asleep"), (cell.bid.startswith("(") for cell in cells)),
        (_("▸ bids first"), (bool(line.first) for line in lines)),
        (_("× doubled, ×× redoubled"), (bool(line.contract and line.contract.doubler) for line in lines)),
        (_("* corrected afterwards"), ("*" in line.number for line in lines)),
        (_("! to be mended"), ("!" in line.number for line in lines)),
    )
    return (words for words, there in meant if any(there))
