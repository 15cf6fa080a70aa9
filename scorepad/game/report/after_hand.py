"""What is worth saying when a hand is written down: one sentence, and how the places have changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorepad.game.report.ending import ending
from scorepad.game.report.hand_detail import total_before
from scorepad.game.report.statistics import statistics
from scorepad.game.state.record import Game
from scorepad.game.state.rows import HandRow
from scorepad.rules.numbers import written
from scorepad.words import _, both

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
