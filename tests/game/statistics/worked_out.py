"""An independent computation of the table and the pages of people: from sheets as data, with plain sums."""

import math
from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from game.statistics.random_evenings import Played

from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.statistics.group_statistics import EVERY, Choice, GroupStatistics
from scorepad.game.statistics.person import PersonPage, PersonRow


class Paper:
    """An evening on paper: its last sheet, and the scored hands of this and of all earlier sheets."""

    def __init__(self, played: Played) -> None:
        sheets, self.game = [sheet_json(game) for game in (*played.before, played.game)], played.game.sheet
        self.standings, self.totals = sheets[-1]["standings"], dict(sheets[-1]["totals"])
        self.money = sheets[-1].get("settlement", {})
        self.place = self.game.location.split(" · table ")[0]
        self.hands = [
            {**row, "seats": [name for name in sheet["players"] if name in row["points"]]}
            for sheet in sheets
            for row in sheet["rows"]
            if "hand" in row and not row["void"]
        ]

    def bids(self, name: str) -> list[tuple[dict[str, Any], int, bool]]:
        """Return a player's bids, each with its hand, and whether it was made."""
        rows = [row for row in self.hands if name in row["bids"] and name in row["taken"]]
        return [(row, row["bids"][name], row["bids"][name] == row["taken"][name]) for row in rows]

    def before(self, first: str, other: str) -> Fraction:
        """Return 1 if the first person finished before the other, ½ if they were equal, otherwise 0."""
        one, two = self.totals[first], self.totals[other]
        return Fraction(1, 2) if one == two else Fraction(one < two if self.game.low_wins else one > two)


def chosen(papers: Iterable[Paper], choice: Choice) -> list[Paper]:
    return [
        paper
        for paper in papers
        if paper.game.date.startswith(choice.year)
        and choice.place.casefold() in ("", paper.place.casefold())
        and choice.game in ("", paper.game.rulebook.name)
        and choice.players in ("", str(len(paper.totals)))
    ]


def rounded(part: Any, whole: int, least: int = 1) -> float | None:
    """Return a percentage with one decimal, rounded half up."""
    return math.floor(Fraction(part) / whole * 1000 + Fraction(1, 2)) / 10 if whole >= least else None


def of_bids(made: list[bool]) -> tuple[int, float | None]:
    return len(made), rounded(sum(made), len(made), 20)


# --- all players --------------------------------------------------------------------------------------------


def _row(name: str, papers: list[Paper]) -> PersonRow:
    won = [place["place"] for paper in papers for place in paper.standings if place["player"] == name].count(1)
    beaten = [paper.before(name, other) for paper in papers for other in paper.totals if other != name]
    bids = [(bid, made) for paper in papers for _hand, bid, made in paper.bids(name)]
    zeros = [made for bid, made in bids if bid == 0]
    money = [paper.money[name] for paper in papers if name in paper.money]
    return PersonRow(
        name, len(papers), won, rounded(sum(beaten), len(beaten)) if len(papers) >= 5 else None,
        *of_bids([made for _bid, made in bids]), len(zeros), rounded(sum(zeros), len(zeros), 10),
        money=sum(money) if money else None,
    )  # fmt: skip


# --- one person ---------------------------------------------------------------------------------------------


def check_page(page: PersonPage, name: str, every: list[Paper]) -> None:
    """Assert that a page matches the sheets."""
    papers = [paper for paper in every if name in paper.totals]
    assert page.row._replace(rating=None, rating_spread=None) == _row(name, papers)
    assert [result.total for result in page.last] == [paper.totals[name] for paper in papers][-10:]
    _check_pairs(page, name, papers)
    _check_bids(page, name, papers)
    for known in page.schemes:
        same = [paper for paper in papers if paper.game.scheme.name == known.scheme]
        most, least = (min, max) if same[0].game.low_wins else (max, min)
        totals = [paper.totals[name] for paper in same]
        assert (known.evenings, known.best.total, known.worst.total) == (len(same), most(totals), least(totals))
        hands = [row["points"][name] for paper in same for row in paper.hands if name in row["points"]]
        results = [hand and hand.points for hand in (known.best_hand, known.worst_hand)]
        assert results == ([most(hands), least(hands)] if hands else [None, None])


def _check_pairs(page: PersonPage, name: str, papers: list[Paper]) -> None:
    result: dict[str, list[Fraction]] = defaultdict(list)
    for paper in papers:
        for other in paper.totals.keys() - {name}:
            result[other].append(paper.before(name, other))
    assert {pair.person: (pair.evenings, pair.before, pair.share) for pair in page.pairs} == {
        other: (len(some), float(sum(some)), rounded(sum(some), len(some), 5)) for other, some in result.items()
    }


def _check_bids(page: PersonPage, name: str, papers: list[Paper]) -> None:
    cards: dict[int, list[bool]] = defaultdict(list)
    places: dict[int, list[bool]] = defaultdict(list)
    turns: dict[str, list[bool]] = defaultdict(list)
    dealt, other = list[bool](), list[bool]()
    for paper in papers:
        for row, _bid, made in paper.bids(name):
            cards[row["cards"]].append(made)
            (dealt if row["dealer"] == name else other).append(made)
            if row["first_bidder"]:
                first, seats = row["seats"].index(row["first_bidder"]), row["seats"]
                place = (row["seats"].index(name) - first) % len(seats)
                places[place + 1].append(made)
                turns["first" if place == 0 else "last" if place == len(seats) - 1 else "middle"].append(made)
    notes = page.bidding
    assert [card[1:] for card in notes.cards] == [(size, *of_bids(made)) for size, made in sorted(cards.items())]
    sizes = [(least, most, [hand for size in range(least, (most or 60) + 1) for hand in cards.get(size, [])])
             for least, most in ((1, 3), (4, 6), (7, 9), (10, None))]  # fmt: skip
    assert notes.sizes == [(least, most, *of_bids(made)) for least, most, made in sizes if made]
    assert notes.places == [(place, *of_bids(made)) for place, made in sorted(places.items())]
    assert notes.turns == [(turn, *of_bids(turns[turn])) for turn in ("first", "middle", "last") if turns[turn]]
    as_dealer, as_other = of_bids(dealt), of_bids(other)
    edge = None if None in (as_dealer[1], as_other[1]) else round((as_dealer[1] or 0) - (as_other[1] or 0), 1)
    assert notes.dealing == (*as_dealer, *as_other, edge)


# --- all of it ----------------------------------------------------------------------------------------------


def check_every_figure(years: GroupStatistics, played: list[Played], choice: Choice = EVERY) -> None:
    """Assert that the table and the pages match the sheets."""
    papers = chosen(map(Paper, played), choice)
    assert len(years.chosen(choice)) == len(papers)
    rows = years.table(choice)
    assert {row.person for row in rows} == {name for paper in papers for name in paper.totals}
    for row in rows:
        page = years.person(years.people.find(row.person) or "", choice)
        assert page.row == row
        check_page(page, row.person, papers)
