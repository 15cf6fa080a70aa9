"""Readers for the three layouts of a table: rows are hands, a player's hands, or evenings with totals.

The readers do not score hands and do not validate them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from scorepad.errors import DateUnclear, SheetUnreadable
from scorepad.formats import letters_of
from scorepad.game.state.dates import DayOrMonth, find_order, read_date, read_serial
from scorepad.importing.sheets import cells
from scorepad.importing.sheets.cells import Line
from scorepad.importing.sheets.evenings import OldEvening, OldHand, is_repeated, seat_order, with_hands_by_points
from scorepad.importing.sheets.headings import OF_A_PLAYER, Heads, parse_heading
from scorepad.importing.sheets.row_kinds import in_column, name_row, rows_to_read
from scorepad.importing.sheets.table_rewriting import player_in, rewrite_table
from scorepad.importing.sheets.tables import Table
from scorepad.words import _

_HEAD = ("date", "place", "game", "scheme", "scorer")


class TableReader:
    """A reader for one table: its columns, its rows, and the order of day and month in its dates."""

    def __init__(self, table: Table, order: DayOrMonth | None) -> None:
        self.table, self.order = table, order
        heads = table.columns.heads(table.line)
        self.ignored = [*table.columns.ignored, *table.ignored]
        rows = _without_summary(heads, table.rows, self.ignored) if "player" in heads.of_all else table.rows
        self.rows = rows_to_read(heads, rows, self.ignored)
        self.heads, self.rows = rewrite_table(heads, self.rows, has_hands=table.columns.has_hands)

    def evenings(self) -> Iterator[OldEvening]:
        """Yield the evenings in the table. Raise SheetUnreadable or DateUnclear."""
        columns = self.table.columns
        readers = {"hands": self._of_hands, "players": self._of_players, "totals": self._of_totals}
        readers["seats"] = self._of_players if columns.has_hands else self._of_totals
        about: dict[str, Any] = {
            "labels": {column.code: column.label for column in columns.columns},
            "chosen": {column.code: column.label for column in columns.columns if column.is_chosen},
            "is_own": _is_own_layout(self.table.headings),
        }
        for at, evening in enumerate(readers[columns.layout]()):
            yield replace(evening, ignored=() if at else tuple(self.ignored), **about)

    def dates(self) -> list[str]:
        """Return the texts of all dates."""
        texts = [line.cell(self.heads.of_all["date"]) for line in self.rows] if "date" in self.heads.of_all else []
        return [self.table.above.get("date", ""), *texts]

    def _of_hands(self) -> Iterator[OldEvening]:
        """Yield the games in these rows, each with its hands or only its totals."""
        results = any(parts.keys() & {"bid", "taken", "made", "off"} for parts in self.heads.of_players.values())
        for game, game_lines in self._split_games(self.rows):
            rows = [self._hand_of_row(line, only_points=not results) for line in game_lines]
            hands = with_hands_by_points(rows)
            used = tuple(hand for hand in hands if hand.played or hand.points or hand.adjustments)
            sat = [name for name in self.heads.of_players if any(name in hand.players for hand in used)]
            if len(sat) == 1 and len(self.heads.of_players) > 1 and "hand" in self.heads.of_all:
                raise self._not_in_order(used[0].line)
            if used:
                yield replace(game, players=tuple(sat), hands=used, has_other_rows=len(used) < len(hands))
            elif hands[-1].totals:
                yield replace(game, players=tuple(hands[-1].totals), totals=hands[-1].totals)

    def _split_games(self, lines: Iterable[Line]) -> Iterator[tuple[OldEvening, list[Line]]]:
        """Yield each game without its hands, and its rows.

        A new game begins if the date, place, game, scheme, scorer or the game's number changes, or if hand numbers
        restart.
        """
        game, rows, last, number_before, first_number = OldEvening(0), list[Line](), 0, "", None
        for line in lines:
            if line.empty:
                continue
            number = hand_number(self.heads, line)
            row = self._read_head(line)
            of_game = self._text(line, "number")
            restarts = number is not None and number < last
            if restarts and number != first_number and number != 1:
                raise self._not_in_order(line.number)
            is_other = any(getattr(row, key) and getattr(game, key) not in ("", getattr(row, key)) for key in _HEAD)
            if rows and (restarts or is_other or (of_game and of_game != number_before)):
                yield game, rows
                row, rows = _merge_heads(row, game), []  # the new game inherits values that its first row leaves out
                game = row
            game = _merge_heads(game, row)
            rows.append(line)
            number_before = of_game or number_before
            first_number = number if first_number is None else first_number
            last = number if number is not None else last if len(rows) > 1 else 0
        if rows:
            yield game, rows

    def _not_in_order(self, line: int) -> SheetUnreadable:
        words = _("The hands are not numbered in order.")
        return SheetUnreadable(in_column(words, self.heads.labels.get(self.heads.of_all["hand"], "")), line)

    def _text(self, line: Line, key: str) -> str:
        return line.cell(self.heads.of_all[key]) if key in self.heads.of_all else ""

    def _read_head(self, line: Line) -> OldEvening:
        date, place, game, scheme, scorer = (self._text(line, key) or self.table.above.get(key, "") for key in _HEAD)
        try:
            day = read_serial(date) or read_date(date, self.order, line.number)
        except DateUnclear:
            raise
        except SheetUnreadable as error:
            label = self.heads.labels.get(self.heads.of_all.get("date", -1), "")
            raise SheetUnreadable(in_column(error.reason, label), line.number) from error
        return OldEvening(line.number, day, place, game, scheme, scorer)

    def _hand_of_row(self, line: Line, *, only_points: bool) -> OldHand:
        read: dict[str, dict[str, Any]] = {part: {} for part in OF_A_PLAYER}
        for name, columns in self.heads.of_players.items():
            for part, column in columns.items():
                self._read_part(read, part, name, line, column)
        return hand_of(self.heads, line, read, list(self.heads.of_players), only_points=only_points)

    def _read_part(self, read: dict[str, dict[str, Any]], part: str, name: str, line: Line, column: int) -> None:
        try:
            read_part(read, part, name, line.cell(column), line.number)
        except SheetUnreadable as error:
            raise SheetUnreadable(in_column(error.reason, self.heads.labels.get(column, "")), line.number) from error

    # --- one player per row ------------------------------------------------------------------------------

    def _of_players(self) -> Iterator[OldEvening]:
        """Yield the games in these rows up to an empty row that is followed by a summary."""
        for game, game_lines in self._split_games(self.rows):
            deals = [*self._deals(game_lines)]
            names = seat_order([[player_in(self.heads, line) for line in deal] for deal in deals])
            if len(names) == 1 and "hand" in self.heads.of_all:
                raise self._not_in_order(game.line)
            read = (self._hand_of_deal(deal, names) for deal in deals)
            hands = with_hands_by_points([hand for hand in read if hand is not None])
            if hands:
                sat = tuple(name for name in names if any(name in hand.players for hand in hands))
                yield replace(game, players=sat, hands=tuple(hands))

    def _deals(self, own: Iterable[Line]) -> Iterator[list[Line]]:
        """Yield the rows of each hand.

        A hand ends if the number changes or a name repeats.
        """
        for _number, lines in groupby(own, lambda line: hand_number(self.heads, line)):
            deal: dict[str, Line] = {}
            for line in lines:
                name = player_in(self.heads, line)
                if not name:
                    label = self.heads.labels.get(self.heads.of_all["player"], "")
                    raise SheetUnreadable(in_column(_("A row has no player."), label), line.number)
                if name in deal:
                    yield list(deal.values())
                    deal = {}
                deal[name] = line
            yield list(deal.values())

    def _hand_of_deal(self, deal: Sequence[Line], order: Sequence[str]) -> OldHand | None:
        """Return the hand in these rows, or None if it was not played.

        Adjustments are subtracted from the points of the hand. For absent players, only the adjustments count.
        """
        heads = self.heads
        read: dict[str, dict[str, Any]] = {part: {} for part in OF_A_PLAYER}
        if "bid" in heads.of_all and all(_status(heads, line) == "inprogress" for line in deal):
            for line in deal:
                self._read_part(read, "bid", player_in(self.heads, line), line, heads.of_all["bid"])
            if len(read["bid"]) == len(deal):
                return hand_of(heads, deal[0], read, order)
        played = [line for line in deal if _status(heads, line) not in _NOT_PLAYED]
        present = [line for line in played if _status(heads, line) not in _NOT_THERE]
        for line in played:
            for part in OF_A_PLAYER if line in present else ("adjustment",):
                if part in heads.of_all:
                    self._read_part(read, part, player_in(self.heads, line), line, heads.of_all[part])
        for name, adjustment in read["adjustment"].items():
            if name in read["points"]:
                read["points"][name] -= adjustment
        if not present:
            return None
        only_points = not heads.of_all.keys() & {"bid", "taken", "made", "off"}
        return hand_of(heads, present[0], read, order, only_points=only_points)

    # --- totals ------------------------------------------------------------------------------------------

    def _of_totals(self) -> Iterator[OldEvening]:
        """Yield the evenings in these rows. Set rows without totals aside by name.

        A player with a total took part. Raise SheetUnreadable for an evening without a date, unlike the others.
        """
        evenings: list[OldEvening] = []
        for line in self.rows:
            read: dict[str, dict[str, Any]] = {"total": {}}
            for name, column in self._totals_in(line):
                self._read_part(read, "total", name, line, column)
            totals = read["total"]
            if totals:
                comment = cells.text_of(self._text(line, "comment"))
                comment = "" if comment.casefold() in cells.NOTHING else comment
                head = self._read_head(line)
                evenings.append(replace(head, players=tuple(totals), totals=totals, comment=comment))
            elif not line.empty:
                self.ignored.append(name_row(line))
        undated = next((evening for evening in evenings if not evening.date), None)
        if undated and any(evening.date for evening in evenings):
            words = _("This row has no date.")
            raise SheetUnreadable(in_column(words, self.heads.labels.get(self.heads.of_all["date"], "")), undated.line)
        yield from evenings

    def _totals_in(self, line: Line) -> Iterator[tuple[str, int]]:
        """Yield each player with the column of the total. Raise SheetUnreadable if cells name a player twice."""
        yield from self.heads.other.items()
        names: set[str] = set()
        for seat, column in self.heads.seats.items():
            parts = self.heads.of_players.get(seat, {})
            name, total = cells.text_of(line.cell(column)), parts.get("total", parts.get("points"))
            if total is not None and line.cell(total):
                if not name or name in names:
                    words = _("A player appears here twice.") if name else _("A row has no player.")
                    raise SheetUnreadable(in_column(words, seat), line.number)
                names.add(name)
                yield name, total


def _is_own_layout(headings: Sequence[str]) -> bool:
    """Return whether these are the headings of a sheet that Scorepad wrote, with all columns in their places.

    Then each column means what its heading says, even if the rules give other values.
    """
    codes = [parse_heading(text) for text in headings]
    while codes and not codes[-1][1]:
        codes.pop()
    of_all = [meaning for name, meaning in codes if not name and meaning not in ("trump", "comment")]
    parts = [[meaning for _name, meaning in group] for name, group in groupby(codes, lambda code: code[0]) if name]
    if "player" in of_all:
        at = of_all.index("player")
        of_all, parts = of_all[:at], [*parts, of_all[at + 1 :]]
    whole = ["bid", "taken", "off", "points", "total"]
    without_off = [part for part in whole if part != "off"]  # only sheets with distances from the bids have them
    is_begun = of_all in (["hand", "cards", "dealer"], ["date", "game", "scheme", "hand", "cards", "dealer"])
    return is_begun and bool(parts) and all(part in (whole, without_off) for part in parts)


def evenings_of(tables: Sequence[Table], first: DayOrMonth | None) -> list[OldEvening]:
    """Return the evenings in all tables of a file. `first` is the order of day and month, if the user chose it.

    Raise SheetUnreadable or DateUnclear.
    """
    readers = [TableReader(table, first) for table in tables]
    order = first or find_order(text for reader in readers for text in reader.dates())
    found: list[OldEvening] = []
    for reader in readers:
        reader.order = order
        above = list(found)
        for evening in reader.evenings():
            same = next((at for at, known in enumerate(above) if is_repeated(known, evening)), None)
            if same is None:
                found.append(evening)
            else:
                words = _("Rows {first} to {last} (the same hands again)")
                again = words.format(first=evening.line, last=evening.hands[-1].line)
                found[same] = replace(found[same], ignored=(*found[same].ignored, again))
    return found


def _without_summary(heads: Heads, rows: Sequence[Line], ignored: list[str]) -> Sequence[Line]:
    """Return the rows up to an empty one that is followed by something else than rows of these players."""
    names: set[str] = set()
    for at, line in enumerate(rows):
        if at and rows[at - 1].empty and not line.empty and player_in(heads, line) not in names:
            words = _("Rows {first} to {last} (not in the columns of the table)")
            ignored.append(words.format(first=line.number, last=rows[-1].number))
            return rows[:at]
        names |= {player_in(heads, line)} - {""}
    return rows


def hand_number(heads: Heads, line: Line) -> int | None:
    """Return the number of the hand, or None if the row has none."""
    text = line.cell(heads.of_all["hand"]) if "hand" in heads.of_all else ""
    digits = "".join(filter(str.isdigit, text))
    return int(digits) if digits.isascii() and digits and len(digits) < 5 else None


def _merge_heads(evening: OldEvening, head: OldEvening) -> OldEvening:
    return replace(
        evening,
        line=evening.line or head.line,
        **{key: getattr(evening, key) or getattr(head, key) for key in _HEAD},
    )


def hand_of(
    heads: Heads, line: Line, read: Mapping[str, Mapping[str, Any]], order: Sequence[str], *, only_points: bool = False
) -> OldHand:
    """Return the hand for values already read per player.

    `order`: all possible players, clockwise. `only_points`: the table has no bids and tricks.
    """
    text = {key: line.cell(column) for key, column in heads.of_all.items()}
    bids, taken, made, points = (dict(read[part]) for part in ("bid", "taken", "made", "points"))
    for name, off in read["off"].items():
        if name in bids and name not in taken and name not in made:
            made[name] = off == 0
    known = (points, read["total"]) if only_points else (bids, taken, made, points)
    players = tuple(name for name in order if any(name in values for values in known))
    return OldHand(
        line=line.number,
        players=players,
        only_points=only_points and bool(players),
        number=hand_number(heads, line),
        cards=cells.parse_tricks(text.get("cards", ""), line.number),
        dealer=cells.text_of(text.get("dealer", "")),
        first_bidder=cells.text_of(text.get("opens", "")),
        trump=cells.trump(text.get("trump", "")) or cells.text_of(text.get("trump", "")),
        bids=bids, taken=taken, made=made, points=points, totals=read["total"],
        adjustments={name: points_given for name, points_given in read["adjustment"].items() if points_given},
        remark=cells.text_of(text.get("comment", "")),
    )  # fmt: skip


_READ: Mapping[str, Callable[[str, int], Any]] = {
    "bid": cells.parse_tricks, "points": cells.parse_points, "total": cells.parse_points,
    "adjustment": cells.parse_points,
    "off": cells.parse_points,
}  # fmt: skip


def read_part(read: dict[str, dict[str, Any]], part: str, name: str, text: str, line: int) -> None:
    """Store the value of a player's cell in `read`.

    A `taken` cell may hold a word for made or missed.
    """
    if part in ("taken", "made"):
        word = cells.parse_made(text)
        if word is not None and (part == "made" or not text.isdigit()):
            read["made"][name] = word
            return
    value = _READ.get(part, cells.parse_tricks)(text, line)
    if value is not None:
        read[part][name] = value


_NOT_THERE = {"satout", "absent"}
_NOT_PLAYED = {"skipped", "void", "cancelled", "pending", "inprogress"}


def _status(heads: Heads, line: Line) -> str:
    return letters_of(line.cell(heads.of_all["status"])) if "status" in heads.of_all else ""
