"""Scripts go out in one file and without comments, and do what they did."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorepad.web.server.scripts import sent, shortened, whole


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("// all of it\nlet a = 1; // why\n", "let a=1;\n"),
        ("/* a\n b */ let a = 1 /* one */ + 2;\n", "let a=1+2;\n"),
        ('let a = "// none  here";\n', 'let a="// none  here";\n'),
        ("let a = 'it\\'s  // so';\n", "let a='it\\'s  // so';\n"),
        ("let a = `two  // words ${ b + `${c}  ` } { }`;\n", "let a=`two  // words ${b+`${c}  `} { }`;\n"),
        ("let a = `{ } $ ${of({ b: 1 })}  $`;\n", "let a=`{ } $ ${of({b:1})}  $`;\n"),
        ("let a = `${`${`${ a }`}`}`, b = `${ / `/.source } `;\n", "let a=`${`${`${a}`}`}`,b=`${/ `/.source} `;\n"),
        ("let a = / \\/ [/ ]  x/g.test(b);\n", "let a=/ \\/ [/ ]  x/g.test(b);\n"),
        ("return / b /.test(c);\n", "return/ b /.test(c);\n"),
        ("let a = b / c; // over\nlet d = (b) / 2 / c;\n", "let a=b/c;let d=(b)/2/c;\n"),
        ("a = b + +c - -d + ++e;\n", "a=b+ +c- -d+ ++e;\n"),
        ("if (a) return b;\nelse c();\n", "if(a)return b;else c();\n"),
        ("const f = async (a) => await a;\n", "const f=async(a)=>await a;\n"),
        ("let a = b ? c : { d, ...e };\n", "let a=b?c:{d,...e};\n"),
        ("function f() {\n  return a\n}\nf()\ng()\n", "function f(){return a}\nf()\ng()\n"),
        ("let a = b\n  ?.c\n  .d;\n", "let a=b?.c.d;\n"),
        ("a\n++b\n", "a\n++b\n"),
        ('let a = "✓ ö";\n', 'let a="✓ ö";\n'),
    ],
)
def test_what_only_people_read_goes_and_the_rest_stays(written: str, expected: str) -> None:
    assert shortened(written) == expected


@pytest.mark.parametrize("text", ["let a = `never ended;\n", 'let a = "over\nlines";\n', "let a = `${b;\n}`c`;\n"])
def test_what_it_does_not_understand_is_refused_and_never_sent_wrong(text: str) -> None:
    with pytest.raises(ValueError, match="not understood"):
        shortened(text)


def written(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, "utf-8")
    return folder


def test_modules_come_before_what_imports_them_and_each_of_them_once(tmp_path: Path) -> None:
    written(
        tmp_path,
        page='import * as b from "./two.js";\nimport { one } from "./one.js";\none(b.two);\nexport const four = 4;\n',
        two='import * as one from "./one.js";\nexport let two = one.one();\nconst own = 2;\n',
        one="export function one() {\n  return 1;\n}\nexport const eins = one;\nexport async function later() {}\n",
    )
    assert sent(tmp_path, "page") == (
        "const $one=(()=>{function a(){return 1;}\nconst b=a;async function c(){}\nreturn{one:a,eins:b,later:c};})();"
        "const $two=(()=>{const a=$one;let b=a.one();const c=2;return{get two(){return b;}};})();"
        "const b=$two;const{one:a}=$one;a(b.two);export const four=4;\n"
    )


def test_modules_that_cannot_be_put_together_are_refused(tmp_path: Path) -> None:
    written(tmp_path, a='import * as b from "./b.js";\n', b='import * as a from "./a.js";\n')
    with pytest.raises(ValueError, match="a imports itself by way of b"):
        whole(tmp_path, "a")
    written(tmp_path, b="export default 3;\n")
    with pytest.raises(ValueError, match="b: export default 3"):
        whole(tmp_path, "a")
