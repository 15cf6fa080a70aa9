"""The house options: all choices of a table among a few values, each in one record (see `house_option.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from scorepad.rules.rulebook.house_option import (
    Answer,
    HouseOption,
    Line,
    Rules,
    house_option,
    options_of,
    yes_no_option,
)
from scorepad.rules.rulebook.play_options import PlayOptions
from scorepad.words import later

_late_entry_option = partial(house_option, line="late_entry")


@dataclass(frozen=True, kw_only=True)
class LateEntryOptions:
    """The starting total of a player who joins late or comes back (rules.md D1, MU-23, MU-24)."""

    late_entry: str = _late_entry_option(
        later("A late joiner starts"),
        {
            "half-way": Answer(
                later("Half-way between the worst total and the median"),
                later("A late joiner starts half-way between the worst total and the median."),
            ),
            "zero": Answer(later("At zero"), later("A late joiner starts at zero.")),
            "worst": Answer(later("At the worst total"), later("A late joiner starts at the worst total.")),
            "mean": Answer(later("At the mean"), later("A late joiner starts at the mean of the totals.")),
            "half-way to the mean": Answer(
                later("Half-way between the worst total and the mean"),
                later("A late joiner starts half-way between the worst total and the mean."),
            ),
            "points a hand": Answer(
                later("With points for each hand missed"),
                later("A late joiner starts with points for each hand missed."),
            ),
        },
        later('"half-way", "zero", "worst", "mean", "half-way to the mean" or "points a hand"'),
        asked="always",
    )
    late_worst: str = _late_entry_option(
        later("The worst total is"),
        {
            "of who is last": Answer(later("That of the player who is last")),
            "the lowest": Answer(
                later("The lowest, even if the lowest wins"),
                later("The lowest total counts as the worst, even if the lowest wins."),
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
                later("With an even number of totals, the lower of the middle two is the median."),
            ),
        },
        later('"mean of the middle two" or "lower of the middle two"'),
        matters=lambda rules: rules.late_entry == "half-way",
    )
    late_rounding: str = _late_entry_option(
        later("The total of a late joiner is rounded"),
        {
            "half to the worst": Answer(
                later("To the nearest, a half towards the worst"), later("A half is rounded towards the worst.")
            ),
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
        later("The calculation for a late joiner includes"),
        {
            "at the table": Answer(later("The totals at the table")),
            "everybody's": Answer(
                later("The totals of players who left, too"), later("The totals of players who left count too.")
            ),
        },
        later('Totals that count: "at the table" or "everybody\'s"'),
        matters=lambda rules: rules.late_entry not in ("zero", "points a hand"),
    )
    returning: str = _late_entry_option(
        later("A player who comes back"),
        {
            "with the old total": Answer(later("Continues with the old total")),
            "as a newcomer": Answer(
                later("Starts as a late joiner"), later("A player who comes back also starts as a late joiner.")
            ),
        },
        later('A player who comes back continues "with the old total" or "as a newcomer"'),
    )


def _auctioned(rules: Rules) -> bool:
    return bool(rules.bidding == "auction")


_auction_option = partial(house_option, line="auction", matters=_auctioned)
_auction_yes_no = partial(yes_no_option, line="auction", matters=_auctioned)


@dataclass(frozen=True, kw_only=True)
class AuctionRules:
    """The table's readings of what Murder's rules leave open about the auction (rules.md A1.5).

    The defaults are Scorepad's readings.
    """

    only_passed: str = _auction_option(  # MU-06
        later("A player who only passed"),
        {
            "held to zero": Answer(later("Is held to zero"), later("A player who only passed is held to zero.")),
            "no bid": Answer(
                later("Has no bid"), later("A player who only passed has no bid: neither made nor missed.")
            ),
        },
    )
    doublers: str = _auction_option(  # MU-13
        later("Players who may double one contract"),
        {
            "one": Answer(later("One player"), later("Only one player at a time doubles.")),
            "several": Answer(
                later("Several players"),
                later(
                    "Several players may double one contract. Each scores alone, and the declarer scores as "
                    "doubled once."
                ),
            ),
        },
    )
    doubler_names_numbers: bool = _auction_yes_no(  # MU-16: the doubler's own number sleeps meanwhile
        later("The doubler may name a number, which does not count now"),
        yes=later("The doubler may still name a number, which does not count now."),
        no=later("The doubler names no numbers while the double counts."),
        first=True,
    )
    all_pass: str = _auction_option(  # MU-27
        later("If all pass, zero is played by"),
        {
            "first bidder": Answer(later("The first bidder"), later("If all pass, the first bidder plays zero.")),
            "dealer": Answer(later("The dealer"), later("If all pass, the dealer plays zero.")),
        },
    )
    idle_numbers: bool = _auction_yes_no(  # MU-33
        later("A number not above the player’s own may be called"),
        yes=later("A number not above the player’s own may be called, and changes nothing."),
        no=later("A number not above the player’s own is not a call."),
        first=False,
    )
    numbers_restart_passes: bool = _auction_yes_no(  # MU-40: like every other call
        later("After a number all others pass again"),
        yes=later("The auction ends when all other players have passed after the last call. A number is a call too."),
        no=later(
            "The auction ends when all other players have passed after the last suit or double, even if numbers follow."
        ),
        first=True,
    )


AUCTION_OPTIONS = tuple(options_of(AuctionRules, "auction"))


@dataclass(frozen=True, kw_only=True)
class HouseOptions(LateEntryOptions, PlayOptions):
    """The part of a rulebook that a table may choose.

    The fields of the last base class come first, which is the order of the forms.
    """

    writes: str = house_option(
        later("What is recorded"),
        {
            "tricks": Answer(later("The tricks taken")),
            "made": Answer(later("Only who made the bid")),
            "off": Answer(
                later("Only how far off the bid was"),
                later(
                    "After a hand only the differences are recorded: the tricks by which each bid was missed, "
                    "and 0 for a bid that was made. If too few and too many count differently, −2 is two too "
                    "few and +1 is one too many."
                ),
            ),
        },
        later('"tricks", "made" (who made the bid) or "off" (how far off: 0, 2; −2 or +1 where the side counts)'),
        line="sheet",
        asked="always",
    )
    write_trump: bool | None = yes_no_option(  # None until it is known whether there are trumps
        later("Record the trump"),
        later("false: the sheet does not ask for trumps"),
        first=True,
        asked="always",
        matters=lambda rules: rules.trump.way != "none",
        default=None,
    )


OPTIONS = (*AUCTION_OPTIONS, *options_of(HouseOptions))


def open_options(rulebook: Rules) -> list[HouseOption]:
    """Return the options that the rules leave open (rules.md A1.5) and that matter for this rulebook."""
    return [option for option in OPTIONS if option.asked == "where it is left open" and option.matters(rulebook)]


def sentences(rulebook: Rules, line: Line) -> Iterator[str]:
    """Yield the sentences of the rulebook's answers for a section of the explained rules."""
    return filter(None, (option.sentence(rulebook) for option in OPTIONS if option.line == line))
