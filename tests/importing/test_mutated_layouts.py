"""Score sheets with columns moved, dropped, renamed or swapped, and with rows of sums: never a wrong total."""

import csv
import io
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from importing.preparing import games_in
from soak import only_in_soak

from scorepad.formats import letters_of
from scorepad.game.report.sheet_files import sheet_json

CASES = Path(__file__).parent.parent / "cases" / "import"
RULEBOOKS = {"block_winner": "wizard", "vorh": "wizard", "transposed": "michigan", "oros": "pocha"}
MUTATIONS, IN_MAKE_TEST = 500, 60

Table = list[list[str]]
Totals = list[dict[str, Any]]

LONG = (
    "date,hand,cards,player,bid,tricks,points,total\n2026-01-05,1,1,Ann,0,0,10,10\n2026-01-05,1,1,Bob,1,1,11,11\n"
    "2026-01-05,1,1,Cat,0,0,10,10\n2026-01-05,2,2,Ann,1,1,11,21\n2026-01-05,2,2,Bob,0,1,1,12\n"
    "2026-01-05,2,2,Cat,1,0,0,10\n2026-01-05,3,3,Ann,2,3,3,24\n2026-01-05,3,3,Bob,0,0,10,22\n2026-01-05,3,3,Cat,1,0,0,10\n"
)
WIDE = (
    "Date,Hand,Cards,Dealer,Trump,Ann bid,Ann taken,Ann points,Ann total,Bob bid,Bob taken,Bob points,Bob total,"
    "Cat bid,Cat taken,Cat points,Cat total\n"
    "2026-01-05,1,1,Ann,H,0,0,10,10,1,1,11,11,0,0,10,10\n2026-01-05,2,2,Bob,S,1,1,11,21,0,1,1,12,1,0,0,10\n"
    "2026-01-05,3,3,Cat,D,2,3,3,24,0,0,10,22,1,0,0,10\n2026-01-12,1,1,Ann,C,1,1,11,11,0,0,10,10,0,0,10,10\n"
    "2026-01-12,2,2,Bob,H,1,1,11,22,1,1,11,21,0,0,10,20\n"
)
POINTS = (
    "Hand,Cards,Ann bid,Ann taken,Ann points,Bob bid,Bob taken,Bob points,Cat bid,Cat taken,Cat points\n"
    "1,1,0,0,10,1,1,11,0,0,10\n2,2,1,1,11,0,1,1,1,0,0\n3,3,2,3,3,0,0,10,1,0,0\n4,4,2,2,12,1,1,11,1,1,11\n"
)
LEAGUE = (
    "Date,Place,Game,Ann,Bob,Cat,Dan\n2026-01-05,Home,Oh Hell,84,79,66,12\n2026-01-12,Pub,Wizard,71,60,90,55\n"
    "2026-01-19,Home,Oh Hell,31,,45,60\n"
)
BASES = {"long": LONG, "wide": WIDE, "points": POINTS, "league": LEAGUE} | {
    path.stem: path.read_text(encoding="utf-8") for path in sorted(CASES.glob("*.csv"))
}


def read_table(text: str) -> Table:
    separator = ";" if text.count(";") > text.count(",") else ","
    return [list(row) for row in csv.reader(io.StringIO(text), delimiter=separator)]


def write_table(table: Table, separator: str = ",") -> str:
    file = io.StringIO()
    csv.writer(file, delimiter=separator).writerows(table)
    return file.getvalue()


def read(data: bytes, rulebook: str) -> tuple[Totals, str]:
    """Return the totals of all games, or the first refusal."""
    prepared = games_in("old.csv", data, rulebook, date="2026-01-16")
    refused = next((str(game.error) for game in prepared if game.error), "")
    return [sheet_json(game.kept.game)["totals"] for game in prepared if game.kept], refused


def head_of(table: Table) -> int:
    return max(range(min(6, len(table))), key=lambda at: sum(map(bool, table[at])))


def moved(table: Table, chance: random.Random) -> Table:
    head = head_of(table)
    order = [*range(len(table[head]))]
    chance.shuffle(order)
    rows = [[row[at] if at < len(row) else "" for at in order] for row in table[head:]]
    return [*table[:head], *rows]


def dropped(table: Table, chance: random.Random) -> Table:
    head = head_of(table)
    gone = chance.randrange(len(table[head]))
    return [row[:gone] + row[gone + 1 :] if number >= head else row for number, row in enumerate(table)]


def renamed(table: Table, chance: random.Random) -> Table:
    head = head_of(table)
    at = chance.randrange(len(table[head]))
    name, _space, _word = table[head][at].rpartition(" ")
    unknown = chance.choice(["Zork", "Qwx", "Vlim"])
    table[head][at] = f"{name} {unknown}".strip() if chance.random() < 0.5 else unknown
    return table


def swapped(table: Table, chance: random.Random) -> Table:
    head = head_of(table)
    first, other = chance.sample(range(len(table[head])), 2)
    table[head][first], table[head][other] = table[head][other], table[head][first]
    return table


def with_sums(table: Table, chance: random.Random) -> Table:
    head = head_of(table)
    below = table[head + 1 :]
    sums = [""] * len(table[head])
    for column in range(len(sums)):
        values = [row[column] for row in below if column < len(row) and row[column]]
        if values and all(re.fullmatch(r"-?\d+", value) for value in values):
            sums[column] = str(sum(map(int, values)))
    first = next((at for at, text in enumerate(sums) if not text), 0)
    label = chance.choice(["Total", "Sum", "Summe", "Average", "Winner", "Somme", ""])
    sums[0 if chance.random() < 0.5 else first] = label
    if not label and chance.random() < 0.5:
        sums[0] = ""
    return [*table, *([[""] * len(sums)] if chance.random() < 0.3 else []), sums]


MUTATORS: list[Callable[[Table, random.Random], Table]] = [moved, dropped, renamed, swapped, with_sums]


def mutate(number: int) -> tuple[str, str, str, bytes]:
    """Return the base, the name of the mutation, the text and the data of a mutation."""
    chance = random.Random(number)
    name = chance.choice([*BASES])
    has_points = name in ("long", "wide", "points", "archive_score", "oros")
    [mutator] = chance.sample([mutator for mutator in MUTATORS if mutator is not swapped or has_points], 1)
    text = write_table(mutator(read_table(BASES[name]), chance), chance.choice([",", ";", "\t"]))
    return name, mutator.__name__, text, text.encode(chance.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))


def is_right(result: Totals, expected: Totals, mutation: str) -> bool:
    """Return whether the totals are those of the sheet before, as far as its columns are still there.

    Players may be renamed or dropped with their column.
    """
    if len(result) != len(expected):
        return False
    for totals, before in zip(result, expected, strict=True):
        if mutation in ("moved", "swapped", "with_sums") and totals != before:
            return False
        if not all(before.get(name, total) == total for name, total in totals.items()):
            return False
        unknown = [total for name, total in totals.items() if name not in before]
        missing = [total for name, total in before.items() if name not in totals]
        if len(unknown) > 1 or any(total not in missing for total in unknown):
            return False
        if len(missing) > 1:
            return False
    return True


def names_a_column(refused: str, text: str) -> bool:
    cells = [cell for line in text.splitlines() for cell in re.split("[,;\t]", line)]
    headings = {letters_of(cell) for cell in cells if cell}
    quoted = re.findall("“([^”]*)”", refused)
    return any(letters_of(re.sub(r" \([A-Z]\)$", "", word)) in headings for word in quoted) or "(" in refused


@cache
def expected_of(name: str) -> Totals:
    expected, refused = read(BASES[name].encode(), RULEBOOKS.get(name, "pagat"))
    assert not refused
    return expected


@pytest.mark.parametrize("number", [*range(IN_MAKE_TEST), *only_in_soak(*range(IN_MAKE_TEST, MUTATIONS))])
def test_a_changed_sheet_gives_the_right_totals_or_a_refusal_that_names_the_column(number: int) -> None:
    name, mutation, text, data = mutate(number)
    result, refused = read(data, RULEBOOKS.get(name, "pagat"))
    if refused:
        assert names_a_column(refused, text), f"{name}, {mutation}: {refused}\n{text}"
    else:
        assert is_right(result, expected_of(name), mutation), f"{name}, {mutation}: {result}\n{text}"
