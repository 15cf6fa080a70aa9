"""Scripts as they are sent: with the modules that they import in one file, without what only people read."""

from __future__ import annotations

import re
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\* as (\w+)|(\{ [\w, ]+ \})) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(async function|function|const|let) (\w+))", re.MULTILINE)
_NOT_UNDERSTOOD = re.compile(r"^(?:import (?!\()|export ).*", re.MULTILINE)

_WAITS = re.compile(r"^\S.*\bawait\b", re.MULTILINE)
"""A script that waits for something before it goes on."""

_READ_BY_PEOPLE = re.compile(r"^\s+|(?<!\S)// .*", re.MULTILINE)
"""White space before a line, and a comment."""


def sent(folder: Path, name: str) -> str:
    """The script `name` of a folder as it is sent. ValueError as `whole`."""
    return _READ_BY_PEOPLE.sub("", whole(folder, name))


def whole(folder: Path, name: str) -> str:
    """The script `name` of a folder with all that it imports before it, each module in a function of its own: names
    stay apart, and what is exported as `let` is read when it is asked for, as it is with modules. Its imports are
    modules of that folder; all in a function, unless others fetch the script for what it exports. ValueError where it
    is written in a way that this does not know."""
    modules: dict[str, str] = {}
    own = _taken_in(folder, name, modules, ())
    before, exported = "".join(modules.values()), [one for _kind, one in _EXPORT.findall(own)]
    if exported:
        return f"{before}{_module(name, own)}export const {{ {', '.join(exported)} }} = ${name};\n"
    kind = "async " if _WAITS.search(own) else ""
    return f"({kind}() => {{\n{before}{own}}})();\n"


def _taken_in(folder: Path, name: str, modules: dict[str, str], on_the_way: tuple[str, ...]) -> str:
    """A script without its imports, which are put into `modules` in the order in which they have to run."""
    if name in on_the_way:
        raise ValueError(f"{name} imports itself by way of {on_the_way[-1]}")
    text = (folder / f"{name}.js").read_text("utf-8")
    for module in [found[3] for found in _IMPORT.finditer(text)]:
        if module not in modules:
            modules[module] = _module(module, _taken_in(folder, module, modules, (*on_the_way, name)))
    bound = [(found[1] or found[2], found[3]) for found in _IMPORT.finditer(text)]
    return "".join(f"const {called} = ${module};\n" for called, module in bound) + _IMPORT.sub("", text)


def _module(name: str, text: str) -> str:
    exported = [f"get {one}() {{ return {one}; }}" if kind == "let" else one for kind, one in _EXPORT.findall(text)]
    body = _EXPORT.sub("", text)
    if found := _NOT_UNDERSTOOD.search(body):
        raise ValueError(f"{name}: {found[0]}")
    return f"const ${name} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
