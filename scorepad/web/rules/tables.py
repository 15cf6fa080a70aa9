"""Tables of the pages about rules: points of every bid and what may be chosen for them, worked examples, ladders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorepad.errors import RuleFileError
from scorepad.formats import capital, readable, written
from scorepad.rules.cards import suit_name
from scorepad.rules.field_readers import MOST_PLAYERS
from scorepad.rules.formula.tree import Number
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.key_questions import as_sent
from scorepad.rules.rulebook.reach import numbers_of_players
from scorepad.rules.scheme import Example, Scheme
from scorepad.rules.scheme.parts import LARGEST_OPTION
from scorepad.rules.scheme.variables import LARGEST_MARK, LARGEST_TOTAL, NUMBERS, USUAL_PACK
from scorepad.web.fields import whole
from scorepad.words import _, labelled, ngettext, ours

LARGEST_HAND_OFFERED = 13
USUAL_CARDS, USUAL_PLAYERS = 7, 4

Chosen = Mapping[str, Any]

_TABLES = {
    "option_": "options", "mark_": "marks", "others_made_": "others_made", "others_missed_": "others_missed"
}  # fmt: skip
"""Arguments of hand_variables() that are tables, by how their fields begin."""


@dataclass(frozen=True)
class Choice:
    """One field: a list of (value, words), or, without `answers`, a number from `low` to `high`.

    `answer` is the value as hand_variables() takes it, "" if it is not given. With an error both are the usual ones,
    and `typed` is what was typed.
    """

    name: str
    label: str
    value: str
    answer: Any
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


def hand(chosen: list[Choice]) -> dict[str, Any]:
    """What was chosen, as arguments of hand_variables() but for bid and tricks; `run` is left for the rows."""
    given: dict[str, Any] = {table: {} for table in _TABLES.values()}
    for choice in chosen:
        prefix = next(filter(choice.name.startswith, _TABLES), "")
        if prefix:
            given[_TABLES[prefix]][choice.name.removeprefix(prefix)] = choice.answer
        elif choice.answer != "":
            given[choice.name] = choice.answer
    double = given.pop("double", "")
    return {**given, "doubled": double != "", "redoubled": double == "re"}


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
        reads, sizes = self.scheme.reads, range(1, self.most + 1)
        cards = self.number_of("cards", _("Cards"), USUAL_CARDS, sizes)
        yield cards
        players = self.number_of("players", _("Players"), USUAL_PLAYERS, NUMBERS["players"])
        if reads("players") or reads("makers"):
            yield players
        if reads("top"):
            yield self.number_of("top", _("Largest hand"), max(cards.answer, USUAL_CARDS), sizes)
        if reads("trump"):
            suits = [("", _("Not said")), *((letter, suit_name(letter)) for letter in "CDHSN")]
            yield self.one_of("trump", _("Trumps"), suits)
        if self.scheme.by_contract:
            yield from self.contract(cards.answer)
        if reads("makers"):
            makers = [("", _("Nobody else")), *((count, str(count)) for count in range(1, players.answer + 1))]
            yield self.one_of("makers", _("How many made it"), makers)
        if reads("last"):
            yield self.yes_no("last", _("The last hand"), False)
        if reads("total") or reads("raw"):
            yield self.typed_number("total", _("Total before"), 0, _around_zero(LARGEST_TOTAL))
        if reads("made_run") or reads("missed_run"):
            yield self.typed_number("run", _("In a row, with this hand"), 1, NUMBERS["made_run"])
        yield from self.newer(cards.answer)
        yield from self.marks()
        yield from self.options()

    def newer(self, cards: int) -> Iterator[Choice]:
        fields = {
            "hand": (_("Number of the hand"), 1),
            "hands": (_("Hands on the ladder"), 1),
            "pack": (_("Cards in the pack"), USUAL_PACK),
            "bids_total": (_("All bids together"), cards),
            "place_in_bidding": (_("Bids as number"), 1),
            "makers_before": (_("How many made the hand before"), 0),
        }
        for name, (label, usual) in fields.items():
            if self.scheme.reads_newer(name):
                yield self.typed_number(name, label, usual, NUMBERS[name])

    def contract(self, cards: int) -> Iterator[Choice]:
        roles = [("", _("Another player")), ("declarer", _("The declarer")), ("doubler", _("The doubler"))]
        role = self.one_of("role", _("Points of"), roles)
        yield role
        if not role.answer:
            return
        doubles = [("once", _("Doubled")), ("re", _("Redoubled"))]
        if role.answer == "declarer":
            doubles = [("", _("Not doubled")), *doubles]
        else:
            yield self.number_of("level", _("Contract of"), 1, range(cards + 1))
            yield self.number_of("contract_taken", _("Declarer took"), 1, range(cards + 1))
        yield self.one_of("double", _("Contract"), doubles)

    def marks(self) -> Iterator[Choice]:
        for name, kind in self.scheme.marks.items():
            label = readable(name)
            number = self.scheme.mark_number(name)
            if number.choices:
                yield self.one_of(f"mark_{name}", label, [(one, str(one)) for one in number.choices], number.default)
            elif kind == "number":
                yield self.typed_number(f"mark_{name}", label, number.default, _around_zero(LARGEST_MARK))
            else:
                yield self.yes_no(f"mark_{name}", label, False)
            others = {
                "others_made": _("Others who made it, {mark}"),
                "others_missed": _("Others who missed it, {mark}"),
            }
            for table, words in others.items():
                if self.scheme.reads(f"{table}_{name}"):
                    yield self.number_of(f"{table}_{name}", words.format(mark=label), 0, range(MOST_PLAYERS))

    def options(self) -> Iterator[Choice]:
        for option in self.scheme.options.values():
            name, usual = f"option_{option.name}", option.default
            label = capital(ours(option.about) or readable(option.name))
            if isinstance(usual, bool):
                field = self.yes_no(name, label, usual)
            elif option.choices:
                field = self.one_of(name, label, [(choice, ours(str(choice))) for choice in option.choices], usual)
            else:
                field = self.typed_number(name, label, int(usual), _around_zero(LARGEST_OPTION))
            usually = dict(field.answers).get(field.usual, field.usual)
            yield replace(field, hint=_("Usually {choice}.").format(choice=usually))

    # --- kinds of fields ---

    def one_of(self, name: str, label: str, answers: Sequence[tuple[Any, str]], usual: Any = None) -> Choice:
        by_value = {as_sent(answer): answer for answer, _words in answers}
        usual = next(iter(by_value)) if usual is None else as_sent(usual)
        value = self.typed.get(name, usual)
        error = "" if value in by_value else _("Choose one of these.")
        value = usual if error else value
        shown = tuple((as_sent(answer), words) for answer, words in answers)
        return Choice(name, label, value, by_value[value], shown, error=error, usual=usual)

    def yes_no(self, name: str, label: str, usual: bool) -> Choice:
        return self.one_of(name, label, [(False, _("No")), (True, _("Yes"))], usual)

    def number_of(self, name: str, label: str, usual: int, numbers: range) -> Choice:
        """A number chosen from a short list."""
        usual = max(numbers[0], min(usual, numbers[-1]))
        return self.one_of(name, label, [(one, str(one)) for one in numbers], usual)

    def typed_number(self, name: str, label: str, usual: int, numbers: range) -> Choice:
        low, high = numbers[0], numbers[-1]
        typed = self.typed.get(name, str(usual)).strip()
        answer = whole(typed, low, high)
        error = _("A whole number from {low} to {high}.").format(low=low, high=high) if answer is None else ""
        answer = usual if answer is None else answer
        return Choice(name, label, str(answer), answer, (), low, high, error, typed, str(usual))


def _around_zero(largest: int) -> range:
    return range(-largest, largest + 1)


# --- worked examples --------------------------------------------------------------------------------


def worked(example: Example, scheme: Scheme) -> dict[str, str]:
    """One example as a row: numbers as they are written, what else was so, and how the points came about."""
    given = example.given
    taken = given["taken"]
    if taken is None:
        taken = _("made") if given.get("made") else _("missed")
    why = scheme.explain(scheme.hand_variables(**given), known="made" if given["taken"] is None else "tricks").text
    return {
        "bid": "–" if given["bid"] is None else str(given["bid"]), "taken": str(taken), "cards": str(given["cards"]),
        "note": ours(example.note), "besides": ", ".join(_besides(given, scheme)), "points": written(example.points),
        "why": why,
    }  # fmt: skip


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


def ladder(rulebook: Rulebook) -> list[dict[str, str]]:
    """For every number of players the cards of the hands, once round."""
    return [_for_players(rulebook, number) for number in numbers_of_players(rulebook)]


def _for_players(rulebook: Rulebook, number: int) -> dict[str, str]:
    try:
        rulebook.check_ladder(number)
    except RuleFileError as error:
        return {"players": str(number), "cards": error.reason}
    sizes = rulebook.sizes(number)
    cards = " ".join(map(str, sizes)) + (" …" if rulebook.ladder.endless else "")
    hands = ngettext("{count} hand", "{count} hands", len(sizes)).format(count=len(sizes))
    return {"players": str(number), "cards": cards, "hands": _("for ever") if rulebook.ladder.endless else hands}
