"""The text of a points card: its tables, and notes for what the tables cannot show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from scorepad.formats import capital, format_points
from scorepad.formula_names import BESIDE_TABLES
from scorepad.game.report.contract_lines import contract_tables
from scorepad.game.report.points_lines import DOT, OVER, PointsTable, compact_table
from scorepad.rules.formula.tree import magnitude
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.parts import winner_in_words
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.rules.telling.points import Rate, contract_rates
from scorepad.words import _, join_label, ours

MOST_EXAMPLES = 6
EXTRA_NAMES = BESIDE_TABLES - {"last"}
"""Names that need a note. Of the last hand, the sentences of the scheme say which are for cards."""


def depends_on_more(scheme: Scheme) -> bool:
    """Return whether the points of a scheme depend on more than the bid, the tricks and the cards of a hand."""
    return scheme.reads_any(*EXTRA_NAMES) or any(map(scheme.reads, scheme.language.mark_names()))


@dataclass(frozen=True)
class PointsCard:
    """The text of a card: its heading, what it is about, its tables, the notes that they need, and further examples."""

    title: str
    about: str
    tables: Sequence[PointsTable]
    notes: Sequence[str] = ()
    examples: Sequence[str] = ()


def points_lines(points: SchemeAsPlayed) -> PointsCard:
    """Return the card of a scheme for a table."""
    scheme, options = points.scheme, points.options or {}
    rates = contract_rates(points) if points.by_contract else []
    about, *notes = [scheme.about_with(options), *notes_for_tables(points, every=bool(rates))]
    winner = winner_in_words(scheme.winner)
    if notes and not scheme.told:
        about, notes = notes[0], [about, winner]
    elif notes:
        about, notes = "", [*notes, winner]
    else:
        about = f"{about} {winner}".strip()
    if rates:
        tables = [rates_table(rates), _counted_out(rates, points)]
    else:
        tables = contract_tables(points) if points.by_contract else [compact_table(points)]
    examples = list(islice(_examples(points), MOST_EXAMPLES))
    return PointsCard(ours(scheme.name), about, tables, [note for note in notes if note], examples)


def signs_in_words(tables: Sequence[PointsTable]) -> str:
    """Return what the signs of these tables mean; "" if they have none."""
    is_over = any(head.startswith(OVER) for table in tables for head in table.heads)
    has_dash = any("–" in cells for table in tables for _head, cells in table.rows)
    signs = [(OVER, _("over half"))] * is_over + [("–", _("cannot occur"))] * has_dash
    legend = DOT.join(join_label(sign, meaning) for sign, meaning in signs)
    return f"{legend}." if legend else ""


def _examples(points: SchemeAsPlayed) -> Iterator[str]:
    """Yield the scheme's examples of this game's hands whose points depend on more than the bid, tricks and cards."""
    scheme = points.scheme
    options = scheme.option_values(points.options or {})
    for example in scheme.examples:
        given: dict[str, Any] = {"bid": None, "taken": None, "cards": None, **example.given, "options": options}
        bid, taken, cards = (given[name] for name in ("bid", "taken", "cards"))
        is_whole = example.note and None not in (bid, taken) and "total" not in given
        if not is_whole or points.by_contract or cards not in points.hand_sizes:
            continue
        if scheme.entry(scheme.hand_variables(**given)) == example.points != points(bid, taken, cards):
            words = _("{note} (bid {bid}, taken {taken}): {points}")
            worth = format_points(example.points)
            yield capital(words.format(note=ours(example.note), bid=bid, taken=taken, points=worth))


def rates_table(rates: Sequence[tuple[str, Rate, Rate]]) -> PointsTable:
    """Return the rates of a contract with one row per role: up to half of the tricks, and over half."""
    rows = [(row[0], [str(rate) for rate in (*row[1:], *over[1:])])
            for row, over in zip(rates[::2], rates[1::2], strict=True)]  # fmt: skip
    heads = [_("Made"), _("Missed")]
    return PointsTable("", "", [*heads, *(f"{OVER} {head}" for head in heads)], rows)


def _counted_out(rates: Sequence[tuple[str, Rate, Rate]], points: SchemeAsPlayed) -> PointsTable:
    """Return what the rates of a contract come to for each number of tricks, gains before losses.

    Of 0 tricks, a loss is that of a doubler, whose contract was made.
    """
    top, possible = points.top, dict[Rate, set[int]]()
    doubler = {"role": "doubler", "doubled": True, "level": 0, "contract_taken": 0}
    losses = [made for _name, made, _missed in rates[::2] if not made.base]
    zero = {rate: points(0, 0, top, redoubled=bool(at), **doubler) for at, rate in enumerate(losses)}
    for at, (_name, *both) in enumerate(rates):
        for rate in both:
            gains = range(1, top + 1) if at % 2 else range(top // 2 + 1)
            possible.setdefault(rate, set()).update(gains if rate.base else range(1, top + 1))
    columns = sorted(possible, key=lambda rate: (not rate.base, rate.base, magnitude(rate.each)))
    rows = [
        (str(number), [format_points(rate.base + number * rate.each) if number in possible[rate] else
                       format_points(zero[rate]) if not number and rate in zero else "–" for rate in columns])
        for number in range(top + 1)
    ]  # fmt: skip
    bold = frozenset((at, column) for at in range(top + 1) for column, rate in enumerate(columns) if rate.base)
    return PointsTable("", _("tricks"), [str(rate).replace("+ ", "+") for rate in columns], rows, bold)


def notes_for_tables(points: SchemeAsPlayed, *, every: bool = False) -> list[str]:
    """Return the sentences that complete the tables of a scheme: those for cards, or `every` one that it has."""
    scheme = points.scheme
    chosen = scheme.option_values(points.options or {})
    hangs = depends_on_more(scheme)
    if (hangs or scheme.reads("last")) and not scheme.told:
        return [_("The tables show bid and tricks only. These points depend on more than that.")]
    return [
        statement.in_words(chosen)
        for statement in scheme.told
        if (statement.card or hangs or every) and statement.holds(chosen)
    ]
