"""Tables of the rule pages: the points of every bid and the choices for them, worked examples, ladders."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorepad.errors import RuleFileError
from scorepad.formats import capital, format_points, readable
from scorepad.formula_names import BY_NAME, LARGEST_MARK, MOST_PLAYERS, TABLE
from scorepad.rules.cards import NO_TRUMPS
from scorepad.rules.formula.tree import TRUMP_LETTERS, Number
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.key_questions import form_value
from scorepad.rules.rulebook.relevance import numbers_of_players
from scorepad.rules.scheme import Example, Scheme
from scorepad.rules.scheme.parts import LARGEST_OPTION
from scorepad.rules.suits import FRENCH, Suits
from scorepad.web.fields import parse_int
from scorepad.words import _, join_label, ngettext, ours

LARGEST_HAND_OFFERED = 13

Chosen = Mapping[str, Any]

_TABLES = {
    "option_": "options", "mark_": "marks", "others_made_": "others_made", "others_missed_": "others_missed"
}  # fmt: skip
"""Arguments of hand_variables() that are dicts, by the prefix of their form fields."""


@dataclass(frozen=True)
class Choice:
    """One field: a list of (value, words), or, without `answers`, a number from `low` to `high`.

    `answer` is the value as hand_variables() takes it, "" if it is not given. With an error both are the usual ones,
    and `typed` is the typed text.
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
        """Return True if it is one of the scheme's options, which a table chooses once."""
        return self.name.startswith("option_")

    @property
    def changed(self) -> bool:
        """Return True if the value is not the usual one, or is invalid."""
        return self.value != self.usual or bool(self.error)


@dataclass(frozen=True)
class PointsRow:
    """One bid, or None if there is no bidding, and the points for 0, 1, 2 … tricks."""

    bid: int | None
    points: tuple[Number, ...]


def choices(
    scheme: Scheme, typed: Mapping[str, str], most: int = LARGEST_HAND_OFFERED, suits: Suits = FRENCH
) -> list[Choice]:
    """Return the fields for this scheme with the typed values; an invalid one has its usual value and an error.

    Hands have at most `most` cards. `suits` names the trumps.
    """
    return list(_Fields(scheme, typed, most, suits).all())


def hand(chosen: list[Choice]) -> dict[str, Any]:
    """Return the chosen values as arguments of hand_variables(), without bid and tricks; `rows` handles `run`."""
    arguments: dict[str, Any] = {table: {} for table in _TABLES.values()}
    for choice in chosen:
        prefix = next(filter(choice.name.startswith, _TABLES), "")
        if prefix:
            arguments[_TABLES[prefix]][choice.name.removeprefix(prefix)] = choice.answer
        elif choice.answer != "":
            arguments[choice.name] = choice.answer
    double = arguments.pop("double", "")
    return {**arguments, "doubled": double != "", "redoubled": double == "re"}


def rows(scheme: Scheme, chosen: Chosen) -> list[PointsRow]:
    """Return the points of every bid and every number of tricks.

    Raise RuleFileError for a hand that cannot be scored.
    """
    arguments = dict(chosen)
    run = arguments.pop("run", 0)
    tricks = range(arguments["cards"] + 1)
    bidding = scheme.bids(scheme.hand_variables(bid=None, taken=0, **arguments))
    bids: list[int | None] = [*tricks] if bidding else [None]
    return [PointsRow(bid, tuple(_points(scheme, arguments, bid, taken, run) for taken in tricks)) for bid in bids]


def _points(scheme: Scheme, given: dict[str, Any], bid: int | None, taken: int, run: int) -> Number:
    runs = {} if bid is None else {"made_run" if bid == taken else "missed_run": run}
    return scheme.entry(scheme.hand_variables(bid=bid, taken=taken, **runs, **given))


# --- the fields -------------------------------------------------------------------------------------


class _Fields:
    def __init__(self, scheme: Scheme, typed: Mapping[str, str], most: int, suits: Suits) -> None:
        self.scheme, self.typed, self.most, self.suits = scheme, typed, most, suits

    def all(self) -> Iterator[Choice]:
        reads, sizes = self.scheme.reads, range(1, self.most + 1)
        cards = self.number_of("cards", sizes)
        yield cards
        players = self.number_of("players")
        if reads("players") or reads("makers"):
            yield players
        if reads("top"):
            yield self.number_of("top", sizes, max(cards.answer, int(BY_NAME["top"].usual)))
        if reads("trump"):
            letters = [letter for letter in (*self.suits.letters, NO_TRUMPS) if letter in TRUMP_LETTERS]
            suits = [("", _("Not given")), *((letter, self.suits.name(letter)) for letter in letters)]
            yield self.one_of("trump", label_of("trump"), suits)
        if self.scheme.by_contract:
            yield from self.contract(cards.answer)
        if reads("makers"):
            makers = [("", _("No other player")), *((count, str(count)) for count in range(1, players.answer + 1))]
            yield self.one_of("makers", label_of("makers"), makers, self.scheme.assumed.get("makers", ""))
        if reads("last"):
            yield self.yes_no("last", label_of("last"), False)
        if reads("total") or reads("raw"):
            yield self.typed_number("total", label_of("total"), 0, BY_NAME["total"].numbers)
        if reads("made_run") or reads("missed_run"):
            yield self.typed_number("run", label_of("made_run"), 1, BY_NAME["made_run"].numbers)
        for item in TABLE:
            if item.newer and item.label and item.kind == "truth" and self.scheme.reads_any(item.name):
                yield self.yes_no(item.name, str(item.label), False)
            elif item.newer and item.label and item.usual != "bid" and self.scheme.reads_any(item.name):
                usual = cards.answer if item.usual == "cards" else int(item.usual)
                usual = self.scheme.assumed.get(item.name, usual)
                yield self.typed_number(item.name, str(item.label), usual, item.numbers)
        yield from self.marks()
        yield from self.options()

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
            yield self.number_of("level", range(cards + 1))
            yield self.number_of("contract_taken", range(cards + 1))
        yield self.one_of("double", _("Contract"), doubles)

    def marks(self) -> Iterator[Choice]:
        for name, kind in self.scheme.marks.items():
            label = readable(name)
            number = self.scheme.mark_number(name)
            if number.choices:
                yield self.one_of(
                    f"mark_{name}", label, [(choice, str(choice)) for choice in number.choices], number.default
                )
            elif kind == "number":
                yield self.typed_number(f"mark_{name}", label, number.default, _around_zero(LARGEST_MARK))
            else:
                yield self.yes_no(f"mark_{name}", label, False)
            texts = {
                "others_made": _("Others who made it, {mark}"),
                "others_missed": _("Others who missed it, {mark}"),
            }
            for table, words in texts.items():
                if self.scheme.reads(f"{table}_{name}"):
                    yield self.listed(f"{table}_{name}", words.format(mark=label), 0, range(MOST_PLAYERS))

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
        by_value = {form_value(answer): answer for answer, _words in answers}
        usual = next(iter(by_value)) if usual is None else form_value(usual)
        value = self.typed.get(name, usual)
        error = "" if value in by_value else _("Choose one of these.")
        value = usual if error else value
        shown = tuple((form_value(answer), words) for answer, words in answers)
        return Choice(name, label, value, by_value[value], shown, error=error, usual=usual)

    def yes_no(self, name: str, label: str, usual: bool) -> Choice:
        return self.one_of(name, label, [(False, _("No")), (True, _("Yes"))], usual)

    def number_of(self, name: str, numbers: range | None = None, usual: int | None = None) -> Choice:
        """Return the field of a name with a short list of numbers, by default all that are possible."""
        item = BY_NAME[name]
        return self.listed(name, label_of(name), int(item.usual) if usual is None else usual, numbers or item.numbers)

    def listed(self, name: str, label: str, usual: int, numbers: range) -> Choice:
        """Return a number field with a short list to choose from."""
        usual = max(numbers[0], min(usual, numbers[-1]))
        return self.one_of(name, label, [(number, str(number)) for number in numbers], usual)

    def typed_number(self, name: str, label: str, usual: int, numbers: range) -> Choice:
        low, high = numbers[0], numbers[-1]
        typed = self.typed.get(name, str(usual)).strip()
        answer = parse_int(typed, low, high)
        error = _("Enter a whole number from {low} to {high}.").format(low=low, high=high) if answer is None else ""
        answer = usual if answer is None else answer
        return Choice(name, label, str(answer), answer, (), low, high, error, typed, str(usual))


def label_of(name: str) -> str:
    """Return the label of a name's field."""
    return str(BY_NAME[name].label)


def _around_zero(largest: int) -> range:
    return range(-largest, largest + 1)


# --- worked examples --------------------------------------------------------------------------------


def example_row(example: Example, scheme: Scheme) -> dict[str, str]:
    """Return one example as a table row: its numbers, its other conditions, and the calculation of its points."""
    facts = example.given
    taken = facts["taken"]
    if taken is None:
        taken = _("made") if facts.get("made") else _("missed")
    why = scheme.explain(scheme.hand_variables(**facts), known="made" if facts["taken"] is None else "tricks").text
    return {
        "bid": "–" if facts["bid"] is None else str(facts["bid"]), "taken": str(taken), "cards": str(facts["cards"]),
        "note": ours(example.note), "besides": ", ".join(_conditions(facts, scheme)),
        "points": format_points(example.points),
        "why": why,
    }  # fmt: skip


def _conditions(given: Mapping[str, Any], scheme: Scheme) -> Iterator[str]:
    role = given.get("role")
    if role == "other":
        yield _("another player")
    one_of_two: dict[str, Any] = {str(role): True, "doubled": given.get("doubled") and not given.get("redoubled")}
    for item in TABLE:
        value: Any = one_of_two.get(item.name, given.get(item.name))
        words = item.example or item.phrase
        is_given = value is not None if item.kind in ("number", "points") else bool(value)
        if words and is_given and item.name not in ("taken", "cards"):
            shown = (
                FRENCH.name(value) if item.kind == "suit" else format_points(value) if item.kind == "points" else value
            )
            yield words(value).format(number=shown)
    yield from _marks_and_options(given, scheme)


def _marks_and_options(given: Mapping[str, Any], scheme: Scheme) -> Iterator[str]:
    """Yield the scheme's own marks and options."""
    for name, value in given["marks"].items():
        if scheme.marks[name] == "number":
            yield join_label(readable(name), format_points(value))
        elif value:
            yield readable(name)
    for words, table in ((_("others who made it"), "others_made"), (_("others who missed it"), "others_missed")):
        for name, count in given[table].items():
            yield join_label(f"{words}, {readable(name)}", str(count))
    for name, value in given["options"].items():
        text = (_("yes") if value else _("no")) if isinstance(value, bool) else ours(str(value))
        yield join_label(readable(name), text)


# --- ladders ------------------------------------------------------------------------------------------


def ladder(rulebook: Rulebook) -> list[dict[str, str]]:
    """Return the hand sizes of one ladder for every number of players."""
    return [_for_players(rulebook, number) for number in numbers_of_players(rulebook)]


def _for_players(rulebook: Rulebook, number: int) -> dict[str, str]:
    try:
        rulebook.check_ladder(number)
    except RuleFileError as error:
        return {"players": str(number), "cards": error.reason}
    sizes = rulebook.sizes(number)
    cards = " ".join(map(str, sizes)) + (" …" if rulebook.ladder.endless else "")
    hands = ngettext("{count} hand", "{count} hands", len(sizes)).format(count=len(sizes))
    return {"players": str(number), "cards": cards, "hands": _("without end") if rulebook.ladder.endless else hands}
