"""The rulebook builder: questions about the rules of a game, whose answers are saved as a custom rulebook.

It starts from a rulebook and asks what a table may change in a game. Keys without a question stay.
"""

from typing import Any

from flask import Blueprint, abort, render_template, request

from scorepad.errors import RuleError, RuleFileError
from scorepad.formula_names import FEWEST_PLAYERS, MOST_CARDS, MOST_PLAYERS
from scorepad.library import custom_name, fingerprint, is_custom_key
from scorepad.rules import toml_text
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.relevance import USUAL, numbers_of_players
from scorepad.web.fields import parse_int
from scorepad.web.form_state import FormState
from scorepad.web.rules import rule_pages
from scorepad.web.rules.house_form import HouseForm
from scorepad.web.rules.ladder_choices import ladder_choices
from scorepad.web.submit import errors_of, rule_library
from scorepad.words import _, join_label, ours

blueprint = Blueprint("rulebook_builder", __name__)

OTHER = "other"  # a ladder or a number that is typed
_METHODS = ("GET", "POST")


@blueprint.route("/rulebooks/build", methods=_METHODS)
@blueprint.route("/rulebooks/<key>/build", endpoint="change", methods=_METHODS)
def build(key: str = "") -> rule_pages.Page:
    """Return the questions about the rulebook in `?from=`, or about the custom rulebook `key`; save the answers."""
    if key and not is_custom_key(key):
        return rule_pages.begin_from(key, "rulebook_builder.build")
    try:
        begun = rule_library().find_rulebook(key or request.values.get("from", USUAL[0]))
    except RuleFileError:
        abort(404)
    now = fingerprint(rule_library().text_of("rulebook", key) or "")
    seen = request.form.get("seen", now)
    form, do = RulebookForm(begun, is_new=not key), request.form.get("do")
    errors: dict[str, str] = {}
    try:
        if do == "text":
            return rule_pages.editor_with(form.text, key, seen, kind="rulebook")
        if do == "save":
            saved = rule_library().save("rulebook", form.text, replaced=key, seen=seen)
            if saved is not None:
                return rule_pages.redirect_to_saved("rulebook", saved)
            words = _("This was changed on another device in the meantime. “Save rules” now replaces that version.")
            errors, seen = {"": words}, now
        form.played.check_ladder(form.played.min_players)
    except (RuleError, RuleFileError) as error:
        errors = dict(errors_of(error))
    page = form.page(errors, key=key, seen=seen)
    return (page, 422) if errors and do == "save" else page


class RulebookForm:
    """The submitted answers about a rulebook, or its own answers."""

    def __init__(self, begun: Rulebook, *, is_new: bool) -> None:
        name = rule_library().free_name("rulebook", custom_name(begun.name)) if is_new else begun.name
        self.usual = {"least": str(begun.players[0]), "most": str(begun.players[1]), **_size(begun)}
        self.usual |= {"name": name, "scheme": begun.scheme or "", "sizes": HouseForm(begun, None).ladder}
        self.fields = {**self.usual, "ladder": self.usual["sizes"], **request.form.to_dict()}
        if self.fields["sizes"] != OTHER:
            self.fields["ladder"] = self.fields["sizes"]
        self.begun = begun
        self.refusal: RuleFileError | None = None
        self.base = begun
        try:
            self.base = Rulebook.from_dict(self._head(), begun.key)
        except RuleFileError as error:
            self.refusal = error
        scheme = rule_library().schemes().get(self.fields["scheme"])
        self.house = HouseForm.typed(self.base, scheme, self.fields)

    def _head(self) -> dict[str, Any]:
        """Return the data of the rulebook with the answers that no house rule has."""
        data, fields = self.begun.to_dict(), self.fields
        changed = {name for name, usual in self.usual.items() if fields[name] != usual}
        data |= {"name": fields["name"].strip(), "scheme": fields["scheme"]}
        if "scheme" in changed:
            data.pop("options", None)  # those of another scheme
        if changed & {"least", "most"}:
            data.pop("best", None)
            data["players"] = f"{fields['least']}-{fields['most']}"
        if changed & {"top", "top_cards", "least", "most"} and fields["top"]:
            data["top"] = (
                fields["top"] if fields["top"] != OTHER else parse_int(fields["top_cards"], 0, MOST_CARDS) or 0
            )
        return data

    @property
    def played(self) -> Rulebook:
        """Return the rulebook with the answers; raise RuleError or RuleFileError for an invalid answer."""
        if self.refusal:
            raise self.refusal
        with self.house.translate_errors():
            return self.base.with_house(self.house.house())

    @property
    def text(self) -> str:
        """Return the text of the rule file; raise as `played`."""
        return toml_text.format_toml(self.played.to_dict())

    def page(self, errors: dict[str, str], **more: Any) -> str:
        """Return the page with the questions and the rules in words."""
        try:
            preview = rule_pages.rulebook_page(self.played) | {"length": _length(self.played)}
        except (RuleError, RuleFileError) as error:
            preview, errors = {}, {**errors_of(error), **errors}
        return render_template(
            "rules/build_rulebook.html", form=self, house=self.house, rulebook=self.begun, preview=preview,
            errors=errors, form_state=FormState(errors, self.fields), other=OTHER,
            schemes=[(key, ours(scheme.name)) for key, scheme in rule_library().schemes().items()],
            ladders=[(choice.ladder, choice.texts[min(choice.texts)].label) for choice in ladder_choices(self.begun)],
            numbers=[(str(number), number) for number in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],
            books=rule_library().rulebooks(), **more,
        )  # fmt: skip


def _size(rulebook: Rulebook) -> dict[str, str]:
    """Return the fields for the largest hand; "" for a table by players that no field can have."""
    tops = {rulebook.top_for(players) for players in numbers_of_players(rulebook)}
    if isinstance(rulebook.top, str):
        return {"top": rulebook.top, "top_cards": str(max(tops))}
    limited = [min(max(tops), rulebook.most_for(players)) for players in numbers_of_players(rulebook)]
    is_number = limited == [rulebook.top_for(players) for players in numbers_of_players(rulebook)]
    return {"top": OTHER if is_number else "", "top_cards": str(max(tops))}


def _length(rulebook: Rulebook) -> str:
    """Return the hand sizes and the time of a game of the usual number of players: `10–1: 10 hands, about 1 h`."""
    from scorepad.game.report.blank_sheet import usual_players  # imported late: startup does not need it

    players = usual_players(rulebook)
    texts = [choice.texts[players] for choice in ladder_choices(rulebook)[:1] if players in choice.texts]
    return join_label(*texts[0]) if texts else ""
