"""The end of a game: how it was won, hands for a tie, who deals the rematch; and how it stands in words for a chat."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.formats import day_in_words
from scorepad.game.state.record import Game, played_rows
from scorepad.game.state.rows import Points
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.turns import next_dealer
from scorepad.rules.numbers import written
from scorepad.words import _, ngettext, ours


@dataclass(frozen=True)
class Ending:
    """`margin` is how far the next place is behind, None where that says nothing: a place shared, or a total that was
    to be hit exactly. `extra` are the hands dealt for a tie or after the end, by number.
    """

    margin: Points | None
    hands: int
    extra: list[int]
    dealer: str  # of a rematch


def ending(sheet: Sheet) -> Ending:
    """How a finished game ended."""
    return Ending(
        _margin(sheet),
        sheet.hands_played,
        [row.hand for row in played_rows(sheet) if row.extra],
        next_dealer(sheet),
    )


def why_it_ended(game: Game) -> str:
    """How a finished game came to its end, in a sentence."""
    sheet, ends = game.sheet, game.sheet.rulebook.ends
    there = [one for one in sheet.standings() if ends.how == "exactly" and one.total == ends.points]
    if sheet.only_totals:
        return _("Only the totals of this evening are known.")
    if sheet.ended:
        return _("The table has ended it.")
    if there:
        return _("{name} stands at exactly {points}.").format(name=game.names[there[0].player], points=ends.points)
    if ends.how == "reaching" and any(one.total >= ends.points for one in sheet.standings()):
        return _("{points} points are reached.").format(points=ends.points)
    return _("All its hands are played.")


def how_it_stands(game: Game) -> str:
    """Who has won, or how far it has come: a line without a full stop."""
    sheet, winners = game.sheet, [game.names[player] for player in game.sheet.winners]
    if len(winners) == 1:
        return _("{name} wins").format(name=winners[0])
    if winners and sheet.has_places:
        return _("Shared by {names}").format(names=", ".join(winners))
    if sheet.only_totals:
        return _("Only the totals of this evening are known")
    return ngettext("After {n} hand", "After {n} hands", sheet.hands_played).format(n=sheet.hands_played)


def result_text(game: Game) -> str:
    """The result as one types it into a chat: three lines, the last one the totals, the best first."""
    sheet = game.sheet
    head = " · ".join(one for one in (ours(sheet.rulebook.name), sheet.location, day_in_words(sheet.date)) if one)
    totals = ", ".join(f"{game.names[one.player]} {written(one.total)}" for one in sheet.standings())
    return f"{head}\n{how_it_stands(game)}\n{totals}"


def _margin(sheet: Sheet) -> Points | None:
    if isinstance(sheet.scheme.winner, tuple):
        return None
    first, second, *_others = sheet.standings()
    ahead = first.total - second.total
    return max(ahead, -ahead) or None  # nothing where the place is shared, or the record parts them
