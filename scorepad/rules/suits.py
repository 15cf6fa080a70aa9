"""The suits of a pack: their letters in files and formulas, and their names, signs and colours for people.

`FRENCH`, the usual pack, has the letters C D H S. Another pack of four suits keeps these letters, so that formulas and
older files hold for it too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from scorepad.errors import RuleFileError
from scorepad.formats import letters_of
from scorepad.rules import field_readers
from scorepad.rules.cards import NO_TRUMPS, OTHER_JOKER, RANKS, rank
from scorepad.words import _, call_in_every_language, later, ours, pgettext

COLOURS = ("black", "red", "blue", "green", "yellow", "purple", "orange")
MOST_SUITS = 10


def _none() -> Mapping[str, str]:
    return MappingProxyType({})


class Suit(NamedTuple):
    """A suit with its name, which is translated when it is shown, and one of COLOURS."""

    name: str | later
    colour: str


@dataclass(frozen=True)
class Suits:
    """The suits of a pack by their letters.

    `symbols` are drawn on the cards. Suits without them are shown by the first letters of their names. `ranks` has the
    ranks that this pack shows for those of the usual pack, if they differ.
    """

    suits: Mapping[str, Suit]
    symbols: Mapping[str, str] = field(default_factory=_none)
    ranks: Mapping[str, str] = field(default_factory=_none)

    @property
    def letters(self) -> tuple[str, ...]:
        """Return the letters of the suits."""
        return tuple(self.suits)

    def name(self, trump: str | None) -> str:
        """Return the name of a suit, of no trumps (N) or of the other joker (J); other text is returned unchanged."""
        if trump is not None and trump in self.suits:
            name = self.suits[trump].name
            return ours(name) if isinstance(name, str) else str(name)
        return {NO_TRUMPS: _("no trumps"), OTHER_JOKER: _("the other joker")}.get(trump or "", trump or "")

    def colour(self, trump: str | None) -> str:
        """Return the colour of a suit, "no-suit" for no trumps, "" for anything else."""
        if trump is not None and trump in self.suits:
            return self.suits[trump].colour
        return "no-suit" if trump == NO_TRUMPS else ""

    def short(self, letter: str) -> str:
        """Return a suit as typed: its letter in the usual pack, otherwise as few first letters as tell it apart."""
        if self.symbols or letter not in self.suits:
            return letter
        name, others = self.name(letter), [self.name(other).lower() for other in self.suits if other != letter]
        sizes = range(1, len(name))
        alone = (size for size in sizes if not any(other.startswith(name[:size].lower()) for other in others))
        return name[: next(alone, len(name))].capitalize()

    def signs(self, joker: str = "") -> dict[str, str]:
        """Return the sign of every suit, of no trumps and, if given, of the other joker."""
        signs = {letter: self.symbols.get(letter) or self.short(letter) for letter in self.suits}
        return {**signs, NO_TRUMPS: _("NT"), **({OTHER_JOKER: joker} if joker else {})}

    def legend(self) -> list[str]:
        """Return the signs with the names of the suits, [] for symbols, which need none."""
        return [] if self.symbols else [f"{self.short(letter)} {self.name(letter)}" for letter in self.suits]

    def rank(self, letter: str) -> str:
        """Return a rank as printed on the cards of this pack."""
        return self.ranks.get(letter) or rank(letter)

    def card(self, card: str, *, symbols: bool = False) -> str:
        """Return a recorded card for display: 5H, or 5♥ with symbols. A joker or wizard is shown by its name."""
        suit = card[-1:].upper()
        if len(card) not in (2, 3) or suit not in self.suits:
            return rank(card)
        return self.rank(card[:-1].upper()) + (self.signs()[suit] if symbols else self.short(suit))

    def card_in_sentence(self, suit: str, letter: str) -> str:
        """Return ♠K, or the name of the suit and the rank in a pack without symbols: oros R."""
        if self.symbols:
            return self.symbols[suit] + self.rank(letter)
        return pgettext("a card", "{suit} {rank}").format(suit=self.name(suit), rank=self.rank(letter))

    def parse_card(self, text: str) -> str:
        """Return a typed card in the recorded form.

        The user may type ranks in their language or of this pack, and suits as signs. Other text is returned unchanged.
        """
        word = text.strip().upper()
        ranks = {self.rank(letter).upper(): letter for letter in RANKS}
        for letter in self.suits:
            for sign in filter(None, (self.symbols.get(letter), self.short(letter).upper())):
                typed = word.removesuffix(sign)
                if typed != word and len(typed) in (1, 2):
                    return ranks.get(typed, typed) + letter
        return text

    def letter_of(self, text: str) -> str:
        """Return the letter of the suit with this name, in any language, or short form; other text is unchanged."""
        if text in (*self.suits, NO_TRUMPS):
            return text
        every = call_in_every_language(lambda: {letters_of(self.name(letter)): letter for letter in self.suits})
        every.append({letters_of(self.short(letter)): letter for letter in self.suits})
        return next((names[letters_of(text)] for names in every if letters_of(text) in names), text)


FRENCH = Suits(
    {
        "C": Suit(later("clubs"), "black"), "D": Suit(later("diamonds"), "red"),
        "H": Suit(later("hearts"), "red"), "S": Suit(later("spades"), "black"),
    },
    MappingProxyType({"C": "♣", "D": "♦", "H": "♥", "S": "♠"}),
)  # fmt: skip
SPANISH = Suits(
    {
        "D": Suit(later("oros"), "yellow"), "H": Suit(later("copas"), "red"),
        "S": Suit(later("espadas"), "blue"), "C": Suit(later("bastos"), "green"),
    },
    ranks=MappingProxyType({"K": "R", "Q": "C", "J": "S"}),
)  # fmt: skip
PACKS: Mapping[str, Suits] = {"French": FRENCH, "Spanish": SPANISH}


def read_suits(where: str, value: object) -> Suits:
    """Return the suits of "French", "Spanish" or a table by letters, each suit with its `name` and `colour`.

    The table may have the number of the `highest` card.
    """
    if not isinstance(value, Mapping):
        return PACKS[field_readers.one_of(tuple(PACKS))(where, value)]
    given = dict(field_readers.table(where, value))
    highest = field_readers.whole(1, 99)(f"{where}.highest", given.pop("highest")) if "highest" in given else 0
    if not 2 <= len(given) <= MOST_SUITS:
        raise RuleFileError(where, _("A pack has from 2 to {most} suits.").format(most=MOST_SUITS))
    suits = {letter: _read_suit(f"{where}.{letter}", letter, suit) for letter, suit in given.items()}
    if len({letters_of(str(suit.name)) for suit in suits.values()}) < len(suits):
        raise RuleFileError(where, _("Two suits have the same name."))
    ranks = {letter: str(highest - below) for below, letter in enumerate(RANKS)} if highest else {}
    return Suits(suits, ranks=MappingProxyType(ranks))


def _read_suit(where: str, letter: str, value: object) -> Suit:
    if not (len(letter) == 1 and "A" <= letter <= "Z") or letter in (NO_TRUMPS, OTHER_JOKER):
        raise RuleFileError(where, _("The letter of a suit is one of A to Z, but not J or N."))
    given = field_readers.table(where, value, Suit._fields)
    name = field_readers.text(f"{where}.name", given.get("name", "")).strip()
    if not 1 <= len(name) <= 20:
        raise RuleFileError(f"{where}.name", _("The name of a suit has 1 to 20 characters."))
    return Suit(name, field_readers.one_of(COLOURS)(f"{where}.colour", given.get("colour", "black")))
