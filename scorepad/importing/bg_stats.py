"""Reader for the JSON of BG Stats: plays of board games with each player's total."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from scorepad.errors import SheetUnreadable, sheet_too_large
from scorepad.formula_names import MOST_PLAYERS
from scorepad.game.files.game_file import FORMAT
from scorepad.game.report.sheet_files import number
from scorepad.game.state.dates import read_date
from scorepad.game.state.rows import Points
from scorepad.game.state.standings import simplify_points
from scorepad.importing.sheets.cells import MOST_ROWS, parse_points
from scorepad.importing.sheets.evenings import OldEvening
from scorepad.words import _


def is_bg_stats(data: object) -> bool:
    """Return whether JSON data is an export of BG Stats, of all plays or of one."""
    return isinstance(data, dict) and all(isinstance(data.get(key), list) for key in ("plays", "games", "players"))


def plays_in(data: Mapping[str, Any]) -> Iterator[OldEvening | dict[str, Any] | SheetUnreadable]:
    """Yield each play with points: an evening of totals, or the error.

    A game whose lowest total wins is yielded as the data of a game file. The line is the number of the play. Plays
    without points are left out. Raise SheetUnreadable if none is left.
    """
    if len(data["plays"]) > MOST_ROWS:
        raise sheet_too_large()
    known: dict[str, dict[str, Mapping[str, Any]]] = {}
    for key in ("players", "games", "locations"):
        entries = data.get(key)
        dicts = [entry for entry in (entries if isinstance(entries, list) else []) if isinstance(entry, dict)]
        known[key] = {str(entry.get("id")): entry for entry in dicts}
    count = 0
    for line, given in enumerate(data["plays"], 1):
        play = given if isinstance(given, dict) else {}
        game = known["games"].get(str(play.get("gameRefId")), {})
        place = _text(known["locations"].get(str(play.get("locationRefId")), {}).get("name"))
        try:
            totals = _totals_of(play, known["players"], line)
            day = read_date(_text(play.get("playDate"))[:10], None, line) if totals else ""
        except SheetUnreadable as error:
            yield error
        else:
            if not totals:
                continue
            is_low = game.get("highestWins") is False
            yield (
                _low_game(_text(game.get("name")), day, place, totals)
                if is_low
                else OldEvening(line, day, place, _text(game.get("name")), players=tuple(totals), totals=totals)
            )
        count += 1
    if not count:
        raise SheetUnreadable(_("This file of BG Stats has no play with points."))


def _low_game(name: str, day: str, place: str, totals: Mapping[str, Points]) -> dict[str, Any]:
    head = {"date": day, "location": place}
    return {
        "format": FORMAT, "rulebook": {"name": name, "winner": "low"}, "players": [*totals],
        **{key: value for key, value in head.items() if value},
        "record": [{"totals": {name: number(total) for name, total in totals.items()}}],
    }  # fmt: skip


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _totals_of(play: Mapping[str, Any], players: Mapping[str, Mapping[str, Any]], line: int) -> dict[str, Points]:
    """Return the points of the players who have some, in the order of their seats."""
    scores = play.get("playerScores")
    entries = [entry for entry in scores if isinstance(entry, dict)] if isinstance(scores, list) else []
    totals: dict[str, Points] = {}
    for entry in sorted(entries, key=_seat):
        points = _points_in(entry.get("score"), line)
        name = _text(players.get(str(entry.get("playerRefId")), {}).get("name"))
        if points is None:
            continue
        if not name or name in totals:
            why = _("Play {number} has two players of the same name, or one without a name.")
            raise SheetUnreadable(why.format(number=line))
        totals[name] = points
    return totals


def _seat(entry: Mapping[str, Any]) -> int:
    seat = entry.get("seatOrder")
    return seat if isinstance(seat, int) and seat > 0 else MOST_PLAYERS + 1


_SUM = re.compile(r"[+-]?\d+(?:[.,]\d+)?(?:[+-]\d+(?:[.,]\d+)?)+")


def _points_in(score: object, line: int) -> Points | None:
    """Return the points of a score such as 340 or 30+20-10, or None if it is empty."""
    text = "" if score is None or isinstance(score, bool) else re.sub(r"\s", "", str(score)).replace("−", "-")
    if not _SUM.fullmatch(text):
        return parse_points(text, line)
    parts = [parse_points(part, line) or 0 for part in re.findall(r"[+-]?[\d.,]+", text)]
    return simplify_points(Fraction(sum(parts)))
