"""Who is who in the browser, without a script: names joined, separated, renamed, hidden and kept distinct."""

import pytest
from builders import play
from html_pages import Page
from scorekeeper import Scorekeeper, Within

from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app


@pytest.fixture
def played(store: Store) -> Scorekeeper:
    """Return a browser of a store with two evenings of Ann, one of Anne, and three of Bob and Cat."""
    games = GameRepository(store)
    for players in ("Ann Bob Cat", "Ann Bob Cat", "Anne Bob Cat"):
        totals = {name: at for at, name in enumerate(players.split())}
        games.keep(play("ohell", players, {"totals": totals}), by="test")
    return Scorekeeper(Within(create_app(store)))


def people(keeper: Scorekeeper) -> list[str]:
    return [row.text.split()[0] for row in keeper.visit("/years?sort=person").root.all("tr")][1:]


def row(page: Page, person: str) -> str:
    return next(summary.text for summary in page.root.all("summary") if summary.text.startswith(person))


def test_names_that_are_alike_are_asked_about_and_joined_by_a_tap(played: Scorekeeper) -> None:
    played.visit("/years")
    page = played.follow("Names and people")
    assert "Ann 2 evenings Anne 1 evening Two people" in page.text
    page = played.send_form(page.form("Two people"), {}, "Anne 1 evening")
    assert "Ann is Anne now." in page.status_text
    assert row(page, "Anne") == "Anne Anne 1 + Ann 2 3 evenings"
    assert "One person, or two?" not in page.text
    assert people(played) == ["Anne", "Bob", "Cat"]
    page = played.visit("/people")
    page = played.send_form(page.form("Separate Ann again"), {})
    assert "Ann is separate again." in page.status_text
    assert people(played) == ["Ann", "Anne", "Bob", "Cat"]


def test_that_they_are_two_people_is_remembered(played: Scorekeeper) -> None:
    page = played.visit("/people")
    page = played.send_form(page.form("Two people"), {}, "Two people")
    assert "Anne and Ann are two people." in page.status_text
    assert "One person, or two?" not in played.visit("/people").text


def test_a_button_tapped_twice_says_the_same_twice(played: Scorekeeper) -> None:
    form = played.visit("/people").form("Two people")
    for _tap in range(2):
        assert played.send_form(form, {}, "Ann 2 evenings").path == "/people"


def test_what_cannot_be_joined_says_why_at_its_field_and_keeps_what_was_typed(played: Scorekeeper) -> None:
    form = played.visit("/people").form("Merge names")
    page = played.send_form(form, {"name": "Bobby", "person": "Bob"})
    refusal = "No person called “Bobby” has finished a game here. Did you mean “Bob”?"
    assert (page.status, page.refusal_at("name")) == (422, refusal)
    assert [page.form("Merge names").value(field) for field in ("name", "person")] == ["Bobby", "Bob"]
    page = played.send_form(page.form("Merge names"), {"name": "Cat"})
    assert "so they are two people" in page.refusal_at("person")
    assert "No person called “Eve”" in played.send_form(form, {"name": "Cat", "person": "Eve"}).refusal_at("person")
    for field, typed in (("person", {"name": "Cat", "person": " "}), ("name", {"name": "", "person": ""})):
        page = played.send_form(form, typed)
        assert "Enter the name of a person who has finished a game here" in page.refusal_at(field)


def test_a_person_is_called_otherwise(played: Scorekeeper) -> None:
    page = played.visit("/people")
    of_bob = next(form for form in page.forms if form.value("new") == "Bob")
    page = played.send_form(of_bob, {"new": "cat"})
    assert page.refusal_at("new") == "“cat” is another person here. Merge the two names if they are one person."
    mended = next(form for form in page.forms if form.value("new") == "cat")
    page = played.send_form(mended, {"new": "Bobby"})
    assert "Bob is now called Bobby." in page.status_text
    assert row(page, "Bobby") == "Bobby Bob 3 3 evenings"
    assert people(played) == ["Ann", "Anne", "Bobby", "Cat"]


def test_who_is_hidden_stands_in_no_table_until_shown_again(played: Scorekeeper) -> None:
    page = played.visit("/people")
    hide = next(form for form in page.forms if form.action.endswith("/hide") and form.value("name") == "Cat")
    page = played.send_form(hide, {})
    assert "Cat is hidden." in page.status_text
    assert people(played) == ["Ann", "Anne", "Bob"]
    assert "Cat" not in played.visit("/games/new?rulebook=ohell").source
    page = played.visit("/people")
    assert "Cat is shown in the tables again." in played.send_form(page.form("Show again"), {}).status_text
    assert people(played) == ["Ann", "Anne", "Bob", "Cat"]
