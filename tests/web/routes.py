"""The routes of the program, and an address for each."""

from flask import Flask
from html_pages import Answer
from scorekeeper import Scorekeeper
from werkzeug.routing import Rule

GAME = "/games/<game_id>"
NO_PAGES = {"static", "worker"}


def routes(app: Flask) -> list[tuple[str, str, Rule]]:
    """Return every rule with each of its methods: ("POST /games", "POST", the rule)."""
    rules = app.url_map.iter_rules()
    return [
        (f"{way} {rule.rule}", way, rule) for rule in rules for way in sorted({"GET", "POST"} & (rule.methods or set()))
    ]


def address(rule: Rule, game_id: str) -> str:
    """Return the rule's address in this game."""
    ours = {
        "game_id": game_id,
        "number": "1",
        "player": "p1",
        "sent": "x",
        "kind": "look",
        "filename": "style.css",
        "name": "Zoë",
        "id": "x",
    }
    key = "ohell" if "rulebooks" in rule.rule else "standard"
    path = rule.rule.replace("<int:", "<").replace("<path:", "<").replace("<person:", "<")
    for name in rule.arguments - set(rule.defaults or ()):
        path = path.replace(f"<{name}>", {**ours, "key": key}[name])
    return path


def ask(somebody: Scorekeeper, method: str, path: str) -> Answer:
    return somebody.way.ask(method, path)
