"""A state machine test of two devices whose pages become outdated while the other one writes.

It knows no rules. A second game gets each recorded action from one device that has the latest page: both games have the
same sheet. An undo gives the sheet back that was before, and all outputs agree.
"""

import contextlib
import json
import os
import secrets
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from builders import csv_rows
from html_pages import Page, Pairs
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from scorekeeper import Scorekeeper, Within, new_game

from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.game import Game, played_rows
from scorepad.repository import GameRepository
from scorepad.store import open_store
from scorepad.web import create_app
from soak import SOAK, actions, often, sampled
from soak.actions import Action, Wanted

COSTS = "misdeal = { dealer = -10, wrong_count = -5 }\nmisplay = { player = -10 }\n"
LADDERS = ["2 1 2 3", "4x2 1", "5 …"]
CLIMBING = ["top-1-top", "3-top-3 …", *LADDERS]


class Setup(NamedTuple):
    rulebook: str
    scheme: str
    ladder: str
    ladders: list[str] = LADDERS
    house: str = COSTS


SETUPS = [
    Setup("pagat", "golf", "2 1 2 3"),
    Setup("pike", "tens", "3-top-3 …", CLIMBING),
    Setup("blackout", "norwegian", "top-1-top", CLIMBING),
    Setup("boerenbridge", "boerenbridge", "5 …", house=COSTS + 'players = "3-6"'),
]
SCHEMES = ["standard", "golf", "norwegian", "boerenbridge"]
SIGNS = ("csrf_token", "seen", "event_id")


class Device(Scorekeeper):
    """A scorer's browser, which may show an old page; `stale` is the last action that got a conflict."""

    game = ""
    stale: Action | None = None

    def look(self, part: str = "") -> None:
        self.visit(f"/games/{self.game}{part}")
        self.stale = None

    @property
    def seen(self) -> int:
        return int(next(form for form in self.page.forms if "seen" in form.names).value("seen") or 0)

    def form_for(self, path: str) -> Pairs:
        """Return the unchanged fields of the page's form for this path, or only those that every form has."""
        forms = [form for form in self.page.forms if "seen" in form.names]
        own = [form for form in forms if urlsplit(form.action).path == path]
        return own[0].untouched() if own else [pair for pair in forms[0].untouched() if pair[0] in SIGNS]

    def request(self, action: Action) -> tuple[str, Pairs]:
        """Return the address for an action, and the fields that a form of this page sends to it."""
        path = f"/games/{self.game}{action.path}"
        carried = [pair for pair in self.form_for(path) if pair[0] not in action.words]
        return path, carried + list(parse_qsl(urlencode(action.words, doseq=True), keep_blank_values=True))

    def put(self, path: str, pairs: Pairs) -> Page:
        return self._go("POST", path, urlencode(pairs).encode(), "application/x-www-form-urlencoded")


class Server:
    """Scorepad over a folder, which can be stopped and restarted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start()

    def start(self) -> None:
        self.store = open_store(self.folder / "data")
        self.app, self.games = create_app(self.store), GameRepository(self.store)

    def close(self) -> None:
        self.store.close()

    def game(self, device: Device, seen: int | None = None) -> Game:
        """Return the game of a device, at version `seen` or as it is now."""
        game = self.games.load(device.game).game
        return game if seen is None else Game.replay(game.events[:seen])


# --- the machine ----------------------------------------------------------------------------------------

ONE = st.sampled_from([0, 0, 1])  # one scorer writes most of the game
LUCK = st.integers(0, 2**32 - 1)
FRESH = st.sampled_from([True, True, False])
RENAME = actions.of_somebody("rename", "/players/{player}/name", name=[*actions.NAMES, "BOB", "=1+1", " "])
WANTED = [
    actions.go_on, actions.nonsense, actions.outcome, actions.correction, actions.void, actions.join, actions.swap,
    actions.points_by_hand, actions.plan, actions.ending, RENAME, actions.of_somebody("dealer", "/dealer"),
    actions.of_somebody("leave", "/players/{player}/leave"), actions.of_somebody("return", "/players/{player}/return"),
]  # fmt: skip


def always(action: Action) -> Wanted:
    return lambda _luck, _sheet: action


class Evening(RuleBasedStateMachine):
    """A game on two devices, and the same game on a third one that always has the latest page."""

    steps = 0
    setup: Setup
    server: Server
    """The server of all games of this machine, one after the other."""

    def __init__(self) -> None:
        super().__init__()
        way = Within(self.server.app)  # both in one browser, so Undo takes back what either page did
        self.devices = [Device(way) for _one in range(2)]
        self.single = Device(Within(self.server.app))
        self.started = 0
        self.counted: set[tuple[Any, ...]] = set()
        self.sent: list[tuple[Device, str, Pairs, Action]] = []
        self.recorded = [""]
        """The path of the request that made each version."""

    @initialize(players=st.integers(3, 5), hands=st.integers(0, 3), luck=LUCK)
    def begin(self, players: int, hands: int, luck: int) -> None:
        setup = self.setup
        names = actions.NAMES[: 4 if setup.rulebook == "boerenbridge" else players]  # as many as the form allows
        own: dict[str, str] = {"ladder": setup.ladder, "scheme": setup.scheme, "house": setup.house}
        for device in (self.single, self.devices[0]):
            device.game = new_game(device, setup.rulebook, *names, **own).path.rpartition("/")[2]
        self.devices[1].game = self.devices[0].game
        self.devices[1].look()
        self.standing, self.undone = [self.sheet], list[Any]()
        self.check(self.devices[0].page)
        for hand in range(hands):
            self.play_a_hand(0, luck + 2 * hand)
        for more in range(4 if setup.scheme == "boerenbridge" else 0):  # otherwise it takes long until a player has 80
            self.submit(0, True, luck + more, actions.points_by_hand)

    @property
    def version(self) -> int:
        return self.server.store.version(self.devices[0].game)

    @property
    def sheet(self) -> Any:
        return sheet_json(self.server.game(self.devices[0]))

    # --- requests ---

    def submit(self, which: int, fresh: bool, luck: int, wanted: Wanted) -> None:
        """Let a scorer perhaps reload the game, and send an action based on the page."""
        device = self.devices[which]
        if fresh and (device.seen != self.version or device.stale):
            device.look()
        self.send(device, wanted(Random(luck), self.server.game(device, device.seen).sheet))
        if device.stale and luck % 3:
            self.mine_anyway(device, device.stale)

    def mine_anyway(self, device: Device, action: Action) -> None:
        """Replace another scorer's entry with the rejected action, by the button of the page."""
        button = "Save mine anyway"
        if button in device.page.text:
            form = device.page.form(button)
            self.deliver(device, urlsplit(form.action).path, form.filled({}, button), action)

    def send(self, device: Device, action: Action) -> None:
        self.deliver(device, *device.request(action), action)

    def deliver(self, device: Device, path: str, pairs: Pairs, action: Action) -> None:
        hidden, before = dict(pairs), self.version
        key = (path, *sorted(pair for pair in pairs if pair[0] not in ("csrf_token", "instead")))
        seen = int(hidden["seen"])
        page = device.put(path, pairs)
        recorded = self.version - before
        assert page.status == 200 if recorded else page.status in (200, 409, 422), page.text
        if key in self.counted:
            assert (page.status, recorded) == (200, 0), "it was sent before"
        elif seen == before:
            assert page.status == (200 if recorded else 422), "the page was up to date"
        elif page.status == 200 and not recorded:
            assert path in self.recorded[seen:], "another scorer has written the same"
        if page.status == 409:
            assert "This was not saved" in page.text
            assert action.do in ("undo", "redo") or "Save mine anyway" in page.text
        device.stale = action if page.status == 409 else None
        self.sent.append((device, path, pairs, action))
        if recorded:
            replaces = path in self.recorded[seen:] and not path.endswith("/adjustments")
            assert hidden.get("instead") or not replaces, "another scorer's entry is replaced only on purpose"
            self.counted.add(key)
            self.recorded.append(path)
            self.remember(action)
            self.do_the_same(action, instead=hidden.get("instead") == "yes")
        self.check(page)

    def remember(self, action: Action) -> None:
        """Check that an undo or redo gives an earlier sheet back."""
        if action.do == "undo":
            self.undone.append(self.standing.pop())
        elif action.do == "redo":
            self.standing.append(self.undone.pop())
        else:
            self.standing, self.undone = [*self.standing, self.sheet], []
        assert self.sheet == self.standing[-1]

    def do_the_same(self, action: Action, *, instead: bool) -> None:
        """Let the single scorer do it, and compare the sheets; what replaces an entry is a correction there."""
        sheet = self.server.game(self.single).sheet
        is_recorded = action.hand <= sheet.hands_played or (action.do == "bids" and sheet.bids)
        if instead and is_recorded and action.do in ("bids", "taken"):
            action = action._replace(do="correct", path=f"/hands/{action.hand}/correction")
            self.single.look(action.path)
        else:
            self.single.look()
        page = self.single.put(*self.single.request(action))
        assert page.status == 200, (action, page.refusals)
        assert self.server.store.version(self.single.game) == self.version
        assert sheet_json(self.server.game(self.single)) == self.sheet, action

    # --- invariants ---

    def check(self, page: Page) -> None:
        """Check that the page, the files and the sums of the sheet agree."""
        type(self).steps += 1
        way, game = self.devices[0].way, f"/games/{self.devices[0].game}"
        data = json.loads(way.ask("GET", f"{game}/sheet.json").body)
        rows, totals = data["rows"], data["totals"]
        assert data == json.loads(json.dumps(self.sheet))
        if rows and page.path == game:
            assert page.totals == totals
        text = way.ask("GET", f"{game}/sheet.csv").body.decode("utf-8-sig")
        assert csv_totals(text) == [row["totals"] for row in rows]
        for earlier, row in pairwise([{"totals": {}}, *rows]):
            sums = {name: earlier["totals"].get(name, 0) + points for name, points in row["points"].items()}
            assert {**earlier["totals"], **row["totals"]} | sums == row["totals"], row
        for row in played_rows(self.server.game(self.devices[0]).sheet):
            assert row.taken is None or sum(row.taken.values()) == row.cards

    # --- rules ---

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK, wanted=st.sampled_from(WANTED))
    def act(self, scorer: int, fresh: bool, luck: int, wanted: Wanted) -> None:
        self.submit(scorer, fresh, luck, wanted)

    @rule(scorer=ONE, luck=LUCK)
    def play_a_hand(self, scorer: int, luck: int) -> None:
        for part in range(2):
            self.submit(scorer, True, luck + part, actions.go_on)

    @rule(scorer=ONE, other=ONE, luck=LUCK)
    def play_two_hands(self, scorer: int, other: int, luck: int) -> None:
        self.play_a_hand(scorer, luck)
        self.play_a_hand(other, luck + 2)

    @rule(scorer=ONE, fresh=FRESH, undone=st.integers(0, 3), written=st.booleans(), redone=st.integers(0, 4))
    def undo_and_redo(self, scorer: int, fresh: bool, undone: int, written: bool, redone: int) -> None:
        """Check that a write after an undo leaves nothing to redo."""
        for do in ["undo"] * undone + ["rename"] * written + ["redo"] * redone:
            self.submit(scorer, fresh, undone, RENAME if do == "rename" else always(Action(do, f"/{do}", {})))

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def change_the_ladder(self, scorer: int, fresh: bool, luck: int) -> None:
        ladder = self.setup.ladders[luck % len(self.setup.ladders)]
        self.submit(scorer, fresh, luck, always(Action("ladder", "/house", {"ladder": ladder})))

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def count_by_another_scheme(self, scorer: int, fresh: bool, luck: int) -> None:
        """Change the scheme, unless a player did not bid: only Boerenbridge defines points for that."""
        schemes = SCHEMES if self.all_have_bid() else ["boerenbridge"]
        scheme = schemes[luck % len(schemes)]
        self.submit(scorer, fresh, luck, always(Action("scheme", "/scheme", {"scheme": scheme})))

    def all_have_bid(self) -> bool:
        sheet = self.server.game(self.devices[0]).sheet
        hands = [({*row.points}, {*row.bids}) for row in played_rows(sheet)]
        if sheet.bids and sheet.open_hand:
            hands.append(({*sheet.open_hand.order}, {*sheet.bids.bids}))
        return all(players == bidders for players, bidders in hands)

    @rule(luck=LUCK, wanted=st.sampled_from([actions.go_on, actions.correction, actions.swap]))
    def write_the_same(self, luck: int, wanted: Wanted) -> None:
        """Let both scorers look, and both record the same."""
        for device in self.devices:
            if device.seen != self.version:
                device.look()
        for device in self.devices:
            self.send(device, wanted(Random(luck), self.server.game(device, device.seen).sheet))

    @precondition(lambda self: self.sent)
    @rule(luck=LUCK)
    def send_the_very_same_again(self, luck: int) -> None:
        """Send an old request again, as after a lost answer or a step back in the browser."""
        again = self.sent[-1 - luck % min(6, len(self.sent))]
        self.deliver(*again)

    @rule(scorer=ONE)
    def look(self, scorer: int) -> None:
        self.devices[scorer].look()
        self.check(self.devices[scorer].page)

    @precondition(lambda self: self.version > self.started + 12)
    @rule()
    def start_again(self) -> None:
        """Restart the server while the browsers stay open."""
        self.started = self.version
        self.server.close()
        self.server.start()
        assert self.sheet == self.standing[-1]
        for device in (*self.devices, self.single):
            assert isinstance(device.way, Within)
            device.way.client.application = self.server.app
        self.check(Scorekeeper(Within(self.server.app)).visit(f"/games/{self.devices[0].game}"))


def csv_totals(text: str) -> list[dict[str, int]]:
    """Return the totals of every CSV row except the current hand's, which has only bids."""
    totals = [
        {head.removesuffix(" total").removeprefix("'"): int(cell) for head, cell in row.items()
         if cell and head.endswith(" total")}
        for row in csv_rows(text)
    ]  # fmt: skip
    return [row_totals for row_totals in totals if row_totals]


@pytest.mark.parametrize("setup", sampled(SETUPS, 2), ids=lambda setup: setup.scheme)
def test_two_scorers_write_what_one_would_have_written_whatever_they_do(setup: Setup, tmp_path: Path) -> None:
    """Run games of 50 steps each; a soak run has 100,000 steps with a new seed, which SCOREPAD_DICE can repeat."""

    class Table(Evening):
        pass

    given_dice = os.environ.get("SCOREPAD_DICE")
    dice = int(given_dice) if given_dice else secrets.randbits(32) if SOAK else 1
    phases = tuple(Phase) if given_dice else (Phase.generate,)  # shrinking a long example takes ten minutes
    with contextlib.closing(Server(tmp_path)) as server:
        Table.setup, Table.server = setup, server
        while Table.steps < often(100, 100_000) / len(SETUPS):
            print("dice", dice)
            run_state_machine_as_test(
                seed(dice)(Table),
                settings=settings(
                    max_examples=often(1, 40), stateful_step_count=often(20, 60), phases=phases, print_blob=True,
                    deadline=None, database=None, suppress_health_check=list(HealthCheck),
                ),
            )  # fmt: skip
            dice += 1
