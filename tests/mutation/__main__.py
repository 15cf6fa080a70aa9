"""What `make mutants` runs: python -m mutation [PATTERN …], say "scorepad.rules.rulebook.ladder.*"; all without one.

Ends with 0 when every survivor is named in `survivors/` with its reason, and nobody is named who is dead or gone.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

from mutation import mutants, running, switches
from mutation.mutants import Mutant

SURVIVORS = Path(__file__).parent / "survivors"

BUDGETS = (1, 6, 600)
"""Seconds of tests for each mutant, then for each that is left; the last look is at those that nobody has named."""


def main(patterns: list[str]) -> int:
    subprocess.run([sys.executable, "-m", "mutation.mutants"], check=True)
    told = [one for one in mutants.made() if not patterns or any(fnmatch(one.name, each) for each in patterns)]
    tried = [one for one in told if not one.not_allowed and not one.only_wording]
    refused = sum(one.not_allowed for one in told)
    print(f"{len(told)} mutants: {refused} refused by mypy, {len(told) - refused - len(tried)} only worded differently")
    known, files = named(), running.in_one_process(sorted(_files_of_tests()))
    os.chdir(mutants.MADE)
    sys.path[:0] = [os.getcwd(), os.path.join(os.getcwd(), "tests")]
    switches.put_in()
    for one in {each.module for each in tried}:  # also what is imported late
        importlib.import_module(one)
    unsought = {one.name for one in tried if (one.function, one.change) in known}
    trial = running.Trial([one.name for one in tried], unsought, BUDGETS, say)
    running.run(trial, files)
    return verdict(tried, trial.fates, known, whole=not patterns)


def _files_of_tests() -> Iterable[Path]:
    """The tests of all rooms, but for those in browsers and those that do harm: they reach the model from far away."""
    return (one for one in Path("tests").rglob("test_*.py") if one.parts[1] not in ("browser", "soak"))


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def named() -> dict[tuple[str, str], str]:
    """Who may survive, by function and change, with the reason."""
    found = {}
    for path in sorted(SURVIVORS.glob("*.toml")):
        for function, changes in tomllib.loads(path.read_text(encoding="utf-8")).items():
            found.update({(function, change): reason for change, reason in changes.items()})
    return found


def verdict(tried: Iterable[Mutant], fates: dict[str, str], known: dict[tuple[str, str], str], *, whole: bool) -> int:
    """Tell what became of them, and who is not as he is named."""
    alive = {(one.function, one.change): one for one in tried if fates[one.name] != running.KILLED}
    print(", ".join(f"{number} {fate}" for fate, number in Counter(fates.values()).items()))
    unnamed = [one for key, one in alive.items() if key not in known]
    needless = sorted(known.keys() - alive.keys()) if whole else []
    for one in unnamed:
        print(f"\n{one.name} is not named ({fates[one.name]}):\n  {one.change}")
    for function, change in needless:
        print(f"\n{function} is named and does not survive:\n  {change}")
    unreasoned = [function for (function, _change), reason in known.items() if not reason.strip()]
    print(f"{len(alive)} survive, {len(alive) - len(unnamed)} of them named with their reason")
    return 1 if unnamed or needless or unreasoned else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
