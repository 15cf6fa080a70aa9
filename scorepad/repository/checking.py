"""Check every game of a store: the record, and the data derived from it.

The check only reads and is shared among processes. The caller repairs what is wrong.
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
"""Games looked through in one go; who stops waits for no more than these."""

WORTH_SHARING = 200
"""Games from which on other processes, half a second each until they begin, come sooner to the end."""


class Found(NamedTuple):
    """The result for one game."""

    game_id: str
    problems: tuple[str, ...] = ()
    """The damage of its record, as sentences."""
    version: int = 0
    summary: Summary | None = None
    """Its row in the list, if another one is stored."""
    facts: Facts | None = None
    """What it says to the years, where that is not kept."""
    misread: bool = False
    """Whether other derived data was stored for exactly this state."""


def look_through(store: Store, ids: Sequence[str], *, processes: int | None = None) -> Iterator[Found]:
    """Yield these games in turn.

    `processes`: one for each core unless said, and none where it would not be worth it.
    """
    chunks = [ids[at : at + AT_ONCE] for at in range(0, len(ids), AT_ONCE)]
    if processes is None:
        processes = _cores() if len(ids) >= WORTH_SHARING else 1
    done = 0
    if processes > 1:
        with contextlib.suppress(BrokenExecutor, OSError, ScorepadError):  # then the rest is done here
            for found in _shared(store.again(), chunks, processes):
                yield from found
                done += 1
    for chunk in chunks[done:]:
        yield from _looked_at(store, chunk)


def mend(store: Store, found: Found) -> list[str]:
    """Repair the derived data of a game and return what was wrong, as sentences."""
    told = []
    with contextlib.suppress(StaleVersion, GameNotFound):  # gone on, which has written all of it, or gone
        if found.summary:
            store.rewrite_summary(found.game_id, found.summary, seen=found.version)
            told.append(_("Game {game}: its line in the list was not as its record says.").format(game=found.game_id))
        if found.facts:
            store.keep_facts({found.game_id: found.facts})
        if found.misread:
            words = _("Game {game}: what it says to the years was not as its record says.")
            told.append(words.format(game=found.game_id))
    return told


# --- one game -------------------------------------------------------------------------------------------


def _looked_at(store: Store, ids: Sequence[str]) -> list[Found]:
    try:
        kept = store.facts(ids)
    except StoreUnavailable:  # this part of the file is damaged, which is reported separately
        kept = {}
    return [_of(store, game_id, kept.get(game_id)) for game_id in ids]


def _of(store: Store, game_id: str, kept: Facts | None) -> Found:
    try:
        sound, problems = store.read(game_id)
        if problems:
            return Found(game_id, tuple(_about(game_id, one) for one in problems))
        game = fold(game_id, sound)
        return _compared(store, Found(game_id, version=len(sound)), game, sound[-1].hash, kept)
    except GameNotFound:  # deleted in the meantime
        return Found(game_id)
    except StoreUnavailable as error:  # this game's pages are broken; the others may be whole
        return Found(game_id, (_about(game_id, str(error)),))
    except Exception as error:  # any error of the fold on a damaged record
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
    """Yield the results of each chunk in order, from spawned processes without threads of this one."""
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawned, initializer=_be_deaf) as pool:
        with _deaf_to_interruption():  # as those are that are started meanwhile: it is for us to stop
            looking = [pool.submit(_look, again, chunk) for chunk in chunks]
        try:
            for one in looking:
                yield one.result()
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # opened again in a new process, on systems that do not fork


_opened: list[Store] = []
"""In a new process: the games opened once more, for all that it is asked."""


def _look(again: Callable[[], Store], ids: Sequence[str]) -> list[Found]:
    if not _opened:
        _opened.append(again())
    return _looked_at(_opened[0], ids)


def _cores() -> int:
    """Those that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
