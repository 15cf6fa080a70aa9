"""The description of an evening and of unsure names before saving, for the page and the terminal."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from scorepad.formats import searchable, short_day, written
from scorepad.game.files.old_sheets.as_game import Kept
from scorepad.game.state.record import Game
from scorepad.game.statistics.people import are_alike, folded
from scorepad.importing.keeping import Continued, Result
from scorepad.repository import GameRepository
from scorepad.words import _, labelled, ngettext, ours


def heading(game: Game) -> str:
    """Return date, location and game, and all players with their totals, the winner first."""
    sheet = game.sheet
    said = ", ".join(one for one in (short_day(sheet.date), sheet.location, ours(sheet.rulebook.name)) if one)
    totals = ", ".join(f"{game.names[one.player]} {written(one.total)}" for one in sheet.standings())
    return labelled(said, totals)


def seen_before(result: Result) -> str:
    """Of an evening that is not kept because it is there, or comes in with these files already."""
    return _("This evening is kept already.") if result.game_id else _("This evening comes in twice.")


def goes_on(added: Continued) -> str:
    """Return what an evening adds to the stored game that it continues."""
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
    """Return what is to be said of hands, by their numbers."""
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


MOST_NEW = 200


def unsure(results: Iterable[Result], games: GameRepository) -> list[tuple[str, str]]:
    """Return the new names on unsaved sheets, each with the known person who may be meant.

    Game files and their names do not change.
    """
    new = [one.evening for one in results if one.evening.line is not None and not one.already]
    return list(likely([[*one.kept.game.names.values()] for one in new if one.kept], known_names(games)))


def known_names(games: GameRepository) -> dict[str, str]:
    """Return the person of every name that was used here."""
    people = games.evenings.years().people
    running = {name: name for one in games.kept() for name in one.summary.players}
    return running | {name: people.name(person) for person in people for name in people.spellings(person)}


def likely(tables: Iterable[Collection[str]], known: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Return the new names at these tables, each with a similar name of a person who does not sit there too.

    That is one of `known`, or a more frequent new name. Only a person can confirm the suggestion. There are none for
    more than MOST_NEW new names, which are too many questions.
    """
    plain = {folded(name): person for name, person in known.items()}
    beside: dict[str, set[str]] = {}
    often: Counter[str] = Counter()
    for table in tables:
        often.update(table)
        for name in table:
            beside.setdefault(name, set()).update(plain.get(folded(one), one) for one in table)
    new: dict[str, str] = {}
    for name, _times in often.most_common():
        if folded(name) not in plain:
            new.setdefault(folded(name), name)
    standing = dict(known)
    for name in new.values() if len(new) <= MOST_NEW else ():
        like = [one for one, person in standing.items() if person not in beside[name] and are_alike(name, one)]
        nearest = difflib.get_close_matches(searchable(name), map(searchable, like), n=1, cutoff=0)
        if nearest:
            yield name, standing[next(one for one in like if searchable(one) == nearest[0])]
        else:
            standing[name] = name
