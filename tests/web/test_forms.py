"""Forms of a running game: every refusal shows once; house rules, options, comments, plans."""

import json
from collections.abc import Callable

import pytest
from flask import Flask
from html_pages import Node, Page
from scorekeeper import Scorekeeper, new_game
from soak import only_in_soak
from werkzeug.datastructures import MultiDict

from scorepad.errors import RuleError, RuleFileError
from scorepad.repository import StoredGame
from scorepad.rules.rulebook import find
from scorepad.web.form_state import FormState
from scorepad.web.games import control, players, split
from scorepad.web.games import new_game as begin
from scorepad.web.games.forms import NewGameForm
from scorepad.web.games.split import SplitForm
from scorepad.web.hands import corrections, game_page
from scorepad.web.reports import archive, printing
from scorepad.web.rules.house_form import HouseForm
from scorepad.web.statistics import league
from scorepad.web.submit import field_of, game_or_404

# --- every refusal shows once --------------------------------------------------------------------------------

FIELDS = (
    *("stale", "hand", "player", "players", "players.1", "name", "before", "points", "why", "text", "one", "rematch"),
    *("bids", "bids.p1", "bids.p9", "taken", "taken.p2", "made", "made.p3", "marks.p1.bonus", "cancelled", "undo"),
    *("contract", "contract.level", "contract.declarer", "trump", "turned", "chosen_by", "first_bidder"),
    *("cards", "ladder", "hands", "scheme", "options", "options.prize", "house", "hook", "ties", "special[2].trump"),
    *("location", "scorer", "date", "stake", "first_dealer", "correction", "", "a.field.nobody.knows", "new_field"),
    *("rules", "games", "tables", "order", "restart", "name.1", "before.1", "dealer.A", "names", "fewest", "rulebook"),
    *("language", "year", "place", "game", "from", "to", "best", "points.p1", "off", "off.p1", "auction"),
)

NO_FIELDS = ("dealer", "swap", "end", "undo", "hands/2/void")
"""Forms with buttons only."""


def _correction(kept: StoredGame, form_state: FormState) -> str:
    return corrections.correction_form_of(1)(kept, form_state)


def _new_game(_kept: StoredGame, form_state: FormState) -> str:
    return begin._page(NewGameForm.typed(find("pike"), form_state.typed), form_state)


def _split(kept: StoredGame, form_state: FormState) -> str:
    return split._page(kept, SplitForm.read(MultiDict({"name.1": "Di"})), form_state)


Show = Callable[[StoredGame, FormState], str]
OF_A_GAME = [
    *((game_page.page, to) for to in ("hands/2/bids", "hands/2/taken", "comments", "undo", "hands/2/void")),
    *((players._page, to) for to in ("players", "adjustments", "players/p1/name", "swap", "dealer")),
    *((control._course_page, to) for to in ("plan", "closing", "end")),
    *((control._house_page, to) for to in ("house", "details", "scheme")),
    (_correction, "hands/1/correction"),
    (_split, "split"),
    (begin._ask_rematch, "rematch"),
    (_new_game, "/games"),
]
OF_A_GROUP = [
    (lambda _kept, form_state: printing._form_page(form_state), "/sheet.pdf"),
    (lambda _kept, form_state: archive._page(form_state), "/archive.pdf"),
    (lambda _kept, form_state: league._page(None, form_state), "/league"),
]


def _refused(app: Flask, game: str, show: Show, sent_to: str) -> Page:
    """Return the page that answers a form in which every field is wrong."""
    wrong = {field: f"Wrong in “{field}”." for field in FIELDS}
    address = sent_to if sent_to[0] == "/" else f"{game}/{sent_to}"
    with app.test_request_context(address, method="POST"):
        form_state = FormState(wrong, {"scheme": "romanian_whist", "players.0": "Ann"})
        return Page(422, game, {"Content-Type": "text/html"}, show(game_or_404(game[-11:]), form_state).encode())


@pytest.mark.parametrize("rulebook", ["pike", *only_in_soak("murder")])
def test_every_refusal_shows_once_at_its_field_and_the_first_wrong_field_has_the_focus(
    app: Flask, keeper: Scorekeeper, rulebook: str
) -> None:
    game = _game_of_one_hand(keeper, rulebook)
    for show, sent_to in (*OF_A_GAME, *OF_A_GROUP):
        page = _refused(app, game, show, sent_to)
        assert sorted(page.refusals) == sorted(f"Wrong in “{field}”." for field in FIELDS), sent_to
        assert _refusals_at_fields(page) or sent_to in NO_FIELDS
        _check_described(page)


def _refusals_at_fields(page: Page) -> list[Node]:
    """Return the messages that are neither above the page nor in the place of the builder's table."""
    result = [node for node in page.root.all() if node.text and {"refusal", "refused"} & {*node.classes} == {"refusal"}]
    return [item for item in result if item.around is None or item.around.get("id") != "given"]


def _check_described(page: Page) -> None:
    """Assert that each message describes a wrong field, and that the browser shows the first of these."""
    wrong = [node for node in page.root.all() if node.get("aria-invalid") == "true"]
    described = {message for node in wrong for message in node.get("aria-describedby").split()}
    messages = [node for node in page.root.all() if node.get("id") in described]
    inside = [node.text for message in messages for node in (message, *message.all()) if "refusal" in node.classes]
    assert sorted(inside) == sorted(field.text for field in _refusals_at_fields(page))
    assert described == {message.get("id") for message in messages}
    shown = [node for node in page.root.all() if node.has("autofocus")]
    assert len(shown) == bool(wrong)
    assert shown == wrong[:1] or shown[0] in messages
    assert page.faults == []


def test_refusals_of_people_an_adjustment_and_our_own_points_describe_their_fields(keeper: Scorekeeper) -> None:
    game = _game_of_one_hand(keeper, "pike")
    keeper.visit(f"{game}/course")
    keeper.send("/end")
    keeper.visit("/people")
    for page, form, button, typed in (
        ("/schemes/build?from=pike", "/schemes/build", "Save scoring", {"name": "", "missed_each": "lots"}),
        ("/schemes/new", "/schemes/new", "Save", {"text": "name ="}),
        ("/import", "/import", "", {"date": "yesterday", "rows": "date, Ann, Bob"}),
        ("/import", "/import", "", {"rows": ""}),
        ("/import/type", "/import/type", "", {"rows": ""}),
        ("/people", "/people/join", "", {"name": "Nobody", "person": "Ann"}),
        ("/people", "/people/rename", "", {"new": "Bob"}),
        (f"{game}/table", "/adjustments", "", {"adjust_points": "lots"}),
        ("/late-entry", "/late-entry", "", {"totals": "lots"}),
    ):
        keeper.visit(page)
        answer = keeper.send(form, button, **typed)
        assert _refusals_at_fields(answer), form
        _check_described(answer)


def _game_of_one_hand(keeper: Scorekeeper, rulebook: str) -> str:
    game = new_game(keeper, rulebook, "Ann", "Bob", "Cat", ladder="3x3").path
    if rulebook == "murder":
        keeper.send("/bids", contract__declarer="Ann", contract__level="1", trump="H", bid__p2=0, bid__p3=0)
    else:
        keeper.bid(Ann=1, Bob=1, Cat=0)
    keeper.take(Ann=1, Bob=1, Cat=1)
    assert keeper.page.title == "Hand 2", keeper.page.text
    return game


# --- house rules ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", [{"ladder": " 3 - 1 "}, {"house": 'ladder = "3-1"'}, {"ties": "most made bids"}])
def test_what_holds_already_is_no_change_and_the_page_says_so(keeper: Scorekeeper, typed: dict[str, str]) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="3-1", ties="most made bids")
    keeper.bid(Ann=0, Bob=0, Cat=0)
    keeper.take(Ann=3)
    keeper.follow("Change rules")
    page = keeper.send("/house", **typed)
    assert page.status == 422
    assert page.refusals == ["Nothing is changed yet."]
    assert keeper.follow("Back to the game").text.count("2 cards"), "the ladder did not begin anew"


def test_a_ladder_written_otherwise_does_not_begin_anew_with_another_rule(keeper: Scorekeeper) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="3-1")
    keeper.bid(Ann=0, Bob=0, Cat=0)
    keeper.take(Ann=3)
    keeper.follow("Change rules")
    assert keeper.send("/house", ladder="3 - 1", must_trump="yes").status == 200
    assert "2 cards" in keeper.follow("Back to the game").text


def test_options_of_the_points_are_chosen_on_the_way_and_count_for_the_hands_played(keeper: Scorekeeper) -> None:
    new_game(keeper, "romanian_whist", "Ann", "Bob", "Cat", ladder="2x6")
    for _hand in range(5):
        keeper.bid(**dict.fromkeys(("Ann", "Bob", "Cat"), 0))
        page = keeper.take(Ann=2)
    before = page.totals
    form = keeper.follow("Change rules").form("/house")
    assert (form.choices("option.prizes"), form.value("option.prizes")) == (["yes", "no"], "no")
    page = keeper.send("/house", option__prizes="yes", option__prize="x")
    assert page.refusal_at("option.prize")
    assert len(page.refusals) == 1
    assert page.form("/house").value("option.prize") == "x"
    page = keeper.send("/house", option__prize="7")
    assert page.form("/house").value("option.prize") == "7"
    after = keeper.follow("Back to the game").totals
    assert {name: after[name] - before[name] for name in after} == {"Ann": -7, "Bob": 7, "Cat": 7}


def test_an_option_chosen_on_the_way_leaves_the_others_as_they_are(keeper: Scorekeeper) -> None:
    new_game(keeper, "romanian_whist", "Ann", "Bob", "Cat", ladder="2x6", option__prize="7")
    keeper.follow("Change rules")
    keeper.send("/house", option__prizes="yes")
    form = keeper.page.form("/house")
    assert (form.value("option.prizes"), form.value("option.prize")) == ("yes", "7")


def test_a_key_that_only_the_text_holds_is_refused_at_the_text() -> None:
    book = find("pike")
    form = HouseForm.typed(book, None, {"house": "hook = 3\npack = 'x'", "hook": "yes", "ladder": "5-1"})
    fields = {}
    for where in ("pack", "pack.3", "hook", "ladder", "ties"):
        with pytest.raises((RuleError, RuleFileError)) as caught, form.translate_errors():
            raise RuleFileError(where, "no")
        fields[where] = field_of(caught.value)  # type: ignore[arg-type]  # one of these two
    assert fields == {"pack": "house", "pack.3": "house", "hook": "hook", "ladder": "ladder", "ties": "ties"}


# --- plans, comments, who bids first ---------------------------------------------------------------------------


@pytest.mark.parametrize(("ladder", "plan"), [("10x100", "10x100"), ("1-13-1 2-13-1 2-13-1 2-13-1", None)])
def test_a_long_plan_can_be_sent_untouched(keeper: Scorekeeper, ladder: str, plan: str | None) -> None:
    new_game(keeper, "ohell", "Ann", "Bob", "Cat", ladder=ladder)
    page = keeper.follow("Remaining hands")
    before = page.text
    assert plan in (None, page.form("/plan").value("cards"))
    page = keeper.send("/plan")
    assert page.title == "Hand 1", page.refusals
    assert keeper.follow("Remaining hands").text.partition("Plan")[0] == before.partition("Plan")[0]


def test_a_comment_is_about_the_evening_the_open_hand_or_an_earlier_one(keeper: Scorekeeper) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="3x5")
    for _hand in range(2):
        keeper.bid(Ann=1, Bob=1, Cat=0)
        keeper.take(Ann=1, Bob=1, Cat=1)
    form = keeper.page.form("/comments")
    assert form.choices("hand") == ["", "3", "2", "1"]
    assert form.value("hand") == "3"
    keeper.send("/comments", text="Rain", hand="The whole game")
    keeper.send("/comments", text="Ann revoked", hand="Hand 1")
    page = keeper.send("/comments", text=" ", hand="Hand 2")
    assert page.form("/comments").value("hand") == "2", "what was chosen stays"
    keeper.follow("Game file")
    said_of = [entry["comment"] for entry in json.loads(keeper.page.source)["record"] if "comment" in entry]
    assert said_of == [{"text": "Rain"}, {"text": "Ann revoked", "hand": 1}]


def test_when_all_is_played_a_comment_is_about_the_evening_unless_somebody_says_a_hand(keeper: Scorekeeper) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="1")
    keeper.bid(Ann=1, Bob=0, Cat=0)
    form = keeper.take().form("/comments")
    assert (form.choices("hand"), form.value("hand")) == (["", "1"], "")
