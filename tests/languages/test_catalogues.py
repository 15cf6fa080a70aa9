"""The translations: all are valid, and the program uses what the translators wrote.

`make words` and `make release` report missing translations.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from languages.conftest import forget
from tools.translating import __main__ as make_words
from tools.translating import catalogues
from tools.translating.catalogues import LANGUAGES, ROOT, Words

from scorepad import words

OF_THE_TABLE = ["Deutsch", "Español", "Français", "Nederlands"]
CODES = sorted(path.stem for path in LANGUAGES.glob("*.po"))


@pytest.fixture(params=CODES)
def catalogue(request: pytest.FixtureRequest) -> Words:
    return catalogues.read(LANGUAGES / f"{request.param}.po")


def test_four_languages_of_the_table_come_along() -> None:
    first, *others = words.languages().values()
    assert first == "English"
    assert [name for name in others if name in OF_THE_TABLE] == OF_THE_TABLE


def test_its_gaps_and_markup_are_those_of_the_english_text(catalogue: Words) -> None:
    assert list(catalogues.wrong(catalogue)) == []


def test_what_the_program_reads_is_what_its_translators_wrote(catalogue: Words) -> None:
    code = str(catalogue.locale)
    assert (LANGUAGES / f"{code}.mo").read_bytes() == catalogues.compiled(catalogue), "make words"


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("en", ["Ann: 4; 5", "Points:", "“1H”"]),
        ("fr", ["Ann\u00a0: 4\u00a0; 5", "Points\u00a0:", "«\u00a01H\u00a0»"]),
        ("de", ["Ann: 4; 5", "Points:", "„1H“"]),
    ],
)
def test_what_is_put_together_has_the_signs_of_the_language(code: str, given: list[str]) -> None:
    with words.use_language(code):
        parts = words.join_label("Ann", "", words.clauses("4", "", "5"))
        assert [parts, words.with_colon("Points"), words.quoted("1H")] == given


def test_each_has_a_list_of_its_words(catalogue: Words) -> None:
    rows = [line for line in (LANGUAGES / f"{catalogue.locale}.md").read_text("utf-8").splitlines() if line[:1] == "|"]
    assert len(rows) > 40


def test_a_fifth_language_that_is_half_done_is_in_english_where_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    collected = Catalog()
    collected.add("New game")
    collected.add("Late joiners")
    monkeypatch.setattr(catalogues, "LANGUAGES", tmp_path)
    monkeypatch.setattr(catalogues, "collected", lambda: collected)
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    italian = tmp_path / "it.po"
    italian.write_bytes(b"")
    assert make_words.main() == 1
    assert "it: 0 of 2" in capsys.readouterr().out
    text = italian.read_text("utf-8").replace('msgid "New game"\nmsgstr ""', 'msgid "New game"\nmsgstr "Nuova partita"')
    italian.write_text(text, "utf-8")
    assert make_words.main() == 1
    notes = capsys.readouterr().out
    assert "it: 1 of 2" in notes
    assert "  lacks: " in notes
    forget()
    try:
        with words.use_language("it"):
            assert (words._("New game"), words._("Late joiners")) == ("Nuova partita", "Late joiners")
            assert words.languages()["it"] == "Italiano"
    finally:
        monkeypatch.undo()
        forget()


def test_a_language_is_read_when_it_is_first_asked_for() -> None:
    """A start reads no catalogue without a request for its language."""
    asked = """if True:
        import sys
        read = []
        def note(what, told):
            if what == "open" and str(told[0]).endswith(".mo"):
                read.append(str(told[0])[-5:])
        sys.addaudithook(note)
        from scorepad import cli, words, web
        cli.parser()
        print(read)
        words.set_language("nl")
        words._("New game")
        print(read)
    """
    process = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout == "[]\n['nl.mo']\n"
