"""The course of a game: hands to come, closing, the end, and changes of rules."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scorepad import errors
from scorepad.errors import RuleFileError
from scorepad.formats import is_whole
from scorepad.game.decide.setup import check_between_hands, check_count, with_scheme_options
from scorepad.game.state.events import ClosingAnnounced, Ended, HouseChanged, Planned, Reopened, SchemeChanged
from scorepad.game.state.game import Game, options_for, played_rows
from scorepad.game.state.scoring import needs_tricks
from scorepad.rules.rulebook.ladder_by_players import parse_ladders
from scorepad.rules.scheme import Scheme
from scorepad.words import _, ours

MOST_PLANNED = 200  # hands
MOST_CLOSING = 20


def plan(game: Game, cards: Sequence[int]) -> Planned:
    """Plan the hands still to come: the cards of each, the current hand first.

    Raise RuleError for `cards` that cannot be dealt, or if the current hand would change after its bids.
    """
    sizes = tuple(cards)
    rulebook, players = game.sheet.rulebook, len(game.sheet.seats.present)
    most = rulebook.most_for(players)
    if not sizes:
        raise errors.RuleError("cards", _("Enter at least one more hand, or end the game."))
    if len(sizes) > MOST_PLANNED or not all(is_whole(size) and size >= 1 for size in sizes):
        raise errors.not_whole("cards", 1, most)
    if max(sizes) > most:
        raise errors.too_many_cards(max(sizes), players, most)
    if game.sheet.bids is not None and sizes[0] != game.sheet.bids.cards:
        raise errors.hand_under_way(game.sheet.hands_played + 1)
    return Planned(sizes)


def plan_text(game: Game, text: str) -> Planned:
    """Plan the hands still to come, as sizes in any number or as a ladder: `5 4 3`, `5-1`, `3x4`.

    Raise RuleFileError for an invalid ladder.
    """
    sizes = text.split()
    if sizes and all(re.fullmatch("[0-9]{1,3}", size) for size in sizes):
        return plan(game, [*map(int, sizes)])
    rulebook, players = game.sheet.rulebook, len(game.sheet.seats.present)
    most = rulebook.most_for(players)
    ladder = parse_ladders(text).for_players(players)
    large = ladder.too_large(top=rulebook.top_for(players), players=players, most=most)
    if large:
        raise errors.too_many_cards(large.size if isinstance(large.size, int) else players, players, most)
    return plan(game, ladder.sizes(top=rulebook.top_for(players), players=players, most=most))


def announce_closing(game: Game, hands: int) -> ClosingAnnounced:
    """Announce the number of hands left, the current one included; 0 cancels it (MU-22, MU-36).

    Raise RuleError if the game is over, if `hands` is out of range, or if the current hand has bids.
    """
    if game.sheet.finished:
        raise errors.game_over()
    if not is_whole(hands) or not 0 <= hands <= MOST_CLOSING:
        raise errors.not_whole("hands", 0, MOST_CLOSING)
    check_between_hands(game)
    return ClosingAnnounced(hands)


def end(game: Game, *, moved: bool = False) -> Ended:
    """End the game now, regardless of the ladder.

    `moved`: its players continue at other tables (rules.md D). Raise RuleError if the game is over or the current hand
    has bids.
    """
    if game.sheet.finished:
        raise errors.game_over()
    check_between_hands(game)
    return Ended(moved)


def reopen(game: Game) -> Reopened:
    """Continue a finished game with the planned hands, or with one more of the last size.

    Raise RuleError if the game is running, or if only its totals are known.
    """
    if not game.sheet.finished:
        raise errors.RuleError("hand", _("The game is still running."))
    if game.sheet.only_totals:
        raise errors.only_totals()
    return Reopened()


def change_house(game: Game, house: Mapping[str, Any]) -> HouseChanged:
    """Change house rules for the rest of the game.

    Changed scheme options apply to the hands already played, too. Raise RuleFileError for an invalid key. Raise
    RuleError if the table no longer fits.
    """
    if "scheme" in house:  # `change_scheme` rescores the whole game
        raise RuleFileError("scheme", _("Choose the scoring itself, not as a house rule."))
    house = with_scheme_options(house, game.sheet.rulebook, game.sheet.scheme)
    changed = game.sheet.rulebook.with_house(house)
    players = len(game.sheet.seats.present)
    check_count(changed, players)
    changed.check_ladder(players)
    options = options_for(game.sheet.scheme, changed)
    if options != game.sheet.options:
        _check_only_made(game, game.sheet.scheme, options)
    check_between_hands(game)
    return HouseChanged(house)


def change_scheme(game: Game, scheme: Scheme) -> SchemeChanged:
    """Rescore the whole game by another scheme.

    Raise RuleFileError if the rulebook sets an option that the scheme does not have. Raise RuleError if the points need
    tricks that are not recorded.
    """
    _check_only_made(game, scheme, options_for(scheme, game.sheet.rulebook))
    return SchemeChanged(scheme.to_dict())


def _check_only_made(game: Game, scheme: Scheme, options: Mapping[str, Any]) -> None:
    """Raise RuleError if the points need the tricks of a hand recorded without them."""
    for row in (played for played in played_rows(game.sheet) if played.paper is None):
        if row.taken is not None or row.wrong_count is not None:
            continue
        if needs_tricks(scheme, options, row.options, off_known=row.off is not None):
            if row.off is None:
                raise errors.made_needs_tricks(scheme.name)
            text = _(
                "Hand {hand} has only the differences, and the scoring “{scheme}” needs to know who took too "
                "many and who too few. Keep the present scoring."
            )
            raise errors.RuleError("off", text.format(scheme=ours(scheme.name), hand=row.hand), hand=row.hand)
