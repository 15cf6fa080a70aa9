"""A game's sheet as text in columns for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorepad.formats import FRACTIONS, MINUS, day_in_words, decimal, format_points, with_decimal_separator
from scorepad.game.report.hand_detail import reasons
from scorepad.game.report.notes import PAPER_SIGN, Notation, bid_sign, joins
from scorepad.game.report.outcome import pot_payments, settlement_title
from scorepad.game.report.sheet_table import SheetCell, sheet_rows
from scorepad.game.state.game import Game
from scorepad.game.state.rows import AdjustRow, EntryRow, HandRow, Points, Row
from scorepad.game.state.turns import first_leader
from scorepad.rules.game_properties import other_end
from scorepad.rules.suits import Suits
from scorepad.terminal.text import clean, columns, fit, pad, width_of, wrapped
from scorepad.words import _, by_language, join_label, ngettext, ours, quoted


@dataclass(frozen=True)
class Signs:
    """The characters that a terminal can show for results, suits, fractions and lines."""

    made: str
    missed: str
    arrow: str
    bar: str
    rule: str
    cut: str
    more: str
    symbols: bool
    fractions: Mapping[Fraction, str]

    def number(self, value: Points) -> str:
        """Return points with an ASCII minus, so that they can be typed again: -26½.

        A fraction without a sign becomes a decimal: -26.5.
        """
        return format_points(value, minus="-", fractions=self.fractions)

    def words(self, text: str) -> str:
        """Return a text with sums in characters that this terminal can show."""
        return text.translate(_KEYBOARD if self is UNICODE else _plain())

    @property
    def way(self) -> Notation:
        """Return the notation for the notes on a row."""
        return Notation(self.number, self.symbols, self.arrow)


_KEYBOARD = str.maketrans({MINUS: "-"})


@by_language(8)
def _plain() -> dict[int, str]:
    return str.maketrans(
        {MINUS: "-", "×": "x", "÷": "/", "…": "...", "→": "->", PAPER_SIGN: "'"}
        | {sign: with_decimal_separator(decimal(part)[1:]) for part, sign in FRACTIONS.items()}
    )


UNICODE = Signs("✓", "✗", "→", "│", "─", "…", "…", True, FRACTIONS)
ASCII = Signs("=", "x", "->", "|", "-", ".", "...", False, {})


def signs_for(encoding: str | None) -> Signs:
    """Return the Unicode signs if the terminal's encoding has them, otherwise the ASCII ones."""
    try:
        (UNICODE.made + UNICODE.arrow + UNICODE.bar + "♣").encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


LONGEST_DEALER = 6  # cells of a dealer's name


class Table:
    """The table of a game's rows, at most `width` cells wide.

    With `explain`, each row is followed by its points in words.
    """

    def __init__(self, game: Game, width: int, signs: Signs, *, explain: bool = False) -> None:
        self.game, self.width, self.signs, self.explain = game, width, signs, explain
        self.players = game.sheet.seats.everyone
        # The columns of trumps and points, and the row heading, show some notes.
        self.rows = sheet_rows(game, signs.way, elsewhere=("turned", "penalties", "joins"))
        cells = [cell for line in self.rows for cell in line.cells.values()]
        calls = [self._bid_and_mark(cell) for cell in cells]
        self.bid_width = max([len(bid) for bid, _mark in calls], default=1)
        self.mark_width = max([len(mark) for _bid, mark in calls], default=1)
        self.on_paper = any(cell.paper for cell in cells)
        self.points_width = self._widest("points", 2) + self.on_paper
        self.total_width = self._widest("totals", 3)
        self.cell_width = self.bid_width + self.mark_width + self.points_width + self.total_width + 2

    def _widest(self, sums: str, least: int) -> int:
        numbers = [self.signs.number(value) for line in self.rows for value in getattr(line.row, sums).values()]
        return max([least, *map(len, numbers)])

    def blocks(self) -> Iterator[list[str]]:
        """Yield the lines of the table, then its legend.

        If the players do not fit in the width, there are several tables below each other.
        """
        if not self.rows:
            return
        heads, dealers = self._heads(dealers=False), self._heads(dealers=True)
        if self._room(dealers) >= len(self.players):
            heads = dealers
        players = len(self.players)
        count = -(-players // self._room(heads))
        for at in range(count):  # the tables differ by at most one player
            group = self.players[players * at // count : players * (at + 1) // count]
            yield self._block(heads, group, with_notes=at == 0)
        words = _("In each hand: the bid, {made} made or {missed} and the tricks taken, points, total.")
        if any(isinstance(line.row, HandRow) and line.row.off is not None for line in self.rows):
            words = _("In each hand: the bid, {made} made or {missed} and the difference, points, total.")
        words = words.format(made=self.signs.made, missed=self.signs.missed)
        if any(isinstance(line.row, HandRow) and line.row.contract and line.row.asleep for line in self.rows):
            words += " " + _("In brackets: the doubler’s own bid, which does not count now.")
        if self.on_paper:
            words += " " + _("{sign}: as written on paper.").format(sign=self.signs.words(PAPER_SIGN))
        yield wrapped(words, self.width)

    def _room(self, heads: Sequence[str]) -> int:
        """Return the number of players that fit next to these row headings."""
        return max(1, (self.width - width_of(heads[0])) // (self.cell_width + 2))

    def _heads(self, *, dealers: bool) -> list[str]:
        """Return the row headings, the header first, all equally wide."""
        trumps = [_("trump")] if self.game.sheet.has_trumps else []
        labels = [_("hand"), _("cards"), *trumps, *([_("dealer")] if dealers else [])]
        cells = [labels, *(self._head_cells(line.row)[: len(labels)] for line in self.rows)]
        lines = columns([row_cells if len(row_cells) > 1 else [""] for row_cells in cells], ">>", " ")
        width = max(map(width_of, lines))
        # A late entry has a single cell, which may use the whole width of the heading.
        words = [row_cells[0] if len(row_cells) == 1 else line for row_cells, line in zip(cells, lines, strict=True)]
        return [pad(fit(line, width, self.signs.cut), width) for line in words]

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
        suits, symbols = self.game.sheet.rulebook.suits, self.signs.symbols
        suit = suits.card(row.turned, symbols=symbols) if row.turned else _suit(suits, row.trump, symbols)
        if row.contract is None:
            return suit
        declarer = fit(self._name(row.contract.declarer), LONGEST_DEALER, self.signs.cut)
        return f"{row.contract.level}{suit} {declarer}"

    def _name(self, player: str) -> str:
        return clean(self.game.names[player])

    def _block(self, heads: Sequence[str], players: Sequence[str], *, with_notes: bool) -> list[str]:
        bar = f" {self.signs.bar}"
        names = [fit(self._name(player), self.cell_width, self.signs.cut) for player in players]
        head = bar.join([heads[0], *(pad(name, self.cell_width, "^") for name in names)])
        lines = [head.rstrip(), self.signs.rule * min(self.width, width_of(head))]
        for head, line in zip(heads[1:], self.rows, strict=True):
            lines.append(bar.join([head, *(self._cell(line.cells[player]) for player in players)]).rstrip())
            for note in map(clean, line.notes) if with_notes else ():
                who = self._name(line.row.player) if isinstance(line.row, EntryRow) else ""
                lines += wrapped(join_label(who, note), self.width, "       ", "     - ")
            texts = reasons(self.game, line.row) if self.explain and isinstance(line.row, HandRow) else {}
            for player in (player for player in players if player in texts):
                why = join_label(self._name(player), self.signs.words(clean(texts[player])))
                lines += wrapped(why, self.width, "         ", "       ")
        return lines

    def _cell(self, cell: SheetCell) -> str:
        """Return a player's bid, result, points and total; blanks if the row does not concern the player."""
        if cell.points is None or cell.total is None:
            return " " * self.cell_width
        bid, mark = self._bid_and_mark(cell)
        points = self.signs.number(cell.points)
        if self.on_paper:
            points += self.signs.words(cell.paper) or " "
        total = self.signs.number(cell.total).rjust(self.total_width)
        return f"{bid.rjust(self.bid_width)}{mark.ljust(self.mark_width)} {points.rjust(self.points_width)} {total}"

    def _bid_and_mark(self, cell: SheetCell) -> tuple[str, str]:
        """Return the bid and a mark: made, missed with the tricks, or the tricks alone; "" for an unknown result."""
        if not cell.counts:
            return "", ""
        bid, result = "-" if cell.bid is None else self.signs.words(cell.called), self.signs.words(cell.result)
        if cell.made is None:
            return bid, f" {result}"
        return bid, self.signs.made if cell.made else self.signs.missed + result


PLAIN = str.maketrans("“”„«»‘’‚·–—\u00a0\u202f", '"""""\'\'\'---  ')
MOST_COMING = 12  # sizes of coming hands that are shown


def sheet_text(game: Game, *, width: int = 80, signs: Signs = UNICODE, explain: bool = False) -> str:
    """Return the sheet as text with lines of at most `width` cells.

    It has the hands, their notes, the standings, and the next hand or the winner. With `explain`, each hand is followed
    by its points in words.
    """
    tables = Table(game, width, signs, explain=explain).blocks()
    parts = [_head(game, width), *tables, _standings(game, width, signs), _closing_lines(game, width, signs)]
    text = "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"
    return text.translate(PLAIN) if signs is ASCII else text


def _head(game: Game, width: int) -> list[str]:
    sheet = game.sheet
    until = _("until {time}").format(time=sheet.until) if sheet.until else ""
    title = [ours(sheet.rulebook.name), sheet.location, day_in_words(sheet.date), until]
    lines = wrapped(" · ".join(clean(part) for part in title if part), width)
    lines += wrapped(_("Points: {scheme}").format(scheme=clean(ours(sheet.scheme.name))), width, "  ", "")
    ends = other_end(sheet.rulebook, sheet.scheme)
    lines += wrapped(ends, width) if ends else []
    if sheet.scorer:
        lines += wrapped(_("{name} keeps score").format(name=clean(sheet.scorer)), width)
    return lines


def _standings(game: Game, width: int, signs: Signs) -> list[str]:
    sheet, paid = game.sheet, game.sheet.settlement()
    rows = []
    for standing in sheet.standings():
        left = standing.player not in sheet.seats.present
        name = clean(game.names[standing.player]) + (" " + _("(left)") if left else "")
        money = [] if paid is None else [f"{paid[standing.player]:+d}"]
        rows.append([f"{standing.place}.", name, signs.number(standing.total), *money])
    title = _("Result") if sheet.finished else _("Standings")
    if paid is not None:
        title += " " + _("(last column in cents: {title})").format(title=settlement_title(sheet))
    pot = wrapped(clean(pot_payments(game)), width, "  ")
    return [*wrapped(title, width), *(f"  {line}" for line in columns(rows, "><>>")), *pot]


def _closing_lines(game: Game, width: int, signs: Signs) -> list[str]:
    """Return comments outside the played hands, and the next hand or the winner."""
    sheet = game.sheet
    lines = []
    for comment in sheet.comments:
        if comment.hand is None or comment.hand > sheet.hands_played:
            place = "" if comment.hand is None else _("hand {hand}").format(hand=comment.hand)
            lines += wrapped(join_label(place, quoted(clean(comment.text))), width, "  ")
    if sheet.only_totals:
        lines += wrapped(_("Only the totals of this game are known."), width, "  ")
    for sentence in [_ending(game)] if sheet.finished else _next_hand(game, signs):
        lines += wrapped(sentence, width, "  ", "")
    return lines


def _ending(game: Game) -> str:
    if game.sheet.moved:
        return _("The game continues at other tables.")
    winners = [clean(game.names[player]) for player in game.sheet.winners]
    if not winners:
        return _("The game is over. No player has exactly {points}.").format(points=game.sheet.ends.points)
    if len(winners) == 1:
        return _("The game is over. {name} wins.").format(name=winners[0])
    return _("The game is over. {names} tie for first place.").format(names=", ".join(winners))


def _suit(suits: Suits, trump: str | None, symbols: bool) -> str:
    """Return the sign of a suit, or its letter; no trumps and the other joker are N and J."""
    return (suits.symbols.get(trump or "") if symbols else None) or suits.short(trump or "")


def _next_hand(game: Game, signs: Signs) -> Iterator[str]:
    """Yield the current hand, its recorded bids, and the sizes of the hands after it."""
    sheet, hand = game.sheet, game.sheet.open_hand
    assert hand is not None
    names = {player: clean(name) for player, name in game.names.items()}
    cards = ngettext("{cards} card", "{cards} cards", hand.cards).format(cards=hand.cards)
    parts = [_("Next: hand {hand}, {cards}").format(hand=hand.number, cards=cards)]
    deals = _("{name} deals and bids first") if hand.first_bidder == hand.dealer else _("{name} deals")
    parts.append(deals.format(name=names[hand.dealer]))
    if hand.first_bidder not in (None, hand.dealer):
        parts.append(_("{name} bids first").format(name=names[hand.first_bidder or ""]))
    trump = sheet.open_trump
    if trump == "N":
        parts.append(_("no trumps"))
    elif trump:
        parts.append(_("trumps {suit}").format(suit=_suit(sheet.rulebook.suits, trump, signs.symbols)))
    yield " ".join([", ".join(parts) + ".", clean(hand.note)])
    if sheet.bids is not None:
        bids = sheet.bids.bids
        parts = [f"{names[player]} {bid_sign(bid, asleep=player in sheet.asleep)}" for player, bid in bids.items()]
        text = _("Bid: {bids}; {total} of {cards}.")
        yield text.format(bids=", ".join(parts), total=sum(bids.values()), cards=hand.cards)
    leader = first_leader(sheet, hand)
    if leader:
        yield _("{name} leads to the first trick.").format(name=names[leader])
    later = [str(coming.cards) for coming in sheet.coming()[1:]]
    if later:
        sizes = " ".join(later[:MOST_COMING]) + (f" {signs.more}" if len(later) > MOST_COMING else "")
        yield _("Hands still to play (cards each):") + " " + sizes
