"""Import of old sheets: spreadsheets of many layouts, and exports of other score keepers."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from builders import hand, play

from scorepad import words
from scorepad.errors import DateUnclear, SheetUnreadable
from scorepad.game.report.sheet_files import sheet_csv
from scorepad.game.state.dates import DayOrMonth, read_date
from scorepad.game.state.game import Game
from scorepad.importing.sheets import cells, headings
from scorepad.importing.sheets.cells import MOST_CELLS, MOST_COLUMNS, MOST_LINE, MOST_ROWS, lines_of
from scorepad.importing.sheets.evenings import OldEvening
from scorepad.importing.sheets.sheet_reader import evenings_in, evenings_of_rounds, is_other_keepers


def read(text: str | bytes, first: DayOrMonth | None = None) -> list[OldEvening]:
    return evenings_in(lines_of(text.encode() if isinstance(text, str) else text), first)


HANDS = "hand,cards,dealer,trump,Ann bid,Ann taken,Ann points,Ann total,Bob bid,Bob taken,Bob points,Bob total\n"


# --- three layouts of an evening ------------------------------------------------------------------------


def test_a_row_may_be_an_evening_with_the_totals_of_all_who_were_there() -> None:
    first, second = read("date,place,game,Ann,Bob,Zoë\n2026-01-03,The Crown,Wizard,84,79,\n2026-01-10,,,60,,71\n")
    assert (first.date, first.place, first.game) == ("2026-01-03", "The Crown", "Wizard")
    assert (first.players, first.totals) == (("Ann", "Bob"), {"Ann": 84, "Bob": 79})
    assert second.totals == {"Ann": 60, "Zoë": 71}


def test_a_row_may_be_a_hand_with_bid_tricks_and_points_of_everybody() -> None:
    (evening,) = read(HANDS + "1,3,Ann,♥,1,1,11,11,0,2,-5,-5\n2,2,Bob,,1,made,11,22,(0),missed,−5,-10\n")
    first, second = evening.hands
    assert (first.number, first.cards, first.dealer, first.trump) == (1, 3, "Ann", "H")
    assert (first.bids, first.taken) == ({"Ann": 1, "Bob": 0}, {"Ann": 1, "Bob": 2})
    assert (first.points, first.totals) == ({"Ann": 11, "Bob": -5}, {"Ann": 11, "Bob": -5})
    assert (second.made, second.bids) == ({"Ann": True, "Bob": False}, {"Ann": 1, "Bob": 0})


def test_names_may_stand_in_a_row_above_bid_and_points() -> None:
    (evening,) = read(",,Ann,,,Bob,,\nround,cards,bid,tricks,points,bid,tricks,points\n1,2,1,1,11,1,1,11\n")
    assert evening.players == ("Ann", "Bob")
    assert evening.hands[0].points == {"Ann": 11, "Bob": 11}


def test_a_row_may_be_a_hand_of_one_player() -> None:
    (evening,) = read("hand,cards,dealer,player,bid,taken,points\n1,1,Ann,Ann,0,0,10\n1,1,Ann,Bob,1,1,11\n")
    assert evening.players == ("Ann", "Bob")
    assert evening.hands[0].taken == {"Ann": 0, "Bob": 1}


def test_rows_of_one_player_that_have_no_number_are_another_hand_where_a_name_comes_again() -> None:
    (evening,) = read("cards,player,bid,taken\n2,Ann,1,2\n2,Bob,0,0\n1,Ann,0,0\n1,Bob,1,1\n")
    hands = [(hand.cards, hand.taken) for hand in evening.hands]
    assert hands == [(2, {"Ann": 2, "Bob": 0}), (1, {"Ann": 0, "Bob": 1})]


@pytest.mark.parametrize("word", ["Total", "Gesamt:", "Sum"])
def test_a_row_that_adds_up_those_above_it_is_no_hand_and_no_evening(word: str) -> None:
    (evening,) = read(HANDS + f"1,2,Ann,,1,2,-9,,0,0,10,\n{word},,,,,,-9,,,,10,\n")
    assert len(evening.hands) == 1
    assert len(read(f"date,Ann,Bob\n2026-01-03,1,2\n{word},1,2\n")) == 1


@pytest.mark.parametrize("heads", ["date,Ann,Bob,Ann", "hand,Ann bid,Bob bid,Ann bid"])
def test_one_head_above_two_columns_is_refused_and_not_lost(heads: str) -> None:
    with pytest.raises(SheetUnreadable, match=r"^Line 1: “Ann.*” is the heading of two columns"):
        read(f"{heads}\n,1,2,3\n")


def test_only_an_apostrophe_that_keeps_a_formula_away_is_no_part_of_a_name() -> None:
    (totals,) = read("date,'t Hooft,'=Bob,'-Cat\n2026-01-03,1,2,3\n")
    assert totals.players == ("'t Hooft", "=Bob", "-Cat")
    (hands,) = read("hand,dealer,'t Hooft bid,'-Cat bid\n1,'t Hooft,1,0\n")
    assert (hands.players, hands.hands[0].dealer) == (("'t Hooft", "-Cat"), "'t Hooft")


LESCALIER = {
    "de": "runde,karten,status,geber,ausspiel,Spieler,ansage,stiche,anpassung,punkte,kumuliert",
    "en": "round,cards,status,dealer,opens,Player,bid,tricks,adjustment,points,running",
    "es": "ronda,cartas,estado,repartidor,salida,Jugador,apuesta,bazas,ajuste,puntos,acumulado",
    "fr": "manche,cartes,statut,donneur,entame,Joueur,annonce,plis,ajustement,points,cumul",
    "it": "mano,carte,stato,mazziere,apre,Giocatore,dichiarazione,prese,rettifica,punti,cumulato",
    "pt": "ronda,cartas,estado,dador,abre,Jogador,aposta,vazas,ajuste,pontos,acumulado",
}
"""The headings of its export in its own languages, from its locales."""

OF_LESCALIER = (
    "1,2,played,Ann,Bob,Bob,0,1,-5,-6,-6\n1,2,sat_out,Ann,Bob,Cat,,,0,0,4\n1,2,played,Ann,Bob,Ann,1,1,0,11,11\n"
    "2,1,played,Bob,Cat,Cat,0,0,0,10,14\n2,1,played,Bob,Cat,Ann,1,1,0,11,22\n2,1,sat_out,Bob,Cat,Bob,,,-3,-3,-9\n"
    "3,1,skipped,,Ann,Ann,,,0,,22\n3,1,skipped,,Ann,Bob,,,0,,-9\n3,1,skipped,,Ann,Cat,,,0,,14\n"
    "4,3,in_progress,Cat,Ann,Ann,1,,0,,22\n4,3,in_progress,Cat,Ann,Bob,,,0,,-9\n4,3,in_progress,Cat,Ann,Cat,,,0,,14\n"
    "5,1,pending,Ann,Bob,Bob,,,0,,-9\n5,1,pending,Ann,Bob,Cat,,,0,,14\n5,1,pending,Ann,Bob,Ann,,,0,,22\n"
    "\nround,cards,Ann,Bob,Cat\n1,2,1/1=11,0/1=-6,\n2,1,1/1=11,,0/0=10\n3,1,,,\n4,3,,,\n5,1,,,\ntotal,,22,-9,14\n"
).replace("\n", "\r\n")
"""Its export of an unfinished game: Cat joined with 4 points for the second round, in which Bob sat out."""


def is_read(evening: OldEvening) -> None:
    """Assert the two played rounds, and none of those to come."""
    first, second = evening.hands
    assert (first.cards, first.dealer, first.first_bidder) == (2, "Ann", "Bob")
    assert (first.bids, first.taken) == ({"Ann": 1, "Bob": 0}, {"Ann": 1, "Bob": 1})
    assert (first.points, first.adjustments) == ({"Ann": 11, "Bob": -1}, {"Bob": -5})
    assert (sorted(second.players), second.points) == (["Ann", "Cat"], {"Ann": 11, "Cat": 10})
    assert second.adjustments == {"Bob": -3}
    assert second.totals == {"Ann": 22, "Cat": 14}


@pytest.mark.parametrize("heads", LESCALIER.values(), ids=LESCALIER)
def test_lescaliers_rows_are_read_without_the_adjustment_in_its_points_and_without_its_summary(heads: str) -> None:
    (evening,) = read(f"{heads}\r\n{OF_LESCALIER}")
    is_read(evening)


def of_lescalier(player: str, bid: int | None, tricks: int | None, points: int | None, adjustment: int = 0) -> Any:
    out = bid is None and points is not None
    return {"player": player, "satOut": out, "bid": bid, "tricks": tricks, "adjustment": adjustment, "points": points}


def test_lescaliers_json_is_read_like_its_rows() -> None:
    results = [
        [of_lescalier("Ann", 1, 1, 11), of_lescalier("Bob", 0, 1, -6, -5), of_lescalier("Cat", None, None, 0)],
        [of_lescalier("Ann", 1, 1, 11), of_lescalier("Bob", None, None, -3, -3), of_lescalier("Cat", 0, 0, 10)],
        [of_lescalier(name, None, None, None) for name in ("Ann", "Bob", "Cat")],
        [of_lescalier("Ann", 1, None, None), *(of_lescalier(name, None, None, None) for name in ("Bob", "Cat"))],
    ]
    about = [("played", 2, "Ann", "Bob"), ("played", 1, "Bob", "Cat"), ("skipped", 1, None, "Ann")]
    rounds = [
        {"number": number, "cards": cards, "status": status, "dealer": dealer, "opens": opens, "results": of_one}
        for number, ((status, cards, dealer, opens), of_one) in enumerate(
            zip([*about, ("in_progress", 3, "Cat", "Ann")], results, strict=True), 1
        )
    ]
    players = [
        {"name": name, "seat": 1, "carryIn": 4 if name == "Cat" else 0, "total": 0} for name in ("Ann", "Bob", "Cat")
    ]
    fields = {"id": "g_1", "name": "Friday", "created": "2026-03-06T19:30:00.000Z", "finished": False, "scoring": {}}
    data = {
        "app": "L'Escalier",
        "schema": 2,
        "exported": "2026-03-09T08:00:00.000Z",
        "game": fields,
        "players": players,
    }
    data["rounds"] = rounds
    assert is_other_keepers(data)
    assert not is_other_keepers({"format": "scorepad-game/1"})
    (evening,) = evenings_of_rounds(json.loads(json.dumps(data)))
    is_read(evening)
    assert evening.date == "2026-03-06"
    assert evening.players == ("Ann", "Bob", "Cat")


def test_many_games_of_one_file_are_told_apart_by_their_dates_and_by_hands_that_begin_anew() -> None:
    rows = ("2026-01-03,1", ",2", "2026-01-10,1", ",2", ",1")
    evenings = read("date,hand,cards,Ann bid,Bob bid\n" + "".join(f"{row},1,0,1\n" for row in rows))
    dates = [(evening.date, len(evening.hands)) for evening in evenings]
    assert dates == [("2026-01-03", 2), ("2026-01-10", 2), ("2026-01-10", 1)]


# --- languages ------------------------------------------------------------------------------------------

OFF = {"hand": {"bids": {"Ann": 1, "Zoë": 0, "Cat": 1}, "off": {"Ann": 0, "Zoë": 1, "Cat": 0}, "trump": "H"}}
MADE = {"hand": {"bids": {"Ann": 1, "Zoë": 0, "Cat": 1}, "made": {"Ann": True, "Zoë": False, "Cat": True}}}
WRITTEN = {
    "tricks": play("pike", "Ann Zoë Cat", hand("Ann Zoë Cat", [1, 0, 1], [1, 2, 0], trump="S"), house={"ladder": "3"}),
    "how far off": play("pagat", "Ann Zoë Cat", OFF, house={"ladder": "3-1", "writes": "off", "hook": False}),
    "who made it": play("pike", "Ann Zoë Cat", MADE, house={"ladder": "3", "writes": "made"}, scheme="blackout"),
    "totals": play("wizard", "Ann Zoë Cat", {"totals": {"Ann": 84, "Zoë": 79, "Cat": -20}}),
}


@pytest.mark.parametrize("code", sorted(words.codes()))
@pytest.mark.parametrize("game", WRITTEN.values(), ids=WRITTEN)
def test_a_sheet_is_read_back_in_whatever_language_it_was_written(game: Game, code: str) -> None:
    """The reader's own language does not matter either."""
    (evening,) = _taken_out(game, "en", "en")
    assert set(evening.players) == {"Ann", "Zoë", "Cat"}
    for reader in words.codes():
        assert _taken_out(game, code, reader) == [evening], reader


def _taken_out(game: Game, writer: str, reader: str) -> list[OldEvening]:
    """Return what one language's reader reads of another's sheet, without the comments, which are sentences."""
    with words.use_language(writer):
        text = sheet_csv(game)
    with words.use_language(reader):
        read_so = read(text)
    return [replace(sheet, hands=tuple(replace(hand, remark="") for hand in sheet.hands)) for sheet in read_so]


@pytest.mark.parametrize("code", sorted(words.codes()))
def test_the_heads_that_a_refusal_names_as_examples_are_read(code: str) -> None:
    with words.use_language(code), pytest.raises(SheetUnreadable) as refused:
        read("just a word")
    above_evenings, above_hands = (
        [headings.parse_heading(text)[1] for text in example.split(", ")]
        for example in re.findall("[“„«]\\s*(.+?)\\s*[”“»]", str(refused.value))
    )
    assert above_evenings == ["date", "", ""]
    assert above_hands == ["hand", "cards", "bid", "taken"]


def test_a_table_s_own_spreadsheet_is_read_in_its_language() -> None:
    (evening,) = read(
        "Datum;Ronde;Kaarten;Deler;Troef;Ann bod;Ann gehaald;Ann punten;Zoë bod;Zoë gehaald;Zoë punten\n"
        "3 maart 2026;1;2;Zoë;zonder troef;1;ja;12,5;0;nee;-1\n"
    )
    (item,) = evening.hands
    assert (evening.date, item.dealer, item.trump) == ("2026-03-03", "Zoë", "N")
    assert (item.made, item.points) == ({"Ann": True, "Zoë": False}, {"Ann": Fraction(25, 2), "Zoë": -1})


def test_a_head_of_two_words_behind_a_name_is_no_part_of_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a language that needs two words for a heading where the others need one."""
    monkeypatch.setattr(headings, "_own_headings", lambda: {"slagtaget": "taken", "melding": "bid"})
    assert headings.parse_heading("Jan van Ess melding") == ("Jan van Ess", "bid")
    assert headings.parse_heading("Jan van Ess slag taget") == ("Jan van Ess", "taken")


# --- spreadsheet quirks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_any_separator_and_encoding_is_read(separator: str, encoding: str) -> None:
    text = separator.join(["date", "Zoë", "Bob"]) + "\r\n" + separator.join(["2026-01-03", "84", "79"]) + "\r\n"
    (evening,) = read(text.encode(encoding))
    assert evening.totals == {"Zoë": 84, "Bob": 79}


def test_the_line_in_which_excel_says_its_separator_is_no_row() -> None:
    (evening,) = read("sep=;\r\ndate;Ann;Bob\r\n2026-01-03;12,5;1.250\r\n")
    assert evening.totals == {"Ann": Fraction(25, 2), "Bob": 1250}
    assert evening.line == 3


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("−29", -29), ("- 5", -5), ("'-5", -5), ("12½", Fraction(25, 2)), ("+3", 3), ("1 250", 1250),
        ("-1\u202f250", -1250), ("1’250", 1250), ("(10)", -10), ("12 1/2", Fraction(25, 2)), ("–", None), ("", None),
    ],
)  # fmt: skip
def test_points_are_read_as_people_write_them(text: str, points: object) -> None:
    assert cells.parse_points(text, 1) == points


def test_what_is_no_number_is_named_with_its_line() -> None:
    with pytest.raises(SheetUnreadable, match="Line 2: “abc” is not a number"):
        read(HANDS + "1,3,Ann,,abc,1,11,11,0,2,-5,-5\n")
    with pytest.raises(SheetUnreadable, match="Line 2: “-1” is not a number of tricks"):
        read(HANDS + "1,3,Ann,,-1,1,11,11,0,2,-5,-5\n")


# --- dates ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "first", "day"),
    [
        ("2026-11-20", None, "2026-11-20"), ("2026/1/3", None, "2026-01-03"), ("20.11.2026", None, "2026-11-20"),
        ("11/20/26", None, "2026-11-20"), ("03/04/2026", "day", "2026-04-03"), ("03/04/2026", "month", "2026-03-04"),
        ("3 Apr 2026", None, "2026-04-03"), ("April 3, 2026", None, "2026-04-03"), ("16-Jan-26", None, "2026-01-16"),
        ("21. 11. 2026", None, "2026-11-21"), ("21-11-2026", None, "2026-11-21"), ("3 mei 2026", None, "2026-05-03"),
        ("3. März 2026", None, "2026-03-03"), ("1er août 2026", None, "2026-08-01"), ("20260116", None, "2026-01-16"),
        ("21 de noviembre de 2026", None, "2026-11-21"), ("29-02-2024", None, "2024-02-29"),
        ("2026-01-03T20:15", None, "2026-01-03"), ("Friday, January 9, 2026", None, "2026-01-09"),
        ("Mar 9, 2026", None, "2026-03-09"), ("martes 03/04/2026", "day", "2026-04-03"),
        ("ven. 9 janvier 2026", None, "2026-01-09"),
    ],
)  # fmt: skip
def test_a_date_is_a_day(text: str, first: DayOrMonth | None, day: str) -> None:
    assert read_date(text, first, 1) == day


@pytest.mark.parametrize("text", ["last Thursday", "9999-01-01", "29-02-2023", "2026-13-01", "31/04/2026", "soon"])
def test_what_is_no_day_is_refused_with_a_word(text: str) -> None:
    with pytest.raises(SheetUnreadable, match="Example"):
        read_date(text, "day", 1)


def test_a_date_of_two_meanings_is_asked_unless_another_of_the_file_decides_what_stands_first() -> None:
    with pytest.raises(DateUnclear, match="“03/04/2026” may be two dates"):
        read("date,Ann,Bob\n03/04/2026,1,2\n")
    assert read("date,Ann,Bob\n03/04/2026,1,2\n", "day")[0].date == "2026-04-03"
    evenings = read("date,Ann,Bob\n03/04/2026,1,2\n04/16/2026,1,2\n")
    assert [evening.date for evening in evenings] == ["2026-03-04", "2026-04-16"]
    with pytest.raises(DateUnclear):
        read("date,Ann,Bob\n03/04/2026,1,2\n04/16/2026,1,2\n16/04/2026,1,2\n")


def test_a_day_may_be_the_number_of_a_spreadsheet_program() -> None:
    assert read("date,Ann,Bob\n46038,1,2\n")[0].date == "2026-01-16"


# --- hostile files --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"a,b\n" * 1_000_000,
        b"date," + b"x," * (MOST_COLUMNS + 1) + b"\n1\n",
        b"date,Ann\n" + b"1" * (MOST_LINE + 1),
        b"date,Ann\0,Bob\n2026-01-03,1,2\n",
        b"\n" * (MOST_ROWS + 5),
        b'date,Ann\n"2026',
        b"",
        b"just a word",
        b"\x89PNG\r\n\x1a\n\0\0\0",
        b"date,Ann,Bob\n" + (b",1,1" + b"," * 100 + b"\n") * (MOST_CELLS // 100),
        b"x,y\n" * 100 + b"date,Ann,Bob\n2026-01-03,1,2\n",
    ],
)
def test_what_is_no_score_sheet_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(SheetUnreadable) as refused:
        read(data)
    assert str(refused.value)[0].isupper()
    assert str(refused.value).endswith(".")
