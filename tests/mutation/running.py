"""For each mutant a process of its own that runs the tests that reach it, until one fails.

Everything is imported and collected once; a process is a fork of that, so that trying a mutant costs little more than
the tests it takes.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from mutation import switches
from mutation.switches import SWITCHES, Switch

STUCK = 30
"""Seconds of the processor's time, beside what its tests may take, after which a mutant goes round in circles."""

MEMORY = 6 << 30
"""Bytes that a mutant may ask for."""

SHOWN_EVERY = 60  # seconds

KILLED, SURVIVED, UNTESTED = "killed", "survived", "reached by no test"

Items = Sequence[pytest.Item]


class Reach(NamedTuple):
    """Of each test, by its id: the functions it calls, and the seconds it takes."""

    functions: dict[str, list[str]]
    seconds: dict[str, float]


class Trial:
    """A pytest session that tries mutants instead of running tests once."""

    def __init__(
        self, mutants: Sequence[str], named: Container[str], budgets: Sequence[float], say: Callable[[str], None]
    ) -> None:
        self.fates: dict[str, str] = {}
        """What became of each mutant."""
        self._mutants, self._named, self._budgets, self._say = mutants, named, budgets, say

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        from hypothesis import HealthCheck, Phase, settings

        settings.register_profile(
            "mutation", deadline=None, derandomize=True, database=None, max_examples=40,
            phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        settings.load_profile("mutation")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._say(f"{len(session.items)} tests; each runs once to see what it reaches")
        reach = _reach(session.items)
        lost = [item.nodeid for item in session.items if item.nodeid not in reach.seconds]
        if lost:
            self._say("left out, they fail where all is as it was: " + ", ".join(lost))
        left = self._mutants
        for seconds in self._budgets:  # most are found out at once; only who is left is worth the other tests
            if seconds == self._budgets[-1]:  # and who is named has been thought about
                left = [one for one in left if one not in self._named]
            self._say(f"{len(left)} mutants, {seconds:g} s of tests each")
            self.fates |= self._try(left, session.items, reach, seconds)
            left = [one for one in left if self.fates[one] != KILLED]
            self._say("left: " + ", ".join(left))
        return True

    def _try(self, mutants: Sequence[str], items: Items, reach: Reach, seconds: float) -> dict[str, str]:
        switches_of = {name: switch for switch in SWITCHES for name in switch.names}
        plans = _Plans(items, reach)
        fates: dict[str, str] = {}
        running: dict[int, tuple[str, int]] = {}
        shown = time.monotonic()

        def one_ends() -> None:
            pid, status = os.wait()
            mutant, pipe = running.pop(pid)
            with os.fdopen(pipe) as said:
                killer = said.read()
            survived = os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
            fates[mutant] = SURVIVED if survived else KILLED
            plans.note(switches_of[mutant].function, killer)

        _remembering()  # before the forks, so that none looks for itself
        gc.collect()
        gc.freeze()
        for mutant in mutants:
            plan = plans.of(switches_of[mutant].function, seconds)
            if not plan:
                fates[mutant] = UNTESTED
                continue
            while len(running) >= (os.cpu_count() or 1):
                one_ends()
            pipe, end = os.pipe()
            pid = os.fork()
            if not pid:
                os.close(pipe)
                _live(switches_of[mutant], mutant, plan, seconds, end)
            os.close(end)
            running[pid] = mutant, pipe
            if time.monotonic() - shown > SHOWN_EVERY:
                shown = time.monotonic()
                survivors = sum(fate != KILLED for fate in fates.values())
                self._say(f"{len(fates)} of {len(mutants)} tried, {survivors} survive")
        while running:
            one_ends()
        return fates


class _Plans:
    """Which tests, and in which order: those that killed another mutant of the function, those of a file that is
    called like its module, then those that reach least in the shortest time, and one of each kind before its second."""

    def __init__(self, items: Items, reach: Reach) -> None:
        self._items = {item.nodeid: item for item in items}
        self._reach = reach
        self._by_function: dict[str, list[pytest.Item]] = defaultdict(list)
        self._killers: dict[str, list[str]] = defaultdict(list)
        self._orders: dict[str, list[pytest.Item]] = {}
        for item in items:
            for function in reach.functions.get(item.nodeid, []):
                self._by_function[function].append(item)

    def of(self, function: str, seconds: float) -> list[pytest.Item]:
        """Without those that alone take longer than that."""
        first = [self._items[test] for test in self._killers[function][:-7:-1]]
        if function not in self._orders:
            self._orders[function] = self._ordered(function)
        others = (item for item in self._orders[function] if item not in first)
        return [*first, *(item for item in others if self._seconds(item) < seconds)]

    def _ordered(self, function: str) -> list[pytest.Item]:
        kinds: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in sorted(self._by_function[function], key=self._dearness):
            kinds[item.nodeid.partition("[")[0]].append(item)
        turns = [(turn, item) for lane in kinds.values() for turn, item in enumerate(lane, 1)]
        turns.sort(key=lambda one: (not _called_like(function, one[1]), one[0] * self._dearness(one[1])))
        return [item for _turn, item in turns]

    def _seconds(self, item: pytest.Item) -> float:
        return self._reach.seconds[item.nodeid]

    def _dearness(self, item: pytest.Item) -> float:
        """What a test costs for each function that it could tell something of."""
        return self._seconds(item) * len(self._reach.functions[item.nodeid])

    def note(self, function: str, killer: str) -> None:
        if killer in self._items and killer not in self._killers[function]:
            self._killers[function].append(killer)


def _called_like(function: str, item: pytest.Item) -> bool:
    _scorepad, _room, *module = function.split(".")
    return not set(item.path.stem.split("_")).isdisjoint(module)


# --- what runs in a process of its own -------------------------------------------------------------------


def _live(switch: Switch, mutant: str, plan: Items, seconds: float, end: int) -> None:
    """Run the tests with a mutant in its place; ends the process, with 0 when all passed."""
    most = int(STUCK + 3 * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    killer: str | None = "it broke everything"
    try:
        switch.throw(mutant)
        _forget("scorepad.game" if mutant.startswith("scorepad.game") else "scorepad")
        killer = _first_failing(plan, time.process_time() + seconds)
    finally:
        os.write(end, (killer or "").encode())
        os._exit(0 if killer is None else 1)


def _first_failing(plan: Items, until: float) -> str | None:
    for item in plan:
        if time.process_time() > until:
            return None
        if any(report.failed for report in runtestprotocol(item, nextitem=None, log=False)):
            return item.nodeid
    return None


@functools.cache  # looked for once: there are a million objects
def _remembering() -> list[Any]:
    """The functions that remember their answers."""
    kind = functools._lru_cache_wrapper
    return [one for one in gc.get_objects() if isinstance(one, kind) and one.__module__]


def _forget(room: str) -> None:
    """Forget what functions of a room have remembered with other code."""
    for one in _remembering():
        if one.__module__.startswith(room):
            one.cache_clear()


def _reach(items: Items) -> Reach:
    """Run every test once, as it is; those that fail are left out."""
    reach = Reach({}, {})
    share = os.cpu_count() or 1
    for told in [_in_a_fork(functools.partial(_reached_by, items[turn::share])) for turn in range(share)]:
        functions, seconds = told()
        reach.functions.update(functions)
        reach.seconds.update(seconds)
    return reach


def _reached_by(items: Items) -> Reach:
    reach = Reach({}, {})
    for item in items:
        _forget("scorepad")  # so that nobody reaches less because somebody before has done it for him
        switches.reached, began = set(), time.process_time()
        if _first_failing([item], float("inf")) is None:
            reach.functions[item.nodeid] = sorted(switches.reached)
            reach.seconds[item.nodeid] = time.process_time() - began
    return reach


def _in_a_fork(work: Callable[[], Reach]) -> Callable[[], Any]:
    """Begin in a process of its own; what comes out is told when it is asked for."""
    pipe, end = os.pipe()
    pid = os.fork()
    if not pid:
        with os.fdopen(end, "w") as file:
            json.dump(work(), file)
        os._exit(0)
    os.close(end)

    def told() -> Any:
        with os.fdopen(pipe) as file:
            said = json.load(file)
        os.waitpid(pid, 0)
        return said

    return told


def in_one_process(files: Iterable[Path]) -> list[str]:
    """Those test files that start no other program: a mutant does not go with them there."""
    return [str(file) for file in files if "from program import" not in file.read_text(encoding="utf-8")]


def run(trial: Trial, files: Sequence[str]) -> None:
    """Collect the tests and try the mutants; errors of collection end everything."""
    without = [word for plugin in ("xdist", "cacheprovider", "capture", "logging", "unraisableexception",
                                   "threadexception") for word in ("-p", f"no:{plugin}")]  # fmt: skip
    status = pytest.main(["-q", "--tb=native", *without, *files], plugins=[trial])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(f"the tests cannot be collected: {status!r}")
