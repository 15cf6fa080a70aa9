"""The outcome of a hand or a game in words, and the effect of a change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.formats import day_in_words, format_points
from scorepad.game.report.hand_detail import total_before
from scorepad.game.report.statistics import statistics
from scorepad.game.state.events import Event
from scorepad.game.state.game import Game, played_rows
from scorepad.game.state.rows import HandRow, Points
from scorepad.game.state.sheet import Sheet
from scorepad.game.state.turns import next_dealer
from scorepad.words import _, isolated, join_names, ngettext, ours


@dataclass(frozen=True)
class Ending:
    """The end of a finished game.

    `margin` is the lead over the next place. It is None if the place is shared, or if a total had to be met exactly.
    `extra` are the numbers of tie-break and extra hands.
    """

    margin: Points | None
    extra: list[int]
    dealer: str  # the first dealer of a rematch


def ending(sheet: Sheet) -> Ending:
    """Return the end of a finished game."""
    return Ending(_margin(sheet), [row.hand for row in played_rows(sheet) if row.extra], next_dealer(sheet))


def why_it_ended(game: Game) -> str:
    """Return in a sentence why a finished game has ended, or "" if all hands are played."""
    sheet, ends = game.sheet, game.sheet.rulebook.ends
    exact = [standing for standing in sheet.standings() if ends.how == "exactly" and standing.total == ends.points]
    if sheet.only_totals:
        return _("Only the totals of this game are known.")
    if sheet.ended:
        return _("The table ended the game.")
    if exact:
        return _("{name} has exactly {points}.").format(name=game.names[exact[0].player], points=ends.points)
    if ends.how == "reaching" and any(standing.total >= ends.points for standing in sheet.standings()):
        text = ngettext("A player has {points} point.", "A player has {points} points.", ends.points)
        return text.format(points=ends.points)
    return ""


def settlement_title(sheet: Sheet) -> str:
    """Return what the settlement of a sheet is for: the points, the pot, or both."""
    if not sheet.pot():
        return _("Settlement at {stake} per point").format(stake=sheet.stake)
    both = _("Settlement at {stake} per point, with the pot")
    return _("Settlement of the pot") if sheet.stake is None else both.format(stake=sheet.stake)


def pot_payments(game: Game) -> str:
    """Return who pays into the pot, in a sentence, or "" if there is no pot."""
    shares = game.sheet.pot()
    pot = sum(share.paid for share in shares.values())
    if not pot:
        return _("The pot is empty.") if shares else ""
    paid = [f"{isolated(game.names[player])} {share.paid}" for player, share in shares.items() if share.paid]
    text = ngettext("The pot is {pot} cent, paid by: {paid}.", "The pot is {pot} cents, paid by: {paid}.", pot)
    return text.format(pot=pot, paid=", ".join(paid))


def winners_in_words(names: Sequence[str], total: Points | None = None) -> str:
    """Return who wins, such as `Ann wins with 143` or `Ann and Bob tie`, without a full stop."""
    if len(names) > 1:
        words = _("{names} tie") if total is None else _("{names} tie with {total}")
    else:
        words = _("{name} wins") if total is None else _("{name} wins with {total}")
    joined = join_names(names)
    return words.format(name=joined, names=joined, total="" if total is None else format_points(total))


def how_it_stands(game: Game) -> str:
    """Return who has won, or how many hands have been played, without a full stop."""
    sheet, winners = game.sheet, [game.names[player] for player in game.sheet.winners]
    if winners and sheet.has_places:
        return winners_in_words(winners)
    if sheet.only_totals:
        return _("Only the totals of this game are known")
    return ngettext("After {n} hand", "After {n} hands", sheet.hands_played).format(n=sheet.hands_played)


def result_text(game: Game) -> str:
    """Return the result as a chat message of 3 lines.

    The last line has the totals, the best first.
    """
    sheet = game.sheet
    parts = (ours(sheet.rulebook.name), isolated(sheet.location), day_in_words(sheet.date))
    head = " · ".join(filter(None, parts))
    totals = ", ".join(
        f"{isolated(game.names[standing.player])} {format_points(standing.total)}" for standing in sheet.standings()
    )
    return f"{head}\n{how_it_stands(game)}\n{totals}"


def _margin(sheet: Sheet) -> Points | None:
    if isinstance(sheet.scheme.winner, tuple):
        return None
    first, second, *_others = sheet.standings()
    ahead = first.total - second.total
    return max(ahead, -ahead) or None  # None if the place is shared, or decided by a tie-break


LONG_RUN = 4
"""The least number of consecutive made bids worth a headline."""


class Placed(NamedTuple):
    """A player's place after a hand (1 is the best), and the number of places gained by it."""

    place: int
    up: int


def places(game: Game, row: HandRow) -> dict[str, Placed]:
    """Return the places after a hand among those who played it.

    No player gains places if all were level before it.
    """
    totals = {player: total for player, total in row.totals.items() if player in row.points}
    before = game.sheet.standings({player: total - row.points[player] for player, total in totals.items()})
    places_before = {standing.player: standing.place for standing in before}
    level = before[-1].place == 1
    return {
        standing.player: Placed(standing.place, 0 if level else places_before[standing.player] - standing.place)
        for standing in game.sheet.standings(totals)
    }


def headline(game: Game) -> str:
    """Return a sentence about the last hand, or "" before the first hand.

    Rare events take precedence over what is true of every hand.
    """
    row = game.hand_row(game.sheet.hands_played)
    return next(_sentences(game, row), "") if row else ""


def _sentences(game: Game, row: HandRow) -> Iterator[str]:
    yield from _past_the_mark(game, row)
    yield from _bids_no_more(game, row)
    placed = places(game, row)
    leaders = [player for player, placed_player in placed.items() if placed_player.place == 1]
    if len(leaders) == 1 and placed[leaders[0]].up:
        yield _("{name} takes the lead").format(name=game.names[leaders[0]])
    all_known = row.wrong_count is None and (row.paper is None or len(row.made) == len(row.points))
    if all_known and len(row.made) >= 3 and len(set(row.made.values())) == 1:
        yield _("All made their bids") if all(row.made.values()) else _("All missed")
    runs = {player: record.now for player, record in statistics(game.sheet).items() if row.made.get(player)}
    longest = max(runs.values(), default=0)
    if longest >= LONG_RUN:
        names = join_names([game.names[player] for player, run in runs.items() if run == longest])
        yield _("{names}: {count} in a row").format(names=names, count=longest)
    yield _who_leads(game)


def _past_the_mark(game: Game, row: HandRow) -> Iterator[str]:
    """Yield sentences about players who exceeded the total to be met exactly.

    The points are taken off again (rules.md A13).
    """
    scheme, ends = game.sheet.scheme, game.sheet.ends
    by_rules = {player: variables for player, variables in row.variables.items() if player not in (row.paper or ())}
    for player, variables in by_rules.items() if ends.how == "exactly" else ():
        before, raw = total_before(row, player), scheme.points(variables)
        if row.totals[player] < ends.points < before + raw:
            words = _("{name} bounces: {before} + {points} = {sum}, so {total}")
            yield words.format(
                name=game.names[player], before=format_points(before), points=format_points(raw),
                sum=format_points(before + raw),
                total=format_points(row.totals[player]),
            )  # fmt: skip


def _bids_no_more(game: Game, row: HandRow) -> Iterator[str]:
    """Yield sentences about players whose total is too high to bid in the next hand."""
    hand = game.sheet.open_hand
    if hand is None or not hand.bidders:
        return  # the game is over, or no player bids in the next hand
    for player in row.bids:
        if player in hand.order and player not in hand.bidders:
            words = _("{name} has {total} and no longer bids")
            yield words.format(name=game.names[player], total=format_points(game.sheet.totals[player]))


def _who_leads(game: Game) -> str:
    sheet = game.sheet
    first = [standing.player for standing in sheet.standings() if standing.place == 1]
    names, margin = join_names([game.names[player] for player in first]), _margin(sheet)
    if len(first) == len(sheet.standings()):
        return _("All are level")
    if len(first) > 1:
        return _("{names} lead").format(names=names)
    if margin:
        return _("{name} is ahead by {points}").format(name=names, points=format_points(margin))
    return _("{name} is ahead").format(name=names)


class Change(NamedTuple):
    """A player's total and place, now and after a change."""

    player: str
    total: Points
    becomes: Points
    place: int
    place_then: int


def changes(game: Game, event: Event) -> list[Change]:
    """Return the players whose total or place `event` changes, in seat order.

    The event must be decided on this game.
    """
    before, after = game.sheet, game.then(event).sheet
    now = {standing.player: standing.place for standing in before.standings()}
    then = {standing.player: standing.place for standing in after.standings()}
    entries = [
        Change(player, before.totals[player], after.totals[player], now[player], then[player])
        for player in before.seats.everyone
    ]
    return [entry for entry in entries if (entry.total, entry.place) != (entry.becomes, entry.place_then)]
