"""A check of every game of a store: the record, and the data derived from it.

The check only reads. The caller repairs the data.
"""

import contextlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorepad.errors import GameNotFound, ScorepadError, StaleVersion, StoreUnavailable
from scorepad.repository.folding import fold
from scorepad.repository.statistics import facts_of, summary_of
from scorepad.store import Store
from scorepad.store.records import Facts, StoredEvent, Summary
from scorepad.words import _

CHUNK_SIZE = 25
"""Games whose facts are read at a time."""


class CheckResult(NamedTuple):
    """The result for one game."""

    game_id: str
    problems: tuple[str, ...] = ()
    """The damage of its record, as sentences."""
    version: int = 0
    summary: Summary | None = None
    """Its row in the list, if another one is stored."""
    facts: Facts | None = None
    """Its facts for the statistics, if these are not stored."""
    misread: bool = False
    """Whether wrong facts were stored for exactly this state."""


def check_records(store: Store, ids: Sequence[str]) -> Iterator[CheckResult]:
    """Yield the result for each of these games, in order."""
    for at in range(0, len(ids), CHUNK_SIZE):
        chunk = ids[at : at + CHUNK_SIZE]
        try:
            facts = store.facts(chunk)
        except StoreUnavailable:  # this part of the file is damaged, which is reported separately
            facts = {}
        yield from (_check_game(store, game_id, facts.get(game_id)) for game_id in chunk)


def repair(store: Store, result: CheckResult) -> list[str]:
    """Repair the derived data of a game, and return what was wrong, as sentences."""
    sentences = []
    with contextlib.suppress(StaleVersion, GameNotFound):  # a newer event has rewritten it, or the game was deleted
        if result.summary:
            store.rewrite_summary(result.game_id, result.summary, seen=result.version)
            sentences.append(
                _("Game {game}: its line in the list did not match its record.").format(game=result.game_id)
            )
        if result.facts:
            store.keep_facts({result.game_id: result.facts})
        if result.misread:
            words = _("Game {game}: its statistics did not match its record.")
            sentences.append(words.format(game=result.game_id))
    return sentences


def _check_game(store: Store, game_id: str, kept: Facts | None) -> CheckResult:
    try:
        sound, problems = store.read(game_id)
        if not problems:
            return _compare_derived(store, game_id, sound, kept)
    except GameNotFound:  # deleted in the meantime
        return CheckResult(game_id)
    except StoreUnavailable as error:  # the database pages of this game are damaged
        problems = [str(error)]
    except Exception as error:  # folding a damaged record can raise any error
        reason = str(error) if isinstance(error, ScorepadError) else f"{type(error).__name__}: {error}"
        return CheckResult(game_id, (_("Game {game} cannot be read: {reason}").format(game=game_id, reason=reason),))
    words = _("Game {game}: {problem}")
    return CheckResult(game_id, tuple(words.format(game=game_id, problem=problem) for problem in problems))


def _compare_derived(store: Store, game_id: str, record: Sequence[StoredEvent], kept: Facts | None) -> CheckResult:
    game = fold(game_id, record)
    summary, facts = summary_of(game, game_id), facts_of(game, record[-1].hash)
    line_holds = store.is_list_row_intact(game_id) and summary == store.summary(game_id)
    return CheckResult(
        game_id,
        version=len(record),
        summary=None if line_holds else summary,
        facts=None if facts == kept else facts,
        misread=bool(facts and kept and facts.mark == kept.mark and facts != kept),
    )
