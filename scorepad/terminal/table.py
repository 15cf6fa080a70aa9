"""The rows of a sheet in a terminal: a cell a player with bid, made or missed, points and running total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorepad.game.report.hand_detail import reasons
from scorepad.game.report.notes import PAPER_SIGN, bid_sign, joins, notes, paper_sign, tricks_sign
from scorepad.game.state.record import Game
from scorepad.game.state.rows import AdjustRow, EntryRow, HandRow, Row, as_lines
from scorepad.rules import cards
from scorepad.terminal.columns import clean, columns, fit, pad, width_of, wrapped
from scorepad.terminal.signs import Signs
from scorepad.words import _, labelled

LONGEST_DEALER = 6  # cells of a dealer's name

_ELSEWHERE = ("turned", "penalties")  # in the columns of trumps and of points


class Table:
    """The table of a game's rows, at most `width` cells wide; with `explain` everybody's points in words below each."""

    def __init__(self, game: Game, width: int, signs: Signs, *, explain: bool = False) -> None:
        self.game, self.width, self.signs, self.explain = game, width, signs, explain
        self.players = game.sheet.seats.everyone
        self.rows = as_lines(game.sheet.rows)
        calls = [self._call(row, player) for row in self.rows for player in self.players]
        self.bid_width = max([len(bid) for bid, _mark in calls], default=1)
        self.mark_width = max([len(mark) for _bid, mark in calls], default=1)
        self.on_paper = any(paper_sign(row, player) for row in self.rows for player in self.players)
        self.points_width = self._widest("points", 2) + self.on_paper
        self.total_width = self._widest("totals", 3)
        self.cell_width = self.bid_width + self.mark_width + self.points_width + self.total_width + 2

    def _widest(self, sums: str, least: int) -> int:
        numbers = [self.signs.number(value) for row in self.rows for value in getattr(row, sums).values()]
        return max([least, *map(len, numbers)])

    def blocks(self) -> Iterator[list[str]]:
        """The lines of the table, or of several below each other where the players do not fit in the width; then those
        that say how to read it."""
        if not self.rows:
            return
        heads, dealers = self._heads(dealers=False), self._heads(dealers=True)
        if self._room(dealers) >= len(self.players):
            heads = dealers
        players = len(self.players)
        count = -(-players // self._room(heads))
        for at in range(count):  # so that no table has two players more than another
            some = self.players[players * at // count : players * (at + 1) // count]
            yield self._block(heads, some, with_notes=at == 0)
        words = _("In each hand: the bid, {made} made or {missed} and the tricks taken, points, total.")
        if any(isinstance(row, HandRow) and row.off is not None for row in self.rows):
            words = _("In each hand: the bid, {made} made or {missed} and how far off it was, points, total.")
        words = words.format(made=self.signs.made, missed=self.signs.missed)
        if any(isinstance(row, HandRow) and row.asleep for row in self.rows):
            words += " " + _("In brackets: a doubler’s own bid, asleep.")
        if self.on_paper:
            words += " " + _("{sign}: as written on paper.").format(sign=self.signs.words(PAPER_SIGN))
        yield wrapped(words, self.width)

    def _room(self, heads: Sequence[str]) -> int:
        """How many players fit beside these row heads."""
        return max(1, (self.width - width_of(heads[0])) // (self.cell_width + 2))

    def _heads(self, *, dealers: bool) -> list[str]:
        """The beginning of every line, the headings first, all equally wide."""
        trumps = [_("trump")] if self.game.sheet.has_trumps else []
        labels = [_("hand"), _("cards"), *trumps, *([_("dealer")] if dealers else [])]
        cells = [labels, *(self._head_cells(row)[: len(labels)] for row in self.rows)]
        lines = columns([one if len(one) > 1 else [""] for one in cells], ">>", " ")
        wide = max(map(width_of, lines))
        # A late entry has no hand to tell: its words may take the whole beginning of the line.
        words = [one[0] if len(one) == 1 else line for one, line in zip(cells, lines, strict=True)]
        return [pad(fit(line, wide, self.signs.cut), wide) for line in words]

    def _head_cells(self, row: Row) -> list[str]:
        if isinstance(row, EntryRow):
            return [clean(joins(self.game, row))]
        if isinstance(row, AdjustRow):
            return [_("adjusted")]
        number = f"{row.hand}*" if row.corrected else f"{row.hand} "
        dealer = fit(self._name(row.dealer), LONGEST_DEALER, self.signs.cut)
        trump = [_("void") if row.void else self._trump(row)] if self.game.sheet.has_trumps else []
        return [number, str(row.cards), *trump, dealer]

    def _trump(self, row: HandRow) -> str:
        suits, trump = self.signs.suits, row.trump or ""
        suit = cards.shown(row.turned, suits) if row.turned else suits.get(trump, trump)
        if row.contract is None:
            return suit
        declarer = fit(self._name(row.contract.declarer), LONGEST_DEALER, self.signs.cut)
        return f"{row.contract.level}{suit} {declarer}"

    def _name(self, player: str) -> str:
        return clean(self.game.names[player])

    def _block(self, heads: Sequence[str], players: Sequence[str], *, with_notes: bool) -> list[str]:
        bar = f" {self.signs.bar}"
        names = [pad(fit(self._name(one), self.cell_width, self.signs.cut), self.cell_width, "^") for one in players]
        lines = [bar.join([heads[0], *names]).rstrip()]
        lines.append(self.signs.rule * min(self.width, width_of(bar.join([heads[0], *names]))))
        for head, row in zip(heads[1:], self.rows, strict=True):
            lines.append(bar.join([head, *(self._cell(row, player) for player in players)]).rstrip())
            for note in _notes(self.game, row, self.signs) if with_notes else ():
                lines += wrapped(note, self.width, "       ", "     - ")
            for why in self._explanations(row, players) if self.explain else ():
                lines += wrapped(why, self.width, "         ", "       ")
        return lines

    def _explanations(self, row: Row, players: Sequence[str]) -> Iterator[str]:
        """`Ann: declarer, made: 10 + 2 × 2 = 14`"""
        told = reasons(self.game, row) if isinstance(row, HandRow) else {}
        for player in (one for one in players if one in told):
            yield labelled(self._name(player), self.signs.words(clean(told[player])))

    def _cell(self, row: Row, player: str) -> str:
        """Blank for whom the row does not concern."""
        concerned = player in row.points and (row.points[player] or not (isinstance(row, HandRow) and row.void))
        if not concerned:
            return " " * self.cell_width
        bid, mark = self._call(row, player)
        points, total = (self.signs.number(sums[player]) for sums in (row.points, row.totals))
        if self.on_paper:
            points += self.signs.words(paper_sign(row, player)) or " "
        return " ".join(
            [
                bid.rjust(self.bid_width) + mark.ljust(self.mark_width),
                points.rjust(self.points_width),
                total.rjust(self.total_width),
            ]
        )

    def _call(self, row: Row, player: str) -> tuple[str, str]:
        """The bid, and whether it was made or how many tricks came instead."""
        if not isinstance(row, HandRow) or player not in row.points or row.void:
            return "", ""
        taken = self.signs.words(tricks_sign(row, player))
        if player not in row.bids:
            return "-", f" {taken}"
        bid = bid_sign(row.bids[player], asleep=player in row.asleep)
        if player in row.asleep:
            return bid, f" {taken}"
        return bid, self.signs.made if row.made.get(player, False) else self.signs.missed + taken


def _notes(game: Game, row: Row, signs: Signs) -> Iterator[str]:
    """What is to be noted of a row, but for what stands in its columns."""
    said = notes(game, row, signs.way)
    if isinstance(row, EntryRow):  # who joins stands in the head of the line
        name = clean(game.names[row.player])
        return (labelled(name, clean(one.text)) for one in said if one.about != "joins")
    return (clean(one.text) for one in said if one.about not in _ELSEWHERE)
