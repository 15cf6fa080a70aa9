"""What somebody may choose for a table of points: cards, players, and whatever else the scheme reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorepad.rules.cards import suit_name
from scorepad.rules.field_readers import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.rules.formula.tree import Number
from scorepad.rules.phrases import capital, readable
from scorepad.rules.scheme import Option, Scheme
from scorepad.rules.scheme.parts import LARGEST_OPTION
from scorepad.rules.scheme.variables import (
    LARGEST_MARK,
    LARGEST_TOTAL,
    MOST_BIDS,
    MOST_HAND,
    MOST_PACK,
    MOST_RUN,
    NEWER,
    USUAL_PACK,
)
from scorepad.web.numbers_typed import whole
from scorepad.words import _, ours

LARGEST_HAND_OFFERED = 13
USUAL_CARDS, USUAL_PLAYERS = 7, 4

Chosen = Mapping[str, Any]


@dataclass(frozen=True)
class Choice:
    """One field: a list of (value, words), or, without `answers`, a number from `low` to `high`.

    With an error `value` is the usual one, and `typed` what was typed.
    """

    name: str
    label: str
    value: str
    answers: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0
    error: str = ""
    typed: str = ""
    usual: str = ""
    hint: str = ""

    @property
    def of_table(self) -> bool:
        """Whether it is one of the scheme's options, which a table chooses once."""
        return self.name.startswith("option_")

    @property
    def changed(self) -> bool:
        """Whether something else than the usual was chosen or typed."""
        return self.value != self.usual or bool(self.error)

    @property
    def number(self) -> int:
        """The value of a field without `answers`."""
        return int(self.value)

    @property
    def yes(self) -> bool:
        """The value of a field that is answered with yes or no."""
        return self.value == "yes"


@dataclass(frozen=True)
class PointsCell:
    """The points of one bid and one number of tricks; `made`: whether they are the same number."""

    points: Number
    made: bool


@dataclass(frozen=True)
class PointsRow:
    """One bid, None where nobody bids, and the points for 0, 1, 2 … tricks."""

    bid: int | None
    cells: tuple[PointsCell, ...]


def choices(scheme: Scheme, typed: Mapping[str, str], most: int = LARGEST_HAND_OFFERED) -> list[Choice]:
    """The fields for this scheme with what was typed; nonsense leaves the usual value and an error. Hands of up to
    `most` cards may be chosen."""
    return list(_Fields(scheme, typed, most).all())


def hand(scheme: Scheme, chosen: list[Choice]) -> dict[str, Any]:
    """What was chosen, as arguments of hand_variables() but for bid and tricks; `run` is left for the rows."""
    by_name = {one.name: one for one in chosen}
    said: dict[str, Any] = {name: by_name[name].number for name in _NUMBERS if name in by_name}
    if "last" in by_name:
        said["last"] = by_name["last"].yes
    if "trump" in by_name:
        said["trump"] = by_name["trump"].value
    if by_name.get("makers") and by_name["makers"].value:
        said["makers"] = by_name["makers"].number
    said |= _contract(by_name)
    said["marks"] = {name: _mark(kind, by_name[f"mark_{name}"]) for name, kind in scheme.marks.items()}
    said["options"] = {name: _option(one, by_name[f"option_{name}"]) for name, one in scheme.options.items()}
    for table in ("others_made", "others_missed"):
        said[table] = {name: by_name[f"{table}_{name}"].number for name in scheme.marks if f"{table}_{name}" in by_name}
    return said


_NUMBERS = ("cards", "players", "top", "total", "run", *sorted(NEWER))


def _contract(by_name: Mapping[str, Choice]) -> dict[str, Any]:
    role = by_name["role"].value if "role" in by_name else ""
    if not role:
        return {}
    said: dict[str, Any] = {"role": role}
    if "double" in by_name:
        said |= {"doubled": by_name["double"].value != "", "redoubled": by_name["double"].value == "re"}
    if "level" in by_name:
        said |= {"level": by_name["level"].number, "contract_taken": by_name["contract_taken"].number}
    return said


def _mark(kind: str, choice: Choice) -> bool | int:
    return choice.number if kind == "number" else choice.yes


def _option(option: Option, choice: Choice) -> bool | int | str:
    if isinstance(option.default, bool):
        return choice.yes
    return choice.value if isinstance(option.default, str) else choice.number


def rows(scheme: Scheme, said: Chosen) -> list[PointsRow]:
    """The points of every bid and every number of tricks; FormulaError or SchemeError only under an unsound scheme."""
    given = dict(said)
    run = given.pop("run", 0)
    tricks = range(given["cards"] + 1)
    bidding = scheme.bids(scheme.hand_variables(bid=None, taken=0, **given))
    bids: list[int | None] = [*tricks] if bidding else [None]
    return [PointsRow(bid, tuple(_cell(scheme, given, bid, taken, run) for taken in tricks)) for bid in bids]


def _cell(scheme: Scheme, given: dict[str, Any], bid: int | None, taken: int, run: int) -> PointsCell:
    made = bid == taken
    runs = {} if bid is None else {"made_run" if made else "missed_run": run}
    return PointsCell(scheme.entry(scheme.hand_variables(bid=bid, taken=taken, **runs, **given)), made)


# --- the fields -------------------------------------------------------------------------------------


class _Fields:
    def __init__(self, scheme: Scheme, typed: Mapping[str, str], most: int) -> None:
        self.scheme, self.typed, self.most = scheme, typed, most

    def all(self) -> Iterator[Choice]:
        reads = self.scheme.reads
        cards = self.number_of("cards", _("Cards"), USUAL_CARDS, 1, self.most)
        yield cards
        players = self.number_of("players", _("Players"), USUAL_PLAYERS, FEWEST_PLAYERS, MOST_PLAYERS)
        if reads("players") or reads("makers"):
            yield players
        if reads("top"):
            yield self.number_of("top", _("Largest hand"), max(cards.number, USUAL_CARDS), 1, self.most)
        if reads("trump"):
            suits = [("", _("Not said")), *((letter, suit_name(letter)) for letter in "CDHSN")]
            yield self.one_of("trump", _("Trumps"), suits)
        if self.reads_contracts:
            yield from self.contract(cards.number)
        if reads("makers"):
            makers = [("", _("Nobody else")), *((str(count), str(count)) for count in range(1, players.number + 1))]
            yield self.one_of("makers", _("How many made it"), makers)
        if reads("last"):
            yield self.yes_no("last", _("The last hand"), False)
        if reads("total") or reads("raw"):
            yield self.typed_number("total", _("Total before"), 0, -LARGEST_TOTAL, LARGEST_TOTAL)
        if reads("made_run") or reads("missed_run"):
            yield self.typed_number("run", _("In a row, with this hand"), 1, 0, MOST_RUN)
        yield from self.newer(cards.number)
        yield from self.marks()
        yield from self.options()

    def newer(self, cards: int) -> Iterator[Choice]:
        fields = {
            "hand": (_("Number of the hand"), 1, 1, MOST_HAND),
            "hands": (_("Hands on the ladder"), 1, 1, MOST_HAND),
            "pack": (_("Cards in the pack"), USUAL_PACK, 1, MOST_PACK),
            "bids_total": (_("All bids together"), cards, 0, MOST_BIDS),
            "place_in_bidding": (_("Bids as number"), 1, 0, MOST_PLAYERS),
            "makers_before": (_("How many made the hand before"), 0, 0, MOST_PLAYERS),
        }
        for name, (label, usual, low, high) in fields.items():
            if self.scheme.reads_newer(name):
                yield self.typed_number(name, label, usual, low, high)

    @property
    def reads_contracts(self) -> bool:
        names = ("declarer", "doubler", "level", "contract_made", "contract_off", "doubled", "redoubled")
        return any(map(self.scheme.reads, names))

    def contract(self, cards: int) -> Iterator[Choice]:
        roles = [("", _("Another player")), ("declarer", _("The declarer")), ("doubler", _("The doubler"))]
        role = self.one_of("role", _("Points of"), roles)
        yield role
        if role.value == "declarer":
            doubles = [("", _("Not doubled")), ("once", _("Doubled")), ("re", _("Redoubled"))]
            yield self.one_of("double", _("Contract"), doubles)
        elif role.value == "doubler":
            yield self.number_of("level", _("Contract of"), 1, 0, cards)
            yield self.number_of("contract_taken", _("Declarer took"), 1, 0, cards)
            yield self.one_of("double", _("Contract"), [("once", _("Doubled")), ("re", _("Redoubled"))])

    def marks(self) -> Iterator[Choice]:
        for name, kind in self.scheme.marks.items():
            label = readable(name)
            number = self.scheme.mark_number(name)
            if number.choices:
                answers = [(str(one), str(one)) for one in number.choices]
                yield self.one_of(f"mark_{name}", label, answers, str(number.default))
            elif kind == "number":
                yield self.typed_number(f"mark_{name}", label, number.default, -LARGEST_MARK, LARGEST_MARK)
            else:
                yield self.yes_no(f"mark_{name}", label, False)
            others = {
                "others_made": _("Others who made it, {mark}"),
                "others_missed": _("Others who missed it, {mark}"),
            }
            for table, words in others.items():
                if self.scheme.reads(f"{table}_{name}"):
                    yield self.number_of(f"{table}_{name}", words.format(mark=label), 0, 0, MOST_PLAYERS - 1)

    def options(self) -> Iterator[Choice]:
        for option in self.scheme.options.values():
            found = self.option(option, capital(ours(option.about) or readable(option.name)))
            usually = dict(found.answers).get(found.usual, found.usual)
            yield replace(found, hint=_("Usually {choice}.").format(choice=usually))

    def option(self, option: Option, label: str) -> Choice:
        field = f"option_{option.name}"
        if isinstance(option.default, bool):
            return self.yes_no(field, label, option.default)
        if option.choices:
            answers = [(str(choice), ours(str(choice))) for choice in option.choices]
            return self.one_of(field, label, answers, str(option.default))
        return self.typed_number(field, label, int(option.default), -LARGEST_OPTION, LARGEST_OPTION)

    # --- kinds of fields ---

    def one_of(self, name: str, label: str, answers: list[tuple[str, str]], usual: str | None = None) -> Choice:
        usual = answers[0][0] if usual is None else usual
        value = self.typed.get(name, usual)
        error = "" if value in dict(answers) else _("Choose one of these.")
        return Choice(name, label, usual if error else value, tuple(answers), error=error, usual=usual)

    def yes_no(self, name: str, label: str, usual: bool) -> Choice:
        return self.one_of(name, label, [("no", _("No")), ("yes", _("Yes"))], "yes" if usual else "no")

    def number_of(self, name: str, label: str, usual: int, low: int, high: int) -> Choice:
        """A number chosen from a short list."""
        usual = max(low, min(usual, high))
        return self.one_of(name, label, [(str(one), str(one)) for one in range(low, high + 1)], str(usual))

    def typed_number(self, name: str, label: str, usual: int, low: int, high: int) -> Choice:
        typed = self.typed.get(name, str(usual)).strip()
        found = whole(typed, low, high)
        error = _("A whole number from {low} to {high}.").format(low=low, high=high) if found is None else ""
        value = usual if found is None else found
        return Choice(name, label, str(value), (), low, high, error, typed, str(usual))
