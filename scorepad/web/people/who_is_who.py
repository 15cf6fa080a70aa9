"""Who is who: names joined into people and parted again, called otherwise, hidden; by somebody's tap alone."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.errors import AlreadyOne, PersonUnknown, RuleError, ScorepadError, StoreUnavailable
from scorepad.game.statistics.people import alike, known
from scorepad.web.submit import Answer, FormState, repository
from scorepad.words import _, both

blueprint = Blueprint("who_is_who", __name__)

AT_ONCE = 12
"""Pairs that are alike which the page asks about; the others come when these are answered."""


@blueprint.get("/people")
def show() -> str:
    """Every name with its evenings, by person, and names that are alike."""
    return _page(FormState())


def _page(form_state: FormState) -> str:
    years = repository().evenings.years()
    everybody, pairs = known(years.people), alike(years.people)
    return render_template(
        "people/who.html", form_state=form_state, years=years, everybody=everybody,
        pairs=pairs[:AT_ONCE], more=len(pairs) - AT_ONCE, shown=[one for one in everybody if not one.hidden],
        hidden=[one for one in everybody if one.hidden],
    )  # fmt: skip


# --- one name, one person -----------------------------------------------------------------------------------


@blueprint.post("/people/join")
def join() -> Answer:
    """Say that `name` is `person`; with `stands`, whichever of the two that is keeps its name."""
    name, person = _typed("name"), _typed("person")
    if _typed("stands") == name:
        name, person = person, name

    def say() -> None:
        try:
            repository().evenings.join(name, person)
        except AlreadyOne:
            if not _typed("stands"):  # else a button of the page, tapped twice
                raise

    return _said(say, _("{name} is {person} now.").format(name=name, person=person))


@blueprint.post("/people/two")
def tell_apart() -> Answer:
    """Remember that two names that are alike are two people."""
    name, person = _typed("name"), _typed("person")
    told = _("{names} are two people.").format(names=both([name, person]))
    return _said(lambda: repository().evenings.tell_apart(name, person), told)


@blueprint.post("/people/part")
def part() -> Answer:
    """Let a joined name stand for itself again."""
    name = _typed("name")
    return _said(lambda: repository().evenings.part(name), _("{name} stands alone again.").format(name=name))


# --- one person ---------------------------------------------------------------------------------------------


@blueprint.post("/people/rename")
def rename() -> Answer:
    """Call a person otherwise."""
    name, new = _typed("name"), _typed("new")
    told = _("{name} is called {new} now.").format(name=name, new=new)
    return _said(lambda: repository().evenings.rename(name, new), told)


@blueprint.post("/people/hide")
def hide() -> Answer:
    """Leave a person out of the tables."""
    name = _typed("name")
    return _said(lambda: repository().evenings.hide(name), _("{name} is hidden.").format(name=name))


@blueprint.post("/people/show")
def show_again() -> Answer:
    """Let a hidden person stand there again."""
    name = _typed("name")
    told = _("{name} stands in the tables again.").format(name=name)
    return _said(lambda: repository().evenings.show_again(name), told)


def _typed(field: str) -> str:
    return request.form.get(field, "").strip()


def _said(say: Callable[[], None], told: str) -> Answer:
    """Say it and go back to the page; 422 with what was typed where it cannot be."""
    try:
        say()
    except StoreUnavailable:
        raise
    except ScorepadError as error:
        return _page(FormState({_field_of(error): str(error)}, request.form)), 422
    flash(told)
    return redirect(url_for("who_is_who.show"), code=303)


def _field_of(error: ScorepadError) -> str:
    """Which of the fields it is about: of a name that nobody has, the one where it was typed."""
    if isinstance(error, RuleError) or "new" in request.form:
        return "new"
    return "name" if isinstance(error, PersonUnknown) and error.name == _typed("name") else "person"
