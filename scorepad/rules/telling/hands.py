"""The hands in words: how many cards each, up and down, and what is special about some of them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from scorepad.rules.cards import NO_TRUMPS
from scorepad.rules.rulebook.house_options import sentences
from scorepad.rules.rulebook.ladder import Chain, Stop
from scorepad.rules.rulebook.special_hands import Special
from scorepad.rules.telling.ladder_words import again, every_hand, first_hands, next_hands, played_often, towards
from scorepad.rules.telling.section import GameTold, Grid, Sentences, by_players
from scorepad.words import _, ngettext, ours


def hands(game: GameTold) -> Iterator[str]:
    """The ladder, with numbers where it is known how many play."""
    ladder = game.rulebook.ladder
    chains = [_known(chain, game) for chain in ladder.chains]
    one_size = ladder.endless and len(chains) == 1 and len(chains[0].stops) == 1 and chains[0].stops[0].times == 1
    if one_size and not chains[0].names_top:
        yield every_hand(chains[0].stops[0].size)
    elif not one_size:
        yield from _walk(chains, [_directions(chain) for chain in ladder.chains])
        if ladder.endless:
            yield _("After that it goes round in the same way, again and again, until the game ends.")
    if any(chain.names_top for chain in chains):
        tops = {number: game.rulebook.top_for(number) for number in game.numbers}
        yield from by_players(tops, _every if one_size else _largest)
    if game.players is not None and not ladder.endless:
        count = len(game.rulebook.sizes(game.players))
        yield ngettext("That makes {count} hand.", "That makes {count} hands.", count).format(count=count)
    yield from sentences(game.rulebook, "cards")
    yield from game.own("hands")


def _every(cards: int) -> Sentences:
    return Sentences(
        every_hand(cards),
        _("With {{players}} players everybody gets {cards} cards in every hand."),
        _("With {{fewest}} or {{most}} players everybody gets {cards} cards in every hand."),
        _("With {{fewest}} to {{most}} players everybody gets {cards} cards in every hand."),
    )


def _largest(cards: int) -> Sentences:
    alike = ngettext(
        "In the largest hand everybody gets {cards} card.", "In the largest hand everybody gets {cards} cards.", cards
    )
    return Sentences(
        alike,
        _("With {{players}} players everybody gets {cards} cards in the largest hand."),
        _("With {{fewest}} or {{most}} players everybody gets {cards} cards in the largest hand."),
        _("With {{fewest}} to {{most}} players everybody gets {cards} cards in the largest hand."),
    )


def _known(chain: Chain, game: GameTold) -> Chain:
    """The chain with numbers in place of `top` and `players`, where a table of players settles them."""
    if game.players is None:
        return chain
    numbers = {"top": game.rulebook.top_for(game.players), "players": game.players}
    most = game.rulebook.most_for(game.players)

    def number(written: int | str) -> int:
        return numbers.get(str(written)) or int(written)

    return Chain(tuple(Stop(min(number(one.size), most), number(one.times), one.at) for one in chain.stops), chain.by)


def _directions(chain: Chain) -> list[bool]:
    """For each leg of a chain as it is written whether it climbs: `top` is the high end however few cards it means."""
    high = {"top": math.inf, "players": 4}
    sizes = [high.get(str(stop.size), stop.size) for stop in chain.stops]
    return [end > start for start, end in pairwise(sizes)]  # type: ignore[operator]


def _walk(chains: list[Chain], climbs: list[list[bool]]) -> Iterator[str]:
    before = None
    for chain, ways in zip(chains, climbs, strict=True):
        start = chain.stops[0]
        if before is None:
            yield first_hands(start)
        elif before.size == start.size and start.times == 1:
            yield again(start.size)
        else:
            yield next_hands(start)
        for end, climbing in zip(chain.stops[1:], ways, strict=True):
            yield towards(end.size, climbing=climbing, by=chain.by)
            if end.times != 1:
                yield played_often(end)
        before = chain.stops[-1]


# --- special hands ---


def special_hands(game: GameTold) -> Grid | None:
    """Which hands are special, and how; None where none is."""
    rows = [(_when(one.at), _what(one)) for one in game.rulebook.special if _what(one)]
    return Grid(tuple(rows)) if rows else None


def _what(special: Special) -> str:
    if special.note:
        return ours(special.note)
    return _("It is played without trumps.") if special.trump == NO_TRUMPS else ""


def _when(at: str) -> str:
    fixed = {"first": _("The first hand"), "last": _("The last hand"), "top": _("The largest hands")}
    if at in fixed:
        return fixed[at]
    number = at.removesuffix(" cards").replace("-", "–")
    if at.endswith(" cards"):
        return _("Hands of {cards} cards").format(cards=number)
    return _("Hands {numbers}").format(numbers=number) if "–" in number else _("Hand {number}").format(number=number)
