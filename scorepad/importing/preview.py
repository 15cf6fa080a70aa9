"""What is to be said of an evening before it is kept: one wording for the page and the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.formats import short_day
from scorepad.game.files.old_sheets.as_game import Kept
from scorepad.game.state.record import Game
from scorepad.importing.keeping import Result
from scorepad.importing.twins import Continued
from scorepad.rules.numbers import written
from scorepad.words import _, labelled, ngettext, ours


def heading(game: Game) -> str:
    """Day, place and game, and everybody with their total: who won comes first."""
    sheet = game.sheet
    said = ", ".join(one for one in (short_day(sheet.date), sheet.location, ours(sheet.rulebook.name)) if one)
    totals = ", ".join(f"{game.names[one.player]} {written(one.total)}" for one in sheet.standings())
    return labelled(said, totals)


def seen_before(result: Result) -> str:
    """Of an evening that is not kept because it is there, or comes in with these files already."""
    return _("This evening is kept already.") if result.game_id else _("This evening comes in twice.")


def goes_on(added: Continued) -> str:
    """What an evening adds to the stored game that it continues."""
    if not added.hands:
        return _("This continues a saved game: the bids of the current hand are added.")
    return ngettext(
        "This continues a saved game: {count} hand is added.",
        "This continues a saved game: {count} hands are added.",
        added.hands,
    ).format(count=added.hands)


def in_words(kept: Kept) -> Iterator[str]:
    """Each hand where paper and rules differ, and each that cannot have been so."""
    return (words for _hand, told in by_hand(kept).items() for words in told)


def by_hand(kept: Kept) -> dict[int, list[str]]:
    """What is to be said of hands, by their numbers."""
    told: dict[int, list[str]] = {}
    for one in kept.differences:
        words = _("Hand {hand}, {name}: paper {paper}, rules {rules}")
        rules = "–" if one.rules is None else written(one.rules)
        said = words.format(hand=one.hand, name=one.player, paper=written(one.paper), rules=rules)
        told.setdefault(one.hand, []).append(said)
    for doubt in kept.doubts:
        said = _("Hand {hand} is kept as on paper: {why}").format(hand=doubt.hand, why=doubt.why)
        told.setdefault(doubt.hand, []).append(said)
    return dict(sorted(told.items()))
