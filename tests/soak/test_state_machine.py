"""A state machine test of two devices: every answer and every total agree with the oracle."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import pytest
from builders import csv_rows
from html_pages import Form, Page, Pairs
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from scorekeeper import Scorekeeper, Within, new_game

from scorepad.store import open_store
from scorepad.web import create_app
from soak import SOAK, actions, often, sampled
from soak.oracle import LADDERS, Row, Rules, Sheet
from soak.oracle_record import Action, Outcome, Record

COSTS = "misdeal = { dealer = -10, wrong_count = -5 }\nmisplay = { player = -10 }\n"
CLIMBING = ["top-1-top", "3-top-3 …", *LADDERS]
ANSWERS: dict[Outcome, int] = {"recorded": 200, "same": 200, "refused": 422, "stale": 409}


class Setup(NamedTuple):
    rulebook: str
    scheme: str
    rules: Rules
    ladders: list[str] = LADDERS
    house: str = COSTS


SETUPS = [
    Setup("pagat", "golf", Rules("2 1 2 3", (3, 7), in_turn=True, hook=True)),
    Setup("pike", "tens", Rules("3-top-3 …", tied_on=True), CLIMBING),
    Setup("blackout", "norwegian", Rules("top-1-top", in_turn=True, hook=True), CLIMBING),
    Setup("boerenbridge", "boerenbridge", Rules("5 …", (3, 6), exactly=100), house=COSTS + 'players = "3-6"'),
]
SCHEMES = ["standard", "golf", "norwegian", "boerenbridge"]


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
        return own[0].untouched() if own else _signs(forms[0])

    def put(self, path: str, pairs: Pairs) -> Page:
        return self._go("POST", path, urlencode(pairs).encode(), "application/x-www-form-urlencoded")


def _signs(form: Form) -> Pairs:
    return [pair for pair in form.untouched() if pair[0] in ("csrf_token", "seen", "event_id")]


class Server:
    """Scorepad over a folder, which can be stopped and restarted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start()

    def start(self) -> None:
        self.store = open_store(self.folder / "data")
        self.app = create_app(self.store)

    def close(self) -> None:
        self.store.close()


# --- the machine ----------------------------------------------------------------------------------------

ONE = st.sampled_from([0, 0, 1])  # one scorer writes most of the game
LUCK = st.integers(0, 2**32 - 1)
FRESH = st.sampled_from([True, True, False])


class Evening(RuleBasedStateMachine):
    """A game on two devices, whose pages become outdated while the other device writes."""

    steps = 0
    setup: Setup
    server: Server
    """The server of all games of this machine, one after the other."""

    def __init__(self) -> None:
        super().__init__()
        way = Within(self.server.app)  # both in one browser, so Undo takes back what either page did
        self.devices = [Device(way) for _one in range(2)]
        self.started = 0
        self.counted: set[tuple[Any, ...]] = set()
        self.sent: list[tuple[Device, str, Pairs, Action]] = []

    @initialize(players=st.integers(3, 5), hands=st.integers(0, 3), luck=LUCK)
    def begin(self, players: int, hands: int, luck: int) -> None:
        setup = self.setup
        names = actions.NAMES[: 4 if setup.rulebook == "boerenbridge" else players]  # as many as the form allows
        self.record = Record(setup.rules, setup.scheme, names)
        own: dict[str, str] = {"ladder": setup.rules.ladder, "scheme": setup.scheme, "house": setup.house}
        page = new_game(self.devices[0], setup.rulebook, *names, **own)
        for device in self.devices:
            device.game = page.path.rpartition("/")[2]
            device.look()
        self.check(page)
        for hand in range(hands):
            self.play_a_hand(0, luck + 2 * hand)
        for more in range(4 if setup.rules.exactly else 0):  # otherwise it takes long until a player has 80
            self.submit(0, True, luck + more, actions.points_by_hand)

    # --- requests ---

    def submit(self, which: int, fresh: bool, luck: int, wanted: Any) -> None:
        """Let a scorer perhaps reload the game, and send an action based on the page."""
        device = self.devices[which]
        if fresh and (device.seen != self.record.version or device.stale):
            device.look()
        sheet = self.record.sheet(device.seen)
        self.send(device, wanted(Random(luck), sheet))
        if device.stale and luck % 3:
            self.mine_anyway(device, device.stale)

    def mine_anyway(self, device: Device, action: Action) -> None:
        """Replace another scorer's entry with the rejected action, by the button of the page."""
        button = "Save mine anyway"
        if button in device.page.text:
            form = device.page.form(button)
            self.deliver(device, urlsplit(form.action).path, form.filled({}, button), action)

    def send(self, device: Device, action: Action) -> None:
        part, words = actions.request(action)
        path = f"/games/{device.game}{part}"
        typed = {name for name, _value in words} | {
            f"{kind}.{player}" for kind in ("bid", "taken") for player in self.record.sheet().names
        }
        carried = [pair for pair in device.form_for(path) if pair[0] not in typed]
        self.deliver(device, path, carried + words, action)

    def deliver(self, device: Device, path: str, pairs: Pairs, action: Action) -> None:
        hidden_fields = dict(pairs)
        key = (path, *sorted(pair for pair in pairs if pair[0] not in ("csrf_token", "instead")))
        expected: Outcome = "same"
        if key not in self.counted:
            expected = self.record.receive(
                action, int(hidden_fields["seen"]), instead=hidden_fields.get("instead") == "yes"
            )
        if expected == "recorded":
            self.counted.add(key)
        page = device.put(path, pairs)
        assert page.status == ANSWERS[expected], (expected, page.status, page.refusals or page.text)
        self.sent.append((device, path, pairs, action))
        device.stale = action if expected == "stale" else None
        if expected == "stale":
            self.both_are_shown(page, action, int(hidden_fields["seen"]))
        self.check(page)

    def both_are_shown(self, page: Page, action: Action, seen: int) -> None:
        """Check the conflict page: an undo depends on the seen version, so it offers no retry.

        An undo of nothing is refused earlier and is on no page.
        """
        assert "This was not saved" in page.text
        can_be_put = (
            action["do"] not in ("undo", "redo") or self.record.decide(action, self.record.versions[seen - 1]) is None
        )
        assert ("Save mine anyway" in page.text) == can_be_put

    # --- invariants ---

    def check(self, page: Page) -> None:
        type(self).steps += 1
        sheet, record = self.record.sheet(), self.record
        names, totals = sheet.names, by_name(sheet, sheet.totals)
        assert int(next(form for form in page.forms if "seen" in form.names).value("seen") or 0) == record.version
        if sheet.rows and page.path == f"/games/{self.devices[0].game}":
            assert page.totals == totals
        way = self.devices[0].way
        data = json.loads(way.ask("GET", f"/games/{self.devices[0].game}/sheet.json").body)
        assert data["totals"] == totals
        assert data["players"] == [names[player] for _chair, player in sheet.chairs]
        assert [of_row(row) for row in data["rows"]] == [row_by_name(sheet, row) for row in sheet.rows]
        assert (data["finished"], {*data["winners"]}) == (sheet.finished, {names[player] for player in sheet.winners})
        self.check_next(data["next"], sheet)
        text = way.ask("GET", f"/games/{self.devices[0].game}/sheet.csv").body.decode("utf-8-sig")
        assert csv_totals(text) == [by_name(sheet, row.totals) for row in sheet.rows]

    def check_next(self, coming: Any, sheet: Sheet) -> None:
        hand = sheet.open_hand()
        assert (coming is None) == (hand is None)
        if hand and sheet.can_play:
            first = sheet.names[hand.bidders[0]] if sheet.rules.in_turn and hand.bidders else None
            expected = {
                "hand": hand.number,
                "cards": hand.cards,
                "dealer": sheet.names[hand.dealer],
                "first_bidder": first,
            }
            assert coming == expected

    # --- rules ---

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def go_on(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.go_on)

    @rule(scorer=ONE, luck=LUCK)
    def play_a_hand(self, scorer: int, luck: int) -> None:
        for part in range(2):
            self.submit(scorer, True, luck + part, actions.go_on)

    @rule(scorer=ONE, other=ONE, luck=LUCK)
    def play_two_hands(self, scorer: int, other: int, luck: int) -> None:
        self.play_a_hand(scorer, luck)
        self.play_a_hand(other, luck + 2)

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def write_nonsense(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.nonsense)

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def say_who_made_it(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.outcome)

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def correct(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.correction)

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def spoil_the_hand(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.void)

    @rule(scorer=ONE, fresh=FRESH, undone=st.integers(1, 3), written=st.booleans(), redone=st.integers(0, 4))
    def undo_and_redo(self, scorer: int, fresh: bool, undone: int, written: bool, redone: int) -> None:
        """Check that a write after an undo leaves nothing to redo."""
        for do in ["undo"] * undone + ["rename"] * written + ["redo"] * redone:
            rename = actions.of_somebody("rename", name=actions.NAMES)
            self.submit(scorer, fresh, undone, rename if do == "rename" else lambda _luck, _sheet, do=do: {"do": do})

    @rule(scorer=ONE, fresh=FRESH)
    def redo(self, scorer: int, fresh: bool) -> None:
        self.submit(scorer, fresh, 0, lambda _luck, _sheet: {"do": "redo"})

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def sit_down(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.join)

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def get_up(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.of_somebody("leave"))

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def come_back(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.of_somebody("return"))

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def give_points(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.points_by_hand)

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def rename(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.of_somebody("rename", name=[*actions.NAMES, "BOB", "=1+1", " "]))

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def change_seats(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.swap)

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def say_who_deals(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.of_somebody("dealer"))

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def plan_hands(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.plan)

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def end_or_reopen(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(scorer, fresh, luck, actions.ending)

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def change_the_ladder(self, scorer: int, fresh: bool, luck: int) -> None:
        self.submit(
            scorer, fresh, luck, lambda luck, _sheet: {"do": "ladder", "ladder": luck.choice(self.setup.ladders)}
        )

    @rule(scorer=ONE, fresh=FRESH, luck=LUCK)
    def count_by_another_scheme(self, scorer: int, fresh: bool, luck: int) -> None:
        """Change the scheme, unless a player did not bid: only Boerenbridge defines points for that."""
        schemes = SCHEMES if self.all_have_bid() else ["boerenbridge"]
        self.submit(scorer, fresh, luck, lambda luck, _sheet: {"do": "scheme", "scheme": luck.choice(schemes)})

    def all_have_bid(self) -> bool:
        sheet = self.record.sheet()
        hands = [(row.hand, row.bids) for row in sheet.rows if row.kind == "hand"]
        if sheet.bids:
            hands.append((sheet.open_hand(), sheet.bids["bids"]))
        return all(hand is not None and set(bids) == set(hand.order) for hand, bids in hands)

    @rule(luck=LUCK, wanted=st.sampled_from([actions.go_on, actions.correction, actions.swap]))
    def write_the_same(self, luck: int, wanted: Any) -> None:
        """Let both scorers look, and both record the same."""
        for device in self.devices:
            if device.seen != self.record.version:
                device.look()
        for device in self.devices:
            self.send(device, wanted(Random(luck), self.record.sheet(device.seen)))

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

    @precondition(lambda self: self.record.version > self.started + 12)
    @rule()
    def start_again(self) -> None:
        """Restart the server while the browsers stay open."""
        self.started = self.record.version
        self.server.close()
        self.server.start()
        for device in self.devices:
            assert isinstance(device.way, Within)
            device.way.client.application = self.server.app
        self.check(Scorekeeper(Within(self.server.app)).visit(f"/games/{self.devices[0].game}"))


def by_name(sheet: Sheet, values: dict[str, int]) -> dict[str, int]:
    return {sheet.names[player]: value for player, value in values.items()}


def row_by_name(sheet: Sheet, row: Row) -> Any:
    hand = [row.hand.number, row.hand.cards, sheet.names[row.hand.dealer]] if row.hand else []
    bids, taken = by_name(sheet, row.bids), by_name(sheet, row.taken or {})
    return (row.kind, by_name(sheet, row.points), by_name(sheet, row.totals), hand, bids, taken)


def of_row(row: dict[str, Any]) -> Any:
    kind = next((name for name in ("entry", "adjust") if name in row), "void" if row.get("void") else "hand")
    hand = [row["hand"], row["cards"], row["dealer"]] if "hand" in row else []
    return (kind, row["points"], row["totals"], hand, row.get("bids", {}), row.get("taken", {}))


def csv_totals(text: str) -> list[dict[str, int]]:
    """Return the totals of every CSV row except the current hand's, which has only bids."""
    totals = [
        {head.removesuffix(" total").removeprefix("'"): int(cell) for head, cell in row.items()
         if cell and head.endswith(" total")}
        for row in csv_rows(text)
    ]  # fmt: skip
    return [row_totals for row_totals in totals if row_totals]


@pytest.mark.parametrize("setup", sampled(SETUPS, 3), ids=lambda setup: setup.scheme)
def test_two_scorers_and_the_oracle_agree_whatever_they_do(setup: Setup, tmp_path: Path) -> None:
    """Run games of 50 steps each; a soak run has 100,000 steps with a new seed, which SCOREPAD_DICE can repeat."""

    class Table(Evening):
        pass

    given_dice = os.environ.get("SCOREPAD_DICE")
    dice = int(given_dice) if given_dice else secrets.randbits(32) if SOAK else 1
    phases = tuple(Phase) if given_dice else (Phase.generate,)  # shrinking a long example takes ten minutes
    with contextlib.closing(Server(tmp_path)) as server:
        Table.setup, Table.server = setup, server
        while Table.steps < often(400, 100_000) / len(SETUPS):
            print("dice", dice)
            run_state_machine_as_test(
                seed(dice)(Table),
                settings=settings(
                    max_examples=often(2, 40), stateful_step_count=often(30, 60), phases=phases, print_blob=True,
                    deadline=None, database=None, suppress_health_check=list(HealthCheck),
                ),
            )  # fmt: skip
            dice += 1
