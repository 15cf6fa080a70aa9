"""Scripts as they are sent: with the modules that they import in one file, and without what only people read."""

from __future__ import annotations

import re
from pathlib import Path

from scorepad.web.server.script_tokens import tokens
from scorepad.web.server.short_names import with_short_names

_IMPORT = re.compile(r'^import (?:\* as (\w+)|(\{ [\w, ]+ \})) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(async function|function|const|let) (\w+))", re.MULTILINE)
_NOT_UNDERSTOOD = re.compile(r"^(?:import (?!\()|export ).*", re.MULTILINE)

_GOES_ON_AFTER, _GOES_ON_BEFORE = set("{([,;:?=&|<>*%.") | {"=>", "?."}, set(")]},;.?:=&|*%<>") | {"=>", "?."}
"""Signs beside which the end of a line ends no statement."""


def sent(folder: Path, name: str) -> str:
    """The script `name` of a folder as it is sent; its imports are modules of that folder. ValueError where it is
    written in a way that this does not know."""
    return shortened(whole(folder, name))


# --- in one file -----------------------------------------------------------------------------------------


def whole(folder: Path, name: str) -> str:
    """The script with all that it imports before it, each module in a function of its own: names stay apart, and what
    is exported as `let` is read when it is asked for, as it is with modules."""
    modules: dict[str, str] = {}
    own = _taken_in(folder, name, modules, ())
    exported = frozenset(one for _kind, one in _EXPORT.findall(own))
    return "".join(modules.values()) + with_short_names(own, keep=exported)


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
    return with_short_names(f"const ${name} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n")


# --- without what only people read -------------------------------------------------------------------------


def shortened(text: str) -> str:
    """The same script without comments and without white space that separates nothing."""
    pieces: list[str] = []
    before, gap = "", ""
    for kind, token in tokens(text):
        if kind == "gap":
            gap = token
            continue
        pieces += [_between(before, gap, token) if before else "", token]
        before, gap = token, ""
    return "".join(pieces) + "\n"


def _between(before: str, gap: str, after: str) -> str:
    """What has to stay of a gap between two tokens."""
    if "\n" in gap and before not in _GOES_ON_AFTER and after not in _GOES_ON_BEFORE:
        return "\n"
    if gap and ((_in_word(before[-1]) and _in_word(after[0])) or before[-1] + after[0] in ("++", "--", "//")):
        return " "
    return ""


def _in_word(letter: str) -> bool:
    return letter in "$#" or letter == "_" or letter.isalnum()
