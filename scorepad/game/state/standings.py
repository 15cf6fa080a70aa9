"""Late entry, standings, settlement and the pot, computed from totals; the parser of totals that a person entered."""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from statistics import median, median_low
from typing import NamedTuple

from scorepad.formats import with_thousands
from scorepad.formula_names import LARGEST_TOTAL
from scorepad.game.state.rows import LateEntry, Points
from scorepad.rules.rulebook.house_options import HouseOptions
from scorepad.rules.rulebook.pot import Pot
from scorepad.rules.scheme import Winner
from scorepad.words import _

MOST_TOTALS = 50
_TOTAL = re.compile(r"[+-]?(?=[.,]?[0-9])[0-9]{0,7}(?:[.,][05]0*)?")


def read_totals(text: str) -> list[Points]:
    """Parse totals separated by blanks, lines, semicolons or commas: `12,5 8,5 3`, `12, 5, 8` or `12,38,44`.

    A comma between two digits is decimal, unless commas are the only separators. Raise ValueError with a sentence about
    the invalid total, or about one comma alone, as in `12,5`.
    """
    words = [word for word in (piece.strip(",") for piece in re.split(r"[\s;]+", text)) if word]
    if not words:
        raise ValueError(_("Enter the totals of the players at the table. Example: 12 38 44."))
    if len(words) == 1:
        if words[0].count(",") == 1 and _TOTAL.fullmatch(_plain(words[0])):
            hint = _("“{text}” can be one total or two. Write {one} or {two}.")
            one, two = words[0].replace(",", "."), words[0].replace(",", " ")
            raise ValueError(hint.format(text=words[0], one=one, two=two))
        words = words[0].split(",")
    if len(words) > MOST_TOTALS:
        raise ValueError(_("Enter at most {most} totals.").format(most=MOST_TOTALS))
    return [read_total(word) for word in words]


def read_total(word: str) -> Points:
    """Parse a total: 26, -6, 12.5, 12,5 or 12½. Halves are exact. Raise ValueError with a sentence about the error."""
    if not _TOTAL.fullmatch(_plain(word)):
        text = _("“{word}” is not a total. Totals are whole numbers or halves. Example: 4.5 12 -3.")
        raise ValueError(text.format(word=word[:40]))
    total = Fraction(_plain(word).replace(",", "."))
    if abs(total) > LARGEST_TOTAL:
        text = _("{word} is too large. The most is {most}.")
        raise ValueError(text.format(word=word, most=with_thousands(LARGEST_TOTAL)))
    return simplify_points(total)


def _plain(word: str) -> str:
    return re.sub("[−–]", "-", word).replace("½", ".5")


def late_entry(
    totals: Iterable[Points],
    *,
    low_wins: bool = False,
    rule: str = HouseOptions.late_entry,
    worst_is: str = HouseOptions.late_worst,
    missed: Points = 0,
    middle_of_two: str = HouseOptions.late_median,
    rounding: str = HouseOptions.late_rounding,
) -> LateEntry:
    """Return the points of a late joiner by the rulebook's rules (rules.md D1, MU-23, MU-24).

    `totals` holds at least one total. Without another `rounding`, the result is the nearest whole number. A half is
    rounded towards the worst total: down if high wins, up if low wins. `missed` is the sum of the points given for
    missed hands.
    """
    exactly = sorted(Fraction(total) for total in totals)
    worst = exactly[-1] if low_wins and worst_is == HouseOptions.late_worst else exactly[0]
    mean = sum(exactly, Fraction(0)) / len(exactly)
    middle = Fraction((median if middle_of_two == HouseOptions.late_median else median_low)(exactly))
    exact = {
        "half-way": (worst + middle) / 2,
        "zero": Fraction(0),
        "worst": worst,
        "mean": mean,
        "half-way to the mean": (worst + mean) / 2,
        "points a hand": Fraction(missed),
    }[rule]
    return LateEntry(
        simplify_points(_rounded(exact, rounding, up=low_wins)),
        simplify_points(worst),
        simplify_points(middle),
        simplify_points(exact),
    )


def _rounded(exact: Fraction, rounding: str, *, up: bool) -> Fraction:
    """Return `exact` rounded by the table's rule; `up` means that the worst total is the highest."""
    parts, half = 4 if rounding == "to quarters" else 1, Fraction(1, 2)
    size = exact * parts
    if rounding == "down":
        return Fraction(floor(size))
    return Fraction(floor(size + half) if up or rounding == "half up" else ceil(size - half), parts)


def simplify_points(value: Points) -> Points:
    """Return a whole Fraction as an int, so that it prints as a whole number.

    Other values are returned unchanged.
    """
    return value.numerator if value.denominator == 1 else value


class Place(NamedTuple):
    """A player's place in the standings: 1 is first, and equal totals share a place."""

    place: int
    player: str
    total: Points


def standings(totals: Mapping[str, Points], winner: Winner, tie_break: Mapping[str, int] | None = None) -> list[Place]:
    """Return the standings by the scheme's winner.

    Equal totals share a place, and the next place is skipped (1, 1, 3). `tie_break` gives each player a value, and the
    greater value ranks higher. It is empty or None if the rulebook has no tie-break.
    """

    def worth(player: str) -> tuple[Points, int]:
        return ranking_value(totals[player], winner), (tie_break or {}).get(player, 0)

    ordered = sorted(totals, key=worth, reverse=True)
    places: list[Place] = []
    for at, player in enumerate(ordered, 1):
        level = bool(places) and worth(places[-1].player) == worth(player)
        places.append(Place(places[-1].place if level else at, player, totals[player]))
    return places


def ranking_value(total: Points, winner: Winner) -> Points:
    """Return the value that ranks a total: the greatest leads."""
    if isinstance(winner, tuple):
        off = total - winner[1]
        return min(off, -off)
    return -total if winner == "low" else total


def settlement(totals: Mapping[str, Points], stake: int, *, low_wins: bool = False) -> dict[str, int]:
    """Return each player's money relative to the mean, in the smallest coin (rules.md D2).

    The amounts sum to zero. Exact amounts are rounded down. The missing coins go, one each, to the largest fractions.
    Among equal fractions the poorest player comes first, then seat order decides.
    """
    if not totals:
        return {}
    sign = -1 if low_wins else 1
    mean = Fraction(sum(totals.values())) / len(totals)
    exact = {player: sign * (total - mean) * stake for player, total in totals.items()}
    paid = {player: floor(amount) for player, amount in exact.items()}
    missing = -sum(paid.values())

    def need(player: str) -> tuple[Fraction, Points]:
        return (paid[player] - exact[player], sign * totals[player])

    neediest = sorted(totals, key=need)
    for player in neediest[:missing]:
        paid[player] += 1
    return paid


class PotShare(NamedTuple):
    """What a player pays into the pot and receives from it, in the smallest coin."""

    paid: int
    received: int

    @property
    def gain(self) -> int:
        """Return what the player receives, less what the player pays."""
        return self.received - self.paid


def share_pot(
    pot: Pot, places: Sequence[Place], misses: Mapping[str, int], *, low_wins: bool = False
) -> dict[str, PotShare]:
    """Return each player's share of the pot, in the order of `places` (rules.md D3).

    `misses` counts each player's missed bids. Tied players share the amounts of their places, and tied winners the
    pot. The coins left over go to the first of them in the order of `places`, one each.
    """
    paid = {place.player: misses.get(place.player, 0) * pot.miss for place in places}
    if pot.each:
        for place in places:
            short = (place.total - pot.limit) if low_wins else (pot.limit - place.total)
            paid[place.player] += max(0, ceil(Fraction(short) / pot.points)) * pot.each
    for rank in {place.place for place in places} - {1}:
        tied = [place.player for place in places if place.place == rank]
        due = sum(pot.for_rank(rank + more, len(places)) for more in range(len(tied)))
        for player, part in _equal_parts(due, tied).items():
            paid[player] += part
    received = _equal_parts(sum(paid.values()), [place.player for place in places if place.place == 1])
    return {player: PotShare(amount, received.get(player, 0)) for player, amount in paid.items()}


def _equal_parts(amount: int, players: Sequence[str]) -> dict[str, int]:
    """Return whole parts of an amount that sum to it; the first players get one more if it cannot be divided."""
    each, over = divmod(amount, max(1, len(players)))
    return {player: each + (at < over) for at, player in enumerate(players)}
