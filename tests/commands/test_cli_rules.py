"""Points, late entries, schemes and rulebooks on the command line."""

import json
import shutil
from pathlib import Path

import pytest
from program import GAME, refused, run

REFUSED = Path(__file__).parent.parent / "schemes" / "refused"


# --- points ------------------------------------------------------------------------------------


def test_points_of_a_contract_over_half_and_doubled(folder: Path) -> None:
    words = ["points", "murder", "--bid", 4, "--taken", 4, "--cards", 6, "--role", "declarer", "--doubled"]
    why = "declarer, made; over half, doubled; rate 3: 10 + 2 × 3 × 4 = 34"
    assert run(folder, *words).json == {"points": 34, "total": 34, "scheme": "murder", "why": why}


def test_points_of_a_player_who_does_not_bid_and_of_one_whose_total_is_below_zero(folder: Path) -> None:
    answer = run(folder, "points", "boerenbridge", "--no-bid", "--taken", 2, "--cards", 6, "--total", 85).json
    why = "no bid, from 80 on only tricks count: 2"
    assert answer == {"points": 2, "total": 87, "scheme": "boerenbridge", "why": why}
    words = ["points", "tens", "--bid", 2, "--taken", 2, "--cards", 6, "--total", -50, "--players", 5]
    answer = run(folder, *words).json
    assert answer["total"] == answer["points"] - 50


def test_points_with_marks_of_a_scheme_of_ones_own(folder: Path) -> None:
    text = """
        name = "Ours"
        options = { double = { default = false } }
        marks = { blind = "yes or no", bonus = "number" }
        [[points]]
        give = "bid * (1 + blind) * (1 + double) + bonus + 100 * others_made_blind"
    """
    (folder / "ours.toml").write_text(text)
    words = ["--bid", 2, "--taken", 2, "--cards", 6]
    marked = ["--mark", "blind=yes", "--mark", "bonus=-3", "--mark", "others_made_blind=1", "--option", "double=yes"]
    assert run(folder, "points", "ours.toml", *words, *marked).json["points"] == 2 * 2 * 2 - 3 + 100
    for wrong in ("--mark blond=yes", "--mark declared=3", "--option triple=yes"):
        refused(run(folder, "points", "ninety_nine", *words, *wrong.split()), wrong.split()[1].partition("=")[0])


def test_points_as_a_sentence_in_plain_signs_on_a_plain_terminal(folder: Path) -> None:
    answer = run(folder, "points", "tens", "--bid", 0, "--taken", 0, "--cards", 6, "--total", "2.5", "--format", "text")
    assert answer.text == "10 points, total 12½\nzero made: 10\n"
    words = ["points", "squares", "--bid", 3, "--taken", 1, "--cards", 6, "--format", "text"]
    answer = run(folder, *words, env={"PYTHONIOENCODING": "ascii"})
    assert answer.text == "-4 points, total -4\n2 short: -(2 x 2) = -4\n"


def test_the_examples_of_a_scheme_tell_how_their_points_came_about(folder: Path) -> None:
    shown = " ".join(run(folder, "schemes", "show", "boerenbridge").text.split())
    assert "102 is two too many: 98 → made: 10 + 13 = 23; total 79 + 23 = 102, becomes 200 - 102 = 98, so +19" in shown


# --- late entry --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("12 38 44 50", "lowest 12, median 41 → 26½, rounded to 26"),
        ("--low-wins 3 7 14", "highest 14, median 7 → 10½, rounded to 11"),
        ("12,5 8,5 3", "lowest 3, median 8½ → 5¾, rounded to 6"),
        ("-6,5 -½", "lowest -6½, median -3½ → -5"),
        ("12,38,44", "lowest 12, median 38 → 25"),
    ],
)
def test_late_entry_as_a_sentence_reads_a_comma_as_the_page_does(folder: Path, words: str, text: str) -> None:
    assert run(folder, "late-entry", *words.split()).text == f"{text}\n"


def test_late_entry_as_data_and_a_comma_that_may_be_two_things(folder: Path) -> None:
    answer = run(folder, "late-entry", "1½", "-2.5", "--format", "json").json
    assert answer == {"points": -2, "worst": -2.5, "median": -0.5, "exact": "-1.5"}
    assert "Write 12.5 or 12 5" in run(folder, "late-entry", "12,5").error


# --- schemes and rulebooks ---------------------------------------------------------------------


def test_a_scheme_is_listed_and_shown_in_words_as_data_and_as_its_file(folder: Path) -> None:
    assert "murder" in run(folder, "schemes").text
    assert {"tens", "wizard"} <= {entry["key"] for entry in run(folder, "schemes", "--format", "json").json}
    words = run(folder, "schemes", "show", "tens").text
    assert words.startswith("Tens\n")
    assert "Points with 5 cards" in words
    assert run(folder, "schemes", "show", "tens", "--format", "json").json["key"] == "tens"
    (folder / "mine.toml").write_bytes(run(folder, "schemes", "show", "tens", "--format", "toml").bytes)
    answer = run(folder, "schemes", "check", "mine.toml")
    assert (answer.status, answer.error) == (0, "")
    assert "sound" in answer.text


def test_a_rulebook_that_reads_the_rules_otherwise_is_told_and_scored_by_them(folder: Path) -> None:
    text = run(folder, "rulebooks", "show", "murder", "--format", "toml").text
    readings = 'auction = { only_passed = "no bid", doublers = "several" }\nlate_rounding = "to quarters"\n'
    (folder / "ours.toml").write_text(readings + text, encoding="utf-8")
    words = " ".join(run(folder, "rulebooks", "show", "ours.toml").text.split())
    assert "A player who only passed has no bid: neither made nor missed." in words
    assert "Quarters of a point are kept." in words
    calls = {"auction": ["1H", "double", "double", "pass", "pass"], "taken": {"Ann": 2, "Bob": 1, "Cat": 0}}
    game = {
        "format": "scorepad-game/1", "rulebook": "murder", "players": ["Ann", "Bob", "Cat"],
        "house": {"auction": {"only_passed": "no bid", "doublers": "several"}}, "record": [{"hand": calls}],
    }  # fmt: skip
    (folder / "two.json").write_text(json.dumps(game))
    (row,) = run(folder, "score", "two.json", "--format", "json").json["rows"]
    assert row["points"] == {"Ann": -2, "Bob": 12, "Cat": 12}
    assert (row["bids"], row["doublers"]) == ({"Ann": 1}, ["Bob", "Cat"])


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ('name = "x"\n[[points]]\ngive = "10 + bidd"\n', ("line 3, column 14", "Did you mean “bid”")),
        ('name = "x"\n[[points]]\ngive = "10 / bid"\n', ("line 3", "divides by zero")),
        ('name = "x"\n[[points]\ngive = "10"\n', ("line 2", "not TOML")),
        ('name = "x"\n"\\u001b]0;mine\\u0007" = 1\n', ("x.toml: “ ]0;mine ”: There is no such key",)),
        ('name = "x"\n[[points]]\ngive = "10"\n[[examples]]\nbid = 1\ntaken = 1\ncards = 1\npoints = 9\n', ("line 8",)),
    ],
)
def test_an_unsound_scheme_is_refused_with_line_and_reason(folder: Path, text: str, given: tuple[str, ...]) -> None:
    (folder / "x.toml").write_text(text)
    refused(run(folder, "schemes", "check", "x.toml"), "x.toml", *given)
    refused(run(folder, "points", "x.toml", "--bid", 0, "--taken", 0, "--cards", 3))


@pytest.mark.parametrize("file", sorted(REFUSED.iterdir()), ids=lambda file: file.stem)
def test_whatever_is_wrong_in_a_rule_file_takes_one_sentence(folder: Path, file: Path) -> None:
    shutil.copy(file, folder / "x.toml")
    answer = run(folder, "schemes", "check", "x.toml")
    refused(answer, "x.toml, line ")
    assert len(answer.error) < 200


def test_what_is_wrong_in_a_scheme_as_data(folder: Path) -> None:
    (folder / "x.toml").write_text('name = "x"\n[[points]]\ngive = "10 + bidd"\n')
    answer = run(folder, "schemes", "check", "x.toml", "--format", "json")
    assert answer.status == 1
    data = json.loads(answer.text)
    (problem,) = data["problems"]
    assert (data["sound"], problem["where"]) == (False, "points[1].give")
    assert (problem["line"], problem["column"]) == (3, 14)


def test_rulebooks_are_listed_and_shown(folder: Path) -> None:
    assert "pike" in run(folder, "rulebooks").text
    assert "What Scorepad does" in run(folder, "rulebooks", "show", "pike").text
    shown = run(folder, "rulebooks", "show", "pike", "--format", "json").json
    assert (shown["key"], shown["scheme"]) == ("pike", "pike")
    (folder / "mine.toml").write_bytes(run(folder, "rulebooks", "show", "pike", "--format", "toml").bytes)
    assert run(folder, "rulebooks", "ladder", "mine.toml", "--players", 7).json[:2] == [7, 6]
    assert "The scoring is not known" in run(folder, "rulebooks", "show", "okenuff").text


def test_a_ladder_is_told_once_round_or_why_a_number_cannot_play(folder: Path) -> None:
    down_and_up = [*range(10, 0, -1), *range(2, 11)]
    refused(run(folder, "rulebooks", "ladder", "pike", "--players", 9), "3 to 7 players")
    refused(run(folder, "rulebooks", "ladder", "pke", "--players", 4), "Did you mean “pike”")
    assert run(folder, "rulebooks", "ladder", "pike", "--players", 4).json == down_and_up
    assert run(folder, "rulebooks", "ladder", "murder", "--players", 5).json[:3] == [3, 4, 5]
    assert run(folder, "rulebooks", "ladder", "murder", "--players", 5, "--format", "text").text.endswith(" …\n")


def test_a_house_ladder_is_told_too_and_one_below_what_the_rules_ask_for_gets_a_word(folder: Path) -> None:
    answer = run(folder, "rulebooks", "ladder", "ohell", "--players", 4, "--ladder", "1-3-1")
    assert (answer.json, answer.error) == ([1, 2, 3, 2, 1], "")
    answer = run(folder, "rulebooks", "ladder", "ohell", "--players", 4, "--ladder", "1-2-1")
    assert (answer.status, answer.text.split()) == (0, ["[1,", "2,", "1]"])
    assert "has at least 3 cards. These hands, which stop at 2, are played as entered." in answer.error
    refused(run(folder, "rulebooks", "ladder", "pike", "--players", 4, "--ladder", "30"), "cannot have 30 cards each")
    refused(run(folder, "rulebooks", "ladder", "pike", "--players", 4, "--ladder", "x"), "“x” is not a hand size")


# --- rules and schemes with different ends --------------------------------------------------------


def test_rules_with_points_that_end_otherwise_say_so(folder: Path) -> None:
    text = run(folder, "rulebooks", "show", "op_en_neer", "--scheme", "boerenbridge").text
    assert "With this scoring the game ends when a player has exactly 100" in " ".join(text.split())
    assert "With this scoring the lowest total wins" not in run(folder, "rulebooks", "show", "boerenbridge").text
    game = GAME | {"rulebook": "boerenbridge", "scheme": "golf", "house": {}, "record": []}
    (folder / "golf.json").write_text(json.dumps(game))
    assert "the game ends when a player has" in " ".join(run(folder, "score", "golf.json").text.split())


def test_points_that_hang_on_what_is_round_the_hand(folder: Path) -> None:
    (folder / "late.toml").write_text('name = "Late"\n[[points]]\ngive = "hand + hands + pack + bids_total"')
    words = ["points", "late.toml", "--bid", 1, "--taken", 1, "--cards", 2]
    parts = ["--hand", 3, "--hands", 19, "--pack", 32, "--bids-total", 5]
    assert run(folder, *words, *parts).json["points"] == 3 + 19 + 32 + 5
