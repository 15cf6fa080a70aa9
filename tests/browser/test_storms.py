"""Tests of a phone whose Scorepad is killed, suspended, slowed down and locked at random, with another scorer.

At the end every tapped hand is stored exactly once.
"""

import contextlib
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from builders import play as table
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webdriver import WebDriver
from soak import SOAK, often
from stores import file_behind

from browser.away import waiting
from browser.engines import EACH
from browser.phone import Phone, Thumb, thumb_on
from browser.stopping import Server
from scorepad.errors import StaleVersion, StoreUnavailable
from scorepad.game.decide.hands import record_bids
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow
from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.store.sqlite import SqliteStore
from scorepad.web.hands.hand_form import recorded_hand

LADDER, SIZES = ("1-5 5-1", (1, 2, 3, 4, 5, 5, 4, 3, 2, 1)) if SOAK else ("1-5", (1, 2, 3, 4, 5))
PLAYERS = ("Ann", "Ben", "Cat")
AGAIN = 1.5  # seconds until a scorer taps again if nothing happens

# Taps one stage of a hand: the given numbers of the players, then the button.
TAP = """
const [stage, hand, numbers] = arguments, form = document.getElementById("entry");
if (form?.dataset.stage !== stage || !form.action.includes(`/hands/${hand}/`)) return false;
for (const [player, number] of Object.entries(numbers)) {
  form.querySelector(`[data-field$=".${player}"] input[value="${number}"]`).click();
}
form.querySelector(".foot .do").click();
return true;
"""
# Undoes at once a hand that is not sent or not answered yet.
TAKE_BACK = """
if (!document.querySelector(".sheet .pencil")) return false;
const form = document.getElementById("entry");
if (form?.dataset.stage !== "bids" || !form.action.includes(`/hands/${arguments[0]}/`)) return false;
for (const input of document.querySelectorAll("#entry :checked")) return false;
document.querySelector(".foot [form=undo]").click();
return true;
"""
STANDS = "const form = document.getElementById('entry'); return form && [form.dataset.stage, form.action]"
ASKED = """
const box = document.getElementById("panel"), mine = box?.querySelector(".do");
mine?.click();
return [box && box.innerText, Boolean(mine)];
"""
# Returns whether the script is loaded too; if the server stopped just before, the test loads the page again.
BEGUN = """
return document.querySelector(".sheet") &&
  (!document.getElementById("entry") || Boolean(document.querySelector(".foot .quiet, .becomes:not(:empty)")));
"""


class Weather(threading.Thread):
    """A thread that disturbs a server with one fault after the other until it is stopped."""

    def __init__(self, server: Server, file: Path, chance: random.Random) -> None:
        super().__init__(daemon=True)
        self.server, self.file, self.chance = server, file, chance
        self.over = threading.Event()
        self.befell: list[str] = []

    def run(self) -> None:
        while not self.over.wait(self.chance.uniform(0.05, 0.6)):
            befalls: Callable[[], None] = self.chance.choice([self.killed, self.hung, self.slow, self.kept_out])
            self.befell.append(befalls.__name__)
            befalls()

    def killed(self) -> None:
        self.server.kill()
        time.sleep(self.chance.uniform(0, 0.5))
        self.server.start()

    def hung(self) -> None:
        self.server.hang()
        time.sleep(self.chance.uniform(0.1, 1.5))
        self.server.go_on()

    def slow(self) -> None:
        for _moment in range(10):
            self.server.hang()
            time.sleep(0.07)
            self.server.go_on()
            time.sleep(0.02)

    def kept_out(self) -> None:
        """Lock the database file from another connection; writes get status 507."""
        with contextlib.closing(sqlite3.connect(self.file, isolation_level=None)) as program:
            program.execute("BEGIN IMMEDIATE")
            time.sleep(self.chance.uniform(0.2, 1))

    def ends(self) -> None:
        self.over.set()
        self.join()


class Player:
    """A player on a page who knows the tapped numbers."""

    def __init__(self, thumb: Thumb, store: Store, game: str, chance: random.Random) -> None:
        self.thumb, self.repository, self.game, self.chance = thumb, GameRepository(store), game, chance
        self.overtaken = 0
        self.tapped: list[tuple[dict[str, int], dict[str, int]]] = []

    def hand(self, number: int, cards: int) -> None:
        bids = {f"p{n}": self.chance.randint(0, cards) for n in (1, 2, 3)}
        self.through("bids", number, bids)
        if self.chance.random() < 0.5:
            self.overtake(number, {player: (bid + 1) % (cards + 1) for player, bid in bids.items()})
        taken = self.tricks(cards)
        self.through("tricks", number, taken)
        if self.chance.random() < 0.3 and self.thumb.run(TAKE_BACK, number + 1):
            taken = self.tricks(cards)
            self.through("tricks", number, taken)
        self.tapped.append((bids, taken))

    def overtake(self, number: int, bids: dict[str, int]) -> None:
        """Record other bids of this hand as another scorer, if the phone's bids have not arrived.

        The phone's request then gets status 409.
        """
        with contextlib.suppress(StaleVersion, StoreUnavailable):
            stored = self.repository.load(self.game.removeprefix("/games/"))
            hand = stored.game.sheet.open_hand
            if stored.game.sheet.bids is None and hand and hand.number == number:
                event = record_bids(stored.game, bids)
                self.repository.append(stored.game_id, event, seen=stored.version, by="another")
                self.overtaken += 1

    def tricks(self, cards: int) -> dict[str, int]:
        first = self.chance.randint(0, cards)
        second = self.chance.randint(0, cards - first)
        return {"p1": first, "p2": second, "p3": cards - first - second}

    def through(self, stage: str, hand: int, numbers: dict[str, int]) -> None:
        """Tap until the page moves on; answer its questions with the phone's own numbers."""
        tapped = -AGAIN
        for _moment in range(1200):
            if tapped > 0 and self.at() != (stage, hand):
                return
            if time.monotonic() - tapped > AGAIN and self.thumb.run(TAP, stage, hand, numbers):
                tapped = time.monotonic()
            self.answer()
            time.sleep(0.05)
        raise AssertionError(f"hand {hand} cannot be tapped: {self.thumb.run('return document.body.innerText')}")

    def at(self) -> tuple[str, int] | None:
        """Return the stage and the hand on the page; None if there are none, as after the last hand."""
        stage_and_action = self.thumb.run(STANDS)
        return (
            (stage_and_action[0], int(stage_and_action[1].split("/hands/")[1].split("/")[0]))
            if stage_and_action
            else None
        )

    def answer(self) -> None:
        question, answered = self.thumb.run(ASKED)
        assert question is None or answered, question

    def turn_up_again(self) -> None:
        """Close the page, and open it again as soon as the server answers.

        Counting the queue first ensures that the browser has stored the last taps.
        """
        waiting(self.thumb)
        self.thumb.turn_away()
        for _moment in range(600):
            with contextlib.suppress(WebDriverException):
                self.thumb.driver.get(self.thumb.address + self.game)
                self.thumb.wait_until(lambda: self.thumb.run(BEGUN), 2)
                return
            time.sleep(0.1)
        raise AssertionError("the page does not come again")


def play(thumb: Thumb, server: Server, store: Store, seed: int) -> None:
    chance = random.Random(seed)
    game = thumb.begin(*PLAYERS, rulebook="pike", ladder=LADDER)
    assert isinstance(store, SqliteStore)
    weather = Weather(server, file_behind(store), random.Random(seed))
    player = Player(thumb, store, game, chance)
    weather.start()
    try:
        for number, cards in enumerate(SIZES[:-1], 1):
            player.hand(number, cards)
            if chance.random() < 0.2:
                player.turn_up_again()
    finally:
        weather.ends()
    player.hand(len(SIZES), SIZES[-1])  # only the server knows how the game ends, so it must be running
    for _moment in range(1200):
        if waiting(thumb) == 0:
            break
        player.answer()
        time.sleep(0.1)
    sheet = player.repository.load(game.removeprefix("/games/")).game.sheet
    rows = [row for row in sheet.rows if isinstance(row, HandRow)]
    assert [(row.bids, row.taken) for row in rows] == player.tapped, f"{seed=}: {weather.befell}, {player.overtaken=}"


@pytest.fixture
def stormy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Thumb, Server]]:
    """Yield a thumb on one of the engines, and a Scorepad that hardly waits for locks."""
    driver: WebDriver = request.getfixturevalue(request.param)
    thumb = thumb_on(driver)
    server = Server(tmp_path, patience=0.1)
    thumb.address = f"http://127.0.0.1:{server.port}"
    yield thumb, server
    thumb.turn_away()
    server.kill()


@pytest.mark.parametrize("stormy", EACH, indirect=True)
@pytest.mark.parametrize("seed", range(often(1, 70)))
def test_what_was_tapped_in_any_weather_stands_in_the_end_once(
    stormy: tuple[Thumb, Server], store: Store, seed: int
) -> None:
    play(*stormy, store, seed)


# --- two phones on the same hand -----------------------------------------------------------------------------------

# Taps numbers one after the other, looks at the page, and saves; questions of the page are answered. Records the
# numbers at the time of saving, the taps and the messages.
RACE = """
const [stage, numbers, pauses, answer] = arguments, wait = (ms) => new Promise((done) => setTimeout(done, ms));
const form = () => { const one = document.getElementById("entry"); return one?.dataset.stage === stage ? one : null; };
window.race ??= { saved: [], tapped: {}, said: [] };
race.over = false;
const tap = (field, number) => {
  form().querySelector(`[name="${field}"][value="${number}"]`).click();
  race.tapped[field] = number;
};
const answerPanel = () => {
  const panel = document.getElementById("panel");
  if (!panel) return;
  race.said.push(panel.innerText);
  const [first, ...others] = panel.querySelectorAll("button");
  (panel.className !== "asks" ? others.at(-1) ?? first : answer === "mine" ? first : others[0]).click();
};
if (!race.watching) race.watching = setInterval(() => {
  answerPanel();
  const { textContent } = document.getElementById("beside") ?? {};
  if (textContent) race.said.push(textContent);
}, 20);
(async () => {
  for (const [at, [field, number]] of numbers.entries()) {
    await wait(pauses[at]);
    if (!form()) break;
    tap(field, number);
  }
  for (let moment = 1; form()?.querySelector(".foot .do:is(:disabled, .quiet)"); moment++) {
    await wait(20);
    if (moment % 100 === 0 && form()) for (const [field, number] of numbers) tap(field, number); // both do not add up
  }
  if (form()) {
    const all = (selector) => [...form().querySelectorAll(selector)];
    const bids = all("[data-bid]").map(({ dataset: { field, bid } }) => [field.split(".")[1], bid]);
    const chosen = all("[data-field] :checked").map(({ name, value }) => [name, value]);
    race.saved.push([Object.fromEntries(bids), Object.fromEntries(chosen)]);
    form().querySelector(".foot .do").click();
  }
  race.over = true;
})();
"""
SETTLED = "return race.over && !document.getElementById('panel') && race"


@pytest.fixture
def two_phones(pad: Phone) -> Iterator[tuple[Phone, list[tuple[str, str]]]]:
    """Yield one browser with two windows on different origins, which share no data, as two phones.

    The value is the phone and a list of window handles with their addresses.
    """
    first, port = pad.driver.current_window_handle, pad.address.rpartition(":")[2]
    pad.driver.switch_to.new_window("window")
    pad.expected = "409"
    second = pad.driver.current_window_handle
    yield pad, [(first, pad.address), (second, f"http://localhost:{port}")]
    pad.driver.switch_to.window(second)
    pad.turn_away()
    pad.driver.close()
    pad.driver.switch_to.window(first)


def race(
    phone: Phone, phones: list[tuple[str, str]], stage: str, taps: list[list[tuple[str, str]]], chance: random.Random
) -> None:
    """Let both phones tap, save and answer the page's questions at once, until both queues are empty."""
    answers = chance.sample(("mine", "theirs"), 2)
    for (window, _address), numbers, answer in zip(phones, taps, answers, strict=True):
        phone.driver.switch_to.window(window)
        pauses = [chance.randrange(0, 350) for _number in numbers]
        phone.run(RACE, stage, numbers, pauses, answer)
    for window, _address in phones:
        phone.driver.switch_to.window(window)
        phone.wait_until(lambda: phone.run(SETTLED) and waiting(phone) == 0)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4, 4 + often(1, 50)))
def test_of_two_phones_that_tap_different_numbers_what_one_showed_is_saved_and_the_other_says_so(
    two_phones: tuple[Phone, list[tuple[str, str]]], store: Store, seed: int
) -> None:
    chance, (phone, phones) = random.Random(seed), two_phones
    game_id = GameRepository(store).keep(table("pike", "Ann Ben Cat", house={"ladder": "4-1"}), by="test")
    for window, address in phones:
        phone.driver.switch_to.window(window)
        phone.open(f"{address}/games/{game_id}")
        phone.wait_for(".foot .quiet")
    bids = [[(f"bid.p{n}", str(chance.randint(0, 4))) for n in chance.sample((1, 2, 3), 3)] for _phone in phones]
    race(phone, phones, "bids", bids, chance)
    taken = [tricks(chance, 4) for _phone in phones]
    race(phone, phones, "tricks", taken, chance)
    notes = []
    for window, _address in phones:
        phone.driver.switch_to.window(window)
        notes.append(phone.run("return race"))
    shown = [saved for note in notes for saved in note["saved"]]
    events = GameRepository(store).load(game_id).game.events
    for version in range(2, len(events) + 1):
        state = recorded_hand(Game.replay(events[:version]), 1)
        assert state, events
        bid = {f"bid.{player}": str(number) for player, number in state.bids.items()}
        if isinstance(state, HandRow):
            held = {player: str(number) for player, number in state.bids.items()}
            took = {f"taken.{player}": str(number) for player, number in (state.taken or {}).items()}
            assert [held, took] in shown, (version, events, shown)
        else:
            assert [{}, bid] in shown, (version, events, shown)
    final = recorded_hand(Game.replay(events), 1)
    assert isinstance(final, HandRow)
    stands = {
        **{f"bid.{p}": str(n) for p, n in final.bids.items()},
        **{f"taken.{p}": str(n) for p, n in (final.taken or {}).items()},
    }
    for note in notes:
        for field, number in note["tapped"].items():
            name = {"p1": "Ann", "p2": "Ben", "p3": "Cat"}[field[-2:]]
            assert stands[field] == number or any(name in message for message in note["said"]), (field, note, events)


def tricks(chance: random.Random, cards: int) -> list[tuple[str, str]]:
    """Return tricks of three players that add up to `cards`, in random order."""
    first = chance.randint(0, cards)
    second = chance.randint(0, cards - first)
    taken = dict(zip(("p1", "p2", "p3"), (first, second, cards - first - second), strict=True))
    return [(f"taken.{player}", str(taken[player])) for player in chance.sample(sorted(taken), 3)]
