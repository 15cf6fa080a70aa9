"""What is told of the points: the sums they follow, a bid worked out, and what a scheme's file says besides."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.rules.numbers import written
from scorepad.rules.scheme.as_played import SchemeAsPlayed
from scorepad.rules.scheme.variables import NEWER
from scorepad.rules.telling.rates import rates_in_words
from scorepad.rules.telling.section import GameTold, Grid
from scorepad.rules.telling.sums import sums_in_words
from scorepad.words import _, ours

EXAMPLE = 7  # cards of the hand that is worked out, or the nearest size that the game has


def points(game: GameTold) -> tuple[list[str], Grid | None]:
    """The sentences about points, and a table of rates where a contract gives each player a part."""
    own = list(game.own("points"))
    if game.scheme is None:
        known = bool(game.rulebook.scheme)
        unknown = [] if known else [_("How its points are counted is not known: choose that before you start.")]
        return [*unknown, *own], None
    number = game.players or game.rulebook.min_players
    sizes = game.rulebook.sizes(number)
    said, grid = scheme_told(SchemeAsPlayed(game.scheme, max(sizes), number, game.chosen, sizes))
    return [*said, *own], grid


def scheme_told(asked: SchemeAsPlayed) -> tuple[list[str], Grid | None]:
    """The same of a scheme in any game."""
    scheme = asked.scheme
    chosen = scheme.option_values(asked.options or {})
    own = [one.in_words(chosen) for one in scheme.told if one.holds(chosen)]
    if asked.by_contract:
        grid = rates_in_words(asked)
        return own if own and grid else [ours(scheme.about), *own], grid
    if scheme.reads("makers") or scheme.reads_newer(*NEWER):
        return own or [ours(scheme.about)], None
    sums = sums_in_words(asked)
    about = [] if scheme.told or (sums and not _hangs_on_more(asked)) else [ours(scheme.about)]
    return [*about, *sums, *_worked_out(asked), *own], None


def _hangs_on_more(asked: SchemeAsPlayed) -> bool:
    """Whether there is more to the points than bid, tricks and cards, which the sums do not say."""
    scheme = asked.scheme
    more = any(map(scheme.reads, ("total", "made_run", "missed_run", "trump", "last", "top", "players")))
    return bool(scheme.total or scheme.bids_when or scheme.marks or more)


def _worked_out(asked: SchemeAsPlayed) -> Iterator[str]:
    """A bid and a zero in numbers."""
    cards = min(asked.hand_sizes, key=lambda size: (abs(size - EXAMPLE), size))
    bid = min(3, cards - 1)
    if bid < 1:
        return
    under, made, over = (written(asked(bid, taken, cards)) for taken in (bid - 1, bid, bid + 1))
    words = _("For example, a bid of {bid} in a hand of {cards} cards is worth {made} when it is made,"
              " {under} with a trick too few and {over} with a trick too many.")  # fmt: skip
    yield words.format(bid=bid, cards=cards, made=made, under=under, over=over)
    words = _("A bid of 0 is worth {made} there when it is made, and {missed} with a trick too many.")
    yield words.format(made=written(asked(0, 0, cards)), missed=written(asked(0, 1, cards)))
