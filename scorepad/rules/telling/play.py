"""Sentences for the play of a game, from the aim to its end, without the ladder and the points."""

from collections.abc import Iterator

from scorepad.formats import capital, sentence
from scorepad.formula_names import MOST_CARDS
from scorepad.rules.game_properties import end_with, other_end
from scorepad.rules.rulebook import Rulebook, keys
from scorepad.rules.rulebook.bidding_options import CALL_FIRST, dash_calls_in_words
from scorepad.rules.rulebook.hook import DEALER_BIDS_ONE, MORE_THAN_THE_CARDS
from scorepad.rules.rulebook.house_options import sentences
from scorepad.rules.rulebook.keys import End
from scorepad.rules.rulebook.pot import pot_in_words
from scorepad.rules.rulebook.relevance import deals_all_cards
from scorepad.rules.scheme.parts import winner_in_words
from scorepad.rules.telling.section import ExplainedGame, Sentences, by_players
from scorepad.words import _, adapt_to_sound, join_names, ngettext, ours


def aim(game: ExplainedGame) -> Iterator[str]:
    """Yield the aim of the game."""
    yield _("Take exactly the number of tricks that you bid.")
    yield from game.own("aim")
    if game.scheme is not None:
        yield winner_in_words(game.scheme.winner)


def course(game: ExplainedGame) -> Iterator[str]:
    """Yield six sentences on the course of a hand, for people who have never played a trick-taking game."""
    rulebook, no_trumps = game.rulebook, game.rulebook.trump.way == "none"
    yield _("All players get the same number of cards. Look at yours, but do not show them.")
    if rulebook.bidding == "auction":
        yield _("Then an auction decides the trumps, and how many tricks each player has to win: the bid.")
    elif rulebook.bidding == CALL_FIRST:
        yield _("Then one player calls a number of tricks and the trumps, and the others bid in turn: the bid.")
    elif rulebook.covers_bids:
        yield _("Then all players write how many tricks they will win: the bid.")
    elif rulebook.bids_at_once:
        yield _("Then all players say at the same moment how many tricks they will win: the bid.")
    elif rulebook.bidding == "none":
        yield _("The number of tricks that each player has to win, the bid, follows from the rules below.")
    else:
        yield _("Then each player in turn says how many tricks they will win: the bid.")
    yield _("One player leads: this player puts any card face up on the table.")
    if not rulebook.must_follow:
        yield _("The others play one card each, in turn: any card, but a trump if trumps are led and they have one.")
    elif rulebook.must_trump and not no_trumps:
        yield _("The others play one card each, in turn: the suit led if they have it, otherwise a trump if they can.")
    else:
        yield _("The others play one card each, in turn: the suit led if they have it, otherwise any card.")
    if no_trumps:
        yield _("These cards are a trick: the highest card of the suit led wins it, and its player leads next.")
    else:
        yield _("These cards are a trick: the highest trump wins it or, without one, the highest card of the suit led.")
    yield _("When all cards are played, count your tricks. If they are exactly your bid, you made it; otherwise not.")


def players_and_cards(game: ExplainedGame) -> Iterator[str]:
    """Yield the number of players, the pack, and how its cards rank."""
    if game.players is None:
        yield from players_and_length(game.rulebook)
    yield from game.own("players")
    yield from packs_in_words(game.rulebook, game.numbers)
    suits = game.rulebook.suits
    if not suits.symbols and game.rulebook.has_trumps:
        yield _("The suits are {suits}.").format(suits=join_names(list(map(suits.name, suits.letters))))
    yield from game.own("pack")
    own = list(game.own("rank"))
    yield from own or [_("In every suit the ace is highest, then king, queen, jack, 10 and so on down.")]


def packs_in_words(rulebook: Rulebook, numbers: range) -> Iterator[str]:
    """Yield the cards of the pack for these numbers of players."""
    return by_players({number: rulebook.pack_for(number) for number in numbers}, _pack)


def _pack(cards: int) -> Sentences:
    return Sentences(
        ngettext("The pack has {cards} card.", "The pack has {cards} cards.", cards),
        _("With {{players}} players the pack has {cards} cards."),
        _("With {{fewest}} or {{most}} players the pack has {cards} cards."),
        _("With {{fewest}} to {{most}} players the pack has {cards} cards."),
    )


def players_and_length(rulebook: Rulebook) -> Iterator[str]:
    """Yield for how many players the game is, and how long it takes."""
    fewest, most = rulebook.seats
    if fewest == most:
        yield _("The game is for {players} players.").format(players=most)
    elif most == fewest + 1:
        yield adapt_to_sound(_("The game is for {fewest} or {most} players.").format(fewest=fewest, most=most))
    else:
        yield _("The game is for {fewest} to {most} players.").format(fewest=fewest, most=most)
    if rulebook.best:
        yield _("It is best with {players} players.").format(players=rulebook.best.replace("-", "–"))
    if rulebook.minutes:
        text = ngettext("It takes about {minutes} minute.", "It takes about {minutes} minutes.", rulebook.minutes)
        yield text.format(minutes=rulebook.minutes)


def deal(game: ExplainedGame) -> Iterator[str]:
    """Yield who deals first, the direction of the deal, and who shuffles."""
    yield from sentences(game.rulebook, "dealing")
    yield _dealer_sits_out(game)
    if game.rulebook.packs > 1:
        yield _("Two packs are used in turn: while one is dealt, the player after the next dealer shuffles the other.")
        if not game.rulebook.scorer_deals:
            yield _("The scorer does not shuffle.")
    yield from game.own("deal")


def _dealer_sits_out(game: ExplainedGame) -> str:
    """Return the sentence about a dealer who does not play, or "" if the dealer plays."""
    counts = [number for number in game.numbers if game.rulebook.playing(number) < number]
    if not counts:
        return ""
    if counts == [*game.numbers]:
        return _("The dealer sits out: the other players bid and play.")
    if len(counts) == 1:
        text = _("With {players} players the dealer sits out: the others bid and play.")
    else:
        text = _("With {players} or more players the dealer sits out: the others bid and play.")
    return text.format(players=counts[0])


def trumps(game: ExplainedGame) -> Iterator[str]:
    """Yield how trumps are determined and when there are none."""
    rulebook = game.rulebook
    yield trumps_in_words(rulebook)
    if any(
        min(rulebook.sizes(number)) * rulebook.playing(number) < rulebook.pack_for(number) for number in game.numbers
    ):
        yield _("Cards left over stay face down and are not used.")
    if rulebook.trump.way == "turned up":
        yield from _turned(rulebook)
    none_in = rulebook.no_trump_hands if rulebook.trump.way != "none" else "never"
    if none_in == "top":
        yield _("The largest hands are played without trumps.")
    elif none_in == "all cards dealt" and deals_all_cards(rulebook, game.numbers):
        yield _("If all cards are dealt, there are no trumps.")
    yield from game.own("trumps")


def trumps_in_words(rulebook: Rulebook) -> str:
    """Return the sentence for how trumps are determined."""
    suits = [rulebook.suits.name(letter) for letter in rulebook.trump.letters]
    words = {
        "turned up": _("After the deal the next card is turned up, and its suit is trumps."),
        "none": _("There are no trumps."),
        "auction": _("The suit that the declarer named in the auction is trumps, or there are no trumps.")
        if rulebook.bidding == "auction"
        else _("The caller names the trumps or no trumps."),
        "highest bidder chooses": _("The highest bidder names trumps or no trumps. Among equal bids the first counts."),
        "dealer chooses": _("The dealer looks at the hand and names the trumps."),
        "cycle": _("Trumps change from hand to hand in this order, and then from the beginning again: {suits}."),
        "always": _("Trumps in every hand: {suits}."),
        "by makers": _(
            "The number of players who made their bids in the hand before decides the trumps. None, one, two "
            "and so on stand for {suits}, in this order. For the first hand you agree on them."
        ),
    }  # fmt: skip
    return words[rulebook.trump.way].format(suits=", ".join(suits))


def _turned(rulebook: Rulebook) -> Iterator[str]:
    # A rule for the turned joker has its own sentence below.
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


def bidding(game: ExplainedGame) -> Iterator[str]:
    """Yield the order of bidding and the allowed bids."""
    rulebook = game.rulebook
    yield from sentences(rulebook, "bidding")
    if rulebook.bidding in ("auction", "none"):
        yield from game.own("bidding")
        yield from sentences(rulebook, "auction")
        return
    yield from limits_in_words(rulebook)
    if rulebook.bidding == CALL_FIRST:
        yield from _calls_in_words(rulebook)
    yield from hook_in_words(rulebook)
    yield from game.own("bidding")


def limits_in_words(rulebook: Rulebook) -> Iterator[str]:
    """Yield the least and the highest bid."""
    least, most = rulebook.least_bid, rulebook.most_bid
    if least and most < MOST_CARDS:
        yield _("A bid is a number of tricks from {least} to {most}.").format(least=least, most=most)
    elif least:
        yield _("A bid is a number of tricks from {least} to the cards of the hand.").format(least=least)
    elif most < MOST_CARDS:
        yield _("A bid is a number of tricks from zero to {most}. Zero is a bid like any other.").format(most=most)
    else:
        yield _("A bid is a number of tricks from zero to the cards of the hand. Zero is a bid like any other.")


def _calls_in_words(rulebook: Rulebook) -> Iterator[str]:
    yield _("A call is at least {least} tricks.").format(least=rulebook.least_call)
    yield dash_calls_in_words(rulebook.most_dash_calls)


def hook_in_words(rulebook: Rulebook) -> Iterator[str]:
    """Yield whether the bids may add up to the cards, and the exceptions."""
    hook = rulebook.hook
    if rulebook.bids_at_once and rulebook.dealer_changes:
        return  # the house option has the sentence
    if not hook.on or not rulebook.bids_in_turn:
        yield _("The bids may add up to the cards of the hand.")
        return
    yield {
        DEALER_BIDS_ONE: _(
            "There is a hook: if the other bids already add up to the cards of the hand, the last bidder must bid 1."
        ),
        MORE_THAN_THE_CARDS: _("There is a hook: the bids must add up to more than the cards of the hand."),
    }.get(
        rulebook.hook_rule,
        _("There is a hook: the last bidder may not make the bids add up to the cards of the hand."),
    )
    if hook.from_cards > 1:
        yield _("The hook applies only in hands of {cards} cards and more.").format(cards=hook.from_cards)
    if hook.from_hand > 1:
        yield _("The hook applies only from hand {hand} on.").format(hand=hook.from_hand)
    if not hook.last_hand:
        yield _("In the last hand of the game the hook does not apply.")


def trick(game: ExplainedGame) -> Iterator[str]:
    """Yield who leads, which cards may be played, and which card wins."""
    rulebook = game.rulebook
    yield from sentences(rulebook, "lead")
    if rulebook.trump.way == "none":
        yield _("Follow suit if you can; otherwise play any card.")
        yield _("The highest card of the suit led wins the trick.")
    else:
        yield _("The highest trump wins the trick. Without a trump, the highest card of the suit led wins it.")
    if rulebook.super_trump:
        yield _("A second copy of the card turned up beats everything.")
    yield _("The winner of a trick leads to the next.")
    if rulebook.cancelled and not (rulebook.cancelled_label and rulebook.told.get("trick")):
        yield _("A trick may be cancelled. A cancelled trick counts for no player.")
    yield from sentences(rulebook, "trick")
    yield from game.own("trick")


def end(game: ExplainedGame) -> Iterator[str]:
    """Yield when the game ends and how ties are resolved."""
    yield from game_end_in_words(game)
    yield from sentences(game.rulebook, "end")
    yield from game.own("end")
    if game.rulebook.has_key("ties"):
        yield from ties_in_words(game)
    else:
        yield from game.own("ties")
    yield from pot_in_words(game.rulebook.pot)


def _end_of(game: ExplainedGame) -> End:
    return end_with(game.rulebook, game.scheme) if game.scheme is not None else game.rulebook.ends


def ties_in_words(game: ExplainedGame) -> Iterator[str]:
    """Yield what equal totals at the end mean."""
    if _end_of(game).how == "exactly":
        words = _("If several players have exactly {points} after the same hand, they win together.")
        yield words.format(points=_end_of(game).points)
    else:
        yield from sentences(game.rulebook, "ties")
    yield from game.own("ties")


def game_end_in_words(game: ExplainedGame) -> Iterator[str]:
    """Yield after which hand the game is over."""
    other = other_end(game.rulebook, game.scheme) if game.scheme is not None else ""
    ends = _end_of(game)
    if other:
        yield other
    elif ends.how in ("after the ladder", "when announced") and not game.rulebook.ladder.endless:
        yield _("The game is over after its last hand.")
    elif ends.how in ("after the ladder", "when announced"):
        yield _("The game lasts as long as you like. The last hand is announced before the bidding for it.")
    elif ends.how == "exactly":
        yield _("The game is over after the hand in which a player has exactly {points}.").format(points=ends.points)
    else:
        yield _("The game is over after the hand in which a player reaches {points}.").format(points=ends.points)


def open_points(game: ExplainedGame) -> Iterator[str]:
    """Yield what the source leaves open, with our reading."""
    if game.rulebook.unsure:
        yield ours(game.rulebook.unsure)
    if not game.rulebook.has_key("ties"):
        yield _("The source does not cover ties; this is Scorepad’s rule.")
        yield from ties_in_words(game)


# --- the rest ---


def extra_information(game: ExplainedGame) -> Iterator[str]:
    """Yield what is not needed for play: recording, the forfeit, and notes."""
    yield from sentences(game.rulebook, "sheet")
    if game.rulebook.forfeit:
        yield forfeit_in_words(game.rulebook.forfeit)
    yield from game.own("table")
    yield from map(ours, game.rulebook.notes)


def forfeit_in_words(forfeit: keys.Forfeit) -> str:
    """Return which miss costs the forfeit."""
    words = _("A player’s first missed bid of {bid} or more also costs a forfeit: the {forfeit}.")
    return words.format(bid=forfeit.bid, forfeit=ours(forfeit.name))


def sources(game: ExplainedGame) -> Iterator[str]:
    """Yield the source of the rules."""
    if game.rulebook.source:
        yield sentence(capital(ours(game.rulebook.source)))
