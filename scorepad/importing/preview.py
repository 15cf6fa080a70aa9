"""Descriptions of games and of uncertain names before an import, for the page and the terminal."""

import difflib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from scorepad.formats import format_points, searchable, short_day
from scorepad.game.state.game import Game
from scorepad.game.state.standings import Place
from scorepad.game.statistics.people import folded
from scorepad.game.statistics.similar_names import are_alike
from scorepad.importing.prepared_games import PreparedGame
from scorepad.importing.save_evenings import Continuation, Result
from scorepad.importing.sheets.game_builder import ImportedGame
from scorepad.repository import GameRepository
from scorepad.words import _, isolated, join_label, ngettext, ours


def heading(game: Game) -> str:
    """Return date, location and rulebook, and all players with their totals, the winner first."""
    sheet = game.sheet
    parts = (short_day(sheet.date), isolated(sheet.location), ours(sheet.rulebook.name))
    occasion = ", ".join(filter(None, parts))
    totals = ", ".join(
        f"{isolated(game.names[standing.player])} {format_points(standing.total)}" for standing in sheet.standings()
    )
    return join_label(occasion, totals)


MOST_COLUMNS = 7


class PreviewTable(NamedTuple):
    """Evenings of a file in a table with one column per player.

    Each row has the number of other evenings that wait for the same answer.
    """

    file: str
    players: list[str]
    rows: list[tuple[Result, int]]


def preview_tables(results: Iterable[tuple[Result, int]]) -> list[PreviewTable]:
    """Return the evenings in tables of at most MOST_COLUMNS players, or more if one evening has more."""
    tables: list[PreviewTable] = []
    for result, more in results:
        kept, file = result.evening.kept, result.evening.file
        table = tables[-1] if tables and tables[-1].file == file else None
        players = [name for name in kept.game.names.values() if not table or name not in table.players] if kept else []
        if table is None or (players and table.players and len(table.players + players) > MOST_COLUMNS):
            players = [*kept.game.names.values()] if kept else []
            table = PreviewTable(file, [], [])
            tables.append(table)
        table.players.extend(players)
        table.rows.append((result, more))
    return tables


def standings_by_name(game: Game) -> dict[str, Place]:
    """Return the place and total of each player by name."""
    return {game.names[place.player]: place for place in game.sheet.standings()}


def duplicate_text(result: Result) -> str:
    """Return the message for a duplicate: already stored, or twice in this import."""
    return _("This evening is already saved.") if result.game_id else _("This evening appears twice in these files.")


def continuation_text(added: Continuation) -> str:
    """Return what an imported game adds to the stored game that it continues."""
    if not added.hands:
        return _("This continues a saved game: the bids of the current hand are added.")
    return ngettext(
        "This continues a saved game: {count} hand is added.",
        "This continues a saved game: {count} hands are added.",
        added.hands,
    ).format(count=added.hands)


def stored_game_note(result: Result) -> tuple[str, str]:
    """Return the message about a stored game that has this evening or continues, and its id; "" if there is none."""
    if result.already:
        return duplicate_text(result), result.game_id or ""
    return (continuation_text(result.continues), result.continues.game_id) if result.continues else ("", "")


def ignored_text(evening: PreparedGame) -> str:
    """Return the columns and rows of the game's table that are set aside."""
    return _("Ignored: {names}").format(names=", ".join(evening.ignored))


def hand_notes(kept: ImportedGame) -> Iterator[str]:
    """Yield each difference between paper and rules, and each doubtful hand, in words."""
    return (words for _hand, sentences in notes_by_hand(kept).items() for words in sentences)


def notes_by_hand(kept: ImportedGame) -> dict[int, list[str]]:
    """Return the differences and doubts in words, by the number of the hand."""
    sentences: dict[int, list[str]] = {}
    for difference in kept.differences:
        words = _("Hand {hand}, {name}: paper {paper}, rules {rules}")
        rules = "–" if difference.rules is None else format_points(difference.rules)
        sentence = words.format(
            hand=difference.hand, name=difference.player, paper=format_points(difference.paper), rules=rules
        )
        sentences.setdefault(difference.hand, []).append(sentence)
    for doubt in kept.doubts:
        sentence = _("Hand {hand} is left as on paper: {why}").format(hand=doubt.hand, why=doubt.why)
        sentences.setdefault(doubt.hand, []).append(sentence)
    return dict(sorted(sentences.items()))


def other_scoring_text(kept: ImportedGame) -> str:
    """Return the sentence that the points on paper follow another scoring, or "" if most hands do not."""
    ids = {name: player for player, name in kept.game.names.items()}
    hands = {
        difference.hand
        for difference in kept.differences
        if (row := kept.game.hand_row(difference.hand)) and row.points.get(ids[difference.player]) == difference.paper
    }
    if len(hands) < 2 or 2 * len(hands) < kept.game.sheet.hands_played:
        return ""
    words = _("The points on paper follow another scoring than “{scheme}”. They stay as on paper.")
    return words.format(scheme=ours(kept.game.sheet.scheme.name))


MOST_NEW = 200


def unsure_names(results: Iterable[Result], games: GameRepository) -> list[tuple[str, str]]:
    """Return the new names in imported spreadsheets, each with the known person that may be meant.

    Names in game files are not checked.
    """
    new = [result.evening for result in results if result.evening.line is not None and not result.already]
    return list(
        suggest_people([[*evening.kept.game.names.values()] for evening in new if evening.kept], known_names(games))
    )


def known_names(games: GameRepository) -> dict[str, str]:
    """Return the person for every name that this group has used."""
    people = games.evenings.years().people
    running = {name: name for game in games.kept() for name in game.summary.players}
    return running | {name: people.name(person) for person in people for name in people.spellings(person)}


def suggest_people(tables: Iterable[Collection[str]], known: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each new name with a similar name of a person who is not at the same table.

    The similar name is one of `known`, or a more frequent new name. Only the user can confirm it. Yield nothing for
    more than MOST_NEW new names, because these are too many questions.
    """
    people = {folded(name): person for name, person in known.items()}
    tablemates: dict[str, set[str]] = {}
    counts: Counter[str] = Counter()
    for table in tables:
        counts.update(table)
        for name in table:
            tablemates.setdefault(name, set()).update(people.get(folded(other), other) for other in table)
    new: dict[str, str] = {}
    for name, _times in counts.most_common():
        if folded(name) not in people:
            new.setdefault(folded(name), name)
    candidates = dict(known)
    for name in new.values() if len(new) <= MOST_NEW else ():
        similar = [
            candidate
            for candidate, person in candidates.items()
            if person not in tablemates[name] and are_alike(name, candidate)
        ]
        nearest = difflib.get_close_matches(searchable(name), map(searchable, similar), n=1, cutoff=0)
        if nearest:
            yield name, candidates[next(candidate for candidate in similar if searchable(candidate) == nearest[0])]
        else:
            candidates[name] = name
