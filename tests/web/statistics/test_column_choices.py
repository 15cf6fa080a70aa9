"""The choice of what columns mean, on the import page."""

import re

from html_pages import Page
from scorekeeper import Scorekeeper

STRANGE = "Round,Ann foo,Ann bar,Bob foo,Bob bar,Cat foo,Cat bar\n1,0,0,1,1,0,0\n2,1,1,0,1,1,0\n"


def pasted(keeper: Scorekeeper, rows: str, **typed: object) -> Page:
    return keeper.send_form(keeper.visit("/import").form("/import"), {"rows": rows, **typed})  # type: ignore[dict-item]


def field(page: Page, label: str) -> str:
    match = re.search(rf'name="(column\.[^"]*)" aria-label="Meaning of “{label}”"', page.source)
    assert match, label
    return match[1]


def test_unknown_columns_are_named_and_two_remembered_choices_explain_six_columns(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, STRANGE, rulebook="pagat")
    assert page.refusals == [
        "Line 1: It is unclear what these columns mean: “Ann foo”, “Ann bar”, “Bob foo”, “Bob bar”, “Cat foo”, “Cat "
        "bar”. Choose their meaning."
    ]
    assert page.form("/import").choices(field(page, "Ann foo"))[:3] == ["", "bid:Ann", "taken:Ann"]
    page = choose(newcomer, page, **{"Ann foo": "bid:Ann", "Ann bar": "taken:Ann"})
    assert "Evening Ann Bob Cat Oh Hell (Pagat) line 2 21 12 10" in page.text
    assert page.form("/import").value(field(page, "Ann foo")) == "bid:Ann"
    assert newcomer.send_form(page.form("/import"), {}, "Import 1 evening").totals == {"Ann": 21, "Bob": 12, "Cat": 10}
    page = pasted(newcomer, STRANGE + "3,1,1,0,0,0,0\n", rulebook="pagat")
    assert "line 2 32 22 20" in page.text, "remembered for the same headings"
    page = newcomer.send_form(page.form("/import"), {field(page, "Ann foo"): ""}, "Apply the columns")
    assert "“Ann foo”" in page.refusals[0]


def test_the_choices_for_a_second_table_are_remembered_too(newcomer: Scorekeeper) -> None:
    other = STRANGE.replace("foo", "zig").replace("bar", "zag").replace("1,0,0,1,1,0,0", "1,1,1,0,0,0,0")
    for rows, bid, taken in ((STRANGE, "Ann foo", "Ann bar"), (other, "Ann zig", "Ann zag")):
        page = choose(newcomer, pasted(newcomer, rows, rulebook="pagat"), **{bid: "bid:Ann", taken: "taken:Ann"})
        newcomer.send_form(page.form("/import"), {}, "Import 1 evening")
    for rows in (STRANGE, other):
        page = pasted(newcomer, rows + "3,1,1,0,0,0,0\n", rulebook="pagat")
        assert not page.refusals, "remembered for the same headings"


def test_the_best_guess_is_shown_and_can_be_changed(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, "date,Ann,Bob,Cat\n2026-01-03,84,79,12\n", rulebook="wizard")
    name = field(page, "Cat")
    assert page.form("/import").value(name) == ""
    assert "Cat: Total<" in page.source
    page = newcomer.send_form(page.form("/import"), {name: "ignored"}, "Apply the columns")
    assert "Wizard · line 2 84 79" in page.text
    assert "Ignored: Cat" in page.text


EVENINGS = "Sit,Eve,Whose lamp,Oom Piet,Gran,Dad,Pile\n" + "".join(
    f"{day},2026-01-{day:02},us,{50 + day},{60 + day * day},{70 - day},{180 + day * day}\n" for day in range(1, 5)
)


def test_columns_of_evenings_offer_whole_names_and_the_other_players_with_their_total(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, EVENINGS, rulebook="pagat")
    rest = ["date", "place", "game", "number", "comment", "ignored"]
    players = ["total:Oom Piet", "total:Gran", "total:Dad"]
    choices = page.form("/import").choices
    assert choices(field(page, "Whose lamp")) == ["", "total:Whose lamp", *players, *rest[:-1]]
    assert choices(field(page, "Oom Piet")) == ["", *players[1:], *rest]
    assert choices(field(page, "Pile")) == ["", "total:Pile", *players, *rest, "player"]
    assert "Total so far" not in page.source


FOLDED = r"<details[^>]* open[^>]*>\s*<summary[^>]*>What the columns of"


def test_numbers_that_may_be_no_players_are_asked_for(newcomer: Scorekeeper) -> None:
    page = pasted(newcomer, EVENINGS, rulebook="pagat")
    assert "mean: “Sit”, “Pile”." in page.refusals[0]
    assert re.search(FOLDED, page.source)
    page = choose(newcomer, page, **{"Sit": "number", "Pile": "ignored", "Whose lamp": "comment"})
    assert "4 evenings found Evening Oom Piet Gran Dad" in page.text
    assert "Ignored: Sit, Pile" in page.text
    assert page.form("/import").value(field(page, "Whose lamp")) == "comment"
    assert "4 evenings imported." in newcomer.send_form(page.form("/import"), {}, "Import 4 evenings").status_text
    page = pasted(newcomer, "date,Ann,Bob\n2026-02-03,84,79\n2026-02-10,31,42\n", rulebook="pagat")
    assert not re.search(FOLDED, page.source)


def test_a_forged_choice_is_no_choice(newcomer: Scorekeeper) -> None:
    form = pasted(newcomer, "date,Ann,Bob,Cat\n2026-01-03,84,79,12\n", rulebook="wizard").form("/import")
    page = newcomer.forge(form, **{"column.000000000000.A": "<b>"})
    assert page.status == 200


def choose(keeper: Scorekeeper, page: Page, **codes: str) -> Page:
    """Choose a meaning for each column whose heading is a keyword, after another."""
    for label, code in codes.items():
        name = field(page, label)
        assert code in page.form("/import").choices(name), (label, code)
        page = keeper.send_form(page.form("/import"), {name: code}, "Apply the columns")
    return page
