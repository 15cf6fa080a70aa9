"""The answers in words: the points of each case, each with its heading."""

from collections.abc import Iterator

from scorepad.formats import capital, format_points, readable
from scorepad.rules.scheme.answers import Amount, Answers
from scorepad.rules.scheme.explain import entry_in_words
from scorepad.rules.suits import FRENCH
from scorepad.words import _


def in_words(answers: Answers) -> list[tuple[str, str]]:
    """Return all answers as pairs of a heading and words: `("Made", "10 and 2 for every trick")`."""
    return [*worth(answers), *game(answers)]


def worth(answers: Answers) -> list[tuple[str, str]]:
    """Return the pairs for the points of a hand."""
    return [*_bids(answers), *_marks(answers), *_extras(answers)]


def game(answers: Answers) -> list[tuple[str, str]]:
    """Return the pairs for when marks are entered, who bids and how the game ends, if these are unusual."""
    entry = [(readable(mark.name), ", ".join(entry_in_words(mark.number))) for mark in answers.marks]
    pairs = [(mark, words) for mark, words in entry if words]
    if answers.no_bid_from is not None:
        words = _("a player with {total} or more does not bid; every trick is {each}")
        pairs.append((_("Bids"), words.format(total=answers.no_bid_from, each=format_points(answers.without))))
    if answers.winner == "low":
        pairs.append((_("End"), _("the lowest total wins")))
    if answers.winner == "exactly":
        words = _("the player with exactly {points} wins")
        if answers.turns_back:
            words = _("the player with exactly {points} wins; points over it are subtracted")
        pairs.append((_("End"), words.format(points=answers.exactly)))
    return pairs


def about(answers: Answers) -> str:
    """Return the points as one text, for lists of schemes."""
    return " ".join(_("{head}: {words}.").format(head=head, words=words) for head, words in worth(answers))


def _bids(answers: Answers) -> Iterator[tuple[str, str]]:
    per_card = _("{each} per card of the hand"), _("{points} and {each} per card of the hand")
    yield _("Made"), _made(answers.made)
    if answers.made_cards:
        yield _("Made, plus"), per_card[0].format(each=format_points(answers.made_cards))
    if answers.high is not None:
        yield _("Made from a bid of {n}").format(n=answers.high_from), _made(answers.high)
    if answers.zero is not None:
        yield _("Made zero"), _amount(answers.zero, *per_card)
    if answers.small_zero is not None:
        yield _("Made zero with up to {n} cards").format(n=answers.small), _amount(answers.small_zero, *per_card)
    yield _("Missed") if answers.over is None else _("Too few tricks"), _missed(answers.missed)
    if answers.over is not None:
        yield _("Too many tricks"), _missed(answers.over)
    if answers.missed_zero is not None:
        yield _("Missed zero"), _missed(answers.missed_zero)
    if answers.missed_high is not None:
        yield _("Missed from a bid of {n}").format(n=answers.high_from), _missed(answers.missed_high)
    if answers.half:
        yield _("Off by one trick"), _("half of a made bid")


def _amount(amount: Amount, alone: str, besides: str) -> str:
    """Return an amount in words; those for the points per unit are `alone`, or in addition to a constant."""
    words = "{points}" if not amount.each else besides if amount.points else alone
    return words.format(points=format_points(amount.points), each=format_points(amount.each))


def _made(made: Amount) -> str:
    if made.unit == "bid":
        return _amount(made, _("{each} per trick"), _("{points} and {each} per trick"))
    if made.each == 1:
        return _amount(made, _("the bid times itself"), _("{points} and the bid times itself"))
    words = _("{points} and {each} times the square of the bid")
    return _amount(made, words, words)


def _missed(missed: Amount) -> str:
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
        "cards": (_("{each} per card of the hand"), _("{points} and {each} per card of the hand")),
    }
    return _amount(missed, *words[missed.unit])


def _marks(answers: Answers) -> Iterator[tuple[str, str]]:
    for mark in answers.marks:
        words = _("{made} if the bid is made, {missed} if it is missed")
        if mark.kind == "number":
            words = _("{made} times the number if the bid is made, {missed} times if it is missed")
        if mark.kind == "player":
            words = _("{made} if both players made their bids")
        if mark.made or mark.missed or mark.times == 1:
            yield readable(mark.name), words.format(made=format_points(mark.made), missed=format_points(mark.missed))
        if mark.times != 1:
            yield readable(mark.name), _("all points times {n}").format(n=format_points(mark.times))


def _extras(answers: Answers) -> Iterator[tuple[str, str]]:
    """Yield the pairs for what depends on other players, earlier hands or the hand."""
    row = _("{n} made in a row"), _("{n} missed in a row")
    plus = (
        (_("Only one made it"), answers.only_winner), (_("Only one missed"), answers.only_loser),
        (row[0].format(n=answers.streak), answers.streak_made),
        (row[1].format(n=answers.streak), answers.streak_missed),
    )  # fmt: skip
    for head, points in plus:
        if points:
            yield head, _("{points} in addition").format(points=format_points(points))
    if answers.streak_skips:
        yield _("In a row"), _("hands of one card do not count")
    if answers.void_if_missed:
        yield _("All missed"), _("no points")
    for name, times in answers.times:
        yield factor_name(name), _("all points times {n}").format(n=format_points(times))


def factor_name(name: str) -> str:
    """Return a condition of TIMES in words."""
    words = {
        "last": _("Last hand"),
        "one_card": _("Hands of one card"),
        "largest": _("Largest hands"),
        "after_misses": _("After a hand that all missed"),
    }
    if name == "N":
        return capital(FRENCH.name(name))
    return words.get(name) or _("Trumps: {suit}").format(suit=FRENCH.name(name))
