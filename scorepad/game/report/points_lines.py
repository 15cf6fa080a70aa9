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

OVER, DOT = ">½", " · "
MOST_APART = 2  # bids with separate rows for their misses


@dataclass(frozen=True)
class PointsTable:
    """A table of points as words. Each row has its heading and its cells.

    `bold` are the cells of made bids, as row and column from 0. A heavy rule separates the columns from `split` on,
    which do not belong to the heads of the rows.
    """

    title: str
    corner: str
    heads: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]
    bold: frozenset[tuple[int, int]] = frozenset()
    split: int = 0

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


def brief_tables(points: SchemeAsPlayed) -> list[PointsTable]:
    """Return the short tables, with points that go by the cards of the hand in words if possible: `10 + cards`."""
    made, *missed = short_tables(points)
    if is_full(made):
        return _some_bids_apart(points) or [made]
    return [_in_words(points, made, *missed) or made if len(made.heads) > 2 else made, *missed]


def compact_table(points: SchemeAsPlayed) -> PointsTable:
    """Return made and missed points in one table: by the bid, or side by side where a miss goes by something else.

    The whole table of bids and tricks where it cannot be said shortly.
    """
    made, *missed = brief_tables(points)
    alone = made.title not in (_("Made"), _("Points"))
    title = _("Not the caller") if not_for_caller(points) else made.title if alone else ""
    if not missed:
        return replace(made, title=title)
    (losses,) = missed
    left = {int(head): [head, *cells] for head, cells in made.rows}
    first = 0 if not losses.rows[0][0].isdigit() else int(losses.rows[0][0])
    right = {key: [head, *cells] for key, (head, cells) in enumerate(losses.rows, first)}
    empty = [""] * (len(made.heads) + 1)
    lines = [left.get(key, empty) + right.get(key, ["", ""]) for key in sorted({*left, *right})]
    heads = [_("made")] if len(made.heads) == 1 else made.heads
    bold = frozenset((at, column) for at in range(len(lines)) for column in {*range(len(heads)), len(heads) + 1})
    rows = [(line[0], line[1:]) for line in lines]
    return PointsTable(title, made.corner, [*heads, losses.corner, _("missed")], rows, bold, len(heads))


def not_for_caller(points: SchemeAsPlayed) -> bool:
    """Return whether the tables are only for players who are not the caller: they have hands without a call."""
    return points.scheme.reads_any("highest_bid", "highest_bidder")


def is_full(table: PointsTable) -> bool:
    """Return whether it has a column for each number of tricks."""
    return table.heads[:1] == ["0"]


def _some_bids_apart(points: SchemeAsPlayed) -> list[PointsTable]:
    """Return made bids, and misses by the tricks off, if the misses of only one or two bids go otherwise.

    Skull King's missed zero goes by the cards. Return none if the points go otherwise.
    """
    largest, word = points.hand_sizes[-1], _("bid")
    made = [*_by_bid(points, range(largest)), *_by_bid(points, [largest])]  # the largest is a separate case
    misses = {
        bid: {hand: points(*hand) for hand in bare_hands(points.hand_sizes) if hand[0] == bid != hand[1]}
        for bid in range(largest + 1)
    }
    off = {abs(bid - taken): worth for bid in (largest // 2, 1) for (_b, taken, _c), worth in misses[bid].items()}
    apart = {bid: _miss_in_words(worth) for bid, worth in misses.items()
             if any(off.setdefault(abs(bid - hand[1]), value) != value for hand, value in worth.items())}  # fmt: skip
    if len(made) <= largest or len(apart) > MOST_APART or not all(apart.values()):
        return []
    alike = {abs(bid - hand[1]) for bid in misses.keys() - apart for hand in misses[bid]}
    losses = [(str(key), [format_points(off[key])]) for key in sorted(alike)]
    first, *others = [(f"{word} {bid}", [worth]) for bid, worth in apart.items()] or [losses.pop(0)]
    corner = _("bid, or off by") if apart else _("off by")
    return [
        PointsTable(_("Made"), word, [_("points")], [(bid, [worth]) for bid, worth in made]),
        PointsTable(_("Missed"), corner, [_("points")], [first, *losses, *others]),
    ]


def _miss_in_words(worth: Worth) -> str:
    """Return what missing one bid costs, if it goes by the cards or by the tricks off; otherwise ""."""
    by = goes_by(worth, (Criterion("cards", lambda bid, taken, cards: cards, str), CRITERIA[1]))  # noqa: ARG005
    values = {by.key(*hand): value for hand, value in worth.items()} if by else {}
    if by is not CRITERIA[1]:
        return _by_size(values, 0)[1] if values else ""
    base = values[1] + 1
    return _("{points} − off").format(points=format_points(base)) if values == {n: base - n for n in values} else ""


def _in_words(points: SchemeAsPlayed, made: PointsTable, *missed: PointsTable) -> PointsTable | None:
    """Return the made bids if some, such as zero, are worth more with more cards.

    The cost of a miss is included if it has no table. Return None if no short text describes it.
    """
    known = _by_bid(points, [int(bid) for bid, _cells in made.rows])
    if not known:
        return None
    heads = [_("points")] if missed else [_("made"), made.heads[-1]]
    rows = [(bid, [worth] if missed else [worth, cells[-1]])
            for (bid, worth), (_bid, cells) in zip(known, made.rows, strict=True)]  # fmt: skip
    title = _("Made") if missed else _("Points")
    return PointsTable(title, made.corner, heads, rows, frozenset((at, 0) for at in range(len(rows))))


def _by_bid(points: SchemeAsPlayed, bids: Iterable[int]) -> list[tuple[str, str]]:
    """Return each made bid with its worth in words; none if one has no short text."""
    rows = list[tuple[str, str]]()
    each: Number = 0
    for bid in bids:
        each, worth = _by_size({cards: points(bid, bid, cards) for cards in points.hand_sizes if cards >= bid}, each)
        rows.append((str(bid), worth))
    return rows if all(worth for _bid, worth in rows) else []


def _by_size(worth: Mapping[int, Number], usual: Number) -> tuple[Number, str]:
    """Return how points go by the cards, and their worth: a number or a sum; "" where they go otherwise.

    Two sizes of hands make no rule, unless that of the bid before (`usual`) holds for them too.
    """
    values = list(worth.values())
    if len({*values}) == 1 and not (usual and len(values) < 3):
        return 0, format_points(values[0])
    each = usual if len(values) < 3 else values[1] - values[0]
    base = values[0] - each * next(iter(worth))
    if not each or any(value != base + each * cards for cards, value in worth.items()):
        return 0, ""
    form = _("{points} + cards") if each == 1 else _("{points} + {each} × cards")
    return each, (form if base else _("{each} × cards")).format(points=format_points(base), each=format_points(each))


def full_table(points: SchemeAsPlayed, cards: int) -> PointsTable:
    """Return the points of every bid (rows) and every number of tricks (columns) in hands of this size."""
    tricks = range(cards + 1)
    rows = [(str(bid), [format_points(points(bid, taken, cards)) for taken in tricks]) for bid in tricks]
    words = ngettext("Hands of {cards} card: tricks taken", "Hands of {cards} cards: tricks taken", cards)
    title = DOT.join([_("Not the caller")] * not_for_caller(points) + [words.format(cards=cards)])
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
    title = _("Made by you alone") if alone else _("Points") if "missed" in heads else _("Made")
    bold = frozenset((at, column) for at in range(len(cells)) for column, head in enumerate(heads) if head != "missed")
    return PointsTable(
        _("Made, in hands of … cards") if by_cards else title, _("bid"),
        [words.get(head, head) for head in heads], sorted(cells, key=lambda cell: int(cell[0])), bold,
    )  # fmt: skip
