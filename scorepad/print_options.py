"""The options of prints, described once for pages, addresses and the command `print`."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorepad.words import later

Text = str | later
Values = Mapping[str, str]
"""The values of options by name, as in a form or in the query of an address."""


class Value(NamedTuple):
    """A value of an option: its label on a page, and its flag in the command with the help text."""

    value: str
    label: Text = ""
    flag: str = ""
    about: Text = ""


class PrintOption(NamedTuple):
    """An option of prints, called `name` in forms and addresses.

    The command `print` has it for these `kinds` of prints. It is a text, given by `flag`, or one of the `values`, of
    which the first is the default; each of these may have a flag instead.
    """

    name: str
    kinds: str
    flag: str = ""
    metavar: Text = ""
    about: Text = ""
    label: Text = ""
    values: Sequence[Value] = ()

    @property
    def choices(self) -> list[tuple[str, Text]]:
        """Return the values and their labels, for a form."""
        return [(value.value, value.label) for value in self.values]

    def chosen(self, values: Values) -> str:
        """Return the value in `values`, by default the first one; raise KeyError for an unknown one."""
        text = values.get(self.name) or self.values[0].value
        if text not in dict(self.choices):
            raise KeyError(text)
        return text


def _yes(name: str, kinds: str, flag: str, label: Text, about: Text) -> PrintOption:
    """Return an option that is chosen or not."""
    return PrintOption(name, kinds, label=label, values=[Value("y", label, flag, about)])


GROUPS: Mapping[Text, Sequence[PrintOption]] = {
    later("paper"): (
        PrintOption("paper", "game all sheet rules points year", "--paper", "", later("default: a4"), later("Paper"), (
            Value("a4", "A4"), Value("a5", "A5"), Value("letter", "Letter"), Value("half-letter", later("Half Letter")),
        )),
        PrintOption("lying", "game all sheet rules points", label=later("Orientation"), values=(
            Value("", later("Automatic")), Value("upright", later("Portrait"), "--portrait", later("portrait")),
            Value("lying", later("Landscape"), "--landscape", later("landscape; default: as the columns need it")),
        )),
        _yes("two_up", "game all sheet rules", "--two-up",
             later("Two sheets per page, to cut apart; print at actual size"),
             later("for sheets and rules: two per page, blank ones in portrait; print at actual size")),
        PrintOption("one_ink", "game all sheet rules points year", label=later("Colours"), values=(
            Value("", later("In colours")),
            Value("y", later("Black"), "--one-ink", later("black only, with lines that survive a photocopy")),
            Value("grey", later("Black and grey"), "--grey", later("black only, with grey shades and thin lines")),
        )),
        PrintOption("large", "game all sheet rules", label=later("Print size"), values=(
            Value("", later("Normal")),
            Value("y", later("Large"), "--large", later("for sheets, rules and booklets: large print, on more pages")),
        )),
        _yes("blob", "game all", "--blob", later("Black out missed bids"),
             later("for filled sheets: missed bids blacked out")),
    ),
    later("for blank sheets and rules"): (
        PrintOption("players", "sheet rules points", "--players", "N", later(
            "number of players, also for points; 4-6: a blank sheet or rules for four, five or six")),
        PrintOption("names", "sheet rules", "--names", later("NAMES"),
                    later("clockwise, separated by commas: Ann,Bob,Cat")),
        PrintOption("scheme", "sheet rules", "--scheme", later("KEY"),
                    later("points: key of a scheme, or a .toml file")),
        PrintOption("ladder", "sheet rules", "--ladder", later("LADDER"), later("cards of each hand: 1-10-1")),
    ),
    later("for blank sheets"): (
        PrintOption("hands", "sheet", "--hands", "N", later("number of hands, if the ladder has no end")),
        PrintOption("first_dealer", "sheet", "--dealer", later("NAME"),
                    later("who deals first; “open” leaves it blank")),
        PrintOption("scorer", "sheet", "--scorer", later("NAME")),
        PrintOption("location", "sheet", "--location", later("PLACE")),
        PrintOption("date", "sheet", "--date", later("DATE")),
        PrintOption("rules", "sheet", label=later("On the other side"), values=(
            Value("", later("Nothing")),
            Value("y", later("The rules"), "--rules", later(
                "the rules on the back; turn portrait pages over the long edge, landscape pages over the short edge")),
            Value("booklet", later("Rules and points, as a booklet to fold"), "--booklet", later(
                "sheet, rules, points and, on a free page, a chart, folded in the middle; turn over the short edge")),
        )),
        _yes("ghosts", "sheet", "--ghosts", later("Light numbers to circle or cross out"),
             later("light numbers before bids, to circle or cross out")),
        _yes("grid", "sheet", "--grid", later("A grid to plot the totals"),
             later("a grid to plot the totals, instead of comments")),
        _yes("slips", "sheet", "--slips", later("Slips to tear off, one per player"),
             later("a slip for each player to tear off")),
    ),
    later("for points"): (
        PrintOption("form", "points", "--format", "", later("default: page; pocket: cards to cut out"), values=(
            Value("page", later("The points as a page")), Value("half", later("As half pages")),
            Value("pocket", later("As pocket cards")),
        )),
        PrintOption("cards", "points", "--cards", "N", later("the largest hand; default: that of the game")),
    ),
}  # fmt: skip
"""The options by the heading of their group in the help of the command."""

OPTIONS = {option.name: option for group in GROUPS.values() for option in group}
