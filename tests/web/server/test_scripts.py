"""Scripts go out in one file."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorepad.web.server.scripts import whole


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
    assert whole(tmp_path, "page").replace("\n", "") == (
        "const $one = (() => {function one() {  return 1;}const eins = one;async function later() {}"
        "return { one, eins, later };})();"
        "const $two = (() => {const one = $one;let two = one.one();const own = 2;"
        "return { get two() { return two; } };})();"
        "const b = $two;const { one } = $one;one(b.two);export const four = 4;"
    )


def test_modules_that_cannot_be_put_together_are_refused(tmp_path: Path) -> None:
    written(tmp_path, a='import * as b from "./b.js";\n', b='import * as a from "./a.js";\n')
    with pytest.raises(ValueError, match="a imports itself by way of b"):
        whole(tmp_path, "a")
    written(tmp_path, b="export default 3;\n")
    with pytest.raises(ValueError, match="b: export default 3"):
        whole(tmp_path, "a")


def test_a_template_in_a_template_is_refused_and_never_sent_wrong(tmp_path: Path) -> None:
    written(tmp_path, a="const f = (b) => `${b ? `${b}: ` : ''}`;\n")
    with pytest.raises(ValueError, match="a: "):
        whole(tmp_path, "a")
