"""What a script calls its own is written short wherever it stands, and nothing else is."""

from __future__ import annotations

import pytest

from scorepad.web.server.short_names import with_short_names


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("const total = 1; use(total);", "const a = 1; use(a);"),
        ("let one, two = one; two = seen.two;", "let a, b = a; b = seen.two;"),
        ("function add(first, second = first) { return first + second; }", "function c(a, b = a) { return a + b; }"),
        ("const add = (first) => first.add;", "const b = (a) => a.add;"),
        ("all(one => one.one);", "all(a => a.one);"),
        ("const { here, there: also, ...rest } = found;", "const { here:a, there: b, ...c } = found;"),
        ("const [first, [second]] = found;", "const [a, [b]] = found;"),
        ("const f = ({ cards, bids = cards }) => bids;", "const f = ({ cards:a, bids:b = a }) => b;"),
        ("const list = 1; send({ list, list: list, of: [list] });", "const a = 1; send({ list:a, list: a, of: [a] });"),
        ("const list = 1; send({ list() { return list; }, get list() {} });",
         "const a = 1; send({ list() { return a; }, get list() {} });"),
        ("const one = 1; const b = { a: x ? one : one };", "const c = 1; const b = { a: x ? c : c };"),
        ("for (const [name, value] of pairs) { value(name); }", "for (const [name, a] of pairs) { a(name); }"),
        ("try { go(); } catch (error) { tell(error); }", "try { go(); } catch (a) { tell(a); }"),
        ("const one = 1; say(`one ${one} ${`${one.one}`}`, 'one', /one/);",
         "const a = 1; say(`one ${a} ${`${a.one}`}`, 'one', /one/);"),
        ("const $other = 1, event = 2;", "const $other = 1, event = 2;"),
        ("document.title = fetch(title);", "document.title = fetch(title);"),
    ],
)  # fmt: skip
def test_a_name_is_short_where_it_stands_for_a_variable(written: str, expected: str) -> None:
    assert with_short_names(written) == expected


def test_what_others_import_keeps_its_name() -> None:
    script = "export const total = 1; const own = total;"
    assert with_short_names(script, keep=frozenset({"total"})) == "export const total = 1; const a = total;"


def test_no_short_name_is_a_word_of_the_language_or_of_the_script() -> None:
    script = "".join(f"const name{n} = {n};" for n in range(3000)) + "use(a, b);"
    short = with_short_names(script)
    taken = {one.split(" ")[1] for one in short.split(";") if one.startswith("const")}
    assert len(taken) == 3000
    assert not taken & {"a", "b", "do", "if", "in", "of", "as"}


@pytest.mark.parametrize("written", ["class A { one() {} two() {} }", "switch (a) { case 1: { b(); } }"])
def test_what_it_does_not_understand_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="not understood"):
        with_short_names(written)
