"""The pot: what players pay besides points against the mean, and its question among the house rules (rules.md D3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorepad.errors import RuleFileError
from scorepad.formula_names import LARGEST_TOTAL, MOST_PLAYERS
from scorepad.rules import field_readers
from scorepad.rules.rulebook.house_option import Rules
from scorepad.rules.rulebook.key_question import KeyAnswer, KeyQuestion, Numbers
from scorepad.words import _, later

MOST_PAID = 1_000_000  # in the smallest coin
MOST_PLACES = MOST_PLAYERS - 1
_IN_FORM = 6  # places with a field, from the second on


class Pot(NamedTuple):
    """The amounts that players pay into the pot, in the smallest coin; the winner takes it.

    `places` begins with the second place. A total pays `each` for every `points` points begun that it is worse than
    `limit`.
    """

    last: int = 0
    places: tuple[int, ...] = ()
    miss: int = 0
    each: int = 0
    points: int = 10
    limit: int = 0

    def for_rank(self, rank: int, players: int) -> int:
        """Return what the player with this rank pays, if no players tie; the first pays nothing."""
        if rank == 1:
            return 0
        by_place = self.places[rank - 2] if rank - 2 < len(self.places) else 0
        return by_place + (self.last if rank == players else 0)


NO_POT = Pot()


def read_pot(where: str, value: object) -> Pot:
    """Return the pot of a table like { last = 100, miss = 10 }; an empty table is no pot."""
    amount = field_readers.whole(0, MOST_PAID)
    given = dict(field_readers.table(where, value, Pot._fields))
    readers = {
        **dict.fromkeys(("last", "miss"), amount),
        "points": field_readers.whole(1, 1000),
        "limit": field_readers.whole(-LARGEST_TOTAL, LARGEST_TOTAL),
        "each": field_readers.whole(1, MOST_PAID),
    }
    places = given.pop("places", [])
    if not isinstance(places, list | tuple) or len(places) > MOST_PLACES:
        reason = _("This must be a list of amounts from the second place on, {most} at most.")
        raise RuleFileError(f"{where}.places", reason.format(most=MOST_PLACES))
    if "limit" in given or "points" in given:
        given.setdefault("each", 0)
    return Pot(
        places=tuple(amount(f"{where}.{_place(at)}", entry) for at, entry in enumerate(places, 1)),
        **{name: readers[name](f"{where}.{name}", entry) for name, entry in given.items()},
    )


def pot_in_words(pot: Pot) -> Iterator[str]:
    """Yield the rules of the pot in sentences, none if there is no pot."""
    if pot == NO_POT:
        return
    yield _("After the game players pay into a pot, in cents, and the winner takes it.")
    if pot.last:
        yield _("The last place pays {amount}.").format(amount=pot.last)
    for place, amount in enumerate(pot.places, 2):
        if amount:
            yield _("Place {place} pays {amount}.").format(place=place, amount=amount)
    if pot.miss:
        yield _("Each missed bid pays {amount}.").format(amount=pot.miss)
    if pot.each:
        text = _("A total worse than {limit} pays {amount} for every {points} points begun.")
        yield text.format(limit=pot.limit, amount=pot.each, points=pot.points)
    if pot.last or pot.places:
        yield _("Players who tie share the amounts of their places.")


def _place(at: int) -> str:
    return f"places[{at}]"  # as in errors of a rule file


_FIELDS: Mapping[str, tuple[later, int]] = {
    "last": (later("The last place"), 0),
    "miss": (later("Each missed bid"), 0),
    "each": (later("A total worse than the limit"), 0),
    "points": (later("For every … points begun"), NO_POT.points),
    "limit": (later("The limit"), 0),
    **{_place(at): (later("Place {place}", place=at + 1), 0) for at in range(1, _IN_FORM + 1)},
}


def _stands(rulebook: Rules) -> tuple[str, Numbers]:
    pot: Pot = rulebook.pot
    if len(pot.places) > _IN_FORM:
        return "", {}
    numbers = {name: number for name, number in pot._asdict().items() if name in _FIELDS}
    return "pays", {**numbers, **{_place(at): amount for at, amount in enumerate(pot.places, 1)}}


def _pot(typed: Numbers) -> dict[str, Any]:
    """Return the value of the key, without amounts of 0."""
    places = [typed[_place(at)] for at in range(1, _IN_FORM + 1)]
    while places and not places[-1]:
        places.pop()
    single = {name: typed[name] for name in ("last", "miss") if typed[name]}
    limited = ("each", "points", "limit") if typed["each"] or typed["limit"] else ()
    return single | ({"places": places} if places else {}) | {name: typed[name] for name in limited}


POT_QUESTION = KeyQuestion(
    "pot",
    later("Paid into the pot, in cents; the winner takes it"),
    {"pays": KeyAnswer(later("These amounts"), _pot, (*_FIELDS,))},
    _stands,
    _FIELDS,
)
