"""Murder's auction as a state machine: turns, legal calls and the end (rules.md F).

An Auction is immutable: `after(call)` returns the next state. Calls are texts: "2H" (level and denomination, C D H S
N), "2" (a number without a suit), "pass", "double" and "redouble".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from scorepad.errors import IllegalCall
from scorepad.game.state.events import Bids, Contract, replace_doublers
from scorepad.rules.rulebook.house_options import AuctionRules
from scorepad.words import _, call_in_every_language, ngettext

DENOMINATIONS = "CDHSN"  # ascending; the order binds only the bids of one player at one level
PASS, DOUBLE, REDOUBLE = "pass", "double", "redouble"


@dataclass(frozen=True)
class Auction:
    """The state of an auction among `players`, the first bidder first, for a hand of `cards`.

    `rules` holds the table's choices where the rules leave one. `dealer` matters only if the dealer plays zero after
    all pass.
    """

    players: tuple[str, ...]
    cards: int
    rules: AuctionRules = AuctionRules()  # noqa: RUF009  frozen
    dealer: str = ""
    calls: tuple[str, ...] = ()
    level: int | None = None
    denomination: str = ""
    declarer: str = ""
    doublers: tuple[str, ...] = ()  # in the order in which they doubled
    redoubled: bool = False
    commitments: Bids = field(default_factory=dict)  # the highest number each player has named
    passes: int = 0  # consecutive, since the last call that restarts the count
    # Calls at the current level; calls at lower levels no longer matter.
    _named: str = ""  # every denomination named
    _last: Mapping[str, str] = field(default_factory=dict)  # each player's highest denomination
    _doubled: frozenset[str] = frozenset()  # players who have doubled

    @property
    def turn(self) -> str:
        """Return the id of the player who calls next; it has no meaning once the auction is over."""
        return self.players[len(self.calls) % len(self.players)]

    @property
    def doubler(self) -> str | None:
        """Return the first doubler, or None."""
        return next(iter(self.doublers), None)

    @property
    def over(self) -> bool:
        """Return whether all passed up to the last bidder (MU-40), or all passed without a contract."""
        return self.passes == len(self.players) - (self.level is not None)

    @property
    def closing_passes(self) -> list[str]:
        """Return the passes that end the auction: one for each remaining player."""
        return [PASS] * (len(self.players) - (self.level is not None) - self.passes)

    @property
    def contract(self) -> Contract:
        """Return the contract once the auction is over.

        It is the last contract, or zero by the first bidder (by the dealer: MU-27) if all passed.
        """
        if self.level is None:
            return all_passed(self.rules, self.players[0], self.dealer)
        return replace_doublers(Contract(self.declarer, self.level, redoubled=self.redoubled), self.doublers)

    @property
    def trump(self) -> str:
        """Return the denomination of the last contract, or "N" for no trumps if none was named."""
        return self.denomination or "N"

    @property
    def bids(self) -> Bids:
        """Return each player's commitment; a doubler's bid is included, though scoring may ignore it.

        A player who named nothing is held to zero, or has no bid if the table plays so (MU-06).
        """
        held = {self.contract.declarer: 0} if self.over and self.level is None else self.commitments
        if self.rules.only_passed == "no bid":
            return {player: held[player] for player in self.players if player in held}
        return {player: held.get(player, 0) for player in self.players}

    def legal(self) -> list[str]:
        """Return all legal calls: pass, bids upwards, numbers, double, redouble."""
        numbers = [str(level) for level in range(self.cards + 1)]
        bids = [f"{level}{suit}" for level in numbers for suit in DENOMINATIONS]
        return [call for call in (PASS, *bids, *numbers, DOUBLE, REDOUBLE) if self.why_not(call) is None]

    def why_not(self, call: str) -> str | None:
        """Return why the next player may not make `call`, or None if it is legal."""
        if self.over:
            return _("The auction is over.")
        number, suit = _number_and_suit(call)
        if number is not None:
            return self._against_bid(number, suit) if suit else self._against_number(number)
        if call == DOUBLE:
            return self._against_double()
        if call == REDOUBLE:
            return self._against_redouble()
        return None if call == PASS else _("A call is like 2H, 2, pass, double or redouble.")

    def after(self, call: str) -> Auction:
        """Return the auction with one more call, in any spelling; raise IllegalCall if it is not legal."""
        call = canonical_call(call)
        reason = self.why_not(call)
        if reason is not None:
            raise IllegalCall(len(self.calls) + 1, call, reason)
        return Auction(**{**vars(self), "calls": (*self.calls, call), **self._changes(call)})

    @property
    def _held(self) -> int:
        """Return the highest number that the next player has named so far."""
        return self.commitments.get(self.turn, 0)

    # --- legal calls ---

    def _against_bid(self, level: int, suit: str) -> str | None:
        if level > self.cards:
            words = ngettext("Only {cards} trick exists.", "Only {cards} tricks exist.", self.cards)
            return words.format(cards=self.cards)
        if self.level is not None and level < self.level:
            if level == 0:
                return _("Zero bids only while the level is 0.")
            return _("That is below the current level {level}.").format(level=self.level)
        if level == 0 and len(self.calls) >= len(self.players):
            return _("Zero bids are only for the first round.")
        if level != self.level:
            return None
        if suit in self._named:
            return _("{call} is already taken.").format(call=f"{level}{suit}")
        held = self._last.get(self.turn)
        if held is not None and DENOMINATIONS.index(suit) <= DENOMINATIONS.index(held):
            return _("That would be lower, at level {level}.").format(level=level)
        return None

    def _against_number(self, number: int) -> str | None:
        if self.level is None:
            return _("No suit has been named yet.")
        if self.declarer == self.turn:
            return _("Only a suit that another player named can be bid without a number.")
        if number > self.level:
            return _("That is above the current high bid {level}.").format(level=self.level)
        if self.turn in self.doublers and not self.rules.doubler_names_numbers:
            return _("The doubler names no numbers while the double counts.")
        if number <= self._held and not self.rules.idle_numbers:
            return _("Already committed to {number}.").format(number=self._held)
        return None

    def _against_double(self) -> str | None:
        if self.level is None:
            return _("There is nothing to double yet.")
        if self.declarer == self.turn:
            return _("Players cannot double their own contract.")
        if self.doublers and self.rules.doublers == "one":
            return _("The contract is already doubled.")
        if self._doubled if self.rules.doubles_once == "by the table" else self.turn in self._doubled:
            return _("The one double at level {level} is used.").format(level=self.level)
        return None

    def _against_redouble(self) -> str | None:
        if self.declarer != self.turn:
            return _("Only the declarer can redouble.")
        if not self.doublers:
            return _("Only a doubled contract can be redoubled.")
        return _("The contract is already redoubled.") if self.redoubled else None

    # --- effects of a call ---

    def _changes(self, call: str) -> dict[str, Any]:
        if call == PASS:
            return {"passes": self.passes + 1}
        if call == DOUBLE:
            return {"passes": 0, "doublers": (*self.doublers, self.turn), "_doubled": self._doubled | {self.turn}}
        if call == REDOUBLE:
            return {"passes": 0, "redoubled": True}
        if call.isdigit():
            held = max(self._held, int(call))
            passes = 0 if self.rules.numbers_restart_passes else self.passes
            return {"passes": passes, "commitments": {**self.commitments, self.turn: held}}
        return self._contract(int(call[:-1]), call[-1])

    def _contract(self, level: int, suit: str) -> dict[str, Any]:
        """Return the changes of a new contract.

        It ends any double, and the doubler's own number counts again (MU-14, MU-15).
        """
        held = max(self._held, level)
        changed = {
            "level": level, "denomination": suit, "declarer": self.turn, "doublers": (), "redoubled": False,
            "passes": 0, "commitments": {**self.commitments, self.turn: held},
        }  # fmt: skip
        if level == self.level:
            return {**changed, "_named": self._named + suit, "_last": {**self._last, self.turn: suit}}
        return {**changed, "_named": suit, "_last": {self.turn: suit}, "_doubled": frozenset()}


@lru_cache(maxsize=1024)  # a page checks about 80 calls after each call of an auction
def _number_and_suit(call: str) -> tuple[int | None, str]:
    """Return the parts of a call: 2H gives (2, "H"), 2 gives (2, ""), any other (None, "")."""
    match = re.fullmatch(r"(\d{1,2})([CDHSN]?)", call)
    return (int(match[1]), match[2]) if match else (None, "")


def all_passed(rules: AuctionRules, first_bidder: str, dealer: str) -> Contract:
    """Return the contract if no player named anything: zero (rules.md F1)."""
    return Contract(dealer if rules.all_pass == "dealer" and dealer else first_bidder, 0)


def canonical_call(call: str) -> str:
    """Return a call in its stored spelling.

    `2h` becomes 2H. Words become lower-case English, from any language.
    """
    text = call.strip()
    if re.fullmatch(r"\d{1,2}[a-zA-Z]?", text):
        return text.upper()
    text = text.lower()
    return text if text in (PASS, DOUBLE, REDOUBLE) else _localized_calls().get(text, text)


@cache
def _localized_calls() -> Mapping[str, str]:
    """Return the calls that are words, by their lower-case word in every language."""
    languages = call_in_every_language(lambda: {_("pass"): PASS, _("double"): DOUBLE, _("redouble"): REDOUBLE})
    return {word.lower(): call for words in languages for word, call in words.items()}
