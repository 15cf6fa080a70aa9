"""The editor of a custom rule file: its form, its initial text, mistakes with their position, and its help."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from flask import render_template

from scorepad import library
from scorepad.errors import RuleFileError
from scorepad.formula_names import LANGUAGE
from scorepad.library import MOST_CHARACTERS
from scorepad.rules.rulebook.house_option import HouseOption
from scorepad.rules.rulebook.house_options import AUCTION_OPTIONS, OPTIONS
from scorepad.words import _, join_label

_QUOTED = 40  # characters of a line on a phone


def read_text(typed: str) -> str:
    """Return a typed text with LF line ends; browsers send CRLF, and files and line counts here use LF."""
    return typed.replace("\r\n", "\n").replace("\r", "\n")


def refusal_of_text(text: str) -> str:
    """Return why a text is not checked at all: it is empty or too long; "" if it is neither."""
    if len(text) > MOST_CHARACTERS:
        return _("Enter at most {most} characters.").format(most=MOST_CHARACTERS)
    return "" if text.strip() else _("Enter a text first.")


@dataclass(frozen=True)
class Mistake:
    """A mistake and its line: a quotation, with a caret below the column if that is known."""

    reason: str
    place: str
    quoted: str
    caret: str

    @classmethod
    def of(cls, error: RuleFileError, text: str) -> Mistake:
        """Return the mistake for an error in this text; only the reason if the line is unknown."""
        lines = text.split("\n")
        if error.line is None or error.line > len(lines):
            return cls(error.reason, error.what, "", "")
        place = _("Line {line}").format(line=error.line)
        if error.where:
            place = _("Line {line}: {what}").format(line=error.line, what=error.what)
        line = lines[error.line - 1]
        at = min((error.column or 1) - 1, len(line))
        start = max(0, min(at - _QUOTED // 2, len(line) - _QUOTED))
        before, after = "…" if start else "", "…" if start + _QUOTED < len(line) else ""
        quoted = before + line[start : start + _QUOTED] + after
        indent = re.sub(r"[^\t]", " ", quoted[: at - start + len(before)])
        return cls(error.reason, place, quoted, f"{indent}^" if error.column else "")


def renamed_copy(text: str) -> str:
    """Return the text of a rule file with a name for a custom copy."""
    return re.sub(
        r'^(name\s*=\s*)"([^"\\\n]+)"', lambda match: f'{match[1]}"{library.custom_name(match[2])}"', text,
        count=1, flags=re.M,
    )  # fmt: skip


Glossary = list[tuple[str, str]]


def scheme_keys() -> Glossary:
    """Return every key of a scheme with its possible values."""
    return [
        ("name", _("Its name")),
        ("about", _("One sentence about it, or a list like told")),
        ("winner", _('"high", "low" or { exactly = 100 }')),
        ("[[points]]", _("Cases, when … give …: the first that applies gives the points; the last has no when")),
        ("[terms]", _("Your own names for parts of a formula, in order")),
        ("says", _("Next to when and give: your own words for the case")),
        ("[says]", _('Words for such names, shown with the points of a hand: over = "over half"; "" shows nothing')),
        ("[total]", _("The new running total, if it is not the old one plus the points (raw): becomes = …")),
        ("bids_when", _('Which players bid, like "total < 80"')),
        ("runs_when", _("Which hands count for bids made in a row")),
        ("[options]", _("What a table may choose: x = { default = false } or with choices = [ … ]")),
        ("[marks]", _('What the scorer records for a player: x = "yes or no" or "number"')),
        ("[marks] …", _("{ default = 10, choices = [0, 5, 10] }: a number to tap, default 10")),
        ("[marks] …", _('{ kind = "yes or no", entered = "after play" }: asked for with the tricks')),
        ("[marks] …", _("most_per_hand = 1: how often the whole table can have it in one hand")),
        ("[marks] …", _('{ kind = "player" }: another player, such as an ally (allies_made)')),
        ("halves", _("true: half points are allowed")),
        ("[[examples]]", _("Sample hands with their points; all must be correct before saving")),
        ("source, unsure, notes", _("Texts for the reader")),
        ("[answers]", _("What you tapped under “Create custom scoring”; without it the text opens here")),
        ("assumed", _("Of the other players, for tables of points: { makers = 2 }")),
        ("told", _('Your own sentences about the points: ["…"], or { say = "…", if = { an_option = true } }')),
    ]


def scheme_names() -> Glossary:
    """Return every name, operator and function of the formula language with its meaning."""
    by_sentence: dict[str, list[str]] = {}
    for item in LANGUAGE:
        by_sentence.setdefault(str(item.about), []).append(item.name)
    return [
        *((", ".join(names), about) for about, names in by_sentence.items()),
        ("+ - * / // % **", _("Arithmetic; // rounds down; powers up to 3")),
        ("== != < <= > >=", _("Comparisons; with and, or, not")),
        ("a if b else c", _("Gives a if b is true, otherwise c")),
        ("abs, min, max, sum_to", _("A sum from 1 on: sum_to(3) is 1 + 2 + 3; true counts 1, false 0")),
    ]


def rulebook_keys() -> Glossary:
    """Return every key of a rulebook, or group of keys, with its possible values; house options have their own help."""
    return [
        ("name, ladder", _("Required; a ladder is like 1-10-1, top-1-top, 1x4 2-9, 3-top-3 …")),
        ("ladder", _('By players: { 2-7 = "1-10", 8 = "1-8 8x2" }')),
        ("also", _('Other names to find it by: ["Elevator", "Oh Pshaw"]')),
        ("scheme, options", _("The key of its usual scoring; the options of that scheme: { … }")),
        ("players, best, minutes", _('"3-7", "4-6", 45')),
        ("dealer_sits_out", _("The dealer plays no cards from this number of players on; 0: never")),
        ("pack", _("Cards in the pack, or by players: { 3 = 39, 4 = 52 }")),
        ("packs", _("2: while one pack is dealt, the other is shuffled for the next hand")),
        (
            "suits",
            _('"French", "Spanish", or other suits: { R = { name = "red", colour = "red" }, …, highest = 15 }'),
        ),
        ("top", _('The meaning of top on the ladder: a number, by players, "all cards" or "leave one"')),
        ("least_top", _("The least size of the largest hand; a table that plays fewer gets a message")),
        ("trump", _('"turned up", "none", "always S", "cycle H C D S", "dealer chooses", "auction" …')),
        ("no_trump_hands", _('Hands without trumps: "all cards dealt", "top" or "never"')),
        ("no_trump_turned", _('Cards that mean no trumps when turned up: ["joker", "2"]')),
        ("turned_joker", _('The trumps for a turned-up joker: "no trumps" or "other joker"')),
        ("super_trump", _("true: a second copy of the card turned up beats everything, and the card is recorded")),
        ("hook", _("true, false, or { from = 4, last_hand = false }")),
        ("least_bid, most_bid", _("The least and the highest bid, as numbers of tricks")),
        (
            "least_call, most_dash_calls",
            _("For a call before the bids: the least number of tricks, the most dash calls"),
        ),
        *((option.name, _values_of(option)) for option in OPTIONS if option not in AUCTION_OPTIONS),
        *_auction_keys(),
        ("ends", _('"after the ladder", "when announced", { exactly = 100 } or { reaching = 100 }')),
        ("late_hand", _("Points for each hand missed, if late_entry says so")),
        ("misdeal, misplay", _("{ dealer = -10, wrong_count = -5 }, { player = -10 }")),
        ("wrong_count", _("Points of a player with a wrong number of cards, if that ends the hand; 0: a misdeal")),
        (
            "pot",
            _("What players pay: { last = 200, places = [50, 100], miss = 10, each = 100, points = 10, limit = 110 }"),
        ),
        ("forfeit", _('{ bid = 5, name = "pants" }')),
        ("ladders", _('Other hand sizes to choose, by name: { "A" = "9 7 5 3 1" }')),
        ("cancelled", _("true: tricks can be cancelled, so that they add up to less than the cards")),
        ("cancelled_label", _("What the table calls such tricks")),
        ("bid_changes_label", _("The name of the card that changes a bid")),
        ("forehead", _('One-card hands on the forehead: "one card", "first", "last", "first and last", "never"')),
        (
            "[[special]]",
            _('Which hand: at = "last" (first, middle, top, 8-11, 8 cards), with note, trump, options or bid'),
        ),
        ("about, source, notes, unsure", _("Texts for the reader; notes is a list")),
        ("[told]", _('Your own sentences for a section: bidding = ["…"], with aim, deal, trumps, trick, end …')),
    ]


def _values_of(option: HouseOption) -> str:
    """Return the question of a house option, and its values with their meanings."""
    values = (f"{json.dumps(value, ensure_ascii=False)} ({answer.short})" for value, answer in option.answers.items())
    return join_label(str(option.label), ", ".join(values))


def _auction_keys() -> Glossary:
    """Return the entries for the options of an auction, each with the value that is not the usual one."""
    texts, switches = list[str](), list[str]()
    for option in AUCTION_OPTIONS:
        other = [*option.answers][1]
        name = option.name.removeprefix("auction.")
        if isinstance(other, bool):
            switches.append(f"{name} = {'true' if other else 'false'}")
        else:
            texts.append(f'{name} = "{other}"')
    read = _("How it is read: {{ {keys}, … }}").format(keys=", ".join(texts))
    return [("auction", read), ("auction.…", ", ".join(switches))]


def blank(kind: str) -> str:
    """Return the text of a small valid rule file to start from; `kind`: "scheme" or "rulebook"."""
    remark = _("A line that begins with # is a comment.")
    if kind == "scheme":
        return render_template(
            "rules/new_scheme.toml", remark=remark, name=_("Custom scoring"),
            about=_("Made: 10 + 1 per trick. Missed: −1 per trick off."),
            first=_("The first case that applies gives the points."), last=_("The last one is for all other hands."),
            worked=_("Sample hands: all must be correct before saving."),
        )  # fmt: skip
    about = _("Down to one card and back up; the hook binds the dealer.")
    return render_template(
        "rules/new_rulebook.toml", remark=remark, name=_("Our game"), about=about, whose=_("Points of")
    )
