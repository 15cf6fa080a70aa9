"""Sentences for the hand sizes: one sentence per step up or down, and the special hands.

A size is a number of cards or, if the number of players is unknown, "top" or "players". The number of hands of one size
can also be "players", which means one hand per player.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from scorepad.rules.cards import NO_TRUMPS
from scorepad.rules.rulebook.house_options import sentences
from scorepad.rules.rulebook.keys import Special, forehead_hands
from scorepad.rules.rulebook.ladder import Chain, Ladder, Size, Stop, as_ladder_text, parse_ladder
from scorepad.rules.telling.section import ExplainedGame, Grid, Sentences, by_players
from scorepad.words import _, ngettext, ours


def hands(game: ExplainedGame) -> Iterator[str]:
    """Yield sentences for the ladder, with numbers if the number of players is known."""
    ladders = {number: game.rulebook.ladder.for_players(number) for number in game.numbers}
    if len({*ladders.values()}) == 1:
        yield from _of_ladder(ladders[game.numbers[0]], game)
    else:
        texts = {number: " ".join(_of_ladder(ladder, game)) for number, ladder in ladders.items()}
        yield from by_players(texts, _with_players)
    sizes = [game.rulebook.sizes(number) for number in game.numbers]
    count = len(sizes[0])
    is_plain = all(len({*cards}) == 1 and len(cards) == count for cards in sizes)  # no sentence has the number
    if (game.players is not None or is_plain) and not game.rulebook.ladder.endless:
        yield ngettext("The total is {count} hand.", "The total is {count} hands.", count).format(count=count)
    yield from sentences(game.rulebook, "cards")
    yield from game.own("hands")


def _with_players(_text: str) -> Sentences:
    return Sentences(
        "{cards}",
        _("With {{players}} players: {cards}"),
        _("For {{fewest}}/{{most}} players: {cards}"),
        _("For {{fewest}}–{{most}} players: {cards}"),
    )


def _of_ladder(ladder: Ladder, game: ExplainedGame) -> Iterator[str]:
    """Yield the sentences for the hands of a ladder."""
    numbers = [number for number in game.numbers if game.rulebook.ladder.for_players(number) == ladder]
    chains = [_known(chain, game) for chain in ladder.chains]
    stops = [stop for chain in chains for stop in chain.stops]
    is_fixed = len(stops) == 1 and isinstance(stops[0].times, int)
    one_size = is_fixed and (stops[0].times == 1) == ladder.endless
    if one_size and not chains[0].names_top:
        yield every_hand(chains[0].stops[0].size)
    elif not one_size:
        short = _shortened(ladder, min(map(game.rulebook.most_for, numbers)))
        yield from _walk([_known(chain, game) for chain in short], [_directions(chain) for chain in short])
        if ladder.endless:
            repeated = _("After that the hands repeat in the same way until the game ends.")
            once = _("After that the hands repeat in the same way, from the second one on, until the game ends.")
            yield once if len(ladder.chains) == 1 and ladder.chains[0].closed else repeated
    if any(chain.names_top for chain in chains):
        tops = {number: game.rulebook.top_for(number) for number in numbers}
        yield from by_players(tops, _every if one_size else _largest)


def _every(cards: int) -> Sentences:
    return Sentences(
        every_hand(cards),
        _("With {{players}} players each player gets {cards} cards in every hand."),
        _("With {{fewest}} or {{most}} players each player gets {cards} cards in every hand."),
        _("With {{fewest}} to {{most}} players each player gets {cards} cards in every hand."),
    )


def _largest(cards: int) -> Sentences:
    alike = ngettext(
        "In the largest hand each player gets {cards} card.",
        "In the largest hand each player gets {cards} cards.",
        cards,
    )
    return Sentences(
        alike,
        _("With {{players}} players each player gets {cards} cards in the largest hand."),
        _("With {{fewest}} or {{most}} players each player gets {cards} cards in the largest hand."),
        _("With {{fewest}} to {{most}} players each player gets {cards} cards in the largest hand."),
    )


def _known(chain: Chain, game: ExplainedGame) -> Chain:
    """Return the chain with numbers in place of `top` and `players` if the number of players is known."""
    if game.players is None:
        return chain
    numbers = {"top": game.rulebook.top_for(game.players), "players": game.players}
    most = game.rulebook.most_for(game.players)

    def number(written: int | str) -> int:
        return numbers.get(str(written)) or int(written)

    return Chain(
        tuple(Stop(min(number(stop.size), most), number(stop.times), stop.at) for stop in chain.stops), chain.by
    )


def _shortened(ladder: Ladder, most: int) -> tuple[Chain, ...]:
    """Return the chains; sizes that are listed one by one, such as `1 2 3 2 1`, as climbs such as `1-3 2 1`.

    A ladder with a size above `most` cards stays as it is, since a table may play fewer.
    """
    stops = [stop for chain in ladder.chains for stop in chain.stops if stop.times == 1]
    sizes = [stop.size for stop in stops if isinstance(stop.size, int) and stop.size <= most]
    is_list = len(sizes) == sum(len(chain.stops) for chain in ladder.chains) == len(ladder.chains)
    return parse_ladder(as_ladder_text(sizes, climbs=True)).chains if is_list else ladder.chains


def _directions(chain: Chain) -> list[bool]:
    """Return for each leg of a chain whether it climbs.

    `top` is always the high end, however few cards it means.
    """
    high = {"top": math.inf, "players": 4}
    sizes = [high.get(str(stop.size), stop.size) for stop in chain.stops]
    return [end > start for start, end in pairwise(sizes)]  # type: ignore[operator]


def _walk(chains: list[Chain], climbs: list[list[bool]]) -> Iterator[str]:
    before = None
    for chain, ways in zip(chains, climbs, strict=True):
        start = chain.stops[0]
        place = "first" if before is None else "again" if before == start.size and start.times == 1 else "next"
        yield _hands_in_words(place, start)
        for end, climbing in zip(chain.stops[1:], ways, strict=True):
            yield _leg_in_words(end.size, climbing=climbing, by=chain.by)
            if end.times != 1:
                yield _hands_in_words("often", end)
        before = chain.stops[-1].size


# --- special hands ---


def special_hands(game: ExplainedGame) -> Grid | None:
    """Return a table of the special hands, numbered ones that are alike in one row, or None if there are none."""
    alike: dict[tuple[str, str], list[str]] = {}
    for special in [*game.rulebook.special, *forehead_hands(game.rulebook.forehead)]:
        alike.setdefault((_what(special), "" if special.at.isdigit() else special.at), []).append(special.at)
    rows = [(_when(", ".join(hands)), what) for (what, _kind), hands in alike.items() if what]
    return Grid(tuple(rows)) if rows else None


def _what(special: Special) -> str:
    if special.note:
        return ours(special.note)
    return _("It is played without trumps.") if special.trump == NO_TRUMPS else ""


def _when(at: str) -> str:
    fixed = {
        "first": _("The first hand"),
        "last": _("The last hand"),
        "middle": _("The middle hand"),
        "top": _("The largest hands"),
    }
    if at in fixed:
        return fixed[at]
    number = at.removesuffix(" cards").replace("-", "–")
    if at.endswith(" cards"):
        text = ngettext("Hands of {cards} card", "Hands of {cards} cards", int(number) if number.isdigit() else 2)
        return text.format(cards=number)
    several = _("Hands {numbers}").format(numbers=number)
    return _("Hand {number}").format(number=number) if number.isdigit() else several


def every_hand(size: Size) -> str:
    """Return the sentence for a ladder with one size, a number or "players"."""
    if size == "players":
        return _("In every hand the number of cards each is the number of players.")
    words = ngettext(
        "In every hand each player gets {cards} card.", "In every hand each player gets {cards} cards.", int(size)
    )
    return words.format(cards=size)


# --- sentences for a part of the ladder ---

_SEVERAL = 2

_SENTENCES: Mapping[tuple[str, Size], Callable[[int], tuple[str, str, str]]] = {
    ("first", 1): lambda cards: (
        _("The first hand is the largest."),
        _("In the first hand the number of cards each is the number of players."),
        ngettext(
            "In the first hand each player gets {cards} card.",
            "In the first hand each player gets {cards} cards.",
            cards,
        ),
    ),
    ("first", "players"): lambda cards: (
        _("First come hands of the largest size, one for each player."),
        _("First come hands whose number of cards is the number of players, one for each player."),
        ngettext(
            "First come hands of {cards} card each, one for each player.",
            "First come hands of {cards} cards each, one for each player.",
            cards,
        ),
    ),
    ("first", _SEVERAL): lambda cards: (
        _("The first {hands} hands are of the largest size."),
        _("In the first {hands} hands the number of cards each is the number of players."),
        ngettext(
            "In the first {hands} hands each player gets {cards} card.",
            "In the first {hands} hands each player gets {cards} cards.",
            cards,
        ),
    ),
    ("next", 1): lambda cards: (
        _("The next hand is of the largest size."),
        _("In the next hand the number of cards each is the number of players."),
        ngettext(
            "In the next hand each player gets {cards} card.", "In the next hand each player gets {cards} cards.", cards
        ),
    ),
    ("next", "players"): lambda cards: (
        _("Then come hands of the largest size, one for each player."),
        _("Then come hands whose number of cards is the number of players, one for each player."),
        ngettext(
            "Then come hands of {cards} card each, one for each player.",
            "Then come hands of {cards} cards each, one for each player.",
            cards,
        ),
    ),
    ("next", _SEVERAL): lambda cards: (
        _("Then come {hands} hands of the largest size."),
        _("Then come {hands} hands whose number of cards is the number of players."),
        ngettext(
            "Then come {hands} hands of {cards} card each.", "Then come {hands} hands of {cards} cards each.", cards
        ),
    ),
    ("again", 1): lambda cards: (
        _("Then comes the largest hand again."),
        _("Then comes the hand again whose number of cards is the number of players."),
        ngettext("Then comes the hand of {cards} card again.", "Then comes the hand of {cards} cards again.", cards),
    ),
    ("often", "players"): lambda cards: (
        _("The largest hand is played once for each player."),
        _("The hand whose number of cards is the number of players is played once for each player."),
        ngettext(
            "The hand of {cards} card is played once for each player.",
            "The hand of {cards} cards is played once for each player.",
            cards,
        ),
    ),
    ("often", _SEVERAL): lambda cards: (
        _("The largest hand is played {hands} times."),
        _("The hand whose number of cards is the number of players is played {hands} times."),
        ngettext(
            "The hand of {cards} card is played {hands} times.",
            "The hand of {cards} cards is played {hands} times.",
            cards,
        ),
    ),
}
"""The sentences for the largest hand, for one card per player, and for a number of cards.

They are given by their place on the ladder, and by how often the hand is played: once, once per player, or `_SEVERAL`
times.
"""


def _hands_in_words(place: str, stop: Stop) -> str:
    """Return the sentence for the hands of a stop at this place: first, next, again or often."""
    sentences_for = _SENTENCES[place, stop.times if stop.times in (1, "players") else _SEVERAL]
    sizes = sentences_for(stop.size if isinstance(stop.size, int) else 0)
    return _for_size(stop.size, *sizes).format(cards=stop.size, hands=stop.times)


def _leg_in_words(size: Size, *, climbing: bool, by: int) -> str:
    """Return the sentence for hands that grow or shrink by `by` cards until they reach `size`."""
    if climbing:
        sizes = (
            ngettext(
                "Then every hand has one card more, up to the largest.",
                "Then every hand has {by} cards more, up to the largest.",
                by,
            ),
            ngettext(
                "Then every hand has one card more, up to the number of players.",
                "Then every hand has {by} cards more, up to the number of players.",
                by,
            ),
            ngettext(
                "Then every hand has one card more, up to {cards}.",
                "Then every hand has {by} cards more, up to {cards}.",
                by,
            ),
        )
    else:
        sizes = (
            ngettext(
                "Then every hand has one card fewer, down to the size of the largest hand.",
                "Then every hand has {by} cards fewer, down to the size of the largest hand.",
                by,
            ),
            ngettext(
                "Then every hand has one card fewer, down to the number of players.",
                "Then every hand has {by} cards fewer, down to the number of players.",
                by,
            ),
            ngettext(
                "Then every hand has one card fewer, down to {cards}.",
                "Then every hand has {by} cards fewer, down to {cards}.",
                by,
            ),
        )
    return _for_size(size, *sizes).format(cards=size, by=by)


def _for_size(size: Size, top: str, players: str, number: str) -> str:
    return {"top": top, "players": players}.get(str(size), number)
