"""The standings: the chart, who can still win, statistics of the players, and a picture to share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import Blueprint, Response, render_template

from scorepad.formats import colour_index, format_points
from scorepad.game.report.outcome import how_it_stands, result_text, why_it_ended
from scorepad.game.report.outlook import outlook
from scorepad.game.report.statistics import ChartSeries, behind, behind_series, statistics
from scorepad.game.state.game import Game
from scorepad.game.state.rows import Points
from scorepad.repository import StoredGame
from scorepad.short_names import spread
from scorepad.web.filters import cut_short
from scorepad.web.hand_draft import version_tag
from scorepad.web.reports.render_cache import PageParts, cached_drawing, cached_parts, follow_page
from scorepad.web.submit import game_or_404

COLOURS = 7  # distinct for the colour-blind; from the eighth player on they repeat with dashed lines
LETTER, DIGIT = 7.6, 9.0  # px: width of a letter of a name and of a digit of a total, in broad typefaces
APART = 15.0  # px between two names
MARKED = 30  # hands; with more, the marks would overlap


class Spot(NamedTuple):
    x: float
    y: float


@dataclass(frozen=True)
class Curve:
    """A player's line, with marks along it and the name next to its end."""

    name: str
    total: str
    colour: int
    broken: bool
    path: str
    marks: Sequence[Spot]
    label: Spot


@dataclass(frozen=True)
class Chart:
    width: int
    height: int
    left: float
    right: float
    foot: float
    rules: Sequence[tuple[float, str]]  # y and the round total of each horizontal line
    hands: Sequence[tuple[float, int]]  # x and number
    chart_series: Sequence[Curve]


def chart(
    series: ChartSeries, names: Mapping[str, str], width: int, height: int, *,
    sums: Mapping[str, Points] | None = None,
) -> Chart:  # fmt: skip
    """Return a chart of this width and height in px; names longer than a quarter of the width are cut.

    The names are at the line ends with their `sums`, by default with the last values.
    """
    letters = max(4, int(width / 4 / LETTER))
    shown = {player: cut_short(names[player], letters) for player in series.totals}
    ends = {player: format_points((sums or {}).get(player, totals[-1][1])) for player, totals in series.totals.items()}
    room = max(len(shown[player]) * LETTER + len(ends[player]) * DIGIT for player in shown) + 18
    left, right, top, foot = 34.0, round(width - room, 1), 12.0, height - 28.0
    low, high = map(float, series.reach)
    hands = max(series.hands, 1)

    def at(hand: int, total: float) -> Spot:
        return Spot(
            round(left + (right - left) * hand / hands, 1), round(foot - (foot - top) * (total - low) / (high - low), 1)
        )

    drawn = {player: [at(hand, float(total)) for hand, total in totals] for player, totals in series.totals.items()}
    apart = min(APART, (foot - top) / max(1, len(drawn) - 1))
    labels = spread([points[-1].y for points in drawn.values()], top, foot, apart)
    every = -(-hands // (6 if width < 500 else 13))
    return Chart(
        width, height, left, right, foot,
        rules=[(at(0, total).y, format_points(total)) for total in series.lines],
        hands=[(at(hand, low).x, hand) for hand in range(every, hands + 1, every)],
        chart_series=[
            Curve(
                shown[player], ends[player], colour % COLOURS, colour >= COLOURS, _path(points),
                [point for point in points if point.x > left] if hands <= MARKED else points[-1:],
                Spot(right + 10, round(label, 1)),
            )
            for (player, points), label in zip(drawn.items(), labels, strict=True)
            for colour in [colour_index(player)]
        ],
    )  # fmt: skip


def _path(points: Sequence[Spot]) -> str:
    return " ".join(f"{point.x:g},{point.y:g}" for point in points)


blueprint = Blueprint("standings", __name__)

# A browser that opens only a picture wraps it in a page with an inline style.
SHOWN_ALONE = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
NARROW, BROAD, LOW = (360, 300), (736, 420), (820, 310)  # px

FEW_HANDS = range(2, 9)
"""Numbers of hands that leave room for the chart below the sheet."""


@blueprint.get("/games/<game_id>/standings")
def show(game_id: str) -> str:
    """Return the page of the standings, which updates with its game; 404 if there is no such game."""
    stored = game_or_404(game_id)
    return follow_page("standings", stored, standings_parts(stored))


def standings_parts(stored: StoredGame) -> PageParts:
    """Return the changing parts of the page of the standings."""
    game, sheet = stored.game, stored.game.sheet
    return cached_parts("standings", stored, version_tag(stored), lambda: {
        "charts": charts_of(game), "outlook": outlook(sheet), "behind": behind(sheet), "statistics": statistics(sheet),
    })  # fmt: skip


def charts_of(game: Game) -> list[Chart]:
    """Return the chart of a game for a narrow and for a wide page."""
    return _charts(game, BROAD)


def charts_below(game: Game) -> list[Chart]:
    """Return the chart for below a sheet of few hands, or an empty list."""
    if game.sheet.hands_played not in FEW_HANDS or game.sheet.finished:
        return []
    return _charts(game, LOW)


def _charts(game: Game, wide: tuple[int, int]) -> list[Chart]:
    series = behind_series(game.sheet)
    return [chart(series, game.names, *size, sums=game.sheet.totals) for size in (NARROW, wide)]


@blueprint.get("/games/<game_id>/result")
def result(game_id: str) -> str:
    """Return the page to share the standings: the picture, and a text to copy, select or scan; 404 for no game."""
    from printables.page import qr  # imported late: startup needs no code that draws

    game = game_or_404(game_id).game
    text = result_text(game)
    size, path = qr.as_path(text)
    return render_template(
        "reports/result.html", game_id=game_id, game=game, sheet=game.sheet, names=game.names, text=text,
        title=how_it_stands(game), code_drawn={"size": size, "path": path},
        why=why_it_ended(game) if game.sheet.finished and not game.sheet.moved else "",
    )  # fmt: skip


@blueprint.get("/games/<game_id>/standings.png")
def picture(game_id: str) -> Response:
    """Return the standings as a PNG, a format that every phone can show. In the browser edition it is an SVG."""
    from printables.filled.picture import CANVAS, standings_picture  # imported late: no page needs the drawing library

    stored = game_or_404(game_id)
    drawing = cached_drawing(lambda: standings_picture(stored.game), "picture", game_id, stored.hash)
    answer = Response(drawing, content_type=CANVAS.kind)
    answer.headers["Content-Security-Policy"] = SHOWN_ALONE
    return answer
