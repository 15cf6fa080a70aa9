"""Assignment of names to people: join and split names, rename and hide people; only at a user's request."""

from collections.abc import Callable

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.errors import PersonUnknown, RuleError, SamePerson, ScorepadError, StoreUnavailable
from scorepad.game.statistics import statistics_text
from scorepad.game.statistics.people import find_similar_people, list_people
from scorepad.web.form_state import FormState
from scorepad.web.submit import Answer, repository
from scorepad.words import _, join_names

blueprint = Blueprint("person_names", __name__)

AT_ONCE = 12
"""The most pairs of similar names on the page; others follow when these are answered."""


@blueprint.get("/people")
def show() -> str:
    """Return the page of all names with their evenings, by person, and pairs of similar names."""
    return _page(FormState())


def _page(form_state: FormState) -> str:
    years = repository().evenings.years()
    people, pairs = list_people(years.people), find_similar_people(years.people)
    return render_template(
        "statistics/person_names.html", form_state=form_state, years=years, everybody=people,
        pairs=pairs[:AT_ONCE], more=len(pairs) - AT_ONCE, shown=[person for person in people if not person.hidden],
        hidden=[person for person in people if person.hidden], words=statistics_text,
    )  # fmt: skip


# --- names --------------------------------------------------------------------------------------------------


@blueprint.post("/people/join")
def join() -> Answer:
    """Record that `name` and `person` are the same person.

    `person` stays the display name, unless `stands` is `name`.
    """
    name, person = _typed("name"), _typed("person")
    if _typed("stands") == name:
        name, person = person, name

    def join_once() -> None:
        try:
            repository().evenings.join(name, person)
        except SamePerson:
            if not _typed("stands"):  # with it, a button of the page was tapped twice
                raise

    return _apply(join_once, _("{name} is {person} now.").format(name=name, person=person))


@blueprint.post("/people/two")
def tell_apart() -> Answer:
    """Record that two similar names belong to two people."""
    name, person = _typed("name"), _typed("person")
    text = _("{names} are two people.").format(names=join_names([name, person]))
    return _apply(lambda: repository().evenings.tell_apart(name, person), text)


@blueprint.post("/people/part")
def part() -> Answer:
    """Separate a joined name from its person."""
    name = _typed("name")
    return _apply(lambda: repository().evenings.part(name), _("{name} is separate again.").format(name=name))


# --- people -------------------------------------------------------------------------------------------------


@blueprint.post("/people/rename")
def rename() -> Answer:
    """Change the display name of a person."""
    name, new = _typed("name"), _typed("new")
    text = _("{name} is now called {new}.").format(name=name, new=new)
    return _apply(lambda: repository().evenings.rename(name, new), text)


@blueprint.post("/people/hide")
def hide() -> Answer:
    """Hide a person in the tables."""
    name = _typed("name")
    return _apply(lambda: repository().evenings.hide(name), _("{name} is hidden.").format(name=name))


@blueprint.post("/people/show")
def show_again() -> Answer:
    """Show a hidden person in the tables again."""
    name = _typed("name")
    text = _("{name} is shown in the tables again.").format(name=name)
    return _apply(lambda: repository().evenings.show_again(name), text)


@blueprint.post("/people/rating")
def show_ratings() -> Answer:
    """Show or hide the ratings of all people."""
    shown = _typed("shown") == "yes"
    text = _("Ratings are shown.") if shown else _("Ratings are hidden.")
    return _apply(lambda: repository().evenings.show_ratings(shown=shown), text)


def _typed(field: str) -> str:
    return request.form.get(field, "").strip()


def _apply(change: Callable[[], None], text: str) -> Answer:
    """Make a change, and redirect to the page with the text about it. Answer 422 with the form if it is refused."""
    try:
        change()
    except StoreUnavailable:
        raise
    except ScorepadError as error:
        return _page(FormState({_field_of(error): str(error)}, request.form)), 422
    flash(text)
    return redirect(url_for("person_names.show"), code=303)


def _field_of(error: ScorepadError) -> str:
    """Return the field of an error; for an unknown name, the field in which it was typed."""
    if isinstance(error, RuleError) or "new" in request.form:
        return "new"
    return "name" if isinstance(error, PersonUnknown) and error.name == _typed("name") else "person"
