"""Readers for the options, marks, formulas and examples of a scheme.

The data may be anything that a file can contain. All sizes are bounded, so that a hostile file costs no more than a
long one.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from scorepad.errors import FormulaError, RuleFileError
from scorepad.formula_names import (
    BEFORE_BIDDING,
    BY_NAME,
    LARGEST_MARK,
    LARGEST_TOTAL,
    MOST_PLAYERS,
    NAMES,
    NEWER,
    NUMBERS,
    TABLE,
)
from scorepad.rules import field_readers, toml_text
from scorepad.rules.formula import Formula, parse
from scorepad.rules.formula.parser import MOST_DEGREE
from scorepad.rules.formula.tree import TRUMP_LETTERS, degree
from scorepad.rules.scheme.parts import (
    ANY_NUMBER,
    LARGEST_OPTION,
    LARGEST_POINTS,
    Case,
    Chosen,
    Example,
    Language,
    MarkKind,
    MarkNumber,
    Option,
    Term,
    number,
    own_name,
    text,
)
from scorepad.words import _, ngettext

MOST_TERMS = MOST_CASES = MOST_CHOICES = MOST_OPTIONS = 20
MOST_EXAMPLES = 200
MOST_SAYS = 60  # characters


def _list(where: str, value: object, most: int) -> Sequence[Any]:
    """Return a list of at most `most` items of any type.

    Raise RuleFileError for anything else.
    """
    if not isinstance(value, list | tuple):
        raise RuleFileError(where, _("This must be a list: write [[{where}]] before each.").format(where=where))
    if len(value) > most:
        raise RuleFileError(where, _("There can be at most {most} of these.").format(most=most))
    return value


def _bounded_table(where: str, value: object, most: int) -> Mapping[str, Any]:
    """Return a table of at most `most` keys.

    Raise RuleFileError for anything else.
    """
    given = field_readers.table(where, value)
    if len(given) > most:
        raise RuleFileError(where, _("There can be at most {most} of these.").format(most=most))
    return given


# --- options and marks ----------------------------------------------------------------------------


def read_options(where: str, value: object) -> Mapping[str, Option]:
    options: dict[str, Option] = {}
    for name, data in _bounded_table(where, value, MOST_OPTIONS).items():
        place = f"{where}.{name[:40]}"
        options[own_name(place, name, options)] = _option(place, name, data)
    return MappingProxyType(options)


def _option(where: str, name: str, value: object) -> Option:
    if isinstance(value, bool | int | str):
        option = {"default": value, "choices": [value, "…"] if isinstance(value, str) else None}
        shown = toml_text.format_toml({name: option}).strip()
        raise RuleFileError(
            where, _("Give its value for tables that do not choose. Example: {example}.").format(example=shown)
        )
    given = field_readers.table(where, value, ("default", "choices", "about"))
    choices = tuple(_choice(where, choice) for choice in _list(where, given.get("choices", ()), MOST_CHOICES))
    if "default" not in given:
        raise RuleFileError(where, _("An option needs a default."))
    default = given["default"]
    if not isinstance(default, bool) or choices:
        default = _choice(where, default)
    if isinstance(default, str) and not choices:
        raise RuleFileError(where, _('An option with words needs its choices. Example: choices = ["all", "declarer"].'))
    if choices and (default not in choices or len({type(choice) for choice in choices}) > 1):
        raise RuleFileError(
            where, _("The choices must be all words or all numbers, and the default must be one of them.")
        )
    return Option(name, default, choices, text(where, given.get("about", "")))


def _choice(where: str, value: object) -> Chosen:
    if isinstance(value, str):
        if not value or any(sign in value for sign in ("'", '"', "\\")):
            raise RuleFileError(where, _("A choice is a short text without quotes, or a number."))
        return text(where, value, 40, ())
    return field_readers.whole(-LARGEST_OPTION, LARGEST_OPTION)(where, value)


def read_choice(option: Option, value: object) -> Chosen:
    """Return the value as the option stores it.

    Raise RuleFileError if the option does not allow it.
    """
    where = f"options.{option.name}"
    if isinstance(option.default, bool):
        return field_readers.yes_no(where, value)
    own = (option.default, *option.choices)
    if type(value) is type(option.default) and value in own:
        return own[own.index(value)]  # validated with the scheme; blank sheets compute thousands of hands
    chosen = _choice(where, value)
    if option.choices and chosen not in option.choices:
        choices = ", ".join(map(str, option.choices))
        raise RuleFileError(where, _("This must be one of: {choices}.").format(choices=choices))
    if isinstance(chosen, str) != isinstance(option.default, str):
        raise RuleFileError(where, _("This must be a whole number."))
    return chosen


def read_marks(where: str, value: object, options: Collection[str]) -> Mapping[str, MarkKind]:
    """Return for each mark whether it is yes or no, a number, or a player."""
    marks: dict[str, MarkKind] = {}
    for name, kind in _bounded_table(where, value, MOST_OPTIONS).items():
        place = f"{where}.{name[:40]}"
        given = kind.get("kind", "number") if isinstance(kind, Mapping) else kind
        read: Any = field_readers.one_of(_MARK_KINDS)(place, given)
        marks[own_name(place, name, {*options, *marks})] = read
    return MappingProxyType(marks)


_MARK_KINDS: tuple[MarkKind, ...] = ("yes or no", "number", "player")
_ENTERED = ("with the bids", "after play")


def read_mark_numbers(where: str, value: Mapping[str, Any]) -> Mapping[str, MarkNumber]:
    """Return the default, the choices and the limits of the marks that have them.

    They are given like { default = 10, choices = [0, 5, 10] } or
    { kind = "yes or no", entered = "after play", most_per_hand = 1 }.
    """
    written = {name: data for name, data in value.items() if isinstance(data, Mapping)}
    return MappingProxyType({name: _mark_number(f"{where}.{name[:40]}", data) for name, data in written.items()})


def _mark_number(where: str, value: Mapping[str, Any]) -> MarkNumber:
    keys = ("default", "choices") if value.get("kind", "number") == "number" else ()
    given = field_readers.table(where, value, ("kind", "entered", "most_per_hand", *keys))
    number = field_readers.whole(-LARGEST_MARK, LARGEST_MARK)
    choices = tuple(
        number(f"{where}.choices", choice) for choice in _list(where, given.get("choices", ()), MOST_CHOICES)
    )
    default = number(f"{where}.default", given.get("default", choices[0] if choices else 0))
    if choices and default not in choices:
        raise RuleFileError(where, _("The default must be one of the choices."))
    entered = field_readers.one_of(_ENTERED)(f"{where}.entered", given.get("entered", _ENTERED[0]))
    most = given.get("most_per_hand")
    if most is not None:
        most = field_readers.whole(1, LARGEST_MARK)(f"{where}.most_per_hand", most)
    return MarkNumber(default, tuple(dict.fromkeys(choices)), entered == _ENTERED[1], most)


def read_says(where: str, value: object, own: Sequence[str]) -> Mapping[str, str]:
    """Return the words for names of the scheme ([says]); an empty text hides the name in explanations."""
    given = field_readers.table(where, value, own)
    return MappingProxyType({name: read_words(f"{where}.{name}", words) for name, words in given.items()})


def read_words(where: str, value: object) -> str:
    return text(where, value, MOST_SAYS, ()).strip()


# --- formulas -------------------------------------------------------------------------------------


def _formula(
    where: str, value: object, language: Language, base: Collection[str], degrees: Mapping[str, int] | None = None
) -> Formula:
    """Return a formula that may read the names of `base`, of the scheme, and of some terms.

    `degrees` has the degrees of these terms.
    """
    degrees = degrees or {}
    if not isinstance(value, str):
        raise RuleFileError(where, _("A formula is a text in quotes."))
    try:
        formula = parse(value, {*base, *degrees}, language.texts)
    except FormulaError as error:
        raise RuleFileError(where, error.reason, at=error.at) from error
    if degree(formula.tree, degrees) > MOST_DEGREE:
        raise RuleFileError(where, _("The numbers of this formula can grow too large."))
    return formula


def read_terms(where: str, value: object, language: Language) -> tuple[Term, ...]:
    """Return the terms in their order; each may use those before it."""
    terms: list[Term] = []
    for name, formula in _bounded_table(where, value, MOST_TERMS).items():
        place, degrees = f"{where}.{name[:40]}", degrees_of(terms)
        own_name(place, name, {*language.names(()), *degrees})
        terms.append(Term(name, _formula(place, formula, language, language.names(NAMES), degrees)))
    return tuple(terms)


def degrees_of(terms: Sequence[Term]) -> dict[str, int]:
    degrees: dict[str, int] = {}
    for term in terms:
        degrees[term.name] = degree(term.formula.tree, degrees)
    return degrees


def read_cases(where: str, value: object, language: Language, terms: Sequence[Term]) -> tuple[Case, ...]:
    """Return the cases in their order.

    Only the last has no `when`, so that every hand has points.
    """
    degrees, names = degrees_of(terms), language.names(NAMES)
    cases: list[Case] = []
    rows = _list(where, value, MOST_CASES)
    for count, data in enumerate(rows, 1):
        place = f"{where}[{count}]"
        given = field_readers.table(place, data, ("when", "give", "says"))
        if "give" not in given:
            raise RuleFileError(place, _("A case needs `give`: the points."))
        give = _formula(f"{place}.give", given["give"], language, names, degrees)
        when = _formula(f"{place}.when", given["when"], language, names, degrees) if "when" in given else None
        if when is None and count < len(rows):
            raise RuleFileError(place, _("A case without `when` always applies, so the cases after it never apply."))
        cases.append(Case(when, give, read_words(f"{place}.says", given.get("says", ""))))
    if not cases:
        raise RuleFileError(where, _("A scheme needs [[points]] with `give`."))
    if cases[-1].when is not None:
        raise RuleFileError(
            f"{where}[{len(cases)}]", _("The last [[points]] must have no `when`; it is for all other hands.")
        )
    return tuple(cases)


def read_total(where: str, value: object, language: Language, terms: Sequence[Term]) -> Formula | None:
    """Return the formula of the new running total ([total] becomes), or None."""
    given = field_readers.table(where, value, ("becomes",))
    if not given:
        return None
    return _formula(f"{where}.becomes", given["becomes"], language, language.names({*NAMES, "raw"}), degrees_of(terms))


def read_when(where: str, data: Mapping[str, Any], language: Language) -> Formula | None:
    """Return the condition `bids_when` or `runs_when`, or None.

    It may read what is known at that time, and no terms.
    """
    names: Collection[str] = language.names(frozenset(NAMES) - {"made_run", "missed_run"})
    if where == "bids_when":
        unsaid = NEWER & {*language.marks, *language.terms}
        names = {*language.options, *(frozenset(BEFORE_BIDDING) - unsaid)}
    return _formula(where, data[where], language, names) if where in data else None


_YES_NO = (*(item.name for item in TABLE if item.kind == "truth" and item.is_argument), "made")
_ROLES = ("declarer", "doubler", "other")
_TABLES = ("marks", "options", "others_made", "others_missed")


_ASSUMED = tuple(item.name for item in TABLE if item.part == "bidding" and item.is_argument and item.kind == "number")


def read_assumed(where: str, value: object) -> dict[str, int]:
    """Return the values that tables of points assume about the bids and results of the other players."""
    given = field_readers.table(where, value, _ASSUMED)
    return {name: field_readers.whole(0, BY_NAME[name].numbers[-1])(f"{where}.{name}", given[name]) for name in given}


EXAMPLE_KEYS = (*(item.name for item in TABLE if item.is_argument), "made", "role", *_TABLES)


def read_examples(where: str, value: object, language: Language) -> tuple[Example, ...]:
    rows = _list(where, value, MOST_EXAMPLES)
    return tuple(_example(f"{where}[{count}]", data, language) for count, data in enumerate(rows, 1))


def _example(where: str, value: object, language: Language) -> Example:
    given = dict(field_readers.table(where, value))
    note = text(f"{where}.note", given.pop("note", ""), 200)
    if "points" not in given:
        raise RuleFileError(where, _("An example needs its points. Example: points = 12."))
    points = number(f"{where}.points", given.pop("points"), LARGEST_POINTS)
    return Example(MappingProxyType(read_hand(where, given, language)), points, note)


def read_hand(where: str, given: Mapping[str, Any], language: Language) -> dict[str, Any]:
    """Return arguments of hand_variables() from a flat table.

    Marks and options are given by name, or in their own tables.
    """
    hand: dict[str, Any] = {table: {} for table in _TABLES}
    own = {mark: ("marks", mark) for mark in language.marks} | {name: ("options", name) for name in language.options}
    own |= {f"{how}_{mark}": (how, mark) for how in ("others_made", "others_missed") for mark in language.marks}
    for key, value in given.items():
        place = f"{where}.{key}"
        if key in _TABLES:
            for name, entry in field_readers.table(place, value).items():
                hand[key][name] = _own(f"{place}.{name}", key, name, entry, language)
        elif key in own:
            table, name = own[key]
            hand[table][name] = _own(place, table, name, value, language)
        elif key in language.terms:
            raise RuleFileError(place, _("The scheme calculates this itself. Leave it out."))
        else:
            hand[key] = _argument(place, key, value)
    _possible(where, hand)
    return {"bid": None, "taken": None, **hand}


def _own(where: str, table: str, name: str, value: object, language: Language) -> Chosen:
    """Return the value of an option or a mark of the scheme, in one of the tables of a hand."""
    known: Mapping[str, object] = language.options if table == "options" else language.marks
    if name not in known:
        raise RuleFileError(
            where, _("There is no such name in this scheme. Check the spelling.") + field_readers.hint(name, known)
        )
    if table == "options":
        return read_choice(language.options[name], value)
    return read_mark(where, language, name, value) if table == "marks" else _other_players(where, value)


_other_players = field_readers.whole(0, MOST_PLAYERS)


def read_mark(where: str, language: Language, mark: str, value: object) -> int:
    if language.marks[mark] == "number":
        number = field_readers.whole(-LARGEST_MARK, LARGEST_MARK)(where, value)
        choices = language.numbers.get(mark, ANY_NUMBER).choices
        if choices and number not in choices:
            words = _("This must be one of: {choices}.")
            raise RuleFileError(where, words.format(choices=", ".join(map(str, choices))))
        return number
    return int(field_readers.yes_no(where, value))


def _argument(where: str, key: str, value: object) -> object:
    if key in NUMBERS:
        return field_readers.whole(NUMBERS[key][0], NUMBERS[key][-1])(where, value)
    if key in _YES_NO:
        return field_readers.yes_no(where, value)
    if key not in EXAMPLE_KEYS:
        raise RuleFileError(where, _("There is no such name.") + field_readers.hint(key, EXAMPLE_KEYS))
    if key == "total":
        return number(where, value, LARGEST_TOTAL)
    return field_readers.one_of(_ROLES if key == "role" else sorted(TRUMP_LETTERS))(where, value)


def _possible(where: str, hand: Mapping[str, Any]) -> None:
    """Check that cards are given, and that no player bids or takes more tricks than there are."""
    if "cards" not in hand:
        raise RuleFileError(where, _("How many cards has each player? Add `cards`."))
    for key in ("bid", "taken", "level", "contract_taken"):
        if key in hand and hand[key] > hand["cards"]:
            raise RuleFileError(
                f"{where}.{key}",
                ngettext(
                    "{number} is more than the {cards} card. Enter a number from 0 to {cards}.",
                    "{number} is more than the {cards} cards. Enter a number from 0 to {cards}.",
                    hand["cards"],
                ).format(number=hand[key], cards=hand["cards"]),
            )
    if "taken" not in hand and ("made" not in hand or "bid" not in hand):
        raise RuleFileError(where, _("How many tricks were taken? Add `taken`."))
