"""Run the mutation tests: `python -m tools.mutation "scorepad.rules.rulebook.ladder.*" …`.

Without a pattern all mutants run. The exit status is 0 if `survivors/` lists exactly the surviving mutants.
"""

import importlib
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

from tools.mutation import mutants, running, switches
from tools.mutation.mutants import Mutant

SURVIVORS = Path(__file__).parent / "survivors"

BUDGETS = (1, 6, 600)
"""Seconds of tests for each mutant, then for each remaining one; the last budget is for unlisted mutants only."""


def main(patterns: list[str]) -> int:
    subprocess.run([sys.executable, "-m", "tools.mutation.mutants"], check=True)
    made = [mutant for mutant in mutants.made() if not patterns or any(fnmatch(mutant.name, name) for name in patterns)]
    tried = [mutant for mutant in made if not mutant.not_allowed and not mutant.only_wording]
    refused = sum(mutant.not_allowed for mutant in made)
    print(f"{len(made)} mutants: {refused} refused by mypy, {len(made) - refused - len(tried)} only worded differently")
    known, files = named(), running.in_one_process(sorted(_files_of_tests()))
    os.chdir(mutants.MADE)
    sys.path[:0] = [os.getcwd(), os.path.join(os.getcwd(), "tests")]
    switches.put_in()
    for module in {mutant.module for mutant in tried}:  # also modules that are imported late
        importlib.import_module(module)
    unsought = {mutant.name for mutant in tried if (mutant.function, mutant.change) in known}
    trial = running.Trial([mutant.name for mutant in tried], unsought, BUDGETS, say)
    running.run(trial, files)
    return verdict(tried, trial.fates, known, whole=not patterns)


def _files_of_tests() -> Iterable[Path]:
    """Return all test files except those of browsers and soak tests, which reach the model only indirectly."""
    return (path for path in Path("tests").rglob("test_*.py") if path.parts[1] not in ("browser", "soak"))


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def named() -> dict[tuple[str, str], str]:
    """Return the reasons of the listed survivors, by function and change."""
    reasons = {}
    for path in sorted(SURVIVORS.glob("*.toml")):
        for function, changes in tomllib.loads(path.read_text(encoding="utf-8")).items():
            reasons.update({(function, change): reason for change, reason in changes.items()})
    return reasons


def verdict(tried: Iterable[Mutant], fates: dict[str, str], known: dict[tuple[str, str], str], *, whole: bool) -> int:
    """Print the result and each mutant that `survivors/` lists wrongly or not at all."""
    alive = {(mutant.function, mutant.change): mutant for mutant in tried if fates[mutant.name] != running.KILLED}
    print(", ".join(f"{number} {fate}" for fate, number in Counter(fates.values()).items()))
    unnamed = [mutant for key, mutant in alive.items() if key not in known]
    needless = sorted(known.keys() - alive.keys()) if whole else []
    for mutant in unnamed:
        print(f"\n{mutant.name} is not named ({fates[mutant.name]}):\n  {mutant.change}")
    for function, change in needless:
        print(f"\n{function} is named and does not survive:\n  {change}")
    unreasoned = [function for (function, _change), reason in known.items() if not reason.strip()]
    print(f"{len(alive)} survive, {len(alive) - len(unnamed)} of them named with their reason")
    return 1 if unnamed or needless or unreasoned else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
