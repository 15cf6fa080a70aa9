"""The prints that options describe: paper, blank sheets and the size of a table of points."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from scorepad.errors import RuleError, not_whole, scheme_missing
from scorepad.formula_names import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.game.report.blank_fields import prints_one
from scorepad.game.report.blank_sheet import MOST_HANDS_ASKED, OPEN_DEALER, Blank, blank, playable_counts
from scorepad.print_options import OPTIONS, Values
from scorepad.rules.game_properties import hand_sizes
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.words import _

if TYPE_CHECKING:
    from printables.page.page import PaperOptions

LARGEST_HAND_PRINTED = 20  # cards; a table of points has no room for more columns


def paper_options(values: Values) -> PaperOptions:
    """Return the paper and ink of a print; raise KeyError for an unknown value."""
    from printables.page.page import PaperOptions  # imported late: the PDF library is large

    paper, lying, ink, large = (OPTIONS[name].chosen(values) for name in ("paper", "lying", "one_ink", "large"))
    landscape = lying == "lying" if lying else None
    name = paper.replace("-", " ").title()
    return PaperOptions(name, landscape, values.get("two_up") == "y", ink != "", ink == "grey", large == "y")


def blank_for(
    rulebook: Rulebook, find_scheme: Callable[[str], Scheme], values: Values, *, scored: bool, every_count: bool = False
) -> Blank:
    """Return the blank sheet of a rulebook; with `scored`, raise RuleError if it has no scheme.

    `every_count`: it is for all numbers of players, unless the values have a number or names. Raise RuleError or
    RuleFileError with the invalid field.
    """
    key = values.get("scheme") or rulebook.scheme
    if scored and not key:
        raise scheme_missing(rulebook.name)
    scheme = find_scheme(key) if key else None
    ladder = values.get("ladder", "").strip()
    if ladder:
        rulebook = rulebook.with_house({"ladder": ladder})
    fewest, most, hands = (_whole(values, field) for field in ("fewest", "players", "hands"))
    names = [name for name in re.split(r"[,;\n]", values.get("names", "")) if name.strip()]
    if every_count and most is None and not names:
        fewest, most = playable_counts(rulebook)
    dealer = OPEN_DEALER if values.get("open_dealer") else values.get("first_dealer", "")
    head = {field: values.get(field, "") for field in ("scorer", "location", "date")}
    made = blank(rulebook, scheme, players=most, fewest=fewest, names=names, first_dealer=dealer, hands=hands, **head)
    if values.get("rules") == "booklet" and values.get("two_up") == "y":
        raise RuleError("two_up", _("A booklet always has two pages per side. Leave out two sheets per page."))
    if values.get("ghosts") == "y":
        _check_light_numbers(made)
    return made


def _check_light_numbers(made: Blank) -> None:
    """Raise RuleError if a sheet has no light numbers, because the points of made bids do not begin with one."""
    from printables.blank.blank_lines import made_bid_hint

    if prints_one(made) or not made_bid_hint(made):
        raise RuleError(
            "ghosts", _("This game has no light numbers: its points for a made bid have no fixed beginning.")
        )


def blank_pdf(made: Blank, values: Values, paper: PaperOptions) -> bytes:
    """Return a blank sheet as PDF, with what `values` say of its back and besides its table, or as a booklet."""
    from printables.blank.blank_layout import BlankOptions
    from printables.blank.blank_sheet import blank_sheet
    from printables.blank.booklet import booklet

    options = BlankOptions(*(values.get(name) == "y" for name in ("ghosts", "grid", "slips")))
    if values.get("rules") == "booklet":
        return booklet(made, paper, options)
    return blank_sheet(made, paper, rules=values.get("rules") == "y", options=options)


def hand_sizes_for(
    scheme: Scheme, rulebooks: Iterable[Rulebook], values: Values, players: int | None = None
) -> list[int]:
    """Return the cards of the hands in a print of points, ascending: those of the scheme's games.

    `cards` of the values is the largest, by default that of these games.

    Raise RuleError for an invalid number.
    """
    cards = _whole(values, "cards")
    if cards is not None and not 1 <= cards <= LARGEST_HAND_PRINTED:
        raise not_whole("cards", 1, LARGEST_HAND_PRINTED)
    sizes = hand_sizes(rulebooks, scheme.key, players)
    top = cards or min(max(sizes), LARGEST_HAND_PRINTED)
    return sorted({top, *(size for size in sizes if size < top)})


_BOUNDS = {"hands": (1, MOST_HANDS_ASKED), "cards": (1, LARGEST_HAND_PRINTED)}


def _whole(values: Values, field: str) -> int | None:
    """Return a whole number; None if the field is empty."""
    text = values.get(field, "").strip()
    if text and not re.fullmatch("[+]?[0-9]{1,9}", text):
        raise not_whole(field, *_BOUNDS.get(field, (FEWEST_PLAYERS, MOST_PLAYERS)))
    return int(text) if text else None
