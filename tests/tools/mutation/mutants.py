"""The mutants that mutmut makes of rules/ and game/, the change of each, and whether it needs a test."""

import ast
import difflib
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

MADE = Path("mutants")
"""The folder where mutmut puts a copy of the project, with each mutant next to its original."""

NO_MISTAKE = ("no-redef", "has-type", "unused-ignore")
"""mypy errors caused by many versions of a function in one file, not by a mutant."""

Function = ast.FunctionDef


@dataclass(frozen=True)
class Mutant:
    """One function with one change."""

    name: str
    """The name in mutmut: "scorepad.rules.rulebook.ladder.x_read__mutmut_3"."""
    function: str
    """The readable name: "scorepad.rules.rulebook.ladder.read"."""
    change: str
    """The old lines, an arrow and the new lines; other lines of the file do not affect it."""
    only_wording: bool
    """Whether only the wording of a message changed, which no test checks."""
    not_allowed: bool
    """Whether mypy rejects it."""

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
    """Return all mutants of the copy, module by module."""
    refused = _refused()
    return [mutant for path in sorted(MADE.glob("scorepad/*/**/*.py")) for mutant in _in(path, refused.get(path, []))]


def _refused() -> dict[Path, list[int]]:
    """Return the lines of the copy that mypy rejects."""
    codes = [word for code in NO_MISTAKE for word in ("--disable-error-code", code)]
    command = [sys.executable, "-m", "mypy", "scorepad/rules", "scorepad/game", "--output", "json", *codes]
    output = subprocess.run(command, cwd=MADE, capture_output=True, text=True).stdout
    refused: dict[Path, list[int]] = {}
    for line in output.splitlines():
        error = json.loads(line)
        if error["severity"] == "error":
            refused.setdefault(MADE / error["file"], []).append(error["line"])
    return refused


def _in(path: Path, refused: Iterable[int]) -> Iterator[Mutant]:
    text = path.read_text(encoding="utf-8")
    lines, tree = text.splitlines(), ast.parse(text)
    module = ".".join(path.relative_to(MADE).with_suffix("").parts).removesuffix(".__init__")
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, Function) and "__mutmut_" in node.name}
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
    """Return the lines of a function under its readable name."""
    first, *others = lines[function.lineno - 1 : function.end_lineno]
    return [first.replace(function.name, plain.rpartition(".")[2]), *others]


def _change(was: list[str], now: list[str]) -> str:
    differing = list(difflib.unified_diff(was, now, lineterm="", n=0))[3:]
    sides = [[line[1:].strip() for line in differing if line[0] == sign] for sign in "-+"]
    return " → ".join(" ".join(side) for side in sides)


# --- wording ------------------------------------------------------------------------------------------


def _words_apart(original: Function, mutant: Function) -> bool:
    """Return whether two functions differ only in their messages."""
    return _unspoken(original) == _unspoken(mutant) and _spoken(original) != _spoken(mutant)


def _unspoken(function: Function) -> str:
    copy = ast.parse(ast.unparse(function))
    for sentence in _sentences(copy):
        sentence.value = ""
    return ast.unparse(copy).partition("(")[2]  # without its name


def _spoken(function: Function) -> list[object]:
    return [sentence.value for sentence in _sentences(function)]


def _sentences(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield the arguments of `_` and `ngettext`."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("_", "ngettext"):
            yield from (
                argument
                for argument in call.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            )


if __name__ == "__main__":
    make()
