"""A complete example hand for the rules: the bids and their reasons, one trick, and the points.

The hand is dealt, bid and scored in its own game. So house rules change it, and no number is written by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorepad.errors import ScorepadError
from scorepad.formats import sentence
from scorepad.game.decide.control import plan
from scorepad.game.decide.hands import record_bids, record_tricks
from scorepad.game.decide.setup import open_game
from scorepad.game.report.blank_sheet import usual_players
from scorepad.game.report.hand_detail import explanations, plays_in_words
from scorepad.game.state.events import Contract
from scorepad.game.state.game import Game, played_rows
from scorepad.game.state.rows import HandRow, OpenHand
from scorepad.game.state.turns import leader_by_turn, leaders_by_bid
from scorepad.rules.cards import NO_TRUMPS
from scorepad.rules.rulebook.turned_card import JESTER
from scorepad.rules.scheme import Scheme
from scorepad.rules.suits import FRENCH, Suits
from scorepad.rules.telling import ExplainedGame, Grid, Section, explain_game
from scorepad.words import _, join_names

NAMES = ("Ann", "Ben", "Cat", "Di", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")
CARDS, FEWEST_CARDS = 5, 3  # cards of the example hand: the preferred and the least number
AUCTION_CARDS = 7
STORY, BIDS, TRICK, WORTH = WORKED = ("worked", "worked bids", "worked trick", "worth")
"""The sections of the example."""
BEHIND = ("aim", "players", "deal", "hands", "trumps", "bidding", "trick", "points", "end")
"""The sections before the example, because readers need them to follow it."""

CALLS = (
    ("1H", "1C", "pass", "2S"),
    ("2D", "double", "2", "4C"),
    ("pass", "double", "pass", "redouble"),
    ("pass", "pass", "pass", ""),
)
"""Calls of 4 players, round by round. The engine plays them and refuses calls that the rules do not allow."""


def rules_told(game: ExplainedGame) -> list[Section]:
    """Return all rules of a game in words, with an example hand."""
    sections = explain_game(game)
    at = sum(section.place in BEHIND for section in sections)
    return [*sections[:at], *worked_hand(game), *sections[at:]]


def worked_hand(game: ExplainedGame) -> list[Section]:
    """Return the example hand and its points.

    Return an empty list if the rules leave too little to show.
    """
    try:
        dealt = _dealt(game)
        return _auction(game, dealt) if game.rulebook.bidding == "auction" else _example_sections(game, dealt)
    except ScorepadError:  # custom rules may not allow these bids or calls
        return []


def _dealt(game: ExplainedGame) -> Game:
    """Return a game whose current hand is the example.

    It has the table's number of players, or about 4. An auction always has 4. The first player bids first, if bids
    are in turn.
    """
    rulebook = game.rulebook
    auction = rulebook.bidding == "auction"
    players = usual_players(rulebook) if auction or not game.players else game.players
    names = NAMES[:players]
    points = game.scheme or Scheme.from_dict({"name": rulebook.name, "points": [{"give": "0"}]})
    house = {"options": game.chosen} if game.chosen else {}
    opened = (open_game(rulebook, points, names, first_dealer=dealer, house=house) for dealer in reversed(names))
    games = [Game.replay([event]) for event in opened]
    dealt = next((deal for deal in games if deal.sheet.open_hand and deal.sheet.open_hand.order[0] == "p1"), games[0])
    wanted = AUCTION_CARDS if auction else CARDS
    sizes = sorted({*rulebook.sizes(game.players or players)}, key=lambda size: (abs(size - wanted), size))
    return dealt.then(plan(dealt, [sizes[0], *sizes]))


def _example_sections(game: ExplainedGame, dealt: Game) -> list[Section]:
    hand = dealt.sheet.open_hand
    if hand is None or len(hand.bidders) < len(hand.order) or hand.cards < FEWEST_CARDS:
        return []
    story = _Story.of(game, dealt, hand)
    sections = [
        Section(STORY, _("A sample hand"), tuple(story.before())),
        Section(BIDS, _("The bids"), tuple(story.bidding())),
        Section(TRICK, _("The first trick"), tuple(story.trick())),
    ]
    return [*filter(lambda section: section.sentences, sections), _worth(game, story.played(), [*story.after()])]


def _auction(game: ExplainedGame, dealt: Game) -> list[Section]:
    hand = dealt.sheet.open_hand
    if hand is None or hand.cards != AUCTION_CARDS or len(hand.order) != len(CALLS[0]):
        return []
    called = [call for calls in CALLS for call in calls if call]
    bid = dealt.then(record_bids(dealt, {}, calls=called))
    taken = dict(zip(hand.order, (2, 1, 1, 3), strict=True))
    sentences, section = _auction_section(STORY, bid, hand)
    return [section, _worth(game, bid.then(record_tricks(bid, taken)), sentences)]


def _worth(game: ExplainedGame, played: Game, sentences: Sequence[str]) -> Section:
    """Return the section with a table of bids, tricks, results and the calculation of the points."""
    (row,) = played_rows(played.sheet)
    why = explanations(played, row)
    heads = ["", _("Bid"), _("Taken"), _("Result"), *([_("Points")] if game.scheme else [])]
    rows = [
        (played.names[player], *_outcome(row, player), *([why[player].sum] if game.scheme else []))
        for player in row.points
    ]
    return Section(WORTH, _("The points"), tuple(sentences), Grid(tuple(rows), tuple(heads)))


def _outcome(row: HandRow, player: str) -> tuple[str, str, str]:
    bid, taken = row.bids.get(player, 0), (row.taken or {}).get(player, 0)
    if player in row.asleep:
        return f"({bid})", str(taken), _("Not counted")
    return str(bid), str(taken), _("Made") if row.made.get(player) else _("Missed")


# --- a hand without an auction ---


@dataclass(frozen=True)
class _Story:
    """The example hand without an auction.

    One bid fails, one is zero, and the last bidder meets the hook if there is one. `bids` and `taken` are in tricks
    by player, in the order of play.
    """

    game: ExplainedGame
    dealt: Game
    hand: OpenHand
    trump: str | None
    bids: Mapping[str, int]
    taken: Mapping[str, int]

    @classmethod
    def of(cls, game: ExplainedGame, dealt: Game, hand: OpenHand) -> _Story:
        """Return a hand whose bids add up to one less than the tricks.

        One player takes the remaining trick.
        """
        # The first bid is about 40 %, the second is 0.
        first, third = max(1, round(hand.cards * 0.4)), max(1, round(hand.cards * 0.2))
        others = [0, third, *[0] * len(hand.order)][: len(hand.order) - 2]
        tricks = [first, *others, hand.cards - 1 - first - sum(others)]
        bids = dict(zip(hand.order, tricks, strict=True))
        missing = hand.order[2] if len(hand.order) > 3 else hand.order[-1]
        has_suit = game.rulebook.trump.way not in ("none", "cycle", "always")
        trump = hand.trump or (game.rulebook.suits.letters[2 % len(game.rulebook.suits.letters)] if has_suit else None)
        return cls(game, dealt, hand, trump, bids, {**bids, missing: bids[missing] + 1})

    @property
    def _suits(self) -> Suits:
        return self.game.rulebook.suits

    @property
    def _trump_name(self) -> str:
        return self._suits.name(self.trump)

    @property
    def _names(self) -> list[str]:
        return [self.dealt.names[player] for player in self.hand.order]

    def before(self) -> Iterator[str]:
        """Yield sentences about the players, the cards, the dealer and the trumps."""
        names, words = self._names, _("{names} sit in this order and get {cards} cards each.")
        if self.game.rulebook.direction == "anticlockwise":
            names = [name for _player, name in self.dealt.opened.players]
            words = _("{names} sit clockwise in this order and get {cards} cards each. Bids and play go to the right.")
        yield words.format(names=join_names(names), cards=self.hand.cards)
        yield from self._dealing(self.dealt.names[self.hand.dealer])

    def _dealing(self, dealer: str) -> Iterator[str]:
        way = self.game.rulebook.trump.way
        if way == "dealer chooses" and self.trump:
            yield _("{name} deals and chooses the trumps: {suit}.").format(name=dealer, suit=self._trump_name)
            return
        yield _("{name} deals.").format(name=dealer)
        if way == "turned up" and self.trump in self._suits.letters:
            words = _("The card turned up is {card}, so the trumps are {suit}.")
            yield words.format(card=self._suits.card_in_sentence(str(self.trump), self._turned), suit=self._trump_name)
        elif way not in ("highest bidder chooses", "auction") and self.trump and self.trump != NO_TRUMPS:
            yield _("Trumps in this hand: {suit}.").format(suit=self._trump_name)

    @property
    def _turned(self) -> str:
        """Return the rank of the card turned up.

        It must fix a trump suit, and every pack, even a Spanish one, must have it.
        """
        return next((rank for rank in ("K", "J", "A") if rank not in self.game.rulebook.no_trump_turned), "7")

    def bidding(self) -> Iterator[str]:
        """Yield sentences about the bids, and the bid that the hook forbids."""
        names, bids = self._names, list(self.bids.values())
        if self.hand.call_first:
            words = _("{name} calls {bid} and names the trumps: {suit}.")
            yield words.format(name=names[0], bid=bids[0], suit=self._trump_name)
            yield from map(_bid, names[1:-1], bids[1:-1])
            yield self._last_bid(names[-1], bids)
        elif self.hand.first_bidder is None:
            bid_texts = join_names([f"{name} {bid}" for name, bid in zip(names, bids, strict=True)])
            words = _("All bid at the same moment: {bids}.")
            if self.game.rulebook.covers_bids:
                words = _("All have written their bids: {bids}.")
            yield words.format(bids=bid_texts)
        else:
            yield _("{name} bids first and says {bid}.").format(name=names[0], bid=bids[0])
            yield from map(_bid, names[1:-1], bids[1:-1])
            yield self._last_bid(names[-1], bids)
        words = _("The bids add up to {bids}, and there are {cards} tricks.")
        if not self.game.rulebook.cancelled:  # every trick is won by a player
            words = _("The bids add up to {bids} of {cards} tricks, so at least one player will take more than bid.")
        yield words.format(bids=sum(bids), cards=self.hand.cards)
        if self.game.rulebook.trump.way == "highest bidder chooses" and self.trump:
            words = _("{name} has bid highest and chooses the trumps: {suit}.")
            yield words.format(name=names[bids.index(max(bids))], suit=self._trump_name)

    def _last_bid(self, name: str, bids: Sequence[int]) -> str:
        forbidden = self.hand.forbidden(dict(list(self.bids.items())[:-1]))
        if len(forbidden) != 1:
            return _("{name} bids last and says {bid}.").format(name=name, bid=bids[-1])
        words = _("{name} bids last and may not say {forbidden}, because {sum} = {cards}, and says {bid}.")
        added = " + ".join(map(str, [*bids[:-1], *forbidden]))
        return words.format(name=name, forbidden=forbidden[0], sum=added, cards=self.hand.cards, bid=bids[-1])

    def trick(self) -> Iterator[str]:
        """Yield sentences about the first trick: following suit, trumping, discarding and winning."""
        names, order = self._names, self.hand.order
        bids = {player: self.bids.get(player, 0) for player in leaders_by_bid(self.dealt.sheet, self.hand)}
        highest = max(bids, key=lambda player: bids[player], default=None)
        leader = order.index(highest or leader_by_turn(self.dealt.sheet, self.hand) or order[0])
        names = names[leader:] + names[:leader]  # in the order of play
        trumps = self.trump in self._suits.letters
        winner = next((at for at in (2, 3) if self._takes(names, at)), 0) if trumps else 0
        if not self._takes(names, winner) or (trumps and not winner):
            return
        (led, other), card = self._suits_for_trick(), self._suits.card_in_sentence
        yield _("{name} leads {card} to the first trick.").format(name=names[0], card=card(led, "K"))
        follows = _("{name} has that suit and must follow it, with {card}.")
        if not self.game.rulebook.must_follow:
            follows = _("{name} has that suit too and plays {card}.")
        yield follows.format(name=names[1], card=card(led, "J"))
        for at, name in enumerate(names[2:4], 2):
            if JESTER in self.game.rulebook.no_trump_turned:
                wizard = _("{name} plays a wizard, which beats every other card.")
                jester = _("{name} plays a jester, which loses to every other card.")
                yield (wizard if at == winner else jester).format(name=name)
            elif at == winner:
                words = _("{name} cannot follow and plays a trump, {card}.")
                yield words.format(name=name, card=card(str(self.trump), "7"))
            else:
                words = _("{name} cannot follow and discards {card}, which cannot win.")
                if trumps and self.game.rulebook.must_trump:
                    words = _("{name} can neither follow nor trump and discards {card}, which cannot win.")
                yield words.format(name=name, card=card(other, "J" if at == 2 else "7"))
        if len(names) > 4:
            yield _("The others follow suit with lower cards.")
        yield _("{name} wins the trick and leads to the next.").format(name=names[winner])

    def _suits_for_trick(self) -> tuple[str, str]:
        """Return a suit to lead and one to discard, neither of them trumps.

        The discard has the other colour than trumps. In some games, the jack of the same colour is also a trump.
        """
        colour, (*others, last) = self._suits.colour, (suit for suit in self._suits.letters if suit != self.trump)
        return last, next((suit for suit in others if colour(suit) != colour(self.trump)), last)

    def _takes(self, names: Sequence[str], at: int) -> bool:
        """Return whether the player at this index takes any trick.

        It is False if the index has no player.
        """
        return any(self.dealt.names[player] in names[at : at + 1] and won for player, won in self.taken.items())

    def played(self) -> Game:
        """Return the game with this hand recorded."""
        by = next(iter(self.bids)) if self.game.rulebook.trump.way == "highest bidder chooses" else None
        bids = dict(self.bids)
        call = Contract(self.hand.order[0], bids[self.hand.order[0]]) if self.hand.call_first else None
        bid = self.dealt.then(record_bids(self.dealt, bids, trump=self.trump, chosen_by=by, contract=call))
        return bid.then(record_tricks(bid, dict(self.taken)))

    def after(self) -> Iterator[str]:
        """Yield the result in a sentence."""
        (missed,) = (player for player, bid in self.bids.items() if self.taken[player] != bid)
        words = _(
            "After {cards} tricks {name} has one more than bid and misses; all other players have made their bids."
        )
        yield words.format(cards=self.hand.cards, name=self.dealt.names[missed])


def _bid(name: str, bid: int) -> str:
    if not bid:
        return _("{name} says 0, to take no trick at all.").format(name=name)
    return _("{name} says {bid}.").format(name=name, bid=bid)


# --- an auction with the cases that beginners find difficult ---


def _auction_section(place: str, bid: Game, hand: OpenHand) -> tuple[list[str], Section]:
    """Return the sentences about the points of this hand, and the section with the auction as a table.

    `bid` is the game with these calls recorded for `hand`.
    """
    names = [bid.names[player] for player in hand.order]
    first = _("{names} sit in this order and get {cards} cards each.").format(names=join_names(names), cards=hand.cards)
    rounds = [(str(number), *map(_shown, calls)) for number, calls in enumerate(CALLS, 1)]
    grid = Grid(tuple(rounds), (_("Round"), *names))
    _ann, ben, _cat, di = names
    worth = [
        _("{name} takes one trick too few, so the doubler {other} wins.").format(name=di, other=ben),
        _("Four tricks of seven are more than half, so the higher rates count for both."),
    ]
    return worth, Section(place, _("A sample hand"), (first, *_seen(names, bid)), grid)


def _shown(call: str) -> str:
    words = {"pass": _("Pass"), "double": _("Double"), "redouble": _("Redouble"), "": ""}
    return words[call] if call in words else call.translate({ord(suit): sign for suit, sign in FRENCH.symbols.items()})


def _seen(names: list[str], bid: Game) -> Iterator[str]:
    ann, ben, cat, di = names
    words = _("{name} begins with one heart, and {other} bids one club below it, which is still free.")
    yield words.format(name=ann, other=ben)
    yield _("{name} passes and bids again later.").format(name=cat)
    words = _("{name} raises to two spades, and {other} bids two diamonds: only a player’s own suits have to rise.")
    yield words.format(name=di, other=ann)
    yield _("{name} doubles, and the 1 that {name} has bid does not count now.").format(name=ben)
    yield _("{name} says just 2 and is held to it, without a suit.").format(name=cat)
    yield _("{name} bids four clubs: the double ends, and {other} is held to 1 again.").format(name=di, other=ben)
    yield _("With a new number {name} may double again, and {other} redoubles.").format(name=ben, other=di)
    yield _("Three passes in a row end the auction.")
    bids = bid.sheet.bids
    if bids is not None and bids.contract is not None:
        yield sentence(plays_in_words(bids.contract, bid.names, FRENCH.name(bids.trump)))
