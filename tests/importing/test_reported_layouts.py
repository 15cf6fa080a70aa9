"""Sheets from public reports: each gives the totals on paper, or a question that can be answered with columns."""

from pathlib import Path

import pytest
from importing.preparing import games_in, totals

from scorepad.importing.prepared_games import PreparedGame
from scorepad.importing.preview import other_scoring_text
from scorepad.importing.sheets.headings import parse_choices

CASES = Path(__file__).parent.parent / "cases" / "reports"
DATE = "2026-01-16"
Totals = dict[str, int]


def totals_of(numbers: str, names: str = "Ann Bob Cat Dan") -> Totals:
    """Return the totals of "21 12 –": Ann 21, Bob 12, and none for Cat."""
    pairs = zip(names.split(), numbers.split(), strict=False)
    return {name: int(number.replace("−", "-")) for name, number in pairs if number != "–"}


TOTALS: dict[str, list[Totals]] = {
    "arena_log.csv wizard": [totals_of("20 50 40"), totals_of("20 30 20")],
    "bets_arrays.json": [totals_of("76 54 −20 61")],
    "form_timestamp.csv": [totals_of("84 79 60"), totals_of("71 90 66")],
    "games_across.csv": [totals_of("84 79 60"), totals_of("71 – 90"), totals_of("90 88 70")],
    "hu.csv": [totals_of("22 10 8", "Anna Béla Cili")],
    "judgement.csv kachuful": [totals_of("11 21 20")],
    "merged_round.xlsx": [totals_of("21 12 10")],
    "own_scoring_5plus.csv": [totals_of("3 3 15 18")],
    "own_scoring_tens.csv": [totals_of("30 20 40 20")],
    "place_columns.csv": [totals_of("120 90 40"), totals_of("70 110 80")],
    "place_nodate.csv": [totals_of("120 90 40"), totals_of("70 110 80")],
    "players_rounds_gotset.json": [totals_of("45 11 31")],
    "pt.csv": [totals_of("21 13 11", "Ana Beto Cida")],
    "round_once.csv": [totals_of("21 12 10")],
    "tick_cross.csv kachuful": [totals_of("31 21 10")],
    "tricks_diff.csv": [totals_of("21 13 10")],
    "two_tables_de.csv": [totals_of("32 22 31 21")],
    "two_tables_fr.csv": [totals_of("32 22 31 21")],
    "wizard_tracker.json wizard": [totals_of("20 50 40")],
}
"""The file and its rulebook (without a word: Oh Hell), and the totals of its games."""

ASKED: dict[str, tuple[str, str, list[Totals]]] = {
    "base_bonus.csv": ("“base”", "base=ignored", [totals_of("60 70 10")]),
    "dash_pairs.csv": ("“Ann 1st”, “Ann 2nd”", "Ann 1st=bid:Ann,Ann 2nd=tricks:Ann", [totals_of("21 12 10")]),
    "first_second.csv": (
        "“First”, “Second”, “Third”",
        "First=player,Second=player,Third=player",
        [totals_of("120 90 40"), totals_of("70 110 80")],
    ),
    "ro.csv": ("“Mana”", "Mana=hand", [totals_of("11 4 4", "Ana Bogdan Cora")]),
    "zero_padded.csv": (
        "“R”, “C”, “Ann B”, “Ann T”, “Ann S”",
        "R=hand,C=cards,Ann B=bid:Ann,Ann T=tricks:Ann,Ann S=points:Ann",
        [totals_of("21 13 11")],
    ),
}
"""The file, the columns that the question names, the answer, and the totals with it."""


def games_of(case: str, columns: str = "", data: bytes = b"") -> list[PreparedGame]:
    name, _space, rulebook = case.partition(" ")
    return games_in(name, data or (CASES / name).read_bytes(), rulebook or "pagat", parse_choices(columns), DATE)


@pytest.mark.parametrize("case", TOTALS)
def test_a_reported_file_gives_the_totals_on_paper(case: str) -> None:
    assert [totals(game) for game in games_of(case)] == TOTALS[case]


def question(case: str, columns: str = "", data: bytes = b"") -> str:
    (game,) = games_of(case, columns, data)
    assert game.error
    return str(game.error)


@pytest.mark.parametrize("case", ASKED)
def test_an_unclear_file_asks_for_its_columns_and_an_answer_gives_the_totals(case: str) -> None:
    asked, answer, expected = ASKED[case]
    assert asked in question(case)
    assert [totals(game) for game in games_of(case, answer)] == expected


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ("round_words.csv", "“Ann 1st”, “Ann 2nd”"),
        ("score_in_words.csv", "Line 2: “84 (1st)” is not a number. Example: 3. Column: “Ann”."),
        ("six_rows_a_round.tsv", "Each hand takes several rows here: “Score”, “Bid”."),
        ("standings.csv", "“season”, “eligible”, “nights”"),
        ("summary_players.csv", "“misplays”, “longestWinStreak”"),
        ("bgg_plays.xml", "This is an XML file."),
    ],
)
def test_a_refusal_names_the_first_cell_that_is_not_understood_or_what_the_file_is(case: str, sentence: str) -> None:
    assert sentence in question(case)


@pytest.mark.parametrize("data", [b'{"players": ["Ann", "Bob"], "rounds": [{"n": 1, "x": [1, 2]}]}', b'{"a": 1}'])
def test_json_of_another_program_is_named(data: bytes) -> None:
    assert question("x.json", data=data).startswith("This is JSON of another program.")


# --- files of the same kinds ---------------------------------------------------------------------------------------


def table(text: str) -> bytes:
    """Return CSV for rows that are separated by “ / ”, with blanks for commas: "Round Ann / 1 10"."""
    return "\n".join(",".join(row.split(" ")) for row in text.split(" / ")).encode()


def totals_in(text: str, columns: str = "", rulebook: str = "pagat") -> list[Totals]:
    return [totals(game) for game in games_of(f"x.csv {rulebook}", columns, table(text))]


@pytest.mark.parametrize(
    "text",
    [
        "Date Spieler_1 Punkte_1 Spieler_2 Punkte_2 / 2026-01-09 Ann 20 Bob 10 / 2026-01-16 Bob 7 Ann 5",
        "Date Player_1 Player_2 Score_1 Score_2 / 2026-01-09 Ann Bob 20 10 / 2026-01-16 Bob Ann 7 5",
        "Date Player Score Player Score / 2026-01-09 Ann 20 Bob 10 / 2026-01-16 Bob 7 Ann 5",
    ],
)
def test_names_in_cells_have_the_points_with_their_number_or_next_to_them(text: str) -> None:
    assert totals_in(text) == [totals_of("20 10"), totals_of("5 7")]


def test_hands_may_have_names_in_cells() -> None:
    text = "Round Player_1 Bid_1 Tricks_1 Player_2 Bid_2 Tricks_2 / 1 Ann 0 0 Bob 1 1 / 2 Bob 1 1 Ann 0 1"
    assert totals_in(text) == [totals_of("11 22")]


def test_a_player_called_player_1_stays_a_player_but_a_score_1_without_players_is_asked_for() -> None:
    assert totals_in("Date Player_1 Player_2 / 2026-01-09 20 10") == [{"Player_1": 20, "Player_2": 10}]
    assert "“Score_1”, “Score_2”" in question("x.csv", data=table("Date Score_1 Score_2 / 2026-01-09 20 10"))


@pytest.mark.parametrize("words", ["ok no", "y n", "✓ ✗", "hit miss", "TRUE FALSE"])
@pytest.mark.parametrize("heading", ["Ann_ok Bob_ok", "Ann Bob", "Ann_made? Bob_made?"])
def test_a_word_next_to_a_bid_says_whether_it_was_made(words: str, heading: str) -> None:
    (made, missed), (ann, bob) = words.split(), heading.split()
    text = f"Cards Ann_bid {ann} Bob_bid {bob} / 2 1 {made} 0 {missed} / 1 1 {made} 1 {missed}"
    assert totals_in(text, rulebook="kachuful") == [totals_of("22 0")]


@pytest.mark.parametrize(("good", "bad"), [("1", "0"), ("yup", "nope"), ("3", "2")])
def test_a_column_next_to_a_bid_that_is_not_certain_is_asked_for_and_never_ignored(good: str, bad: str) -> None:
    text = f"Cards Ann_bid Ann Bob_bid Bob / 3 1 {good} 1 {bad} / 2 0 {good} 1 {bad}"
    assert "“Ann”" in question("x.csv kachuful", data=table(text))


LOG = (
    "Ref Rnd# Held Who Said Got_it Change / 1 0 1 Ann 1 1 30 / 1 0 1 Bob 0 0 20 / 1 1 2 Ann 0 1 -10 / 1 1 2 Bob 1 1 30"
)


@pytest.mark.parametrize(
    "columns",
    ["", "Ref=number", "Ref=number,Held=ignore", "Who=player", "Ref=number,Who=player,Said=bid,Change=points"],
)
def test_answers_for_some_columns_leave_the_others_unclear(columns: str) -> None:
    assert "It is unclear what" in question("x.csv wizard", columns, table(LOG))
    rest = "Ref=number,Rnd#=hand,Held=cards,Who=player,Said=bid,Got_it=tricks,Change=points"
    assert totals_in(LOG, rest, "wizard") == [totals_of("20 50")]


def test_differences_without_signs_do_not_give_the_tricks() -> None:
    text = "Round Ann_bid Ann_diff Bob_bid Bob_diff / 1 1 0 0 {} / 2 0 0 2 0"
    assert totals_in(text.format("+1")) == [totals_of("21 13")]
    assert "needs the number of tricks" in question("x.csv", data=table(text.format("1")))


def test_a_total_that_is_not_the_sum_of_games_or_evenings_side_by_side_is_refused() -> None:
    for first, other in (("G1", "G2"), ("2026-01-09", "2026-01-16")):
        text = f"Name {first} {other} Total / Ann 84 71 155 / Bob 79 60 {{}}"
        assert totals_in(text.format(139)) == [totals_of("84 79"), totals_of("71 60")]
        assert "not the sum of its row: “Total”" in question("x.csv", data=table(text.format(60)))


def test_the_same_hands_with_other_numbers_in_a_second_table_are_refused() -> None:
    text = (CASES / "two_tables_de.csv").read_text(encoding="utf-8")
    assert games_of("two_tables_de.csv")[0].ignored == ("Rows 16 to 18 (the same hands again)",)
    wrong = text.replace("2,2,1/1=11,0/1=1", "2,2,1/1=11,0/1=2").encode()
    assert "A table above has other numbers for the same hand: hand 2, Bob." in question("two_tables_de.csv", "", wrong)


def test_a_second_row_of_a_player_below_one_hand_number_is_refused() -> None:
    text = "Round Player Bid Tricks / 1 Ann 1 1 / - Bob 0 0 / - Ann 0 0 / - Bob 1 2".replace("-", "")
    assert "Line 4: This row has no hand number." in question("x.csv", data=table(text))


def test_falling_numbers_of_hands_may_be_the_cards() -> None:
    text = "Round Ann_bid Ann_taken Bob_bid Bob_taken / 3 1 1 2 2 / 2 1 1 1 1 / 1 0 0 1 1 / Winner:_Bob"
    assert "“Round”" in question("x.csv", data=table(text))
    (game,) = games_of("x.csv", "Round=cards", table(text))
    assert (totals(game), game.ignored) == (totals_of("32 34"), ("Row 5 (Winner:_Bob)",))


def test_the_preview_says_that_points_follow_another_scoring() -> None:
    (game,) = games_of("own_scoring_tens.csv")
    assert game.kept
    assert (
        other_scoring_text(game.kept)
        == "The points on paper follow another scoring than “Standard”. They stay as on paper."
    )
    (game,) = games_of("round_once.csv")
    assert game.kept
    assert other_scoring_text(game.kept) == ""


def test_bids_above_the_cards_are_asked_for_and_points_on_paper_stay() -> None:
    heads = "Hand Cards Ann_bid Ann_taken Ann_points Bob_bid Bob_taken Bob_points"
    text = heads + " / 1 1 {} 0 {} 1 1 {} / 2 2 {} 1 {} 1 1 {}"
    for numbers, result in (((10, 0, 11, 1, 0, 11), "0 22"), ((5, 5, 7, 1, 3, 7), "8 14")):
        assert "more tricks than cards in many hands: “Ann_bid”" in question("x.csv", data=table(text.format(*numbers)))
        assert totals_in(text.format(*numbers), "Ann_bid=ignore") == [totals_of(result)]
