"""Every page on every screen: nothing sticks out, everything is large enough for a thumb, nothing complains."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple
from urllib.parse import quote

import pytest
from flask import Flask
from hosting import hosted
from languages.conftest import pseudo_folder, spoken
from raw_http import served
from soak import SOAK
from stores import put_tap
from translating import pseudo

from browser.phone import HEIGHT, Phone
from browser.questions import CUT, OVERLAPPING, SMALL, STICKS_OUT, TOO_SMALL, WORDS_CUT, together
from scorepad.game.decide import splitting
from scorepad.game.decide.hands import open_hand
from scorepad.game.decide.splitting import Newcomer, gather
from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository, ids_begun_by
from scorepad.store import open_store
from scorepad.web import create_app
from scorepad.web.groups.group import Copy, mark_copy
from scorepad.web.hands.tapped import calls_as_kept
from scorepad.web.host.owners import new_owner

__all__ = ["pseudo_folder", "spoken"]  # fixtures

LONG = ("Alexandra", "Bartholomew-James", "Cat", "Di", "Eve", "Łucja", "Maximiliane Wolkenstein")
FILES = (".csv", ".json", ".pdf", ".png", ".toml", ".zip", ".js")
NO_PAGES = {"static", "login.enter", "view.version", "follow.stream", "front.health", "importing.progress"}
MADE = "split.made"  # its address ends in what only its form knows: see `split_pages`


class Screen(NamedTuple):
    """Width and height in px, and the size of text that is set in the browser: 16 is usual."""

    width: int
    height: int
    text: int = 16

    def __str__(self) -> str:
        return f"{self.width} x {self.height} px" + (f", text of {self.text} px" if self.text != 16 else "")


# A page sticks out, or does not, as it comes: that is asked before anything is unfolded.
EVERYTHING = together(sticks_out=STICKS_OUT, low=TOO_SMALL, small=SMALL, overlapping=OVERLAPPING, cut=CUT)
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

# What has come from right to left, with its style sheet for that, is asked as it stands, and the other way round, in
# which it stands for the next screen: it is styled anew once.
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


# Where a field has the focus as a page comes, a small screen shows that, and its head would lie over the fields on a
# larger one.
FROM_THE_TOP = "scrollTo({ top: 0, behavior: 'instant' });"


@dataclass(frozen=True)
class House:
    """A served Scorepad with a game before the bids, one before the tricks, one that is over, and an auction. `hands`
    are pages on which nothing is otherwise than on those but the rows of a hand."""

    address: str
    pages: list[str]
    games: list[str]
    hands: Sequence[str] = ()


def hand(names: tuple[str, ...], cards: int) -> dict[str, object]:
    """The first player misses, the last one takes all."""
    bids = dict.fromkeys(names, 0) | {names[0]: 1, names[-1]: cards}
    return {"hand": {"trump": "H", "bids": bids, "taken": bids | {names[0]: 0}}}


def game(
    rulebook: str, names: tuple[str, ...], hands: int, ladder: str, *, cards: int = 2, **more: object
) -> dict[str, object]:
    record = [hand(names, cards) for _ in range(hands)] + ([more.pop("open")] if "open" in more else [])
    return {
        "format": "scorepad-game/1", "rulebook": rulebook, "players": list(names), "house": {"ladder": ladder},
        "record": record, **more,
    }  # fmt: skip


def played(repository: GameRepository) -> list[str]:
    """The paths of games that are all different to look at."""
    gone_by = f"{datetime.now().astimezone() - timedelta(minutes=1):%H:%M}"  # so that the last hands are offered
    files = (
        game("pike", LONG[:4], 3, "10x12", cards=10, location="Thursday at the mill", scorer="Di", date="2026-11-20"),
        game("pike", LONG, 2, "2x3 7x9", open={"hand": {"bids": dict.fromkeys(LONG, 0)}}),
        game("pike", LONG, 2, "2x2", stake=5),
        game("murder", LONG[:5], 0, "3-7", until=gone_by),
    )
    return ["/games/" + repository.keep(read_game(file), by="test") for file in files]


FOUR = LONG[:4]
CALLS = ["2H", "double", "1", "pass", "redouble"]
CALLED = {"auction": [*CALLS, "pass", "pass", "pass"]}
EACH_ONE = {"hand": {"bids": dict.fromkeys(FOUR, 1), "hook_waived": True}}


def other_hands(repository: GameRepository) -> list[str]:
    """A contract while it is called, played and mended; few chips, beside the names; rows of one line; marks."""
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
    drafted = calls_as_kept(open_hand(repository.load(called).game), CALLS)
    put_tap(repository.store, called, 1, "calls", drafted)
    of_one_hand = [f"/games/{mended}/hands/1{page}" for page in ("", "/correction")]
    return [f"/games/{one}" for one in ids] + of_one_hand


def over_the_years(repository: GameRepository) -> None:
    """Finished evenings, one name joined to another, one like another, and somebody hidden."""
    for names in (LONG[:4], (LONG[0][:-1], *LONG[1:4]), (LONG[0][:5], "Ida", LONG[4])):
        totals = {"totals": {name: place for place, name in enumerate(names)}}
        file = {"format": "scorepad-game/1", "rulebook": "pike", "players": list(names), "record": [totals]}
        repository.keep(read_game(file), by="test")
    repository.evenings.join(LONG[0][:-1], LONG[0])
    repository.evenings.hide(LONG[4])


def pages(app: Flask, games: list[str]) -> list[str]:
    """Every page there is, each once, with a game, a hand or a rule file where its address asks for one."""
    of_game = [
        rule.rule for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.endpoint not in {*NO_PAGES, MADE} and not rule.rule.endswith(FILES)
    ]  # fmt: skip
    paths = ["/games/new?rulebook=" + quote(key) for key in ("pike", "murder", "okenuff")]
    for rule in of_game:
        if "<game_id>" in rule:
            of = games[1:2] if rule.endswith("/unsent") else games  # it says the same of every game
            paths += [game + rule.removeprefix("/games/<game_id>").replace("<int:number>", "1") for game in of]
        else:
            key = quote(LONG[0]) if "<person:name>" in rule else "murder" if "<" in rule else ""
            paths.append(rule.split("<")[0] + key + (rule.split(">")[1] if key else ""))
    return [path for path in paths if not _leads_to_the_game(path, recorded=not path.startswith(games[3]))]


def _leads_to_the_game(path: str, *, recorded: bool) -> bool:
    """Whether this address answers with the page of the game, which is asked for anyway: one of the first hand, that is
    recorded or not."""
    return path.endswith("/hands/1/void" if recorded else ("/hands/1/correction", "/hands/1"))


def split_pages(repository: GameRepository) -> list[str]:
    """A table of seven with an eighth and a ninth before it, every way of splitting it, and what came of it."""
    record = game("pike", LONG, 1, "2x9", location="Thursday at the mill")
    game_id, taken_in = (repository.keep(read_game(record | more), by="test") for more in ({}, {"stake": 1}))
    split = f"/games/{game_id}/split"
    arriving = "name.1=Hieronymus+Ungewitter&name.2=Ida"
    shown = [f"{split}?{arriving}&way={way}" for way in ("seat", "draw", "hand")]
    kept = repository.load(taken_in)
    party = gather([kept.game], [Newcomer("Ida")])
    tables = splitting.tables(party, splitting.by_seat(party))
    endings, openings = splitting.endings(party, tables), splitting.openings(party, tables)
    repository.append_together({taken_in: (kept.version, endings[0])}, openings, by="test", event_id="sent")
    new_games = [f"/games/{one}{page}" for one in ids_begun_by("sent", 2) for page in ("", "/table")]
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
    """A host with a group on it; `pages` begins with the link by which its owner comes in."""
    with hosted(tmp_path_factory.mktemp("host")) as host, served(host.front) as (here, port):
        group = host.begin("Thursday evenings at the old mill of Bartholomew-James")
        way_in = new_owner(group, LONG[6], date(2026, 11, 20))
        new_owner(group, "Another telephone", date(2026, 11, 20))
        new_owner(group, "Bartholomew-James", date(2026, 11, 20))
        group.games.keep(read_game(game("pike", LONG, 1, "2x2")), by="test")
        mark_copy(group.store, Copy("2026-11-20", left_out=("Thursday at the mill 2026-11-13: Event 7 was changed.",)))
        rules = [one for app in (host.front, host.pages) for one in app.url_map.iter_rules()]
        asked = {one.endpoint: one.rule for one in rules if "GET" in (one.methods or ()) and "<" not in one.rule}
        front = [asked[name] for name in asked if name.startswith("front.") and name not in NO_PAGES]
        inside = [group.root + asked[name] for name in ("games.list_games", "owners.show", "owners.ask")]
        yield House(f"http://{here}:{port}", [way_in, *front, *inside], [])


@pytest.fixture
def visitor(by_plain_http: None, phone: Phone, house: House) -> Iterator[Phone]:
    phone.address = house.address
    yield phone
    phone.turn_away()


def faults(visitor: Phone, pages: Sequence[str], asked: Mapping[Screen, str]) -> list[str]:
    """What is found on these pages, each with its screen: a page stays for all of them, and the next is opened on the
    last, from where it goes back to the first. No page is laid out once more before it is left."""
    found, screens = [], [*asked]
    look_on(visitor, screens[0])
    for page in pages:
        visitor.open(page)
        for screen in screens:
            look_on(visitor, screen)
            found += [f"{page} on {screen}: {line}" for line in visitor.run(FROM_THE_TOP + asked[screen])]
        screens.reverse()
    return found


def look_on(visitor: Phone, screen: Screen) -> None:
    visitor.set_text(screen.text)
    visitor.turn(screen.width, screen.height)


def test_on_every_screen_no_page_sticks_out_and_every_target_is_large_enough_apart_and_whole(
    visitor: Phone, house: House
) -> None:
    found = faults(visitor, house.pages if SOAK else of_one_game(house), SCREENS)
    assert not found, "\n".join(found)


def test_the_pages_of_a_host_and_its_groups_are_whole_on_every_screen_too(
    by_plain_http: None, phone: Phone, group: House
) -> None:
    phone.address = group.address
    found = faults(phone, group.pages, SCREENS)
    phone.turn_away()
    assert not found, "\n".join(found)


# --- in any language ------------------------------------------------------------------------------------


def of_one_game(house: House) -> list[str]:
    """Each page once, of one game with long names, and what every game looks like."""
    games = house.games
    return [page for page in house.pages if page in games or not page.startswith(tuple(games)) or games[1] in page]


def test_words_that_are_longer_than_ours_have_room_on_every_page_whichever_way_they_are_written(
    spoken: None, visitor: Phone, house: House
) -> None:
    visitor.open(f"/late-entry?lang={pseudo.LEFTWARDS}")
    found = faults(visitor, [*of_one_game(house), *house.hands], ROOM)
    assert not found, "\n".join(found)


def test_they_have_room_on_the_pages_of_a_host_and_its_groups_too(
    spoken: None, by_plain_http: None, phone: Phone, group: House
) -> None:
    phone.address = group.address
    phone.open(group.pages[0])
    phone.open(f"/?lang={pseudo.LEFTWARDS}")
    found = faults(phone, group.pages[1:], ROOM)
    phone.turn_away()
    assert not found, "\n".join(found)


def test_the_list_of_pages_is_not_empty(house: House) -> None:
    assert len(house.pages) > 30
