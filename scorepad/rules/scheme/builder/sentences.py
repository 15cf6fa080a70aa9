"""The answers in words: the points of each case, each with its heading."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.formats import format_points, readable
from scorepad.rules.scheme.answers import Amount, Answers, Mark
from scorepad.words import _


def in_words(answers: Answers) -> list[tuple[str, str]]:
    """Return all answers as pairs of a heading and words: `("Made", "10 and 2 for every trick")`."""
    return [*worth(answers), *game(answers)]


def worth(answers: Answers) -> list[tuple[str, str]]:
    """Return the pairs for the points of a hand."""
    return [*_bids(answers), *_marks(answers)]


def game(answers: Answers) -> list[tuple[str, str]]:
    """Return the pairs for who bids and how the game ends, if these are unusual."""
    return [*_rest(answers)]


def about(answers: Answers) -> str:
    """Return the points as one text, for lists of schemes."""
    return " ".join(_("{head}: {words}.").format(head=head, words=words) for head, words in worth(answers))


def _bids(answers: Answers) -> Iterator[tuple[str, str]]:
    yield _("Made"), _made(answers.made)
    if answers.made_cards:
        yield _("Made, plus"), _("{each} per card of the hand").format(each=format_points(answers.made_cards))
    if answers.zero is not None:
        yield _("Made zero"), _zero(answers.zero)
    if answers.over is None:
        yield _("Missed"), _missed(answers.missed)
    else:
        yield _("Too few tricks"), _missed(answers.missed)
        yield _("Too many tricks"), _missed(answers.over)


def _rest(answers: Answers) -> Iterator[tuple[str, str]]:
    if answers.no_bid_from is not None:
        words = _("a player with {total} or more does not bid; every trick is {each}")
        yield _("Bids"), words.format(total=answers.no_bid_from, each=format_points(answers.without))
    if answers.winner == "low":
        yield _("End"), _("the lowest total wins")
    if answers.winner == "exactly":
        words = _("the player with exactly {points} wins")
        if answers.turns_back:
            words = _("the player with exactly {points} wins; points over it are subtracted")
        yield _("End"), words.format(points=answers.exactly)


def _made(made: Amount) -> str:
    numbers = {"points": format_points(made.points), "each": format_points(made.each)}
    if not made.each:
        return numbers["points"]
    if made.unit == "bid":
        words = _("{points} and {each} per trick") if made.points else _("{each} per trick")
    elif made.each == 1:
        words = _("{points} and the bid times itself") if made.points else _("the bid times itself")
    else:
        words = _("{points} and {each} times the square of the bid")
    return words.format(**numbers)


def _zero(zero: Amount) -> str:
    numbers = {"points": format_points(zero.points), "each": format_points(zero.each)}
    if not zero.each:
        return numbers["points"]
    words = _("{points} and {each} per card of the hand") if zero.points else _("{each} per card of the hand")
    return words.format(**numbers)


def _missed(missed: Amount) -> str:
    if not missed.each:
        return format_points(missed.points)
    alone, besides = _of_a_miss(missed.unit)
    return (besides if missed.points else alone).format(
        points=format_points(missed.points), each=format_points(missed.each)
    )


def _of_a_miss(unit: str) -> tuple[str, str]:
    """Return the words for points per unit, alone and in addition to a constant."""
    words = {
        "off": (_("{each} per trick off"), _("{points} and {each} per trick off")),
        "taken": (_("{each} per trick taken"), _("{points} and {each} per trick taken")),
        "bid": (_("{each} per trick bid"), _("{points} and {each} per trick bid")),
        "off ** 2": (
            _("{each} times the square of the tricks off"),
            _("{points} and {each} times the square of the tricks off"),
        ),
        "off ** 3": (
            _("{each} times the cube of the tricks off"),
            _("{points} and {each} times the cube of the tricks off"),
        ),
        "sum_to(off)": (
            _("{each} for the first trick off, twice that for the second, and so on"),
            _("{points}, and {each} for the first trick off, twice that for the second, and so on"),
        ),
    }
    return words[unit]


def _marks(answers: Answers) -> Iterator[tuple[str, str]]:
    for mark in answers.marks:
        yield readable(mark.name), _mark(mark)


def _mark(mark: Mark) -> str:
    words = _("{made} if the bid is made, {missed} if it is missed")
    if mark.kind == "number":
        words = _("{made} times the number if the bid is made, {missed} times if it is missed")
    return words.format(made=format_points(mark.made), missed=format_points(mark.missed))
