"""Schemes and ladders in the words of a page: what an example is about, the cards of every hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.errors import RuleFileError
from scorepad.rules.cards import suit_name
from scorepad.rules.numbers import written
from scorepad.rules.phrases import readable
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.reach import numbers_of_players
from scorepad.rules.scheme import Example, Scheme
from scorepad.words import _, labelled, ngettext, ours

# --- worked examples --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Worked:
    """One example as a row: numbers as they are written; `besides`: what else was so, in words."""

    bid: str
    taken: str
    cards: int
    note: str
    besides: str
    points: str
    why: str  # how the points came about


def worked(example: Example, scheme: Scheme) -> Worked:
    given = example.given
    taken = given["taken"]
    if taken is None:
        taken = _("made") if given.get("made") else _("missed")
    return Worked(
        bid="–" if given["bid"] is None else str(given["bid"]),
        taken=str(taken),
        cards=given["cards"],
        note=ours(example.note),
        besides=", ".join(_besides(given, scheme)),
        points=written(example.points),
        why=scheme.explain(scheme.hand_variables(**given), known="made" if given["taken"] is None else "tricks").text,
    )


def _besides(given: Mapping[str, Any], scheme: Scheme) -> Iterator[str]:
    roles = {"declarer": _("declarer"), "doubler": _("doubler"), "other": _("another player")}
    if given.get("role"):
        yield roles[given["role"]]
    numbers = {
        "players": _("{number} players"),
        "top": _("largest hand {number}"),
        "level": _("contract of {number}"),
        "contract_taken": _("declarer took {number}"),
        "makers": _("{number} made it"),
        "made_run": _("{number} made in a row"),
        "missed_run": _("{number} missed in a row"),
        "hand": _("hand {number}"),
        "hands": _("{number} hands on the ladder"),
        "pack": _("a pack of {number} cards"),
        "bids_total": _("all bids together {number}"),
        "place_in_bidding": _("bids as number {number}"),
        "makers_before": _("{number} made the hand before"),
    }
    for name, words in numbers.items():
        if name in given:
            yield words.format(number=given[name])
    if given.get("redoubled") or given.get("doubled"):
        yield _("redoubled") if given.get("redoubled") else _("doubled")
    if given.get("trump"):
        yield _("trumps: {suit}").format(suit=suit_name(given["trump"]))
    if given.get("last"):
        yield _("last hand")
    if "total" in given:
        yield _("total before: {points}").format(points=written(given["total"]))
    yield from _own(given, scheme)


def _own(given: Mapping[str, Any], scheme: Scheme) -> Iterator[str]:
    """The scheme's own marks and options."""
    for name, value in given["marks"].items():
        if scheme.marks[name] == "number":
            yield labelled(readable(name), written(value))
        elif value:
            yield readable(name)
    for words, table in ((_("others who made it"), "others_made"), (_("others who missed it"), "others_missed")):
        for name, count in given[table].items():
            yield labelled(f"{words}, {readable(name)}", str(count))
    for name, value in given["options"].items():
        said = (_("yes") if value else _("no")) if isinstance(value, bool) else ours(str(value))
        yield labelled(readable(name), said)


# --- the ladder ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandsForPlayers:
    """The cards of every hand for a number of players."""

    players: int
    cards: str
    hands: str


def ladder(rulebook: Rulebook) -> list[HandsForPlayers]:
    """For every number of players the cards of the hands, once round."""
    return [_for_players(rulebook, number) for number in numbers_of_players(rulebook)]


def _for_players(rulebook: Rulebook, number: int) -> HandsForPlayers:
    try:
        rulebook.check_ladder(number)
    except RuleFileError as error:
        return HandsForPlayers(number, error.reason, "")
    sizes = rulebook.sizes(number)
    cards = " ".join(map(str, sizes)) + (" …" if rulebook.ladder.endless else "")
    hands = ngettext("{count} hand", "{count} hands", len(sizes)).format(count=len(sizes))
    return HandsForPlayers(number, cards, _("for ever") if rulebook.ladder.endless else hands)
