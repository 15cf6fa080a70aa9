"""The rulebook: all rules of a game except its scoring.

These are players, pack, ladder, bidding, trumps, ties and late entry. A rulebook is a text file
(`rulebooks/<key>.toml`), or the same keys as a mapping. A table's house rules are a mapping of some of these keys.
Every error is a RuleFileError that names the key.
"""

# ruff: noqa: RUF009  `_key` makes a field
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from scorepad.errors import RuleFileError, ladder_error
from scorepad.formats import letters_of
from scorepad.formula_names import MOST_CARDS, MOST_PLAYERS
from scorepad.rules import field_readers, toml_text
from scorepad.rules.cards import NO_TRUMPS, OTHER_JOKER
from scorepad.rules.field_readers import ByPlayers, StatedSentence
from scorepad.rules.rulebook import keys
from scorepad.rules.rulebook.bidding_options import AT_ONCE, CALL_FIRST, COVERED
from scorepad.rules.rulebook.house_options import AUCTION_OPTIONS, OPTIONS, AuctionRules, HouseOptions
from scorepad.rules.rulebook.key_values import check_letters, plain_data, read_auction, with_defaults
from scorepad.rules.rulebook.ladder_by_players import AnyLadder
from scorepad.rules.rulebook.pot import NO_POT, Pot, read_pot
from scorepad.rules.rulebook.trumps import NO_TRUMP_HANDS, TURNED_JOKER, Trump, read_ranks, read_trump
from scorepad.rules.suits import FRENCH, Suits, read_suits
from scorepad.words import _, ours

_ORDINARY = keys.Special()
_NEEDED = ("name", "ladder")
TOLD_ONLY = ("also", "source", "about", "notes", "unsure", "told", "best", "minutes")
"""Keys that are only for the reader and do not affect play."""


def _key(read: Callable[[str, Any], Any], **default: Any) -> Any:
    """Return the dataclass field of a key.

    `read` receives the key and its value in a file, and returns the stored value.
    """
    return field(metadata={"read": read}, **default)


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Rulebook(HouseOptions):
    """The rules of a game or of a table: the house options and all other keys.

    `scheme` is the key of its usual scoring; "" means that one must be chosen. The keys are read in this order.
    """

    key: str
    name: str = _key(keys.read_line)
    also: tuple[str, ...] = _key(keys.read_names, default=())  # other names of the game, for searches
    source: str = _key(field_readers.text, default="")
    about: str = _key(field_readers.text, default="")
    notes: tuple[str, ...] = _key(field_readers.texts, default=())
    unsure: str = _key(field_readers.text, default="")
    told: Mapping[str, tuple[StatedSentence, ...]] = _key(keys.read_told, default_factory=_nothing)
    scheme: str = _key(keys.read_key, default="")
    options: Mapping[str, bool | int | str] = _key(field_readers.scalars, default_factory=_nothing)
    players: tuple[int, int] = _key(keys.read_players, default=(3, 7))
    # The dealer sits out if this many players or more are at the table; 0: the dealer always plays.
    dealer_sits_out: int = _key(field_readers.whole(0, MOST_PLAYERS), default=0)
    best: str = _key(keys.read_line, default="")
    minutes: int | None = _key(field_readers.whole(1, 1000), default=None)
    pack: ByPlayers = _key(field_readers.by_players(4, keys.MOST_PACK), default=keys.ONE_PACK)
    packs: int = _key(field_readers.whole(1, 2), default=1)  # 2: one is dealt while the other is shuffled
    suits: Suits = _key(read_suits, default=FRENCH)
    ladder: AnyLadder = _key(keys.read_ladder)
    ladders: Mapping[str, str] = _key(keys.read_ladders, default_factory=_nothing)  # other ladders to choose, by name
    top: ByPlayers | str = _key(keys.read_top, default="")
    # The cards that the largest hand should have by the rules; a table may play fewer.
    least_top: int = _key(field_readers.whole(1, MOST_CARDS), default=1)
    hook: keys.Hook = _key(keys.read_hook, default=keys.Hook())
    least_bid: int = _key(field_readers.whole(0, MOST_CARDS), default=0)
    least_call: int = _key(field_readers.whole(0, MOST_CARDS), default=4)  # ES: the caller's least number
    most_dash_calls: int = _key(field_readers.whole(0, 10), default=2)
    most_bid: int = _key(field_readers.whole(0, MOST_CARDS), default=MOST_CARDS)
    trump: Trump = _key(read_trump, default=Trump("turned up"))
    no_trump_turned: tuple[str, ...] = _key(read_ranks, default=())
    turned_joker: str = _key(field_readers.one_of(TURNED_JOKER), default="")
    no_trump_hands: str = _key(field_readers.one_of(NO_TRUMP_HANDS), default="")
    super_trump: bool = _key(keys.read_switch, default=False)
    ends: keys.End = _key(keys.read_end, default=keys.End())
    late_hand: int = _key(field_readers.whole(-1000, 1000), default=0)  # points of a late entry for each missed hand
    misdeal: Mapping[str, int] = _key(keys.read_misdeal, default_factory=_nothing)
    misplay: Mapping[str, int] = _key(keys.read_misplay, default_factory=_nothing)
    # Points of a player with a wrong number of cards, if that ends the hand; 0: it is a misdeal.
    wrong_count: int = _key(field_readers.whole(-1000, 1000), default=0)
    forfeit: keys.Forfeit | None = _key(keys.read_forfeit, default=None)
    pot: Pot = _key(read_pot, default=NO_POT)
    cancelled: bool = _key(keys.read_switch, default=False)
    cancelled_label: str = _key(keys.read_line, default="")  # what the table calls tricks that no player wins
    bid_changes_label: str = _key(keys.read_line, default="")  # the card that changes a bid; "" if the game has none
    special: tuple[keys.Special, ...] = _key(keys.read_specials, default=())
    forehead: str = _key(field_readers.one_of(tuple(keys.FOREHEAD)), default="never")
    auction: AuctionRules = _key(read_auction, default=AuctionRules())
    _data: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    _known_limits: dict[int, tuple[int, int, int]] = field(default_factory=dict, init=False, compare=False, repr=False)
    _known_sizes: dict[int, list[int]] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((self.key, self.name))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], key: str = "") -> Rulebook:
        """Return the rulebook in a mapping of the keys above.

        Raise RuleFileError with the invalid key.
        """
        given = field_readers.table("", data, KEYS)
        missing = next((name for name in _NEEDED if name not in given), None)
        if missing:
            raise RuleFileError(missing, _("This key is missing."))
        values = {name: read(name, given[name]) for name, read in _READERS.items() if name in given}
        check_letters(values)
        return cls(key=keys.read_key("key", key), _data=plain_data(given), **with_defaults(values))

    @classmethod
    def from_toml(cls, text: str, key: str = "") -> Rulebook:
        """Parse the text of a file.

        An error has the line and, if known, the column.
        """
        return toml_text.read(text, lambda data: cls.from_dict(data, key))

    def to_dict(self) -> dict[str, Any]:
        """Return the keys that the rulebook was read from, as JSON-compatible data for a game.

        `from_dict(to_dict())` is the same rulebook.
        """
        data: dict[str, Any] = plain_data(self._data)
        return data

    def with_house(self, house: Mapping[str, Any]) -> Rulebook:
        """Return this rulebook with the house rules of a table.

        Raise RuleFileError, whose `where` is the key.
        """
        return Rulebook.from_dict({**self._data, **field_readers.table("", house)}, self.key)

    def names_with(self, wanted: str, title: str = "") -> list[str]:
        """Return the names of the game, `title` among them, that contain these letters (see `letters_of`)."""
        names = dict.fromkeys((title or ours(self.name), self.name, *self.also))
        return [name for name in names if wanted in letters_of(name)]

    def has_key(self, key: str) -> bool:
        """Return whether the file or the table's house rules contain this key."""
        return key in self._data

    # --- players, pack, ladder ---

    @property
    def min_players(self) -> int:
        """Return the fewest players at the table."""
        counts = range(MOST_PLAYERS + 1)
        return next((count for count in counts if self.playing(count) >= self.players[0]), MOST_PLAYERS)

    @property
    def max_players(self) -> int:
        """Return the most players at the table, with a dealer who sits out."""
        return max(count for count in range(MOST_PLAYERS + 1) if self.playing(count) <= self.players[1])

    @property
    def seats(self) -> tuple[int, int]:
        """Return the fewest and the most players at the table."""
        return self.min_players, self.max_players

    def playing(self, players: int) -> int:
        """Return how many of these players at the table play a hand: one fewer if the dealer sits out."""
        return players - 1 if 0 < self.dealer_sits_out <= players else players

    @property
    def ladder_text(self) -> str:
        """Return the ladder as typed, or as a text if the file has a table by the number of players."""
        written = self._data["ladder"]
        return written if isinstance(written, str) else str(self.ladder)

    def pack_for(self, players: int) -> int:
        """Return the number of cards in the pack for these players at the table.

        If the table by players lacks the number of those who play, use the nearest number that it has.
        """
        if isinstance(self.pack, int):
            return self.pack
        players = self.playing(players)
        return self.pack[min(self.pack, key=lambda known: (abs(known - players), known))]

    def most_for(self, players: int) -> int:
        """Return the cards of the largest hand that the pack allows, in cards."""
        return self._limits(players)[0]

    def top_for(self, players: int) -> int:
        """Return the meaning of `top` on the ladder, in cards.

        If the table by players lacks this number of players, the pack decides. With fewer players than the game needs,
        more are expected, so use the top for the fewest players.
        """
        return self._limits(players)[1]

    def _limits(self, players: int) -> tuple[int, int, int]:
        """Return the largest hand of the pack, the top, and the least size without trumps, all in cards.

        From that size on no card is left to turn up. The result is cached, because every hand of a game needs it
        several times.
        """
        known = self._known_limits.get(players)
        if known is None:
            pack, hands = self.pack_for(players), max(1, self.playing(players))
            most = max(1, min(pack // hands, MOST_CARDS))
            too_few = players < self.min_players
            top = self.top_for(self.min_players) if too_few else self._top(players, most)
            none_left = MOST_CARDS + 1 if self.no_trump_hands == "never" else -(-pack // hands)
            known = self._known_limits[players] = (most, top, none_left)
        return known

    def _top(self, players: int, most: int) -> int:
        usual = keys.LEAVE_ONE if self.trump.way == "turned up" else keys.ALL_CARDS
        hands = self.playing(players)
        top = self.top.get(hands, usual) if isinstance(self.top, Mapping) else self.top
        if top == keys.LEAVE_ONE:
            top = (self.pack_for(players) - 1) // max(1, hands)
        return max(1, min(top, most)) if isinstance(top, int) else most

    def sizes(self, players: int) -> list[int]:
        """Return the cards of every hand for this number of players, in one pass of the ladder.

        The result is cached.
        """
        if players not in self._known_sizes:
            most, top, _none_left = self._limits(players)
            self._known_sizes[players] = self.ladder.for_players(players).sizes(top=top, players=players, most=most)
        return [*self._known_sizes[players]]

    def largest_for(self, players: int) -> int:
        """Return the cards of the largest hand in one pass of the ladder.

        This is the `top` of schemes and specials, and the size of an extra hand.
        """
        return max(self.sizes(players))

    def remark_on_ladder(self, players: int) -> str:
        """Return a remark if the ladder stops below the size that the rules require, otherwise "".

        The ladder is played anyway.
        """
        largest = self.largest_for(players)
        if largest >= self.least_top:
            return ""
        words = _(
            "The largest hand of {name} has at least {least} cards. These hands, which stop at {most}, are "
            "played as entered."
        )
        return words.format(name=self.name, least=self.least_top, most=largest)

    def check_ladder(self, players: int) -> None:
        """Raise an error if the ladder cannot be played with this number of players.

        It names the players, or the ladder if the pack is too small for a written size.
        """
        if not self.min_players <= players <= self.max_players:
            reason = _("{name} is for {fewest} to {most} players.").format(
                name=ours(self.name), fewest=self.min_players, most=self.max_players
            )
            raise RuleFileError("players", reason)
        most = self.most_for(players)
        stop = self.ladder.for_players(players).too_large(top=self.top_for(players), players=players, most=most)
        if stop:
            reason = _(
                "{players} players cannot have {cards} cards each: the pack has {pack} cards. The most is {most}."
            )
            cards = players if stop.size == "players" else stop.size
            raise ladder_error(
                reason.format(players=self.playing(players), cards=cards, pack=self.pack_for(players), most=most),
                stop.at,
            )

    # --- one hand ---

    @property
    def bids_apart(self) -> bool:
        """Return whether the first bid moves around the table independently of the deal (MU-26)."""
        return not self.scorer_deals and self.bidding in ("auction", "in turn from the dealer")

    @property
    def bids_in_turn(self) -> bool:
        """Return whether the players bid one after the other, so that there is a last bidder; not an auction."""
        return self.bidding.startswith("in turn") or self.bidding == CALL_FIRST

    @property
    def names_contract(self) -> bool:
        """Return whether the bidding decides a contract: its player, its number of tricks and the trumps."""
        return self.bidding in ("auction", CALL_FIRST)

    @property
    def bids_at_once(self) -> bool:
        """Return whether all players bid at the same time."""
        return self.bidding in AT_ONCE

    @property
    def covers_bids(self) -> bool:
        """Return whether bids are hidden until the scorer saves them."""
        return self.bidding in COVERED

    def bids_for(self, cards: int) -> range:
        """Return the allowed bids in a hand of `cards`, apart from the hook."""
        most = min(cards, self.most_bid)
        return range(min(self.least_bid, most), most + 1)

    @property
    def plays_ties_on(self) -> bool:
        """Return whether a tie is followed by more hands until one player leads."""
        return self.ties.startswith("more hands")

    def hook_for(self, cards: int, last: bool = False, hand: int | None = None) -> bool:
        """Return whether there is a hook: for the last bidder in turn, or for a dealer who must change the bid."""
        hook = self.hook
        in_force = (hook.on and self.bids_in_turn) or (self.dealer_changes and self.bids_at_once)
        if not in_force or (last and not hook.last_hand):
            return False
        return cards >= hook.from_cards and (hand is None or hand >= hook.from_hand)

    def specials_for(self, hand: int, cards: int, top: int, last: bool = False, hands: int = 0) -> keys.Special:
        """Return all special rules of a hand (numbered from 1) as one, empty for an ordinary hand.

        `top` is the largest hand of the ladder, `largest_for(players)`, and `hands` the number of its hands.
        """
        held = keys.forehead_hands(self.forehead) if cards == 1 else ()
        if not (self.special or held):
            return _ORDINARY
        return keys.merge_specials(
            item
            for item in (*self.special, *held)
            if item.falls_on(hand=hand, cards=cards, top=top, last=last, hands=hands)
        )

    def trump_for(
        self, hand: int, cards: int, players: int, makers_before: int | None = None, last: bool = False
    ) -> str | None:
        """Return the trump of a hand if the rules determine it: C D H S N.

        Return None if cards or players decide.
        """
        special = self.specials_for(hand, cards, self.largest_for(players), last, len(self.sizes(players))).trump
        if special:
            return special
        if cards >= self._limits(players)[2]:
            return NO_TRUMPS
        if self.no_trump_hands == "top" and cards == self.largest_for(players):
            return NO_TRUMPS
        return self.trump.settled(hand, makers_before)

    @property
    def has_trumps(self) -> bool:
        """Return whether any hand can have a trump suit."""
        special = any(item.trump in self.suits.letters for item in self.special)
        return special or (self.trump.way != "none" and {*self.trump.letters} != {NO_TRUMPS})

    def note_for(self, special: keys.Special, cards: int, players: int) -> str:
        """Return the note to show before the bids of a special hand, or "" for an ordinary hand."""
        note = ours(special.note) if special.note else ""
        if special.trump is None and self.trump.way == "turned up" and cards >= self._limits(players)[2]:
            return " ".join(filter(None, [note, _("All cards are dealt: no trumps.")]))
        return note

    def trump_choices(self) -> tuple[str, ...]:
        """Return the trumps that may be recorded: suits, N if there can be no trumps, J for the other joker (T13)."""
        can_be_none = self.trump.way != "turned up" or self.no_trump_turned or self.turned_joker == TURNED_JOKER[0]
        special = any(item.trump == NO_TRUMPS for item in self.special)
        none = (NO_TRUMPS,) if can_be_none or special or self.no_trump_hands != "never" else ()
        return (*self.suits.letters, *none, *((OTHER_JOKER,) if self.turned_joker == TURNED_JOKER[1] else ()))


_READERS: Mapping[str, Callable[[str, Any], Any]] = {
    **{item.name: item.metadata["read"] for item in fields(Rulebook) if "read" in item.metadata},
    **{option.name: option.read for option in OPTIONS if option not in AUCTION_OPTIONS},
}
KEYS = tuple(_READERS)
