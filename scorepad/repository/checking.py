"""A check of every game of a store: the record, and the data derived from it.

The check only reads, and several processes share it. The caller repairs the data.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import NamedTuple

from scorepad.errors import GameNotFound, ScorepadError, StaleVersion, StoreUnavailable
from scorepad.game.state.record import Game
from scorepad.repository.folding import fold
from scorepad.repository.statistics import facts_of, summary_of
from scorepad.store import Store
from scorepad.store.records import Facts, Summary
from scorepad.words import _

AT_ONCE = 25
"""Games per chunk. An interruption waits for the current chunk."""

WORTH_SHARING = 200
"""Number of games from which several processes are faster. Each needs half a second to start."""


class Found(NamedTuple):
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


def look_through(store: Store, ids: Sequence[str], *, processes: int | None = None) -> Iterator[Found]:
    """Yield the result for each of these games, in order.

    `processes` is by default the number of cores, or 1 for few games.
    """
    chunks = [ids[at : at + AT_ONCE] for at in range(0, len(ids), AT_ONCE)]
    if processes is None:
        processes = _cores() if len(ids) >= WORTH_SHARING else 1
    done = 0
    if processes > 1:
        with contextlib.suppress(BrokenExecutor, OSError, ScorepadError):  # this process then checks the rest
            for results in _shared(store.again(), chunks, processes):
                yield from results
                done += 1
    for chunk in chunks[done:]:
        yield from _looked_at(store, chunk)


def mend(store: Store, found: Found) -> list[str]:
    """Repair the derived data of a game, and return what was wrong, as sentences."""
    sentences = []
    with contextlib.suppress(StaleVersion, GameNotFound):  # a newer event has rewritten it, or the game was deleted
        if found.summary:
            store.rewrite_summary(found.game_id, found.summary, seen=found.version)
            sentences.append(
                _("Game {game}: its line in the list was not as its record says.").format(game=found.game_id)
            )
        if found.facts:
            store.keep_facts({found.game_id: found.facts})
        if found.misread:
            words = _("Game {game}: what it says to the years was not as its record says.")
            sentences.append(words.format(game=found.game_id))
    return sentences


# --- one game -------------------------------------------------------------------------------------------


def _looked_at(store: Store, ids: Sequence[str]) -> list[Found]:
    try:
        facts = store.facts(ids)
    except StoreUnavailable:  # this part of the file is damaged, which is reported separately
        facts = {}
    return [_of(store, game_id, facts.get(game_id)) for game_id in ids]


def _of(store: Store, game_id: str, kept: Facts | None) -> Found:
    try:
        sound, problems = store.read(game_id)
        if problems:
            return Found(game_id, tuple(_about(game_id, problem) for problem in problems))
        game = fold(game_id, sound)
        return _compared(store, Found(game_id, version=len(sound)), game, sound[-1].hash, kept)
    except GameNotFound:  # deleted in the meantime
        return Found(game_id)
    except StoreUnavailable as error:  # the database pages of this game are damaged
        return Found(game_id, (_about(game_id, str(error)),))
    except Exception as error:  # folding a damaged record can raise any error
        reason = str(error) if isinstance(error, ScorepadError) else f"{type(error).__name__}: {error}"
        return Found(game_id, (_("Game {game} cannot be read: {reason}").format(game=game_id, reason=reason),))


def _compared(store: Store, found: Found, game: Game, head: str, kept: Facts | None) -> Found:
    summary, facts = summary_of(game), facts_of(game, head)
    line_holds = store.line_holds(found.game_id) and summary == store.summary(found.game_id)
    return found._replace(
        summary=None if line_holds else summary,
        facts=None if facts == kept else facts,
        misread=bool(facts and kept and facts.mark == kept.mark and facts != kept),
    )


def _about(game_id: str, problem: str) -> str:
    return _("Game {game}: {problem}").format(game=game_id, problem=problem)


# --- in many processes ----------------------------------------------------------------------------------


def _shared(again: Callable[[], Store], chunks: Sequence[Sequence[str]], processes: int) -> Iterator[list[Found]]:
    """Yield the results of each chunk in order, from spawned processes.

    A spawned process has no threads of this one.
    """
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawned, initializer=_be_deaf) as pool:
        with _deaf_to_interruption():  # the workers inherit this, so that only this process handles Ctrl-C
            looking = [pool.submit(_look, again, chunk) for chunk in chunks]
        try:
            for future in looking:
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _deaf_to_interruption() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    _be_deaf()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _be_deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_opened: list[Store] = []
"""In a worker process: its own open store, for all its chunks."""


def _look(again: Callable[[], Store], ids: Sequence[str]) -> list[Found]:
    if not _opened:
        _opened.append(again())
    return _looked_at(_opened[0], ids)


def _cores() -> int:
    """Return the number of cores that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
