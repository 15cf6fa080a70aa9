"""The text of a points card: its tables, and notes for what the tables cannot show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorepad.formats import format_points
from scorepad.formula_names import BESIDE_TABLES
from scorepad.game.report.contract_lines import contract_cards
from scorepad.game.report.points_lines import DOUBLED, OVER, REDOUBLED, PointsTable, short_tables
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.parts import winner_in_words
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.words import _, join_label, ours

MOST_NOTES = 6
EXTRA_NAMES = BESIDE_TABLES - {"last"}
"""Names that need a note. Of the last hand, the sentences of the scheme say which are for cards."""


def depends_on_more(scheme: Scheme) -> bool:
    """Return whether the points of a scheme depend on more than the bid, the tricks and the cards of a hand."""
    return scheme.reads_any(*EXTRA_NAMES) or any(map(scheme.reads, scheme.language.mark_names()))


@dataclass(frozen=True)
class PointsCard:
    """The text of a card: its heading, its tables, and notes, of which the first `needed` are required.

    `part` is set if it is for one of the roles of a contract.
    """

    title: str
    about: str
    tables: Sequence[PointsTable]
    notes: Sequence[str] = ()
    needed: int = 1
    part: str = ""

    def with_signs(self) -> PointsCard:
        """With signs for the heads, and what they mean in a note."""
        if not any(table.signs for table in self.tables):
            return self
        tables = [replace(table, heads=table.signs or table.heads, signs=()) for table in self.tables]
        known = {sign for table in tables for head in table.heads for sign in head.split()}
        meant = {DOUBLED: _("doubled"), REDOUBLED: _("redoubled"), OVER: _("bid of more than half the tricks")}
        legend = ", ".join(f"{sign} {words}" for sign, words in meant.items() if sign in known)
        return replace(self, tables=tables, notes=[legend, *self.notes], needed=1 + self.needed)


def points_cards(points: SchemeAsPlayed) -> list[PointsCard]:
    """Return the card of a scheme for a table, or one card per role if a contract has roles."""
    scheme = points.scheme
    about = " ".join(part for part in (scheme.about_with(points.options or {}), winner_in_words(scheme.winner)) if part)
    info = notes_for_tables(points)
    notes = [*info, *list(_exceptions(points))[:MOST_NOTES]]
    needed = max(1, len(info))
    if points.by_contract:
        titled = [(join_label(ours(scheme.name), part), part, tables) for part, tables in contract_cards(points)]
        cards = [PointsCard(title, "", tables, needed=needed, part=part) for title, part, tables in titled]
        return [replace(cards[0], about=about, notes=notes), *cards[1:]]
    return [PointsCard(ours(scheme.name), about, short_tables(points), notes, needed)]


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


# --- and what the tables do not say -----------------------------------------------------------------------

_TABLE_VARIABLES = {"bid", "taken", "cards", "role", "level", "contract_taken", "doubled", "redoubled", "made"}


def _exceptions(points: SchemeAsPlayed) -> Iterator[str]:
    """Yield the scheme's own examples of hands that are worth something else than the tables say, in its words.

    Omit those that do not hold with the options of this game.
    """
    scheme = points.scheme
    options = scheme.option_values(points.options or {})
    for example in scheme.examples:
        played = scheme.entry(scheme.hand_variables(**{**example.given, "options": options})) == example.points
        given = {name: value for name, value in example.given.items() if name in _TABLE_VARIABLES}
        if not (example.note and played) or (given["bid"] is None and given.get("taken") is None):
            continue
        if scheme.points(scheme.hand_variables(**given, options=points.options or {})) != example.points:
            before = example.given.get("total")
            came = format_points(example.points)
            if before is not None:
                came = f"{format_points(before)} → {format_points(before + example.points)}"
            yield _("{note}: {points}").format(note=ours(example.note), points=came)
