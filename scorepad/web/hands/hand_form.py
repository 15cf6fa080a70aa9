"""What a form says of a hand, read into the model's own words; what is no number stays as typed, to be refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypedDict

from scorepad.game.state.events import Contract, Marks, doubled_by
from scorepad.rules import cards
from scorepad.rules.rulebook.turned_card import as_tapped
from scorepad.rules.scheme import Scheme
from scorepad.web.fields import Typed
from scorepad.web.numbers_typed import number


def instead(form: Typed) -> bool:
    """Whether what is sent is to stand even where another scorer has written meanwhile."""
    return form.get("instead") == "yes"


def by_player(form: Typed, field: str, players: Iterable[str]) -> dict[str, Any]:
    """`bid.p1=2&bid.p2=0` as {"p1": 2, "p2": 0}; players without a value are left out: unset is not zero."""
    values = {player: number(form.get(f"{field}.{player}")) for player in players}
    return {player: value for player, value in values.items() if value is not None}


def outcome(form: Typed, players: Sequence[str]) -> dict[str, Any]:
    """What is said of the tricks, by field: `made.p1=yes` and `off.p2=1` as {"made": {"p1": True}, "off": {"p2": 1}}.
    Fields and players without a value are left out."""
    made = {player: form[f"made.{player}"] == "yes" for player in players if form.get(f"made.{player}")}
    said = {"made": made, **{name: by_player(form, name, players) for name in ("off", "taken")}}
    return {name: own for name, own in said.items() if own}


def word(form: Typed, field: str) -> str | None:
    """A text, None for nothing."""
    return form.get(field, "").strip()[:40] or None


def contract(form: Typed) -> Contract | None:
    """The outcome of an auction, None where nothing of it is typed."""
    declarer, level = word(form, "contract.declarer"), number(form.get("contract.level"))
    if declarer is None and level is None:
        return None
    redoubled = form.get("contract.redoubled") == "yes"
    agreed = Contract(declarer or "", -1 if level is None else level, redoubled=redoubled)
    return doubled_by(agreed, _doublers(form))


def _doublers(form: Typed) -> list[str]:
    """`contract.doubler=p1`, or `contract.doubler.p1=yes` where several may double."""
    one, several = word(form, "contract.doubler"), "contract.doubler."
    return [one] if one else [field.removeprefix(several) for field in form if field.startswith(several)]


def marks(form: Typed, scheme: Scheme, players: Iterable[str]) -> Marks:
    """`mark.blind.p1=yes` and `mark.bonus.p1=20`; a yes counts 1."""
    found: Marks = {}
    for player in players:
        for mark, kind in scheme.marks.items():
            text = form.get(f"mark.{mark}.{player}", "").strip()
            if text:
                found.setdefault(player, {})[mark] = number(text) if kind == "number" else int(text == "yes")
    return found


class Trumps(TypedDict):
    """The trump as far as it is said."""

    trump: str | None
    turned: str | None
    chosen_by: str | None


def trumps(form: Typed) -> Trumps:
    """The trump as far as the form says it: the suit, the card turned, who chose."""
    turned = word(form, "turned")
    trump, turned = as_tapped(word(form, "trump"), turned and cards.typed(turned))
    return {"trump": trump, "turned": turned, "chosen_by": word(form, "chosen_by")}
