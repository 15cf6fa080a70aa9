"""The house options: all that a table may choose among a few values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.rules.rulebook.auction_options import AUCTION_OPTIONS
from scorepad.rules.rulebook.house_option import (
    Answer,
    HouseOption,
    Line,
    Rules,
    house_option,
    options_of,
    yes_no_option,
)
from scorepad.rules.rulebook.late_entry_options import LateEntryOptions
from scorepad.rules.rulebook.play_options import PlayOptions
from scorepad.words import later


@dataclass(frozen=True, kw_only=True)
class HouseOptions(LateEntryOptions, PlayOptions):
    """The part of a rulebook that a table may choose; of the bases the last comes first, as the forms ask."""

    writes: str = house_option(
        later("What is written down"),
        {
            "tricks": Answer(later("The tricks taken")),
            "made": Answer(later("Only who made the bid")),
            "off": Answer(
                later("Only how far off the bid was"),
                later(
                    "After a hand only the tricks by which each bid was missed are written down, and 0 for a bid "
                    "that was made; where too few and too many count differently, −2 is two too few and +1 one "
                    "too many."
                ),
            ),
        },
        later('"tricks", "made" (who made the bid) or "off" (how far off: 0, 2; −2 or +1 where the side counts)'),
        line="sheet",
        asked="always",
    )
    write_trump: bool | None = yes_no_option(  # None until it is known whether there are trumps
        later("Write down the trump"),
        later("false: the sheet does not ask for trumps"),
        first=True,
        asked="always",
        matters=lambda rules: rules.trump.way != "none",
        default=None,
    )


OPTIONS = (*AUCTION_OPTIONS, *options_of(HouseOptions))


def left_open(rulebook: Rules) -> list[HouseOption]:
    """What may be read in more than one way (rules.md A1.5) and makes a difference to this rulebook."""
    return [one for one in OPTIONS if one.asked == "where it is left open" and one.matters(rulebook)]


def sentences(rulebook: Rules, line: Line) -> Iterator[str]:
    """What a rulebook's answers say in this line of the rules in words, a sentence each."""
    return filter(None, (one.sentence(rulebook) for one in OPTIONS if one.line == line))
