"""Evenings of which each row is a hand: “hand, cards, dealer, Ann bid, Ann taken, Ann points, Ann total …”."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorepad.game.files.old_sheets import cells
from scorepad.game.files.old_sheets.evening import OldEvening, OldHand
from scorepad.game.files.old_sheets.headings import OF_A_PLAYER, Heads, is_sum
from scorepad.game.files.old_sheets.rows import Line
from scorepad.game.state.dates import DayOrMonth, read_date

_HEAD = ("date", "place", "game", "scheme", "scorer")


def evenings_of_hands(heads: Heads, lines: Iterable[Line], first: DayOrMonth | None) -> Iterator[OldEvening]:
    """The games of these rows, each one with its hands, or with its totals alone. SheetUnreadable, DateUnclear."""
    for told, own in games_apart(heads, lines, first):
        hands = [_hand(heads, line) for line in own]
        kept = tuple(one for one in hands if one.played or one.points or one.adjustments)
        sat = [name for name in heads.of_players if any(name in hand.players for hand in kept)]
        if kept:
            yield replace(told, players=tuple(sat), hands=kept)
        elif hands[-1].totals:
            yield replace(told, players=tuple(hands[-1].totals), totals=hands[-1].totals)


def games_apart(
    heads: Heads, lines: Iterable[Line], first: DayOrMonth | None
) -> Iterator[tuple[OldEvening, list[Line]]]:
    """What is told of each game, without its hands, and its rows: another one begins where date, place, game or points
    are others, and where the hands begin anew."""
    told, own, last = OldEvening(0), list[Line](), 0
    for line in lines:
        if line.empty or is_sum(heads, line):
            continue
        number = hand_number(heads, line)
        said = _told(heads, line, first)
        if own and ((number is not None and number < last) or _another(told, said)):
            yield told, own
            said, own = _both(said, told), []  # what was said once goes on
            told = said
        told = _both(told, said)
        own.append(line)
        last = number if number is not None else last if len(own) > 1 else 0
    if own:
        yield told, own


def hand_number(heads: Heads, line: Line) -> int | None:
    """The number of the hand, None where the row has none."""
    text = line.cell(heads.of_all["hand"]) if "hand" in heads.of_all else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def _told(heads: Heads, line: Line, first: DayOrMonth | None) -> OldEvening:
    date, place, game, scheme, scorer = (line.cell(heads.of_all[key]) if key in heads.of_all else "" for key in _HEAD)
    return OldEvening(line.number, read_date(date, first, line.number), place, game, scheme, scorer)


def _another(told: OldEvening, said: OldEvening) -> bool:
    return any(getattr(said, key) and getattr(told, key) not in ("", getattr(said, key)) for key in _HEAD)


def _both(told: OldEvening, said: OldEvening) -> OldEvening:
    return replace(
        told, line=told.line or said.line, **{key: getattr(told, key) or getattr(said, key) for key in _HEAD}
    )


def _hand(heads: Heads, line: Line) -> OldHand:
    read: dict[str, dict[str, Any]] = {part: {} for part in OF_A_PLAYER}
    for name, columns in heads.of_players.items():
        for part, column in columns.items():
            read_part(read, part, name, line.cell(column), line.number)
    return hand_of(heads, line, read, list(heads.of_players))


def hand_of(heads: Heads, line: Line, read: Mapping[str, Mapping[str, Any]], order: Sequence[str]) -> OldHand:
    """The hand whose parts by player were read; `order`: all who may sit there, clockwise."""
    text = {key: line.cell(column) for key, column in heads.of_all.items()}
    bids, taken, made, points = (dict(read[part]) for part in ("bid", "taken", "made", "points"))
    for name, off in read["off"].items():
        if name in bids and name not in taken and name not in made:
            made[name] = off == 0
    return OldHand(
        line=line.number,
        players=tuple(name for name in order if any(name in one for one in (bids, taken, made, points))),
        number=hand_number(heads, line),
        cards=cells.tricks(text.get("cards", ""), line.number),
        dealer=cells.text_of(text.get("dealer", "")),
        first_bidder=cells.text_of(text.get("opens", "")),
        trump=cells.trump(text.get("trump", "")),
        bids=bids, taken=taken, made=made, points=points, totals=read["total"],
        adjustments={name: given for name, given in read["adjustment"].items() if given},
        remark=cells.text_of(text.get("remark", "")),
    )  # fmt: skip


_READ: Mapping[str, Callable[[str, int], Any]] = {
    "bid": cells.tricks, "points": cells.points, "total": cells.points, "adjustment": cells.points,
    "off": cells.points,
}  # fmt: skip


def read_part(read: dict[str, dict[str, Any]], part: str, name: str, text: str, line: int) -> None:
    """Put what a cell says of somebody's hand where it belongs; `taken` may also say in a word whether it was made."""
    if part in ("taken", "made"):
        word = cells.made(text)
        if word is not None and (part == "made" or not text.isdigit()):
            read["made"][name] = word
            return
    value = _READ.get(part, cells.tricks)(text, line)
    if value is not None:
        read[part][name] = value
