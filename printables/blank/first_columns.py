"""The columns before the players' on a blank sheet, and that for the sum of bids. Lengths are in points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from printables.blank import blank_lines as words
from printables.blank.blank_lines import AIR, CARDS, PRESSED
from printables.blank.blank_plan import FIGURE, HALF_PAGE, Measures, Size
from printables.page.page import BOLD, LARGE_TEXT, mm, width
from scorepad.game.report.blank_sheet import Blank
from scorepad.words import _

GROWN = 11.5 * mm  # of a contract, if there is space
LEAST, MOST = 7 * mm, 13 * mm  # of a column, if there is space
CONTRACT, CONTRACT_COLUMN = ("contract", "declarer", "double"), 5.35 * mm  # a name is written as a letter there
ONE_FIELD = 2.65 * mm  # of each of these columns, if they share one field
LEAST_LABELLED = 5.2 * mm  # of the column of hand numbers, if it has labels too
CARDS_COLUMN_WIDTH = 6 * mm  # of a column of cards next to another


@dataclass(frozen=True)
class FirstColumns:
    """Widths by name: the least, those for heads, and those for `labels` if it is the first column."""

    least: Mapping[str, float]
    natural: Mapping[str, float]
    labels: Mapping[str, float]
    optional: Sequence[str]  # columns that may be given up, the first one first


def first_columns(
    blank: Blank, labels: Sequence[tuple[str, str]], size: Size, measures: Measures, pressed: float, *,
    must_number: bool = False,
) -> FirstColumns:  # fmt: skip
    """Return the columns of a sheet with these labels and their cards; a label is `pressed` to this part of its width.

    A half sheet has numbers of hands or cards: numbers if all hands have the same cards. It has both if notes refer to
    the numbers, or if it `must_number` the hands.
    """
    noted = must_number or any(hand.note for hand in blank.hands) or not blank.numbered
    is_one_size = len({*map(str, blank.sizes), *(cards for _label, cards in labels if cards)}) == 1
    natural = {name: _natural(name, title, measures.small) for name, title in column_titles(blank).items()}
    if min(size) < HALF_PAGE and not noted:
        del natural["cards" if is_one_size else "number"]
    cards = next((name for name in natural if name.startswith("cards")), "")
    with_cards = [" ".join(label).strip() for label in labels]
    texts = {"number": [label for label, _cards in labels], cards: with_cards}
    wide = {name: _widest(labels, measures) for name, labels in texts.items() if labels}
    natural |= {name: max(natural[name], wide[name] + 2 * AIR) for name in [*natural][:1] if name in wide}
    least = dict.fromkeys((*CONTRACT, "trump", "number"), CONTRACT_COLUMN * measures.scale)
    least["cards"] = max(width(str(cards), measures.figure, BOLD) for cards in blank.sizes) * PRESSED + 2 * AIR
    if blank.numbered:
        numbers = (f"{hand.number}{words.stars(blank, hand.note)}" for hand in blank.hands)
        least["number"] = max(width(number, measures.number) for number in numbers) + 2 * AIR
    return FirstColumns(
        {name: least.get(name, wide) for name, wide in natural.items()},
        {name: wide for name, wide in natural.items() if name in least},
        {name: max(most * pressed + 2 * AIR, LEAST_LABELLED) for name, most in wide.items()},
        ["cards", "trump"] if is_one_size else [*["number"] * (not noted), "trump"],
    )


def column_titles(blank: Blank) -> dict[str, str]:
    """Return the headings of the columns before the players'."""
    rulebook = blank.game.sheet.rulebook
    titles = {"number": _("Hand") if blank.numbered else _("Players")}
    ladders = words.cards_by_players(blank)
    titles |= {f"{CARDS}{counts}": counts for counts in ladders} if len(ladders) > 1 else {"cards": _("Cards")}
    if rulebook.names_contract:
        titles |= {"contract": _("Contract"), "declarer": _("Declarer")}
        titles |= {"double": _("Double")} if rulebook.bidding == "auction" else {}
    elif rulebook.write_trump and rulebook.has_trumps:
        titles["trump"] = _("Trump")
    return titles


def sums_width(blank: Blank, measures: Measures) -> float:
    """Return the width for the sum of bids, before the scale of fields; 0 if the sheet has no such column."""
    if blank.game.sheet.rulebook.bidding == "auction":
        return 0.0
    sign = max(width(words.sum_sign(blank, hand), measures.number, BOLD) for hand in blank.hands)
    head = max(width(part, words.smaller(measures.small)) for part in words.sum_head()) * PRESSED
    return max(sign / measures.scale + 2 * FIGURE + 1.5 * AIR, (head + 2 * AIR) / measures.scale)


def _natural(name: str, title: str, size: float) -> float:
    """Return the width of a column in which its head is not pressed."""
    if name in CONTRACT:
        return GROWN
    if name.startswith(CARDS):
        return max(CARDS_COLUMN_WIDTH, width(title, size) + 2 * AIR)
    return max(LEAST, min(width(title, size) + 2 * AIR, MOST))


def _widest(labels: Sequence[str], measures: Measures) -> float:
    """Return the width of the widest of the labels, in two lines if the type is not large."""
    size = words.smaller(measures.small)
    lines = [[label] if size >= LARGE_TEXT else words.in_two_lines(label, size) for label in labels]
    return max(width(line, size) for label in lines for line in label)
