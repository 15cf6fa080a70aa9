"""Tests of the view page: it updates automatically, reports a lost connection, and is readable from afar."""

import pytest
from raw_http import served
from soak import only_in_soak
from stores import put_tap

from browser.phone import HEIGHT, WIDTH, Phone
from browser.viewer import FOUR, SEVEN, game
from scorepad.game.state.events import BidsRecorded, TricksRecorded
from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app

FIRST = ("Margaretha", "Annemarie", "Rosa", "Bo", "Charlotte", "Anna", "Marga")
LONG = tuple(f"{name}-Wilhelmine Rosenberg"[:20] for name in FIRST)
SOFA = 28  # px of a name that is readable from 3 m on a television with 720 lines
FAR = 80  # px of a digit that is readable from 1.5 m, and of all text with many players

# Returns the height of the drawn digits in their typeface.
DIGITS = """
const pen = document.createElement("canvas").getContext("2d");
return [...document.querySelectorAll(".total")].map((one) => {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return pen.measureText("0").actualBoundingBoxAscent;
});
"""
CUT = """
const cut = [...document.querySelectorAll(".name")].filter((one) => one.scrollWidth > one.clientWidth);
return cut.map((one) => one.innerText);
"""
TYPE = "return [...document.querySelectorAll(arguments[0])].map((one) => parseFloat(getComputedStyle(one).fontSize));"
# Returns the number of lines in which a text covers another or leaves the line. A name has space below it for a “g”.
COVERED = """
const box = (one) => {
  const { top, bottom, left, right, height } = one.getBoundingClientRect();
  return { top, left, right, bottom: bottom - (one.className === "name" ? 0.15 * height : 0) };
};
const apart = (a, b) => Math.min(a.right, b.right) <= Math.max(a.left, b.left) + 1
  || Math.min(a.bottom, b.bottom) <= Math.max(a.top, b.top) + 1;
return [...document.querySelectorAll(".board li")].filter((line) => {
  const frame = box(line);
  const boxes = [...line.querySelectorAll(".name, .mark, .bid b, .total")].filter((one) => one.textContent).map(box);
  return boxes.some((one, at) => one.top < frame.top - 1 || one.bottom > frame.bottom + 1 || one.right > frame.right
    || boxes.slice(at + 1).some((other) => !apart(one, other)));
}).length;
"""

# Returns the part of the board that no line covers.
EMPTY = """
const area = (one) => one.offsetWidth * one.offsetHeight;
const covered = [...document.querySelectorAll(".board li")].reduce((sum, one) => sum + area(one), 0);
return 1 - covered / area(document.querySelector(".board"));
"""


def lines(phone: Phone) -> list[str]:
    seen: list[str] = phone.run("return [...document.querySelectorAll('.board li')].map((one) => one.innerText)")
    return [" ".join(line.split()) for line in seen]


def until(phone: Phone, words: str) -> None:
    """Wait for these words on the board, without any input."""
    phone.wait_until(lambda: any(words in line for line in lines(phone)))


def test_a_bid_tapped_on_one_phone_comes_up_on_the_other_and_so_does_the_hand(pad: Phone, store: Store) -> None:
    path = game(store, FOUR, 5)
    game_id = path.removeprefix("/games/")
    pad.open(path + "/view")
    assert [lines(pad)[2], pad.words("#this")] == ["Cat ✓ Hand 1: +10 total 10", "Hand 2\n5 cards · 1 to go"]
    put_tap(store, game_id, 2, "bid.p3", "4")
    until(pad, "Cat ✓ bid 4")
    repository = GameRepository(store)
    bids = {"p1": 1, "p2": 0, "p3": 4, "p4": 0}
    repository.append(game_id, BidsRecorded(cards=5, bids=bids, trump="S"), seen=4, by="test")
    until(pad, "bid 1")
    assert "♠" in pad.words("#this")
    repository.append(game_id, TricksRecorded(taken={"p1": 1, "p2": 0, "p3": 4, "p4": 0}), seen=5, by="test")
    until(pad, "total 24")
    assert not pad.element("#stale").is_displayed()


def test_when_nobody_answers_it_says_since_when(phone: Phone, store: Store) -> None:
    phone.expected = "Failed to load resource: net::ERR_"
    path = game(store, FOUR, 5)
    with served(create_app(store)) as (host, port):
        phone.address = f"http://{host}:{port}"
        phone.open(path + "/view")
    phone.wait_until(lambda: phone.element("#stale").is_displayed())
    text = phone.words("#stale")
    assert text.startswith("As of ")
    assert text.endswith("; no answer since.")
    assert any(sign.isdigit() for sign in text)
    phone.turn_away()


def test_the_digits_are_read_from_across_the_table(pad: Phone, store: Store) -> None:
    pad.open(game(store, FOUR, 10) + "/view")
    for width, height, far in ((WIDTH, HEIGHT, FAR), (1280, 720, 62), (1920, 1080, FAR)):
        pad.turn(width, height)
        assert min(pad.run(DIGITS)) >= far
        assert pad.run(COVERED) == 0
        assert pad.run("return document.documentElement.scrollHeight <= innerHeight"), "nobody scrolls a television"
    pad.turn(WIDTH, HEIGHT)
    pad.open(game(store, SEVEN, 7) + "/view")
    assert min(pad.run(TYPE, ".total")) >= FAR
    assert pad.run(COVERED) == 0
    assert pad.run("return document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("players", [*only_in_soak((FOUR[:2],), (SEVEN[:5],)), (*SEVEN, *LONG[:3])])
def test_any_number_of_players_fills_the_screen(pad: Phone, store: Store, players: tuple[str, ...]) -> None:
    pad.open(game(store, players, 5, rulebook="michigan") + "/view")
    for size in ((WIDTH, HEIGHT), (844, 390), (1280, 800), (1920, 1080)):
        pad.turn(*size)
        assert pad.run(EMPTY) <= 0.02, size
        assert pad.run(COVERED) == 0, size


@pytest.mark.parametrize("players", [*only_in_soak((FOUR,), (SEVEN,), (LONG[:4],)), LONG])
def test_names_and_bids_are_read_from_a_sofa_on_a_television(
    pad: Phone, store: Store, players: tuple[str, ...]
) -> None:
    pad.turn(1280, 720)
    pad.open(game(store, players, 7) + "/view")
    assert min(pad.run(TYPE, ".name")) >= SOFA
    assert min(pad.run(TYPE, ".bid")) >= SOFA
    assert pad.run(COVERED) == 0
    assert pad.run(CUT) == []
    assert len(set(pad.run(TYPE, ".name"))) == 1
    assert pad.run("return document.documentElement.scrollHeight <= innerHeight")
    pad.turn(WIDTH, HEIGHT)
    assert pad.run(CUT) == []
    marks = pad.run("return [...document.querySelectorAll('.six')].map((one) => one.offsetWidth)")
    assert len(set(marks)) == 1, "all players have their last hands, or none"


def test_a_bid_never_reads_as_a_part_of_the_total_and_who_has_none_shows_none(pad: Phone, store: Store) -> None:
    path = game(store, FOUR, 5)
    pad.open(path + "/view")
    assert lines(pad)[:2] == ["Ann ✓ Hand 1: +10 total −10", "Ben ✓ Hand 1: +15 · deals total 15"]
    put_tap(store, path.removeprefix("/games/"), 2, "bid.p2", "2")
    until(pad, "Ben ✓ deals bid 2 total 15")
    assert lines(pad)[0] == "Ann ✓ total −10", "no sign before a total but its own"
    bid, total = (pad.run(TYPE, f".board li:nth-child(2) {part}")[0] for part in (".bid", ".total"))
    assert total > 1.1 * bid


def test_the_screen_is_kept_awake_from_the_first_tap_on(pad: Phone, store: Store) -> None:
    pad.open(game(store, FOUR, 5) + "/view")
    assert pad.words("#awake") == "Tap once, and the screen stays on."
    pad.run("navigator.wakeLock.request = async (kind) => { window.asked = kind; return new EventTarget(); }")
    pad.tap_on(".board li")
    pad.wait_until(lambda: pad.run("return window.asked") == "screen")
    assert pad.words("#awake") == ""


def test_where_a_browser_cannot_keep_it_awake_it_says_what_to_do(pad: Phone, store: Store) -> None:
    refused = "delete Navigator.prototype.wakeLock"  # as on a network without HTTPS
    with pad.adding(refused):
        pad.open(game(store, FOUR, 5) + "/view")
        assert "If the screen turns off" in pad.words("#awake")


# --- picture -----------------------------------------------------------------------------------------------

SHARES = """
navigator.canShare = () => true;
navigator.share = async ({ files }) => { window.shared = `${files[0].type} ${files[0].size > 1000}`; };
"""


def test_the_picture_is_handed_to_the_phones_own_way_of_sharing(pad: Phone, store: Store) -> None:
    path = game(store, FOUR, 5) + "/standings"
    pad.open(path)
    pad.run(SHARES)
    pad.tap_on("[data-send]")
    assert pad.wait_until(lambda: pad.run("return window.shared")) == "image/png true"
    assert pad.path == path


def test_where_a_browser_shares_nothing_the_link_leads_to_the_picture(pad: Phone, store: Store) -> None:
    pad.open(game(store, FOUR, 5) + "/standings")
    pad.run("navigator.canShare = undefined")
    pad.run("addEventListener('click', (event) => { window.led = !event.defaultPrevented; event.preventDefault(); })")
    pad.tap_on("[data-send]")
    assert pad.run("return window.led"), "nothing has stopped the link"


def test_the_result_is_copied_where_the_browser_can_and_else_selected_with_a_tap(pad: Phone, store: Store) -> None:
    pad.open(game(store, FOUR, 5) + "/result")
    (text,) = pad.texts("#result")
    assert text.endswith("Ben 15, Cat 10, Di 10, Ann −10")
    assert [button.text for button in pad.all("button") if button.is_displayed()] == ["Copy"], "it cannot send"
    pad.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    pad.tap_on("[data-copy]")
    assert pad.wait_until(lambda: pad.run("return window.copied")) == text
    assert pad.words("[data-copy]") == "Copied."
    pad.element("#result").click()
    assert pad.run("return getSelection().toString()") == text
