"""The kinds of rows in a table: hands and evenings, and sums, averages and winners, which are set aside."""

from collections.abc import Sequence

from scorepad.errors import SheetUnreadable
from scorepad.formats import letters_of
from scorepad.game.state.rows import Points
from scorepad.importing.sheets.cells import Line, number_or_none
from scorepad.importing.sheets.headings import MEANINGS, OF_A_PLAYER, Heads
from scorepad.words import _

_SUMS = {
    "sum", "sums", "subtotal", "grandtotal", "totals", "somme", "suma", "soma", "somma", "som", "sigma", "σ", "final",
    "result", "results", "ergebnis", "endstand", "stand", "finalscore", "endresult", "tussenstand", "zwischensumme",
    "zwischenstand", "soustotal", "resultat", "resultado", "risultato", "uitslag", "eindstand", "insgesamt",
}  # fmt: skip


def is_named_sum(heads: Heads, line: Line) -> bool:
    """Return whether the row is a sum, an average or a winner by the word that begins it."""
    indexes = {0, heads.of_all.get("hand", 0), heads.of_all.get("date", 0), heads.of_all.get("player", 0)}
    first = next((column for column, text in enumerate(line.cells) if text), 0)
    return any(is_sum_word(line.cell(column)) for column in {*indexes, first})


def is_sum_word(text: str) -> bool:
    word = letters_of(text.partition(":")[0])
    return word in _SUMS or text.strip(" :") in ("Σ", "∑", "Ø") or MEANINGS.get(word) in ("total", "ignored", "points")


def name_row(line: Line) -> str:
    """Return the number of a row with its first text."""
    text = next(filter(None, line.cells))
    return _("Row {number} ({text})").format(number=line.number, text=text[:40])


def rows_to_read(heads: Heads, lines: Sequence[Line], ignored: list[str]) -> list[Line]:
    """Return the rows that are hands or evenings. Add a sentence to `ignored` for each other row.

    Raise SheetUnreadable for a row that is neither.
    """
    rows: list[Line] = []
    sums = _RunningSums(heads)
    has_names = bool(heads.of_players or heads.of_all.get("player"))
    for at, line in enumerate(lines):
        text, *others = line.cells or ("",)
        is_sentence = text and has_names and not any(others) and not any(map(str.isdigit, text))  # “Bob is the winner”
        if line.empty:
            rows.append(line)
        elif is_named_sum(heads, line) or is_sentence:
            ignored.append(name_row(line))
        elif sums.equal(line) and not (sums.is_next_hand(line) and _is_followed(heads, line, lines[at + 1 :])):
            ignored.append(_("Row {number} (sum of the rows above)").format(number=line.number))
        elif _is_unlabelled_result(heads, line, sums.last):
            ignored.append(_("Row {number} (no hand)").format(number=line.number))
        else:
            _check_hand_number(heads, line, sums.last)
            rows.append(line)
            sums.add(line)
    return rows


def _is_followed(heads: Heads, line: Line, below: Sequence[Line]) -> bool:
    """Return whether a row with the number of a hand is a hand, because the row below has the number after it.

    Raise SheetUnreadable if there is no row below: the row may be a hand, or the sum of the rows above.
    """
    column = heads.of_all["hand"]
    number = number_or_none(line.cell(column)) or 0
    following = next((other for row in below if (other := number_or_none(row.cell(column))) is not None), None)
    if following is None:
        words = _("This row may be a hand, or the sum of the rows above.")
        raise SheetUnreadable(in_column(words, heads.labels.get(column, "")), line.number)
    return following == number + 1


def _check_hand_number(heads: Heads, line: Line, above: Line) -> None:
    """Raise SheetUnreadable if a hand has no number, but a word or nothing, unlike the hand above it."""
    if "hand" not in heads.of_all:
        return
    column, label = heads.of_all["hand"], heads.labels.get(heads.of_all["hand"], "")
    text = line.cell(column)
    if text and not any(letter.isdigit() for letter in text):
        words = _("“{text}” is not the number of a hand. Example: 3.").format(text=text[:40])
        raise SheetUnreadable(in_column(words, label), line.number)
    results = [parts[part] for parts in heads.of_players.values() for part in ("bid", "taken") if part in parts]
    if not text and above.cell(column) and any(line.cell(result) for result in results):
        raise SheetUnreadable(in_column(_("This row has no hand number."), label), line.number)


def in_column(reason: str, label: str) -> str:
    """Return a reason with the heading of its column."""
    return _("{reason} Column: “{head}”.").format(reason=reason, head=label[:40]) if label else reason


class _RunningSums:
    """The sums of the numbers in the rows so far."""

    def __init__(self, heads: Heads) -> None:
        of_players = [column for parts in heads.of_players.values() for column in parts.values()]
        if "player" in heads.of_all:
            of_players = [heads.of_all[part] for part in OF_A_PLAYER if part in heads.of_all]
        self._heads, self._columns = heads, of_players or [*heads.other.values()]
        self._extras = [heads.of_all[key] for key in ("hand", "cards") if key in heads.of_all]
        self._sums: dict[int, Points] = dict.fromkeys((*self._columns, *self._extras), 0)
        self._counts: dict[int, int] = dict.fromkeys(self._sums, 0)
        self.rows, self.last = 0, Line(0, ())

    def add(self, line: Line) -> None:
        self.rows, self.last = self.rows + 1, line
        for column in self._sums:
            number = number_or_none(line.cell(column))
            self._sums[column] += number or 0
            self._counts[column] += number is not None

    def equal(self, line: Line) -> bool:
        """Return whether the row has the sums or averages of the rows above."""
        has_number = bool(self._text(line, "hand"))
        is_enough = self.rows > 1 or (self.rows == 1 and self._heads.of_all.keys() & {"hand", "date"})
        if not is_enough or any(self._text(line, key) for key in ("player", "date")):
            return False
        values = {
            column: number for column in self._columns if (number := number_or_none(line.cell(column))) is not None
        }
        if len(values) < 2 or not any(values.values()):
            return False
        if all(number == self._sums[column] for column, number in values.items()):
            return not has_number or all(
                number_or_none(line.cell(column)) == self._sums[column] for column in self._extras
            )
        return not has_number and all(
            round(float(number), 1) == round(float(self._sums[column]) / max(1, self._counts[column]), 1)
            for column, number in values.items()
        )

    def is_next_hand(self, line: Line) -> bool:
        """Return whether the row has the number after that of the hand before."""
        before = number_or_none(self._text(self.last, "hand"))
        return before is not None and number_or_none(self._text(line, "hand")) == before + 1

    def _text(self, line: Line, key: str) -> str:
        return line.cell(self._heads.of_all[key]) if key in self._heads.of_all else ""


def _is_unlabelled_result(heads: Heads, line: Line, above: Line) -> bool:
    """Return whether a row has results below “tricks” without a hand and without bids, unlike the row above."""
    marks = [heads.of_all[key] for key in ("hand", "cards") if key in heads.of_all]
    bids = [parts["bid"] for parts in heads.of_players.values() if "bid" in parts]
    results = [parts[part] for parts in heads.of_players.values() for part in ("taken", "made") if part in parts]
    if not (marks and bids) or any(line.cell(column) for column in (*marks, *bids)):
        return False
    return any(line.cell(column) for column in results) and any(above.cell(column) for column in (*marks, *bids))
