"""The form that splits a table: what was chosen, read from an address or a form, and written into the next one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from scorepad.game.decide.splitting import LETTERS, Newcomer
from scorepad.web.numbers_typed import whole

WAYS = ("seat", "draw", "hand")
MOST_NEWCOMERS = 21
MOST_PLACES = 999  # in an order that was drawn
MOST_OTHERS = 20  # running games offered to be taken in

Pairs = Iterator[tuple[str, str]]


@dataclass(frozen=True)
class SplitForm:
    """`others` are ids of games; `order` was drawn; `chosen` says a table by name, `dealers` and `scorers` a name by
    letter ("" where there is only one table)."""

    newcomers: list[Newcomer]
    others: list[str]
    way: str
    order: list[int]
    chosen: dict[str, str]
    restart: bool
    dealers: dict[str, str]
    scorers: dict[str, str]

    @classmethod
    def read(cls, sent: MultiDict[str, str]) -> SplitForm:
        """The form out of an address or what was sent; what makes no sense in it counts as not said."""
        way = next((one for one in WAYS if one == sent.get("way")), WAYS[0])
        by_hand = [key for key in sent if key.startswith("table.")] if way == "hand" else []
        order = sent.get("order", "").split(".")
        numbers = range(1, MOST_NEWCOMERS + 1)
        come = [Newcomer(sent.get(f"name.{n}", "").strip(), sent.get(f"before.{n}") or None) for n in numbers]
        return cls(
            newcomers=[one for one in come if one.name],
            others=list(dict.fromkeys(sent.getlist("with")))[:MOST_OTHERS],
            way=way,
            order=[place for one in order if (place := whole(one, 0, MOST_PLACES)) is not None],
            chosen={key.removeprefix("table."): sent[key] for key in by_hand},
            restart=bool(sent.get("restart")),
            dealers=_by_letter(sent, "dealer"),
            scorers=_by_letter(sent, "scorer"),
        )

    @property
    def drawn(self) -> str:
        """The order as the form carries it."""
        return ".".join(map(str, self.order))

    def pairs(self) -> Pairs:
        """Everything that says who sits where, as fields; who deals and scores is asked anew."""
        for number, one in enumerate(self.newcomers, 1):
            yield f"name.{number}", one.name
            yield f"before.{number}", one.before or ""
        yield from (("with", game_id) for game_id in self.others)
        yield "way", self.way
        yield "order", self.drawn
        yield from ((f"table.{name}", letter) for name, letter in self.chosen.items())
        yield "restart", "1" if self.restart else ""


def _by_letter(sent: MultiDict[str, str], field: str) -> dict[str, str]:
    return {letter: sent[f"{field}.{letter}"] for letter in ("", *LETTERS) if f"{field}.{letter}" in sent}
