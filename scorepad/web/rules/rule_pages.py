"""Pages about rules: the list, a scheme, a rulebook, and the editor for custom rules."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.errors import RuleFileError
from scorepad.formats import letters_of, readable
from scorepad.formula_names import USUAL_CARDS
from scorepad.library import MOST_CHARACTERS, fingerprint, is_custom_key
from scorepad.rules import other_games, toml_text
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.relevance import USUAL
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.builder import is_expressible
from scorepad.rules.scheme.parts import winner_in_words
from scorepad.rules.suits import FRENCH
from scorepad.store.records import RuleFileKind
from scorepad.web.rules import editor
from scorepad.web.rules.editor import Mistake, read_text, renamed_copy
from scorepad.web.submit import rule_library
from scorepad.words import _, quoted

blueprint = Blueprint("rule_pages", __name__)

Page = str | tuple[str, int] | AnyResponse


@blueprint.get("/rules")
def list_rules() -> str:
    """Return the list of rulebooks and schemes; with `?q=` only the rulebooks that have such a name."""
    query = request.args.get("q", "")
    wanted = letters_of(query)
    found = [rulebook for rulebook in rule_library().rulebooks().values() if rulebook.names_with(wanted)]
    own = rule_library().own_rulebooks()
    return render_template(
        "rules/list.html",
        query=query,
        wanted=wanted,
        own={
            "rulebooks": {book.key: book for book in found if is_custom_key(book.key)} if query else own,
            "schemes": rule_library().own_schemes(),
        },
        rulebooks=[rulebook for rulebook in found if not is_custom_key(rulebook.key)],
        others=other_games.find(query),
        usual=USUAL[0],
        schemes=[scheme for scheme in rule_library().schemes().values() if not is_custom_key(scheme.key)],
    )


@blueprint.get("/rules/one-card")
def one_card() -> str:
    """Return the page with each card's chance to win in a hand of one card."""
    from scorepad.rules import cards  # imported late: startup does not need it

    return render_template(
        "rules/one_card.html",
        explained=cards.chance_table_notes(),
        tables=cards.chance_tables(),
        players=cards.PLAYERS,
    )


# --- one scheme, one rulebook -------------------------------------------------------------------------


@blueprint.get("/schemes/<key>", endpoint="scheme", defaults={"kind": "scheme"})
@blueprint.get("/rulebooks/<key>", endpoint="rulebook", defaults={"kind": "rulebook"})
def show(kind: RuleFileKind, key: str) -> Page:
    """Return the page of a scheme or a rulebook.

    Answer 404 if it is unknown. Redirect to the editor if it is a custom one that is no longer valid.
    """
    find = rule_library().find_scheme if kind == "scheme" else rule_library().find_rulebook
    try:
        rule_file = find(key)
    except RuleFileError:
        _text_or_404(kind, key)
        return redirect(url_for(f"rule_pages.edit_{kind}", key=key))
    used_by = rule_library().used_by(key) if kind == "scheme" else []
    shown = {kind: rule_file, "own": is_custom_key(key), "used_by": used_by, **_page_of(rule_file)}
    return render_template(f"rules/{kind}.html", **shown)


def _text_or_404(kind: RuleFileKind, key: str) -> str:
    text = rule_library().text_of(kind, key)
    if text is None:
        abort(404)
    return text


def _page_of(rule_file: Scheme | Rulebook) -> dict[str, Any]:
    return _points_page(rule_file) if isinstance(rule_file, Scheme) else rulebook_page(rule_file)


def _points_page(scheme: Scheme) -> dict[str, Any]:
    """Return the template values of a scheme; the query sets the variables of its table of points.

    By default the table is for the hand size closest to USUAL_CARDS in the rulebooks of the scheme.
    """
    from scorepad.game.report.blank_sheet import usual_players
    from scorepad.rules.scheme.explain import mark_in_words
    from scorepad.rules.scheme.scheme import SchemeAsPlayed
    from scorepad.rules.telling import explain_scheme
    from scorepad.web.rules import points_tables  # imported late: startup does not need these

    books = [book for book in rule_library().rulebooks().values() if scheme.key and book.scheme == scheme.key]
    sizes = {size for book in books for size in book.sizes(usual_players(book))}
    usual = min(sizes, key=lambda size: (abs(size - USUAL_CARDS), size), default=USUAL_CARDS)
    suits = books[0].suits if books else FRENCH
    chosen = points_tables.choices(scheme, {"cards": str(usual), **request.args}, suits=suits)
    variables, rows, refusal = points_tables.hand(chosen), list[points_tables.PointsRow](), ""
    sentences, rates = [scheme.about], None
    try:
        rows = points_tables.rows(scheme, variables)
        sentences, rates = explain_scheme(
            SchemeAsPlayed(scheme, variables["cards"], options=variables["options"], sizes=[variables["cards"]])
        )
    except RuleFileError as error:  # a text that this editor did not check
        refusal = error.reason
    return {
        "about": scheme.about_with(variables["options"] or {}),
        "sentences": sentences,
        "rates": rates,
        "choices": chosen,
        "cards": variables["cards"],
        "chosen": {choice.name: choice.value for choice in chosen if choice.of_table and choice.changed},
        "rows": rows,
        "usual": books[0].key if books else USUAL[0],
        "refusal": refusal,
        "winner": winner_in_words(scheme.winner),
        "readable": readable,
        "mark_in_words": mark_in_words,
        "examples": [points_tables.example_row(example, scheme) for example in scheme.examples],
    }


def rulebook_page(rulebook: Rulebook) -> dict[str, Any]:
    """Return the template values of a rulebook."""
    from scorepad.game.report.example_hand import rules_told  # imported late: startup does not need these
    from scorepad.rules.telling import ExplainedGame
    from scorepad.web.rules import points_tables

    try:
        points = rule_library().find_scheme(rulebook.scheme) if rulebook.scheme else None
    except RuleFileError:
        points = None
    sections = rules_told(ExplainedGame(rulebook, points))
    one_card = rulebook.trump.way == "turned up" and 1 in rulebook.sizes(rulebook.min_players)
    return {"points": points, "sections": sections, "ladder": points_tables.ladder(rulebook), "one_card": one_card}


@blueprint.get("/schemes/<key>.toml", defaults={"kind": "scheme"})
@blueprint.get("/rulebooks/<key>.toml", defaults={"kind": "rulebook"})
def download(kind: RuleFileKind, key: str) -> Response:
    """Return the text of a rule file as a download."""
    answer = Response(_text_or_404(kind, key), mimetype="application/toml")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{key}.toml")
    return answer


# --- the editor ---------------------------------------------------------------------------------------


@dataclass
class CheckedText:
    """The result of a check: the parsed rule file, or its mistakes, and the template values of its preview."""

    rule_file: Scheme | Rulebook | None
    mistakes: list[Mistake]
    page: dict[str, Any]


_METHODS = ("GET", "POST")


@blueprint.route("/schemes/new", endpoint="write_scheme", methods=_METHODS, defaults={"kind": "scheme"})
@blueprint.route("/rulebooks/new", endpoint="write_rulebook", methods=_METHODS, defaults={"kind": "rulebook"})
@blueprint.route("/schemes/<key>/edit", endpoint="edit_scheme", methods=_METHODS, defaults={"kind": "scheme"})
@blueprint.route("/rulebooks/<key>/edit", endpoint="edit_rulebook", methods=_METHODS, defaults={"kind": "rulebook"})
def write(kind: RuleFileKind, key: str = "") -> Page:
    """Create a rule file, or edit the custom one with this key; a built-in key starts a copy."""
    stored = _text_or_404(kind, key) if key else ""
    if key and not is_custom_key(key):
        return begin_from(key, f"rule_pages.write_{kind}")
    if request.method in ("GET", "HEAD"):
        return _change(kind, key, stored) if key else _begin(kind)
    text, seen = read_text(request.form.get("text", "")), request.form.get("seen", "")
    is_saving = request.form.get("do") == "save"
    if refusal := editor.refusal_of_text(text):
        return _render_editor(kind, text, key, seen, refusal=refusal), 422
    if is_saving:
        with suppress(RuleFileError):  # the page shows all mistakes
            saved = rule_library().save(kind, text, replaced=key, seen=seen)
            if saved is None:
                return _render_editor(kind, text, key, fingerprint(stored), meanwhile=stored), 409
            return redirect_to_saved(kind, saved)
    page = _render_editor(kind, text, key, seen, _check_text(kind, text, key))
    return (page, 422) if is_saving else page


def begin_from(key: str, page: str) -> AnyResponse:
    """Redirect to a page that begins with a copy of the rule file with this key."""
    begun_from: dict[str, Any] = {"from": key}
    return redirect(url_for(page, **begun_from), code=303)


def _begin(kind: RuleFileKind) -> Page:
    """Return the editor with the text of the rule file in `?from=`, or of a small template."""
    begun_from = request.args.get("from", "")
    return _render_editor(kind, renamed_copy(_text_or_404(kind, begun_from)) if begun_from else editor.blank(kind))


def _change(kind: RuleFileKind, key: str, stored: str) -> Page:
    """Return the editor with a stored text; redirect to the builder if it can represent the text, unless `?as=text`."""
    if request.args.get("as") != "text" and (is_expressible if kind == "scheme" else _is_plain)(stored):
        return redirect(url_for("builder.change" if kind == "scheme" else "rulebook_builder.change", key=key), code=303)
    look = _check_text(kind, stored, key)
    return _render_editor(kind, stored, key, fingerprint(stored), look if look.mistakes else None)


def _is_plain(text: str) -> bool:
    """Return whether the text of a rulebook is exactly what the builder writes, so that nothing is lost."""
    try:
        return text == toml_text.format_toml(Rulebook.from_toml(text).to_dict())
    except RuleFileError:
        return False


def editor_with(text: str, key: str, seen: str, kind: RuleFileKind = "scheme") -> str:
    """Return the editor with a text from a builder; nothing is saved yet."""
    return _render_editor(kind, text, key, seen, _check_text(kind, text, key))


def _check_text(kind: RuleFileKind, text: str, key: str = "") -> CheckedText:
    rule_file, errors = rule_library().check(kind, text, replaced=key)
    mistakes = [Mistake.of(error, text) for error in errors]
    return CheckedText(rule_file, mistakes, {} if rule_file is None or mistakes else _page_of(rule_file))


def _render_editor(
    kind: RuleFileKind, text: str, key: str = "", seen: str = "", look: CheckedText | None = None, *,
    refusal: str = "", meanwhile: str = "",
) -> str:  # fmt: skip
    """Return the editor; `seen` is the mark of the version being edited, "" for a new file.

    `refusal` says why the text was not checked. `meanwhile` is the text that another device has saved.
    """
    glossaries = [(_("What it can contain"), editor.scheme_keys() if kind == "scheme" else editor.rulebook_keys())]
    glossaries += [(_("Names in formulas"), editor.scheme_names())] if kind == "scheme" else []
    return render_template(
        "rules/write.html", kind=kind, key=key, text=text, seen=seen, look=look, refusal=refusal, meanwhile=meanwhile,
        glossaries=glossaries, schemes=rule_library().schemes().values() if kind == "rulebook" else (),
        most=MOST_CHARACTERS,
    )  # fmt: skip


def redirect_to_saved(kind: RuleFileKind, key: str) -> AnyResponse:
    """Redirect to the page of the saved rule file."""
    flash(_("Saved."))
    return redirect(url_for(f"rule_pages.{kind}", key=key), code=303)


@blueprint.post("/schemes/<key>/drop", defaults={"kind": "scheme"})
@blueprint.post("/rulebooks/<key>/drop", defaults={"kind": "rulebook"})
def drop(kind: RuleFileKind, key: str) -> AnyResponse:
    """Delete a custom rule file, unless a custom rulebook scores by it."""
    if not is_custom_key(key):
        abort(404)
    used_by = rule_library().used_by(key) if kind == "scheme" else []
    if used_by:
        names = ", ".join(quoted(rulebook.name) for rulebook in used_by)
        flash(_("It stays, because {rulebooks} uses it. Change or delete that first.").format(rulebooks=names))
        return redirect(url_for("rule_pages.scheme", key=key), code=303)
    rule_library().drop(kind, key)
    flash(_("Deleted. Games that use it keep their copy."))
    return redirect(url_for("rule_pages.list_rules"), code=303)
