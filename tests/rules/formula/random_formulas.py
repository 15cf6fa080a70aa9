"""Random formulas and hands."""

from fractions import Fraction

from hypothesis import assume
from hypothesis import strategies as st

from scorepad.rules.formula import Formula, parse
from scorepad.rules.formula.tree import Node, show

NAMES = ("bid", "taken", "cards", "made", "trump")
NUMBERS = st.integers(0, 50).map(lambda number: Node("number", number)) | st.sampled_from(["0.5", "2.25"]).map(
    lambda text: Node("number", Fraction(text))
)


LEAVES = NUMBERS | st.sampled_from(["bid", "taken", "cards", "made"]).map(lambda name: Node("name", name))
SIGNS = ["+", "-", "*", "/", "//", "%", "and", "or"]


COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]


def larger(smaller: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    some = st.lists(smaller, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(lambda sign, a, b: Node(sign, parts=(a, b)), st.sampled_from(SIGNS), smaller, smaller),
        st.builds(lambda kind, a: Node(kind, parts=(a,)), st.sampled_from(["neg", "not", "abs"]), smaller),
        st.builds(lambda a, power: Node("power", power, (a,)), smaller, st.integers(0, 3)),
        st.builds(lambda kind, parts: Node(kind, parts=parts), st.sampled_from(["min", "max"]), some),
        st.builds(lambda *parts: Node("if", parts=parts), smaller, smaller, smaller),
        st.builds(
            lambda parts, signs: Node("compare", tuple(signs[: len(parts) - 1]), parts),
            some,
            st.lists(st.sampled_from(COMPARISONS), min_size=2, max_size=2),
        ),
        st.builds(
            lambda sign, suit: Node("compare", (sign,), (Node("name", "trump"), Node("text", suit))),
            st.sampled_from(["==", "!="]),
            st.sampled_from("CDHSN"),
        ),
    )


TREES = st.recursive(LEAVES, larger, max_leaves=12)
HANDS = st.fixed_dictionaries(
    {
        "bid": st.integers(0, 13),
        "taken": st.integers(0, 13),
        "cards": st.integers(1, 13),
        "made": st.integers(0, 1),
        "trump": st.sampled_from("CDHSN"),
    }
)


def printed(tree: Node) -> Formula:
    text = show(tree)
    assume(len(text) <= 500)
    return parse(text, NAMES)
