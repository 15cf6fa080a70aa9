"""The standings as a picture to share in a chat: a PNG, or an SVG where there is no Pillow, as in a browser.

Pillow is a dependency of ReportLab. The fonts are those of the printed sheet. All lengths are in pixels; y runs
downwards from the top.
"""

from functools import partial

from printables.filled.canvases import Canvas, PngCanvas, SvgCanvas
from printables.filled.chart import SIGNS
from printables.page.fallback_fonts import split_by_font
from printables.page.page import BOLD, PLAIN, clean, width
from printables.page.people_names import renamed, shorten_distinct, with_printable_names
from printables.page.text_fitting import to_visual_order
from scorepad.formats import colour_index, day_in_words, format_change, format_points
from scorepad.game.report.outcome import how_it_stands
from scorepad.game.report.statistics import ChartSeries, award_texts, behind_series
from scorepad.game.state.game import Game
from scorepad.short_names import shortened
from scorepad.words import isolated, ngettext, ours

CANVAS: type[Canvas] = PngCanvas if PngCanvas.is_possible() else SvgCanvas

WIDTH, MARGIN = 1080, 64
PLAYER_ROW, AWARD_LINE = 84, 58  # of a player, of a word below
PLACE_WIDTH, GAP = 130, 30  # room for a place and its mark, between a name, what is paid and a total
TITLES, TOTAL, COINS = (58, 50, 43), 56, 30  # type
CHART = 420
PAPER, PRINT, INK, FAINT, RULE = "#fdfcf8", "#1c1b19", "#1a3e9a", "#605c55", "#d2dae3"
COLOURS = ("#c24a00", "#00704f", "#9c3d78", "#0b6e8f", "#605c55", "#7d6100", "#6a4bb0")
MAX_AWARDS = 5
AWARD_NAME_WIDTH = 330  # space for the names


class _Brush:
    """Draws from the top down; `y` is the current position in pixels."""

    def __init__(self, high: int) -> None:
        self.draw = CANVAS(WIDTH, high, PAPER)
        self.y = MARGIN

    def write(
        self, x: float, text: str, size: int, *, name: str = PLAIN, ink: str = PRINT, room: float, right: bool = False,
        y: float | None = None,
    ) -> float:  # fmt: skip
        """Write within `room`, cut with an ellipsis where it would not fit; the width taken."""
        text = shortened(clean(text), room, partial(width, name=name, size=size))
        wide = width(text, size, name)
        at, down = x - wide if right else x, self.y if y is None else y
        for font, part in split_by_font(to_visual_order(text), name):
            self.draw.text(at, down, part, font, size, ink)
            at += width(part, size, font)
        return wide

    def rule(self, ink: str = RULE, thick: int = 2) -> None:
        """Draw a line across at `y`."""
        self.draw.line([(MARGIN, self.y), (WIDTH - MARGIN, self.y)], ink, thick)


def standings_picture(game: Game) -> bytes:
    """Return a picture that is WIDTH pixels wide.

    The head of the sheet, places with totals, curves, who is worth a word.
    """
    game = with_printable_names(game)
    sheet = game.sheet
    shorter = renamed(game, shorten_distinct(game.names, AWARD_NAME_WIDTH, partial(width, name=BOLD, size=30)))
    named = award_texts(shorter)[:MAX_AWARDS] if sheet.finished else []
    drawn = sheet.hands_played > 1
    players = sheet.standings()
    high = 2 * MARGIN + 180 + PLAYER_ROW * len(players) + (CHART + 40) * drawn
    brush = _Brush(high + (AWARD_LINE * len(named) + 30) * bool(named))
    _head(brush, game)
    colour = {player: colour_index(player) for player in sheet.seats.everyone}
    names = _names(game)
    for standing in players:
        _player(brush, game, standing.place, standing.player, names[standing.player], colour[standing.player])
    if drawn:
        brush.y += 40
        _chart(brush, behind_series(sheet), colour)
    if named:
        brush.y += 30
    for award in named:
        brush.y += AWARD_LINE
        brush.write(MARGIN, award.title, 30, ink=FAINT, room=350)
        room = max(AWARD_NAME_WIDTH, WIDTH - 2 * MARGIN - 386 - width(clean(award.what), 30, PLAIN))
        end = brush.write(MARGIN + 370, award.who, 30, name=BOLD, room=room)
        brush.write(MARGIN + 370 + end + 16, award.what, 30, room=WIDTH - 2 * MARGIN - 386 - end)
    return brush.draw.data()


def _head(brush: _Brush, game: Game) -> None:
    sheet = game.sheet
    brush.y += 46
    title, room = clean(how_it_stands(game)), WIDTH - 2 * MARGIN
    size = next((size for size in TITLES if width(title, size, BOLD) <= room), TITLES[-1])
    brush.write(MARGIN, title, size, name=BOLD, room=room)
    brush.y += 58
    parts = (ours(sheet.rulebook.name), isolated(sheet.location), day_in_words(sheet.date))
    brush.write(MARGIN, " · ".join(filter(None, parts)), 32, ink=FAINT, room=WIDTH - 2 * MARGIN)
    brush.y += 30
    brush.rule(PRINT, 3)
    brush.draw.line([(MARGIN, brush.y - 9), (WIDTH - MARGIN, brush.y - 9)], PRINT, 3)  # a double rule, as in ledgers


def _names(game: Game) -> dict[str, str]:
    """Return names that fit next to the totals, all different."""
    room = min(WIDTH - 2 * MARGIN - PLACE_WIDTH - sum(_total_and_coins_width(game, player)) for player in game.names)
    return shorten_distinct(game.names, room, partial(width, name=BOLD, size=44))


def _total_and_coins_width(game: Game, player: str) -> tuple[float, float]:
    """Return the room that a total and what is paid take, each with the gap before it."""
    coins = _coins(game, player)
    total = GAP + width(format_points(game.sheet.totals[player]), TOTAL, BOLD)
    return total, GAP + width(coins, COINS, PLAIN) if coins else 0.0


def _coins(game: Game, player: str) -> str:
    paid = game.sheet.settlement()
    if not paid:
        return ""
    return ngettext("{n} cent", "{n} cents", abs(paid[player])).format(n=format_change(paid[player]))


def _player(brush: _Brush, game: Game, place: int, player: str, name: str, at: int) -> None:
    sheet, right = game.sheet, WIDTH - MARGIN
    total, coins = _total_and_coins_width(game, player)
    brush.y += PLAYER_ROW - 24
    first = place == 1 and sheet.has_places
    brush.write(MARGIN, f"{place}.", 36, ink=FAINT, room=80)
    _mark(brush.draw, MARGIN + 96, brush.y - 15, at, 11)
    brush.write(right, format_points(sheet.totals[player]), TOTAL, name=BOLD, ink=INK, room=total, right=True)
    brush.write(right - total, _coins(game, player), COINS, ink=FAINT, room=coins, right=True)
    room = WIDTH - 2 * MARGIN - PLACE_WIDTH - total - coins
    brush.write(MARGIN + PLACE_WIDTH, name, 44, name=BOLD if first else PLAIN, room=room)
    brush.y += 24
    brush.rule()


def _chart(brush: _Brush, series: ChartSeries, colour: dict[str, int]) -> None:
    left, right, top, foot = MARGIN + 70, WIDTH - MARGIN - 14, brush.y + 14, brush.y + CHART - 14
    low, high = map(float, series.reach)

    def height(total: float) -> float:
        return foot - (foot - top) * (total - low) / (high - low)

    for total in series.lines:
        brush.draw.line([(left, height(total)), (right, height(total))], RULE, 4 if total == 0 else 2)
        brush.write(left - 14, format_points(total), 24, ink=FAINT, room=80, right=True, y=height(total) + 9)
    for player, totals in series.totals.items():
        points = [(left + (right - left) * hand / series.hands, height(float(total))) for hand, total in totals]
        brush.draw.line(points, COLOURS[colour[player] % len(COLOURS)], 5)
        for x, y in points[-1:] if series.hands > 30 else points:
            _mark(brush.draw, x, y, colour[player], 8)
    brush.y += CHART


def _mark(draw: Canvas, x: float, y: float, at: int, size: float) -> None:
    """Draw the sign of a player's curve, hollow from the eighth player on."""
    colour = COLOURS[at % len(COLOURS)]
    fill = PAPER if at >= len(COLOURS) else colour
    if corners := SIGNS[at % len(SIGNS)]:
        draw.polygon([(x + size * across, y - size * up) for across, up in corners], fill, colour)
    else:
        draw.circle(x, y, size, fill, colour)
