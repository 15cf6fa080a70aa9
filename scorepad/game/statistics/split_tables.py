"""Tables that went on at others: what was played before the move belongs to the evening that came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorepad.game.statistics.evening import Evening, Result, Tally


def as_one(evenings: Sequence[Evening], onward: Mapping[str, Sequence[str]]) -> list[Evening]:
    """The evenings without those that went on elsewhere: what these say of bids and hands is put to the results of
    whoever sits, by the same name, at a table that came of them. `onward`: {game id: ids of the games begun}.

    Who had left before the move, and whoever plays on at a table that is not finished, waits until they have a place.
    """
    before: dict[str, list[Evening]] = {}
    for one in evenings:
        for game_id in onward.get(one.game_id, ()) if one.moved else ():
            before.setdefault(game_id, []).append(one)
    return [_whole(one, _all_before(one.game_id, before)) for one in evenings if not one.moved]


def _all_before(game_id: str, before: Mapping[str, Sequence[Evening]]) -> list[Evening]:
    """Each once, also where two tables that came of one have been put together again; the nearest first."""
    found: dict[str, Evening] = {}
    waiting = [*before.get(game_id, ())]
    while waiting:
        one = waiting.pop(0)
        if one.game_id not in found:
            found[one.game_id] = one
            waiting += before.get(one.game_id, ())
    return [*found.values()]


def _whole(evening: Evening, before: Sequence[Evening]) -> Evening:
    for one in before:
        if one.place and evening.place.startswith(one.place):  # which table it was there, makes it no other place
            evening = evening._replace(place=one.place)
        earlier = {result.name: result for result in one.results}
        alike = one.points_by == evening.points_by
        found = ((result, earlier.get(result.once) or earlier.get(result.name)) for result in evening.results)
        results = (own if was is None else _together(own, was, evening, alike=alike) for own, was in found)
        evening = evening._replace(results=tuple(results))
    return evening


def _together(one: Result, earlier: Result, evening: Evening, *, alike: bool) -> Result:
    """Place and total are those of the end; hands compare where points are counted `alike`. Of equals the earlier."""
    sign = -1 if evening.winner == "low" else 1
    runs, bids = filter(None, (earlier.run, one.run)), filter(None, (earlier.boldest, one.boldest))
    best, worst = filter(None, (earlier.best, one.best)), filter(None, (earlier.worst, one.worst))
    return one._replace(
        hands=one.hands + earlier.hands, bids=one.bids + earlier.bids, made=one.made + earlier.made,
        zeros=one.zeros + earlier.zeros, zeros_made=one.zeros_made + earlier.zeros_made,
        dealt=Tally(one.dealt.bids + earlier.dealt.bids, one.dealt.made + earlier.dealt.made),
        sizes=earlier.sizes + one.sizes, places=earlier.places + one.places,
        run=max(runs, key=lambda run: run.bids, default=None),
        boldest=max(bids, key=lambda bold: (bold.bid, -bold.cards), default=None),
        best=max(best, key=lambda hand: sign * hand.points, default=None) if alike else one.best,
        worst=min(worst, key=lambda hand: sign * hand.points, default=None) if alike else one.worst,
    )  # fmt: skip
