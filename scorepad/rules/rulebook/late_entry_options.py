"""The options of late entry and of coming back, each in one record (see `house_option.py`)."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.rules.rulebook.house_option import Answer, Question, house_option
from scorepad.words import _


@dataclass(frozen=True, kw_only=True)
class LateEntryOptions:
    """What somebody who joins late or comes back starts with (rules.md D1, MU-23, MU-24)."""

    late_entry: str = house_option(
        lambda: Question(
            _("A newcomer starts"),
            {
                "half-way": Answer(
                    _("Half-way between the worst total and the median"),
                    _("A newcomer starts half-way between the worst total and the median."),
                ),
                "zero": Answer(_("At zero"), _("A newcomer starts at zero.")),
                "worst": Answer(_("At the worst total"), _("A newcomer starts at the worst total.")),
                "mean": Answer(_("At the mean"), _("A newcomer starts at the mean of the totals.")),
                "half-way to the mean": Answer(
                    _("Half-way between the worst total and the mean"),
                    _("A newcomer starts half-way between the worst total and the mean."),
                ),
                "points a hand": Answer(
                    _("With points for every missed hand"),
                    _("A newcomer starts with points for every hand that they have missed."),
                ),
            },
            _('"half-way", "zero", "worst", "mean", "half-way to the mean" or "points a hand"'),
        ),
        line="late_entry",
        asked="always",
    )
    late_worst: str = house_option(
        lambda: Question(
            _("The worst total is"),
            {
                "of who is last": Answer(_("That of whoever is last")),
                "the lowest": Answer(
                    _("The lowest, also where the lowest wins"),
                    _("The lowest total counts as the worst, also where the lowest wins."),
                ),
            },
            _('What counts as the worst total: "of who is last" or "the lowest"'),
        ),
        line="late_entry",
        matters=lambda rules: rules.late_entry in ("half-way", "half-way to the mean", "worst"),
        settled=lambda rules, scheme: rules.late_worst == "of who is last" and scheme.winner == "high",
    )
    late_median: str = house_option(
        lambda: Question(
            _("The median of an even number of totals"),
            {
                "mean of the middle two": Answer(_("Is the mean of the middle two")),
                "lower of the middle two": Answer(
                    _("Is the lower of the middle two"),
                    _("Of an even number of totals the lower of the middle two is the median."),
                ),
            },
            _('"mean of the middle two" or "lower of the middle two"'),
        ),
        line="late_entry",
        matters=lambda rules: rules.late_entry == "half-way",
    )
    late_rounding: str = house_option(
        lambda: Question(
            _("A late entry is rounded"),
            {
                "half to the worst": Answer(_("To the nearest, a half towards the worst")),
                "half up": Answer(_("To the nearest, a half up"), _("It is rounded to the nearest point, a half up.")),
                "down": Answer(_("Down"), _("It is rounded down.")),
                "to quarters": Answer(_("To quarters"), _("Quarters of a point are kept.")),
            },
            _('"half to the worst", "half up", "down" or "to quarters"'),
        ),
        line="late_entry",
        matters=lambda rules: rules.late_entry in ("half-way", "mean", "half-way to the mean"),
    )
    late_totals: str = house_option(
        lambda: Question(
            _("A late entry counts the totals of"),
            {
                "at the table": Answer(_("Those at the table")),
                "everybody's": Answer(_("Those who left too"), _("The totals of those who left count too.")),
            },
            _('Whose totals count: "at the table" or "everybody\'s"'),
        ),
        line="late_entry",
        matters=lambda rules: rules.late_entry not in ("zero", "points a hand"),
    )
    returning: str = house_option(
        lambda: Question(
            _("Whoever comes back"),
            {
                "with the old total": Answer(_("Goes on with the old total")),
                "as a newcomer": Answer(_("Begins as a newcomer"), _("Whoever comes back begins as a newcomer too.")),
            },
            _('Who comes back goes on "with the old total" or "as a newcomer"'),
        ),
        line="late_entry",
    )
