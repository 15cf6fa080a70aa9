"""Layout tests of every page on every screen: no overflow, targets large enough for a thumb, no console errors."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import pytest
from hosting import hosted
from languages.conftest import pseudo_folder, spoken
from raw_http import served
from soak import SOAK
from stores import put_tap
from tools.translating import pseudo

from browser.every_page import NO_PAGES, game, over_the_years, pages, played
from browser.phone import HEIGHT, LONG, Phone, uncover
from browser.questions import CUT, OVERLAPPING, SMALL, STICKS_OUT, WORDS_CUT, together
from scorepad.game.decide import splitting
from scorepad.game.decide.hands import open_hand
from scorepad.game.decide.splitting import Newcomer, gather
from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository, ids_begun_by
from scorepad.store import open_store
from scorepad.web import create_app
from scorepad.web.groups.group import CopyNotice, mark_copy
from scorepad.web.hand_draft import calls_draft
from scorepad.web.host.owners import new_owner

__all__ = ["pseudo_folder", "spoken"]  # fixtures


class Screen(NamedTuple):
    """Width and height in px, and the browser's font size in px, by default 16."""

    width: int
    height: int
    text: int = 16

    def __str__(self) -> str:
        return f"{self.width} x {self.height} px" + (f", text of {self.text} px" if self.text != 16 else "")


# Overflow is checked on the unchanged page, before other checks open folded parts.
EVERYTHING = together(sticks_out=STICKS_OUT, small=SMALL, overlapping=OVERLAPPING, cut=CUT)
WIDTH_ALONE = together(sticks_out=STICKS_OUT)
SCREENS = {
    Screen(768, HEIGHT): WIDTH_ALONE,
    Screen(844, 390): EVERYTHING,
    Screen(1280, 800): EVERYTHING,
    Screen(320, 568): EVERYTHING,
    Screen(390, 844): EVERYTHING,
    Screen(320, HEIGHT, text=32): WIDTH_ALONE,
    Screen(390, HEIGHT, text=32): WIDTH_ALONE,
}

WORDS = together(sticks_out=STICKS_OUT, overlapping=OVERLAPPING, cut=CUT, words_cut=WORDS_CUT)

# A right-to-left page is checked in both directions, starting with the present one. It keeps the other direction for
# the next screen, so that it is styled again only once.
BOTH_WAYS = f"""
window.came ??= document.dir;
if (came !== "rtl") return ["it does not say that it is written from right to left"];
const own = document.querySelector('[href$="leftwards.css"]') ?? {{}};
const written = (way) => {{ [document.dir, own.disabled] = [way, way === "ltr"]; }};
const ask = () => (() => {{{WORDS}}})().map((line) => `${{document.dir}}: ${{line}}`);
const found = ask();
written(document.dir === "rtl" ? "ltr" : "rtl");
return [...found, ...ask()];
"""
ROOM = {Screen(320, 568): BOTH_WAYS, Screen(390, 844): BOTH_WAYS, Screen(1280, 800): BOTH_WAYS}
if not SOAK:
    SCREENS = {screen: SCREENS[screen] for screen in (Screen(1280, 800), Screen(320, 568))}
    ROOM = {Screen(320, 568): BOTH_WAYS}


# If a field has the focus on load, a small screen scrolls to it. On a larger screen the page's head would then cover
# the fields.
FROM_THE_TOP = "scrollTo({ top: 0, behavior: 'instant' });"


@dataclass(frozen=True)
class House:
    """A served Scorepad with games before the bids, before the tricks, finished, and in an auction.

    `hands` are pages that differ from those only in the rows of a hand.
    """

    address: str
    pages: list[str]
    games: list[str]
    hands: Sequence[str] = ()


FOUR = LONG[:4]
CALLS = ["2H", "double", "1", "pass", "redouble"]
CALLED = {"auction": [*CALLS, "pass", "pass", "pass"]}
EACH_ONE = {"hand": {"bids": dict.fromkeys(FOUR, 1), "hook_waived": True}}


def other_hands(repository: GameRepository) -> list[str]:
    """Add hands with other rows: a contract called, played and corrected, few chips, single lines, marks."""
    taken = {"taken": dict(zip(FOUR, (2, 1, 1, 0), strict=True))}
    files = (
        game("murder", FOUR, 0, "4 3"),
        game("murder", FOUR, 0, "4 3", open={"hand": CALLED}),
        game("murder", FOUR, 0, "4 3", open={"hand": CALLED | taken}),
        game("oh_hell_500", FOUR, 1, "2x3"),
        game("devils_bridge", FOUR, 1, "2x3", open=EACH_ONE),
        game("michigan", FOUR, 1, "4x3", cards=4),
        game("pagat", LONG[:6], 1, "8x3", cards=8, open={"hand": {"bids": dict.fromkeys(LONG[:6], 1)}}),
        game("ninety_nine", LONG[:3], 0, "9x3"),
    )
    called, _played, mended, *_others = ids = [repository.keep(read_game(file), by="test") for file in files]
    drafted = calls_draft(open_hand(repository.load(called).game), CALLS)
    put_tap(repository.store, called, 1, "calls", drafted)
    of_one_hand = [f"/games/{mended}/hands/1{page}" for page in ("", "/correction")]
    return [f"/games/{game_id}" for game_id in ids] + of_one_hand


def split_pages(repository: GameRepository) -> list[str]:
    """Add a table of seven with two arriving players; return the pages of all splits and of the results."""
    record = game("pike", LONG, 1, "2x9", location="Thursday at the mill")
    game_id, taken_in = (repository.keep(read_game(record | more), by="test") for more in ({}, {"stake": 1}))
    split = f"/games/{game_id}/split"
    arriving = "name.1=Hieronymus+Ungewitter&name.2=Ida"
    shown = [f"{split}?{arriving}&way={way}" for way in ("seat", "draw", "hand")]
    stored = repository.load(taken_in)
    party = gather([stored.game], [Newcomer("Ida")])
    tables = splitting.tables(party, splitting.by_seat(party))
    endings, openings = splitting.endings(party, tables), splitting.openings(party, tables)
    repository.append_together({taken_in: (stored.version, endings[0])}, openings, by="test", event_id="sent")
    new_games = [f"/games/{new_id}{page}" for new_id in ids_begun_by("sent", 2) for page in ("", "/table")]
    return [f"/games/{game_id}", f"/games/{game_id}/table", *shown, f"/games/{taken_in}/split/sent", *new_games]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with contextlib.closing(open_store(tmp_path_factory.mktemp("house"))) as store:
        app = create_app(store)
        games = played(GameRepository(store))
        splits = split_pages(GameRepository(store))
        hands = other_hands(GameRepository(store))
        over_the_years(GameRepository(store))
        with served(app) as (host, port):
            yield House(f"http://{host}:{port}", pages(app, games) + splits, games, hands)


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Yield a host with a group; `pages` begins with the owner's link."""
    with hosted(tmp_path_factory.mktemp("host")) as host, served(host.front) as (here, port):
        group = host.begin("Thursday evenings at the old mill of Bartholomew-James")
        way_in = new_owner(group, LONG[6], date(2026, 11, 20))
        new_owner(group, "Another telephone", date(2026, 11, 20))
        new_owner(group, "Bartholomew-James", date(2026, 11, 20))
        group.games.keep(read_game(game("pike", LONG, 1, "2x2")), by="test")
        mark_copy(
            group.store, CopyNotice("2026-11-20", left_out=("Thursday at the mill 2026-11-13: Event 7 was changed.",))
        )
        rules = [rule for app in (host.front, host.pages) for rule in app.url_map.iter_rules()]
        pages = [rule for rule in rules if "GET" in (rule.methods or ()) and "<" not in rule.rule]
        addresses = {rule.endpoint: rule.rule for rule in pages}
        front = [addresses[name] for name in addresses if name.startswith("front.") and name not in NO_PAGES]
        inside = [group.root + addresses[name] for name in ("game_list.list_games", "owners.show", "owners.ask")]
        yield House(f"http://{here}:{port}", [way_in, *front, *inside], [])


@pytest.fixture
def visitor(by_plain_http: None, phone: Phone, house: House) -> Iterator[Phone]:
    phone.address = house.address
    yield phone
    phone.turn_away()


def faults(visitor: Phone, pages: Sequence[str], asked: Mapping[Screen, str]) -> list[str]:
    """Return the findings on these pages, each with its screen.

    Each page stays open for all screens. The next page goes through the screens in reverse, which saves layouts.
    """
    findings, screens = [], [*asked]
    look_on(visitor, screens[0])
    for page in pages:
        visitor.open(page)
        uncover(visitor.driver)
        for screen in screens:
            look_on(visitor, screen)
            findings += [f"{page} on {screen}: {line}" for line in visitor.run(FROM_THE_TOP + asked[screen])]
        screens.reverse()
    return findings


def look_on(visitor: Phone, screen: Screen) -> None:
    visitor.set_text(screen.text)
    visitor.turn(screen.width, screen.height)


def test_on_every_screen_no_page_sticks_out_and_every_target_is_large_enough_apart_and_whole(
    visitor: Phone, house: House
) -> None:
    findings = faults(visitor, house.pages if SOAK else of_one_game(house)[1::4], SCREENS)
    assert not findings, "\n".join(findings)


def test_the_pages_of_a_host_and_its_groups_are_whole_on_every_screen_too(
    by_plain_http: None, phone: Phone, group: House
) -> None:
    phone.address = group.address
    findings = faults(phone, group.pages, SCREENS)
    phone.turn_away()
    assert not findings, "\n".join(findings)


# --- languages --------------------------------------------------------------------------------------------


def of_one_game(house: House) -> list[str]:
    """Return each kind of page once: those of one game with long names, and those that belong to no game.

    In `make test` every fourth page is measured in English on all screens, and as many others with longer words.
    """
    games = house.games
    return [page for page in house.pages if page in games or not page.startswith(tuple(games)) or games[1] in page]


def test_words_that_are_longer_than_ours_have_room_on_every_page_whichever_way_they_are_written(
    spoken: None, visitor: Phone, house: House
) -> None:
    visitor.open(f"/late-entry?lang={pseudo.LEFTWARDS}")
    pages = [*of_one_game(house), *house.hands]
    findings = faults(visitor, pages if SOAK else pages[::4], ROOM)
    assert not findings, "\n".join(findings)


def test_they_have_room_on_the_pages_of_a_host_and_its_groups_too(
    spoken: None, by_plain_http: None, phone: Phone, group: House
) -> None:
    phone.address = group.address
    phone.open(group.pages[0])
    phone.open(f"/?lang={pseudo.LEFTWARDS}")
    findings = faults(phone, group.pages[1:], ROOM)
    phone.turn_away()
    assert not findings, "\n".join(findings)


def test_the_list_of_pages_is_not_empty(house: House) -> None:
    assert len(house.pages) > 30
