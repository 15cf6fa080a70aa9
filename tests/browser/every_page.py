"""Every page of a Scorepad with games of many kinds."""

from datetime import datetime, timedelta
from urllib.parse import quote

from flask import Flask

from browser.phone import LONG
from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository

FILES = (".csv", ".json", ".pdf", ".xlsx", ".png", ".toml", ".zip", ".js")


NO_PAGES = {
    "static",
    "login.enter",
    "table_view.version",
    "event_streams.stream",
    "front_pages.health",
    "importing.progress",
}


MADE = "split.made"  # its address ends in data from its form: see `split_pages`


def hand(names: tuple[str, ...], cards: int) -> dict[str, object]:
    """Return a hand where the first player misses and the last one takes all tricks."""
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
    """Add games that differ in their appearance; return their paths."""
    gone_by = f"{datetime.now().astimezone() - timedelta(minutes=1):%H:%M}"  # so that the last hands are offered
    files = (
        game("pike", LONG[:4], 3, "10x12", cards=10, location="Thursday at the mill", scorer="Di", date="2026-11-20"),
        game("pike", LONG, 2, "2x3 7x9", open={"hand": {"bids": dict.fromkeys(LONG, 0)}}),
        game("pike", LONG, 2, "2x2", stake=5),
        game("murder", LONG[:5], 0, "3-7", until=gone_by),
    )
    return ["/games/" + repository.keep(read_game(file), by="test") for file in files]


def over_the_years(repository: GameRepository) -> None:
    """Add finished games with a merged name, a similar name and a hidden person."""
    for names in (LONG[:4], (LONG[0][:-1], *LONG[1:4]), (LONG[0][:5], "Ida", LONG[4])):
        totals = {"totals": {name: place for place, name in enumerate(names)}}
        file = {"format": "scorepad-game/1", "rulebook": "pike", "players": list(names), "record": [totals]}
        repository.keep(read_game(file), by="test")
    repository.evenings.join(LONG[0][:-1], LONG[0])
    repository.evenings.hide(LONG[4])


def pages(app: Flask, games: list[str]) -> list[str]:
    """Return the path of every page, with a game, a hand or a rule file filled in."""
    of_game = [
        rule.rule for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.endpoint not in {*NO_PAGES, MADE} and not rule.rule.endswith(FILES)
    ]  # fmt: skip
    paths = ["/games/new?rulebook=" + quote(key) for key in ("pike", "murder", "okenuff")]
    for rule in of_game:
        if "<game_id>" in rule:
            of = games[1:2] if rule.endswith("/unsent") else games  # the same for every game
            paths += [game + rule.removeprefix("/games/<game_id>").replace("<int:number>", "1") for game in of]
        else:
            key = quote(LONG[0]) if "<person:name>" in rule else "murder" if "<" in rule else ""
            paths.append(rule.split("<")[0] + key + (rule.split(">")[1] if key else ""))
    return [path for path in paths if not _leads_to_the_game(path, recorded=not path.startswith(games[3]))]


def _leads_to_the_game(path: str, *, recorded: bool) -> bool:
    """Return whether this address only redirects to the game's page, depending on whether hand 1 is recorded."""
    return path.endswith("/hands/1/void" if recorded else ("/hands/1/correction", "/hands/1"))
