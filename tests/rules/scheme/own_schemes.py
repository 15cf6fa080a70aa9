"""Schemes of the tests."""

from pathlib import Path
from typing import Any

from scorepad.rules.scheme import Scheme

SCHEMES = Path(__file__).parent.parent.parent / "schemes"
TOML = 'name = "Ours"\nwinner = "high"\n\n[[points]]\nwhen = "made"\ngive = "10 + bid"\n\n[[points]]\ngive = "0"\n'


def house(name: str) -> Scheme:
    return Scheme.from_toml((SCHEMES / f"{name}.toml").read_text(encoding="utf-8"), name)


def scheme_of(give: str = "bid", **more: Any) -> Scheme:
    return Scheme.from_dict({"name": "Ours", "winner": "high", "points": [{"give": give}], **more})
