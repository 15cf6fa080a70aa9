"""The values of a rulebook's keys that depend on other keys, and their form in a file."""

from collections.abc import Mapping
from typing import Any

from scorepad.errors import RuleFileError
from scorepad.rules import field_readers
from scorepad.rules.cards import NO_TRUMPS
from scorepad.rules.rulebook import keys
from scorepad.rules.rulebook.bidding_options import CALL_FIRST
from scorepad.rules.rulebook.house_options import AUCTION_OPTIONS, AuctionRules
from scorepad.rules.rulebook.trumps import Trump
from scorepad.rules.suits import FRENCH
from scorepad.words import _


def read_auction(where: str, value: object) -> AuctionRules:
    """Return the rules of an auction; raise RuleFileError for an invalid one."""
    readers = {option.name.removeprefix("auction."): option.read for option in AUCTION_OPTIONS}
    given = field_readers.table(where, value, readers)
    return AuctionRules(**{name: readers[name](f"{where}.{name}", value) for name, value in given.items()})


def check_letters(values: Mapping[str, Any]) -> None:
    """Raise RuleFileError for a trump that the pack does not have, or an auction without the usual four suits."""
    suits, trump = values.get("suits", FRENCH), values.get("trump")
    letters = (*suits.letters, NO_TRUMPS)
    named = [("trump", letter) for letter in (trump.letters if trump else ())]
    specials = enumerate(values.get("special", ()), 1)
    named += [(f"special[{number}].trump", special.trump) for number, special in specials if special.trump is not None]
    if values.get("bidding") in ("auction", CALL_FIRST):
        named += [("suits", letter) for letter in FRENCH.letters]
    where, unknown = next(((where, letter) for where, letter in named if letter not in letters), ("", ""))
    if where:
        words = _("“{letter}” is not a suit of this pack. Write one of: {letters}.")
        raise RuleFileError(where, words.format(letter=unknown, letters=", ".join(letters)))


def with_defaults(values: dict[str, Any]) -> dict[str, Any]:
    """Add the defaults that depend on other keys, and return all values.

    Examples are the top, which depends on the ladder, and the no-trump hands, which depend on the trumps.
    """
    trump = values.get("trump", Trump("turned up"))
    turned = trump.way == "turned up"
    values.setdefault("top", values["ladder"].largest_written or (keys.LEAVE_ONE if turned else keys.ALL_CARDS))
    values.setdefault("no_trump_hands", "all cards dealt" if turned else "never")
    values.setdefault("write_trump", trump.way != "none")
    pack = values.get("pack", keys.ONE_PACK)
    several = max(pack.values() if isinstance(pack, Mapping) else [pack]) >= keys.TWO_PACKS
    for switch in ("cancelled", "super_trump"):
        if switch in values and values[switch] is None:
            values[switch] = several
    return values


def plain_data(value: Any) -> Any:
    """Return the value with mappings as dicts with text keys, so that a JSON round trip changes nothing."""
    if isinstance(value, Mapping):
        return {str(key): plain_data(entry) for key, entry in value.items()}
    return [plain_data(entry) for entry in value] if isinstance(value, list | tuple) else value
