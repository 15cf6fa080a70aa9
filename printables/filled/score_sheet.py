"""The score sheet of a game on paper: what the screen shows, for the table, the folder and the fridge."""

from collections.abc import Iterable, Iterator, Sequence

from printables.filled.chart import PrintedChart
from printables.filled.sheet_drawing import ABOUT_SIZE, CLOSING, TITLE_SIZE, ClosingRow, SheetDrawing, SheetWords
from printables.filled.sheet_grid import NOTE, PAD, Grid, choose_grid
from printables.filled.sheet_layout import PageRequirements, SheetLayout, lay_out
from printables.filled.sheet_lines import CROSS, DOT, STAR, TICK, SheetLine, gather_remarks, lines_to_come, sheet_lines
from printables.page.page import (
    A4,
    BIDS_FIRST,
    BOLD,
    DEALS,
    PLAIN,
    PaperOptions,
    clean,
    legend_line,
    one_line,
    paragraph_lines,
    width,
)
from printables.page.pen import Pen
from printables.page.people_names import name_key, names_in_full, with_printable_names
from scorepad.formats import day_in_words, format_change, format_points
from scorepad.game.report.notes import PAPER_SIGN
from scorepad.game.report.outcome import pot_payments, settlement_title, winners_in_words
from scorepad.game.state.game import Game, played_rows
from scorepad.game.state.sheet import Sheet
from scorepad.words import _, isolated, ours


def score_sheet(game: Game, paper: PaperOptions = A4, *, blob: bool = False) -> bytes:
    """Return the game's sheet as a PDF, a missed bid blotted out where `blob`; raises ScorepadError.

    Portrait or landscape as the figures need it unless the paper says. Equal games give equal bytes.
    """
    drawing = drawing_of(game, paper, blob=blob)
    words, size = drawing.words, drawing.layout.grid.size
    author = game.sheet.scorer or "Scorepad"
    subject = DOT.join(part for part in (words.about, words.where) if part)
    date = game.sheet.date
    pen = Pen(size, title=words.running, author=author, subject=subject, date=date, paper=paper)
    drawing.on(pen)
    return pen.done()


def drawing_of(game: Game, paper: PaperOptions, *, blob: bool = False) -> SheetDrawing:
    """Return a game's sheet laid out on this paper; `blob`: missed bids blotted out, not struck.

    Raises ScorepadError.
    """
    key = name_key(game.names)
    game = with_printable_names(game)
    lines, to_come = sheet_lines(game), lines_to_come(game)
    every, remarks = gather_remarks([*lines, *to_come])
    lines, to_come = every[: len(lines)], every[len(lines) :]
    rulebook = game.sheet.rulebook
    names = {player: game.names[player] for player in game.sheet.seats.everyone}
    auction = rulebook.names_contract or any(line.contract for line in lines)
    trumps = game.sheet.has_trumps and _has_a_choice_of_trumps(lines, to_come)
    grid = choose_grid(every, names, paper, auction=auction, trumps=trumps)
    closing = _closing(game, lines, grid)
    chart = PrintedChart.of(game, grid.short) if game.sheet.hands_played >= LEAST_CHARTED else None
    high, charted = sum(row.high for row in closing), len(chart.series.totals) if chart else 0

    def laid_out(shown: list[SheetLine]) -> SheetLayout:
        numbers = {line.number.rstrip("*!") for line in shown}
        repeated = ((text, [hand for hand in hands if hand in numbers]) for text, hands in remarks.items())
        texts = _foot(game, grid, key, shown, repeated, blob)
        foot = [line for text in texts for line in paragraph_lines(text, NOTE, grid.wide)]
        return lay_out(grid, lines, to_come, PageRequirements(high, foot, charted), game.sheet.endless)

    layout = laid_out(every)
    if len(layout.lines) < len(every):  # signs of hands that find no room are not explained
        layout = laid_out(layout.lines)
    return SheetDrawing(layout, _words(game, grid), closing, chart, blob)


def _has_a_choice_of_trumps(lines: Sequence[SheetLine], to_come: Sequence[SheetLine]) -> bool:
    """Return whether a column of trumps shows a suit or has space for one. Without recorded trumps it has none."""
    is_recorded = not lines or any(line.trump.sign for line in lines)
    suits = any(line.trump.sign and line.trump.colour != "no-suit" for line in [*lines, *to_come])
    return suits or (is_recorded and any(not line.trump.sign for line in to_come))


LEAST_CHARTED = 3  # hands
FINAL = 16.0  # type of the totals that close the table


def _words(game: Game, grid: Grid) -> SheetWords:
    """Over a finished game who has won stands largest."""
    sheet = game.sheet
    name = ours(sheet.rulebook.name or sheet.scheme.name)
    scheme = _("Scoring: {scheme}").format(scheme=ours(sheet.scheme.name))
    running = DOT.join(part for part in (name, day_in_words(sheet.date), isolated(sheet.location)) if part)
    won = _winner_line(game, grid)
    about = [name] * bool(won) + [scheme] * (sheet.scheme.name != sheet.rulebook.name)
    return SheetWords(won or name, DOT.join(about), _where(sheet, grid.wide), running)


def _winner_line(game: Game, grid: Grid) -> str:
    """Return `Ann wins with 43`, with cut names if the line is too short; "" before the end."""
    sheet = game.sheet
    if not sheet.winners:
        return ""
    total = sheet.totals[sheet.winners[0]]
    titles = [
        winners_in_words([names[winner] for winner in sheet.winners], total) for names in (game.names, grid.short)
    ]
    return next((title for title in titles if width(title, TITLE_SIZE, BOLD) <= grid.wide), titles[-1])


def _where(sheet: Sheet, room: float) -> str:
    """When, where and who kept score, in a line: a place that is too long for it is shortened, nothing else."""
    until = _("until {time}").format(time=sheet.until) if sheet.until else ""
    scorer = _("Scorer: {name}").format(name=sheet.scorer) if sheet.scorer else ""
    day = day_in_words(sheet.date)
    others = clean(DOT.join(part for part in (day, until, scorer) if part))
    place = one_line(sheet.location, max(60.0, room - width(others, ABOUT_SIZE) - 12), ABOUT_SIZE)
    return DOT.join(part for part in (day, isolated(place), until, scorer) if part)


def _closing(game: Game, lines: list[SheetLine], grid: Grid) -> list[ClosingRow]:
    """Totals, places and money, as far as there are any."""
    sheet, size = game.sheet, max(CLOSING, grid.shape.least)

    def wrapped_title(title: str, name: str = PLAIN) -> list[str]:
        return paragraph_lines(title, NOTE, grid.label_room - 2 * PAD, name, most=3)

    if not lines and not sheet.only_totals:
        return [ClosingRow(wrapped_title(_("Total"), BOLD), {}, FINAL, bold=True)]
    title = _("Total") if sheet.finished else _("Total after hand {number}").format(number=sheet.hands_played)
    totals = {player: format_points(total) for player, total in sheet.totals.items()}
    rows = [ClosingRow(wrapped_title(title, BOLD), totals, FINAL, bold=True)]
    winners = sheet.winners
    places = {
        standing.player: f"{STAR} {standing.place}" if standing.player in winners else str(standing.place)
        for standing in sheet.standings()
    }
    away = {player for player in sheet.totals if player not in sheet.seats.present}
    left = {player: _("{place}, left").format(place=place) for player, place in places.items() if player in away}
    rows.append(ClosingRow(wrapped_title(_("Place")), places | left, size))
    paid = sheet.settlement()
    if paid is not None:
        money = {player: format_change(amount) for player, amount in paid.items()}
        rows.append(ClosingRow(wrapped_title(settlement_title(sheet)), money, size))
    return rows


# --- at the foot ------------------------------------------------------------------------------------------


def _foot(
    game: Game, grid: Grid, key: list[str], lines: list[SheetLine], remarks: Iterable[tuple[str, list[str]]], blob: bool
) -> Iterator[str]:
    sheet = game.sheet
    if sheet.only_totals:
        yield _("Only the totals of this game are known.")
    if pot := pot_payments(game):
        yield pot
    yield from _left(game)
    lost: dict[str, list[str]] = {}
    for item in sheet.forfeits:
        words = _("{name} (hand {hand})").format(name=game.names[item.player], hand=item.hand)
        lost.setdefault(item.name, []).append(words)
    for forfeit, losers in lost.items():
        yield _("Lost their {forfeit}: {names}").format(forfeit=ours(forfeit), names=", ".join(losers))
    for text, hands in remarks:
        if hands:
            yield _("Hands {hands}: {text}").format(hands=", ".join(hands), text=text)
    for comment in sheet.comments:
        words = "{text}" if comment.hand is None else _("Hand {hand}: {text}")
        yield words.format(hand=comment.hand, text=comment.text)
    if sheet.scheme.bids_when and any(cell.bid == "–" for line in lines for cell in line.cells.values()):
        chosen = sheet.scheme.option_values(sheet.options)
        told = [sentence.in_words(chosen) for sentence in sheet.scheme.told if sentence.holds(chosen)]
        yield " ".join(told) or sheet.scheme.about_with(sheet.options)
    heads = {column.title: game.names[player] for player, column in grid.players.items()}
    yield from names_in_full({head: name for head, name in heads.items() if head != name}, key)
    suits = [] if grid.fixed.keys().isdisjoint(("trump", "contract")) else sheet.rulebook.suits.legend()
    yield legend_line([*_legend(lines, blob, bool(sheet.winners)), *suits], DOT)


def _left(game: Game) -> Iterator[str]:
    """Yield the players who left for good, after which hand, with which total."""
    sheet, rows = game.sheet, played_rows(game.sheet)
    for player in sheet.seats.everyone:
        if player not in sheet.seats.present:
            last = max((row.hand for row in rows if player in row.points), default=0)
            words = (
                _("{name} left after hand {hand} with {total}.") if last else _("{name} left before the first hand.")
            )
            yield words.format(name=game.names[player], hand=last, total=format_points(sheet.totals[player]))


def _legend(lines: list[SheetLine], blob: bool, won: bool) -> Iterator[str]:
    """Yield what the signs mean, those that are there."""
    cells = [cell for line in lines for cell in line.cells.values()]
    contracts = [line.contract for line in lines if line.contract]
    missed = [cell for cell in cells if cell.missed]
    plain = _("blacked out: bid missed") if blob else _("✗ bid missed")
    taken = _("blacked out: bid missed, with the tricks taken") if blob else _("✗ bid missed, with the tricks taken")
    off = _("blacked out: bid missed, with the difference") if blob else _("✗ bid missed, with the difference")
    meant = (
        (_("{dot} deals").format(dot=DEALS), (bool(line.dealer) for line in lines)),
        (_("{sign} bids first").format(sign=BIDS_FIRST), (bool(line.first) for line in lines)),
        (_("{tick} bid made").format(tick=TICK), (cell.came == TICK for cell in cells)),
        (plain, (cell.came == CROSS for cell in missed)),
        (taken, (cell.came != CROSS and not cell.off for cell in missed)),
        (off, (cell.off for cell in missed)),
        (_("– no bid"), (cell.bid == "–" for cell in cells)),
        (_("(2) the doubler’s own bid, which does not count now"), (cell.bid.startswith("(") for cell in cells)),
        (_("{sign} as written on paper").format(sign=PAPER_SIGN), (PAPER_SIGN in cell.points for cell in cells)),
        (_("× doubled"), (bool(contract.doubler) for contract in contracts)),
        (_("×× redoubled"), (contract.redoubled for contract in contracts)),
        (_("* corrected afterwards"), ("*" in line.number for line in lines)),
        (_("! has to be corrected"), ("!" in line.number for line in lines)),
        (_("{star} winner").format(star=STAR), (won,)),
    )
    return (words for words, there in meant if any(there))
