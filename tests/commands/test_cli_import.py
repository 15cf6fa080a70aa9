"""scorepad import: evenings from files, folders and zips, each saved once."""

from pathlib import Path

import pytest
from program import run, with_a_game

EVENINGS = "date;game;Anne;Bob;Zoë\n2026-01-03;Wizard;84;79;12\n2026-01-10;Oh Hell;60;71;\n"
HANDS = (
    "hand,cards,dealer,Ann bid,Ann taken,Ann points,Bob bid,Bob taken,Bob points,Cat bid,Cat taken,Cat points\n"
    "1,2,Ann,1,1,11,0,0,10,1,1,-29\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "evenings.csv").write_text(EVENINGS, encoding="utf-8")
    (tmp_path / "old" / "hands.csv").write_text(HANDS, encoding="utf-8")
    return with_a_game(tmp_path)


def listed(folder: Path) -> list[str]:
    return sorted(entry["id"] for entry in run(folder, "games", "--format", "json").json)


def test_a_folder_is_kept_an_id_a_line_and_a_dry_run_tells_what_would_be_kept(folder: Path) -> None:
    answer = run(folder, "import", "old", "--rulebook", "pike", "--dry-run")
    assert "3 Jan 2026, Wizard: Anne 84, Bob 79, Zoë 12" in answer.text
    assert "Hand 1, Cat: paper −29, rules 11" in answer.text
    assert "There are no saved games in" in run(folder, "games").error
    answer = run(folder, "import", "old", "--rulebook", "pike")
    assert (answer.status, answer.error) == (0, "")
    assert sorted(answer.text.split()) == listed(folder)
    assert len(listed(folder)) == 3


def test_a_first_dry_run_tells_what_comes_twice_and_who_may_be_who_among_those_who_come_in(folder: Path) -> None:
    more = "2026-01-17;Wizard;84;79;12\n2026-01-24;Wizard;80;79;12\n"
    (folder / "old" / "hands.csv").write_text(EVENINGS.replace("Anne", "Annie") + more, encoding="utf-8")
    (folder / "old" / "twice.csv").write_text(EVENINGS, encoding="utf-8")
    answer = run(folder, "import", "old", "--dry-run")
    assert answer.error.splitlines() == [
        f"old/twice.csv, line {at}: This evening appears twice in these files." for at in (2, 3)
    ]
    assert answer.text.splitlines()[-1] == "Anne → Annie?"
    assert "There are no saved games in" in run(folder, "games").error


def test_the_same_evening_is_kept_once_unless_it_is_asked_for_again(folder: Path) -> None:
    first = run(folder, "import", "old", "--rulebook", "pike").text
    again = run(folder, "import", "old", "--rulebook", "pike")
    assert again.text == first
    assert again.error.count("This evening is already saved.") == 3
    assert again.status == 0
    assert run(folder, "import", "old", "--rulebook", "pike", "--again").text != first
    assert len(listed(folder)) == 6


def test_one_bad_file_stops_no_other_and_is_never_half_kept(folder: Path) -> None:
    (folder / "old" / "broken.csv").write_text(EVENINGS + "last Thursday;Wizard;1;2;3\n", encoding="utf-8")
    answer = run(folder, "import", "old", "--rulebook", "pike")
    assert answer.status == 1
    assert "broken.csv: Line 4: “last Thursday” is not a date" in answer.error
    assert len(answer.text.split()) == 3


def test_what_columns_mean_can_be_chosen_and_a_refusal_says_how(folder: Path) -> None:
    text = "Round,Ann foo,Ann bar,Bob foo,Bob bar\n1,0,0,1,1\n2,1,1,2,1\n"
    (folder / "strange.csv").write_text(text, encoding="utf-8")
    arguments = ["import", "strange.csv", "--rulebook", "pagat", "--dry-run"]
    answer = run(folder, *arguments)
    assert answer.status == 1
    assert "“Ann foo”, “Ann bar”, “Bob foo”, “Bob bar”" in answer.error
    assert '--columns "Ann foo=bid:Ann"' in answer.error
    chosen = run(folder, *arguments, "--columns", "Ann foo=bid:Ann,Ann bar=tricks:Ann")
    assert "Ann 21, Bob 12" in chosen.text
    wrong = run(folder, *arguments, "--columns", "Ann foo=bit:Ann")
    assert "“Ann foo=bit:Ann” does not name a column and its meaning." in wrong.error


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Rnd,Player,Bid,Foo\n1,Ann,1,1\n1,Bob,0,0\n", "Foo=bid"),
        ("Round,Ann bid,Ann taken,Bob bid,Bob taken\n2,1,1,1,1\n1,0,0,1,1\n", "Round=cards"),
        ("Date,First,Points,Second,Points\n2026-01-09,Ann,9,Bob,8\n2026-01-16,Bob,7,Ann,6\n", "First=player"),
    ],
)
def test_a_refusal_shows_a_meaning_that_fits_the_table(folder: Path, text: str, hint: str) -> None:
    (folder / "unclear.csv").write_text(text, encoding="utf-8")
    answer = run(folder, "import", "unclear.csv", "--rulebook", "pagat", "--dry-run")
    assert f'--columns "{hint}"' in answer.error


def test_what_is_set_aside_is_listed_by_name(folder: Path) -> None:
    (folder / "league.csv").write_text("date,Ann,Bob,Notes,Average\n2026-01-05,84,79,good,81.5\n", encoding="utf-8")
    answer = run(folder, "import", "league.csv", "--rulebook", "pagat", "--dry-run")
    assert "  Ignored: Average" in answer.text.splitlines()
    data = run(folder, "import", "league.csv", "--rulebook", "pagat", "--format", "json").json
    assert data["ignored"] == ["Average"]
