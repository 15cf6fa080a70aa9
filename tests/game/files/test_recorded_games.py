"""Recorded games give the same sheet by every input: the command line, an upload, and form by form."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders import csv_rows
from html_pages import Page, Typed
from program import run
from scorekeeper import Scorekeeper, new_game
from soak import sampled
from web.hands.calls import calls

GAMES = Path(__file__).parent.parent.parent / "games"
NAMES = sorted(path.name.removesuffix(".sheet.json") for path in GAMES.glob("*.sheet.json"))


def recorded(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a game file and its expected sheet."""
    game, sheet = (json.loads((GAMES / f"{name}{ending}").read_text("utf-8")) for ending in (".json", ".sheet.json"))
    return game, sheet


def sheet_of(keeper: Scorekeeper, game: Page) -> Any:
    assert game.status == 200, game.refusals
    return json.loads(keeper.visit(f"{game.path}/sheet.json").source)


def test_there_are_games_to_read() -> None:
    assert len(NAMES) >= 5
    assert {path.name for path in GAMES.glob("*.json")} == {f"{name}{end}" for name in NAMES for end in ENDINGS}


ENDINGS = (".json", ".sheet.json")


@pytest.mark.parametrize("name", NAMES)
def test_the_command_line_scores_it(tmp_path: Path, name: str) -> None:
    assert run(tmp_path, "score", GAMES / f"{name}.json", "--format", "json").json == recorded(name)[1]


@pytest.mark.parametrize("name", NAMES)
def test_the_command_line_writes_it_for_spreadsheets(tmp_path: Path, name: str) -> None:
    """Columns are compared by name; an additional column is allowed."""
    expected = csv_rows((GAMES / f"{name}.sheet.csv").read_text("utf-8"))
    rows = csv_rows(run(tmp_path, "score", GAMES / f"{name}.json", "--format", "csv").bytes.decode())
    assert [{head: row[head] for head in known} for row, known in zip(rows, expected, strict=True)] == expected


@pytest.mark.parametrize("name", NAMES)
def test_the_file_is_read_in_and_written_out_again(keeper: Scorekeeper, name: str) -> None:
    game, sheet = recorded(name)
    page = keeper.send_form(keeper.visit("/more").form("/upload"), {"file": ("game.json", json.dumps(game).encode())})
    assert "The game is imported." in page.status_text, page.refusals
    assert sheet_of(keeper, page) == sheet
    for kind in ("", "?log=1"):
        file = keeper.visit(f"{page.path}/game.json{kind}").body
        looked_at = keeper.send_form(
            keeper.visit("/import").form("/import"), {"files": ("game.json", file), "again": True}
        )
        again = keeper.send_form(looked_at.form("/import"), {}, "Import 1 evening")
        assert again.path != page.path
        assert sheet_of(keeper, again) == sheet


@pytest.mark.parametrize("name", sampled(NAMES, 2))
def test_it_is_tapped_form_by_form(keeper: Scorekeeper, name: str) -> None:
    game, sheet = recorded(name)
    tapping = Tapping(keeper, game)
    for entry in game["record"]:
        tapping.tap(entry)
    assert sheet_of(keeper, keeper.visit(tapping.game)) == sheet


class Tapping:
    """Entries of a game file, typed into the pages; the pages name players p1, p2 … in order of arrival.

    It has what the recorded games need; another kind of entry or field fails.
    """

    def __init__(self, keeper: Scorekeeper, file: dict[str, Any]) -> None:
        self.keeper = keeper
        self.ids = {name: f"p{seat}" for seat, name in enumerate(file["players"], 1)}
        typed: dict[str, Typed] = {
            name: file[name] for name in ("scorer", "location", "stake", "until") if name in file
        }
        if seat := file["players"].index(file.get("first_dealer", file["players"][0])):
            typed["first_dealer"] = f"seat.{seat + 1}"
        page = new_game(keeper, file["rulebook"], *file["players"], **typed, **file.get("house", {}))
        assert page.status == 200, page.refusals
        self.game = page.path

    def tap(self, entry: dict[str, Any]) -> None:
        kind, text = next(iter(entry.items()))
        if self.keeper.page.path != self.game:
            self.keeper.visit(self.game)
        getattr(self, f"_{kind}")(text)
        assert self.keeper.page.status == 200, (entry, self.keeper.page.refusals)

    def _hand(self, hand: dict[str, Any]) -> None:
        assert hand.keys() <= {"auction", "bids", "contract", "taken", "trump"}
        calls(self.keeper, *hand.get("auction", []))
        if "bids" in hand:
            form = self.keeper.page.form("/bids")
            trump = {"trump": hand["trump"]} if "trump" in hand and "trump" in form.names else {}
            contract = self._contract(hand["contract"]) if "contract" in hand else {}
            self.keeper.send_form(form, self._numbers("bid", hand["bids"]) | trump | contract)
            assert self.keeper.page.status == 200, self.keeper.page.refusals
        self.keeper.send_form(self.keeper.page.form("/taken"), self._numbers("taken", hand["taken"]))

    def _numbers(self, field: str, numbers: dict[str, int]) -> dict[str, Typed]:
        return {f"{field}.{self.ids[name]}": number for name, number in numbers.items()}

    def _contract(self, contract: dict[str, Any]) -> dict[str, Typed]:
        return {
            "contract.declarer": self.ids[contract["declarer"]], "contract.level": contract["level"],
            "contract.doubler": self.ids.get(contract["doubler"], ""), "contract.redoubled": contract["redoubled"],
        }  # fmt: skip

    def _correct(self, changes: dict[str, Any]) -> None:
        self.keeper.visit(f"{self.game}/hands/{changes['hand']}/correction")
        self.keeper.send_form(self.keeper.page.form("/correction"), self._numbers("taken", changes["taken"]))

    def _at_table(self, which: str, **typed: Typed) -> None:
        self.keeper.visit(f"{self.game}/table")
        self.keeper.send(which, **typed)

    def _join(self, fields: dict[str, Any]) -> None:
        self.ids[fields["player"]] = f"p{len(self.ids) + 1}"
        self._at_table("/players", name=fields["player"], before=fields.get("before", ""))

    def _adjust(self, fields: dict[str, Any]) -> None:
        self._at_table("/adjustments", player=fields["player"], adjust_points=fields["points"], why=fields["why"])

    def _misdeal(self, fields: dict[str, Any]) -> None:
        self._void(void="misdeal", wrong_count=[self.ids[name] for name in fields["wrong_count"]])

    def _misplay(self, fields: dict[str, Any]) -> None:
        self._void(void="misplay", player=self.ids[fields["player"]])

    def _void(self, **fields: str | list[str]) -> None:
        """Charge a void hand whose bids the file does not have; the page does so only after the bids."""
        page = self.keeper.follow("This hand went wrong")
        self.keeper.forge(page.form("/void"), **fields)

    def _closing(self, fields: dict[str, Any]) -> None:
        self.keeper.visit(f"{self.game}/course")
        self.keeper.forge(self.keeper.page.form("/closing"), hands=str(fields["hands"]))
