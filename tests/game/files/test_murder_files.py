"""Every worked hand of rules.md A1.6 as a game file, through `scorepad score`."""

import json
from pathlib import Path
from typing import Any

import pytest
from murder import HANDS, NAMES, Hand, calls_to
from program import run

from scorepad.game.files.game_file import FORMAT


def scored(folder: Path, players: list[str], ladder: str, *record: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of `scorepad score` for a game of Murder."""
    file = folder / "evening.json"
    data = {"format": FORMAT, "rulebook": "murder", "house": {"ladder": ladder}, "players": players, "record": record}
    file.write_text(json.dumps(data), encoding="utf-8")
    sheet: dict[str, Any] = run(folder, "score", "evening.json", "--format", "json").json
    return sheet


@pytest.mark.parametrize("by_calls", [True, False], ids=["called", "outcome"])
@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.title[:3])
def test_a_golden_hand_scores_as_printed(tmp_path: Path, hand: Hand, by_calls: bool) -> None:
    players = [*NAMES[: len(hand.players)]]
    who = dict(zip(players, hand.players, strict=True))
    roles = {player.role: name for name, player in who.items()}
    outcome = {
        "trump": "N" if hand.title.startswith("M22") else "S",
        "bids": {name: player.bid for name, player in who.items()},
        "contract": {
            "declarer": roles["declarer"], "level": who[roles["declarer"]].bid,
            "doubler": roles.get("doubler"), "redoubled": hand.redoubled,
        },
    }  # fmt: skip
    fields = {"auction": [*calls_to(hand)]} if by_calls else outcome
    before = [{"adjust": {"player": name, "points": player.before}} for name, player in who.items() if player.before]
    played = {"hand": {**fields, "taken": {name: player.taken for name, player in who.items()}}}
    sheet = scored(tmp_path, players, f"{hand.cards}" if hand.last else f"{hand.cards} 3", *before, played)
    row = sheet["rows"][-1]
    assert row["points"] == {name: player.points for name, player in who.items()}
    assert row["totals"] == {name: player.before + player.points for name, player in who.items()}
    assert sheet["finished"] == hand.last
    assert ("auction" in row) == by_calls
