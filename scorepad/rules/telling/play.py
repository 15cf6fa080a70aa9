"""How a hand is played: trumps, bidding and the hook, a trick."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.rules.cards import suit_name
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.house_options import sentences
from scorepad.rules.rulebook.reach import deals_all_cards
from scorepad.rules.telling.section import GameTold
from scorepad.words import _


def trumps(game: GameTold) -> Iterator[str]:
    """How trumps are found, and when there are none."""
    rulebook = game.rulebook
    yield trumps_in_words(rulebook)
    if rulebook.trump.way == "turned up":
        yield from _turned(rulebook)
    none_in = rulebook.no_trump_hands if rulebook.trump.way != "none" else "never"
    if none_in == "top":
        yield _("The largest hands are played without trumps.")
    elif none_in == "all cards dealt" and deals_all_cards(rulebook, game.numbers):
        yield _("When all cards are dealt, there are no trumps.")
    yield from game.own("trumps")


def trumps_in_words(rulebook: Rulebook) -> str:
    """How trumps are found, in a sentence."""
    suits = [suit_name(letter) for letter in rulebook.trump.letters]
    words = {
        "turned up": _("After the deal the next card is turned up, and its suit is trumps."),
        "none": _("There are no trumps."),
        "auction": _("The suit that the declarer named in the auction is trumps, or there are no trumps."),
        "highest bidder chooses": _("Whoever bids highest names trumps or no trumps; of equal bids the first counts."),
        "dealer chooses": _("The dealer names the trumps."),
        "cycle": _("Trumps change from hand to hand in this order, and then from the beginning again: {suits}."),
        "always": _("In every hand the trumps are {suits}."),
        "by makers": _(
            "Trumps follow from how many players made their bids in the hand before; if none did, one, two and so on, "
            "they are in turn: {suits}. For the first hand you agree on them."
        ),
    }  # fmt: skip
    return words[rulebook.trump.way].format(suits=", ".join(suits))


def _turned(rulebook: Rulebook) -> Iterator[str]:
    # What a turned joker means is told below.
    named = [rank for rank in rulebook.no_trump_turned if rank != "joker" or not rulebook.turned_joker]
    yield from map(_no_trumps_for, named)
    if rulebook.turned_joker == "other joker":
        yield _("If the card turned up is a joker, the other joker is the only trump.")
    elif rulebook.turned_joker:
        yield _("If the card turned up is a joker, there are no trumps.")


def _no_trumps_for(rank: str) -> str:
    words = {
        "joker": _("If the card turned up is a joker, there are no trumps."),
        "jester": _("If the card turned up is a jester, there are no trumps."),
        "J": _("If the card turned up is a jack, there are no trumps."),
        "Q": _("If the card turned up is a queen, there are no trumps."),
        "K": _("If the card turned up is a king, there are no trumps."),
        "A": _("If the card turned up is an ace, there are no trumps."),
    }
    return words.get(rank) or _("If the card turned up is a {number}, there are no trumps.").format(number=rank)


def bidding(game: GameTold) -> Iterator[str]:
    """Who bids when, and what may be bid."""
    rulebook = game.rulebook
    yield from sentences(rulebook, "bidding")
    if rulebook.bidding in ("auction", "none"):
        yield from game.own("bidding")
        yield from sentences(rulebook, "auction")
        return
    yield _("A bid is a number of tricks from zero to the cards of the hand, and zero is a bid like any other.")
    yield from hook_in_words(rulebook)
    yield from game.own("bidding")


def hook_in_words(rulebook: Rulebook) -> Iterator[str]:
    """Whether the bids may add up to the cards, and where not."""
    hook = rulebook.hook
    if not hook.on or not rulebook.bids_in_turn:
        yield _("The bids may add up to the cards of the hand.")
        return
    yield _("There is a hook: the last bidder may not make all bids add up to the cards of the hand.")
    if hook.from_cards > 1:
        yield _("The hook holds only in hands of {cards} cards and more.").format(cards=hook.from_cards)
    if hook.from_hand > 1:
        yield _("The hook holds only from hand {hand} on.").format(hand=hook.from_hand)
    if not hook.last_hand:
        yield _("In the last hand of the game the hook does not hold.")


def trick(game: GameTold) -> Iterator[str]:
    """Who leads, what one must play, what wins."""
    rulebook = game.rulebook
    yield from sentences(rulebook, "lead")
    if rulebook.trump.way == "none":
        yield _("Whoever can must follow the suit that is led; whoever cannot may play any card.")
        yield _("The highest card of the suit that was led wins the trick.")
    else:
        yield _("The highest trump wins the trick, or, where no trump was played, the highest card of the suit led.")
    if rulebook.super_trump:
        yield _("The very card that was turned up beats everything.")
    yield _("Whoever wins a trick leads to the next.")
    if rulebook.cancelled:
        yield _("Equal cards in one trick cancel each other, and a trick that is cancelled is taken by nobody.")
    yield from game.own("trick")
