"""Points as tables: the value of a bid, made and missed, computed by the scheme.

No scheme is known here. A table is as short as the points allow: one column for misses of one value, one row per
trick off, and so on. Without a shorter form it has all bids and tricks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorepad.formats import format_points
from scorepad.rules.formula.tree import Number
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.words import _, ngettext

DOUBLED, REDOUBLED, OVER = "×", "××", ">½"


@dataclass(frozen=True)
class PointsTable:
    """A table of points as words. Each row has its heading and its cells.

    `bold` are the cells of made bids, as row and column from 0. `signs` replace the headings in a small space, () if
    none are needed. `folded` is the same table with half the rows, if there is one.
    """

    title: str
    corner: str
    heads: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]
    bold: frozenset[tuple[int, int]] = frozenset()
    signs: Sequence[str] = ()
    folded: Sequence[PointsTable] = ()

    def with_rows(self, kept: Sequence[int]) -> PointsTable:
        """Return the table with only these of its rows."""
        bold = frozenset((kept.index(row), column) for row, column in self.bold if row in kept)
        return replace(self, rows=[self.rows[at] for at in kept], bold=bold)


def short_tables(points: SchemeAsPlayed) -> list[PointsTable]:
    """Return a table or two: bids made, by the bid, and bids missed, by what that goes by.

    The whole table of bids and tricks where it cannot be said shortly.
    """
    worth = {hand: points(*hand) for hand in bare_hands(points.hand_sizes)}
    made = {hand: value for hand, value in worth.items() if hand[0] == hand[1]}
    missed = {hand: value for hand, value in worth.items() if hand[0] != hand[1]}
    by = goes_by(missed, CRITERIA)
    if by is None:
        return [full_table(points, points.hand_sizes[-1])]
    alone = points.scheme.reads("makers")
    heads, known = _by_cards(made, lambda bid, taken, cards: bid)  # noqa: ARG005
    if by.name in ("const", "bid"):
        losses = {key: {**row, "missed": _any(missed, by, key)} for key, row in known.items()}
        return [_made_table([*heads, "missed"], losses, alone)]
    off = sorted({by.key(*hand) for hand in missed})
    rows = [(str(key), [format_points(_any(missed, by, key))]) for key in off]
    return [_made_table(heads, known, alone), PointsTable(_("Missed"), by.title(), [_("points")], rows)]


def merge_equal_rows(table: PointsTable, *, upright: bool = False) -> list[PointsTable]:
    """Return a table by the cards of the hand whose rows are mostly alike for all hands as two.

    Those rows with one cell, and the others as they are, a single one `upright` if that is wanted. Else the table
    itself.
    """
    alike = [at for at, (_head, cells) in enumerate(table.rows) if len({cell for cell in cells if cell}) == 1]
    if len(table.heads) < 3 or 2 * len(alike) < len(table.rows):
        return [table]
    rows = [(table.rows[at][0], [next(filter(None, table.rows[at][1]))]) for at in alike]
    plain = PointsTable(_("Made"), table.corner, [_("points")], rows, _all_bold(rows))
    rest = [at for at in range(len(table.rows)) if at not in alike]
    if upright and len(rest) == 1:
        bid, cells = table.rows[rest[0]]
        by_cards = [(head, [cell]) for head, cell in zip(table.heads, cells, strict=True) if cell]
        title = _("A bid of {bid}").format(bid=bid)
        return [plain, PointsTable(title, _("cards"), [_("points")], by_cards, _all_bold(by_cards))]
    return [plain, table.with_rows(rest)] if rest else [plain]


def _all_bold(rows: Sequence[tuple[str, Sequence[str]]]) -> frozenset[tuple[int, int]]:
    return frozenset((at, 0) for at in range(len(rows)))


def full_table(points: SchemeAsPlayed, cards: int) -> PointsTable:
    """Return the points of every bid (rows) and every number of tricks (columns) in hands of this size."""
    tricks = range(cards + 1)
    rows = [(str(bid), [format_points(points(bid, taken, cards)) for taken in tricks]) for bid in tricks]
    words = ngettext("Hands of {cards} card: tricks taken", "Hands of {cards} cards: tricks taken", cards)
    title = words.format(cards=cards)
    return PointsTable(title, _("bid"), [str(taken) for taken in tricks], rows, frozenset((bid, bid) for bid in tricks))


# --- what a miss goes by --------------------------------------------------------------------------------

BareHand = tuple[int, int, int]  # bid, tricks taken, cards
Worth = Mapping[BareHand, Number]


def bare_hands(sizes: Iterable[int]) -> list[BareHand]:
    """Return every bid with every number of tricks, in hands of these sizes."""
    return [(bid, taken, cards) for cards in sizes for bid in range(cards + 1) for taken in range(cards + 1)]


@dataclass(frozen=True)
class Criterion:
    """What points may go by: a number that each hand (bid, tricks, cards) gives, and its title over a column."""

    name: str
    key: Callable[[int, int, int], int]
    title: Callable[[], str]


CRITERIA = (
    Criterion("const", lambda bid, taken, cards: 0, lambda: ""),  # noqa: ARG005
    Criterion("off", lambda bid, taken, cards: abs(bid - taken), lambda: _("off by")),  # noqa: ARG005
    Criterion("bid", lambda bid, taken, cards: bid, lambda: _("bid")),  # noqa: ARG005
    Criterion(
        "more",
        lambda bid, taken, cards: max(bid, abs(bid - taken)),  # noqa: ARG005
        lambda: _("bid or difference, whichever is larger"),
    ),
    Criterion("taken", lambda bid, taken, cards: taken, lambda: _("tricks")),  # noqa: ARG005
)


def goes_by(worth: Worth, criteria: Iterable[Criterion]) -> Criterion | None:
    """Return the first of the criteria by which these points go: equal keys give equal points.

    None: by none of them.
    """
    for criterion in criteria:
        seen: dict[int, Number] = {}
        if all(seen.setdefault(criterion.key(*hand), value) == value for hand, value in worth.items()):
            return criterion
    return None


def _any(worth: Worth, criterion: Criterion, key: int) -> Number:
    """Return what hands of this key are worth; they all are worth the same."""
    wanted = 0 if criterion.name == "const" else key
    return next(value for hand, value in worth.items() if criterion.key(*hand) == wanted)


def _by_cards(made: Worth, key: Callable[[int, int, int], int]) -> tuple[list[str], dict[int, dict[str, Number]]]:
    """Made points by the bid; in a column for each size of hand where they go by that as well."""
    plain = {key(*hand): value for hand, value in made.items()}
    if all(plain[key(*hand)] == value for hand, value in made.items()):
        return ["made"], {bid: {"made": value} for bid, value in plain.items()}
    rows: dict[int, dict[str, Number]] = {}
    for (bid, taken, cards), value in made.items():
        rows.setdefault(key(bid, taken, cards), {})[str(cards)] = value
    return [str(cards) for cards in sorted({hand[2] for hand in made})], rows


def _made_table(heads: Sequence[str], rows: Mapping[int, Mapping[str, Number]], alone: bool) -> PointsTable:
    """`alone`: it counts how many made their bids, and this is for the only one."""
    words = {"made": _("made") if "missed" in heads else _("points"), "missed": _("missed")}
    cells = [
        (str(bid), [format_points(row[head]) if head in row else "" for head in heads]) for bid, row in rows.items()
    ]
    by_cards = "made" not in heads
    title = _("Made by you alone") if alone else _("Made")
    bold = frozenset((at, column) for at in range(len(cells)) for column, head in enumerate(heads) if head != "missed")
    return PointsTable(
        _("Made, in hands of … cards") if by_cards else title, _("bid"),
        [words.get(head, head) for head in heads], sorted(cells, key=lambda cell: int(cell[0])), bold,
    )  # fmt: skip
