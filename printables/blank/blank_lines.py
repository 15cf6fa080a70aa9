"""The words on a blank sheet."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from printables.page.page import BOLD, LARGE_TEXT, PLAIN, legend_line, width
from scorepad.formats import format_points
from scorepad.game.report.blank_fields import MADE, OFF, TRICKS, BlankFields, as_played, prints_one
from scorepad.game.report.blank_sheet import Blank, ranges
from scorepad.game.report.card_lines import depends_on_more, notes_for_tables
from scorepad.game.state.rows import OpenHand
from scorepad.rules.game_properties import other_end
from scorepad.rules.rulebook.hook import SIGNS
from scorepad.rules.rulebook.house_options import sentences
from scorepad.rules.scheme.parts import winner_in_words
from scorepad.rules.telling.mishaps import misdeal_in_words, misplay_in_words
from scorepad.rules.telling.play import (
    forfeit_in_words,
    game_end_in_words,
    hook_in_words,
    packs_in_words,
    ties_in_words,
)
from scorepad.rules.telling.points import sums_in_words
from scorepad.rules.telling.section import ExplainedGame
from scorepad.words import _, join_label, ngettext, ours, with_colon

DOTTED = "  \u00b7  "
DEALS, DEALS_IN_A_COPY, BIDS_FIRST = "\u2592", "\u25a1", "\u258c"  # how the legend shows shade, frame and bar
PRESSED = 0.89  # of its width: a head that would be narrower has a short form, or is turned upwards
LEAST_LABEL = 7.5  # type of a label that has little room
AIR = 2.0  # 0.5 mm between a word and the edge of a line next to it, with half of that line
CARDS = "cards "  # before the numbers of players in the name of a column


class Note(NamedTuple):
    """A paragraph below the table, with its first words in bold; about these `hands`, or about all."""

    lead: str
    text: str
    hands: Sequence[int] = ()


def fitting_heads(fields: BlankFields, wides: Mapping[str, float], size: float) -> dict[str, str]:
    """Return the headings of a player's columns of these widths, short where the whole one would be pressed."""
    known = {name: head for name, head in heads(fields).items() if name in wides}
    return {
        name: whole if fits(whole, wides[name] - 2 * AIR, size, BOLD if name == "total" else PLAIN) else short
        for name, (whole, short) in known.items()
    }


def fits(head: str, room: float, size: float, name: str = PLAIN) -> bool:
    """Return whether a head has room, in smaller type and pressed a little if necessary."""
    return width(head, smaller(size), name) * PRESSED <= room


def smaller(size: float) -> float:
    """Return the size of type of a head that has little room."""
    return size if size >= LARGE_TEXT else max(LEAST_LABEL, size - 0.5)


def in_two_lines(text: str, size: float) -> list[str]:
    """Return the label of a line in the two lines that need the least width, or in one if it is one word."""
    parts = text.split()
    ways = [[" ".join(parts[:at]), " ".join(parts[at:])] for at in range(1, len(parts))]
    return min(ways, key=lambda lines: max(width(line, size) for line in lines), default=[text])


def explained_as_printed(text: str, fields: BlankFields, printed: Mapping[str, str]) -> str:
    """Return a line of the legend with the headings as they are `printed`."""
    for name, head in printed.items():
        whole = heads(fields)[name][0]
        text = re.sub(rf"(?<!\w){re.escape(whole)}(?=\s?:)", head, text)
    return text


def heads(fields: BlankFields) -> dict[str, tuple[str, str]]:
    """Return the headings of a player's columns by name, in the order of writing, each with its short form."""
    signs = {OFF: "\u2713\u2009\u00b1", MADE: "\u2713\u2009\u2717"}.get(fields.second, "")
    # For translators: short for “bid”, “tricks”, “mark”, “points” and “total”, over a narrow column.
    second = (_("tricks"), _("tr.")) if fields.second == TRICKS else (signs, signs)
    named = {"bid": (_("bid"), _("bd.")), "second": second, "mark": (_("mark"), _("mk.")),
             "points": (_("points"), _("pts")), "total": (_("total"), _("tot."))}  # fmt: skip
    missing = {"second": not fields.second, "mark": not fields.has_mark, "points": not fields.has_points}
    return {name: head for name, head in named.items() if not missing.get(name)}


def made_bid_hint(blank: Blank) -> str:
    """Return the points of every made bid, or their part that does not depend on the bid.

    "1" if a made bid is 10 + bid; "" if there is no such part.
    """
    sheet, points = blank.game.sheet, as_played(blank)
    if not blank.scored or points.by_contract or depends_on_more(sheet.scheme):
        return ""
    worth = [(bid, points(bid, bid, cards)) for cards in blank.sizes for bid in range(min(cards, 9) + 1)]
    alone, before = {made for _bid, made in worth}, {made - bid for bid, made in worth}
    if len(alone) == 1:
        return format_points(alone.pop())
    ten = before.pop() if len(before) == 1 else 0
    return str(ten // 10) if 0 < ten < 100 and ten % 10 == 0 else ""


def dealers_known(blank: Blank) -> bool:
    """Return whether the dealers of the hands are known.

    Without names the first dealer takes the first column. On a sheet for several numbers of players they are unknown.
    """
    if blank.several:
        return False
    sheet = blank.game.sheet
    excused = not sheet.rulebook.scorer_deals and not sheet.scorer
    return blank.dealer_known or (not any(blank.names.values()) and not excused)


def mark_first_bidders(blank: Blank, hand: OpenHand) -> dict[str, str]:
    """Return the players marked as bidding first, each with the numbers of players for which it is them; "" for all.

    None are marked if that is not known, or if the mark of the dealer says it in every hand.
    """
    if not blank.several:
        is_known = blank.first_known or not any(blank.names.values())
        deals = hand.dealer if dealers_known(blank) and not blank.has_separate_first_bidder else ""
        return {hand.first_bidder: ""} if is_known and hand.first_bidder and hand.first_bidder != deals else {}
    if not blank.has_separate_first_bidder or any(blank.names.values()):
        return {}
    counts: dict[str, list[int]] = {}
    for table in blank.tables:
        count = len(table.names)
        lines = [hand.number for hand in blank.hands if count in blank.played_by.get(hand.number, (count,))]
        if hand.number in lines:
            counts.setdefault(table.hands[lines.index(hand.number)].order[0], []).append(count)
    return {player: ranges(of) if len(counts) > 1 else "" for player, of in counts.items()}


def sum_head() -> tuple[str, str]:
    """Return the two lines of the heading over the sum of bids."""
    first, _space, others = _("Sum of bids").partition(" ")
    return first, others


def sum_sign(blank: Blank, hand: OpenHand) -> str:
    """Return the text in the column of the sum of bids: `≠ 5` for the hook, or nothing if no player bids."""
    if hand.fixed_bid is not None:
        return ""
    sizes = {cards[hand.number - 1] for cards in blank.cards.values()} or {hand.cards}
    sign = SIGNS.get(hand.hook_rule) if hand.hook else None
    return f"{sign or '/'} {hand.cards if len(sizes) == 1 else ''}".rstrip()


def cards_by_players(blank: Blank) -> dict[str, Sequence[int]]:
    """Of a sheet on which each number of players has its own cards: those of every hand, by the numbers of players."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for count, cards in blank.cards.items():
        alike.setdefault(tuple(cards), []).append(count)
    return {ranges(counts): cards for cards, counts in alike.items()}


def player_counts(blank: Blank, hand: OpenHand) -> str:
    """Return the numbers of players who play this hand, where the sheet serves others too that do not."""
    return ranges(blank.played_by.get(hand.number, ()))


def about(blank: Blank, page: tuple[int, int] | None = None, hands: tuple[int, int] | None = None) -> str:
    """How many play, by which points; which sheet of how many this `page` is, from hand to hand."""
    sheet = blank.game.sheet
    few, many = blank.counts[0], blank.counts[-1]
    parts = [ngettext("{n} player", "{n} players", many).format(n=many)]
    if blank.several:
        parts = [_("{few} to {many} players").format(few=few, many=many)]
    if sheet.scheme.name != sheet.rulebook.name:
        parts.append(_("Scoring: {scheme}").format(scheme=ours(sheet.scheme.name)))
    if page and hands and blank.numbered:
        words = _("Sheet {sheet} of {count}: hands {first} to {last}")
        parts.append(words.format(sheet=page[0], count=page[1], first=hands[0], last=hands[1]))
    elif page:
        parts.append(_("Sheet {sheet} of {count}").format(sheet=page[0], count=page[1]))
    return DOTTED.join(parts)


def hint_note(begins: str) -> str:
    """Return what a light number before the bids is there for."""
    words = _("Light {number}: circle the points if the bid is made, cross them out if it is missed.")
    return words.format(number=begins) if begins else ""


def sums(blank: Blank) -> list[str]:
    """Return the points in sentences that need no table; none if there are no such sentences."""
    points = as_played(blank)
    complete = blank.scored and not notes_for_tables(points, every=True)
    return sums_in_words(points, whole=True) if complete else []


def says_all_points(blank: Blank, sums: Sequence[str]) -> bool:
    """Return whether the notes say all points, so that no table is necessary."""
    points = as_played(blank)
    return not blank.scored or bool(sums) or (depends_on_more(points.scheme) and not points.scheme.told)


def notes(
    blank: Blank, fields: BlankFields, sums: Sequence[str], *, may_join: bool, is_copied: bool, spare: int = 0
) -> Iterator[Note]:
    """Yield the paragraphs below the table, by which one can score without a doubt.

    They explain signs, special hands, points (with the `sums` in words), ties, mishaps, and late entry if another
    player `may_join`. Late entry includes the hand sizes for the players in the `spare` columns.
    """
    game = explained(blank)
    yield Note("", legend_line(_signs(blank, fields, DEALS_IN_A_COPY if is_copied else DEALS), DOTTED))
    yield from (Note("", text) for text in _written(blank))
    yield from _hand_notes(blank)
    yield from (Note("", text) for text in sentences(game.rulebook, "sheet"))
    target = game_end_in_words(game) if game.rulebook.ends.how == "reaching" and not _other_end(blank) else ()
    yield from (Note(with_colon(_("The end")), text) for text in (*target, *sentences(game.rulebook, "end")))
    hooked = next((hand for hand in blank.hands if hand.hook), None)
    if hooked:
        yield Note(
            SIGNS.get(hooked.hook_rule, ""),
            " ".join([*hook_in_words(game.rulebook)] or sentences(game.rulebook, "bidding")),
        )
    yield Note(_("Points:"), " ".join(filter(None, _points(blank, sums))))
    yield Note(_("Ties:"), " ".join(ties_in_words(game)))
    if game.rulebook.misdeal:
        yield Note(_("Misdeal:"), " ".join(misdeal_in_words(game.rulebook)))
    if game.rulebook.misplay:
        yield Note(_("Misplay:"), " ".join(misplay_in_words(game.rulebook)))
    if game.rulebook.forfeit:
        yield Note(
            with_colon(_("Forfeit")), " ".join([forfeit_in_words(game.rulebook.forfeit), _("Write ! after the bid.")])
        )
    if may_join:
        yield Note(_("Joining late:"), " ".join(_late_entry(blank, game, spare)))


def explained(blank: Blank) -> ExplainedGame:
    """Return the game to be explained."""
    sheet = blank.game.sheet
    players = None if blank.several else len(blank.names)
    return ExplainedGame(sheet.rulebook, sheet.scheme if blank.scored else None, players, sheet.options)


def _written(blank: Blank) -> Iterator[str]:
    """Yield what the numbers on a sheet for several numbers of players mean."""
    if blank.played_by:
        yield _(
            "A number before a hand says how many players play it. Without a number, all do. Number the hands "
            "as you go."
        )
    if len(cards_by_players(blank)) > 1:
        yield _("The number above the cards is the number of players.")


def _points(blank: Blank, sums: Sequence[str]) -> Iterator[str]:
    if not blank.scored:
        yield _("The scoring is not known. Agree on it before you start.")
        return
    sheet, points = blank.game.sheet, as_played(blank)
    about = [sheet.scheme.about_with(sheet.options)]
    told = notes_for_tables(points, every=points.by_contract) if sheet.scheme.told else []
    yield from sums or told or about
    yield winner_in_words(sheet.scheme.winner)
    yield _other_end(blank)
    if prints_one(blank):
        yield _("The 1 is printed. Write your bid after it. Black out both if you miss.")
        if max(blank.sizes) > 9:
            yield _("A bid of 10 that is made counts 20.")


def _other_end(blank: Blank) -> str:
    return other_end(blank.game.sheet.rulebook, blank.game.sheet.scheme) if blank.scored else ""


def _late_entry(blank: Blank, game: ExplainedGame, spare: int) -> Iterator[str]:
    yield _("{name} starts at {points} after hand {hand}.").format(name="_" * 12, points="_" * 6, hand="_" * 4)
    rulebook, numbers = game.rulebook, range(len(blank.names), len(blank.names) + spare + 1)
    if len({*map(rulebook.pack_for, numbers)}) > 1:
        yield from packs_in_words(rulebook, numbers)
    fewer = [(players, cards) for players in numbers if (cards := rulebook.largest_for(players)) < max(blank.sizes)]
    if fewer:
        (players, cards), (more, fewest) = fewer[0], fewer[-1]
        one = _("Most cards with {players} players: {cards}.")
        text = one if len(fewer) == 1 else _("Most cards with {players} players: {cards}, with {more}: {fewest}.")
        yield text.format(players=players, cards=cards, more=more, fewest=fewest)
    yield from sentences(game.rulebook, "late_entry")
    if game.rulebook.late_entry == "half-way":
        yield _("The median is the middle total, or the mean of the middle two.")


def _signs(blank: Blank, fields: BlankFields, deals: str) -> Iterator[str]:
    yield _("{dot} deals").format(dot=deals) if dealers_known(blank) else _("Mark the dealer with a dot.")
    marked = [numbers for hand in blank.hands for numbers in mark_first_bidders(blank, hand).values()]
    if any(marked):
        words = _("{sign} bids first; the number after it is the number of players")
        yield words.format(sign=BIDS_FIRST)
    elif marked:
        yield _("{sign} bids first").format(sign=BIDS_FIRST)
    if fields.second == OFF:
        yield _("✓ made")
        yield _("+2 two tricks too many, −1 one too few")
    elif fields.second == MADE:
        yield _("✓ made, ✗ missed")
    elif fields.second == TRICKS:
        yield _("tricks: the tricks taken; if they equal the bid, it is made")
    if fields.has_mark:
        yield _("mark: what else counts in the hand")
    sheet = blank.game.sheet
    if sheet.rulebook.bidding == "auction" and sheet.scheme.reads("doubler"):
        yield join_label(_("Double"), _("the doubler’s initial, underlined if redoubled"))
        yield _("(2) the doubler’s own bid: does not count, may stay empty")
    suits = sheet.rulebook.suits.legend()
    if suits and sheet.has_trumps and sheet.rulebook.write_trump:
        yield join_label(_("Trump"), ", ".join(suits))
    yield _("total: the running total")


def stars(blank: Blank, note: str) -> str:
    """Return the note next to a special hand.

    A sheet for several numbers of players has no hand numbers to refer to, so each kind of hand has its own note.
    """
    kinds = list(dict.fromkeys(hand.note for hand in blank.hands if hand.note))
    return ("*" * (1 if blank.numbered else kinds.index(note) + 1)) if note else ""


def _hand_notes(blank: Blank) -> Iterator[Note]:
    """Yield what is special about some hands, each thing once."""
    hands: dict[str, list[int]] = {}
    for hand in blank.hands:
        if hand.note:
            hands.setdefault(hand.note, []).append(hand.number)
    for note, numbers in hands.items():
        if not blank.numbered:
            yield Note("", f"{stars(blank, note)} {note}", numbers)
            continue
        words = ngettext("* Hand {hands}: {note}", "* Hands {hands}: {note}", len(numbers))
        yield Note("", words.format(hands=", ".join(map(str, numbers)), note=note), numbers)
