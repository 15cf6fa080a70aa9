"""Game files: their content, their refusals with places, and hostile files, which harm nothing but themselves."""

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from builders import THREE, Entry, check_whole, hand, on, overplayed, play, through_json, totals
from costs import cost
from hypothesis import given, settings
from hypothesis import strategies as st
from soak import often, only_in_soak

from scorepad.errors import FileError
from scorepad.game.decide import control, hands, players
from scorepad.game.files.exporter import export_current, export_in_order
from scorepad.game.files.game_file import FORMAT, MOST_ENTRIES, read_game, write_game
from scorepad.game.files.untrusted_input import MAX_WORK, WorkBudget
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.game import Game
from scorepad.rules import rulebook as rulebooks
from scorepad.rules import scheme as schemes
from scorepad.rules.scheme import Scheme

GAMES = Path(__file__).parent.parent.parent / "games"
RECORDED = sorted(path for path in GAMES.glob("*.json") if not path.name.endswith(".sheet.json"))


def recorded(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))
    return data


# --- the head -------------------------------------------------------------------------------------


def test_a_rulebook_and_a_scheme_can_stand_in_the_file_whole() -> None:
    rulebook = {"name": "Ours", "ladder": "2-1", "bidding": "together", "players": "2-4"}
    scheme = {"name": "Tens", "points": [{"when": "made", "give": "10"}, {"give": "-off"}]}
    game = play(rulebook, "Ann Bob", hand("Ann Bob", [1, 1], [2, 0]), scheme=scheme)
    assert totals(game) == {"Ann": -1, "Bob": -1}
    check_whole(game)
    assert write_game(game)["rulebook"] == rulebook


def test_built_in_rules_are_written_by_their_keys() -> None:
    data = write_game(play("pike", THREE, house={"ladder": "3-1"}, scorer="Cat", location="Kitchen", date="2026-11-20"))
    assert data == {
        "format": FORMAT, "rulebook": "pike", "scheme": "pike", "house": {"ladder": "3-1"}, "players": THREE.split(),
        "first_dealer": "Ann", "scorer": "Cat", "location": "Kitchen", "date": "2026-11-20", "record": [],
    }  # fmt: skip


WIZARD_OF_ONCE = {
    **rulebooks.find("wizard").to_dict(),
    "special": [{"at": "last", "note": "All cards are dealt: no trumps.", "trump": "N"}],
}


@pytest.mark.parametrize(("house", "by_key"), [({}, True), ({"ladder": "1-5"}, False)])
def test_old_rules_are_written_whole_only_where_the_table_plays_otherwise_by_them(
    house: dict[str, Any], by_key: bool
) -> None:
    """By the old rules, the last hand of Wizard was without trumps even on a short ladder."""
    game = play(WIZARD_OF_ONCE, THREE, house=house)
    assert write_game(game)["rulebook"] == ("wizard" if by_key else WIZARD_OF_ONCE)
    check_whole(game)


def test_rules_that_are_called_otherwise_today_are_written_by_their_keys() -> None:
    book = {**rulebooks.find("ohell").to_dict(), "name": "Oh Hell (ohell)"}
    scheme = {**schemes.find("ohell_cubed").to_dict(), "name": "ohell"}
    written = write_game(play(book, THREE, scheme=scheme))
    assert (written["rulebook"], written["scheme"]) == ("ohell", "ohell_cubed")
    written = write_game(play({**book, "name": "Ours"}, THREE, scheme={**scheme, "name": "Ours too"}))
    assert (written["rulebook"]["name"], written["scheme"]["name"]) == ("Ours", "Ours too")


FIVES = {"name": "Fives", "points": [{"when": "made", "give": "5"}, {"give": "0"}]}


def test_what_happened_is_written_in_the_words_it_was_recorded_in_and_with_the_names_of_then() -> None:
    record: list[Entry] = [
        hand(THREE, [1, 1, 0], [1, 2, 0], cards=3, trump="H", turned="5H"),
        {"house": {"hook": True}},
        {"scheme": {"scheme": "tens"}},
        {"scheme": {"scheme": FIVES}},
        {"details": {"scorer": "Cat", "stake": 4, "first_dealer": "Bob"}},
        {"rename": {"player": "Ann", "name": "Anna"}},
        {"correct": {"hand": 1, "taken": {"Anna": 2, "Bob": 1}}},
        {"join": {"player": "Di", "before": "Anna"}},
        {"misdeal": {"wrong_count": ["Di", "Anna"]}},
        {"hand": {"cards": 2, "bids": {"Anna": 0, "Bob": 1, "Cat": 0, "Di": 0}}},
        {"comment": {"text": "Tea"}},
    ]
    game = play("pike", THREE, *record, house={"ladder": "3-1"}, location="Attic")
    written = export_in_order(game)["record"]
    assert written == [*record[:9], record[10], record[9]]  # bids wait for their tricks, past a comment
    now = export_current(game)
    assert {key: value for key, value in now.items() if key != "record"} == {
        "rulebook": "pike", "scheme": FIVES, "house": {"ladder": "3-1"}, "players": ["Anna", "Bob", "Cat"],
        "first_dealer": "Bob", "scorer": "Cat", "location": "Attic", "stake": 4,
    }  # fmt: skip


def test_marks_of_bids_and_tricks_and_all_who_doubled_go_into_one_entry_a_hand() -> None:
    game = play("ninety_nine", "A B C", {"hand": {"bids": {"A": 3, "B": 3, "C": 2}, "marks": {"A": {"declared": 1}}}})
    game = on(game, {"hand": {"taken": {"A": 4, "B": 3, "C": 2}, "marks": {"B": {"revealed": True}}}})
    assert write_game(game)["record"][0]["hand"]["marks"] == {"A": {"declared": 1}, "B": {"revealed": True}}
    doubled = {
        "cards": 8, "bids": {"A": 3, "B": 2, "C": 2, "D": 2}, "trump": "S", "doublers": ["B", "D"],
        "contract": {"declarer": "A", "level": 3, "doubler": "B", "redoubled": False},
        "taken": {"A": 1, "B": 3, "C": 2, "D": 2},
    }  # fmt: skip
    house = {"auction": {"doublers": "several"}, "ladder": "8 9"}
    assert write_game(play("murder", "A B C D", {"hand": doubled}, house=house))["record"] == [{"hand": doubled}]


def test_terms_may_stand_in_an_order_that_is_not_the_alphabets() -> None:
    scheme = {
        "name": "Doubled", "terms": {"tricks_and_one": "taken + 1", "doubled_up": "2 * tricks_and_one"},
        "marks": {"wild": "yes or no", "blind": "yes or no"}, "points": [{"give": "doubled_up"}],
    }  # fmt: skip
    game = play("pike", THREE, hand(THREE, [1, 1, 1], [3, 0, 0]), scheme=scheme, house={"ladder": "3-1"})
    assert totals(game) == {"Ann": 8, "Bob": 2, "Cat": 2}
    assert list(game.sheet.scheme.marks) == ["wild", "blind"]
    check_whole(game)
    counted = play("pike", THREE, hand(THREE, [1, 1, 1], [3, 0, 0]), house={"ladder": "3-1"})
    counted = on(counted, {"scheme": {"scheme": scheme}})
    assert totals(counted) == totals(game)


def test_a_scheme_is_asked_for_where_the_rulebook_has_none() -> None:
    with pytest.raises(FileError, match="Choose a scoring for it"):
        play("okenuff", "A B C D")
    assert play("okenuff", "A B C D", scheme="squares")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"format": "scorepad-game/2"}, "format"), ({"format": None}, "format"), ({"rulebook": "pik"}, "rulebook"),
        ({"rulebook": {"name": "X", "hook": True}}, "ladder"),
        ({"scheme": "pyke"}, "scheme"), ({"scheme": 0}, "scheme"), ({"scheme": []}, "scheme"),
        ({"scheme": {"name": "X", "points": [{"give": "1 / bid"}]}}, "scheme"),
        ({"scheme": {"name": "X", "points": [{"give": "bidd"}]}}, "points[1].give"),
        ({"house": {"ladder": "99"}}, "ladder"), ({"house": {"scheme": 7}}, "scheme"),
        ({"players": "Ann Bob Cat"}, "players"),
        ({"players": ["Ann", "Bob", "ann"]}, "players.3"), ({"players": ["Ann", "Bob", 3]}, "players.3"),
        ({"players": ["Ann", "Bob", "x" * 41]}, "players.3"),
        ({"players": [f"P{n}" for n in range(50_000)]}, "players"),
        ({"first_dealer": "Zoe"}, "first_dealer"), ({"stake": "10"}, "stake"), ({"record": {}}, "record"),
        ({"recrod": []}, "recrod"),
    ],
)  # fmt: skip
def test_a_wrong_head_is_refused_with_its_key(change: dict[str, Any], field: str) -> None:
    head = {"format": FORMAT, "rulebook": "pike", "players": THREE.split(), "record": []}
    with pytest.raises(FileError) as refused:
        read_game({**head, **change})
    assert (refused.value.entry, refused.value.field) == (None, field)


NO_RULEBOOK = '“rulebook”: Name a rulebook. Example: "rulebook": "pike".'
NO_LADDR = "“laddr”: There is no such key here. Check the spelling. Did you mean “ladder”?"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "odt"}, "“format”: This is not a Scorepad game file. Its “format” should be scorepad-game/1."),
        ({"x" * 70: 1}, f"“{'x' * 60}”: A game file has no such key. Check the spelling."),
        ({"rulebook": None}, NO_RULEBOOK), ({"rulebook": ""}, NO_RULEBOOK),
        ({"rulebook": 5}, "“rulebook”: Expected an object with keys here."),
        ({"rulebook": "okenuff"},
         "“scheme”: The points of “Okenuff” are not known. Choose a scoring for it."),
        ({"house": 5}, "“house”: Expected an object with keys here."),
        ({"players": None}, "“players”: Expected a list here."),
        ({"players": ["Ann", "Bob"]}, "“players”: Mr Pike's Oh Hell! is for 3 to 7 players, not 2."),
        ({"first_dealer": 5}, "“first_dealer”: Expected a text here."),
        ({"scorer": 5}, "“scorer”: Expected a text here."),
        ({"location": 5}, "“location”: Expected a text here."),
        ({"date": 5}, "“date”: Expected a text here."), ({"until": 5}, "“until”: Expected a text here."),
        ({"until": "noon"}, "“until”: Enter a time of day. Examples: 13:00, 0:30."),
        ({"house": {"laddr": "3"}}, NO_LADDR),
        ({"record": None}, "“record”: Expected a list here."),
        ({"record": [5] * (MOST_ENTRIES + 1)}, "“record”: A record can have at most 2000 entries."),
        ({"record": [5] * MOST_ENTRIES}, "Entry 1: Expected an object with keys here."),
        ({"record": [{"comment": {"text": "!"}}, {"end": 5}]},
         "Entry 2: “end”: Expected an object with keys here."),
        ({"record": [{"comment": {"text": "!"}}, {"leave": {"player": "Ann"}}, {"leave": {"player": "Ann"}}]},
         "Entry 3: “player”: Ann is not at the table."),
        ({"record": [{"house": {"laddr": "3"}}]}, f"Entry 1: {NO_LADDR}"),
        ({"record": [hand(THREE, [1, 1, 0], [1, 1, 0], hook_waived=1)]},
         "Hand 1: “hook_waived”: Expected true or false here."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_said_with_its_place(change: dict[str, Any], why: str) -> None:
    head = {"format": FORMAT, "rulebook": "pike", "players": THREE.split(), "record": []}
    with pytest.raises(FileError) as refused:
        read_game({**head, **change})
    assert str(refused.value) == why


def test_the_head_of_a_file_is_the_head_of_the_sheet_and_most_of_it_may_be_left_out() -> None:
    plain = read_game({"format": FORMAT, "rulebook": "pike", "players": THREE.split()}).sheet
    assert (plain.scorer, plain.location, plain.date, plain.stake, plain.until) == ("", "", "", None, "")
    assert (plain.first_dealer, plain.scheme.name, plain.rows) == ("p1", "Mr Pike's Oh Hell!", ())
    head: dict[str, Any] = {
        "scorer": "Cat", "location": "Kitchen", "date": "1987", "stake": 5, "until": "13:00", "first_dealer": "Bob",
        "house": {"ladder": "3-1", "scheme": "squares"},
    }  # fmt: skip
    sheet = play("pike", THREE, **head).sheet
    assert (sheet.scorer, sheet.location, sheet.date, sheet.stake, sheet.until) == (
        "Cat", "Kitchen", "1987", 5, "13:00",
    )  # fmt: skip
    assert (sheet.first_dealer, sheet.scheme.name) == ("p2", "Squares")
    assert play("pike", THREE, scheme="tens", house={"scheme": "squares"}).sheet.scheme.name == "Tens"
    assert play("pike", THREE, scheme=None, house=None).sheet.scheme.name == "Mr Pike's Oh Hell!"


@pytest.mark.parametrize("data", [None, 5, "pike", [], [{}], True, float("nan"), {}])
def test_what_is_no_game_file_is_refused(data: Any) -> None:
    with pytest.raises(FileError) as refused:
        read_game(data)
    assert str(refused.value) == (
        "“format”: This is not a Scorepad game file. Its “format” should be scorepad-game/1."
        if data == {}
        else "Expected an object with keys here."
    )


# --- the record -----------------------------------------------------------------------------------


def test_names_may_be_written_with_stray_blanks() -> None:
    game = read_game(
        {
            "format": FORMAT, "rulebook": "pike", "players": ["Ann  Lee ", "Bob", "Cat"], "first_dealer": " Ann  Lee",
            "house": {"ladder": "1"},
            "record": [
                {"hand": {"bids": {"Ann  Lee ": 0, "Bob": 0, "Cat": 0}, "taken": {"Ann Lee": 1, "Bob": 0, "Cat": 0}}}
            ],
        }
    )  # fmt: skip
    assert totals(game) == {"Ann Lee": -11, "Bob": 10, "Cat": 10}


def test_a_correction_is_written_into_its_hand() -> None:
    game = play(
        "pike", THREE, hand(THREE, [1, 1, 1], [1, 1, 1]), {"correct": {"hand": 1, "taken": {"Ann": 2, "Bob": 0}}},
        house={"ladder": "3-1"},
    )  # fmt: skip
    record = write_game(game)["record"]
    assert [list(entry) for entry in record] == [["hand"]]
    assert record[0]["hand"]["taken"] == {"Ann": 2, "Bob": 0, "Cat": 1}


def test_a_game_that_could_not_be_recorded_as_it_stands_is_written_as_it_came_about() -> None:
    game = overplayed()
    data = write_game(game)
    assert (data["format"], [*data["record"][-1]]) == (FORMAT, ["correct"])
    assert sheet_json(read_game(data)) == sheet_json(game)


def test_a_players_name_cannot_be_taken_for_a_file_of_another_name() -> None:
    game = play("pike", "p2 p3 p1", hand("p2 p3 p1", [1, 0, 0], [1, 1, 1]), house={"ladder": "3-1"})
    assert totals(game) == {"p2": 11, "p3": -11, "p1": -11}
    check_whole(game)


# --- hostile files --------------------------------------------------------------------------------

ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, -1, 1, 2, 7, 10**30, -(10**400), 0.5, float("nan"), float("inf"), "", "Ann", "p1",
     "x" * 5000,
     "3-1", "…", [], {}, [[]], [{}], {"Ann": {}}, {"": None}, [[[[[[1]]]]]], ["Ann"], {"Ann": True}, "\ud800", "\x00"]
)  # fmt: skip


def _places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in keys for place in _places(value, (*path, key)))]


def _spoilt(data: Any, draw: Callable[[st.SearchStrategy[Any]], Any]) -> Any:
    """Return the file with one to three changes: another value, a removed key, a value copied from elsewhere."""
    data = copy.deepcopy(data)
    for _time in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(_places(data)))
        if not place:
            continue
        parent = data
        for key in place[:-1]:
            parent = parent[key]
        what = draw(st.integers(0, 3))
        if what == 0 and isinstance(parent, dict):
            parent[draw(st.sampled_from(["bids", "taken", "hand", "Ann", "zz", "cards", "made"]))] = copy.deepcopy(
                draw(ODD)
            )
        elif what == 1:
            del parent[place[-1]]
        else:
            parent[place[-1]] = copy.deepcopy(draw(ODD))
    return data


def read_or_refused(data: Any) -> Game | None:
    try:
        game = read_game(data)
    except FileError as refused:
        return None if str(refused) else pytest.fail("a refusal without a word")
    sheet_json(game)
    return game


@settings(max_examples=often(60, 500), deadline=None)
@given(st.data())
def test_a_spoilt_game_file_or_log_is_read_or_refused_and_never_breaks(data: st.DataObject) -> None:
    path, with_log = data.draw(st.sampled_from(RECORDED)), data.draw(st.booleans())
    read_or_refused(_spoilt(_logged(path.stem) if with_log else recorded(path.stem), data.draw))


@cache  # scoring a game takes longer than changing its log
def _logged(name: str) -> Any:
    return through_json(write_game(read_game(recorded(name)), with_log=True))


HOSTILE: dict[str, Callable[[], Any]] = {
    "ten thousand entries": lambda: _many([{"adjust": {"player": "Ann", "points": 1}}] * 10_000),
    "all the corrections there can be": lambda: _many(
        [hand(THREE, [1, 1, 1], [1, 1, 1])] * 1000 + [{"correct": {"hand": 1, "bids": {"Ann": 0}}}] * 1000
    ),
    "all the house rules there can be": lambda: _many(
        [{"house": {"ladder": f"{1 + at % 9} {1 + at % 7} …", "name": str(at)}} for at in range(2000)]
    ),
    "all the schemes there can be": lambda: _many(
        [{"scheme": {"name": str(at), "points": [{"give": "bid ** 3 - off ** 2 * taken"}]}} for at in range(2000)]
    ),
    "a nest": lambda: _nested(),
    "a long log of undo and redo": lambda: {
        "format": FORMAT, "log": [*_log(50), *[{"kind": "undo"}, {"kind": "redo"}] * 4000],
    },
    "a log of nothing": lambda: {"format": FORMAT, "log": [{}] * 9_999},
    "a log of undos": lambda: {"format": FORMAT, "log": [*_log(1), *[{"kind": "undo"}] * 5000]},
}  # fmt: skip


def _many(record: list[Entry]) -> dict[str, Any]:
    return {
        "format": FORMAT, "rulebook": "pike", "players": THREE.split(), "house": {"ladder": "3 …"}, "record": record,
    }  # fmt: skip


def _nested() -> Any:
    nest: Any = []
    for _level in range(900):
        nest = [nest]
    return {**_many([{"hand": {"bids": nest}}]), "rulebook": {"name": "X", "ladder": "1", "notes": nest}}


def _log(hands: int) -> list[Any]:
    log: list[Any] = write_game(read_game(_many([hand(THREE, [1, 1, 1], [1, 1, 1])] * hands)), with_log=True)["log"]
    return log


DEAR = {"all the corrections there can be": 4_000_000, "all the house rules there can be": 4_400_000}
"""The maximum number of function calls for a file that uses the whole limit for work; others need less than a fifth."""


@pytest.mark.parametrize("what", [*sorted(HOSTILE.keys() - DEAR.keys()), *only_in_soak(*DEAR)])
def test_a_hostile_file_is_done_with_before_it_costs_much(what: str) -> None:
    data = HOSTILE[what]()
    cost(lambda: read_or_refused(data), most=DEAR.get(what, 800_000))


def test_points_of_ones_own_are_counted_dearer_where_they_are_new_or_long() -> None:
    game = read_game(_many([hand(THREE, [1, 1, 1], [1, 1, 1])] * 3))
    own, other = (Scheme.from_dict({"name": name, "points": [{"give": "bid"}]}) for name in ("Own", "Other"))
    budget = WorkBudget()
    for scheme, price in ((own, 14_700), (own, 700), (other, 14_700)):  # the second time its check is cached
        before = budget.left
        budget.spend(game, control.change_scheme(game, scheme))
        assert before - budget.left == 7 * 5 + price
    ten = "max(" + ",".join(["bid"] * 10) + ")"
    terms = {f"t{index}": f"max({ten},{ten},{ten},{ten},{ten})" for index in range(7)}
    long = Scheme.from_dict({"name": "Long", "terms": terms, "points": [{"give": ten}]})
    assert long.size == 7 * 56 + 11
    game = game.then(control.change_scheme(game, long))  # 8 present events
    budget = WorkBudget()
    budget.spend(game, game.undo())
    assert MAX_WORK - budget.left == (8 * 4 + 3) * 5
    budget = WorkBudget()
    budget.spend(game, players.comment(game, "!"))
    assert MAX_WORK - budget.left == 3 * 5


@pytest.mark.soak
def test_an_evening_with_a_hundred_corrections_is_read_back_with_its_log() -> None:
    four = "Ann Bob Cat Di"
    game = play("pike", four, *[hand(four, [1, 1, 1, 0], [1, 1, 1, 0], cards=3)] * 60, house={"ladder": "3x60"})
    for number in range(100):
        taken = {"p1": number % 2, "p2": 1 - number % 2, "p3": 1, "p4": 1}
        game = game.then(hands.correct(game, 1 + number % 60, {"taken": taken}))
    assert sheet_json(read_game(through_json(write_game(game, with_log=True)))) == sheet_json(game)


def test_an_evening_of_undoing_and_correcting_is_not_taken_for_an_attack() -> None:
    record = [hand(THREE, [1, 1, 1], [1, 1, 1])] * 30
    game = read_game(_many(record))
    for number in range(1, 31):
        game = on(game, {"correct": {"hand": number, "taken": {"Ann": 2, "Bob": 0}}})
        game = game.then(game.undo())
    for _time in range(40):
        game = game.then(game.undo())
    check_whole(game)
