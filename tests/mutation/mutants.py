"""The mutants: what mutmut makes of rules/ and game/, what each changes, and which of them need no test."""

from __future__ import annotations

import ast
import difflib
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

MADE = Path("mutants")
"""Where mutmut puts a copy of the project with all mutants in it, each beside its original."""

NO_MISTAKE = ("no-redef", "has-type", "unused-ignore")
"""What mypy finds wrong about many versions of a function in one file, not about any of them."""

Function = ast.FunctionDef


@dataclass(frozen=True)
class Mutant:
    """One function with one thing changed."""

    name: str
    """As mutmut has it: "scorepad.rules.rulebook.ladder.x_read__mutmut_3"."""
    function: str
    """What a person calls it: "scorepad.rules.rulebook.ladder.read"."""
    change: str
    """The lines as they were, an arrow, the lines as they are: stays the same when other lines change."""
    only_wording: bool
    """Whether nothing changed but how a sentence for people is worded, which is read on the pages, not tested."""
    not_allowed: bool
    """Whether mypy refuses it."""

    @property
    def module(self) -> str:
        return self.name.rpartition(".")[0]


def make() -> None:
    """Copy the project and put every mutant into the copy."""
    from mutmut.__main__ import create_mutants
    from mutmut.utils.file_utils import copy_also_copy_files, copy_src_dir

    MADE.mkdir(exist_ok=True)
    copy_src_dir()
    copy_also_copy_files()
    create_mutants(2)


def made() -> list[Mutant]:
    """All mutants of the copy, module by module."""
    refused = _refused()
    return [one for path in sorted(MADE.glob("scorepad/*/**/*.py")) for one in _in(path, refused.get(path, []))]


def _refused() -> dict[Path, list[int]]:
    """The lines of the copy that mypy refuses."""
    codes = [word for code in NO_MISTAKE for word in ("--disable-error-code", code)]
    command = [sys.executable, "-m", "mypy", "scorepad/rules", "scorepad/game", "--output", "json", *codes]
    said = subprocess.run(command, cwd=MADE, capture_output=True, text=True).stdout
    refused: dict[Path, list[int]] = {}
    for line in said.splitlines():
        found = json.loads(line)
        if found["severity"] == "error":
            refused.setdefault(MADE / found["file"], []).append(found["line"])
    return refused


def _in(path: Path, refused: Iterable[int]) -> Iterator[Mutant]:
    text = path.read_text(encoding="utf-8")
    lines, tree = text.splitlines(), ast.parse(text)
    module = ".".join(path.relative_to(MADE).with_suffix("").parts).removesuffix(".__init__")
    functions = {one.name: one for one in ast.walk(tree) if isinstance(one, Function) and "__mutmut_" in one.name}
    for name, function in functions.items():
        stem, _mark, number = name.rpartition("__mutmut_")
        if number == "orig":
            continue
        original = functions[f"{stem}__mutmut_orig"]
        plain = stem.removeprefix("x_") if stem.startswith("x_") else ".".join(stem.split("ǁ")[1:])
        yield Mutant(
            f"{module}.{name}",
            f"{module}.{plain}",
            _change(_lines(original, lines, plain), _lines(function, lines, plain)),
            _words_apart(original, function),
            any(function.lineno <= line <= (function.end_lineno or 0) for line in refused),
        )


def _lines(function: Function, lines: list[str], plain: str) -> list[str]:
    """The lines of a function under the name a person knows."""
    first, *others = lines[function.lineno - 1 : function.end_lineno]
    return [first.replace(function.name, plain.rpartition(".")[2]), *others]


def _change(was: list[str], now: list[str]) -> str:
    differing = list(difflib.unified_diff(was, now, lineterm="", n=0))[3:]
    sides = [[line[1:].strip() for line in differing if line[0] == sign] for sign in "-+"]
    return " → ".join(" ".join(side) for side in sides)


# --- wording ------------------------------------------------------------------------------------------


def _words_apart(original: Function, mutant: Function) -> bool:
    """Whether two functions are one when the sentences they speak are left out."""
    return _unspoken(original) == _unspoken(mutant) and _spoken(original) != _spoken(mutant)


def _unspoken(function: Function) -> str:
    copy = ast.parse(ast.unparse(function))
    for sentence in _sentences(copy):
        sentence.value = ""
    return ast.unparse(copy).partition("(")[2]  # without its name


def _spoken(function: Function) -> list[object]:
    return [sentence.value for sentence in _sentences(function)]


def _sentences(tree: ast.AST) -> Iterator[ast.Constant]:
    """What is given to `_` and `ngettext`."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("_", "ngettext"):
            yield from (one for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str))


if __name__ == "__main__":
    make()
