"""Forms sent twice, and forms of old pages: nothing typed is lost or counted twice."""

import pytest
from html_pages import Page
from scorekeeper import Scorekeeper, log_lines
from tables import pike


def test_a_form_sent_again_counts_once_also_when_the_game_has_gone_on_and_nobody_is_blamed(keeper: Scorekeeper) -> None:
    bids, tapped = pike(keeper).form("/bids"), {"bid.p1": 1, "bid.p2": 0, "bid.p3": 2}
    keeper.send_form(bids, tapped)
    assert "Somebody else" not in keeper.send_form(bids, tapped).text
    tricks = keeper.page.form("/taken")
    for _again in range(2):
        page = keeper.send_form(tricks, {"taken.p2": 2})
    assert page.totals == {"Ann": 11, "Bob": -12, "Cat": 12}
    page = keeper.send_form(bids, tapped)
    assert (page.status, page.refusals) == (200, [])
    assert len(log_lines(keeper)) == 3


def test_taps_on_an_old_page_of_the_same_hand_only_need_to_be_sent_again(keeper: Scorekeeper) -> None:
    page = pike(keeper)
    old = page.form("/bids")
    keeper.follow("Change rules")
    keeper.send("/house", must_trump="yes")
    page = keeper.send_form(old, {"bid.p1": 1, "bid.p2": 0, "bid.p3": 2})
    assert page.status == 409
    assert "A player who cannot follow suit must trump: No → Yes." in page.refusals[0]
    assert keeper.send("/bids").form("/taken").value("taken.p2") == "0"


BESIDE = [
    ("", "/comments", {"text": "Tea"}),
    ("Players", "/p2/name", {"name": "Barbara"}),
    ("Players", "/adjustments", {"adjust_points": "-3", "why": "late again"}),
    ("Change rules", "/details", {"location": "The Crown"}),
]


@pytest.mark.parametrize(("page", "form", "typed"), BESIDE, ids=[form for _page, form, _typed in BESIDE])
def test_what_somebody_does_beside_a_hand_keeps_nobody_from_writing_it_down(
    keeper: Scorekeeper, page: str, form: str, typed: dict[str, str]
) -> None:
    game = pike(keeper)
    if page:
        keeper.follow(page)
    keeper.send(form, **typed)
    keeper.send_form(game.form("/bids"), {"bid.p1": 1, "bid.p2": 0, "bid.p3": 2})
    assert (keeper.page.status, keeper.page.refusals) == (200, [])
    assert keeper.page.form("/taken").value("taken.p2") == "0"


LATE = [
    ("Players", "/players", {"name": "Di", "points": "7"}, {"name": "Ed"}),
    ("Players", "/p2/name", {"name": "Barbara"}, {"name": "Bea"}),
    ("Players", "/adjustments", {"adjust_points": "-3", "why": "late again"}, {"adjust_points": "-5"}),
    ("Remaining hands", "/plan", {"cards": "2 1"}, {"cards": "3 2 1"}),
    ("Change rules", "/details", {"location": "The Crown", "stake": "25"}, {"location": "The Inn"}),
    ("Change rules", "/house", {"ladder": "4-1", "house": "best = '5'"}, {"must_trump": "yes"}),
    ("Change rules", "/scheme", {"scheme": "golf"}, {"scheme": "tens"}),
    ("Hand 1, Edit hand", "/correction", {"taken.p1": "3", "taken.p2": "2"}, {"taken.p1": "2", "taken.p2": "3"}),
]
FORMS = [form for _page, form, *_typed in LATE]


def open_form(keeper: Scorekeeper, links: str) -> Page:
    for link in links.split(", "):
        keeper.follow(link)
    return keeper.page


@pytest.mark.parametrize(("links", "form", "typed", "other"), LATE, ids=FORMS)
def test_a_form_that_another_scorer_has_sent_with_other_words_says_so_and_keeps_what_was_typed(
    keeper: Scorekeeper, links: str, form: str, typed: dict[str, str], other: dict[str, str]
) -> None:
    pike(keeper, hands=1)
    old = open_form(keeper, links).form(form)
    assert keeper.send_form(old, other).status == 200
    again = keeper.send_form(old, typed)
    assert again.status == 409
    assert "This was not saved" in again.refusals[0]
    assert {name: again.form(form).value(name) for name in typed} == typed
    assert keeper.send_form(again.form(form), {}).status == 200


def test_a_message_about_a_conflict_names_the_entries_that_conflict_whatever_came_after_them(
    keeper: Scorekeeper,
) -> None:
    game = pike(keeper)
    keeper.follow("Players")
    old = keeper.page.form("/adjustments")
    keeper.send("/adjustments", player="p2", adjust_points="-5", why="late")
    keeper.visit(game.path)
    for most in (5, 4):
        keeper.bid(Ann=1, Bob=0, Cat=0)
        keeper.take(Ann=most)
    page = keeper.send_form(old, {"player": "p2", "adjust_points": "-3"})
    assert "−5 points for Bob (late)." in page.refusals[0]
    assert "Bids" not in page.refusals[0]


@pytest.mark.parametrize(("links", "form", "typed", "_other"), LATE, ids=FORMS)
def test_a_comment_of_another_scorer_keeps_no_form_from_being_saved(
    keeper: Scorekeeper, links: str, form: str, typed: dict[str, str], _other: dict[str, str]
) -> None:
    game = pike(keeper, hands=1)
    old = open_form(keeper, links).form(form)
    keeper.send_form(game.form("/comments"), {"text": "Tea"})
    page = keeper.send_form(old, typed)
    assert (page.status, page.refusals) == (200, [])


def sent_after_a_hand(keeper: Scorekeeper, links: str, form: str, typed: dict[str, str]) -> tuple[Page, Page]:
    """Send a form that was opened before another scorer has played a hand; return the game's page and the answer."""
    game = pike(keeper, hands=1)
    old = (open_form(keeper, links) if links else game).form(form)
    keeper.page = game
    keeper.bid(Ann=1, Bob=0, Cat=2)
    keeper.take(Bob=1)
    return game, keeper.send_form(old, typed)


WHILE_A_HAND_IS_PLAYED = [("", "/comments", {"text": "Tea"}), *(item[:3] for item in LATE if item[1] in (
    "/p2/name", "/adjustments", "/details", "/scheme", "/correction",
))]  # fmt: skip


@pytest.mark.parametrize(("links", "form", "typed"), WHILE_A_HAND_IS_PLAYED)
def test_what_concerns_no_hand_to_come_is_saved_though_another_scorer_has_played_one(
    keeper: Scorekeeper, links: str, form: str, typed: dict[str, str]
) -> None:
    game, page = sent_after_a_hand(keeper, links, form, typed)
    assert (page.status, page.refusals) == (200, [])
    keeper.visit(game.path)
    assert len(log_lines(keeper)) == 6


@pytest.mark.parametrize(("links", "form", "typed"), [
    ("Remaining hands", "/plan", {"cards": "2 1"}),
    ("Players", "/players", {"name": "Di"}),
    ("Remaining hands", "/end", {}),
])  # fmt: skip
def test_what_goes_by_the_hands_played_is_not_saved_unseen_once_another_scorer_has_played_one(
    keeper: Scorekeeper, links: str, form: str, typed: dict[str, str]
) -> None:
    _game, page = sent_after_a_hand(keeper, links, form, typed)
    assert page.status == 409
    assert "Tricks: Cat 2, Ann 1, Bob 1." in page.refusals[0]
