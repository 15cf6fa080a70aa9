"""Scripts: sent as one file, without comments."""

import re
from pathlib import Path

import pytest

from scorepad.web.server.own_files import bundle

STATIC = Path(__file__).parent.parent.parent.parent / "static"


def written(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, "utf-8")
    return folder


def test_modules_come_before_what_imports_them_and_each_of_them_once(tmp_path: Path) -> None:
    written(
        tmp_path,
        page='import * as b from "./two.js";\nimport { one } from "./one.js";\none(b.two);\n',
        two='import * as one from "./one.js";\nexport let two = one.one();\nconst own = 2;\n',
        one="export function one() {\n  return 1;\n}\nexport const eins = one;\nexport async function later() {}\n",
    )
    assert bundle(tmp_path, "page").replace("\n", "") == (
        "(()=>{const $one=(()=>{function one(){return 1;}const eins=one;async function later(){}"
        "return{one,eins,later};})();"
        "const $two=(()=>{const one=$one;let two=one.one();const own=2;return{get two(){return two;}};})();"
        "const b=$two;const{one}=$one;one(b.two);})();"
    )


ASKED = {
    "ahead": "base deaf goneOn known look onItsWay redraw standOn takeOver",
    "next": "become fits lead led policy toStart",
    "pages": "keep",
    "queue": "GONE build decide entries flush last loosen standing through",
    "waiting": "answered button close format panel saveButton tell told words",
}
"""Functions of the pages of earlier versions of Scorepad."""


def test_a_script_that_is_fetched_late_asks_an_older_page_for_nothing_that_it_has_not() -> None:
    """A page of an older version loads the present answers.js with its first tap."""
    text = (STATIC / "answers.js").read_text("utf-8")
    matches = re.findall(r"\b(?:ahead|next|pages|queue|waiting)\.\w+\b(?!\?\.\()", text)
    asked = {tuple(name.split(".")) for name in matches}
    for names, module in re.findall(r"const {([\w, ]+)} = (\w+)", text):
        asked |= {(module, name.strip()) for name in names.split(",") if module in ASKED}
    assert asked == {(module, name) for module, names in ASKED.items() for name in names.split()}


def test_a_script_may_wait_for_something(tmp_path: Path) -> None:
    written(tmp_path, a="const b = await c();\n")
    assert bundle(tmp_path, "a") == "(async()=>{const b=await c();})();"


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ('import * as b from "./b.js";\n', "b: export default 3"),
        ("const words = (text) => /^(.+) (.+)$/.exec(text);\n", r"a: => /\^"),
    ],
)
def test_what_cannot_be_put_together_or_would_break_is_refused(tmp_path: Path, script: str, why: str) -> None:
    written(tmp_path, a=script, b="export default 3;\n")
    with pytest.raises(ValueError, match=why):
        bundle(tmp_path, "a")


def test_a_script_that_others_fetch_gives_them_what_it_exports(tmp_path: Path) -> None:
    written(
        tmp_path, page='import { one } from "./one.js";\nexport const two = () => one;\n', one="export const one = 1;\n"
    )
    assert bundle(tmp_path, "page").endswith(
        "const $page=(()=>{const{one}=$one;const two=()=>one;return{two};})();export const{two}=$page;"
    )


def test_scripts_go_out_without_comments_and_indentation(tmp_path: Path) -> None:
    written(tmp_path, a='// why\nconst a = "b//c ✓", f = `a  ${a}`; // so\n\nif (a) {\n  /\\/\\//.test(a);\n}\n')
    assert bundle(tmp_path, "a") == '(()=>{const a="b//c ✓",f=`a  ${a}`;if(a){/\\/\\//.test(a);}})();'
