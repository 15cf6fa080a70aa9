"""Sheets as people and programs lay them out: the right totals, or a refusal that names the column."""

from pathlib import Path
from typing import Any

import pytest
from importing.preparing import games_in, totals

from scorepad.game.report.sheet_files import sheet_json
from scorepad.importing.prepared_games import PreparedGame
from scorepad.importing.preview import notes_by_hand

CASES = Path(__file__).parent.parent / "cases" / "import"
THREE = {"Ann": 10, "Bob": 11, "Cat": 10}
FRENCH = {"Anne": 10, "Bob": 11, "Chloé": 10}
Totals = dict[str, int]

FILES: dict[str, tuple[str, list[tuple[str, Totals]]]] = {
    "above": ("pagat", [("2026-02-03", {"Ann": 21, "Bob": 12, "Cat": 10})]),
    "archive_score": (
        "pagat",
        [("2026-01-09", {"Ann": 31, "Bob": 13, "Cat": 10}), ("2026-01-16", {"Ann": 31, "Bob": 11, "Dan": 2})],
    ),
    "block_winner": ("wizard", [("", {"Ann": 80, "Bob": 40, "Cat": 50})]),
    "dinf": ("pagat", [(day, {"Ann": 10, "Bob": 20, "Cat": 30}) for day in ("2026-01-09", "2026-01-16")]),
    "dinf2": ("pagat", [(day, {"Ann": 10, "Bob": 20, "Cat": 30}) for day in ("2026-01-09", "2026-01-16")]),
    "fr": ("pagat", [("", FRENCH)]),
    "fr2": ("pagat", [("", FRENCH)]),
    "game1": ("pagat", [("2026-02-06", THREE)]),
    "league2": (
        "pagat",
        [("2026-01-05", {"Ann": 84, "Bob": 79, "Cat": 66}), ("2026-01-12", {"Ann": 71, "Cat": 90, "Dan": 55})],
    ),
    "made": ("pagat", [("", {"Ann": 33, "Bob": 22, "Cat": 21})]),
    "oros": ("pocha", [("", {"Ana": 50, "Blas": 40, "Celia": 30})]),
    "pred": ("pagat", [("", THREE)]),
    "snake2": ("pagat", [("", THREE)]),
    "totals_each_hand": ("pagat", [("", {"Ann": 31, "Bob": 13, "Cat": 10})]),
    "totblank": ("pagat", [("", {"Ann": 21, "Bob": 12, "Cat": 10})]),
    "transposed": ("michigan", [("", {"Ann": 32, "Bob": 30, "Cat": 29})]),
    "vorh": ("wizard", [("", {"Ann": 20, "Bob": 30, "Cat": 20})]),
    "weekday": ("pagat", [("2026-01-09", {"Anna": 80, "Bert": 10, "Cleo": 100})]),
    "winner_row": ("pagat", [("", {"Ann": 21, "Bob": 12, "Cat": 10})]),
}


def prepared(name: str, rulebook: str = "pagat") -> list[PreparedGame]:
    return prepared_data((CASES / f"{name}.csv").read_bytes(), rulebook)


def prepared_data(data: bytes, rulebook: str = "pagat", columns: dict[str, str] | None = None) -> list[PreparedGame]:
    return games_in("old.csv", data, rulebook, columns or {})


@pytest.mark.parametrize("name", FILES)
def test_a_real_layout_gives_the_totals_on_paper(name: str) -> None:
    rulebook, expected = FILES[name]
    games = prepared(name, rulebook)
    assert [(game.kept and game.kept.game.sheet.date, totals(game)) for game in games] == expected


def rows(name: str, rulebook: str = "pagat") -> list[Any]:
    (game,) = prepared(name, rulebook)
    assert game.kept
    result: list[Any] = sheet_json(game.kept.game)["rows"]
    return result


def test_tricks_follow_from_points_where_only_one_way_adds_up() -> None:
    (game,) = prepared("block_winner", "wizard")
    assert game.kept
    first, second, third, _fourth = rows("block_winner", "wizard")
    assert first["taken"] == {"Ann": 0, "Bob": 0, "Cat": 1}
    assert "taken" not in second
    assert second["made"] == {"Ann": True, "Bob": False, "Cat": False}
    assert third["hand"] == 3
    assert sorted(notes_by_hand(game.kept)) == [3, 4]


def test_trumps_with_spanish_names_are_recorded() -> None:
    assert [row["trump"] for row in rows("oros", "pocha")] == ["D", "C", "H"]
    (game,) = prepared("oros", "pocha")
    assert game.kept
    assert [difference.hand for difference in game.kept.differences] == [1, 1, 1]


@pytest.mark.parametrize(
    ("name", "ignored"),
    [
        ("above", ("Row 1 (Oh Hell at Ann's)", "Row 8 (Winner)")), ("league2", ("Average",)),
        ("totblank", ("Row 4 (no hand)",)), ("winner_row", ("Row 4 (Winner)",)),
    ],
)  # fmt: skip
def test_what_is_set_aside_is_named(name: str, ignored: tuple[str, ...]) -> None:
    assert prepared(name)[0].ignored == ignored


def test_the_name_of_a_game_in_the_file_wins_and_a_number_or_an_unknown_word_does_not() -> None:
    def rulebook(game: str, table: str = "hand,Ann bid,Ann taken,Bob bid,Bob taken\n1,0,0,1,1\n") -> str:
        head, row = table.splitlines()
        (item,) = prepared_data(f"game,{head}\n{game},{row}\n".encode(), "pagat")
        assert item.kept
        return item.kept.game.sheet.rulebook.name

    assert rulebook("Wizard") == "Wizard"
    assert rulebook("7") == rulebook("Friday") == "Oh Hell (Pagat)"
    assert rulebook("Skull King", "date,Ann,Bob\n2026-01-05,340,210\n") == "Skull King"


# --- layouts of the whole file -----------------------------------------------------------------------------------


def all_totals(text: str, rulebook: str = "pagat", **columns: str) -> list[tuple[str, Any]]:
    games = prepared_data(text.encode(), rulebook, columns)
    return [(game.kept.game.sheet.date if game.kept else str(game.error), totals(game)) for game in games]


def test_several_evenings_of_one_file_have_their_own_headings_and_labels() -> None:
    one = "Evening 1\nDate:,2026-01-05\nHand,Cards,Ann bid,Ann taken,Bob bid,Bob taken\n1,1,0,0,1,1\n2,2,1,1,0,1\n"
    other = "\nEvening 2\nDate:,2026-01-12\nHand,Cards,Bob bid,Bob taken,Dan bid,Dan taken\n1,1,0,0,1,1\n"
    assert all_totals(one + other) == [("2026-01-05", {"Ann": 21, "Bob": 12}), ("2026-01-12", {"Bob": 10, "Dan": 11})]


def test_headings_that_come_again_are_no_rows() -> None:
    head = "Date,Ann,Bob,Cat\n"
    rows = [f"2026-01-{day:02},10,20,31\n" for day in (5, 12)]
    assert [date for date, _totals in all_totals(head + rows[0] + head + rows[1])] == ["2026-01-05", "2026-01-12"]


def test_players_in_rows_and_days_in_columns_are_evenings() -> None:
    text = "Player,2026-01-05,2026-01-12,2026-01-19\nAnn,84,71,\nBob,79,,60\nCat,66,90,55\n"
    assert all_totals(text) == [
        ("2026-01-05", {"Ann": 84, "Bob": 79, "Cat": 66}),
        ("2026-01-12", {"Ann": 71, "Cat": 90}),
        ("2026-01-19", {"Bob": 60, "Cat": 55}),
    ]


@pytest.mark.parametrize(
    "head",
    [
        "Round,Bid Ann,Tricks Ann,Bid Bob,Tricks Bob",
        "Round,AnnBid,AnnTricks,BobBid,BobTricks",
        "Rnd,ann_bet,ann_actual,bob_bet,bob_actual",
        "Deal,Ann-call,Ann-made,Bob-call,Bob-made",
        "Ronda,Ann (apuesta),Ann (bazas),Bob (apuesta),Bob (bazas)",
        "Runde,Ann: Vorhersage,Ann: Stiche,Bob: Vorhersage,Bob: Stiche",
        "Ronde,Ann voorspeld,Ann gehaald,Bob voorspeld,Bob gehaald",
        "Giv,Ann bud,Ann stick,Bob bud,Bob stick",
        "Hand,Ann’s bid,Ann’s tricks,Bob’s bid,Bob’s tricks",
    ],
)
def test_headings_of_many_programs_are_understood(head: str) -> None:
    ((_date, result),) = all_totals(f"{head}\n1,0,0,1,1\n2,1,1,2,1\n3,2,2,1,1\n")
    assert {name.casefold(): total for name, total in result.items()} == {"ann": 33, "bob": 23}


def test_sums_of_columns_and_averages_are_asked_for() -> None:
    text = "Date,Ann,Bob,Cat,Yhteensä,Ka\n2026-01-05,84,79,66,229,76.3\n2026-01-12,71,60,90,221,73.7\n"
    assert "mean: “Yhteensä”, “Ka”." in error(text)
    (first, _second) = prepared_data(text.encode(), columns={"Yhteensä": "ignored", "Ka": "ignored"})
    assert totals(first) == {"Ann": 84, "Bob": 79, "Cat": 66}
    assert first.ignored == ("Yhteensä", "Ka")


@pytest.mark.parametrize(
    ("second", "rows", "result"),
    [
        ("points", "1,0/10,1/11\n2,1/11,0/1\n", {"Ann": 21, "Bob": 12}),
        ("total", "1,0/10,1/11\n2,1/40,0/12\n3,1/51,0/22\n", {"Ann": 51, "Bob": 22}),
        ("tricks", "1,0/0,1/1\n2,1/1,0/1\n", {"Ann": 21, "Bob": 12}),
    ],
)
def test_a_cell_may_hold_a_bid_and_another_number_that_is_asked_for(second: str, rows: str, result: Totals) -> None:
    assert "“Ann 1st”, “Ann 2nd”" in error(f"Round,Ann,Bob\n{rows}")
    chosen = {"Ann 1st": "bid:Ann", "Ann 2nd": f"{second}:Ann"}
    assert all_totals(f"Round,Ann,Bob\n{rows}", **chosen) == [("", result)]


def test_a_cell_may_hold_a_bid_tricks_and_points_or_a_sign_that_says_whether_it_was_made() -> None:
    assert all_totals("Round,Ann,Bob\n1,0/0=10,1/1=11\n2,1/1=11,0/1=1\n") == [("", {"Ann": 21, "Bob": 12})]
    assert all_totals("Round,Ann,Bob\n1,0✓,1✓\n2,1↑,2✓\n", "blackout") == [("", {"Ann": 10, "Bob": 23})]


def error(text: str, rulebook: str = "pagat", **columns: str) -> str:
    return next(str(game.error) for game in prepared_data(text.encode(), rulebook, columns) if game.error)


SWAPPED = "Hand,Cards,Ann bid,Ann taken,Bob points,Bob bid,Bob taken,Ann points\n1,1,0,0,10,1,1,11\n2,2,1,1,11,0,1,1\n"


def test_swapped_columns_of_points_are_refused_by_name_until_the_user_says_what_they_are() -> None:
    assert "not in the same order for all players: “Bob points”, “Ann points”" in error(SWAPPED)
    chosen = {"Bob points": "points:Ann", "Ann points": "points:Bob"}
    assert all_totals(SWAPPED, **chosen) == [("", {"Ann": 21, "Bob": 12})]


@pytest.mark.parametrize(
    ("head", "columns"),
    [
        ("Ann bid,Ann taken,Bob taken,Bob bid", "“Bob taken”, “Bob bid”"),
        ("Bob bid,Ann taken,Ann bid,Bob taken", "“Ann taken”, “Bob taken”"),
        ("Ann bid,Bob total,Bob bid,Ann points", "“Bob total”, “Ann points”"),
        ("Ann bid,Ann points,Bob bid,Bob total", "“Ann points”, “Bob total”"),
    ],
)
def test_columns_that_nothing_confirms_have_one_order_or_are_asked_for(head: str, columns: str) -> None:
    text = f"Hand,{head}\n1,0,0,1,1\n2,1,1,0,1\n"
    assert f"not in the same order for all players: {columns}" in error(text)
    chosen = {heading: f"{heading.split()[1]}:{heading.split()[0]}" for heading in head.split(",")}
    assert len(all_totals(text, **chosen)) == 1


def test_totals_that_do_not_grow_by_the_points_are_asked_for_until_the_user_says_what_they_are() -> None:
    text = "Hand,Ann total,Ann points,Bob total,Bob points\n1,10,10,11,11\n2,11,21,1,12\n3,10,31,0,12\n"
    assert "do not grow by these points in most hands: “Ann points”, “Ann total”" in error(text)
    chosen = {
        f"{name} {part}": f"{other}:{name}"
        for name in ("Ann", "Bob")
        for part, other in (("total", "points"), ("points", "total"))
    }
    assert all_totals(text, **chosen) == [("", {"Ann": 31, "Bob": 12})]


def test_points_that_may_be_running_totals_are_asked_for() -> None:
    text = "Round,Ann,Bob,Cat\n1,0,1,0\n2,1,2,10\n"
    assert "running totals: “Ann”, “Bob”, “Cat”" in error(text)
    assert all_totals(text, Ann="total:Ann") == [("", {"Ann": 1, "Bob": 2, "Cat": 10})]
    assert all_totals(text, Ann="points:Ann") == [("", {"Ann": 1, "Bob": 3, "Cat": 10})]


def test_a_table_without_known_headings_is_no_evening_of_players_called_like_columns() -> None:
    assert "“Foo”, “Bar”, “Baz”" in error("Foo,Bar,Baz\n1,2,3\n4,5,6\n")


def test_a_third_hand_is_not_lost_because_it_has_the_sums_of_the_first_two() -> None:
    text = "hand,Ann total,Bob total\n1,20,30\n2,40,50\n3,60,80\n4,60,90\n"
    assert all_totals(text, "wizard") == [("", {"Ann": 60, "Bob": 90})]
    (game,) = prepared_data(text.encode(), "wizard")
    assert game.kept
    assert game.kept.game.sheet.hands_played == 4
    assert "may be a hand, or the sum" in error(text.replace("4,60,90\n", ""), "wizard")
