"""An evening at Mr Pike's table on a real server: a late player, a correction, a crash and a tie.

The test computes every number again from the printed rules (rules.md A3, B3, D), with its own arithmetic.
"""

import contextlib
import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from html_pages import Form, Page
from program import started
from scorekeeper import Scorekeeper, Wired, new_game


@dataclass
class Paper:
    """The sheet as a person would write it with a pencil."""

    totals: dict[str, int] = field(default_factory=lambda: {"Ann": 0, "Bob": 0, "Cat": 0})
    after: list[dict[str, int]] = field(default_factory=list)

    def hand(self, bids: dict[str, int], taken: dict[str, int]) -> None:
        for name, bid in bids.items():
            off = abs(bid - taken[name])
            self.totals[name] += 10 + bid if off == 0 else -(10 + off)
        self.after.append(dict(self.totals))

    def join(self, name: str) -> int:
        """Add a player half-way between the worst total and the median, rounded to the nearest whole, a half down."""
        doubled = min(self.totals.values()) + median(self.totals.values())  # twice the half-way value
        points = int(doubled // 2) + (1 if doubled / 2 - doubled // 2 > 0.5 else 0)
        self.totals[name] = points
        return points


Hand = tuple[dict[str, int], dict[str, int]]


def hand_of(names: str, bids: list[int], taken: list[int]) -> Hand:
    players = names.split()
    return dict(zip(players, bids, strict=True)), dict(zip(players, taken, strict=True))


EARLY = [
    hand_of("Ann Bob Cat", *numbers)
    for numbers in [([2, 1, 1], [2, 2, 1]), ([0, 2, 1], [0, 2, 2]), ([1, 1, 0], [1, 2, 0])]
]
RIGHT_HAND_3 = hand_of("Ann Bob Cat", [1, 1, 0], [2, 1, 0])
LATER = [
    hand_of("Ann Bob Cat Dora", *numbers)
    for numbers in [
        ([1, 0, 1, 0], [0, 0, 2, 0]),
        ([0, 0, 0, 1], [0, 0, 0, 1]),
        ([1, 0, 0, 1], [1, 0, 0, 1]),
        ([1, 1, 0, 1], [1, 1, 0, 1]),
        ([0, 2, 1, 1], [1, 2, 0, 1]),
    ]
]
LAST = hand_of("Ann Bob Cat Dora", [2, 0, 1, 1], [3, 0, 1, 1])
EXTRA = hand_of("Ann Bob Cat Dora", [1, 2, 1, 0], [1, 3, 1, 0])


# --- the evening --------------------------------------------------------------------------------------------


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], Wired]]:
    """Start Scorepad on the same games; at the end it is killed without warning, as by an empty battery."""
    with started(folder) as running:
        assert running.stdout is not None
        yield running, Wired(int(re.findall(r":(\d+)", running.stdout.readline())[0]))


def play(keeper: Scorekeeper, hand: Hand) -> Page:
    bids, taken = hand
    keeper.bid(**bids)
    page = keeper.take(**taken)
    assert page.status == 200, page.refusals
    return page


def test_an_evening_with_a_latecomer_a_correction_a_crash_and_a_tie(tmp_path: Path) -> None:
    with serving(tmp_path) as (_program, wire):
        keeper, paper = Scorekeeper(wire), Paper()
        game = _begin(keeper)
        _first_three_hands_and_dora(keeper, paper)
        _hand_3_is_corrected_in_hand_6(keeper, game, paper)
        taps = _taps_before_the_battery_is_empty(keeper)
        tapped = keeper.page.form("/bids")
    with serving(tmp_path) as (program, again):
        wire.port = again.port
        _hand_9_goes_on(keeper, game, paper, taps, tapped)
        _a_tie_and_its_extra_hand(keeper, paper)
        sheet = json.loads(keeper.visit(f"{game}/sheet.json").source)
        assert [row["totals"] for row in sheet["rows"] if "hand" in row] == paper.after
        assert (sheet["totals"], sheet["winners"]) == (paper.totals, ["Dora"])
        program.terminate()
        assert program.communicate(timeout=60)[1] == ""


def _begin(keeper: Scorekeeper) -> str:
    """Find Mr Pike's game as a new user, and choose the number of cards."""
    page = keeper.visit("/")
    assert "you play with real cards, Scorepad keeps score" in page.text
    keeper.follow("New game")
    page = keeper.follow("Mr Pike's Oh Hell!")
    assert page.form("Start").value("ladder") == "top-1-top"
    page = new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="5-1-5", stake="10", location="Kitchen")
    assert (page.title, page.status) == ("Hand 1", 200)
    assert "8 to go" in page.text
    return page.path


def _first_three_hands_and_dora(keeper: Scorekeeper, paper: Paper) -> None:
    for number, hand in enumerate(EARLY, 1):
        paper.hand(*hand)
        page = play(keeper, hand)
        assert page.totals == paper.totals
        assert f"Hand {number} is saved." in page.status_text
    keeper.follow("Players")
    points = paper.join("Dora")
    page = keeper.send("/players", name="Dora")
    assert page.totals == paper.totals
    assert page.totals["Dora"] == points


def _hand_3_is_corrected_in_hand_6(keeper: Scorekeeper, game: str, wrong: Paper) -> None:
    for hand in LATER[:2]:
        wrong.hand(*hand)
        play(keeper, hand)
    assert keeper.page.title == "Hand 6"
    bids, _taken = LATER[2]
    keeper.bid(**bids)
    keeper.correct(3)
    taken = {f"taken__{keeper.page.player(name)}": tricks for name, tricks in RIGHT_HAND_3[1].items()}
    page = keeper.send("/correction", **taken)
    right = replayed()
    assert page.totals == right.totals != wrong.totals
    assert right.totals["Dora"] != wrong.totals["Dora"], "Dora began with other points, too"
    page = keeper.send("/undo")
    assert page.totals == wrong.totals
    assert page.form("/taken"), "hand 6 is still being played"
    assert keeper.send("/redo").totals == right.totals
    wrong.totals, wrong.after = right.totals, right.after
    for hand in LATER[2:]:
        wrong.hand(*hand)
        page = keeper.take(**hand[1]) if hand is LATER[2] else play(keeper, hand)
        assert page.totals == wrong.totals


def replayed() -> Paper:
    """Return the paper of five hands with the corrected hand 3."""
    paper = Paper()
    for hand in [*EARLY[:2], RIGHT_HAND_3]:
        paper.hand(*hand)
    paper.join("Dora")
    for hand in LATER[:2]:
        paper.hand(*hand)
    return paper


def _taps_before_the_battery_is_empty(keeper: Scorekeeper) -> dict[str, int]:
    assert keeper.page.title == "Hand 9"
    taps = {keeper.page.player(name): bid for name, bid in list(LAST[0].items())[:3]}
    for player, bid in taps.items():
        assert keeper.tap(f"bid.{player}", bid).status == 200
    return taps


def _hand_9_goes_on(keeper: Scorekeeper, game: str, paper: Paper, taps: dict[str, int], tapped: Form) -> None:
    page = keeper.visit(game)
    form = page.form("/bids")
    assert {player: form.value(f"bid.{player}") for player in taps} == {
        player: str(bid) for player, bid in taps.items()
    }
    assert page.totals == paper.totals
    dora = page.player("Dora")
    assert form.value(f"bid.{dora}") is None
    # The phone still shows the page from before the restart: its CSRF token is still valid.
    keeper.send_form(tapped, {**{f"bid.{player}": bid for player, bid in taps.items()}, f"bid.{dora}": LAST[0]["Dora"]})


def _a_tie_and_its_extra_hand(keeper: Scorekeeper, paper: Paper) -> None:
    paper.hand(*LAST)
    page = keeper.take(**LAST[1])
    assert page.totals == paper.totals
    best = max(paper.totals.values())
    assert [name for name, total in paper.totals.items() if total == best] == ["Bob", "Dora"]
    assert page.title == "Hand 10"
    assert "5 cards" in page.text
    assert "extra hand" in page.text
    paper.hand(*EXTRA)
    page = play(keeper, EXTRA)
    assert page.totals == paper.totals
    assert "Dora wins" in page.text
