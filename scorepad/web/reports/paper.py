"""What is printed on, and in which language: as a form or an address says it, or as this device is used to (paper, ink,
size of the print)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from flask import abort, request, session

from scorepad.errors import UnknownLanguage
from scorepad.web.fields import Typed
from scorepad.words import codes, language, languages, later, speaking

if TYPE_CHECKING:
    from printables.page import PaperOptions

USED_TO, KEEP = "print", "keep"
PAPERS: dict[str, str | later] = {"a4": "A4", "a5": "A5", "letter": "Letter", "half-letter": later("Half Letter")}
INKS = {"": later("In colours"), "y": later("Black"), "grey": later("Black and grey")}
PRINTS = {"": later("Usual"), "y": later("Large")}
LYING = {"": None, "upright": False, "lying": True}
_TASTES: Mapping[str, Mapping[str, str | later]] = {"paper": PAPERS, "one_ink": INKS, "large": PRINTS}
_NAMES = {"half-letter": "Half Letter"}  # of papers, whose words are in the language of who reads


def used_to() -> dict[str, str]:
    """The paper, the ink and the size of the print that this device was told to keep, where there still are such."""
    kept: dict[str, str] = session.get(USED_TO) or {}
    return {name: kept[name] for name, known in _TASTES.items() if kept.get(name, "") in known and kept.get(name)}


def paper_choices() -> dict[str, Any]:
    """What a form offers: pairs of a value and its words, and which of them this device is used to."""
    there: Mapping[str, Mapping[str, str | later]] = {"papers": PAPERS, "inks": INKS, "prints": PRINTS}
    spoken = {"languages": list(languages().items()), "language": language()}
    return {name: list(known.items()) for name, known in there.items()} | {"used_to": used_to(), **spoken}


@contextmanager
def printed_in() -> Iterator[None]:
    """For as long as something is printed, the language that the address says, `?language=nl`, else that of the page.
    UnknownLanguage."""
    code = request.args.get("language") or language()
    if code not in codes():
        raise UnknownLanguage(code, languages().values())
    with speaking(code):
        yield


def paper_options(typed: Typed, *, sheet: bool = False) -> PaperOptions:
    """`paper=half-letter&lying=upright&two_up=y&one_ink=grey`, of a `sheet` also `large=y`; what is not said as this
    device is used to, which is kept where a form asks for it (`keep=y`). 404 for a paper, an ink, a size or a way to
    lie that there is not."""
    from printables.page import PaperOptions  # late: the printer's library is heavy

    said = {"paper": "a4", **used_to(), **typed}
    paper, ink, lying = said["paper"].lower(), said.get("one_ink", ""), said.get("lying", "")
    if paper not in PAPERS or ink not in INKS or said.get("large", "") not in PRINTS or lying not in LYING:
        abort(404)
    if request.args.get(KEEP) == "y":
        _keep({"paper": paper, "one_ink": ink, "large": said.get("large", "")})
    return PaperOptions(
        _NAMES.get(paper) or str(PAPERS[paper]), LYING[lying], said.get("two_up") == "y", ink in ("y", "grey"),
        ink == "grey", sheet and said.get("large") == "y",
    )  # fmt: skip


def _keep(tastes: dict[str, str]) -> None:
    """In the cookie of this device, which says only what is not as usual."""
    kept = {name: value for name, value in tastes.items() if value in _TASTES[name] and value not in ("", "a4")}
    if kept == (session.get(USED_TO) or {}):
        return
    session[USED_TO] = kept
