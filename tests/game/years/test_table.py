"""The years: every figure worked out once more, apart from the program, from the sheets of random games; and sentences
about who is who."""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from builders import hand, on, play

from scorepad.game.report.sheet_json import sheet_json
from scorepad.game.state.record import Game
from scorepad.game.years.choice import Choice
from scorepad.game.years.evening import Evening, evening_of
from scorepad.game.years.row import PersonRow, ordered
from scorepad.game.years.table import Years

PEOPLE = ["Ann", "Bob", "Cat", "Di", "Eve", "Zoë"]


def a_game(luck: Random) -> Game:
    """A finished game of random people, with what happens on evenings: misdeals, leavers, newcomers, hands as on paper,
    corrections, evenings of totals only."""
    names = luck.sample(PEOPLE, luck.randint(3, 5))
    head: dict[str, Any] = {
        "date": f"20{luck.randint(24, 26)}-0{luck.randint(1, 9)}-1{luck.randint(0, 9)}",
        "location": luck.choice(["Mill", "mill", "Kitchen", ""]),
        "house": {"ladder": "2 3 2 1 2", "hook": False, "cancelled": True},
        "scheme": luck.choice(["tens", "golf", "standard"]),
    }
    rulebook = luck.choice(["ohell", "pike"])
    if luck.random() < 0.1:
        return play(rulebook, " ".join(names), {"totals": {name: luck.randint(3, 6) for name in names}}, **head)
    game = play(rulebook, " ".join(names), **head)
    while not game.sheet.finished:
        here = [game.names[player] for player in game.sheet.seats.present]
        away = [name for name in PEOPLE if name not in game.names.values()]
        chance = luck.random()
        if chance < 0.08:
            game = on(game, {"misdeal": {}})
        elif chance < 0.16 and len(here) > 3 and game.sheet.hands_played:
            game = on(game, {"leave": {"player": luck.choice(here)}})
        elif chance < 0.24 and away and len(here) < 5 and game.sheet.hands_played:
            game = on(game, {"join": {"player": luck.choice(away)}})
        else:
            game = on(game, a_hand(luck, game, here))
    return game


def a_hand(luck: Random, game: Game, here: list[str]) -> dict[str, Any]:
    open_hand = game.sheet.open_hand
    assert open_hand is not None
    taken = [0] * len(here)
    for _trick in range(open_hand.cards):
        taken[luck.randrange(len(here))] += 1
    bids = [luck.choice([one, one, luck.randint(0, open_hand.cards)]) for one in taken]
    paper = {"points": {luck.choice(here): luck.randint(-9, 19)}} if luck.random() < 0.1 else {}
    return hand(" ".join(here), bids, taken, **paper)


@pytest.fixture(scope="module")
def games() -> list[Game]:
    luck = Random(16)
    return sorted((a_game(luck) for _game in range(60)), key=lambda game: game.sheet.date)


def evenings_of(games: list[Game]) -> list[Evening]:
    return [found._replace(game_id=str(at)) for at, game in enumerate(games) if (found := evening_of(game))]


def test_among_them_is_whatever_happens_on_evenings(games: list[Game]) -> None:
    sheets = [game.sheet for game in games]
    rows = [row for sheet in sheets for row in sheet.rows]
    assert any(len(sheet.seats.present) < len(sheet.seats.everyone) for sheet in sheets), "somebody left"
    assert any(row.kind == "entry" for row in rows), "somebody came late"
    assert any(getattr(row, "void", False) for row in rows)
    assert any(getattr(row, "paper", None) for row in rows)
    assert any(sheet.only_totals for sheet in sheets)
    assert any(sheet.low_wins for sheet in sheets)
    assert any(len(set(sheet.totals.values())) < len(sheet.totals) for sheet in sheets), "a tie"


# --- worked out once more -----------------------------------------------------------------------------------


def rounded(part: Any, whole: int, enough: bool) -> float | None:
    """Per cent with one decimal, a half upwards."""
    return math.floor(Fraction(part) / whole * 1000 + Fraction(1, 2)) / 10 if enough and whole else None


def by_hand(sheets: list[tuple[dict[str, Any], bool]]) -> dict[str, dict[str, Any]]:
    """Every figure out of sheets as data, beside each whether low wins."""
    found: dict[str, dict[str, Any]] = defaultdict(lambda: defaultdict(int))
    for sheet, low in sheets:
        totals = sheet["totals"]
        for place in sheet["standings"]:
            name, own = place["player"], found[place["player"]]
            others = [total for other, total in totals.items() if other != name]
            own["evenings"] += 1
            own["won"] += place["place"] == 1
            own["met"] += len(others)
            own["beaten"] += sum(
                Fraction(1, 2) if one == totals[name] else (one > totals[name]) == low for one in others
            )
            own.setdefault("totals", []).append(totals[name])
            run = 0
            for row in sheet["rows"]:
                if "hand" in row and not row["void"] and name in row["bids"] and name in row["taken"]:
                    bid, made = row["bids"][name], row["bids"][name] == row["taken"][name]
                    own["bids"] += 1
                    own["made"] += made
                    own["zeros"] += bid == 0
                    own["zeros_made"] += made and bid == 0
                    run = run + 1 if made else 0
                    own["run"] = max(own["run"], run)
    return found


def before(sheets: list[tuple[dict[str, Any], bool]], one: str, other: str) -> tuple[int, float]:
    """Evenings of two together, and on how many of them the first stood before the other."""
    both = [(sheet["totals"], low) for sheet, low in sheets if {one, other} <= sheet["totals"].keys()]
    ahead = [
        Fraction(1, 2) if totals[one] == totals[other] else Fraction((totals[one] < totals[other]) == low)
        for totals, low in both
    ]
    return len(both), float(sum(ahead))


@pytest.mark.parametrize(
    "choice",
    [
        Choice(),
        Choice(year="2025"),
        Choice(place="MILL"),
        Choice(game="Oh Hell, squares and cubes"),
        Choice("2026", "mill"),
    ],
)
def test_every_figure_is_what_the_sheets_say(games: list[Game], choice: Choice) -> None:
    chosen = [
        game
        for game in games
        if game.sheet.date.startswith(choice.year)
        and choice.place.casefold() in ("", game.sheet.location.casefold())
        and choice.game in ("", game.sheet.rulebook.name)
    ]
    sheets = [(sheet_json(game), game.sheet.low_wins) for game in chosen]
    expected = {
        name: PersonRow(
            name, own["evenings"], own["won"], rounded(own["beaten"], own["met"], own["evenings"] >= 5),
            own["bids"], rounded(own["made"], own["bids"], own["bids"] >= 20),
            own["zeros"], rounded(own["zeros_made"], own["zeros"], own["zeros"] >= 10),
        )
        for name, own in by_hand(sheets).items()
    }  # fmt: skip
    years = Years(evenings_of(games))
    assert {row.person: row for row in years.table(choice)} == expected
    assert years.count(choice) == len(chosen)


def test_a_persons_page_is_what_the_sheets_say(games: list[Game]) -> None:
    sheets = [(sheet_json(game), game.sheet.low_wins) for game in games]
    figures, years = by_hand(sheets), Years(evenings_of(games))
    for name in PEOPLE:
        page = years.person(years.people.find(name) or "")
        assert page.longest is not None
        assert page.longest.bids == figures[name]["run"]
        assert [one.total for one in page.last] == figures[name]["totals"][-10:]
        assert {one.person: (one.evenings, one.before) for one in page.pairs} == {
            other: before(sheets, name, other) for other in PEOPLE if other != name
        }
        assert all(one.share == rounded(Fraction(one.before), one.evenings, one.evenings >= 5) for one in page.pairs)
        for known in page.schemes:
            same = [game for game in games if game.sheet.scheme.name == known.scheme and name in game.names.values()]
            totals = [sheet_json(game)["totals"][name] for game in same]
            hands = [
                row["points"][name]
                for game in same
                for row in sheet_json(game)["rows"]
                if "hand" in row and not row["void"] and name in row["points"]
            ]
            most, least = (min, max) if same[0].sheet.low_wins else (max, min)
            assert (known.evenings, known.best.total, known.worst.total) == (len(same), most(totals), least(totals))
            assert known.best_hand is not None
            assert known.worst_hand is not None
            assert (known.best_hand.points, known.worst_hand.points) == (most(hands), least(hands))


def test_what_two_people_took_from_each_other_adds_up(games: list[Game]) -> None:
    years = Years(evenings_of(games))
    for one in PEOPLE:
        page = years.person(years.people.find(one) or "")
        for pair in page.pairs:
            back = next(two for two in years.person(years.people.find(pair.person) or "").pairs if two.person == one)
            assert pair.before + back.before == pair.evenings


# --- who is who ---------------------------------------------------------------------------------------------


def evening(players: str, **head: Any) -> Evening:
    found = evening_of(
        play("ohell", players, {"totals": {name: at for at, name in enumerate(players.split())}}, **head)
    )
    assert found is not None
    return found


def table(*evenings: Evening, **joined: str) -> dict[str, int]:
    return {row.person: row.evenings for row in Years(evenings, joined).table()}


def test_a_name_is_one_person_however_it_is_written() -> None:
    assert table(evening("Zoë Bob Cat"), evening("zoe Bob Cat"), evening("Zoë Bob Cat")) == {
        "Zoë": 3,
        "Bob": 3,
        "Cat": 3,
    }


def test_names_of_one_table_that_only_an_accent_tells_apart_are_two_people() -> None:
    assert table(evening("Zoë Zoe Cat"), evening("Zoe Bob Cat")) == {"Zoë": 1, "Zoe": 2, "Cat": 2, "Bob": 1}


def test_joined_names_are_one_person_under_the_name_that_stays() -> None:
    anne, ann = evening("Anne Bob Cat"), evening("Ann Bob Cat")
    assert table(anne, anne, ann, anne="Ann") == {"Ann": 3, "Bob": 3, "Cat": 3}
    assert table(anne, ann, evening("Annie Bob Cat"), anne="Ann", annie="Anne") == {"Ann": 3, "Bob": 3, "Cat": 3}
    years = Years([anne, anne, ann], {"anne": "Ann"})
    assert years.person(years.people.find("ANNE") or "").written == ["Ann", "Anne"]


def test_joined_names_of_one_table_count_for_themselves_that_evening() -> None:
    assert table(evening("Anne Bob Cat"), evening("Anne Ann Cat"), anne="Ann") == {
        "Ann": 2,
        "Anne": 1,
        "Bob": 1,
        "Cat": 2,
    }


def test_names_joined_in_a_circle_end_somewhere() -> None:
    assert sum(table(evening("Anne Bob Cat"), evening("Ann Bob Cat"), anne="Ann", ann="Anne").values()) == 6


def test_whatever_cannot_be_said_stands_last() -> None:
    rows = [PersonRow("Ann", 2, 1, None, 8, None, 1, None), PersonRow("Bob", 9, 1, 40.0, 80, 71.0, 1, None)]
    assert [row.person for row in ordered(rows, "beaten")] == ["Bob", "Ann"]
    assert [row.person for row in ordered(rows, "made")] == ["Bob", "Ann"]
    assert [row.person for row in ordered(rows, "person")] == ["Ann", "Bob"]
