"""Recorded games give the same sheet by every input: the command line, an upload, and form by form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from builders import csv_rows
from html_pages import Page, Typed
from program import run
from scorekeeper import Scorekeeper, new_game
from web.hands.calls import calls

from scorepad.rules import rulebook

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


@pytest.mark.parametrize("name", NAMES)
def test_it_is_tapped_form_by_form(keeper: Scorekeeper, name: str) -> None:
    game, sheet = recorded(name)
    tapping = Tapping(keeper, game)
    for entry in game["record"]:
        tapping.tap(entry)
    assert sheet_of(keeper, keeper.visit(tapping.game)) == sheet


class Tapping:
    """Entries of a game file, typed into the pages; the pages name players p1, p2 … in order of arrival."""

    def __init__(self, keeper: Scorekeeper, file: dict[str, Any]) -> None:
        self.keeper = keeper
        self.ids = {name: f"p{seat}" for seat, name in enumerate(file["players"], 1)}
        house = dict(file.get("house", {}))
        typed: dict[str, Typed] = {
            name: file[name] for name in ("scorer", "location", "stake", "until") if name in file
        }
        if seat := file["players"].index(file.get("first_dealer", file["players"][0])):
            typed["first_dealer"] = f"seat.{seat + 1}"
        ladder = house.pop("ladder", None)
        typed |= {"ladder": ladder} if ladder else {}
        typed |= {"house": _toml(house)} if house else {}
        scheme = str(file.get("scheme") or rulebook.find(file["rulebook"]).scheme)
        page = new_game(keeper, file["rulebook"], *file["players"], scheme=scheme, **typed)
        assert page.status == 200, page.refusals
        self.game = page.path

    def tap(self, entry: dict[str, Any]) -> None:
        kind, text = next(iter(entry.items()))
        if self.keeper.page.path != self.game:
            self.keeper.visit(self.game)
        getattr(self, f"_{kind}")(text)
        assert self.keeper.page.status == 200, (entry, self.keeper.page.refusals)

    def _hand(self, hand: dict[str, Any]) -> None:
        calls(self.keeper, *hand.get("auction", []))
        form = self.keeper.page.form("/bids") if "bids" in hand else None
        if form is not None:
            self.keeper.send_form(form, self._said(hand, "bid", "bids"))
            assert self.keeper.page.status == 200, self.keeper.page.refusals
        if "taken" in hand or "made" in hand:
            self.keeper.send_form(self.keeper.page.form("/taken"), self._said(hand, "taken", "taken"))

    def _said(self, hand: dict[str, Any], field: str, key: str) -> dict[str, Typed]:
        """Return what a form of this hand receives: the players' numbers, and the form's other fields."""
        typed: dict[str, Typed] = {f"{field}.{self.ids[name]}": value for name, value in hand.get(key, {}).items()}
        if field == "taken":
            yes_no = {True: "yes", False: "no"}
            typed |= {f"made.{self.ids[name]}": yes_no[made] for name, made in hand.get("made", {}).items()}
        there = {name for form in self.keeper.page.forms for name in form.names}
        typed |= {name: hand[name] for name in ("trump", "turned", "cancelled") if name in hand and name in there}
        if "chosen_by" in hand and "chosen_by" in there:
            typed["chosen_by"] = self.ids[hand["chosen_by"]]
        for name, marks in hand.get("marks", {}).items():
            result = {f"mark.{mark}.{self.ids[name]}": value for mark, value in marks.items()}
            there_marked = {item: value for item, value in result.items() if item in there}
            typed |= {item: bool(value) if value in (0, 1) else value for item, value in there_marked.items()}
        if field == "bid" and hand.get("contract"):
            typed |= self._contract(hand["contract"])
        if hand.get("hook_waived") and field == "bid":
            typed["hook_waived"] = True
        return typed

    def _contract(self, contract: dict[str, Any]) -> dict[str, Typed]:
        doubler = contract.get("doubler")
        return {
            "contract.declarer": self.ids[contract["declarer"]],
            "contract.level": contract["level"],
            "contract.doubler": self.ids[doubler] if doubler else "",
            "contract.redoubled": contract.get("redoubled", False),
        }

    def _correct(self, changes: dict[str, Any]) -> None:
        self.keeper.visit(f"{self.game}/hands/{changes['hand']}/correction")
        typed = self._said(changes, "bid", "bids") | self._said(changes, "taken", "taken")
        self.keeper.send_form(self.keeper.page.form("/correction"), typed)

    def _at_table(self, which: str, **typed: Typed) -> None:
        self.keeper.visit(f"{self.game}/table")
        self.keeper.send(which, **typed)

    def _join(self, fields: dict[str, Any]) -> None:
        before, points = fields.get("before"), fields.get("points")
        self.ids[fields["player"]] = f"p{len(self.ids) + 1}"
        self._at_table("/players", name=fields["player"], before=before or "", points="" if points is None else points)

    def _leave(self, fields: dict[str, Any]) -> None:
        self._at_table(f"/{self.ids[fields['player']]}/leave")

    def _return(self, fields: dict[str, Any]) -> None:
        self._at_table(f"/{self.ids[fields['player']]}/return")

    def _rename(self, fields: dict[str, Any]) -> None:
        self._at_table(f"/{self.ids[fields['player']]}/name", name=fields["name"])
        self.ids[fields["name"]] = self.ids.pop(fields["player"])

    def _swap(self, fields: dict[str, Any]) -> None:
        self._at_table("/swap", one=fields["players"][0], other=fields["players"][1])

    def _adjust(self, fields: dict[str, Any]) -> None:
        self._at_table(
            "/adjustments", player=fields["player"], adjust_points=fields["points"], why=fields.get("why", "")
        )

    def _dealer(self, fields: dict[str, Any]) -> None:
        self.keeper.visit(f"{self.game}/table")
        form = self.keeper.page.form("/dealer")
        self.keeper.forge(form, **{key: self.ids[name] for key, name in fields.items()})

    def _misdeal(self, fields: dict[str, Any]) -> None:
        self._void(void="misdeal", wrong_count=[self.ids[name] for name in fields.get("wrong_count", [])])

    def _misplay(self, fields: dict[str, Any]) -> None:
        self._void(void="misplay", player=self.ids[fields["player"]])

    def _void(self, **fields: str | list[str]) -> None:
        """Charge a void hand whose bids the file does not have; the page does so only after the bids."""
        page = self.keeper.follow("Misdeal or misplay")
        self.keeper.forge(page.form("/void"), **fields)

    def _comment(self, fields: dict[str, Any]) -> None:
        form = self.keeper.page.form("/comments")
        hand = fields.get("hand")
        self.keeper.forge(form, text=fields["text"], hand="" if hand is None else str(hand))

    def _plan(self, fields: dict[str, Any]) -> None:
        self.keeper.visit(f"{self.game}/course")
        self.keeper.send("/plan", cards=" ".join(map(str, fields["cards"])))

    def _closing(self, fields: dict[str, Any]) -> None:
        self.keeper.visit(f"{self.game}/course")
        self.keeper.forge(self.keeper.page.form("/closing"), hands=str(fields["hands"]))

    def _end(self, _said: dict[str, Any]) -> None:
        self.keeper.visit(f"{self.game}/course")
        self.keeper.send("/end")

    def _reopen(self, _said: dict[str, Any]) -> None:
        self.keeper.send("/reopen")

    def _house(self, fields: dict[str, Any]) -> None:
        self.keeper.visit(f"{self.game}/house")
        self.keeper.send("/house", house=_toml(fields))

    def _scheme(self, fields: dict[str, Any]) -> None:
        self.keeper.visit(f"{self.game}/house")
        self.keeper.send("/scheme", scheme=fields["scheme"])

    def _details(self, fields: dict[str, Any]) -> None:
        self.keeper.visit(f"{self.game}/house")
        self.keeper.send("/details", **fields)


def _toml(house: dict[str, Any]) -> str:
    """Return house rules as TOML, one key per line, as a person types them."""
    return "\n".join(f"{key} = {_toml_value(value)}" for key, value in house.items())


def _toml_value(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml_value(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml_value, value)) + "]"
    return json.dumps(value)
