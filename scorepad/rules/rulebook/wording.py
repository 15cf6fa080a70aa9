"""A rulebook in plain words, made from its data: what a player reads before the first hand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Protocol

from scorepad.rules.numbers import change
from scorepad.rules.phrases import capital, sentence, span
from scorepad.rules.rulebook.hook import Hook
from scorepad.rules.rulebook.house_options import sentences
from scorepad.rules.rulebook.keys import End
from scorepad.rules.rulebook.ladder import Chain, Stop
from scorepad.rules.rulebook.rulebook import Rulebook
from scorepad.rules.rulebook.trumps import Trump
from scorepad.rules.suits import suit_name
from scorepad.words import _, ngettext

Line = tuple[str, str]


class Named(Protocol):
    """A scheme, as far as the wording needs it."""

    @property
    def name(self) -> str: ...


def in_words(rulebook: Rulebook, scheme: Named | None) -> list[Line]:
    """Pairs of a label and a sentence, in the order of a game; what a rulebook does not have is left out."""
    lines = [
        (_("Players"), _players(rulebook)),
        (_("Pack"), _pack(rulebook)),
        (_("Cards"), _and(ladder_in_words(rulebook), sentences(rulebook, "cards"))),
        (_("Points"), _points(rulebook, scheme)),
        (_("Bidding"), sentences(rulebook, "bidding")),
        (_("Auction"), sentences(rulebook, "auction")),
        (_("Hook"), _hook(rulebook)),
        (_("Trumps"), _trumps(rulebook)),
        (_("Lead"), sentences(rulebook, "lead")),
        *((_("Special"), line) for line in _specials(rulebook)),
        (_("Dealing"), sentences(rulebook, "dealing")),
        (_("End"), _and(_end(rulebook.ends), sentences(rulebook, "end"))),
        (_("Ties"), sentences(rulebook, "ties")),
        (_("Late entry"), sentences(rulebook, "late_entry")),
        (_("Misdeal"), _and(_misdeal(rulebook.misdeal), sentences(rulebook, "misdeal"))),
        (_("Misplay"), _misplay(rulebook.misplay)),
        (_("Forfeit"), _forfeit(rulebook)),
        *((_("Note"), note) for note in rulebook.notes),
        (_("Not sure"), rulebook.unsure),
        (_("Source"), rulebook.source),
    ]
    return [(label, sentence) for label, sentence in lines if sentence]


def _and(*said: str) -> str:
    return " ".join(filter(None, said))


def _points(rulebook: Rulebook, scheme: Named | None) -> str:
    if scheme:
        return sentence(scheme.name)
    return "" if rulebook.scheme else _("Its points are not known: choose a scheme before you start.")


# --- players, pack, cards ---


def players_span(rulebook: Rulebook, dash: str = "–") -> str:
    """How many can play: `3–7` or `4`."""
    return span(*rulebook.players, dash)


def players_in_words(rulebook: Rulebook) -> str:
    """`3–7 players`, `4 players`."""
    return _("{span} players").format(span=players_span(rulebook))


def _players(rulebook: Rulebook) -> str:
    words = sentence(players_span(rulebook))
    if rulebook.best:
        words += " " + _("Best with {best}.").format(best=rulebook.best)
    if rulebook.minutes:
        words += " " + _("About {minutes} minutes.").format(minutes=rulebook.minutes)
    return words


def _pack(rulebook: Rulebook) -> str:
    cards = _by_players(rulebook, {number: rulebook.pack_for(number) for number in _numbers(rulebook)}, _("cards"))
    if rulebook.packs == 1:
        return cards
    return (
        cards + " " + _("Two packs in turn: while one is dealt, the player before the next dealer shuffles the other.")
    )


def ladder_in_words(rulebook: Rulebook) -> str:
    """`From 10 cards down to 1 and up to 10, …` with what `top` means for each number of players."""
    ladder = rulebook.ladder
    words = _("; then ").join(_chain(chain) for chain in ladder.chains)
    if ladder.endless:
        words += ", " + _("over and over again")
    words = sentence(capital(words))
    if any(chain.names_top for chain in ladder.chains):
        tops = {number: rulebook.top_for(number) for number in _numbers(rulebook)}
        words += " " + _("The top is {top}").format(top=_by_players(rulebook, tops, _("cards")))
    return words


def _chain(chain: Chain) -> str:
    first, *others = chain.stops
    if not others:
        return _stay(first)
    ways = [
        (_("up to {cards}") if _climbs(start, end) else _("down to {cards}")).format(cards=_stay(end))
        for start, end in pairwise(chain.stops)
    ]
    words = _("from {cards} {ways}").format(cards=_stay(first), ways=_(", then ").join(ways))
    return words + (" " + _("in steps of {by}").format(by=chain.by) if chain.by > 1 else "")


def _climbs(start: Stop, end: Stop) -> bool:
    high = {"top": math.inf, "players": 4}
    return high.get(str(end.size), end.size) > high.get(str(start.size), start.size)  # type: ignore[operator]


def _stay(stop: Stop) -> str:
    named = {"top": _("the top"), "players": _("as many cards as players")}
    words = named.get(str(stop.size)) or ngettext("{cards} card", "{cards} cards", int(stop.size)).format(
        cards=stop.size
    )
    if stop.times == 1:
        return words
    times = _("a hand for each player") if stop.times == "players" else _("{times} hands").format(times=stop.times)
    return f"{words} ({times})"


def _numbers(rulebook: Rulebook) -> range:
    return range(rulebook.min_players, rulebook.max_players + 1)


def _by_players(rulebook: Rulebook, values: Mapping[int, int], unit: str) -> str:
    """`52 cards.` or `39 cards for 3, 52 for 4 players.`; neighbours with one value stand together."""
    groups = list[list[int]]()
    for number in _numbers(rulebook):
        if groups and values[groups[-1][0]] == values[number]:
            groups[-1].append(number)
        else:
            groups.append([number])
    if len(groups) == 1:
        return f"{values[rulebook.min_players]} {unit}."
    parts = [_("{value} for {span}").format(value=values[group[0]], span=span(group[0], group[-1])) for group in groups]
    return _("{parts} players.").format(parts=", ".join(parts))


# --- the hook, trumps, special hands ---


def _hook(rulebook: Rulebook) -> str:
    hook: Hook = rulebook.hook
    if not rulebook.bids_in_turn:
        return ""
    if not hook.on:
        return _("None: the bids may add up to the cards.")
    words = _("The last bidder may not make the bids add up to the cards.")
    if hook.from_cards > 1:
        words += " " + _("Only in hands of {cards} cards and more.").format(cards=hook.from_cards)
    if hook.from_hand > 1:
        words += " " + _("Only from hand {hand} on.").format(hand=hook.from_hand)
    return words if hook.last_hand else words + " " + _("Not in the last hand.")


def _trumps(rulebook: Rulebook) -> str:
    parts = [_way(rulebook.trump)]
    if rulebook.no_trump_turned:
        ranks = ", ".join(rulebook.no_trump_turned)
        parts.append(_("Turned up, these mean no trumps: {ranks}.").format(ranks=ranks))
    if rulebook.turned_joker:
        other = rulebook.turned_joker == "other joker"
        parts.append(
            _("A turned joker makes the other joker the only trump.") if other else _("A turned joker means no trumps.")
        )
    if rulebook.no_trump_hands == "top":
        parts.append(_("The largest hands are played without trumps."))
    elif rulebook.no_trump_hands == "all cards dealt" and rulebook.trump.way != "none":
        parts.append(_("When all cards are dealt there are no trumps."))
    if rulebook.super_trump:
        parts.append(_("The very card turned up beats everything."))
    return " ".join(parts)


def _way(trump: Trump) -> str:
    suits = ", ".join(suit_name(letter) for letter in trump.letters)
    words = {
        "turned up": _("The next card is turned up; its suit is trumps."),
        "none": _("None."),
        "auction": _("The declarer's, from the auction."),
        "highest bidder chooses": _("The highest bidder chooses."),
        "dealer chooses": _("The dealer chooses."),
        "cycle": _("In turn: {suits}, and again.").format(suits=suits),
        "always": _("Always {suits}.").format(suits=suits),
        "by makers": _("By how many made their bids in the hand before (0, 1, 2 …): {suits}.").format(suits=suits),
    }
    return words[trump.way]


def _specials(rulebook: Rulebook) -> list[str]:
    return [_("{when}: {note}").format(when=_when(one.at), note=one.note) for one in rulebook.special if one.note]


def _when(at: str) -> str:
    fixed = {"first": _("First hand"), "last": _("Last hand"), "top": _("Largest hands")}
    if at in fixed:
        return fixed[at]
    cards = at.removesuffix(" cards")
    return _("Hands of {cards} cards").format(cards=cards) if cards != at else _("Hand {number}").format(number=at)


# --- the end, and what goes wrong ---


def _end(end: End) -> str:
    words = {
        "after the ladder": _("After the last hand of the ladder."),
        "when announced": _("At a time you agree on; the last hand is announced."),
        "exactly": _("When somebody stands at exactly {points}.").format(points=end.points),
        "reaching": _("When somebody reaches {points}.").format(points=end.points),
    }
    return words[end.how]


def _misdeal(misdeal: Mapping[str, int]) -> str:
    roles = {
        "dealer": _("dealer {points}"),
        "wrong_count": _("each other player with a wrong number of cards {points}"),
    }
    return _penalties(misdeal, roles)


def _misplay(misplay: Mapping[str, int]) -> str:
    return _penalties(misplay, {"player": _("the offender {points}")})


def _penalties(points: Mapping[str, int], roles: Mapping[str, str]) -> str:
    parts = [words.format(points=change(points[role])) for role, words in roles.items() if points.get(role)]
    if not parts:
        return _("No points; deal again.")
    return capital(_("{penalties}; then deal again.").format(penalties=", ".join(parts)))


def _forfeit(rulebook: Rulebook) -> str:
    forfeit = rulebook.forfeit
    if not forfeit:
        return ""
    words = _("Whoever misses a bid of {bid} or more pays once: {name}. It costs no points.")
    return words.format(bid=forfeit.bid, name=forfeit.name)
