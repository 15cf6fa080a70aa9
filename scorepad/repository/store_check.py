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
from scorepad.game.state.game import Game
from scorepad.repository.folding import fold
from scorepad.repository.statistics import facts_of, summary_of
from scorepad.store import Store
from scorepad.store.records import Facts, Summary
from scorepad.words import _

CHUNK_SIZE = 25
"""Games per chunk. An interruption waits for the current chunk."""

MIN_PARALLEL = 200
"""Number of games from which several processes are faster. Each needs half a second to start."""


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


def check_records(store: Store, ids: Sequence[str], *, processes: int | None = None) -> Iterator[CheckResult]:
    """Yield the result for each of these games, in order.

    `processes` is by default the number of cores, or 1 for few games.
    """
    chunks = [ids[at : at + CHUNK_SIZE] for at in range(0, len(ids), CHUNK_SIZE)]
    if processes is None:
        processes = _cores() if len(ids) >= MIN_PARALLEL else 1
    done = 0
    if processes > 1:
        with contextlib.suppress(BrokenExecutor, OSError, ScorepadError):  # this process then checks the rest
            for results in _check_in_processes(store.again(), chunks, processes):
                yield from results
                done += 1
    for chunk in chunks[done:]:
        yield from _check_chunk(store, chunk)


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


# --- one game -------------------------------------------------------------------------------------------


def _check_chunk(store: Store, ids: Sequence[str]) -> list[CheckResult]:
    try:
        facts = store.facts(ids)
    except StoreUnavailable:  # this part of the file is damaged, which is reported separately
        facts = {}
    return [_check_game(store, game_id, facts.get(game_id)) for game_id in ids]


def _check_game(store: Store, game_id: str, kept: Facts | None) -> CheckResult:
    try:
        sound, problems = store.read(game_id)
        if problems:
            return CheckResult(game_id, tuple(_game_problem(game_id, problem) for problem in problems))
        game = fold(game_id, sound)
        return _compare_derived(store, CheckResult(game_id, version=len(sound)), game, sound[-1].hash, kept)
    except GameNotFound:  # deleted in the meantime
        return CheckResult(game_id)
    except StoreUnavailable as error:  # the database pages of this game are damaged
        return CheckResult(game_id, (_game_problem(game_id, str(error)),))
    except Exception as error:  # folding a damaged record can raise any error
        reason = str(error) if isinstance(error, ScorepadError) else f"{type(error).__name__}: {error}"
        return CheckResult(game_id, (_("Game {game} cannot be read: {reason}").format(game=game_id, reason=reason),))


def _compare_derived(store: Store, result: CheckResult, game: Game, head: str, kept: Facts | None) -> CheckResult:
    summary, facts = summary_of(game, result.game_id), facts_of(game, head)
    line_holds = store.is_list_row_intact(result.game_id) and summary == store.summary(result.game_id)
    return result._replace(
        summary=None if line_holds else summary,
        facts=None if facts == kept else facts,
        misread=bool(facts and kept and facts.mark == kept.mark and facts != kept),
    )


def _game_problem(game_id: str, problem: str) -> str:
    return _("Game {game}: {problem}").format(game=game_id, problem=problem)


# --- in many processes ----------------------------------------------------------------------------------


def _check_in_processes(
    again: Callable[[], Store], chunks: Sequence[Sequence[str]], processes: int
) -> Iterator[list[CheckResult]]:
    """Yield the results of each chunk in order, from spawned processes.

    A spawned process has no threads of this one.
    """
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawned, initializer=_ignore_sigint) as pool:
        with _sigint_ignored():  # the workers inherit this, so that only this process handles Ctrl-C
            looking = [pool.submit(_check_in_worker, again, chunk) for chunk in chunks]
        try:
            for future in looking:
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _sigint_ignored() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    _ignore_sigint()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _ignore_sigint() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_worker_store: list[Store] = []
"""In a worker process: its own open store, for all its chunks."""


def _check_in_worker(again: Callable[[], Store], ids: Sequence[str]) -> list[CheckResult]:
    if not _worker_store:
        _worker_store.append(again())
    return _check_chunk(_worker_store[0], ids)


def _cores() -> int:
    """Return the number of cores that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
