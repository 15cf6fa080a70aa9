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
            _("Late entry"),
            {
                "half-way": Answer(
                    _("half-way between the worst total and the median"),
                    _("A newcomer starts half-way between the worst total and the median."),
                ),
                "zero": Answer(_("at zero"), _("A newcomer starts at zero.")),
                "worst": Answer(_("at the worst total"), _("A newcomer starts at the worst total.")),
                "mean": Answer(_("at the mean"), _("A newcomer starts at the mean of the totals.")),
            },
            _('"half-way", "zero", "worst" or "mean"'),
        ),
        line="late_entry",
        asked="always",
    )
    late_median: str = house_option(
        lambda: Question(
            _("The median of an even number of totals"),
            {
                "mean of the middle two": Answer(_("is the mean of the middle two")),
                "lower of the middle two": Answer(
                    _("is the lower of the middle two"),
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
                "half to the worst": Answer(_("to the nearest, a half towards the worst")),
                "half up": Answer(_("to the nearest, a half up"), _("It is rounded to the nearest point, a half up.")),
                "down": Answer(_("down"), _("It is rounded down.")),
                "to quarters": Answer(_("to quarters"), _("Quarters of a point are kept.")),
            },
            _('"half to the worst", "half up", "down" or "to quarters"'),
        ),
        line="late_entry",
        matters=lambda rules: rules.late_entry in ("half-way", "mean"),
    )
    late_totals: str = house_option(
        lambda: Question(
            _("A late entry counts the totals of"),
            {
                "at the table": Answer(_("those at the table")),
                "everybody's": Answer(_("those who left too"), _("The totals of those who left count too.")),
            },
            _('whose totals count: "at the table" or "everybody\'s"'),
        ),
        line="late_entry",
        matters=lambda rules: rules.late_entry != "zero",
    )
    returning: str = house_option(
        lambda: Question(
            _("Whoever comes back"),
            {
                "with the old total": Answer(_("goes on with the old total")),
                "as a newcomer": Answer(_("begins as a newcomer"), _("Whoever comes back begins as a newcomer too.")),
            },
            _('who comes back goes on "with the old total" or "as a newcomer"'),
        ),
        line="late_entry",
    )
