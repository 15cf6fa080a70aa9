"""The hook: the last bidder may not make the bids add up to the cards."""

from __future__ import annotations

from typing import NamedTuple

from scorepad.rules import field_readers
from scorepad.rules.limits import MOST_CARDS
from scorepad.rules.rulebook.ladder import MOST_HANDS


class Hook(NamedTuple):
    """Bids may not add up to the cards: in hands of `from_cards` and more, from hand number `from_hand` on."""

    on: bool = False
    from_cards: int = 1
    last_hand: bool = True
    from_hand: int = 1


def read_hook(where: str, value: object) -> Hook:
    """`true`, `false`, or a table like { from = 4, last_hand = false }; RulebookError for anything else."""
    if isinstance(value, bool):
        return Hook(value)
    given = field_readers.table(where, value, ("from", "from_hand", "last_hand"))
    return Hook(
        True,
        field_readers.whole(1, MOST_CARDS)(f"{where}.from", given.get("from", 1)),
        field_readers.yes_no(f"{where}.last_hand", given.get("last_hand", True)),
        field_readers.whole(1, MOST_HANDS)(f"{where}.from_hand", given.get("from_hand", 1)),
    )
