"""A group's custom rule files, on the command line and on pages: found, listed, saved, adopted from a game."""

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from clients import owner, scorer
from scorekeeper import Scorekeeper, Within
from soak import sampled

from scorepad import cli
from scorepad.library import RuleLibrary
from scorepad.rules import rulebook, scheme, toml_text
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.store import Store, open_store
from scorepad.web import create_app
from scorepad.web.groups.links import Links

SEVENS = """\
name = "Sevens"  # as on Thursdays
[[points]]
when = "made"
give = "7 * bid"
[[points]]
give = "-off"
"""
THURSDAYS = """\
name = "Thursdays"
scheme = "{}"
ladder = "3-1"
players = "3-4"
"""


class Terminal:
    """Commands typed in a folder; its games are stored in `data` there."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.data, self._capsys = folder / "data", capsys

    def run(self, *words: object) -> tuple[int, str, str]:
        """Run a command; return exit status, standard output and standard error."""
        status = cli.main([str(word) for word in words])
        text = self._capsys.readouterr()
        return status, text.out, text.err

    def says(self, *words: object) -> str:
        status, out, error = self.run(*words)
        assert (status, error) == (0, "")
        return out

    def json(self, *words: object) -> Any:
        return json.loads(self.says(*words, "--format", "json"))

    def refuses(self, *words: object) -> str:
        status, out, error = self.run(*words)
        assert (status, out, error.count("\n")) == (1, "", 1)
        return error


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCOREPAD_DATA", str(tmp_path / "data"))
    (tmp_path / "sevens.toml").write_text(SEVENS)
    (tmp_path / "thursdays.toml").write_text(THURSDAYS.format("sevens"))
    return Terminal(tmp_path, capsys)


@pytest.fixture
def own(terminal: Terminal) -> Terminal:
    """Return a terminal with a scheme and a rulebook in the group's custom rules."""
    assert terminal.says("schemes", "keep", "sevens.toml") == "own_sevens\n"
    Path("thursdays.toml").write_text(THURSDAYS.format("own_sevens"))
    assert terminal.says("rulebooks", "keep", "thursdays.toml") == "own_thursdays\n"
    return terminal


@contextlib.contextmanager
def opened(terminal: Terminal) -> Iterator[Store]:
    with contextlib.closing(open_store(terminal.data)) as store:
        yield store


def game_file(**head: Any) -> dict[str, Any]:
    hand = {"bids": {"Ann": 2, "Bob": 0, "Cat": 0}, "taken": {"Ann": 2, "Bob": 1, "Cat": 0}}
    return {"format": "scorepad-game/1", "players": ["Ann", "Bob", "Cat"], "record": [{"hand": hand}], **head}


# --- found by their keys ------------------------------------------------------------------------------


def test_own_rules_are_shown_as_built_in_ones_are(own: Terminal) -> None:
    assert own.says("schemes", "show", "own_sevens").startswith("Sevens\n")
    assert own.says("schemes", "show", "own_sevens", "--format", "toml") == SEVENS
    assert own.json("schemes", "show", "own_sevens")["key"] == "own_sevens"
    assert own.json("schemes", "check", "own_sevens")["sound"] is True
    assert own.says("rulebooks", "show", "own_thursdays").startswith("Thursdays\n")
    assert own.says("rulebooks", "show", "own_thursdays", "--format", "toml") == THURSDAYS.format("own_sevens")
    assert own.json("rulebooks", "ladder", "own_thursdays", "--players", 3) == [3, 2, 1]


def test_own_rules_are_listed_first(own: Terminal) -> None:
    assert own.json("schemes")[0]["key"] == "own_sevens"
    assert own.json("rulebooks")[0] == {
        "key": "own_thursdays", "name": "Thursdays", "scheme": "own_sevens", "players": [3, 4]
    }  # fmt: skip
    assert {listed["key"] for listed in own.json("schemes")[1:]} == {*scheme.built_in()}
    assert {listed["key"] for listed in own.json("rulebooks")[1:]} == {*rulebook.built_in_keys()}


def test_points_are_counted_and_printed_by_own_rules(own: Terminal) -> None:
    assert own.json("points", "own_sevens", "--bid", 2, "--taken", 2, "--cards", 3)["points"] == 14
    for words in (
        ("points", "own_sevens"),
        ("rules", "own_thursdays"),
        ("sheet", "own_thursdays"),
        ("sheet", "pike", "--scheme", "own_sevens"),
    ):
        assert own.says("print", *words, "--out", "out.pdf") == ""
        assert Path("out.pdf").read_bytes().startswith(b"%PDF")
        Path("out.pdf").unlink()


@pytest.mark.parametrize(
    "head",
    [
        {"rulebook": "own_thursdays"},
        {"rulebook": "ohell", "house": {"ladder": "3-1"}, "scheme": "own_sevens"},
        {"rulebook": "ohell", "house": {"ladder": "3-1", "scheme": "own_sevens"}},
    ],
)  # fmt: skip
def test_a_game_file_may_name_own_rules(own: Terminal, head: dict[str, Any]) -> None:
    Path("game.json").write_text(json.dumps(game_file(**head)))
    sheet = own.json("score", "game.json")
    assert sheet["totals"] == {"Ann": 14, "Bob": -1, "Cat": 0}
    game_id = own.says("import", "game.json").strip()
    assert own.json("score", game_id) == sheet
    with opened(own) as store:
        keeper = Scorekeeper(Within(create_app(store)))
        form = keeper.visit("/more").form("/upload")
        page = keeper.send_form(form, {"file": ("game.json", Path("game.json").read_bytes())})
        assert page.totals == sheet["totals"]


def test_entries_of_a_game_file_may_name_own_points(own: Terminal) -> None:
    game = game_file(rulebook="ohell", house={"ladder": "3-1"})
    for entry in ({"house": {"scheme": "own_sevens"}}, {"scheme": {"scheme": "own_sevens"}}):
        Path("game.json").write_text(json.dumps({**game, "record": [*game["record"], entry]}))
        assert own.json("score", "game.json")["totals"]["Ann"] == 14


def test_own_rules_are_those_of_the_folder_that_is_said(own: Terminal, tmp_path: Path) -> None:
    assert "There is no scheme “own_sevens”." in own.refuses("schemes", "show", "own_sevens", "--data", tmp_path / "no")
    for words in (["--data", own.data, "schemes", "show"], ["schemes", "--data", own.data, "show"]):
        assert own.says(*words, "own_sevens").startswith("Sevens")
    assert not (tmp_path / "no").exists(), "to look begins nothing"


def test_asking_for_built_in_rules_opens_no_games(terminal: Terminal) -> None:
    terminal.says("schemes")
    terminal.says("rulebooks")
    assert not terminal.data.exists(), "a list begins no games"
    terminal.data.mkdir()
    (terminal.data / "scorepad.db").write_bytes(b"no database at all")
    terminal.says("schemes", "show", "murder")
    terminal.says("rulebooks", "show", "murder")
    terminal.says("points", "murder", "--bid", 1, "--taken", 1, "--cards", 3)
    assert "scorepad.db" in terminal.refuses("schemes", "show", "own_sevens")


def test_own_rules_that_cannot_be_read_any_more_are_told(own: Terminal) -> None:
    with opened(own) as store:
        store.keep_rule_file("scheme", "own_old", "nmae = 'Old'")
    status, out, error = own.run("schemes")
    assert (status, "own_sevens" in out, "own_old" in out) == (0, True, False)
    assert error.startswith("Your own own_old cannot be read: ")


# --- a scheme file next to a rulebook file -------------------------------------------------------------


def test_a_rulebook_file_may_name_the_scheme_file_beside_it(terminal: Terminal, tmp_path: Path) -> None:
    assert "Sevens" in terminal.says("rulebooks", "show", "thursdays.toml")
    terminal.says("print", "rules", "thursdays.toml", "--out", "rules.pdf")
    terminal.says("print", "sheet", tmp_path / "thursdays.toml", "--out", "sheet.pdf")
    assert terminal.says("rulebooks", "ladder", "thursdays.toml", "--players", 3, "--format", "text") == "3 2 1\n"


def test_points_beside_a_rulebook_file_are_checked(terminal: Terminal) -> None:
    Path("sevens.toml").write_text(SEVENS.replace("-off", "-off / bid"))
    assert "divides by zero" in terminal.refuses("print", "rules", "thursdays.toml", "--out", "rules.pdf")


def test_a_file_beside_stands_before_no_built_in_scheme(terminal: Terminal) -> None:
    Path("pike.toml").write_text(SEVENS)
    Path("thursdays.toml").write_text(THURSDAYS.format("pike"))
    assert "Sevens" not in terminal.says("rulebooks", "show", "thursdays.toml")
    Path("thursdays.toml").write_text(THURSDAYS.format("eights"))
    assert "There is no scheme “eights”." in terminal.refuses("rulebooks", "show", "thursdays.toml")


# --- saving ---------------------------------------------------------------------------------------------


def test_a_rulebook_is_kept_with_the_points_beside_it(terminal: Terminal) -> None:
    for _time in range(2):  # saving the same file again returns the present key
        assert terminal.json("rulebooks", "keep", "thursdays.toml") == {"key": "own_thursdays"}
    with opened(terminal) as store:
        assert (store.rule_files("scheme"), store.rule_files("rulebook")) == (["own_sevens"], ["own_thursdays"])
        assert store.rule_file("scheme", "own_sevens") == SEVENS
        assert store.rule_file("rulebook", "own_thursdays") == THURSDAYS.format("own_sevens")
        page = Scorekeeper(Within(create_app(store))).visit("/games/new?rulebook=own_thursdays")
        assert page.form("/games").value("scheme") == "own_sevens"


def unsound(scheme_text: str) -> str:
    return scheme_text.replace("-off", "-off / bid")


@pytest.mark.parametrize(
    ("kind", "change", "text"),
    [
        ("scheme", unsound, "sevens.toml, line 6, column 16: Case 2, “give”: "),
        ("scheme", lambda text: text.replace("Sevens", "murder"), "Another file has this name"),
        ("scheme", lambda text: text + "#" * 20_000, "20000 characters"),
        ("rulebook", lambda text: text.replace("3-1", "1-20"), "cannot have 20 cards"),
        ("rulebook", lambda text: text.replace("Thursdays", "Wizard"), "Another file has this name"),
        ("rulebook", lambda text: text.replace("sevens", "eights"), "There is no scheme “eights”."),
    ],
)
def test_what_a_page_refuses_is_not_kept(
    terminal: Terminal, kind: str, change: Callable[[str], str], text: str
) -> None:
    file = Path({"scheme": "sevens.toml", "rulebook": "thursdays.toml"}[kind])
    file.write_text(change(file.read_text()))
    assert text in terminal.refuses(f"{kind}s", "keep", file)
    with opened(terminal) as store:
        assert store.rule_files("scheme") == store.rule_files("rulebook") == []


def test_a_changed_file_takes_the_place_of_the_one_that_is_named(own: Terminal) -> None:
    eights = SEVENS.replace("7 *", "8 *")
    Path("sevens.toml").write_bytes(eights.replace("\n", "\r\n").encode())
    assert "Another file has this name" in own.refuses("schemes", "keep", "sevens.toml")
    assert own.says("schemes", "keep", "sevens.toml", "--replace", "own_sevens") == "own_sevens\n"
    assert own.says("schemes", "show", "own_sevens", "--format", "toml") == eights
    assert own.says("rulebooks", "keep", "thursdays.toml", "--replace", "own_thursdays") == "own_thursdays\n"
    for key in ("own_eights", "murder"):
        assert f"“{key}”" in own.refuses("schemes", "keep", "sevens.toml", "--replace", key)
    Path("sevens.toml").write_text(unsound(SEVENS))
    assert "divides by zero" in own.refuses("schemes", "keep", "sevens.toml", "--replace", "own_sevens")
    assert own.says("schemes", "show", "own_sevens", "--format", "toml") == eights


# --- rules imported with a game ---------------------------------------------------------------------------


def brought_in(terminal: Terminal) -> str:
    """Import a game from another machine with rules unknown here; return its id."""
    points = Scheme.from_toml(SEVENS).to_dict()
    played = {**Rulebook.from_toml(THURSDAYS.format("own_sevens_9")).to_dict(), "about": 'Two lines,\nand "more"'}
    Path("game.json").write_text(json.dumps(game_file(rulebook=played, scheme=points)))
    return terminal.says("import", "game.json").strip()


def test_rules_of_a_game_are_kept_by_a_command(terminal: Terminal) -> None:
    game_id = brought_in(terminal)
    for game in (game_id, "game.json"):
        assert terminal.says("schemes", "keep", game) == "own_sevens\n"
        assert terminal.says("rulebooks", "keep", game) == "own_thursdays\n"
    shown = terminal.json("rulebooks", "show", "own_thursdays")
    assert (shown["scheme"], shown["about"]) == ("own_sevens", 'Two lines,\nand "more"')
    assert {**terminal.json("schemes", "show", "own_sevens"), "key": ""} == {
        "key": "",
        **Scheme.from_toml(SEVENS).to_dict(),
    }


def test_rules_of_built_in_kinds_are_here_already(terminal: Terminal) -> None:
    for key in ("murder", "ohell", "wizard", "pike"):
        Path("game.json").write_text(json.dumps({**game_file(rulebook=key), "record": []}))
        assert terminal.says("rulebooks", "keep", "game.json") == f"{key}\n"
    with opened(terminal) as store:
        assert store.rule_files("scheme") == store.rule_files("rulebook") == []


def test_rules_whose_name_is_taken_by_others_get_one_of_their_own(own: Terminal) -> None:
    Path("game.json").write_text(json.dumps(game_file(rulebook="own_thursdays", house={"ladder": "3-1 2"})))
    assert own.says("rulebooks", "keep", "game.json") == "own_thursdays_ours\n"
    assert own.json("rulebooks", "show", "own_thursdays_ours")["name"] == "Thursdays (ours)"


def test_the_page_of_a_game_keeps_its_rules_for_other_games(terminal: Terminal) -> None:
    game_id = brought_in(terminal)
    with opened(terminal) as store:
        app = create_app(store, links=Links(store))
        keeper, helper = owner(app), scorer(app, game_id)
        assert "Save custom rules" not in helper.visit(f"/games/{game_id}/house").text, "they are the owner's"
        keeper.visit(f"/games/{game_id}/house")
        form = keeper.page.form("/keep-rules")
        page = keeper.send("/keep-rules")
        assert (page.path, page.title) == ("/rulebooks/own_thursdays", "Thursdays")
        assert "New games can use them" in page.status_text
        assert keeper.send_form(form, {}).path == "/rulebooks/own_thursdays", "sent twice, kept once"
        assert (store.rule_files("scheme"), store.rule_files("rulebook")) == (["own_sevens"], ["own_thursdays"])
        assert "Save custom rules" not in keeper.visit(f"/games/{game_id}/house").text
        assert helper.forge(form).status == 404


@pytest.mark.parametrize(("players", "asked"), [(4, False), (6, False), (9, True)])
def test_an_old_game_is_asked_to_keep_its_rules_only_where_they_are_not_here(
    terminal: Terminal, players: int, asked: bool
) -> None:
    """A copy of Wizard admits 3 to 10 players: a table of 4 can play today's rules, one of 9 cannot."""
    names = [f"P{number}" for number in range(players)]
    played = {**rulebook.find("wizard").to_dict(), "players": "3-10"}
    Path("game.json").write_text(json.dumps(game_file(rulebook=played, players=names, record=[])))
    game_id = terminal.says("import", "game.json").strip()
    with opened(terminal) as store:
        keeper = Scorekeeper(Within(create_app(store)))
        page = keeper.visit(f"/games/{game_id}/house")
        assert ("Save custom rules" in page.text) == asked
        assert keeper.visit(f"/games/{game_id}").title == "Hand 1"


def test_rules_that_cannot_be_kept_say_why(terminal: Terminal) -> None:
    """The ladder suits 3 players; the rulebook admits 7, but the ladder has too many cards for them."""
    Path("game.json").write_text(json.dumps({**game_file(rulebook="ohell", house={"ladder": "1-17"}), "record": []}))
    assert "cannot have 17 cards" in terminal.refuses("rulebooks", "keep", "game.json")
    game_id = terminal.says("import", "game.json").strip()
    with opened(terminal) as store:
        keeper = Scorekeeper(Within(create_app(store)))
        keeper.visit(f"/games/{game_id}/house")
        page = keeper.send("/keep-rules")
        assert page.status == 422
        assert "cannot have 17 cards" in page.refusals[0]
        assert store.rule_files("rulebook") == []


RULES = [*scheme.built_in().values(), *rulebook.built_in().values()]


@pytest.mark.parametrize("rules", sampled(RULES), ids=lambda rules: rules.key)
def test_the_text_made_of_rules_reads_as_those_rules(rules: Scheme | Rulebook) -> None:
    data = rules.to_dict()
    assert toml_text.parse(toml_text.format_toml(data)) == data


def test_any_words_survive_in_a_text(store: Store) -> None:
    data = {"name": 'a"b\\c\x7f\t', "ladder": "3-1", "about": "é\n七", "options": {"x y": True, "z": -3}, "notes": None}
    read = toml_text.parse(toml_text.format_toml(data))
    assert read == {key: value for key, value in data.items() if value is not None}
    assert RuleLibrary(lambda: store).own_schemes() == {}


def test_every_built_in_scheme_is_found_under_its_own_key_also_with_fewer_examples(store: Store) -> None:
    """Some score alike, such as Standard and L'Ascenseur."""
    library = RuleLibrary(lambda: store)
    for key, known in scheme.built_in().items():
        assert library.key_of_scheme(known) == key
        fewer = Scheme.from_dict({**known.to_dict(), "examples": known.to_dict()["examples"][:1]})
        assert library.key_of_scheme(fewer) == key
