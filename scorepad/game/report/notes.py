"""Notes on a row of the sheet, with the same text for screen, print, terminal and CSV."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.formats import format_points, readable
from scorepad.game.state.game import Game
from scorepad.game.state.rows import AdjustRow, EntryRow, HandRow, Points, Row
from scorepad.words import _, isolated, join_label, join_names, ngettext, ours, quoted


@dataclass(frozen=True)
class Notation:
    """A renderer's way to write numbers, cards and the arrow of a sum."""

    number: Callable[[Points], str] = format_points
    symbols: bool = False
    arrow: str = "→"


PLAIN_NOTATION = Notation()


class Note(NamedTuple):
    """One note.

    `about` is its kind, so that a renderer can omit what it shows elsewhere.
    """

    about: str
    text: str


def notes(game: Game, row: Row, notation: Notation = PLAIN_NOTATION) -> list[Note]:
    """Return all notes on the row.

    Text from players is not changed.
    """
    if isinstance(row, EntryRow):
        return list(_of_entry(game, row, notation))
    if isinstance(row, AdjustRow):
        names = ", ".join(isolated(game.names[player]) for player in row.points)
        return [Note("adjusted", join_label(names, row.why or _("adjustment")))]
    return [*_of_deal(game, row, notation), *_of_play(game, row, notation), *_notes_after_hand(game, row, notation)]


# --- a late entry -------------------------------------------------------------------------------------


def joins(game: Game, row: EntryRow) -> str:
    """Return that a player joins or returns: `Di joins`, `Di is back`."""
    words = _("{name} is back") if row.back else _("{name} joins")
    return words.format(name=game.names[row.player])


def _of_entry(game: Game, row: EntryRow, notation: Notation) -> Iterator[Note]:
    yield Note("joins", joins(game, row))
    credit = row.credit
    if credit is None or 2 * credit.exact != credit.worst + credit.median:
        points = row.totals[row.player]  # for a returning player, `row.points` is only the change
        yield Note("begins", _("starts with {points}").format(points=notation.number(points)))
    else:
        text = credit.in_words(notation.number, notation.arrow, low_wins=game.sheet.low_wins)
        yield Note("sum", text)


# --- a hand -------------------------------------------------------------------------------------------


def _of_deal(game: Game, row: HandRow, notation: Notation) -> Iterator[Note]:
    if row.void:
        yield from _spoilt(game, row, notation)
    if row.extra:
        yield Note("extra", _("extra hand"))
    if row.last and game.sheet.scheme.reads("last"):  # points depend on it (rules.md A1.2)
        yield Note("last", _("last hand"))
    if row.note:
        yield Note("note", row.note)
    if row.turned:
        card = game.sheet.rulebook.suits.card(row.turned, symbols=notation.symbols)
        yield Note("turned", _("turned up: {card}").format(card=card))
    if row.chosen_by:
        yield Note("chosen", _("trump chosen by {name}").format(name=game.names[row.chosen_by]))


def _spoilt(game: Game, row: HandRow, notation: Notation) -> Iterator[Note]:
    misdealt = ngettext("misdeal, dealt again with {n} card", "misdeal, dealt again with {n} cards", row.cards)
    misplayed = ngettext("misplay, dealt again with {n} card", "misplay, dealt again with {n} cards", row.cards)
    yield Note("void", (misdealt if row.void_by == "misdeal" else misplayed).format(n=row.cards))
    paid = {isolated(game.names[player]): points for player, points in row.points.items() if points}
    costs = [f"{name} {notation.number(points)}" for name, points in paid.items()]
    if costs:
        yield Note("penalties", ", ".join(costs))


def _of_play(game: Game, row: HandRow, notation: Notation) -> Iterator[Note]:
    if row.contract is not None and row.contract.doublers:
        words = _("{name} doubled, {declarer} redoubled") if row.contract.redoubled else _("{name} doubled")
        doublers = join_names([game.names[player] for player in row.contract.doublers])
        yield Note("doubled", words.format(name=doublers, declarer=game.names[row.contract.declarer]))
    if row.hook_waived:
        yield Note("hook", _("the hook was waived"))
    if row.wrong_count:
        words = _("wrong number of cards: {players}; the others score as they bid")
        yield Note("wrong_count", words.format(players=join_names([game.names[player] for player in row.wrong_count])))
    if row.cancelled:
        label = game.sheet.rulebook.cancelled_label
        words = ngettext("{count} trick cancelled", "{count} tricks cancelled", row.cancelled)
        text = join_label(ours(label), str(row.cancelled)) if label else words.format(count=row.cancelled)
        yield Note("cancelled", text)
    for player in row.marks:
        mark_texts = ", ".join(marks(game, row, player, notation))
        if mark_texts:
            yield Note("marks", join_label(game.names[player], mark_texts))


def _notes_after_hand(game: Game, row: HandRow, notation: Notation) -> Iterator[Note]:
    """Yield notes on forfeits, comments and corrections.

    A void hand has no forfeits or comments, because its number is played again.
    """
    if not row.void:
        for lost in (forfeit for forfeit in game.sheet.forfeits if forfeit.hand == row.hand):
            words = _("{name} loses the {forfeit}")
            yield Note("forfeit", words.format(name=game.names[lost.player], forfeit=ours(lost.name)))
        yield from (
            Note("comment", quoted(comment.text)) for comment in game.sheet.comments if comment.hand == row.hand
        )
    if row.corrected:
        yield Note("corrected", _("corrected"))
    yield from (Note("mend", _("has to be corrected: {problem}").format(problem=problem)) for problem in row.problems)
    yield from _on_paper(game, row, notation)


PAPER_SIGN = "†"
"""The sign next to points that were recorded as on paper."""


def _on_paper(game: Game, row: HandRow, notation: Notation) -> Iterator[Note]:
    """Yield notes on points on paper that differ from the rules, and on impossible values of the hand."""
    for player in game.sheet.seats.everyone:
        on_sheet, by_rules = (row.paper or {}).get(player), row.by_rules.get(player)
        if on_sheet is not None and by_rules not in (None, on_sheet):
            yield Note("paper", join_label(game.names[player], on_paper(row, player, notation)))
    for doubt in row.doubts:
        yield Note("doubt", _("as on paper: {doubt}").format(doubt=doubt.clause))


def on_paper(row: HandRow, player: str, notation: Notation = PLAIN_NOTATION) -> str:
    """Return a player's points on paper in words: `on paper −29, by the rules −5`.

    Return "" if there are none.
    """
    points, by_rules = (row.paper or {}).get(player), row.by_rules.get(player)
    if points is None:
        return ""
    number = notation.number(points)
    if by_rules is None:
        return _("on paper {points}").format(points=number)
    if points == by_rules:
        return _("on paper {points}, as by the rules").format(points=number)
    return _("on paper {points}, by the rules {rules}").format(points=number, rules=notation.number(by_rules))


def paper_sign(row: Row, player: str) -> str:
    """Return the sign for a player's points as on paper, otherwise ""."""
    return PAPER_SIGN if isinstance(row, HandRow) and player in (row.paper or ()) else ""


def marks(game: Game, row: HandRow, player: str, notation: Notation = PLAIN_NOTATION) -> list[str]:
    """Return a player's marks in words: `blind`, `bonus 20`, `loot Ann`."""
    set_marks = {name: value for name, value in row.marks.get(player, {}).items() if value}
    return [_mark(game, name, value, notation) for name, value in set_marks.items()]


def _mark(game: Game, name: str, value: Points | str, notation: Notation) -> str:
    words = readable(name)
    if isinstance(value, str):
        return f"{words} {isolated(game.names[value])}"
    return words if game.sheet.scheme.marks.get(name) == "yes or no" else f"{words} {notation.number(value)}"


def bid_sign(bid: int | None, *, asleep: bool = False, spoken: int | None = None) -> str:
    """Return a bid as on the sheet: `2`, `(2)` if a double cancels it (rules.md F), or – for none.

    A bid that a card changed is `2→3`; `spoken` is the bid before.
    """
    number = f"{spoken}→{bid}" if spoken not in (None, bid) else str(bid)
    return "–" if bid is None else f"({number})" if asleep else number
