"""The games that a file would add, with the user's choices for all of them."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from scorepad.errors import DuplicatePerson, FileError, ScorepadError
from scorepad.formats import letters_of
from scorepad.game.decide.setup import normalize_name
from scorepad.game.files.game_file import read_game
from scorepad.importing.files import FileEvening
from scorepad.importing.sheets.evenings import OldEvening
from scorepad.importing.sheets.game_builder import Counts, ImportedGame, build_game
from scorepad.importing.sheets.row_kinds import in_column
from scorepad.importing.table_preview import TablePreview
from scorepad.library import RuleLibrary
from scorepad.rules.field_readers import hint
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.relevance import USUAL
from scorepad.rules.scheme import Scheme
from scorepad.words import _, ours


@dataclass(frozen=True)
class Choices:
    """Values that the user chose for all games, used if the files do not contain them."""

    rulebook: str = ""
    """A key or any name of the rulebook."""
    scheme: str = ""
    date: str = ""
    counts: Counts = "paper"
    hands: Mapping[tuple[str, int], Counts] = field(default_factory=dict)
    """Exceptions to `counts` for single hands, by `PreparedGame.mark` and the number of the hand."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The person for each name in the files."""


@dataclass(frozen=True)
class PreparedGame:
    """A game before it is saved, or the reason why it cannot be saved.

    `mark` identifies it in this import: the number of its file and its line.
    """

    file: str
    line: int | None
    mark: str
    kept: ImportedGame | None = None
    error: ScorepadError | None = None
    ignored: tuple[str, ...] = ()
    """The columns and rows of its table that are set aside."""
    tables: tuple[TablePreview, ...] = ()
    """The tables of its file."""


def prepare_files(
    result: Iterable[FileEvening], choices: Choices, library: RuleLibrary
) -> Iterator[list[PreparedGame]]:
    """Yield the games of each file in turn."""
    for number, (_file, evenings) in enumerate(itertools.groupby(result, lambda evening: evening.file)):
        yield prepare_file(evenings, number, choices, library)


def prepare_file(
    evenings: Iterable[FileEvening], number: int, choices: Choices, library: RuleLibrary
) -> list[PreparedGame]:
    """Return the games of a file before they are saved; `number` is that of the file."""
    games = []
    for item in evenings:
        line, ignored = (item.evening.line, item.evening.ignored) if item.evening else (None, ())
        game = PreparedGame(item.file, line, f"{number}.{line or 0}", None, item.error, ignored, item.tables)
        try:
            games.append(game if item.error else replace(game, kept=_build_game(item, game.mark, choices, library)))
        except ScorepadError as error:
            games.append(replace(game, error=error))
    return games


def _build_game(item: FileEvening, mark: str, choices: Choices, library: RuleLibrary) -> ImportedGame:
    if item.evening is None:
        return ImportedGame(read_game(item.game, library))
    _check_distinct_names(item.evening.players, choices.names)
    evening = item.evening.renamed(choices.names)
    rulebook = _find_rulebook(evening, choices, library)
    if rulebook is None:
        return build_game(evening, {"name": evening.game}, date=choices.date, known=library)
    scheme = evening.scheme or choices.scheme
    key = _find_rule_key(scheme, library.schemes()) if scheme else ""
    if key is None:
        words = _("There is no scoring called “{name}” here.").format(name=scheme[:40])
        words += hint(scheme, library.schemes())
        label = evening.labels.get("scheme", "") if evening.scheme else ""
        raise FileError(in_column(words, label)).with_list("schemes")
    own = {hand: counts for (of, hand), counts in choices.hands.items() if of == mark}
    return build_game(evening, rulebook, key, date=choices.date, counts=choices.counts, by_hand=own, known=library)


def _find_rulebook(evening: OldEvening, choices: Choices, library: RuleLibrary) -> str | None:
    """Return the key of the rulebook: of the game's name in the file if it is known, otherwise the user's choice.

    Return None for totals of an unknown game, which keep the game's name. Raise FileError if no rulebook is known.
    """
    rulebooks = library.rulebooks()
    of_file = _find_rule_key(evening.game, rulebooks) if evening.game else None
    if of_file is not None:
        return of_file
    if evening.game and not evening.hands and any(map(str.isalpha, evening.game)):
        return None
    chosen = _find_rule_key(choices.rulebook, rulebooks)
    if chosen is None:
        name = choices.rulebook or evening.game
        if not any(map(str.isalpha, name)):
            raise FileError(_("Choose the game that was played."))
        words = _("There is no game called “{name}” here.").format(name=name[:40]) + hint(name, rulebooks)
        raise FileError(words).with_list("rulebooks")
    return chosen


def _check_distinct_names(players: Iterable[str], names: Mapping[str, str]) -> None:
    """Raise DuplicatePerson if two players of a game would get the same name."""
    seen: dict[str, str] = {}
    for player in players:
        name = normalize_name(names.get(player, player))
        other = seen.setdefault(name.casefold(), player)
        if other != player:
            renamed = [original for original in (player, other) if names.get(original, original) != original]
            raise DuplicatePerson(other, player, name, asked=(renamed or [player])[0])


FEWEST_LETTERS = 3
"""The number of letters with which the beginning of a name is enough."""


def _find_rule_key(name: str, rule_files: Mapping[str, Rulebook] | Mapping[str, Scheme]) -> str | None:
    """Return the key of the rule file with this key, name or other name.

    Otherwise return the first one whose name begins with `name`, the usual ones first: “Oh Hell” is Oh Hell (Pagat).
    Return None if there is none.
    """
    if name in rule_files:
        return name
    wanted = letters_of(name)
    keys = sorted(rule_files, key=lambda key: USUAL.index(key) if key in USUAL else len(USUAL))
    names = {key: [letters_of(spelling) for spelling in _names(rule_files[key])] for key in keys}
    by_name = (key for key in keys if wanted == names[key][0])
    by_other_name = (key for key in keys if wanted in names[key])
    is_word = len(wanted) >= FEWEST_LETTERS and not wanted.isdigit()
    by_prefix = (key for key in keys if is_word and any(spelling.startswith(wanted) for spelling in names[key]))
    return next(itertools.chain(by_name, by_other_name, by_prefix), None) if wanted else None


def _names(rules: Rulebook | Scheme) -> tuple[str, ...]:
    return (rules.name, ours(rules.name), *(rules.also if isinstance(rules, Rulebook) else ()))
