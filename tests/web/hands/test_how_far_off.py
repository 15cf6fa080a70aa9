"""The pages, without a script, of a table that records only how far off the bids were."""

import json

from html_pages import Page
from scorekeeper import Scorekeeper, new_game


def begin(keeper: Scorekeeper, scheme: str, **typed: str) -> Page:
    """Start a game of three with two cards first, which Ann deals: Bob bids 1, Cat and Ann 0."""
    new_game(keeper, "pagat", "Ann", "Bob", "Cat", scheme=scheme, ladder="2-1", writes="off", hook="no", **typed)
    return keeper.bid(Ann=0, Bob=1, Cat=0)


def chips(page: Page, name: str) -> list[str]:
    """Return the labels of one field's chips."""
    fields = [field for field in page.root.all("input") if field.get("name") == name]
    return [field.around.text for field in fields if field.around is not None]


def test_a_hand_is_noted_by_how_far_off_it_was_corrected_and_taken_to_another_table(keeper: Scorekeeper) -> None:
    page = begin(keeper, "golf")
    assert [chips(page, f"off.{player}") for player in ("p1", "p2")] == [["0", "1", "2"], ["0", "1"]]
    assert page.form("/taken").value("off.p2") == "0", "only misses are touched"
    assert "differences the tricks cannot add up to 2" in keeper.send("/taken").refusals[0]
    page = keeper.send("/taken", off__p1=1)
    assert page.totals == {"Ann": 1, "Bob": 0, "Cat": 0}
    assert "✗1 +1" in " ".join(page.table[1])
    assert "Bid 0, off by 1 ✗" in keeper.follow("Hand 1").text
    keeper.follow("Edit hand")
    assert keeper.page.form("/correction").value("off.p1") == "1"
    assert "cannot add up to 2" in keeper.send("/correction", off__p1=2).refusals[0]
    page = keeper.send("/correction", off__p1=0, off__p3=1)
    assert page.totals == {"Ann": 0, "Bob": 0, "Cat": 1}
    log, file = keeper.visit(page.link("Log")), keeper.visit(page.link("Game file")).source
    assert "Difference: Ann 1 → 0, Cat 0 → 1" in log.text
    assert json.loads(file)["record"][0]["hand"]["off"] == {"Ann": 0, "Bob": 0, "Cat": 1}
    page = keeper.send_form(keeper.visit("/more").form("/upload"), {"file": ("game.json", file.encode())})
    assert page.totals == {"Ann": 0, "Bob": 0, "Cat": 1}


def test_an_undone_hand_gives_back_how_far_off_it_was(keeper: Scorekeeper) -> None:
    game = begin(keeper, "golf").path
    assert "After a hand only the differences are recorded" in keeper.follow("Rules").text
    keeper.visit(game)
    assert keeper.tap("off.p3", 1).status == 200
    assert keeper.visit(game).form("/taken").value("off.p3") == "1"
    keeper.send("/taken")
    form = keeper.send("/undo").form("/taken")
    assert [form.value(f"off.{player}") for player in ("p1", "p2", "p3")] == ["0", "0", "1"]


def test_where_the_side_counts_the_chips_say_it_and_the_tricks_are_kept(keeper: Scorekeeper) -> None:
    page = begin(keeper, "standard")
    assert chips(page, "taken.p2") == ["−1", "0", "+1"]
    assert chips(page, "taken.p1") == ["0", "+1", "+2"]
    page = keeper.send("/taken", taken__p1=1)
    assert page.totals == {"Ann": 1, "Bob": 11, "Cat": 10}
    assert "✗+1 +1" in " ".join(page.table[1])
