"""Explanations of the points of a hand: the case that applied, the terms, and the sum with its numbers.

An explanation mentions only what the formulas read when they ran. A scheme may have its own words for a case or a name
(`says`). Otherwise the names themselves are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from scorepad.formats import readable
from scorepad.formula_names import BY_NAME, LANGUAGE, TRUTHS
from scorepad.rules.formula import Values, evaluate_node
from scorepad.rules.formula.tree import Node, Number
from scorepad.rules.scheme.calculation import format_addition, format_number, sum_of, with_result
from scorepad.rules.scheme.parts import MarkNumber
from scorepad.rules.scheme.points_rules import PointsRules
from scorepad.rules.suits import Suits
from scorepad.words import _, clauses, join_label, ngettext, ours

if TYPE_CHECKING:
    from scorepad.rules.formula import Formula


_RESULT = frozenset({"made", "missed", "under", "over_bid", "off"})
_CONTRACT = frozenset({"contract_made", "contract_off"})


Known = Literal["tricks", "off", "made"]
"""The recorded part of a hand: the tricks, how far off a bid was without its side, or who made it."""


def _result(values: Values, known: Known) -> str:
    """Return the result of the bid: `made`, `zero made`, `one short`, `2 over`, `one off`, `no bid`."""
    off = cast(int, values["off"])
    if not (values["made"] or values["missed"]):
        return _("no bid")
    if values["made"]:
        return _("made") if values["bid"] else _("zero made")
    if known == "off":
        return ngettext("one off", "{count} off", off).format(count=off)
    if known == "made":
        return _("missed") if values["bid"] else _("zero missed")
    if cast(int, values["taken"]) < cast(int, values["bid"]):
        return ngettext("one short", "{count} short", off).format(count=off)
    return ngettext("one over", "{count} over", off).format(count=off)


_COMPARED = [item.name for item in sorted(LANGUAGE, key=lambda item: not item.newer) if item.phrase]


def _compared(name: str, values: Values, suits: Suits) -> str:
    """Return a compared name with its value."""
    value, phrase = values[name], BY_NAME[name].phrase
    if isinstance(value, str):
        return suits.name(value)
    return phrase(int(value)).format(number=format_number(value)) if phrase else ""


def mark_in_words(scheme: PointsRules, mark: str) -> str:
    """Return the values of a mark: `yes or no`, `one of 0, 5, 10; default 10`, `a number, entered after play`."""
    return ", ".join([_mark_values(scheme, mark), *entry_in_words(scheme.mark_number(mark))])


def entry_in_words(number: MarkNumber) -> list[str]:
    """Return when a mark is entered and how often at most, if this is unusual."""
    words = [_("entered after play")] if number.after_play else []
    if number.most_per_hand is not None:
        words.append(_("at most {most} per hand").format(most=number.most_per_hand))
    return words


def _mark_values(scheme: PointsRules, mark: str) -> str:
    kind, number = scheme.marks[mark], scheme.mark_number(mark)
    if kind == "player":
        return _("another player")
    if kind == "yes or no":
        return _("yes or no")
    if number.choices:
        choices = ", ".join(map(str, number.choices))
        return _("one of {choices}; default {usual}").format(choices=choices, usual=number.default)
    return _("a number; default {usual}").format(usual=number.default) if number.default else _("a number")


_TRUTHS = frozenset({"compare", "and", "or", "not"})


@dataclass(frozen=True)
class Explanation:
    """The explanation of one entry.

    `points` is the entry itself, and the last number of `sum`.
    """

    words: str  # declarer, made; over half, doubled; rate 3
    sum: str  # 10 + 2 × 3 × 4 = 34
    points: Number

    @property
    def text(self) -> str:
        """Return the words and the sum as one line."""
        return join_label(self.words, self.sum)


def explain(scheme: PointsRules, hand: Values, *, known: Known, suits: Suits) -> Explanation:
    """Explain the points of `hand`, which is as in Scheme.entry; `known` is the recorded part."""
    return _Explainer(scheme, hand, known, suits).explanation()


class _Read(NamedTuple):
    """A name that a formula read.

    `compared`: it was read in a comparison of a condition.
    """

    name: str
    compared: bool = False


class _Explainer:
    def __init__(self, scheme: PointsRules, hand: Values, known: Known, suits: Suits) -> None:
        self.scheme, self.known, self.suits = scheme, known, suits
        self.values = scheme.values(hand)
        self.points, self.entry = scheme.points(hand), scheme.entry(hand)
        self.case = scheme.case(self.values)
        self.terms = {term.name: term.formula for term in scheme.terms}
        self.flags = set[str]()  # terms that are true or false, not numbers
        for name, formula in self.terms.items():
            if self._is_truth(formula.tree):
                self.flags.add(name)
        self.followed = set[str]()  # each term once: terms may refer to each other many times

    def explanation(self) -> Explanation:
        """Return the words and the sum of this hand."""
        read = list(dict.fromkeys(self._reads_of_case()))
        phrases = [_list(self._facts(read)), _list(self._flags(read)), _list(self._figures(read))]
        return Explanation(clauses(*phrases), self._sum(), self.entry)

    # --- the words ---

    def _facts(self, read: list[_Read]) -> Iterator[str]:
        """Yield the role, the result of the bid, and what else decided the case."""
        names, values = {item.name for item in read}, self.values
        if "declarer" in names and values["declarer"]:
            yield _("declarer")
        if "doubler" in names and values["doubler"]:
            yield _("doubler")
        if _RESULT & names or ("bidding" in names and not (values["made"] or values["missed"])):
            yield _result(values, self.known)
        if _CONTRACT & names and not values["declarer"]:
            off = values["contract_off"]
            yield _("contract missed by {count}").format(count=off) if off else _("contract made")
        compared = {item.name for item in read if item.compared and not self.case.says} - self.scheme.own_names
        yield from (_compared(name, values, self.suits) for name in _COMPARED if name in compared)
        if self.case.says:
            yield ours(self.case.says)

    def _flags(self, read: list[_Read]) -> Iterator[str]:
        """Yield what was true: the scheme's own flags, doubles and the last hand, options, marks."""
        names = [item.name for item in read if self.values.get(item.name)]
        yield from (self._said(name) for name in names if name in self.flags)
        if "redoubled" in names:
            yield _("redoubled")
        elif "doubled" in names:
            yield _("doubled")
        if "last" in names:
            yield _("last hand")
        said_options = self.scheme.options.keys() & self.scheme.says.keys()
        yield from (self._said(name) for name in names if name in said_options)
        yield from (self._said(name) for name in names if self.scheme.marks.get(name) == "yes or no")

    def _figures(self, read: list[_Read]) -> Iterator[str]:
        """Yield the terms whose value is a number other than 0 and 1."""
        for name in dict.fromkeys(item.name for item in read if item.name in self.terms.keys() - self.flags):
            value = cast(Number, self.values[name])
            if value not in (0, 1) and self._said(name):
                yield _("{term} {number}").format(term=self._said(name), number=format_number(value))

    def _said(self, name: str) -> str:
        words = self.scheme.says.get(name)
        return readable(name) if words is None else ours(words)

    # --- the sum ---

    def _sum(self) -> str:
        own = with_result(sum_of(self.case.give.tree, self.values), self.points)
        if self.scheme.total is None or self.entry == self.points:
            return own
        return clauses(own, self._new_total(self.scheme.total))

    def _new_total(self, becomes: Formula) -> str:
        """Return a text like `total 95 + 8 = 103, becomes 200 − 103 = 97, so +2`."""
        before = self.values["total"]
        assert not isinstance(before, str)
        raw = before + self.points
        values = {**self.values, "raw": raw}
        names = [str(leaf.value) for leaf in _leaves(becomes.tree)]
        flags = _list(self._said(name) for name in names if name in self.flags and self.values[name])
        because = _("total {sum}, {why}: becomes {new}, so {points}")
        words = because if flags else _("total {sum}, becomes {new}, so {points}")
        return words.format(
            sum=with_result(format_addition(before, self.points), raw),
            why=flags,
            new=with_result(sum_of(becomes.tree, values), before + self.entry),
            points=("+" if self.entry > 0 else "") + format_number(self.entry),
        )

    # --- the names that were read ---

    def _reads_of_case(self) -> Iterator[_Read]:
        if self.scheme.bids_when is not None:
            yield _Read("bidding")  # not a name of the language: whether the player bids
        for case in self.scheme.cases:
            if case.when is not None:
                yield from self._reads(case.when.tree, test=case is self.case)
            if case is self.case:
                yield from self._reads(case.give.tree)
                return

    def _reads(self, node: Node, *, test: bool = False) -> Iterator[_Read]:
        """Yield the names that a node reads, in the branches that apply to these values.

        `test`: the node is the condition of a case or a choice, so names in its comparisons are marked.
        """
        match node.kind:
            case "name":
                name = str(node.value)
                yield _Read(name)
                if name in self.terms and name not in self.followed:
                    self.followed.add(name)
                    inner = self._reads(self.terms[name].tree)
                    yield from (_Read(item.name, item.compared and name not in self.flags) for item in inner)
            case "if":
                first, yes, no = node.parts
                yield from self._reads(first, test=True)
                yield from self._reads(yes if self._value(first) else no, test=test)
            case "and" | "or":
                yield from self._until(node.parts, stop=node.kind == "or", test=test)
            case "*" if any(self._value(part) == 0 for part in node.parts):
                yield from self._reads(next(part for part in node.parts if self._value(part) == 0), test=test)
            case "compare":
                yield from (item._replace(compared=test) for part in node.parts for item in self._reads(part))
            case _:
                for part in node.parts:
                    yield from self._reads(part, test=test)

    def _until(self, parts: tuple[Node, ...], *, stop: bool, test: bool) -> Iterator[_Read]:
        """Yield the names in the parts up to the first one that decides the result."""
        for part in parts:
            yield from self._reads(part, test=test)
            if bool(self._value(part)) is stop:
                return

    def _value(self, node: Node) -> Number:
        return evaluate_node(node, self.values)

    def _is_truth(self, node: Node) -> bool:
        if node.kind == "if":
            return all(self._is_truth(part) for part in node.parts[1:])
        return node.kind in _TRUTHS or (node.kind == "name" and node.value in TRUTHS | self.flags)


def _leaves(node: Node) -> Iterator[Node]:
    if not node.parts:
        yield node
    for part in node.parts:
        yield from _leaves(part)


def _list(words: Iterator[str]) -> str:
    return ", ".join(word for word in dict.fromkeys(words) if word)
