"""The options of late entry and of coming back, each in one record (see `house_option.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from scorepad.rules.rulebook.house_option import Answer, house_option
from scorepad.words import later

_late_entry_option = partial(house_option, line="late_entry")


@dataclass(frozen=True, kw_only=True)
class LateEntryOptions:
    """What somebody who joins late or comes back starts with (rules.md D1, MU-23, MU-24)."""

    late_entry: str = _late_entry_option(
        later("A newcomer starts"),
        {
            "half-way": Answer(
                later("Half-way between the worst total and the median"),
                later("A newcomer starts half-way between the worst total and the median."),
            ),
            "zero": Answer(later("At zero"), later("A newcomer starts at zero.")),
            "worst": Answer(later("At the worst total"), later("A newcomer starts at the worst total.")),
            "mean": Answer(later("At the mean"), later("A newcomer starts at the mean of the totals.")),
            "half-way to the mean": Answer(
                later("Half-way between the worst total and the mean"),
                later("A newcomer starts half-way between the worst total and the mean."),
            ),
            "points a hand": Answer(
                later("With points for every missed hand"),
                later("A newcomer starts with points for every hand that they have missed."),
            ),
        },
        later('"half-way", "zero", "worst", "mean", "half-way to the mean" or "points a hand"'),
        asked="always",
    )
    late_worst: str = _late_entry_option(
        later("The worst total is"),
        {
            "of who is last": Answer(later("That of whoever is last")),
            "the lowest": Answer(
                later("The lowest, also where the lowest wins"),
                later("The lowest total counts as the worst, also where the lowest wins."),
            ),
        },
        later('What counts as the worst total: "of who is last" or "the lowest"'),
        matters=lambda rules: rules.late_entry in ("half-way", "half-way to the mean", "worst"),
        settled=lambda rules, scheme: rules.late_worst == "of who is last" and scheme.winner == "high",
    )
    late_median: str = _late_entry_option(
        later("The median of an even number of totals"),
        {
            "mean of the middle two": Answer(later("Is the mean of the middle two")),
            "lower of the middle two": Answer(
                later("Is the lower of the middle two"),
                later("Of an even number of totals the lower of the middle two is the median."),
            ),
        },
        later('"mean of the middle two" or "lower of the middle two"'),
        matters=lambda rules: rules.late_entry == "half-way",
    )
    late_rounding: str = _late_entry_option(
        later("A late entry is rounded"),
        {
            "half to the worst": Answer(later("To the nearest, a half towards the worst")),
            "half up": Answer(
                later("To the nearest, a half up"), later("It is rounded to the nearest point, a half up.")
            ),
            "down": Answer(later("Down"), later("It is rounded down.")),
            "to quarters": Answer(later("To quarters"), later("Quarters of a point are kept.")),
        },
        later('"half to the worst", "half up", "down" or "to quarters"'),
        matters=lambda rules: rules.late_entry in ("half-way", "mean", "half-way to the mean"),
    )
    late_totals: str = _late_entry_option(
        later("A late entry counts the totals of"),
        {
            "at the table": Answer(later("Those at the table")),
            "everybody's": Answer(later("Those who left too"), later("The totals of those who left count too.")),
        },
        later('Whose totals count: "at the table" or "everybody\'s"'),
        matters=lambda rules: rules.late_entry not in ("zero", "points a hand"),
    )
    returning: str = _late_entry_option(
        later("Whoever comes back"),
        {
            "with the old total": Answer(later("Goes on with the old total")),
            "as a newcomer": Answer(
                later("Begins as a newcomer"), later("Whoever comes back begins as a newcomer too.")
            ),
        },
        later('Who comes back goes on "with the old total" or "as a newcomer"'),
    )
