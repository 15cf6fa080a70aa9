"""A runner that gives each mutant a process, which runs the tests that reach it until one fails.

The tests are imported and collected once. Each process is a fork, so a mutant costs little more than its tests.
"""

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

from tools.mutation import switches
from tools.mutation.switches import SWITCHES, Switch

STUCK = 30
"""Seconds of CPU time, in addition to those of its tests, after which a mutant counts as an endless loop."""

MEMORY = 6 << 30
"""Bytes of memory that a mutant may allocate."""

SHOWN_EVERY = 60  # seconds

KILLED, SURVIVED, UNTESTED = "killed", "survived", "reached by no test"

Items = Sequence[pytest.Item]


class Reach(NamedTuple):
    """The functions that each test calls, by test id, and its seconds."""

    functions: dict[str, list[str]]
    seconds: dict[str, float]


class Trial:
    """A pytest session that tries mutants instead of running each test once."""

    def __init__(
        self, mutants: Sequence[str], named: Container[str], budgets: Sequence[float], say: Callable[[str], None]
    ) -> None:
        self.fates: dict[str, str] = {}
        """The result of each mutant."""
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
        for seconds in self._budgets:  # most mutants die early; only the remaining ones are worth more tests
            if seconds == self._budgets[-1]:  # listed survivors need no further tests
                left = [mutant for mutant in left if mutant not in self._named]
            self._say(f"{len(left)} mutants, {seconds:g} s of tests each")
            self.fates |= self._try(left, session.items, reach, seconds)
            left = [mutant for mutant in left if self.fates[mutant] != KILLED]
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
            with os.fdopen(pipe) as report:
                killer = report.read()
            survived = os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
            fates[mutant] = SURVIVED if survived else KILLED
            plans.note(switches_of[mutant].function, killer)

        _remembering()  # before the forks, so that no fork has to search
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
    """The tests for a mutant, in a useful order.

    First come tests that killed another mutant of the function, then those of a test file named like its module. Then
    come those that reach the fewest functions in the shortest time. One test of each kind comes before the second of
    that kind.
    """

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
        """Return the tests, except those that alone take longer than `seconds`."""
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
        turns.sort(key=lambda turn: (not _called_like(function, turn[1]), turn[0] * self._dearness(turn[1])))
        return [item for _turn, item in turns]

    def _seconds(self, item: pytest.Item) -> float:
        return self._reach.seconds[item.nodeid]

    def _dearness(self, item: pytest.Item) -> float:
        """Return the cost of a test for each function that it could check."""
        return self._seconds(item) * len(self._reach.functions[item.nodeid])

    def note(self, function: str, killer: str) -> None:
        if killer in self._items and killer not in self._killers[function]:
            self._killers[function].append(killer)


def _called_like(function: str, item: pytest.Item) -> bool:
    _scorepad, _room, *module = function.split(".")
    return not set(item.path.stem.split("_")).isdisjoint(module)


# --- code that runs in a child process ------------------------------------------------------------------


def _live(switch: Switch, mutant: str, plan: Items, seconds: float, end: int) -> None:
    """Run the tests with a mutant active, and exit the process, with 0 if all pass."""
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


@functools.cache  # found once: there are a million objects
def _remembering() -> list[Any]:
    """Return the functions with a cache."""
    kind = functools._lru_cache_wrapper
    return [function for function in gc.get_objects() if isinstance(function, kind) and function.__module__]


def _forget(room: str) -> None:
    """Clear the caches of a package's functions, which other code has filled."""
    for function in _remembering():
        if function.__module__.startswith(room):
            function.cache_clear()


def _reach(items: Items) -> Reach:
    """Run every test once without a mutant; leave out those that fail."""
    reach = Reach({}, {})
    share = os.cpu_count() or 1
    for result in [_in_a_fork(functools.partial(_reached_by, items[turn::share])) for turn in range(share)]:
        functions, seconds = result()
        reach.functions.update(functions)
        reach.seconds.update(seconds)
    return reach


def _reached_by(items: Items) -> Reach:
    reach = Reach({}, {})
    for item in items:
        _forget("scorepad")  # so that no test reaches fewer functions because an earlier test filled a cache
        switches.reached, began = set(), time.process_time()
        if _first_failing([item], float("inf")) is None:
            reach.functions[item.nodeid] = sorted(switches.reached)
            reach.seconds[item.nodeid] = time.process_time() - began
    return reach


def _in_a_fork(work: Callable[[], Reach]) -> Callable[[], Any]:
    """Start work in a forked process; the returned function waits for its result."""
    pipe, end = os.pipe()
    pid = os.fork()
    if not pid:
        with os.fdopen(end, "w") as file:
            json.dump(work(), file)
        os._exit(0)
    os.close(end)

    def read_outcome() -> Any:
        with os.fdopen(pipe) as file:
            outcome = json.load(file)
        os.waitpid(pid, 0)
        return outcome

    return read_outcome


def in_one_process(files: Iterable[Path]) -> list[str]:
    """Return the test files that start no other program, since a mutant is not active there."""
    return [str(file) for file in files if "from program import" not in file.read_text(encoding="utf-8")]


def run(trial: Trial, files: Sequence[str]) -> None:
    """Collect the tests and try the mutants; stop at any collection error."""
    without = [word for plugin in ("xdist", "cacheprovider", "capture", "logging", "unraisableexception",
                                   "threadexception") for word in ("-p", f"no:{plugin}")]  # fmt: skip
    status = pytest.main(["-q", "--tb=native", *without, *files], plugins=[trial])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(f"the tests cannot be collected: {status!r}")
