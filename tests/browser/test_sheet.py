"""Tests of the sheet on a phone and next to the hand: it fits, with the newest hand, names and totals in view."""

from functools import partial
from typing import Any

import pytest
from soak import SOAK, only_in_soak

from browser.phone import Phone, uncover
from scorepad.game.files.game_file import FORMAT, read_game
from scorepad.repository import GameRepository
from scorepad.store import Store

EIGHT = (
    "Maximilian-Alexander", "Annelieselotte Meier", "Di", "Bartholomew-James Roe", "Annetta-Sophie Blume",
    "Wilhelmina-Rosalie X", "Jo", "Theodora-Philippa Yz",
)  # fmt: skip
HANDS = 20
SIDEWAYS = """
const box = document.querySelector(".sheets > .wide"), page = document.documentElement;
return [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight, page.scrollWidth - page.clientWidth];
"""
# Returns headings that are wider than their column or take more than one line.
CUT_HEADS = """
return [...document.querySelectorAll(".sheet thead th")]
  .filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().height > 40)
  .map((one) => one.innerText);
"""
HEADS = """
const heads = [...document.querySelectorAll(".sheet thead th:not(.first)")];
return heads.map((one) => one.innerText.split("\\n").at(-1));
"""
SIGNS = """
const spoken = (cell) => [...cell.querySelectorAll("i")].map((sign) => sign.ariaLabel);
return [...document.querySelectorAll("#hand-2 td")].map(spoken);
"""
# Returns the text in the cells of the newest hand and the current hand, without links.
LAST_ROWS = """
const said = (cell) => [...cell.childNodes].filter((one) => one.nodeName !== "A").map((one) => one.textContent.trim());
return [...document.querySelectorAll(".sheet tbody tr")].slice(-2)
  .map((row) => [...row.cells].map((cell) => cell.className + said(cell).join(" ").trim()));
"""
# A row's own link, which is invisible, covers the whole row.
COVERED = """
const [one] = arguments, { x, y, width, height } = one.getBoundingClientRect();
return !(one.closest("tbody tr") ?? one).contains(document.elementFromPoint(x + width / 2, y + height / 2));
"""


def evening(store: Store, hands: int = HANDS, players: tuple[str, ...] = EIGHT, **rules: str) -> str:
    """Return the path of a game with `hands` hands of one card each; the third one waives the hook."""
    record: list[dict[str, Any]] = []
    for at in range(hands):
        taken = {name: int(seat == at % len(players)) for seat, name in enumerate(players)}
        bids = {**taken, players[(at + 3) % len(players)]: 1} if at != 2 else taken
        record.append({"hand": {"trump": "CDHS"[at % 4], "bids": bids, "taken": taken, "hook_waived": at == 2}})
    house = {"ladder": f"1x{hands + 2}", "players": "2-10", **rules}
    file = {"format": FORMAT, "rulebook": "pagat", "players": list(players), "house": house, "record": record}
    return "/games/" + GameRepository(store).keep(read_game(file), by="test")


def in_sight(pad: Phone, selector: str) -> bool:
    """Return whether the last match is entirely on the screen and not covered."""
    uncover(pad.driver)
    element = pad.all(selector)[-1]
    box = pad.run("return arguments[0].getBoundingClientRect().toJSON()", element)
    return box["top"] >= 0 and box["bottom"] <= pad.run("return innerHeight") and not pad.run(COVERED, element)


SCREENS = [(360, 640), (1280, 800), (390, 844), (844, 390)]


@pytest.mark.parametrize(("width", "height"), SCREENS if SOAK else SCREENS[:2])
def test_eight_with_long_names_fit_every_screen_and_no_two_heads_are_alike(
    pad: Phone, store: Store, width: int, height: int
) -> None:
    pad.turn(width, height)
    pad.open(evening(store, 3))
    assert pad.run(SIDEWAYS) == [0, 0, 0], "nothing is scrolled but the page"
    assert pad.run(CUT_HEADS) == []
    heads = pad.run(HEADS)
    assert len(set(heads)) == len(EIGHT)
    assert all(head[0] == name[0] for head, name in zip(heads, EIGHT, strict=True))
    assert pad.texts(".sheet .head") == list(EIGHT), "whole for whoever is read to"


@pytest.mark.parametrize(("width", "height"), [(390, 844), *([(844, 390)] if SOAK else [])])
def test_who_is_led_to_the_sheet_sees_the_newest_hand_the_names_and_the_totals(
    pad: Phone, store: Store, width: int, height: int
) -> None:
    pad.turn(width, height)
    pad.open(evening(store) + "#newest")
    for part in ("thead th", ".next td", f"#hand-{HANDS} td", "tfoot td"):
        assert in_sight(pad, f".sheet {part}"), part
    pad.run("scrollBy(0, -300)")
    for part in ("thead th", "tfoot td"):
        assert in_sight(pad, f".sheet {part}"), part


@pytest.mark.soak
def test_beside_the_hand_it_opens_at_its_newest_row_and_stays_there(pad: Phone, store: Store) -> None:
    pad.turn(1280, 800)
    pad.open(evening(store))
    for hand in (HANDS, HANDS + 1):
        pad.wait_for(f"#hand-{hand}")  # drawn one frame after the tap
        pad.wait_until(partial(in_sight, pad, f"#hand-{hand} td"))
        for part in (".sheet thead th", ".sheet .next td", ".sheet tfoot td", "header h1", "#entry .foot .do"):
            assert in_sight(pad, part), part
        if hand == HANDS:
            pad.bid(*[0] * 8)
            pad.tap_number(EIGHT[4], 1)
            pad.tap(pad.button)


@pytest.mark.parametrize("trump", ["turned up", *only_in_soak("cycle C D H S")])
def test_the_row_that_is_drawn_at_once_stands_as_the_server_draws_it(pad: Phone, store: Store, trump: str) -> None:
    """Only the link to the hand's page is missing at first."""
    ahead, leaders = ".seat:has(.ahead) .who > .name", [EIGHT[1], EIGHT[2]]
    pad.open(evening(store, 3, EIGHT[:4], trump=trump))
    assert pad.texts(ahead) == leaders
    with pad.offline():
        if trump == "turned up":
            pad.tap_on("[name=trump][value=S]")
        pad.bid(1, 0, 0, 1)
        assert pad.texts(".sheet .next th .suit") == ["♠"]
        assert pad.texts(ahead) == leaders
        assert pad.texts(".sheet .next sup") == ["1", "0", "0", "1"]
        pad.tap_number(EIGHT[3], 0)
        pad.tap(pad.button)
        pad.wait_for(".pencil")
        drawn = pad.run(LAST_ROWS)
        assert (pad.all(".sheet .ahead"), pad.texts(ahead)) == ([], []), "until the server says who leads"
    pad.wait_until(lambda: not pad.all(".pencil"))
    assert pad.run(LAST_ROWS) == drawn
    assert pad.all(".sheet .ahead")
    assert pad.texts(ahead) == leaders


def test_a_remark_is_a_sign_in_its_row_and_a_tap_shows_its_words_without_a_script(pad: Phone, store: Store) -> None:
    game = evening(store, 3)
    pad.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        pad.open(game + "#hand-3")
        assert len(pad.all(".sheet tbody tr")) == 3 + 1, "a row a hand, and the open one"
        (sign,) = pad.all(".sheet th button")
        assert (sign.text, pad.element(".sheet [popover]").is_displayed()) == ("※", False)
        assert [text for text in ("※ comment", "± adjustment", "✗ void") if text in pad.words(".key")] == ["※ comment"]
        sign.click()
        pad.wait_until(lambda: pad.words(".sheet [popover] p") == "the hook was waived")
        pad.element(".sheet [popover] a").click()
        pad.wait_until(lambda: pad.path == game + "/hands/3")
    finally:
        pad.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.parametrize(("house", "wide"), [
    ({}, "✗ 1 0: 1 trick, 0 points"), ({"writes": "off"}, "✗−1 0: one too few, 0 points"),
])  # fmt: skip
def test_the_sheet_says_what_the_figures_of_a_cell_mean_as_far_as_it_shows_them(
    pad: Phone, store: Store, house: dict[str, str], wide: str
) -> None:
    game = evening(store, 2, EIGHT, **house)
    pad.turn(1280, 800)
    pad.open(game)
    assert pad.run(SIGNS)[:4] == [[], ["deals"], ["bids first"], []], "each in its own cell"
    assert wide in pad.words(".key")
    assert "total above the bid" in pad.words(".key")
    pad.turn(390, 844)
    pad.open(f"{game}#newest")
    assert "✗" not in pad.words(".key")
    assert "total above the bid" in pad.words(".key")


def test_on_a_phone_one_tap_shows_a_part_of_the_page_alone_and_one_more_the_hand(pad: Phone, store: Store) -> None:
    pad.open(evening(store, 3))
    for part in ("newest", "menu"):
        assert (pad.shown("#entry"), pad.shown(".sheet"), pad.shown("#menu")) == (1, 0, 0)
        pad.tap_on(f".tabs [href$='#{part}']")
        assert (pad.shown("#entry"), pad.shown(".sheet"), pad.shown("#menu")) == (0, part == "newest", part == "menu")
        pad.tap_on(".tabs a")
    assert (pad.shown("#entry"), pad.shown(".sheet"), pad.shown("#menu")) == (1, 0, 0)


def test_on_a_wide_screen_what_is_beside_the_game_is_in_the_head_also_further_down(pad: Phone, store: Store) -> None:
    pad.turn(1280, 800)
    pad.open(evening(store))
    pad.tap_on(".tabs [href$='#menu']")
    assert pad.shown("#menu") == 1
    pad.run("scrollTo(0, 400)")
    pad.tap_on(".tabs [href$='/standings']")
    pad.wait_for(".tabs [aria-current][href$='/standings']")


@pytest.mark.parametrize(("width", "hands", "charts"), [(1920, 8, 1), (1280, 4, 1), (1280, 8, 0), (1920, 9, 0)])
def test_below_a_sheet_of_up_to_eight_hands_a_large_screen_has_room_for_the_chart(
    pad: Phone, store: Store, width: int, hands: int, charts: int
) -> None:
    pad.turn(width, 1080)
    pad.open(evening(store, hands))
    assert pad.shown(".under .chart") == charts
    assert pad.run("return document.documentElement.scrollHeight <= innerHeight") is True


# Returns the words of names that are broken in the middle, with their number of lines.
BROKEN = r"""
const words = (node) => [...node.textContent.matchAll(/\p{L}+/gu)].map((found) => {
  const range = new Range();
  range.setStart(node, found.index);
  range.setEnd(node, found.index + found[0].length);
  return [found[0], new Set([...range.getClientRects()].map((box) => box.top)).size];
});
const texts = (one) => one.nodeType === Node.TEXT_NODE ? [one] : [...one.childNodes].flatMap(texts);
return [...document.querySelectorAll(".called")].flatMap(texts).flatMap(words).filter(([, lines]) => lines > 1);
"""


def test_with_text_much_larger_no_name_on_the_standings_breaks_in_the_middle(pad: Phone, store: Store) -> None:
    pad.turn(195, 422)
    pad.open(evening(store) + "/standings")
    assert pad.run(BROKEN) == []
    assert pad.run("return document.documentElement.scrollWidth") <= 195
