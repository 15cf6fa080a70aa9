"""Sentences for the points: the sums that they follow, a worked example, and the sentences in a scheme's file.

The sums are fitted to the points of many sample hands, not read from the formulas. They therefore also hold for custom
schemes, and include the chosen options.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from scorepad.formats import format_points
from scorepad.formula_names import BESIDE_TABLES, NEWER
from scorepad.rules.formula import simplify_number
from scorepad.rules.formula.tree import Number, magnitude
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.rules.telling.section import ExplainedGame, Grid
from scorepad.words import _

SMALL, LARGE = 8, 13  # cards of the sample hands: 1 to SMALL, and the larger of LARGE and the top

Worth = dict[tuple[int, int, int], Number]  # points by bid, tricks taken and cards
Quantities = Callable[[int, int, int], tuple[int, ...]]


def sums_in_words(asked: SchemeAsPlayed, *, whole: bool = False) -> list[str]:
    """Return three sentences: for a made bid, a made zero, and a missed bid.

    Return none if one of these follows no simple sum. With `whole`, the sentence for a miss must cover every miss.
    """
    sizes = {*range(1, SMALL + 1), max(asked.top, LARGE)}
    hands = [(bid, taken, cards) for cards in sizes for bid in range(cards + 1) for taken in range(cards + 1)]
    worth = {hand: asked(*hand) for hand in hands}
    made = {hand: points for hand, points in worth.items() if hand[0] == hand[1] > 0}
    zero = {hand: points for hand, points in worth.items() if hand[0] == hand[1] == 0}
    missed = {hand: points for hand, points in worth.items() if hand[0] != hand[1]}
    losses = [sum_ for sum_ in _MISSED if not whole or sum_ is not _steeply]
    sentences = [_made(made), _zero(zero), next(filter(None, (sum_(missed) for sum_ in losses)), "")]
    return sentences if all(sentences) else []


def _fits(worth: Worth, quantities: Quantities) -> list[Number] | None:
    return fit_linear((quantities(*hand), points) for hand, points in worth.items())


def _fill_points(words: str, *, base: Number = 0, each: Number = 0, more: Number = 0) -> str:
    return words.format(base=format_points(base), each=format_points(each), more=format_points(more))


def _sum_in_words(fit: Sequence[Number], both: str, constant: str, rate: str) -> str:
    """Return the sentence for a constant and a rate, or for one of them if the other is 0."""
    base, each = fit
    words = both if base and each else rate if each else constant
    return _fill_points(words, base=base, each=each)


def _made(worth: Worth) -> str:
    by_bid = _fits(worth, lambda bid, taken, cards: (bid,))  # noqa: ARG005
    if by_bid:
        both, rate = _("A made bid gives {base} and {each} per trick."), _("A made bid gives {each} per trick.")
        return _sum_in_words(by_bid, both, _("A made bid gives {base}."), rate)
    by_square = _fits(worth, lambda bid, taken, cards: (bid * bid,))  # noqa: ARG005
    if by_square and by_square[1] == 1:
        words = _("A made bid gives {base} plus the bid times itself: for a bid of 3 that is {each}.")
        return _fill_points(words, base=by_square[0], each=by_square[0] + 9)
    by_cards = _fits(worth, lambda bid, taken, cards: (bid, cards))  # noqa: ARG005
    if by_cards and not by_cards[0]:
        words = _("A made bid gives {each} per trick and {more} per card of the hand.")
        return _fill_points(words, each=by_cards[1], more=by_cards[2])
    return ""


def _zero(worth: Worth) -> str:
    by_cards = _fits(worth, lambda bid, taken, cards: (cards,))  # noqa: ARG005
    if not by_cards:
        return ""
    both = _("A made zero gives {base} and {each} per card of the hand.")
    return _sum_in_words(
        by_cards, both, _("A made zero gives {base}."), _("A made zero gives {each} per card of the hand.")
    )


# --- missed bids: the first sum that fits is used ---


def _flat(worth: Worth) -> str:
    first, *others = {*worth.values()}
    if others:
        return ""
    if not first:
        return _("A missed bid gives nothing.")
    words = _("A missed bid costs {base}.") if first < 0 else _("A missed bid gives {base}.")
    return _fill_points(words, base=magnitude(first))


def _by_tricks(worth: Worth) -> str:
    fit = _fits(worth, lambda bid, taken, cards: (taken,))  # noqa: ARG005
    if not fit or fit[0] or fit[1] < 0:
        return ""
    return _fill_points(_("A missed bid gives {each} per trick taken."), each=fit[1])


def _by_off(worth: Worth) -> str:
    fit = _fits(worth, lambda bid, taken, cards: (abs(bid - taken),))  # noqa: ARG005
    if not fit:
        return ""
    base, each = fit
    if base < 0 and each < 0:
        words = _("A missed bid costs {base}, and {each} per trick too many or too few.")
    elif base:
        return ""
    elif each < 0:
        words = _("A missed bid costs {each} per trick too many or too few.")
    else:
        words = _("A missed bid gives {each} per trick too many or too few.")
    return _fill_points(words, base=magnitude(base), each=magnitude(each))


def _by_bid(worth: Worth) -> str:
    fit = _fits(worth, lambda bid, taken, cards: (bid,))  # noqa: ARG005
    if not fit or fit[0] or fit[1] > 0:
        return ""
    return _fill_points(_("A missed bid costs {each} per trick that was bid."), each=-fit[1])


def _by_tricks_and_off(worth: Worth) -> str:
    fit = _fits(worth, lambda bid, taken, cards: (taken, abs(bid - taken)))  # noqa: ARG005
    if not fit or fit[0] or fit[1] < 0 or fit[2] > 0:
        return ""
    words = _("A missed bid gives {each} per trick taken, but costs {more} per trick too many or too few.")
    return _fill_points(words, each=fit[1], more=-fit[2])


def _steeply(worth: Worth) -> str:
    """Return the sentence for a miss whose points depend on the tricks off, but not linearly.

    It covers misses by up to 4 tricks.
    """
    steps: dict[int, Number] = {}
    if not all(steps.setdefault(abs(bid - taken), points) == points for (bid, taken, _c), points in worth.items()):
        return ""
    if all(points <= 0 for points in steps.values()):
        words = _("A missed bid costs {one} if it is one trick off, {two} if two, {three} if three, {four} if four.")
    elif all(points >= 0 for points in steps.values()):
        words = _("A missed bid gives {one} if it is one trick off, {two} if two, {three} if three, {four} if four.")
    else:
        return ""
    single, two, three, four = (format_points(magnitude(steps[off])) for off in range(1, 5))
    return words.format(one=single, two=two, three=three, four=four)


_MISSED = (_flat, _by_tricks, _by_off, _by_bid, _by_tricks_and_off, _steeply)


Row = tuple[Sequence[int], Number]  # the quantities of a hand, and its points


def fit_linear(rows: Iterable[Row]) -> list[Number] | None:
    """Return the base and the rate of each quantity if all rows follow one sum, otherwise None.

    There must be a row. A rate that the rows do not determine is 0.
    """
    unique_rows = {(*quantities, points) for quantities, points in rows}  # most rows are duplicates
    equations = [[Fraction(1), *map(Fraction, row)] for row in sorted(unique_rows)]
    width = len(equations[0]) - 1
    solved: list[tuple[int, list[Fraction]]] = []
    for equation in equations:
        for column, known in solved:
            if equation[column]:
                equation = [value - equation[column] * pivot for value, pivot in zip(equation, known, strict=True)]
        column = next((at for at in range(width) if equation[at]), -1)
        if column >= 0:
            solved.append((column, [value / equation[column] for value in equation]))
        elif equation[-1]:
            return None
    rates = [Fraction(0)] * width
    for column, known in reversed(solved):
        rates[column] = known[-1] - sum(known[at] * rates[at] for at in range(width) if at != column)
    return [simplify_number(rate) for rate in rates]


EXAMPLE = 7  # cards of the worked example, or the nearest size in the game


def points(game: ExplainedGame) -> tuple[list[str], Grid | None]:
    """Return the sentences about points, and the table of rates if the points depend on a contract."""
    own = list(game.own("points"))
    if game.scheme is None:
        known = bool(game.rulebook.scheme)
        unknown = [] if known else [_("The scoring is not known. Choose it before you start.")]
        return [*unknown, *own], None
    number = game.players or game.rulebook.min_players
    sizes = game.rulebook.sizes(number)
    asked = SchemeAsPlayed(game.scheme, max(sizes), number, game.chosen, sizes)
    sentences, grid = explain_scheme(asked, summed=game.players is not None or not game.scheme.by_players)
    return [*sentences, *own], grid


def explain_scheme(asked: SchemeAsPlayed, *, summed: bool = True) -> tuple[list[str], Grid | None]:
    """Return the sentences and the table for a scheme, independent of a rulebook.

    `summed`: with the sums of a hand and an example, if the points follow such sums.
    """
    scheme = asked.scheme
    chosen = scheme.option_values(asked.options or {})
    own = [sentence.in_words(chosen) for sentence in scheme.told if sentence.holds(chosen)]
    if asked.by_contract:
        grid = rates_in_words(asked)
        return own if own and grid else [scheme.about_with(chosen), *own], grid
    if not summed or scheme.reads_any("makers", *NEWER):
        return own or [scheme.about_with(chosen)], None
    sums = sums_in_words(asked)
    depends_on_more = scheme.reads_any("top", "players", *BESIDE_TABLES)
    is_complete = sums and not (depends_on_more or scheme.total or scheme.bids_when or scheme.marks)
    about = [] if scheme.told or is_complete else [scheme.about_with(chosen)]
    return [*about, *sums, *_worked_out(asked), *own], None


def _worked_out(asked: SchemeAsPlayed) -> Iterator[str]:
    """Yield an example for a bid and one for a bid of 0."""
    cards = min(asked.hand_sizes, key=lambda size: (abs(size - EXAMPLE), size))
    bid = min(3, cards - 1)
    if bid < 1:
        return
    under, made, over = (format_points(asked(bid, taken, cards)) for taken in (bid - 1, bid, bid + 1))
    words = _("For example, a bid of {bid} in a hand of {cards} cards is worth {made} if it is made, {under} with "
        "one trick too few and {over} with one trick too many.")  # fmt: skip
    if under == over:
        words = _("For example, a bid of {bid} in a hand of {cards} cards is worth {made} if it is made, and {over} if "
            "it is one trick off.")  # fmt: skip
    yield words.format(bid=bid, cards=cards, made=made, under=under, over=over)
    words = _("A bid of 0 in that hand is worth {made} if it is made, and {missed} with one trick too many.")
    yield words.format(made=format_points(asked(0, 0, cards)), missed=format_points(asked(0, 1, cards)))


CARDS = 10
BareHand = tuple[int, int]  # bid and tricks taken
OVERS: tuple[Callable[[BareHand], bool], ...] = (  # over half by the bid, or by the tricks taken (rules.md A1.5)
    lambda hand: 2 * hand[0] > CARDS,
    lambda hand: 2 * hand[1] > CARDS,
)


class Rate(NamedTuple):
    """Points for each trick, with a base."""

    base: Number
    each: Number

    def __str__(self) -> str:
        return f"{format_points(self.base)} + {format_points(self.each)}" if self.base else format_points(self.each)


def contract_rates(asked: SchemeAsPlayed) -> list[tuple[str, Rate, Rate]]:
    """Return each state of the contract with its rates of a made and a missed bid; none if the points follow no rates.

    The states up to half of the tricks and over half alternate.
    """
    for over in OVERS:
        rows = [row for plain, half, state in _states() for row in _rates(asked, over, (plain, half), state)]
        known = [(name, made, missed) for name, made, missed in rows if made and missed]
        if len(known) == len(rows):
            return known
    return []


def rates_in_words(asked: SchemeAsPlayed) -> Grid | None:
    """Return one row for each state of the contract, or None if the points follow no such rates.

    `10 + 2` means 10 points and 2 per trick; `−1` means a loss of 1 per trick.
    """
    rows = tuple(tuple(map(str, row)) for row in contract_rates(asked))
    return Grid(rows, ("", _("Made"), _("Missed"))) if rows else None


def _states() -> list[tuple[str, str, dict[str, Any]]]:
    """Return the states that a player can have in a contract.

    Each has two names, for up to half of the tricks and for more, and the arguments of a hand.
    """
    doubled, redoubled = {"doubled": True}, {"doubled": True, "redoubled": True}
    return [
        (_("Declarer"), _("Declarer, over half"), {"role": "declarer"}),
        (_("Declarer doubled"), _("Declarer doubled, over half"), {"role": "declarer", **doubled}),
        (_("Declarer redoubled"), _("Declarer redoubled, over half"), {"role": "declarer", **redoubled}),
        (_("Doubler"), _("Doubler, over half"), {"role": "doubler", **doubled}),
        (_("Doubler redoubled"), _("Doubler redoubled, over half"), {"role": "doubler", **redoubled}),
        (_("Others"), _("Others, over half"), {"role": "other"}),
    ]


def _rates(
    asked: SchemeAsPlayed, over: Callable[[BareHand], bool], names: tuple[str, str], state: dict[str, Any]
) -> Iterator[tuple[str, Rate | None, Rate | None]]:
    """Yield the rows of a state: a name, and the rates of a made and of a missed bid.

    A doubler's points depend on the contract and its tricks. A missed bid counts the tricks off; the declarer's counts
    the tricks of the bid if these are more.
    """
    rows = defaultdict[tuple[bool, bool], list[Row]](list)  # by whether it is over half, and whether it is made
    for bid, taken in product(range(1, CARDS + 1), range(CARDS + 1)):
        if state["role"] == "doubler":
            counted, is_over = bid, 2 * bid > CARDS
            points = asked(0, 0, CARDS, level=bid, contract_taken=taken, **state)
        else:
            counted, is_over = bid if bid == taken else abs(bid - taken), over((bid, taken))
            points = asked(bid, taken, CARDS, level=bid, **state)
        if state["role"] == "declarer":
            counted = max(bid, counted)
        rows[is_over, bid == taken].append(((counted,), points))
    for name, is_over in zip(names, (False, True), strict=True):
        yield name, _rate(rows[is_over, True]), _rate(rows[is_over, False])


def _rate(rows: Iterable[Row]) -> Rate | None:
    fit = fit_linear(rows)
    return Rate(*fit) if fit else None
