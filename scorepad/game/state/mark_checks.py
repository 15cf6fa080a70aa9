"""Checks of the marks of a hand."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from scorepad import errors
from scorepad.errors import RuleError
from scorepad.formats import is_whole, readable
from scorepad.rules.scheme import Scheme
from scorepad.words import _

AnyMarks = Mapping[str, Mapping[str, int | str]]
MOST_MARK = 1000  # largest number in a mark, such as points or captured cards


def mark_problems(
    scheme: Scheme, marks: AnyMarks, order: Collection[str], names: Mapping[str, str]
) -> Iterator[RuleError]:
    """Yield problems of marks: unknown marks, players not in `order`, and invalid values.

    A yes/no mark is 0 or 1. A number is limited by MOST_MARK and the mark's choices. A mark of the kind "player" is the
    id of another player in `order`, or 0.
    """
    for player, own in marks.items():
        if player not in order:
            yield errors.not_at_the_table(f"marks.{player}", names.get(player, player))
            continue
        for mark, value in own.items():
            kind, choices, wrong = scheme.marks.get(mark), scheme.mark_number(mark).choices, ""
            if kind is None:
                wrong = _("The scoring has no mark “{mark}”.")
            elif kind == "number" and not (is_whole(value) and abs(int(value)) <= MOST_MARK):
                wrong = _("Enter a whole number for the mark “{mark}” of {name}.")
            elif kind == "number" and value not in (choices or (value,)):
                wrong = _("The mark “{mark}” of {name} must be one of {choices}.")
            elif kind == "player" and (value == player or value not in (0, *order)):
                wrong = _("The mark “{mark}” of {name} must be another player at the table.")
            elif kind == "yes or no" and not (isinstance(value, bool) or (is_whole(value) and value in (0, 1))):
                wrong = _("The mark “{mark}” of {name} must be yes or no.")
            if wrong:
                reason = wrong.format(mark=mark, name=names[player], choices=", ".join(map(str, choices)))
                yield RuleError(f"marks.{player}.{mark}", reason)


def _times(value: Any) -> int:
    """Return how often a value of a mark counts for `most_per_hand`: a named player once."""
    return 1 if isinstance(value, str) else int(value)


def mark_limit_problems(scheme: Scheme, marks: AnyMarks) -> Iterator[RuleError]:
    """Yield a problem for each mark that the table has more often than `most_per_hand`, at the last player with it.

    `marks` are all valid marks of a hand.
    """
    for mark in scheme.marks:
        most = scheme.mark_number(mark).most_per_hand
        counts = {player: _times(own[mark]) for player, own in marks.items() if own.get(mark)}
        if most is not None and sum(counts.values()) > most:
            reason = _("A hand can have “{mark}” at most {most}, not {total}.")
            words = reason.format(mark=readable(mark), most=most, total=sum(counts.values()))
            yield RuleError(f"marks.{[*counts][-1]}.{mark}", words)
