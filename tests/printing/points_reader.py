"""A reader of the points on the front of a printed sheet: it knows tables and sentences, and no scheme."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from reading_pdf import Page

NUMBER = r"−?\d+"
CELL = re.compile(rf"\d+ \+ \d+ × cards|{NUMBER} × cards|\d+ \+ cards|\d+ \+ \d+|{NUMBER}")
STATES = re.compile(r"(>½ )?(Made|Missed)(, over half)?")
TITLES = ("Made", "Missed", "Points", "Made by you alone")


@dataclass(frozen=True)
class Hand:
    """A player's hand, as the players at the table know it.

    A doubler's `bid` and `taken` are those of the contract.
    """

    bid: int
    taken: int
    cards: int
    total: int = 0
    role: str = ""
    doubled: bool = False
    redoubled: bool = False
    last: bool = False
    misere: bool = False
    makers: int = 1
    premium: int = 0
    premiums_of_others: int = 0

    @property
    def off(self) -> int:
        return abs(self.bid - self.taken)


@dataclass
class Front:
    """The content of a front: points of made and missed bids, rates by the state of a contract, and its words."""

    text: str
    made: dict[int, str] = field(default_factory=dict)
    missed: dict[int, str] = field(default_factory=dict)
    missed_by: str = ""
    rates: dict[tuple[str, bool, bool], str] = field(default_factory=dict)  # by label, made, over half

    @classmethod
    def read(cls, page: Page) -> Front:
        """Read the boxed tables of a page."""
        front = cls(page.text)
        for box in page.boxes:
            if box["x1"] - box["x0"] > 30:
                front._table(list(lines_in(page, box)))
        return front

    def points(self, hand: Hand) -> int:
        """Return the points of a hand: the new total less the total before it."""
        raw = hand.total + (self._by_rates(hand) if self.rates else self._by_tables(hand))
        return self._new_total(hand, raw) - hand.total

    def says(self, pattern: str) -> tuple[int, ...] | None:
        """Return the numbers in a sentence; None if the front has no such sentence."""
        result = re.search(pattern.replace(" ", r"\s+"), self.text)
        return tuple(int(number) for number in result.groups()) if result else None

    # --- tables ---

    def _table(self, lines: Sequence[str]) -> None:
        at = 0
        while at < len(lines):
            lying = re.fullmatch(rf"({'|'.join(TITLES)}): (?:bid, or )?([a-z ]+?) (?:bid )?([\d ]+)", lines[at])
            if lying:
                keys = [int(key) for key in lying[3].split()]
                at += 1
                while at < len(lines) and ":" not in lines[at]:
                    name = re.match(r"[a-z]+", lines[at])
                    assert name, lines[at]
                    self._column(lying[1], lying[2], name[0], dict(zip(keys, cells(lines[at]), strict=True)))
                    at += 1
            elif lines[at] in TITLES:
                title, heads = lines[at], re.findall("off by|[a-z]+", lines[at + 1].removeprefix("bid, or "))
                rows = list[list[str]]()
                at += 2
                while at < len(lines) and lines[at] not in TITLES:
                    key, _space, rest = lines[at].removeprefix("bid ").partition(" ")
                    rows.append([key, *cells(rest)])
                    at += 1
                for place, name in enumerate(heads[1:], 1):
                    self._column(title, heads[0], name, {int(row[0]): row[place] for row in rows})
            else:
                at = self._rates(lines, at)

    def _column(self, title: str, corner: str, name: str, column: Mapping[int, str]) -> None:
        if name == "missed" or title == "Missed":
            self.missed_by = corner
            self.missed.update(column)
        else:
            assert corner == "bid"
            self.made.update(column)

    def _rates(self, lines: Sequence[str], at: int) -> int:
        """Read a table of rates; return the next line.

        Its headings may be in the line after its title, and labels may continue in the next line.
        """
        if lines[at] == "Points, and points for each trick":
            at += 1
        heads = [(made == "Made", bool(sign or words)) for sign, made, words in STATES.findall(lines[at])]
        assert heads, lines[at]
        at += 1
        rows = list[tuple[str, list[str]]]()
        for line in lines[at:]:
            result = cells(line)
            if result:
                rows.append((line[: line.index(result[0])].strip(), result))
            else:
                rows[-1] = (f"{rows[-1][0]} {line}", rows[-1][1])
        for label, row in rows:
            name, _comma, over = label.partition(", over half")
            for (made, over_head), cell in zip(heads, row, strict=True):
                self.rates[name, made, over_head or _comma != ""] = cell
                assert not over
        return len(lines)

    # --- points ---

    def _by_tables(self, hand: Hand) -> int:
        free = self.says("A player with (\\d+) or more does not bid and gets (\\d+) per trick taken")
        if free and hand.total >= free[0]:
            return free[1] * hand.taken
        misere = self.says(r"(?i:in a misère deal),? taking no tricks scores (\d+)(?:;|, and) each trick costs (\d+)")
        if misere and hand.misere:
            return -misere[1] * hand.taken if hand.taken else misere[0]
        each = self.says("All players get (\\d+) per trick taken")
        added = self.says(
            r"A made bid adds (\d+) if all three made theirs, (\d+) if two did, and (\d+) if only you did"
        )
        if each and added:
            assert self.says("gets the premium of (30) or (60) if the bid is made")
            assert self.says("If it is missed, each opponent gets it") is not None
            bonus = (added[3 - hand.makers] + hand.premium) if not hand.off else 0
            alone = (
                worth(self.made[hand.bid], hand.cards) if not hand.off else worth(self.missed[hand.taken], hand.cards)
            )
            assert alone == each[0] * hand.taken + (added[2] if not hand.off else 0)
            return each[0] * hand.taken + bonus + hand.premiums_of_others
        if not self.made:
            return self._by_sentences(hand)
        if not hand.off:
            return worth(self.made[hand.bid], hand.cards)
        if not hand.bid and 0 in self.missed and self.missed_by == "off by":
            return worth(self.missed[0], hand.cards)  # “bid 0”
        return worth(
            self.missed[{"off by": hand.off, "tricks": hand.taken, "bid": hand.bid}[self.missed_by]], hand.cards
        )

    def _by_sentences(self, hand: Hand) -> int:
        quantities = {"trick": hand.bid, "trick taken": hand.taken, "trick too many or too few": hand.off,
                      "trick that was bid": hand.bid, "card of the hand": hand.cards}  # fmt: skip
        which = "missed bid" if hand.off else "made bid" if hand.bid else "made zero"
        (sentence,) = re.findall(rf"A {which} ([^.:]+)[.:]", self.text)
        total, sign = 0, 1
        for part in re.split(r",? and |, but | plus ", sentence):
            verb = re.match("(gives|costs) ", part)
            sign = sign if not verb else 1 if verb[1] == "gives" else -1
            part = part[verb.end() :] if verb else part
            number, _per, unit = part.partition(" per ")
            if part == "the bid times itself":
                total += hand.bid**2
            elif part != "nothing":
                total += sign * int(number) * (quantities[unit] if unit else 1)
        return total

    def _by_rates(self, hand: Hand) -> int:
        """Return the points by the table of rates.

        A player who reads only the table takes made, missed and the tricks off as their own.
        """
        assert self.says(r"(\d+) \+ (\d+) means 10 points and 2 per trick of the bid; −1 means a loss of 1 per")
        over = 2 * hand.bid > hand.cards
        assert self.says("A bid is over half if it is more than half of all tricks of the hand") is not None
        label = {"declarer": "Declarer", "doubler": "Doubler", "other": "Others"}[hand.role]
        if hand.redoubled:
            label += " redoubled"
        elif hand.doubled and hand.role == "declarer":
            label += " doubled"
        base, _plus, rate = self.rates[label, not hand.off, over].rpartition(" + ")
        each = whole(rate)
        if base:
            return int(base) + each * hand.bid
        if hand.role == "doubler":
            assert self.says(
                r"For a doubler only the contract counts: its tricks, and whether it is over half\. Missed, it "
                r"gives (10) and the rate per trick; made, it costs the rate per trick"
            )
            least = self.says(r"A made contract of 0 costs the doubler the rate of (\d) trick")
            return each * max(hand.bid, least[0] if least else 0)
        more = self.says("A declarer who misses loses for the bid or the tricks off, whichever is more")
        return each * (max(hand.bid, hand.off) if hand.role == "declarer" and more is not None else hand.off)

    def _new_total(self, hand: Hand, raw: int) -> int:
        bounce = self.says(r"Points over (\d+) are subtracted from \1")
        if bounce and raw > bounce[0]:
            return 2 * bounce[0] - raw
        once = self.says(r"A total that reaches (\d+) gets (\d+) more, once")
        if once and hand.total < once[0] <= raw:
            return raw + once[1]
        wiped = self.says(
            "In the last hand, a redoubled declarer over half who is off by two or more loses the whole total, "
            "or the usual loss if more"
        )
        over_half = hand.role == "declarer" and 2 * hand.bid > hand.cards
        loses_all = hand.last and over_half and hand.redoubled and hand.off > 1
        return min(0, raw) if wiped is not None and loses_all else raw


def lines_in(page: Page, box: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of letters inside a box.

    Parts next to each other have separate boxes.
    """
    inside = [
        char for char in page.chars
        if box["x0"] - 1 < char["x0"] and char["x1"] < box["x1"] + 1
        and box["top"] - 1 < (char["top"] + char["bottom"]) / 2 < box["bottom"] + 1
    ]  # fmt: skip
    inside.sort(key=lambda char: (round(char["bottom"]), char["x0"]))
    for _base, line in groupby(inside, lambda char: round(char["bottom"])):
        text, right = "", float("inf")
        for char in line:
            text += (" " if char["x0"] > right + 1.5 else "") + char["text"]
            right = char["x1"]
        yield " ".join(text.split())


def cells(line: str) -> list[str]:
    return CELL.findall(line)


def whole(text: str) -> int:
    return int(text.replace("−", "-"))


def worth(cell: str, cards: int) -> int:
    """Return the points of a cell: a number, or a sum with the cards of the hand."""
    total = 0
    for part in cell.split(" + "):
        each, _times, unit = part.partition(" × ")
        total += cards if part == "cards" else whole(each) * (cards if unit else 1)
    return total
