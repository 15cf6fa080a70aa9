"""How a hand or a game came out, in words, and what a change to it would do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.formats import day_in_words, written
from scorepad.game.report.hand_detail import total_before
from scorepad.game.report.statistics import statistics
from scorepad.game.state.events import Event
from scorepad.game.state.record import Game, played_rows
from scorepad.game.state.rows import HandRow, Points
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.turns import next_dealer
from scorepad.words import _, both, ngettext, ours


@dataclass(frozen=True)
class Ending:
    """`margin` is how far the next place is behind, None where that says nothing: a place shared, or a total that was
    to be hit exactly. `extra` are the hands dealt for a tie or after the end, by number.
    """

    margin: Points | None
    extra: list[int]
    dealer: str  # of a rematch


def ending(sheet: Sheet) -> Ending:
    """How a finished game ended."""
    return Ending(
        _margin(sheet),
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


LONG_RUN = 4
"""Bids made in a row that a table talks of."""


class Placed(NamedTuple):
    """A player's place after a hand (1 leads), and by how many places it is better than before it."""

    place: int
    up: int


def places(game: Game, row: HandRow) -> dict[str, Placed]:
    """Everybody's place after a hand; nobody has moved by the first one, before which all were level."""
    before = game.sheet.standings({one: total - row.points.get(one, 0) for one, total in row.totals.items()})
    was = {one.player: one.place for one in before}
    level = before[-1].place == 1
    return {
        one.player: Placed(one.place, 0 if level else was[one.player] - one.place)
        for one in game.sheet.standings(row.totals)
    }


def headline(game: Game) -> str:
    """The sentence that a table would say of the hand that was played last; nothing before the first one.

    What happens once in an evening goes before what can be said of every hand.
    """
    row = game.hand_row(game.sheet.hands_played)
    return next(_sentences(game, row), "") if row else ""


def _sentences(game: Game, row: HandRow) -> Iterator[str]:
    yield from _past_the_mark(game, row)
    yield from _bids_no_more(game, row)
    yield from _new_leader(game, row)
    yield from _alike(row)
    yield from _run(game, row)
    yield _who_leads(game)


def _past_the_mark(game: Game, row: HandRow) -> Iterator[str]:
    """Who went over the total that is to be hit exactly: it is taken off again (rules.md A13)."""
    scheme, ends = game.sheet.scheme, game.sheet.ends
    reckoned = {player: given for player, given in row.variables.items() if player not in (row.paper or ())}
    for player, given in reckoned.items() if ends.how == "exactly" else ():
        before, raw = total_before(row, player), scheme.points(given)
        if row.totals[player] < ends.points < before + raw:
            words = _("{name} bounces: {before} + {points} = {sum}, so {total}")
            yield words.format(
                name=game.names[player], before=written(before), points=written(raw), sum=written(before + raw),
                total=written(row.totals[player]),
            )  # fmt: skip


def _bids_no_more(game: Game, row: HandRow) -> Iterator[str]:
    """Who bid in this hand and is too high to bid in the next."""
    hand = game.sheet.open_hand
    if hand is None or not hand.bidders:
        return  # over, or a hand in which nobody bids
    for player in row.bids:
        if player in hand.order and player not in hand.bidders:
            words = _("{name} has {total} and bids no more")
            yield words.format(name=game.names[player], total=written(row.totals[player]))


def _new_leader(game: Game, row: HandRow) -> Iterator[str]:
    placed = places(game, row)
    leaders = [player for player, one in placed.items() if one.place == 1]
    if len(leaders) == 1 and placed[leaders[0]].up:
        yield _("{name} takes the lead").format(name=game.names[leaders[0]])


def _alike(row: HandRow) -> Iterator[str]:
    """That a bid was made by all, or by none, of at least three."""
    unknown = row.paper is not None and len(row.made) < len(row.points)
    if unknown or len(row.made) < 3 or len(set(row.made.values())) > 1:
        return
    yield _("Everybody made it") if all(row.made.values()) else _("Nobody made it")


def _run(game: Game, row: HandRow) -> Iterator[str]:
    runs = {player: one.now for player, one in statistics(game.sheet).items() if row.made.get(player)}
    longest = max(runs.values(), default=0)
    if longest >= LONG_RUN:
        names = both([game.names[player] for player, run in runs.items() if run == longest])
        yield _("{names}: {count} in a row").format(names=names, count=longest)


def _who_leads(game: Game) -> str:
    sheet = game.sheet
    first = [one.player for one in sheet.standings() if one.place == 1]
    names, margin = both([game.names[player] for player in first]), ending(sheet).margin
    if len(first) == len(sheet.standings()):
        return _("All are level")
    if len(first) > 1:
        return _("{names} lead").format(names=names)
    if margin:
        return _("{name} leads by {points}").format(name=names, points=written(margin))
    return _("{name} leads").format(name=names)


class Change(NamedTuple):
    """A player's running total and place, as they stand and as they would be."""

    player: str
    total: Points
    becomes: Points
    place: int
    place_then: int


def changes(game: Game, event: Event) -> list[Change]:
    """Whose total or place `event` would change, in seat order; the event must be one that was decided on this game."""
    before, after = game.sheet, game.then(event).sheet
    now = {one.player: one.place for one in before.standings()}
    then = {one.player: one.place for one in after.standings()}
    found = [
        Change(player, before.totals[player], after.totals[player], now[player], then[player])
        for player in before.seats.everyone
    ]
    return [one for one in found if (one.total, one.place) != (one.becomes, one.place_then)]
