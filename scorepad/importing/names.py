"""Who is who: names that come in, beside those of people who play here."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from scorepad.repository import GameRepository
from scorepad.slug import searchable


def known_names(games: GameRepository) -> list[str]:
    """Everybody who has played here, who plays most first."""
    count: dict[str, int] = defaultdict(int)
    for one in games.kept():
        for name in one.summary.players:
            count[name] += 1
    return sorted(count, key=lambda name: (-count[name], name))


def likely(names: Iterable[str], known: Collection[str]) -> Iterator[tuple[str, str]]:
    """New names, each with somebody known who is called nearly so: a suggestion, joined by nobody's say but a
    person's."""
    plain = {searchable(one): one for one in known}
    for name in dict.fromkeys(names):
        if name not in known:
            like = difflib.get_close_matches(searchable(name), plain, n=1, cutoff=0.6)
            if like:
                yield name, plain[like[0]]
