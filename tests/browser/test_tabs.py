"""Tests of the tabs at the foot of a phone's game page: changes by others do not leave the open tab."""

import pytest
from builders import hand, play
from soak import SOAK, only_in_soak

from browser.phone import Phone

FOUR = ("Ann", "Ben", "Cat", "Di")
PARTS = ".entry", "#sheet", "#menu"


def shown(pad: Phone) -> list[str]:
    return [part for part in PARTS if pad.element(part).is_displayed()]


def marked(pad: Phone) -> list[str]:
    """Return the highlighted tabs."""
    lines = "return arguments[0].filter((one) => getComputedStyle(one).boxShadow !== 'none')"
    return [tab.text for tab in pad.run(lines, pad.all(".tabs a"))]


@pytest.mark.soak
def test_on_a_wide_screen_a_comment_leads_nowhere_else(pad: Phone) -> None:
    pad.turn(1280, 800)
    pad.begin(*FOUR)
    pad.wait_for("#sum:not(:empty)")
    pad.tap_on(".tabs [href='#menu']")
    pad.tap(next(summary for summary in pad.all("summary") if summary.text == "Comment"))
    pad.element("#text").send_keys("Tea")
    pad.tap_on("form[action$='/comments'] button")
    pad.wait_for("#comments")
    assert (pad.path.partition("#")[2], shown(pad)) == ("menu", [*PARTS])


@pytest.mark.parametrize(("tab", "part"), [("Sheet", "#sheet"), *([("More", "#menu")] if SOAK else [])])
def test_a_tab_stands_alone_and_stays_when_another_scorer_writes(pad: Phone, tab: str, part: str) -> None:
    game = pad.begin(*FOUR)
    other = pad.another_scorer()
    other.visit(game)
    pad.wait_for("#sum:not(:empty)")
    pad.tap(next(link for link in pad.all(".tabs a") if link.text == tab))
    assert (shown(pad), marked(pad)) == ([part], [tab])
    other.bid(Ann=1, Ben=1, Cat=1, Di=1)
    pad.wait_for("[data-stage=tricks]")
    assert (shown(pad), marked(pad)) == ([part], [tab])
    other.take(Ann=2)
    pad.wait_for("#hand-1")
    assert (shown(pad), marked(pad)) == ([part], [tab])
    pad.tap(pad.element(".tabs a"))
    assert (shown(pad), marked(pad)) == ([".entry"], ["Hand"])


def test_on_a_wide_screen_the_tricks_begin_with_the_first_player_too(pad: Phone) -> None:
    pad.turn(1280, 800)
    pad.begin("Ann", "Ben", "Cat", "Di", "Eve", "Fay", rulebook="pagat", ladder="8-1")
    pad.bid(2, 1, 2, 1, 0, 1)
    assert pad.stage == "tricks"
    assert pad.in_sight(pad.seat("Ben"))


COVERED = """
const line = document.getElementById("line").getBoundingClientRect();
const over = ({ left, right, bottom }) => left < line.right && right > line.left && bottom > line.top;
return [...document.querySelectorAll(".tabs a, .bar h1")].map((one) => [one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.top < line.bottom && over(box)).map(([text]) => text);
"""


@pytest.mark.parametrize("screen", [(390, 844), *only_in_soak(((1280, 800),), ((960, 700),), ((844, 390),))])
def test_that_something_waits_is_told_over_no_tab_and_not_over_the_name_of_the_page(
    pad: Phone, screen: tuple[int, int]
) -> None:
    pad.turn(*screen)
    pad.open("/?lang=de")
    pad.begin(*FOUR)
    with pad.offline():
        pad.bid(1)
        pad.wait_for("#line")
        assert pad.run(COVERED) == []


def test_on_a_phone_on_its_side_the_bars_stay_on_the_screen_with_every_tab(pad: Phone) -> None:
    pad.turn(844, 390)
    played = [hand(" ".join(FOUR), (1, 0, 0, 0), (cards, 0, 0, 0), trump="S") for cards in (5, 4, 3, 2)]
    game = pad.keep(play("pike", " ".join(FOUR), *played, house={"ladder": "5-1-5"}))
    for tab in range(5):
        pad.open(game)
        pad.wait_for("#sum:not(:empty)")
        pad.run("document.querySelectorAll('.tabs a')[arguments[0]].click()", tab)
        pad.wait_for(f".tabs a:nth-child({tab + 1})[aria-current], #sheet:target, #newest:target, #menu:target")
        pad.run("scrollBy(0, 200)")
        assert pad.out_of_sight(".bar h1, .tabs a") == []
